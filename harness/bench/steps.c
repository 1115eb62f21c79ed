/* The steps of workloads, one function each, on the client's operations.
 * A breakpoint where the program stands is stepped off first: stubs differ in whether they would do it.
 * Stops are checked: an account of something else than what was asked for is worth nothing. */
/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include "codec/signals.h"
#include <rsp/limits.h>
#include <rsp/packet_table.h>
#include <stdio.h>

enum { SIGNAL_TRAP = 5 };

/* --- stops ---------------------------------------------------------------------------------------------- */

rsp_status run_check_stop(bench *b, const rsp_stop_reply *stop, const char *wanted) {
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

static rsp_status resume(bench *b, rsp_bench_phase phase, rsp_move_action action, const char *wanted) {
    const rsp_stop_reply *stop = NULL;
    const rsp_move how = {.action = action};
    account_begin(b, phase);
    rsp_status status = rsp_client_run(b->client, &how, 0, &stop);
    account_end(b);
    return status == RSP_OK ? run_check_stop(b, stop, wanted) : bench_client_failed(b, status, "resuming");
}

static rsp_status flush(bench *b, rsp_bench_phase phase) {
    if (rsp_client_held_sites(b->client) == 0)
        return RSP_OK;
    account_begin(b, phase);
    rsp_status status = rsp_client_flush_sites(b->client, NULL);
    account_end(b);
    return status == RSP_OK ? RSP_OK : bench_client_failed(b, status, "switching breakpoints");
}

/* --- breakpoints ---------------------------------------------------------------------------------------- */

static rsp_status switch_site(bench *b, uint64_t address, bool on) {
    rsp_site site;
    rsp_status status = place_site(b, address, &site);
    if (status != RSP_OK)
        return status;
    status =
        on ? rsp_client_enable_site(b->client, &site, NULL, 0) : rsp_client_disable_site(b->client, &site);
    return status == RSP_OK ? RSP_OK : bench_client_failed(b, status, "switching a breakpoint");
}

static rsp_status switch_sites(bench *b, const rsp_workload_step *step) {
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < step->num_names && status == RSP_OK; i++) {
        uint64_t address;
        status = place_find(b, step->names[i], &address);
        if (status == RSP_OK)
            status = switch_site(b, address, step->action == RSP_WORKLOAD_ENABLE);
    }
    return status;
}

static rsp_status apply(bench *b, const rsp_workload_step *step) {
    (void)step;
    return b->way->hold ? RSP_OK : flush(b, RSP_BENCH_PHASE_TOGGLE);
}

rsp_status run_settle(bench *b) {
    bool over = b->workload->fresh && b->way->hold;
    return over ? flush(b, RSP_BENCH_PHASE_TOGGLE) : RSP_OK;
}

/* Off the breakpoint where the program stands: out, step, in again. The insertion is still held then. */
rsp_status run_step_off(bench *b, rsp_bench_phase phase) {
    uint64_t at = b->at;
    b->at = 0;
    rsp_status status = at && !b->way->hold ? flush(b, RSP_BENCH_PHASE_TOGGLE) : RSP_OK;
    if (status == RSP_OK && at)
        status = switch_site(b, at, false);
    if (status == RSP_OK && at)
        status = flush(b, RSP_BENCH_PHASE_STEP_OVER);
    if (status == RSP_OK && (at || phase == RSP_BENCH_PHASE_STEP))
        status = resume(b, phase, RSP_MOVE_STEP, "the next instruction");
    return status == RSP_OK && at ? switch_site(b, at, true) : status;
}

