/* One entry a reply, with the beginnings of both texts for people to read.
 * When the trail is full it is over.
 * See trail.h. */
/* SPDX-License-Identifier: MIT */
#include "play/trail.h"

void trail_clear(trail *t) {
    t->num = 0;
    t->over = false;
}

static uint8_t copy_start(uint8_t out[RSP_TRAIL_BYTES], rsp_bytes text) {
    size_t len = text.len < RSP_TRAIL_BYTES ? text.len : RSP_TRAIL_BYTES;
    if (len > 0)
        memcpy(out, text.ptr, len);
    return (uint8_t)len;
}

void trail_add(trail *t, rsp_packet_id packet, uint64_t kind, rsp_bytes request, rsp_bytes reply) {
    t->over = t->over || t->num == RSP_TRAIL_ENTRIES;
    if (t->over)
        return;
    rsp_trail_entry *e = &t->entries[t->num++];
    e->kind = kind;
    e->packet = packet;
    e->request_len = copy_start(e->request, request);
    e->reply_len = copy_start(e->reply, reply);
}
