/* The stops of live threads, found by thread id.
 * Records of ends come from here, too, but stand in no table.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_STOP_TABLE_H
#define STUB_STOP_TABLE_H

#include "stop.h"

/* NULL for a thread without a stop. */
stub_stop *stub_stop_find(const rsp_stub *s, rsp_ptid thread);

/* Finds or makes the record of a live thread, empties it and takes it out of the queue. NULL without memory.
 */
stub_stop *stub_stop_set(rsp_stub *s, rsp_ptid thread);

/* A record that the client does not know, of one of the ends. NULL without memory. */
stub_stop *stub_stop_make_end(rsp_stub *s, rsp_ptid thread, int kind);

/* Takes the facts of the event over. */
void stub_stop_fill(stub_stop *stop, const rsp_target_event *event, const rsp_mem *mem);
/* Frees a record that stands in no table and no queue. */
void stub_stop_release(rsp_stub *s, stub_stop *stop);

/* Forgets what is known of one thread. */
void stub_stop_forget(rsp_stub *s, rsp_ptid thread);
/* The same for all threads of a process but `keep_tid` (0: none). */
void stub_stop_forget_process(rsp_stub *s, int64_t pid, int64_t keep_tid);
/* Frees all records, as the stub ends. */
void stub_stop_free_all(rsp_stub *s);

#endif
