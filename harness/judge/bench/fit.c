/* A batched packet whose support is unknown counts as supported: the first reply will tell.
 * Which steps batch anything depends on the workload.
 * See fit.h. */
/* SPDX-License-Identifier: MIT */
#include "fit.h"

#include "outcome.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/session.h>

static bool has(const bench *b, rsp_client_use use) {
    rsp_client_support support = rsp_client_supports(b->client, use);
    return support == RSP_SUPPORT_YES || support == RSP_SUPPORT_UNKNOWN;
}

static rsp_status check_batches(bench *b) {
    bool reads = way_reads_many(b->workload);
    bool breaks = b->workload->num_sites > 0;
    bool can_read = has(b, RSP_USE_MULTI_READ);
    bool can_break = has(b, RSP_USE_MULTI_BREAK_LLDB) || has(b, RSP_USE_MULTI_BREAK_RFC);
    const char *form = b->options->way == RSP_BENCH_RFC    ? rsp_packet_text(RSP_PACKET_MULTI_BREAKPOINT)
                       : b->options->way == RSP_BENCH_LLDB ? rsp_packet_text(RSP_PACKET_JMULTI_BREAKPOINT)
                                                           : "batched breakpoint packet";
    bool helps = (reads && can_read) || (breaks && can_break) || (breaks && b->way->hold);
    if (!helps)
        return bench_skip(b, "the stub does not announce %s%s%s: nothing to batch",
                          reads ? rsp_packet_text(RSP_PACKET_MULTI_MEM_READ) : "",
                          reads && breaks ? " or " : "", breaks ? form : "");
    if (reads && !can_read)
        bench_note(b, "no MultiMemRead: ranges are read one by one");
    if (breaks && !can_break)
        bench_note(b, "no %s: breakpoints are switched one by one", form);
    return RSP_OK;
}

rsp_status fit_form(bench *b) {
    rsp_client_dialect form = rsp_client_read_dialect(b->client);
    rsp_client_dialect wanted = b->way->dialect;
    if (wanted == RSP_DIALECT_AUTO || form == RSP_DIALECT_AUTO || form == wanted ||
        !way_reads_many(b->workload) || !has(b, RSP_USE_MULTI_READ))
        return RSP_OK;
    return bench_skip(b, "the stub speaks MultiMemRead in the other form (--batch %s)",
                      form == RSP_DIALECT_LLDB ? "lldb" : "rfc");
}

rsp_status fit_way(bench *b) {
    switch (b->options->way) {
    case RSP_BENCH_PIPELINED:
        return rsp_session_is_no_ack(b->session)
                   ? RSP_OK
                   : bench_skip(b, "no no-ack mode: with acknowledgments one request is under way at a time");
    case RSP_BENCH_RFC:
    case RSP_BENCH_LLDB:
    case RSP_BENCH_HELD:
        return check_batches(b);
    case RSP_BENCH_STUB:
        return has(b, RSP_USE_CONDITIONS)
                   ? RSP_OK
                   : bench_skip(b, "the stub does not announce ConditionalBreakpoints");
    case RSP_BENCH_RANGE:
        return rsp_client_vcont(b->client) & RSP_VCONT_RANGE
                   ? RSP_OK
                   : bench_skip(b, "the stub does not list r in its answer to vCont?");
    case RSP_BENCH_NONE:
    case RSP_BENCH_HEX:
    case RSP_BENCH_HOST:
    case RSP_BENCH_INFERIOR:
    case RSP_BENCH_BEST:
    case RSP_BENCH_WAY_COUNT:
        break;
    }
    return RSP_OK;
}
