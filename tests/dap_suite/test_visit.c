/* A session led by a program: brought to a stop, asked, and ended; and the ways in which it fails to begin.
 * The adapter is a small one in virtual time.
 * See dap_suite/visit.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "adapter_world.h"

static const char *no_program(void *ctx, const char *name) {
    (void)ctx;
    (void)name;
    return NULL;
}

static void visit_at_a_stop_has_values_and_answers(void **state) {
    (void)state;
    adapter_world w;
    rsp_dap_visit *visit;
    adapter_world_begin(&w, "");
    const rsp_dap_visit_options options = {.target = &w.target, .start = RSP_DAP_START_STOPPED};
    assert_ok(rsp_dap_visit_open(&visit, &options, NULL));
    assert_int_equal(json_integer_value(rsp_dap_visit_value(visit, "thread")), 1);
    assert_int_equal(json_integer_value(rsp_dap_visit_value(visit, "line")), 10);
    assert_null(rsp_dap_visit_value(visit, "nothing"));
    assert_true(rsp_dap_visit_can(visit, "supportsConfigurationDoneRequest"));
    assert_false(rsp_dap_visit_can(visit, "supportsCancelRequest"));

    const int64_t seq = rsp_dap_visit_send(visit, "next", json_pack("{s:i}", "threadId", 1));
    const size_t at = rsp_dap_visit_response(visit, seq, RSP_NS_PER_S);
    const rsp_dap_log *log = &rsp_dap_visit_session(visit)->log;
    assert_true(at < log->num);
    assert_true(log->entries[at].message.success);
    assert_true(rsp_dap_visit_event(visit, "stopped", RSP_NS_PER_S) < log->num);
    assert_int_equal(rsp_dap_visit_event(visit, "stopped", RSP_NS_PER_S), SIZE_MAX);
    assert_string_equal(rsp_dap_visit_trouble(visit), "no stopped within 1000 ms");
    assert_int_equal(rsp_dap_visit_response(visit, 4711, RSP_NS_PER_S), SIZE_MAX);
    rsp_dap_visit_close(visit);
    adapter_world_end(&w);
}

/* The step is of the caller and may be gone by then. */
static void wait_after_a_step_fails_by_itself(void **state) {
    (void)state;
    adapter_world w;
    rsp_dap_visit *visit;
    adapter_world_begin(&w, "");
    const rsp_dap_visit_options options = {.target = &w.target, .start = RSP_DAP_START_STOPPED};
    json_t *step = json_pack("{s:s}", "request", "threads");
    assert_ok(rsp_dap_visit_open(&visit, &options, NULL));
    assert_true(rsp_dap_visit_step(visit, step));
    json_decref(step);
    assert_int_equal(rsp_dap_visit_response(visit, 4711, RSP_NS_PER_S), SIZE_MAX);
    assert_string_equal(rsp_dap_visit_trouble(visit), "no response within 1000 ms");
    rsp_dap_visit_close(visit);
    adapter_world_end(&w);
}

static void visit_without_a_debuggee_is_unsupported(void **state) {
    (void)state;
    adapter_world w;
    rsp_dap_visit *visit;
    rsp_error error = {0};
    adapter_world_begin(&w, "");
    w.target.program = no_program;
    const rsp_dap_visit_options options = {.target = &w.target, .start = RSP_DAP_START_STOPPED};
    assert_int_equal(rsp_dap_visit_open(&visit, &options, &error), RSP_UNSUPPORTED);
    assert_null(visit);
    assert_string_equal(error.msg, "there is no debuggee 'sample' for this adapter");
    adapter_world_end(&w);
}

static void visit_that_does_not_stop_can_be_looked_at(void **state) {
    (void)state;
    adapter_world w;
    rsp_dap_visit *visit;
    rsp_error error = {0};
    adapter_world_begin(&w, "no-stop");
    const rsp_dap_visit_options options = {.target = &w.target, .start = RSP_DAP_START_STOPPED};
    assert_int_equal(rsp_dap_visit_open(&visit, &options, &error), RSP_UNEXPECTED);
    assert_non_null(visit);
    assert_string_equal(error.msg, "no event 'stopped' at the first breakpoint within 5000 ms");
    assert_true(rsp_dap_visit_session(visit)->log.num > 0);
    rsp_dap_visit_close(visit);
    adapter_world_end(&w);
}

static void visit_to_initialized_has_no_stop(void **state) {
    (void)state;
    adapter_world w;
    rsp_dap_visit *visit;
    adapter_world_begin(&w, "");
    const rsp_dap_visit_options options = {.target = &w.target, .start = RSP_DAP_START_INITIALIZED};
    assert_ok(rsp_dap_visit_open(&visit, &options, NULL));
    assert_null(rsp_dap_visit_value(visit, "thread"));
    rsp_dap_visit_close(visit);
    adapter_world_end(&w);
}

/* What was waited for in vain is not waited for as long again; a slow adapter has more time. */
static void wait_after_one_in_vain_is_shorter(void **state) {
    (void)state;
    static const struct {
        const char *mistake;
        uint64_t rtt_ms;
        uint64_t wait_ms; /* of the next one */
    } waits[] = {
        {"no-stop", 0, 1000},
        {"no-stop", 100, 1000 + 4 * 400},
        {"no-stop", 800, 5000},
        {"", 100, 5000},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(waits); i++) {
        adapter_world w;
        rsp_dap_visit *visit;
        rsp_error error = {0};
        adapter_world_begin(&w, waits[i].mistake);
        w.rtt_ns = waits[i].rtt_ms * RSP_NS_PER_MS;
        const rsp_dap_visit_options options = {.target = &w.target, .start = RSP_DAP_START_STOPPED};
        const rsp_status status = rsp_dap_visit_open(&visit, &options, &error);
        assert_int_equal(status, *waits[i].mistake ? RSP_UNEXPECTED : RSP_OK);
        assert_int_equal(rsp_dap_visit_next_wait(visit), waits[i].wait_ms * RSP_NS_PER_MS);
        rsp_dap_visit_close(visit);
        adapter_world_end(&w);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(visit_at_a_stop_has_values_and_answers),
        cmocka_unit_test(wait_after_a_step_fails_by_itself),
        cmocka_unit_test(visit_without_a_debuggee_is_unsupported),
        cmocka_unit_test(visit_that_does_not_stop_can_be_looked_at),
        cmocka_unit_test(wait_after_one_in_vain_is_shorter),
        cmocka_unit_test(visit_to_initialized_has_no_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
