/* Long replies are cut: lies of that length are
 * made, not found. An unknown packet's name is what
 * stands before its first separator. See sample.h. */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/sample.h"

#include <rsp/packets.h>

enum { MOST_REPLY = 64 * 1024 };

void rsp_samples_free(rsp_samples *samples) {
    if (!samples)
        return;
    rsp_arena_free(&samples->arena);
    *samples = (rsp_samples){0};
}

void rsp_samples_add(rsp_samples *s, const char *packet, rsp_bytes reply, uint64_t nth) {
    size_t same = 0;
    reply = rsp_bytes_sub(reply, 0, MOST_REPLY);
    for (size_t i = 0; i < s->num; i++) {
        if (strcmp(s->items[i].packet, packet) != 0)
            continue;
        same++;
        if (rsp_bytes_equal(s->items[i].reply, reply))
            return;
    }
    if (s->num == RSP_SAMPLES_MOST || same == RSP_SAMPLES_OF_ONE)
        return;
    s->items[s->num] = (rsp_sample){
        .packet = rsp_arena_str(&s->arena, packet), .reply = rsp_arena_bytes(&s->arena, reply), .nth = nth};
    s->num += s->arena.status == RSP_OK;
}

/* Names go into texts and names of folders: what does not print is left out of those of unknown packets. */
void rsp_sample_name(char *out, size_t room, rsp_bytes request) {
    const rsp_packet_row *row = rsp_packet_lookup(request, NULL);
    const rsp_bytes name = row ? row->name : request;
    size_t len = 0;
    for (size_t i = 0; i < name.len && len + 1 < room; i++) {
        const uint8_t c = name.ptr[i];
        if (!row && (c <= ' ' || c > '~' || strchr(":;,", c)))
            break;
        out[len++] = (char)c;
    }
    out[len] = '\0';
}
