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
        cmocka_unit_test(names_lead_to_works_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
