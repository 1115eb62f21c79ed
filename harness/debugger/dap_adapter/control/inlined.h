/* Calls in line: where a thread stands at the first instruction of an inlined function, it has not entered it
 * yet, and its frame is that of the caller. A step in enters without a move, and a step over passes by.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_INLINED_H
#define RSP_DAP_ADAPTER_INLINED_H

#include "control/step.h"
#include "dwarf/debug_function.h"
#include "dwarf/debug_line.h"

struct breakpoint;

enum { INLINED_MAX = 32 };

/* The functions at an address, innermost first, and how many of them begin there in line. */
typedef struct inlined_place {
    rsp_debug_function functions[INLINED_MAX];
    size_t num;
    size_t ahead;
} inlined_place;

void inlined_look(const rsp_debuggee *d, uint64_t pc, inlined_place *out);

/* How many of them a breakpoint there does not enter: it means the line of the call, or the function that is
 * called. `out_inner` gets the scopes at the address that are not those of its place. */
size_t inlined_before(const struct breakpoint *b, const rsp_debuggee *d, uint64_t pc, uint32_t *out_inner);

/* --- steps --- */

/* The frame in which the step begins; `ahead` functions begin where the thread stands. The line and the
 * stretch of the step are then those of the call. */
void inlined_begin(step_plan *plan, const step_place *place, size_t ahead);

/* Makes a step out of an inlined function a step to the code around it. False: it is in none. */
bool inlined_leave(step_plan *plan, const step_place *place);

/* The thread has left the stretch of the step. True: it has come to a call in line, or is in the midst of
 * one, or is to leave one: the step is complete, or has its next stretch. */
bool inlined_go_on(step_plan *plan, const step_place *place, bool *out_done);

/* Cuts the stretch of the step to the inlined function that the thread stands in. */
void inlined_clip(step_plan *plan, const step_place *place);

/* The step ends here: what its end shows as not entered. */
size_t inlined_end(const step_plan *plan, const step_place *place);

#endif
