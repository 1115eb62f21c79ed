/* The stops of live threads, found by thread id.
 * One noun: whoever makes, tells or forgets a stop finds it here.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_STOP_TABLE_H
#define STUB_STOP_TABLE_H

#include "stop.h"

/* NULL for a thread without a stop. */
stub_stop *stub_stop_find(const rsp_stub *s, rsp_ptid thread);

/* Finds or makes the record of a live thread, empties it and takes it out of the queue. NULL without memory,
 * which ends the connection. */
stub_stop *stub_stop_set(rsp_stub *s, rsp_ptid thread);

/* A record that the client does not know, of one of the ends. NULL as above. */
stub_stop *stub_stop_make_end(rsp_stub *s, rsp_ptid thread, int kind);

/* Takes the facts of the event over. */
void stub_stop_fill(stub_stop *stop, const rsp_target_event *event, const rsp_mem *mem);
/* Frees a record that stands in no table and no queue. */
void stub_stop_release(rsp_stub *s, stub_stop *stop);

/* Forgets what is known of one thread. */
void stub_stop_forget(rsp_stub *s, rsp_ptid thread);
/* The same for all threads of a process but `keep_tid` (0: none). */
void stub_stop_forget_process(rsp_stub *s, int64_t pid, int64_t keep_tid);
/* The same for all live threads: they go on all together. */
void stub_stop_forget_live(rsp_stub *s);
/* Frees all records, as the stub ends. */
void stub_stop_free_all(rsp_stub *s);

/* True while the thread counts as running for the client (non-stop: also until its stop is
 * acknowledged). Register requests on it are errors. */
bool stub_thread_runs(const rsp_stub *s, rsp_ptid thread);

#endif
