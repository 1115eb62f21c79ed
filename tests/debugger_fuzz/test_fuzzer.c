/* A debugger with seven known bugs is lied to: each is found, confirmed,
 * minimised to the one lie that it takes, and told once; without lies nothing
 * is found. See debugger_fuzz/fuzzer.h, and toy_client.py for the bugs. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "debugger_fuzz/hunt.h"
#include "toy_session.h"

enum { MOST_STEPS = 200 };

/* Lies that break the toy, and the names of what they break. */
static const struct {
    const char *packet, *reply;
    bool every;
    const char *signature; /* how it begins */
} bugs[] = {
    {"?", "Tx", false, "crash-SIGABRT-"},
    {"?", "T05thread:0;", false, "assert-stop.py-77"},
    {"qsThreadInfo", "m1", true, "endless-qsThreadInfo"},
    {"g", "000", false, "hang-g"},
    {"m", "0000000000", true, "memory-m"},
    {"m", "E01", false, "gone-"},
    {"qSupported", "PacketSize=0;swbreak+", false, "stuck-g"},
};

static void each_bug_is_told_by_its_name(void **state) {
    (void)state;
    const rsp_debugger_fuzzer_options options = {0};
    toy_session toy;
    toy_open(&toy, &options);
    for (size_t i = 0; i < RSP_ARRAY_LEN(bugs); i++) {
        rsp_lies lies = {0};
        rsp_watched seen;
        rsp_error error = {0};
        toy_lie(&lies, bugs[i].packet, bugs[i].reply, bugs[i].every);
        assert_int_equal(rsp_debugger_fuzzer_replay(toy.fuzzer, &lies, &seen, &error), RSP_OK);
        assert_int_equal(strncmp(seen.symptom.signature, bugs[i].signature, strlen(bugs[i].signature)), 0);
        assert_true(seen.requests > 1);
        assert_non_null(strstr(rsp_buf_cstr(&seen.log), "<~ "));
        rsp_watched_free(&seen);
        rsp_lies_free(&lies);
    }
    toy_close(&toy);
}

static void a_bug_is_minimised_to_its_lie(void **state) {
    (void)state;
    const rsp_debugger_fuzzer_options options = {0};
    toy_session toy;
    rsp_lies lies = {0};
    rsp_watched shown = {.symptom = {.kind = RSP_DEBUGGER_SYMPTOM_NONE}};
    toy_open(&toy, &options);
    toy_lie(&lies, "qSupported", "PacketSize=0", false);
    toy_lie(&lies, "?", "Tand more", true);
    toy_lie(&lies, "g", "00", true);
    lying_minimise(toy.fuzzer, &lies, "crash-SIGABRT-", &shown);
    assert_int_equal(lies.num, 3); /* that name is nobody's */
    assert_int_equal(rsp_debugger_fuzzer_replay(toy.fuzzer, &lies, &shown, NULL), RSP_OK);
    char signature[RSP_DEBUGGER_SYMPTOM_SIGNATURE_BYTES];
    memcpy(signature, shown.symptom.signature, sizeof signature);
    lying_minimise(toy.fuzzer, &lies, signature, &shown);
    assert_int_equal(lies.num, 1);
    assert_string_equal(lies.items[0].packet, "?");
    assert_false(lies.items[0].every);
    assert_int_equal(lies.items[0].bytes.len, 1);
    assert_int_equal(lies.num_lines, 1);
    assert_string_equal(lies.lines[0], "attach {address}");
    rsp_watched_free(&shown);
    rsp_lies_free(&lies);
    toy_close(&toy);
}

/* How often each signature was told. */
typedef struct told {
    char names[16][RSP_DEBUGGER_SYMPTOM_SIGNATURE_BYTES];
    unsigned first[16], minimised[16];
    uint64_t session, seed; /* of the last */
    size_t num;
} told;

static void found(void *ctx, const rsp_debugger_finding *f) {
    told *t = ctx;
    size_t i = 0;
    rsp_buf page = {0};
    while (i < t->num && strcmp(t->names[i], f->symptom->signature) != 0)
        i++;
    assert_true(i < RSP_ARRAY_LEN(t->names));
    if (i == t->num)
        memcpy(t->names[t->num++], f->symptom->signature, sizeof t->names[0]);
    t->first[i] += !f->minimised;
    t->minimised[i] += f->minimised;
    t->session = f->index;
    t->seed = f->seed;
    assert_int_equal(rsp_debugger_finding_summary(&page, f, "toy", "again"), RSP_OK);
    assert_non_null(strstr(rsp_buf_cstr(&page), f->symptom->signature));
    rsp_buf_free(&page);
}

