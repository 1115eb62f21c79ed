/* The queue of stops that the client will be told of; after `?` in non-stop it has been told of some before.
 * In all-stop it waits for the next resume, in non-stop for vStopped.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_STOP_QUEUE_H
#define STUB_STOP_QUEUE_H

#include "stop.h"

/* Appends a stop that is not in the queue. */
void stub_queue_push(rsp_stub *s, stub_stop *stop);
/* Takes it out of the queue, if it is there; what the client knows of it stays. It may stand anywhere in the
 * queue: threads are resumed and processes are killed while their stops wait. */
void stub_queue_remove(rsp_stub *s, stub_stop *stop);
/* The client knows the stop now. It leaves the queue. */
void stub_queue_told(rsp_stub *s, stub_stop *stop);
/* Drops everything in the queue; ends are released. */
void stub_queue_clear(rsp_stub *s);
/* Drops the queued ends of threads of a process that was killed or detached. */
void stub_queue_drop_process(rsp_stub *s, int64_t pid);

#endif
