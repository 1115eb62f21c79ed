/* Results of a campaign against a debugger: JSON both ways, and files that are none.
 * Texts are a debugger's, and stay texts.
 * See debugger_fuzz/results.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "debugger_fuzz/results.h"

static void a_finding_goes_both_ways(void **state) {
    (void)state;
    rsp_lies lies = {0};
    rsp_debugger_symptom symptom;
    rsp_arena arena = {0};
    rsp_debugger_found found;
    rsp_debugger_found again;
    rsp_buf json = {0};
    rsp_debugger_symptom_make(&symptom, RSP_DEBUGGER_SYMPTOM_HANG, "g", "it computes <b>%s", "\x1b[31m");
    assert_true(rsp_lies_add_line(&lies, "attach {address}"));
    assert_true(
        rsp_lies_add(&lies, &(rsp_lie){.kind = RSP_LIE_SAY, .packet = "g", .bytes = RSP_LIT("\x01z")}));
    assert_true(
        rsp_lies_add(&lies, &(rsp_lie){.kind = RSP_LIE_SILENCE, .packet = "", .every = true, .nth = 2}));
    const rsp_debugger_finding finding = {.symptom = &symptom,
                                          .lies = &lies,
                                          .replays = 3,
                                          .reproduced = 2,
                                          .index = 9,
                                          .seed = 4,
                                          .minimised = true};
    assert_ok(rsp_debugger_found_make(&found, &arena, &finding, "stubborn fuzz replay x"));
    assert_string_equal(found.lies[0],
                        "g, the reply number 1: this packet comes instead of the reply (2 bytes): \\x01z");
    assert_string_equal(found.lies[1], "any request, each reply from number 3: nothing comes");
    assert_ok(rsp_debugger_found_json(&json, &found));
    assert_ok(rsp_debugger_found_read(&again, &arena, rsp_buf_bytes(&json), NULL));
    assert_string_equal(again.kind, "hang");
    assert_string_equal(again.signature, "hang-g");
    assert_string_equal(again.again, "stubborn fuzz replay x");
    assert_int_equal(again.num_lies, 2);
    assert_string_equal(again.lies[1], found.lies[1]);
    assert_string_equal(again.lines[0], "attach {address}");
    assert_int_equal(again.reproduced, 2);
    assert_int_equal(again.session, 9);
    assert_true(again.minimised);
    assert_null(strchr(again.headline, '\x1b'));
    rsp_buf_free(&json);
    rsp_lies_free(&lies);
    rsp_arena_free(&arena);
}

static void where_a_campaign_stands_goes_both_ways(void **state) {
    (void)state;
    const rsp_debugger_about about = {.debugger = "gdb", .stub = "exec:x", .seed = 5, .requests = 7};
    const rsp_debugger_state stands = {.totals = {.sessions = 3, .requests = 4, .duration_ns = 5},
                                       .shapes = " 1f ff"};
    rsp_debugger_about same;
    rsp_debugger_state state_again;
    rsp_arena arena = {0};
    rsp_buf json = {0};
    assert_ok(rsp_debugger_about_json(&json, &about));
    assert_ok(rsp_debugger_about_read(&same, &arena, rsp_buf_bytes(&json), NULL));
    assert_string_equal(same.debugger, "gdb");
    assert_string_equal(same.stub, "exec:x");
    assert_int_equal(same.seed, 5);
    assert_int_equal(same.requests, 7);
    assert_int_equal(same.timeout_ns, 0);
    rsp_buf_clear(&json);
    assert_ok(rsp_debugger_state_json(&json, &stands));
    assert_ok(rsp_debugger_state_read(&state_again, &arena, rsp_buf_bytes(&json), NULL));
    assert_int_equal(state_again.totals.sessions, 3);
    assert_int_equal(state_again.totals.duration_ns, 5);
    assert_string_equal(state_again.shapes, " 1f ff");
    rsp_buf_free(&json);
    rsp_arena_free(&arena);
}

static void what_is_none_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "", "[]", "{}", "{\"debugger\": 5}", "{\"kind\": \"crash\"}", "{\"shapes\": \"\"}"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(wrong); i++) {
        rsp_arena arena = {0};
        rsp_error error = {0};
        rsp_debugger_found found;
        rsp_debugger_about about;
        rsp_debugger_state stands;
        const rsp_bytes json = rsp_bytes_str(wrong[i]);
        assert_int_equal(rsp_debugger_found_read(&found, &arena, json, &error), RSP_BAD_FILE);
        assert_true(error.msg[0] != '\0');
        assert_int_equal(rsp_debugger_about_read(&about, &arena, json, &error), RSP_BAD_FILE);
        assert_int_equal(rsp_debugger_state_read(&stands, &arena, json, &error), RSP_BAD_FILE);
        rsp_arena_free(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_finding_goes_both_ways),
                                       cmocka_unit_test(where_a_campaign_stands_goes_both_ways),
                                       cmocka_unit_test(what_is_none_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
