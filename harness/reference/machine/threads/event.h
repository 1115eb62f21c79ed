/* Events of the machine, and threads that they hold.
 * One noun: whatever the embedder is told goes through this short list.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_EVENT_H
#define RSP_MACHINE_EVENT_H

#include "kernel.h"

/* Adds an event of the thread, which goes on. The members beside kind and ids are the caller's to set. */
rsp_machine_event *event_add(rsp_thread *t, rsp_machine_event_kind kind);
/* The same, and the thread is held. */
rsp_machine_event *event_stop(rsp_thread *t, rsp_machine_event_kind kind);
/* Reports a step that is done, when there is one. */
void step_finished(rsp_thread *t);
/* Takes the oldest event; false: there is none. */
bool event_take(rsp_machine *m, rsp_machine_event *out);
/* Takes the events of a process that is gone off the list. */
void event_drop(rsp_machine *m, uint32_t pid);
/* Holds the thread or lets it go, and tells the scheduler. */
void thread_set_held(rsp_thread *t, bool held);
/* The debugger holds the thread. For one that runs this is its job stop, too. */
void thread_stop(rsp_thread *t);

#endif
