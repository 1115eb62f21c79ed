/* Breakpoints at places of the source, with conditions in its words.
 * A place can be several addresses, each of which gets a breakpoint and a translation of its own.
 * How a condition is decided is condition/conditional.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUGGEE_BREAK_H
#define RSP_DEBUGGEE_BREAK_H

#include "core/arena.h"
#include "debuggee/debuggee.h"
#include "dwarf/debug_place.h"
#include "dwarf/source_condition.h"

RSP_BEGIN_DECLS

/* What to set. */
typedef struct rsp_debuggee_request {
    const char *place;   /* "file.c:42", "function", "*0x401136" */
    rsp_bytes condition; /* in the words of the source; empty: always */
    rsp_way way;
    bool only; /* that way or none */
    uint64_t expected_hits;
    int64_t thread; /* only the thread with this id; 0: any */
} rsp_debuggee_request;

/* A breakpoint at one address. */
typedef struct rsp_debuggee_site {
    rsp_conditional *breakpoint;
    rsp_debug_place place; /* address of the file */
    rsp_source_condition condition;
} rsp_debuggee_site;

/* What was set, and what was not. */
typedef struct rsp_debuggee_sites {
    rsp_debuggee_site *items; /* in the arena */
    size_t num;
    size_t
        num_left_out; /* addresses at which the condition has no meaning: a variable is optimized out there */
    rsp_error left_out; /* why, of the last of them */
} rsp_debuggee_sites;

/* Sets the breakpoints; sends nothing that rsp_conditional_breakpoint does not send. Errors: those of
 * rsp_debug_place_find; of rsp_source_condition_compile if the condition has no meaning at any address, with
 * the offset in its text and `where` "condition"; of rsp_conditional_breakpoint. After a failure those that
 * were set are still there. */
rsp_status rsp_debuggee_break(rsp_debuggee *debuggee, rsp_debuggee_sites *out, rsp_arena *arena,
                              const rsp_debuggee_request *request, rsp_error *error) RSP_MUST_USE;

/* Puts into the request what is known of the function around its address. */
void rsp_debuggee_surround(const rsp_debuggee *debuggee, rsp_conditional_request *request);

/* The site that a stop belongs to; NULL for none. */
const rsp_debuggee_site *rsp_debuggee_site_of(const rsp_debuggee_sites *sites,
                                              const rsp_conditional *breakpoint);

RSP_END_DECLS

#endif
