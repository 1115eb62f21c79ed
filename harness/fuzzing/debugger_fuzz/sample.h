/* Replies that stubs have given, by the packet
 * that they answer: what lies are made of. Each is
 * kept once, and of each packet only some. No I/O. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUGGER_SAMPLE_H
#define RSP_DEBUGGER_SAMPLE_H

#include "core/arena.h"
#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* The most packets, and the most replies to one of them. */
enum { RSP_SAMPLES_MOST = 512, RSP_SAMPLES_OF_ONE = 12 };

/* One of them. */
typedef struct rsp_sample {
    const char *packet; /* the name of the row; the whole first word of an unknown packet */
    rsp_bytes reply;    /* as transmitted, with runs undone */
    uint64_t nth;       /* the how many-th reply to such a packet it was, from 0 */
} rsp_sample;

/* All-zero is empty. */
typedef struct rsp_samples {
    rsp_arena arena;
    rsp_sample items[RSP_SAMPLES_MOST];
    size_t num;
} rsp_samples;

/* NULL is fine. */
void rsp_samples_free(rsp_samples *samples);
/* Keeps a copy, unless it is there or there is no room. */
void rsp_samples_add(rsp_samples *samples, const char *packet, rsp_bytes reply, uint64_t nth);
/* Writes the name under which a request is known: that of its row, else its first word, cut. */
void rsp_sample_name(char *out, size_t room, rsp_bytes request);

RSP_END_DECLS

#endif
