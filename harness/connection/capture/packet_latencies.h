/* How long answers took, in all and by kind of packet: for one capture and for a comparison of two.
 * A kind that never came costs no memory, for a capture may have 100,000 conversations.
 * See capture/cost/packet_latencies.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PACKET_LATENCIES_H
#define RSP_PACKET_LATENCIES_H

#include "core/quantile.h"
#include <rsp/packets.h>

RSP_BEGIN_DECLS

/* All-zero is valid and empty. Latencies in nanoseconds. */
typedef struct rsp_packet_latencies {
    const rsp_mem *mem;                    /* NULL is malloc; set before the first latency */
    rsp_quantiles owed;                    /* of answers that the stub owes: resumes left out */
    rsp_quantiles *kinds[RSP_PACKET_MOST]; /* by packet; NULL: none of this kind. Resumes included */
} rsp_packet_latencies;

/* Frees what it holds; it is empty then, with the same `mem`. */
void rsp_packet_latencies_free(rsp_packet_latencies *l);

/* Those of a kind, made if there are none. NULL without memory. */
rsp_quantiles *rsp_packet_latencies_of(rsp_packet_latencies *l, rsp_packet_id kind);

/* Adds an answer. `owed`: the stub owed it. `latency_ns` NULL: it is not known, and counts. RSP_NO_MEMORY: it
 * is missing in its kind. */
rsp_status rsp_packet_latencies_add(rsp_packet_latencies *l, rsp_packet_id kind, bool owed,
                                    const uint64_t *latency_ns);

/* Adds all that others have. RSP_NO_MEMORY: kinds are missing. */
rsp_status rsp_packet_latencies_merge(rsp_packet_latencies *l, const rsp_packet_latencies *more);

RSP_END_DECLS

#endif
