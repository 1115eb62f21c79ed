/* What a tracepoint records of a thread.
 * trace_hit.c says when.
 * Not public. Source: GDB manual, Tracepoint Actions. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_TRACE_COLLECT_H
#define STUB_TRACE_COLLECT_H

#include "trace.h"

/* A thread that stands at tracepoints; the registers are in the trace's scratch block. */
typedef struct stub_collection {
    rsp_stub *s;
    rsp_ptid thread;
    const rsp_register_set *set;
    stub_tracepoint *point; /* the one in turn; the caller sets it */
} stub_collection;

/* Reads the thread's registers. RSP_NO_MEMORY, or the target's status. */
rsp_status stub_collection_begin(stub_collection *c, rsp_stub *s, rsp_ptid thread) RSP_MUST_USE;

/* Whether the tracepoint's condition holds; no condition does. Statuses of stub_agent_eval. */
rsp_status stub_collection_condition(stub_collection *c, bool *out) RSP_MUST_USE;

/* Records one frame by the actions of this kind, 'A' or 'S'. Statuses of stub_agent_eval for an expression
 * that fails: the frame holds what was collected before. Whether it fitted, the buffer tells. */
rsp_status stub_collection_record(stub_collection *c, char kind) RSP_MUST_USE;

#endif
