/* A small adapter with a mistake, in virtual time: the fuzzer finds it, and minimises what shows it.
 * Without a mistake nothing is found; what every session shows is no finding.
 * See dap_fuzz/fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "adapter_world.h"
#include "dap_fuzz/fuzzer.h"

enum { MOST_FINDINGS = 16 };

typedef struct world {
    adapter_world of;
    rsp_dap_fuzzer *fuzzer;
    char signatures[MOST_FINDINGS][RSP_DAP_SIGNATURE_BYTES];
    size_t num_steps[MOST_FINDINGS];
    size_t num;
    json_t *last;
} world;

static void found(void *ctx, const rsp_dap_finding *f) {
    world *w = ctx;
    rsp_buf text = {0};
    assert_true(w->num < MOST_FINDINGS);
    memcpy(w->signatures[w->num], f->signature, strlen(f->signature) + 1);
    w->num_steps[w->num++] = json_array_size(json_object_get(f->sequence, "steps"));
    json_decref(w->last);
    w->last = json_deep_copy(f->sequence);
    assert_ok(rsp_dap_finding_scenario(&text, f, "a"));
    assert_non_null(strstr(rsp_buf_cstr(&text), "  - survives: true\n"));
    rsp_buf_clear(&text);
    assert_ok(rsp_dap_finding_summary(&text, f, "exec:fake", "again"));
    assert_non_null(strstr(rsp_buf_cstr(&text), f->headline));
    assert_true(f->symptom < RSP_DAP_SYMPTOM_COUNT);
    assert_true(f->headline[0] && f->transcript[0]);
    rsp_buf_free(&text);
}

static void fuzz(world *w, const char *mistake, unsigned sequences) {
    *w = (world){.num = 0};
    adapter_world_begin(&w->of, mistake);
    const rsp_dap_fuzzer_options options = {.target = &w->of.target, .seed = 7, .found = found, .ctx = w};
    w->fuzzer = rsp_dap_fuzzer_new(&options);
    for (unsigned i = 0; i < sequences; i++)
        assert_ok(rsp_dap_fuzzer_step(w->fuzzer, NULL));
}

static void end(world *w) {
    json_decref(w->last);
    rsp_dap_fuzzer_free(w->fuzzer);
    adapter_world_end(&w->of);
}

static bool has(const world *w, const char *signature) {
    for (size_t i = 0; i < w->num; i++)
        if (strcmp(w->signatures[i], signature) == 0)
            return true;
    return false;
}

static void adapter_without_a_mistake_has_no_finding(void **state) {
    (void)state;
    world w;
    fuzz(&w, "", 60);
    for (size_t i = 0; i < w.num; i++)
        print_message("%s\n", w.signatures[i]);
    assert_int_equal(w.num, 0);
    const rsp_dap_fuzzer_stats stats = rsp_dap_fuzzer_count(w.fuzzer);
    assert_int_equal(stats.sequences, 59);
    assert_true(stats.states > 20);
    assert_true(stats.corpus > 5);
    assert_true(stats.messages > 100);
    end(&w);
}

static void what_every_session_shows_is_no_finding(void **state) {
    (void)state;
    world w;
    fuzz(&w, "seq-is-zero", 40);
    assert_int_equal(w.num, 0);
    end(&w);
}

static void silence_is_found_and_minimised(void **state) {
    (void)state;
    world w;
    rsp_dap_finding finding;
    rsp_status status = RSP_OK;
    fuzz(&w, "deaf-after-scopes", 60);
    assert_true(has(&w, "deaf-scopes"));
    assert_int_equal(w.num_steps[0], 1);
    assert_true(rsp_dap_fuzzer_replay(w.fuzzer, w.last, &finding, &status, NULL));
    assert_ok(status);
    rsp_dap_fuzzer_know(w.fuzzer, "anything");
    end(&w);
}

/* The last of its replays may be one that does not show it. */
static void what_shows_at_times_keeps_its_texts(void **state) {
    (void)state;
    world w;
    fuzz(&w, "deaf-at-times", 120);
    assert_true(has(&w, "deaf-scopes"));
    end(&w);
}

static void missing_response_is_found(void **state) {
    (void)state;
    world w;
    fuzz(&w, "never-answers-modules", 300);
    assert_true(has(&w, "no-response-modules"));
    end(&w);
}

static void events_without_end_are_no_finding(void **state) {
    (void)state;
    world w;
    fuzz(&w, "floods", 20);
    assert_int_equal(w.num, 0);
    assert_int_equal(rsp_dap_fuzzer_count(w.fuzzer).beyond, 0);
    end(&w);
}

static void message_beyond_our_limits_is_no_finding(void **state) {
    (void)state;
    world w;
    fuzz(&w, "answers-modules-too-deep", 100);
    assert_int_equal(w.num, 0);
    assert_true(rsp_dap_fuzzer_count(w.fuzzer).beyond > 0);
    end(&w);
}

/* What was not played does not count. */
static void session_that_does_not_begin_is_no_sequence(void **state) {
    (void)state;
    world w;
    fuzz(&w, "", 1);
    w.of.mistake = "silent";
    assert_int_equal(rsp_dap_fuzzer_step(w.fuzzer, NULL), RSP_UNEXPECTED);
    assert_int_equal(rsp_dap_fuzzer_count(w.fuzzer).sequences, 0);
    end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adapter_without_a_mistake_has_no_finding),
        cmocka_unit_test(what_every_session_shows_is_no_finding),
        cmocka_unit_test(silence_is_found_and_minimised),
        cmocka_unit_test(what_shows_at_times_keeps_its_texts),
        cmocka_unit_test(missing_response_is_found),
        cmocka_unit_test(events_without_end_are_no_finding),
        cmocka_unit_test(message_beyond_our_limits_is_no_finding),
        cmocka_unit_test(session_that_does_not_begin_is_no_sequence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
