/* Works of a small adapter in virtual time, where a round trip of twenty milliseconds takes exactly that.
 * What an adapter lacks is a reason to skip a work, and what it does wrong a reason to fail.
 * See dap_bench/bench.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "adapter_world.h"
#include "dap_bench/bench.h"

#define RTT_NS (20 * RSP_NS_PER_MS)

static uint64_t three_more(void *ctx) {
    uint64_t *packets = ctx;
    return *packets += 3;
}

static rsp_dap_bench_result result_of(const char *mistake, rsp_dap_work work) {
    adapter_world w;
    uint64_t packets = 0;
    adapter_world_begin(&w, mistake);
    w.rtt_ns = RTT_NS;
    const rsp_dap_bench_options options = {
        .target = &w.target, .work = work, .repeat = 5, .packets = three_more, .ctx = &packets};
    rsp_dap_bench_result result;
    assert_ok(rsp_dap_bench_run(&result, &options, NULL));
    adapter_world_end(&w);
    return result;
}

static void request_takes_one_round_trip(void **state) {
    (void)state;
    const rsp_dap_bench_result r = result_of("", RSP_DAP_WORK_UNKNOWN);
    assert_int_equal(r.outcome, RSP_DAP_BENCH_DONE);
    assert_int_equal(r.operations, 5);
    assert_int_equal(r.requests, 5);
    assert_int_equal(r.packets, 15);
    assert_int_equal(r.parts[RSP_DAP_PART_WHOLE].measured.count, 5);
    assert_int_equal(r.parts[RSP_DAP_PART_WHOLE].measured.min_ns, RTT_NS);
    assert_int_equal(r.parts[RSP_DAP_PART_WHOLE].corrected.max_ns, RTT_NS);
    assert_int_equal(r.parts[RSP_DAP_PART_STOP].measured.count, 0);
}

static void step_has_response_and_stop(void **state) {
    (void)state;
    const rsp_dap_bench_result r = result_of("", RSP_DAP_WORK_STEP);
    assert_int_equal(r.outcome, RSP_DAP_BENCH_DONE);
    assert_int_equal(r.parts[RSP_DAP_PART_RESPONSE].measured.p50_ns, RTT_NS);
    assert_int_equal(r.parts[RSP_DAP_PART_STOP].measured.count, 5);
    assert_int_equal(r.parts[RSP_DAP_PART_CANCEL].measured.count, 0);
}

static const struct {
    const char *mistake;
    rsp_dap_work work;
    rsp_dap_bench_outcome outcome;
    const char *reason;
} cases[] = {
    {"", RSP_DAP_WORK_STEP_VARIABLES_CANCEL, RSP_DAP_BENCH_SKIPPED,
     "the adapter does not announce supportsCancelRequest"},
    {"", RSP_DAP_WORK_STEP_EVALUATE, RSP_DAP_BENCH_SKIPPED, "the profile has no fact 'slow'"},
    {"", RSP_DAP_WORK_AFTER_STOP, RSP_DAP_BENCH_FAILED, "continue was refused: unknown request"},
    {"", RSP_DAP_WORK_STEP_VARIABLES, RSP_DAP_BENCH_FAILED, "evaluate was refused: unknown request"},
    {"no-stop", RSP_DAP_WORK_STEP, RSP_DAP_BENCH_FAILED,
     "no event 'stopped' at the first breakpoint within 5000 ms"},
    {"never-answers-threads", RSP_DAP_WORK_THREADS, RSP_DAP_BENCH_FAILED, "no response within 5000 ms"},
};

static void work_that_cannot_be_measured_has_a_reason(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const rsp_dap_bench_result r = result_of(cases[i].mistake, cases[i].work);
        assert_int_equal(r.outcome, cases[i].outcome);
        assert_string_equal(r.reason, cases[i].reason);
    }
}

/* --- an adapter that can be continued, and evaluates --- */

static void the_wait_after_a_stop_is_that_of_its_requests(void **state) {
    (void)state;
    static const rsp_dap_part asked[] = {RSP_DAP_PART_THREADS, RSP_DAP_PART_TOP,    RSP_DAP_PART_LOCATIONS,
                                         RSP_DAP_PART_STACK,   RSP_DAP_PART_SCOPES, RSP_DAP_PART_VARIABLES};
    const rsp_dap_bench_result r = result_of("knows-more", RSP_DAP_WORK_AFTER_STOP);
    assert_int_equal(r.outcome, RSP_DAP_BENCH_DONE);
    assert_int_equal(r.operations, 5);
    assert_int_equal(r.requests, 5 * (1 + RSP_ARRAY_LEN(asked)));
    for (size_t i = 0; i < RSP_ARRAY_LEN(asked); i++) {
        assert_int_equal(r.parts[asked[i]].measured.count, 5);
        assert_int_equal(r.parts[asked[i]].measured.max_ns, RTT_NS);
    }
    assert_int_equal(r.parts[RSP_DAP_PART_WHOLE].measured.min_ns, RSP_ARRAY_LEN(asked) * RTT_NS);
    assert_int_equal(r.parts[RSP_DAP_PART_RESPONSE].measured.count, 0);
}

static void a_stop_without_a_frame_fails(void **state) {
    (void)state;
    const rsp_dap_bench_result r = result_of("knows-more-without-frames", RSP_DAP_WORK_AFTER_STOP);
    assert_int_equal(r.outcome, RSP_DAP_BENCH_FAILED);
    assert_int_equal(r.operations, 0);
}

