/* A link that wraps a link and spoils it on purpose: late, slow, in pieces, merged, damaged, cut.
 * Works on real and on virtual links; all waits are on the inner link's clock.
 * The same seed and the same bytes give the same damage, however the bytes were cut. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SHAPE_H
#define RSP_SHAPE_H

#include <rsp/link.h>

RSP_BEGIN_DECLS

/* What is done to one direction; all-zero does nothing. Order: damage (drop, corrupt), cut, merge, split,
 * time. */
typedef struct rsp_shape_way {
    uint64_t delay_ns;          /* every piece arrives this much later */
    uint64_t jitter_ns;         /* plus 0..jitter more, drawn by seed; pieces never overtake each other */
    uint64_t rate_bytes_per_s;  /* 0 is unlimited */
    size_t split_bytes;         /* pieces of at most so many bytes, 1 is byte by byte; 0 leaves them */
    bool merge;                 /* out: hold until the client waits; in: gather what comes within merge_ns */
    uint64_t merge_ns;          /* in: how long the first byte is held back, 0 with merge is 1 ms */
    uint32_t corrupt_ppm;       /* each byte, with this chance in a million, is changed to another */
    uint32_t drop_ppm;          /* each byte, with this chance in a million, is left out */
    uint64_t close_after_bytes; /* the connection is cut when so many bytes have passed; 0 is never */
} rsp_shape_way;

/* What is done to both directions. All-zero does nothing. */
typedef struct rsp_shape {
    rsp_shape_way out; /* from us to the stub */
    rsp_shape_way in;  /* from the stub to us */
    uint64_t seed;     /* of jitter and damage */
} rsp_shape;

/* Half of `rtt_ns` each way and nothing else; the odd nanosecond goes to `in`. */
rsp_shape rsp_shape_rtt(uint64_t rtt_ns);

/* Takes `inner`, which is closed with it; on failure `inner` still belongs to the caller. RSP_NO_MEMORY.
 * What is held back for sending leaves while the caller receives or waits; rsp_link_close drops it. */
rsp_status rsp_link_open_shaped(rsp_link **out_link, rsp_link *inner, const rsp_shape *shape,
                                const rsp_mem *mem) RSP_MUST_USE;

RSP_END_DECLS

#endif
