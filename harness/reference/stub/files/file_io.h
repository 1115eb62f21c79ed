/* A call of the program that the debugger's host carries out (F packets), and whether one is under way.
 * In all-stop only: in non-stop mode the program is told that there are no such calls.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FILE_IO_H
#define STUB_FILE_IO_H

#include "run_state.h"
#include "state.h"

/* Sends the request and waits for its answer; false when the call has failed at once. */
bool stub_call_begin(rsp_stub *s, const rsp_target_event *event);

/* What the debugger may ask while its answer is awaited: memory, whose memory (GDB sends Hg before it reads),
 * and the answer. All else waits. */
bool stub_call_takes(const rsp_stub *s, rsp_bytes request);

/* An interrupt while a call is under way: the program stops when it ends. */
static inline void stub_call_interrupt(rsp_stub *s) {
    s->run->call_interrupted = true;
}

#endif
