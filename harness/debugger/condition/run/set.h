/* The set of conditional breakpoints, and one of them.
 * Nothing is decided here; the other files of this room say what to do with a breakpoint.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_SET_H
#define RSP_CONDITION_SET_H

#include "condition/conditional.h"
#include "core/arena.h"
#include "core/limits.h"
#include "machine.h"
#include "pause.h"
#include "planted.h"

/* One conditional breakpoint; the set owns it. */
struct rsp_conditional {
    rsp_conditional *next;
    rsp_arena arena;
    const rsp_condition *condition;
    rsp_site site; /* the place, and the breakpoint there unless the way is the inferior's */
    rsp_way way;
    const char *reason[RSP_WAY_COUNT];
    rsp_conditional_counts counts;
    planted planted; /* the inferior's way */
    planted copy;    /* the host's and the stub's: the instruction, to be executed elsewhere */
    bool copy_refused;
    uint64_t function; /* around the site, if its bytes are not 0 */
    uint64_t function_bytes;
    uint64_t apart; /* what of the function stands elsewhere */
    uint64_t apart_bytes;
    bool filtered;    /* stub or inferior decide a part of the condition only: filter.h */
    bool by_cost;     /* goes into the inferior once that pays */
    uint64_t stub_ns; /* that the program ran with the condition in the stub */
};

/* All of a client's. */
struct rsp_conditionals {
    rsp_client *client;
    rsp_conditionals_options options;
    rsp_error error;
    rsp_conditional *first;
    condition_machine machine;
    code_memory memory;
    condition_pause pause;
    rsp_step_over step_over;
    bool rtt_known;
    uint64_t rtt_ns; /* the shortest exchange so far */

    /* the run under way */
    rsp_move resume;
    uint64_t timeout_ns; /* as the caller gave it; 0: each wait has the client's own */
    uint64_t until_ns;   /* the end of the run that the caller waits for */
    uint64_t false_hits;
    bool travels; /* see rsp_conditionals_travels */
};

/* Keeps the client's error (or its status, if it has no message for it) after `what`, and returns the status.
 */
rsp_status set_fail(rsp_conditionals *set, rsp_status status, const char *what);

/* The code beside the program that a thread at the breakpoint can be in: planted, or a copy. */
static inline const rsp_trampoline *set_map(const rsp_conditional *b) {
    return b->way == RSP_WAY_INFERIOR ? &b->planted.map : &b->copy.map;
}

/* The pc of a stopped thread. */
rsp_status set_read_pc(rsp_conditionals *set, rsp_ptid thread, uint64_t *out);

#endif