/* A look at the frame and at the array come before, then ten requests, then the step. */
static void step_behind_variables_waits_for_all_of_them(void **state) {
    (void)state;
    const rsp_dap_bench_result r = result_of("knows-more", RSP_DAP_WORK_STEP_VARIABLES);
    assert_int_equal(r.outcome, RSP_DAP_BENCH_DONE);
    assert_int_equal(r.requests, 5 * (2 + 10 + 1));
    assert_int_equal(r.cancelled, 0);
    assert_int_equal(r.parts[RSP_DAP_PART_CANCEL].measured.count, 0);
    assert_int_equal(r.parts[RSP_DAP_PART_RESPONSE].measured.p50_ns, RTT_NS);
    assert_int_equal(r.parts[RSP_DAP_PART_STOP].measured.count, 5);
    /* The user looks on for 50 ms between the requests and the step. */
    assert_int_equal(r.parts[RSP_DAP_PART_WHOLE].measured.min_ns, RTT_NS + 50 * RSP_NS_PER_MS);
}

static void each_request_that_is_cancelled_has_a_cancel(void **state) {
    (void)state;
    const rsp_dap_bench_result r = result_of("knows-more", RSP_DAP_WORK_STEP_VARIABLES_CANCEL);
    assert_int_equal(r.outcome, RSP_DAP_BENCH_DONE);
    assert_int_equal(r.requests, 5 * (2 + 10 + 10 + 1));
    assert_int_equal(r.cancelled, 0); /* they were answered before */
    assert_int_equal(r.parts[RSP_DAP_PART_CANCEL].measured.p50_ns, RTT_NS);
}

static void fewer_requests_stand_before_if_fewer_are_wanted(void **state) {
    (void)state;
    adapter_world w;
    adapter_world_begin(&w, "knows-more");
    json_object_set_new(w.profile->facts, "slow", json_string("slow()"));
    const rsp_dap_bench_options options = {
        .target = &w.target, .work = RSP_DAP_WORK_GO_EVALUATE, .repeat = 2, .behind = 3};
    rsp_dap_bench_result r;
    assert_ok(rsp_dap_bench_run(&r, &options, NULL));
    assert_int_equal(r.outcome, RSP_DAP_BENCH_DONE);
    assert_int_equal(r.requests, 2 * (1 + 3 + 1));
    assert_false(r.has_packets);
    adapter_world_end(&w);
}

static void pause_lets_the_program_run_first(void **state) {
    (void)state;
    const rsp_dap_bench_result r = result_of("knows-more", RSP_DAP_WORK_PAUSE);
    assert_int_equal(r.outcome, RSP_DAP_BENCH_DONE);
    assert_int_equal(r.requests, 5 * 2);
    assert_int_equal(r.parts[RSP_DAP_PART_RESPONSE].measured.max_ns, RTT_NS);
}

/* Operations that are due while another one takes its time wait, too: `corrected` has them. */
static void pace_that_the_adapter_cannot_keep_is_corrected_or_refused(void **state) {
    (void)state;
    adapter_world w;
    rsp_error error = {0};
    rsp_dap_bench_result r;
    adapter_world_begin(&w, "");
    w.rtt_ns = RTT_NS;
    rsp_dap_bench_options options = {
        .target = &w.target, .work = RSP_DAP_WORK_UNKNOWN, .repeat = 4, .pace_ns = RTT_NS / 2};
    assert_ok(rsp_dap_bench_run(&r, &options, &error));
    assert_int_equal(r.parts[RSP_DAP_PART_WHOLE].measured.count, 4);
    assert_true(r.parts[RSP_DAP_PART_WHOLE].corrected.count > 4);
    options.pace_ns = 1;
    assert_int_equal(rsp_dap_bench_run(&r, &options, &error), RSP_USAGE);
    assert_string_equal(error.msg, "the pace is too fast for operations that take so long");
    adapter_world_end(&w);
}

static void names_lead_to_works_and_back(void **state) {
    (void)state;
    for (unsigned i = 0; i < RSP_DAP_WORK_COUNT; i++)
        assert_int_equal(rsp_dap_work_find(rsp_dap_work_get((rsp_dap_work)i)->name), i);
    assert_int_equal(rsp_dap_work_find("nothing"), RSP_DAP_WORK_COUNT);
    assert_null(rsp_dap_work_get(RSP_DAP_WORK_COUNT));
    assert_string_equal(rsp_dap_part_name(RSP_DAP_PART_WHOLE), "whole");
    assert_string_equal(rsp_dap_part_name(RSP_DAP_PART_COUNT), "?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(request_takes_one_round_trip),
        cmocka_unit_test(step_has_response_and_stop),
        cmocka_unit_test(work_that_cannot_be_measured_has_a_reason),
        cmocka_unit_test(the_wait_after_a_stop_is_that_of_its_requests),
        cmocka_unit_test(a_stop_without_a_frame_fails),
        cmocka_unit_test(step_behind_variables_waits_for_all_of_them),
        cmocka_unit_test(each_request_that_is_cancelled_has_a_cancel),
        cmocka_unit_test(fewer_requests_stand_before_if_fewer_are_wanted),
        cmocka_unit_test(pause_lets_the_program_run_first),
        cmocka_unit_test(pace_that_the_adapter_cannot_keep_is_corrected_or_refused),
        cmocka_unit_test(names_lead_to_works_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