/* Continues to a breakpoint at the address, off the present one first. `symbol` is for messages. */
static rsp_status run_to(bench *b, const char *symbol, uint64_t address) {
    uint64_t pc = 0;
    bool stepped = b->at != 0;
    rsp_status status = run_step_off(b, RSP_BENCH_PHASE_STEP_OVER);
    if (status == RSP_OK)
        status = switch_site(b, address, true);
    if (status == RSP_OK)
        status = flush(b, stepped ? RSP_BENCH_PHASE_STEP_OVER : RSP_BENCH_PHASE_TOGGLE);
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

static rsp_status continue_to(bench *b, const rsp_workload_step *step) {
    uint64_t address;
    rsp_status status = place_find(b, step->symbol, &address);
    return status == RSP_OK ? run_to(b, step->symbol, address) : status;
}

static rsp_status single_steps(bench *b, const rsp_workload_step *step) {
    uint64_t num = rsp_workload_number(step->count, b->options->sweep);
    rsp_status status = RSP_OK;
    for (uint64_t i = 0; i < num && status == RSP_OK; i++)
        status = run_step_off(b, RSP_BENCH_PHASE_STEP);
    return status;
}

/* --- looking -------------------------------------------------------------------------------------------- */

static rsp_status add_read(bench *b, size_t num, uint64_t addr, uint64_t size) {
    if (num == b->cap_reads) {
        size_t cap = b->cap_reads ? b->cap_reads * 2 : 64;
        rsp_read *grown = rsp_mem_realloc(b->options->mem, b->reads, cap * sizeof *grown);
        if (!grown)
            return RSP_NO_MEMORY;
        b->reads = grown;
        b->cap_reads = cap;
    }
    b->reads[num] = (rsp_read){.addr = addr, .len = (size_t)size, .out = b->scratch};
    return RSP_OK;
}

static rsp_status read_memory(bench *b, const rsp_workload_step *step) {
    size_t num = 0;
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < step->num_ranges && status == RSP_OK; i++) {
        const rsp_workload_range *r = &step->ranges[i];
        uint64_t count = rsp_workload_number(r->count, b->options->sweep);
        uint64_t address = 0;
        status = place_find(b, r->symbol, &address);
        for (uint64_t n = 0; n < count && status == RSP_OK; n++)
            status = add_read(b, num++, address + r->offset + n * r->stride, r->size);
    }
    if (status != RSP_OK)
        return status;
    account_begin(b, RSP_BENCH_PHASE_READ);
    status = rsp_read_memory_vectorized(b->client, 0, b->reads, num);
    account_end(b);
    if (status != RSP_OK)
        return bench_client_failed(b, status, "reading memory");
    for (size_t i = 0; i < num; i++) {
        if (b->reads[i].status != RSP_OK)
            return bench_fail(b, "%zu bytes at 0x%llx could not be read: %s", b->reads[i].len,
                              (unsigned long long)b->reads[i].addr, rsp_status_text(b->reads[i].status));
    }
    return RSP_OK;
}

/* What a stub lacks is noted: the rest of the workload is still worth measuring. */
static rsp_status looked(bench *b, rsp_status status, const char *what) {
    if (status != RSP_UNSUPPORTED && status != RSP_REFUSED)
        return status == RSP_OK ? RSP_OK : bench_client_failed(b, status, what);
    bench_note(b, "%s: not supported, left out", what);
    return RSP_OK;
}

static rsp_status read_registers(bench *b, const rsp_workload_step *step) {
    (void)step;
    rsp_bytes hex;
    account_begin(b, RSP_BENCH_PHASE_REGISTERS);
    rsp_status status = rsp_client_read_registers(b->client, (rsp_ptid){0}, &hex);
    account_end(b);
    return looked(b, status, "reading registers (g)");
}

static rsp_status list_threads(bench *b, const rsp_workload_step *step) {
    (void)step;
    size_t num;
    account_begin(b, RSP_BENCH_PHASE_THREADS);
    rsp_status status = rsp_client_threads(b->client, b->threads, RSP_LIMIT_THREAD_LIST, &num);
    account_end(b);
    return looked(b, status, "listing threads (qfThreadInfo)");
}

static rsp_status read_object(bench *b, const rsp_workload_step *step) {
    char what[120];
    rsp_buf out = {.mem = b->options->mem};
    account_begin(b, RSP_BENCH_PHASE_DESCRIBE);
    rsp_status status = place_object(b, step->symbol, step->text, &out);
    account_end(b);
    rsp_buf_free(&out);
    (void)snprintf(what, sizeof what, "%s:%.40s:read:%.40s", rsp_packet_text(RSP_PACKET_QXFER), step->symbol,
                   step->text);
    return looked(b, status, what);
}

static rsp_status handshake(bench *b, const rsp_workload_step *step) {
    (void)step;
    account_begin(b, RSP_BENCH_PHASE_CONNECT);
    rsp_status status = rsp_client_connect(b->client);
    account_end(b);
    if (status != RSP_OK)
        return bench_client_failed(b, status, "connecting");
    return rsp_client_has_program(b->client) ? RSP_OK
                                             : bench_skip(b, "the stub has no program: nothing to debug");
}

rsp_status run_step(bench *b, const rsp_workload_step *step) {
    static rsp_status (*const actions[])(bench * b, const rsp_workload_step *step) = {
        [RSP_WORKLOAD_CONTINUE_TO] = continue_to,
        [RSP_WORKLOAD_CONTINUE_WHEN] = run_condition,
        [RSP_WORKLOAD_STEP] = single_steps,
        [RSP_WORKLOAD_READ] = read_memory,
        [RSP_WORKLOAD_DISABLE] = switch_sites,
        [RSP_WORKLOAD_ENABLE] = switch_sites,
        [RSP_WORKLOAD_APPLY] = apply,
        [RSP_WORKLOAD_REGISTERS] = read_registers,
        [RSP_WORKLOAD_THREADS] = list_threads,
        [RSP_WORKLOAD_OBJECT] = read_object,
        [RSP_WORKLOAD_HANDSHAKE] = handshake,
    };
    return actions[step->action](b, step);
}
