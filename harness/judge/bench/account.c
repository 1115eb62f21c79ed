/* Counts are those of the exchanges, times those of the session's clock.
 * Only operations are added up; the same steps in the setup are not.
 * See account.h. */
/* SPDX-License-Identifier: MIT */
#include "account.h"

#include "trace/exchange.h"
#include <rsp/session.h>

void account_observe(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    rsp_pairing pairing;
    bench *b = ctx;
    rsp_status status = rsp_exchanges_feed(&b->exchanges, transcript, entry, &pairing);
    if (status != RSP_OK && b->exchanges.status == RSP_OK)
        b->exchanges.status = status;
}

void account_begin(bench *b, rsp_bench_phase phase) {
    b->phase = phase;
    b->before = b->exchanges.metrics;
    b->before_ns = rsp_session_now(b->session);
}

static void add_cost(rsp_bench_cost *sum, const rsp_metrics *before, const rsp_metrics *after, uint64_t ns) {
    sum->round_trips += after->round_trips - before->round_trips;
    sum->packets_out += after->packets_to_stub - before->packets_to_stub;
    sum->packets_in += after->packets_from_stub - before->packets_from_stub;
    sum->bytes_out += after->bytes_to_stub - before->bytes_to_stub;
    sum->bytes_in += after->bytes_from_stub - before->bytes_from_stub;
    sum->ns += ns;
}

void account_end(bench *b) {
    if (!b->measuring)
        return;
    uint64_t ns = rsp_session_now(b->session) - b->before_ns;
    add_cost(&b->out->phases[b->phase], &b->before, &b->exchanges.metrics, ns);
    add_cost(&b->out->total, &b->before, &b->exchanges.metrics, ns);
}

void account_memory(bench *b, uint64_t bytes) {
    if (b->measuring)
        b->out->memory_bytes += bytes;
}
