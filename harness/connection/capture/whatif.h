/* What batched packets would have saved in a recorded session, as a range that can be defended.
 * Most: all reads of one stop travel together. Least: a read waits for the replies that its address was in.
 * An observer of a transcript; results add up. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_WHATIF_H
#define RSP_WHATIF_H

#include "capture/hidden_stop.h"
#include "trace/exchange.h"

RSP_BEGIN_DECLS

/* Packets that were sent one by one, and the fewest and most that would do the same in batches. */
typedef struct rsp_saving {
    uint64_t packets; /* as recorded */
    uint64_t entries; /* ranges or breakpoint requests in them */
    uint64_t best;    /* packets with everything batched that the stop holds */
    uint64_t worst;   /* packets with only that batched which no earlier reply had to tell */
} rsp_saving;

/* All-zero is valid. */
typedef struct rsp_whatif {
    uint64_t
        packet_size;    /* bytes in a packet either way; 0: what the stub announced, else 4,096. Set before */
    const rsp_mem *mem; /* NULL is malloc; set before the first entry */
    rsp_saving reads;   /* m and x as MultiMemRead */
    rsp_saving points;  /* Z and z as MultiBreakpoint */
    uint64_t stops;
    rsp_hidden_saving hidden; /* stops that a condition in the stub would save; complete after a merge */
    rsp_status status;        /* RSP_NO_MEMORY, RSP_LIMIT: bounds are not to be trusted */

    /* private */
    rsp_exchanges exchanges;
    rsp_buf replies;              /* bytes that the reads of the batch under way returned */
    uint64_t read_batch_bytes[2]; /* best, worst: request and reply bytes in the batch under way */
    uint64_t read_reply_bytes[2];
    uint64_t point_bytes[2];
    bool reading[2]; /* a batch is under way: best, worst */
    bool pointing[2];
    rsp_hidden_stops watch;
} rsp_whatif;

/* Frees what is under way; figures are 0 then. NULL is fine. */
void rsp_whatif_free(rsp_whatif *w);

/* Has the shape of rsp_transcript_observer. */
void rsp_whatif_observe(void *whatif, const rsp_transcript *transcript, const rsp_entry *entry);

/* Adds up; `more` is complete then. */
void rsp_whatif_merge(rsp_whatif *sum, const rsp_whatif *more);

/* Round trips saved at least. */
static inline uint64_t rsp_saving_least(const rsp_saving *s) {
    return s->packets - s->worst;
}

/* Round trips saved at most. */
static inline uint64_t rsp_saving_most(const rsp_saving *s) {
    return s->packets - s->best;
}

/* What the figures assume, a sentence per line. */
const char *rsp_whatif_assumptions(void);

RSP_END_DECLS

#endif
