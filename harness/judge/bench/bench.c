/* A run from opening the stub to its end: setup, operations with their account, summary.
 * Latency of an operation is what the account says, so symbols looked up in between do not count.
 * See ways.h. */
/* SPDX-License-Identifier: MIT */
#include "account.h"
#include "connection.h"
#include "fit.h"
#include "loaded.h"
#include "motion.h"
#include "outcome.h"
#include "step.h"

#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"
#include "trace/exchange.h"
#include <rsp/transcript.h>

enum { TRANSCRIPT_BYTES = 4 * 1024 * 1024, TRANSCRIPT_ENTRIES = 8192 };

/* The first read or write tries forms out; that belongs to connecting. */
static rsp_status settle_dialects(bench *b) {
    for (size_t i = 0; i < b->workload->steps.num; i++) {
        const rsp_workload_step *s = &b->workload->steps.items[i];
        const bool tries = s->action == RSP_WORKLOAD_READ || s->action == RSP_WORKLOAD_WRITE;
        rsp_status status = tries ? bench_step(b, s) : RSP_OK;
        if (status != RSP_OK || tries)
            return status == RSP_OK ? fit_form(b) : status;
    }
    return RSP_OK;
}

static rsp_status connect_client(bench *b) {
    rsp_status status = rsp_client_connect(b->client);
    if (status != RSP_OK)
        return bench_client_failed(b, status, "connecting");
    if (!rsp_client_has_program(b->client))
        return bench_skip(b, "the stub has no program: nothing to debug");
    status = loaded_enter(b);
    return status == RSP_OK ? fit_way(b) : status;
}

/* --- operations ----------------------------------------------------------------------------------------- */

static rsp_status run_steps(bench *b, rsp_workload_steps steps) {
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < steps.num && status == RSP_OK; i++)
        status = bench_step(b, &steps.items[i]);
    return status;
}

static bool shakes_hands(const rsp_workload *w) {
    return w->steps.num > 0 && w->steps.items[0].action == RSP_WORKLOAD_HANDSHAKE;
}

static rsp_status begin(bench *b) {
    rsp_status status = loaded_fits(b);
    if (status == RSP_OK)
        status = connection_open(b);
    if (status == RSP_OK && !shakes_hands(b->workload))
        status = connect_client(b);
    if (status == RSP_OK && !b->workload->fresh)
        status = settle_dialects(b);
    if (status == RSP_OK)
        status = run_steps(b, b->workload->setup);
    return status;
}

/* Latency is what the account says: looking symbols up in between is our own affair. */
static rsp_status operate(bench *b) {
    uint64_t before_ns = b->out->total.ns;
    b->measuring = true;
    rsp_status status = run_steps(b, b->workload->steps);
    if (status == RSP_OK)
        status = motion_settle(b);
    b->measuring = false;
    if (status == RSP_OK && shakes_hands(b->workload))
        status = fit_way(b);
    if (status == RSP_OK)
        status = fit_form(b);
    if (status == RSP_OK) {
        b->out->num_operations++;
        status = rsp_latencies_add(&b->latencies, b->out->total.ns - before_ns);
    }
    return status;
}

static rsp_status run_all(bench *b) {
    uint64_t repeat =
        b->options->repeat ? b->options->repeat : rsp_workload_number(b->workload->repeat, b->options->sweep);
    rsp_status status = b->workload->fresh ? RSP_OK : begin(b);
    for (uint64_t i = 0; i < repeat && status == RSP_OK; i++) {
        if (b->workload->fresh)
            status = begin(b);
        if (status == RSP_OK)
            status = operate(b);
        if (b->workload->fresh)
            connection_close(b);
    }
    connection_close(b);
    return status;
}

static rsp_status summarise(bench *b) {
    uint64_t pace_ns = b->options->pace_ns ? b->options->pace_ns : b->workload->pace_ns;
    rsp_status status = rsp_latencies_summarise(&b->out->latency, &b->latencies, pace_ns);
    if (status == RSP_LIMIT)
        return bench_fail(b,
                          "a pace of %llu ns is too fast for operations of up to %llu ns to be corrected by",
                          (unsigned long long)b->out->latency.interval_ns,
                          (unsigned long long)b->out->latency.measured.max_ns);
    return status;
}

static void free_all(bench *b) {
    const rsp_mem *mem = b->options->mem;
    rsp_transcript_free(b->transcript);
    rsp_exchanges_free(&b->exchanges);
    rsp_latencies_free(&b->latencies);
    rsp_mem_free(mem, b->reads);
    rsp_mem_free(mem, b->scratch);
    rsp_mem_free(mem, b->threads);
    rsp_arena_free(&b->arena);
}

rsp_status rsp_bench_run(rsp_bench_result *out, const rsp_stub_provider *provider,
                         const rsp_bench_options *options, rsp_error *error) {
    const rsp_transcript_options keep = {
        .max_bytes = TRANSCRIPT_BYTES, .max_entries = TRANSCRIPT_ENTRIES, .mem = options->mem};
    bench b = {
        .provider = provider,
        .options = options,
        .workload = options->workload,
        .way = way_get(options->way),
        .out = out,
        .error = error,
        .arena = {.mem = options->mem},
        .latencies = {.mem = options->mem},
        .transcript = rsp_transcript_new(&keep),
        .scratch = rsp_mem_alloc(options->mem, RSP_LIMIT_WORK_RANGE_BYTES),
        .threads = rsp_mem_calloc(options->mem, RSP_LIMIT_THREAD_LIST, sizeof(rsp_ptid)),
    };
    *out = (rsp_bench_result){0};
    b.exchanges.mem = options->mem;
    rsp_status status = RSP_NO_MEMORY;
    if (b.transcript && b.scratch && b.threads && rsp_transcript_observe(b.transcript, account_observe, &b))
        status = run_all(&b);
    if (status == RSP_OK)
        status = b.exchanges.status == RSP_OK ? summarise(&b) : b.exchanges.status;
    free_all(&b);
    if (out->outcome != RSP_BENCH_DONE)
        return RSP_OK;
    if (status == RSP_OK || (error && error->msg[0]))
        return status;
    return rsp_fail(error, status, "%s", rsp_status_text(status));
}
