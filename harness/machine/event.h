/* Events of the machine, and threads that they hold.
 * A few wait in a list until the embedder takes them.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_EVENT_H
#define RSP_MACHINE_EVENT_H

#include "kernel.h"

rsp_machine_event *event_add(rsp_thread *t, rsp_machine_event_kind kind);  /* holds nobody */
rsp_machine_event *event_stop(rsp_thread *t, rsp_machine_event_kind kind); /* holds t */
bool event_take(rsp_machine *m, rsp_machine_event *out);
void event_drop(rsp_machine *m, uint32_t pid);
void thread_set_held(rsp_thread *t, bool held);
void thread_stop(rsp_thread *t); /* by the debugger: for one that runs this is its job stop, too */

#endif