static void a_campaign_tells_each_bug_once(void **state) {
    (void)state;
    told t = {.num = 0};
    rsp_debugger_fuzzer_stats stats = {0};
    const rsp_debugger_fuzzer_options options = {
        .found = found, .ctx = &t, .seed = 5, .cut_ns = RSP_NS_PER_S};
    toy_session toy;
    rsp_error error = {0};
    toy_open(&toy, &options);
    for (unsigned i = 0; i < MOST_STEPS && (t.num == 0 || stats.again == 0); i++) {
        assert_int_equal(rsp_debugger_fuzzer_step(toy.fuzzer, &error), RSP_OK);
        stats = rsp_debugger_fuzzer_count(toy.fuzzer);
    }
    assert_true(t.num > 0 && stats.again > 0);
    assert_int_equal(stats.findings, t.num);
    for (size_t i = 0; i < t.num; i++)
        assert_int_equal(t.first[i], 1);
    toy_close(&toy);
}

/* What one of them knows, all know; what a run has left makes the next one go on. */
static void workers_share_what_they_know(void **state) {
    (void)state;
    const rsp_debugger_fuzzer_options options = {.seed = 7};
    toy_session toy;
    rsp_lies lies = {0};
    rsp_buf shapes = {0};
    toy_open(&toy, &options);
    rsp_debugger_fuzzer *second = rsp_debugger_fuzzer_join(toy.fuzzer, &toy.options);
    assert_non_null(second);
    rsp_debugger_fuzzer_know(toy.fuzzer, "crash-x");
    assert_int_equal(second->common->num_known, 1);
    rsp_debugger_fuzzer_know(second, "crash-x");
    assert_int_equal(second->common->num_known, 1);
    toy_lie(&lies, "?", "T05", false);
    for (size_t i = 0; i <= RSP_DEBUGGER_CORPUS; i++)
        rsp_debugger_fuzzer_add(second, &lies);
    assert_int_equal(rsp_debugger_fuzzer_count(toy.fuzzer).corpus, RSP_DEBUGGER_CORPUS);
    rsp_debugger_fuzzer_add_shape(second, 0x1f);
    rsp_debugger_fuzzer_add_shape(toy.fuzzer, 0x1f);
    rsp_debugger_fuzzer_shapes(toy.fuzzer, &shapes);
    assert_string_equal(rsp_buf_cstr(&shapes), " 1f");
    rsp_buf_free(&shapes);
    rsp_lies_free(&lies);
    rsp_debugger_fuzzer_free(second);
    toy_close(&toy);
}

static void a_finding_that_was_cut_short_is_minimised_later(void **state) {
    (void)state;
    told t = {.num = 0};
    const rsp_debugger_fuzzer_options options = {.found = found, .ctx = &t};
    toy_session toy;
    rsp_lies lies = {0};
    toy_open(&toy, &options);
    toy_lie(&lies, "?", "T05thread:0;", false);
    assert_false(rsp_debugger_fuzzer_minimise(toy.fuzzer, &lies, "assert-elsewhere", 9, 4));
    assert_int_equal(t.num, 0);
    assert_true(rsp_debugger_fuzzer_minimise(toy.fuzzer, &lies, "assert-stop.py-77", 9, 4));
    assert_int_equal(t.num, 1);
    assert_int_equal(t.first[0], 0);
    assert_int_equal(t.minimised[0], 1);
    assert_int_equal(t.session, 9);
    assert_int_equal(t.seed, 4);
    rsp_lies_free(&lies);
    toy_close(&toy);
}

static void what_an_honest_stub_shows_is_no_finding(void **state) {
    (void)state;
    static const char *const lines[] = {"> qSupported:swbreak+", "< x", "> ?", "< Tx"};
    const rsp_debugger_fuzzer_options options = {0};
    toy_session toy;
    rsp_error error = {0};
    toy_open(&toy, &options);
    rsp_dialogue_free(&toy.dialogue);
    toy.dialogue = (rsp_dialogue){0};
    dialogue_script(&toy.dialogue, lines, RSP_ARRAY_LEN(lines));
    assert_int_equal(rsp_debugger_fuzzer_step(toy.fuzzer, &error), RSP_UNEXPECTED);
    assert_non_null(strstr(error.msg, "without any lie: SIGABRT"));
    assert_int_equal(rsp_debugger_fuzzer_count(toy.fuzzer).findings, 0);
    toy_close(&toy);
}

static void a_debugger_that_does_not_start_is_told(void **state) {
    (void)state;
    const rsp_debugger_fuzzer_options options = {0};
    toy_session toy;
    rsp_error error = {0};
    toy_open(&toy, &options);
    rsp_debugger_fuzzer_free(toy.fuzzer);
    toy.options.command = "/nowhere/debugger";
    toy.fuzzer = rsp_debugger_fuzzer_new(&toy.options);
    assert_int_equal(rsp_debugger_fuzzer_step(toy.fuzzer, &error), RSP_SPAWN);
    assert_non_null(strstr(error.msg, "does not answer"));
    toy_close(&toy);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_bug_is_told_by_its_name),
                                       cmocka_unit_test(a_bug_is_minimised_to_its_lie),
                                       cmocka_unit_test(a_campaign_tells_each_bug_once),
                                       cmocka_unit_test(workers_share_what_they_know),
                                       cmocka_unit_test(a_finding_that_was_cut_short_is_minimised_later),
                                       cmocka_unit_test(what_an_honest_stub_shows_is_no_finding),
                                       cmocka_unit_test(a_debugger_that_does_not_start_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
