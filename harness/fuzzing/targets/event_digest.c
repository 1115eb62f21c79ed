/* The digest covers every field of an event, its bytes as sent and as decoded.
 * A good frame is built from its payload again and compared; only the case of the checksum digits may differ.
 * See event_digest.h. */
/* SPDX-License-Identifier: MIT */
#include "event_digest.h"

static void frame_again(const rsp_event *event) {
    static rsp_buf out;
    rsp_buf_clear(&out);
    if (event->kind == RSP_EVENT_NOTIFICATION)
        rsp_frame_notification(&out, event->payload);
    else
        rsp_frame_packet(&out, event->payload);
    FUZZ_MUST(out.len == event->raw.len && rsp_bytes_equal(rsp_bytes_sub(rsp_buf_bytes(&out), 0, out.len - 2),
                                                           rsp_bytes_sub(event->raw, 0, out.len - 2)));
}

uint64_t event_digest(uint64_t digest, const rsp_event *event, uint64_t *offset) {
    FUZZ_MUST(event->offset == *offset && event->wire_len >= event->raw.len && event->wire_len > 0);
    FUZZ_MUST(!event->checksum_ok || event->checksum_received == event->checksum_computed);
    FUZZ_MUST(*rsp_event_kind_name(event->kind) != '?');
    if (event->checksum_ok && event->kind != RSP_EVENT_OVERLONG)
        frame_again(event);
    *offset += event->wire_len;
    digest = fuzz_digest(digest, (uint64_t)event->kind << 32 | (uint64_t)event->checksum_received << 16 |
                                     (uint64_t)event->checksum_computed << 2 |
                                     (uint64_t)event->checksum_hex << 1 | event->checksum_ok);
    digest = fuzz_digest(digest, event->wire_len);
    return fuzz_digest_bytes(fuzz_digest_bytes(digest, event->raw), event->payload);
}
