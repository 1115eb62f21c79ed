/* Run control: what becomes of the events of the target, and of processes that come and go.
 * Events become stop replies, notifications or nothing.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_RUN_CONTROL_H
#define STUB_RUN_CONTROL_H

#include "handler.h"
#include "run_state.h"

rsp_target_sink stub_on_event;
/* Holds every thread of every process that runs. */
void stub_hold_all(rsp_stub *s);
/* All-stop: sends this stop as the reply that is owed. An end is released with it. */
void stub_report(rsp_stub *s, stub_stop *stop);
/* A resume is answered by a stop that waits. An interrupt that came before waits for the next resume.
 * STUB_REPLY_LATER. */
stub_reply_kind stub_report_pending(rsp_stub *s, stub_stop *stop) RSP_MUST_USE;
/* Keeps how a process ended, for `?`; other stops are ignored. */
void stub_remember_end(rsp_stub *s, const stub_stop *stop);
/* 0x03 or vCtrlC: one thread stops with SIGINT. In all-stop with nothing running the next resume is stopped.
 */
void stub_interrupt(rsp_stub *s);
/* There is no client any more, and threads that run go on. */
void stub_leave_unattended(rsp_stub *s);
/* After a run of the target: no-resumed, announcements. */
void stub_after_run(rsp_stub *s);
/* Process came under control held: it becomes the selected one. `signal` for its `?`. */
void stub_process_started(rsp_stub *s, int64_t pid, int signal);
/* Process leaves control: forgets all about it. */
void stub_process_left(rsp_stub *s, int64_t pid);

#endif
