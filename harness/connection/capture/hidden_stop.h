/* Stops that the user never saw: the debugger stops, reads, steps over the breakpoint and continues.
 * It does so for a condition that it evaluates itself; with the condition in the stub nothing of it is sent.
 * A state machine over exchanges; counts add up. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_HIDDEN_STOP_H
#define RSP_HIDDEN_STOP_H

#include "trace/exchange.h"

RSP_BEGIN_DECLS

/* Bounds of what is watched. */
enum {
    RSP_HIDDEN_BREAKPOINTS = 64, /* addresses that are watched; the oldest is forgotten */
    RSP_HIDDEN_EFFORTS = 64, /* numbers of requests at a stop that are told apart; more count as the last */
};

/* Stops at one breakpoint that were stepped over, by how many requests were made before the step. */
typedef struct rsp_hidden_breakpoint {
    uint64_t addr;
    uint64_t most_requests; /* at any of its stops, also those that were not stepped over */
    uint64_t stops[RSP_HIDDEN_EFFORTS];
    uint64_t trips[RSP_HIDDEN_EFFORTS]; /* round trips of those, from the stop to the continue behind it */
} rsp_hidden_breakpoint;

/* What conditions in the stub would have saved; adds up. */
typedef struct rsp_hidden_saving {
    uint64_t breakpoints; /* with at least one such stop */
    uint64_t least_stops; /* with fewer requests than the longest stop there */
    uint64_t least_trips;
    uint64_t most_stops; /* all that were stepped over before the debugger read threads or libraries */
    uint64_t most_trips;
} rsp_hidden_saving;

/* All-zero is valid. */
typedef struct rsp_hidden_stops {
    rsp_hidden_breakpoint breakpoints[RSP_HIDDEN_BREAKPOINTS];
    size_t num_breakpoints; /* ever; the place of the next is the remainder */

    /* private */
    int state;
    size_t breakpoint; /* of the stop under way */
    uint64_t next;     /* where a breakpoint was put since; 0: none */
    uint64_t requests; /* since the stop, before the step */
    uint64_t trips;    /* since the stop */
} rsp_hidden_stops;

/* Takes the next exchange. */
void rsp_hidden_stops_take(rsp_hidden_stops *h, const rsp_exchange *exchange, rsp_bytes request,
                           rsp_bytes reply);

/* The figures so far. */
rsp_hidden_saving rsp_hidden_stops_saving(const rsp_hidden_stops *h);
/* Adds up. */
void rsp_hidden_saving_merge(rsp_hidden_saving *sum, const rsp_hidden_saving *more);

RSP_END_DECLS

#endif
