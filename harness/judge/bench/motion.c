/* Stops are checked: an account of something else than what was asked for is worth nothing.
 * Stepping off a breakpoint takes it out, steps, and puts it in again, which may wait for the next resume.
 * See motion.h. */
/* SPDX-License-Identifier: MIT */
#include "motion.h"

#include "account.h"
#include "codec/signals.h"
#include "core/limits.h"
#include "outcome.h"
#include "place.h"

enum { SIGNAL_TRAP = 5 };

rsp_status motion_check_stop(bench *b, const rsp_stop_reply *stop, const char *wanted) {
    unsigned long long done = (unsigned long long)b->out->num_operations;
    switch (stop->kind) {
    case RSP_STOP_SIGNAL:
    case RSP_STOP_THREAD:
        if (stop->signal == SIGNAL_TRAP)
            return RSP_OK;
        return bench_fail(b, "stopped by %s on the way to %s, after %llu operations",
                          rsp_signal_name(stop->signal), wanted, done);
    case RSP_STOP_EXITED:
        return bench_fail(b, "the program ended (exit %llu) before %s was reached, after %llu operations",
                          (unsigned long long)stop->status, wanted, done);
    case RSP_STOP_TERMINATED:
        return bench_fail(b, "the program was ended by %s before %s was reached, after %llu operations",
                          rsp_signal_name(stop->signal), wanted, done);
    case RSP_STOP_THREAD_EXITED:
    case RSP_STOP_NO_RESUMED:
    case RSP_STOP_OUTPUT:
    case RSP_STOP_FILEIO:
        break;
    }
    return bench_fail(b, "an unexpected stop of kind '%c' on the way to %s", (char)stop->kind, wanted);
}

static rsp_status move(bench *b, rsp_bench_phase phase, const rsp_move *how, const char *wanted) {
    const rsp_stop_reply *stop = NULL;
    account_begin(b, phase);
    rsp_status status = rsp_client_run(b->client, how, 0, &stop);
    account_end(b);
    return status == RSP_OK ? motion_check_stop(b, stop, wanted) : bench_client_failed(b, status, "resuming");
}

static rsp_status resume(bench *b, rsp_bench_phase phase, rsp_move_action action, const char *wanted) {
    const rsp_move how = {.action = action};
    return move(b, phase, &how, wanted);
}

rsp_status motion_flush(bench *b, rsp_bench_phase phase) {
    if (rsp_client_held_sites(b->client) == 0)
        return RSP_OK;
    account_begin(b, phase);
    rsp_status status = rsp_client_flush_sites(b->client, NULL);
    account_end(b);
    return status == RSP_OK ? RSP_OK : bench_client_failed(b, status, "switching breakpoints");
}

rsp_status motion_switch(bench *b, uint64_t address, bool on) {
    rsp_site site;
    rsp_status status = place_site(b, address, &site);
    if (status != RSP_OK)
        return status;
    status =
        on ? rsp_client_enable_site(b->client, &site, NULL, 0) : rsp_client_disable_site(b->client, &site);
    return status == RSP_OK ? RSP_OK : bench_client_failed(b, status, "switching a breakpoint");
}

rsp_status motion_settle(bench *b) {
    bool over = b->workload->fresh && b->way->hold;
    return over ? motion_flush(b, RSP_BENCH_PHASE_TOGGLE) : RSP_OK;
}

/* Off the breakpoint where the program stands: out, step, in again. The insertion is still held then. */
rsp_status motion_step_off(bench *b, rsp_bench_phase phase) {
    uint64_t at = b->at;
    b->at = 0;
    rsp_status status = at && !b->way->hold ? motion_flush(b, RSP_BENCH_PHASE_TOGGLE) : RSP_OK;
    if (status == RSP_OK && at)
        status = motion_switch(b, at, false);
    if (status == RSP_OK && at)
        status = motion_flush(b, RSP_BENCH_PHASE_STEP_OVER);
    if (status == RSP_OK && (at || phase == RSP_BENCH_PHASE_STEP))
        status = resume(b, phase, RSP_MOVE_STEP, "the next instruction");
    return status == RSP_OK && at ? motion_switch(b, at, true) : status;
}

rsp_status motion_run_to(bench *b, const char *symbol, uint64_t address) {
    uint64_t pc = 0;
    bool stepped = b->at != 0;
    rsp_status status = motion_step_off(b, RSP_BENCH_PHASE_STEP_OVER);
    if (status == RSP_OK)
        status = motion_switch(b, address, true);
    if (status == RSP_OK)
        status = motion_flush(b, stepped ? RSP_BENCH_PHASE_STEP_OVER : RSP_BENCH_PHASE_TOGGLE);
    if (status == RSP_OK)
        status = resume(b, RSP_BENCH_PHASE_RUN, RSP_MOVE_CONTINUE, symbol);
    if (status != RSP_OK)
        return status;
    if (place_pc(b, &pc) && pc != address)
        return bench_fail(b, "stopped at 0x%llx, which is not %s (0x%llx)", (unsigned long long)pc, symbol,
                          (unsigned long long)address);
    b->at = address;
    return RSP_OK;
}

/* Steps once, or through the range. */
static rsp_status step_on(bench *b, const rsp_move *range, const char *symbol) {
    return b->options->way == RSP_BENCH_RANGE ? move(b, RSP_BENCH_PHASE_STEP, range, symbol)
                                              : motion_step_off(b, RSP_BENCH_PHASE_STEP);
}

rsp_status motion_leave(bench *b, const char *symbol, uint64_t address, uint64_t size) {
    const rsp_move range = {.action = RSP_MOVE_RANGE, .start = address, .end = address + size};
    if (size == 0)
        return bench_skip(b, "the program's file does not say how long %s is", symbol);
    rsp_status status =
        b->options->way == RSP_BENCH_RANGE ? motion_step_off(b, RSP_BENCH_PHASE_STEP_OVER) : RSP_OK;
    uint64_t pc = address;
    uint64_t num = 0;
    for (; status == RSP_OK && pc - address < size && num < RSP_LIMIT_WORK_OPERATIONS; num++) {
        status = step_on(b, &range, symbol);
        if (status == RSP_OK)
            status = place_where(b, &pc);
    }
    return status == RSP_OK && pc - address < size
               ? bench_fail(b, "after %llu steps the program is still in %s", (unsigned long long)num, symbol)
               : status;
}
