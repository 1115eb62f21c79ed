/* The kinds of most conversations are few, so each is allocated when its first answer comes.
 * An answer that does not fit is still among all.
 * See capture/packet_latencies.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/packet_latencies.h"

#include "core/mem.h"
#include <rsp/packet_ids.h>

void rsp_packet_latencies_free(rsp_packet_latencies *l) {
    rsp_quantiles_free(&l->owed);
    for (int i = 0; i < RSP_PACKET_END; i++) {
        if (!l->kinds[i])
            continue;
        rsp_quantiles_free(l->kinds[i]);
        rsp_mem_free(l->mem, l->kinds[i]);
        l->kinds[i] = NULL;
    }
}

rsp_quantiles *rsp_packet_latencies_of(rsp_packet_latencies *l, rsp_packet_id kind) {
    if (!l->kinds[kind]) {
        l->kinds[kind] = rsp_mem_calloc(l->mem, 1, sizeof **l->kinds);
        if (l->kinds[kind])
            l->kinds[kind]->mem = l->mem;
    }
    return l->kinds[kind];
}

static void add(rsp_quantiles *q, const uint64_t *latency_ns) {
    if (latency_ns)
        rsp_quantiles_add(q, *latency_ns);
    else
        rsp_quantiles_add_unknown(q);
}

rsp_status rsp_packet_latencies_add(rsp_packet_latencies *l, rsp_packet_id kind, bool owed,
                                    const uint64_t *latency_ns) {
    rsp_quantiles *of_kind = rsp_packet_latencies_of(l, kind);
    l->owed.mem = l->mem;
    if (of_kind)
        add(of_kind, latency_ns);
    if (owed)
        add(&l->owed, latency_ns);
    return of_kind ? RSP_OK : RSP_NO_MEMORY;
}

rsp_status rsp_packet_latencies_merge(rsp_packet_latencies *l, const rsp_packet_latencies *more) {
    rsp_status status = RSP_OK;
    l->owed.mem = l->mem;
    rsp_quantiles_merge(&l->owed, &more->owed);
    for (int i = 0; i < RSP_PACKET_END; i++) {
        rsp_quantiles *kind = more->kinds[i] ? rsp_packet_latencies_of(l, (rsp_packet_id)i) : NULL;
        if (kind)
            rsp_quantiles_merge(kind, more->kinds[i]);
        else if (more->kinds[i])
            status = RSP_NO_MEMORY;
    }
    return status;
}
