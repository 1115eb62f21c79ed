/* What a stop is: a hit, the program's own, or one of a thread that is inside a trampoline.
 * A thread inside is seen as it stands in the program.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_LOOK_H
#define RSP_CONDITION_LOOK_H

#include "set.h"

/* What came of a stop. */
typedef struct verdict {
    rsp_conditional_stop *out;
    rsp_ptid thread;
    bool go_on;             /* a false condition: out->breakpoint is to be passed */
    bool late;              /* a hit of a breakpoint that is out, which the stub had kept: nothing to show */
    bool stepped;           /* a step of ours led here: no stub looks at a condition then */
    rsp_link_stats arrived; /* when it came */
} verdict;

/* Looks at the client's last stop, and decides the condition of the breakpoint it is at. */
rsp_status look(rsp_conditionals *set, verdict *v);

/* The stop is one of a thread, not the end of a process. */
bool look_is_of_thread(const rsp_stop_reply *stop);

#endif
