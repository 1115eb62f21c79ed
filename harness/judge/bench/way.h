/* What each way of working means: what the client must not use, how many requests it keeps in flight.
 * One row per way; names of ways and phases stand in ways.h.
 * See way.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_WAY_H
#define RSP_BENCH_WAY_H

#include "bench/ways.h"
#include <rsp/client.h>

/* What a way means for client and session. */
typedef struct way_row {
    uint32_t off;               /* RSP_USE_BIT set: what the client does not use */
    rsp_client_dialect dialect; /* AUTO where the batched packets are off */
    unsigned in_flight;         /* requests at a time */
    bool hold;                  /* changes of breakpoints wait for the next resume */
    bool conditions;            /* a way of conditional breakpoints */
    const char *setting[3];     /* options for a stub that takes them; NULL for none */
} way_row;

/* Whether a step reads more than one range at once. */
bool way_reads_many(const rsp_workload *w);

/* The row of a way that exists. */
const way_row *way_get(rsp_bench_way way);

#endif
