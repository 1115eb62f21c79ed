/* A list of blocks, one per event, which hold the event's bytes, too.
 * Events are taken by kind, so not always from the front.
 * See event_queue.h. */
/* SPDX-License-Identifier: MIT */
#include "event_queue.h"

#include "core/limits.h"
#include "core/mem.h"

static rsp_bytes put(rsp_item *item, size_t *used, rsp_bytes bytes) {
    if (bytes.len)
        memcpy(item->data + *used, bytes.ptr, bytes.len);
    rsp_bytes kept = rsp_bytes_make(item->data + *used, bytes.len);
    *used += bytes.len;
    return kept;
}

/* "$...#cs" without lead and checksum. A packet without an end loses only its lead. */
static rsp_bytes wire_of(rsp_session_event_kind kind, rsp_bytes raw) {
    bool framed = raw.len && (raw.ptr[0] == '$' || raw.ptr[0] == '%') && kind != RSP_SESSION_JUNK;
    if (!framed)
        return raw;
    bool whole = kind != RSP_SESSION_BROKEN && kind != RSP_SESSION_OVERLONG;
    return rsp_bytes_sub(raw, 1, whole && raw.len >= 4 ? raw.len - 4 : raw.len - 1);
}

rsp_status rsp_event_queue_push(rsp_event_queue *q, const rsp_session_event *event, rsp_bytes raw,
                                rsp_bytes payload) {
    size_t size = sizeof(rsp_item) + raw.len + payload.len;
    if (q->num >= RSP_LIMIT_SESSION_EVENTS || q->num_bytes + size > (size_t)RSP_LIMIT_SESSION_EVENT_BYTES)
        return RSP_LIMIT;
    rsp_item *item = rsp_mem_alloc(q->mem, size);
    if (!item)
        return RSP_NO_MEMORY;
    size_t used = 0;
    *item = (rsp_item){.size = size, .event = *event};
    item->event.raw = put(item, &used, raw);
    item->event.wire = wire_of(event->kind, item->event.raw);
    item->event.payload = put(item, &used, payload);
    if (q->tail)
        q->tail->next = item;
    else
        q->head = item;
    q->tail = item;
    q->num++;
    q->num_bytes += size;
    return RSP_OK;
}

static void unlink_item(rsp_event_queue *q, rsp_item *before, const rsp_item *item) {
    if (before)
        before->next = item->next;
    else
        q->head = item->next;
    if (q->tail == item)
        q->tail = before;
    q->num--;
    q->num_bytes -= item->size;
}

bool rsp_event_queue_take(rsp_event_queue *q, rsp_session_event *out_event, uint32_t mask) {
    rsp_item *before = NULL;
    rsp_item *item = q->head;
    for (; item && !(mask & RSP_SESSION_BIT(item->event.kind)); item = item->next)
        before = item;
    if (!item)
        return false;
    unlink_item(q, before, item);
    rsp_mem_free(q->mem, q->taken);
    q->taken = item;
    *out_event = item->event;
    return true;
}

void rsp_event_queue_clear(rsp_event_queue *q) {
    while (q->head) {
        rsp_item *item = q->head;
        q->head = item->next;
        rsp_mem_free(q->mem, item);
    }
    q->tail = NULL;
    q->num = q->num_bytes = 0;
}

void rsp_event_queue_free(rsp_event_queue *q) {
    rsp_event_queue_clear(q);
    rsp_mem_free(q->mem, q->taken);
    q->taken = NULL;
}
