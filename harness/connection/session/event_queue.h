/* Events of a session that nobody has taken yet: a queue, bounded by number and bytes.
 * The event that was taken last stays valid until the next one is taken.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SESSION_EVENT_QUEUE_H
#define RSP_SESSION_EVENT_QUEUE_H

#include <rsp/session.h>

/* A queued event; its slices point into `data`. */
typedef struct rsp_item {
    struct rsp_item *next;
    rsp_session_event event;
    size_t size;
    uint8_t data[];
} rsp_item;

/* All-zero is empty, with malloc. */
typedef struct rsp_event_queue {
    const rsp_mem *mem;
    rsp_item *head;
    rsp_item *tail;
    rsp_item *taken; /* the caller holds its slices */
    size_t num;
    size_t num_bytes;
} rsp_event_queue;

/* Appends a copy; `event` has kind, time and unsolicited, its slices are made from `raw` and `payload`.
 * RSP_LIMIT when the queue is full, RSP_NO_MEMORY. */
rsp_status rsp_event_queue_push(rsp_event_queue *q, const rsp_session_event *event, rsp_bytes raw,
                                rsp_bytes payload);

/* The first event of a kind in the set (RSP_SESSION_BIT); false when there is none. */
bool rsp_event_queue_take(rsp_event_queue *q, rsp_session_event *out_event, uint32_t mask);

/* Drops all events but the taken one. */
void rsp_event_queue_clear(rsp_event_queue *q);

/* Drops all. */
void rsp_event_queue_free(rsp_event_queue *q);

#endif
