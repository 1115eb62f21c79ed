/* The deframer: any split of a stream gives the same events, and every byte belongs to exactly one.
 * The first byte chooses the direction and a limit on payloads; the rest is the stream.
 * See rsp/frame.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/frame.h>

/* A good frame is built from its payload again; only the case of the checksum's digits was free. */
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

static uint64_t digest_event(uint64_t digest, const rsp_event *event, uint64_t *offset) {
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

static uint64_t run(rsp_deframer *d, rsp_bytes in, bool split) {
    uint64_t digest = FUZZ_DIGEST;
    uint64_t offset = 0;
    uint64_t pieces = in.len;
    size_t total = in.len;
    rsp_event event;
    rsp_deframer_reset(d);
    while (in.len > 0) {
        rsp_bytes piece = fuzz_take(&in, split ? fuzz_piece(&pieces, in.len) : in.len);
        while (piece.len > 0) {
            size_t used = rsp_deframe(d, piece, &event);
            FUZZ_MUST(used > 0 && used <= piece.len);
            piece = rsp_bytes_from(piece, used);
            if (event.kind != RSP_EVENT_NONE)
                digest = digest_event(digest, &event, &offset);
        }
    }
    FUZZ_MUST(offset + rsp_deframer_pending(d) == total);
    if (rsp_deframe_flush(d, &event))
        digest = digest_event(digest, &event, &offset);
    FUZZ_MUST(offset == total);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    static rsp_deframer d;
    d.options.direction = choice & 1 ? RSP_TO_CLIENT : RSP_TO_STUB;
    d.options.max_payload = choice >> 1;
    FUZZ_MUST(run(&d, in, false) == run(&d, in, true));
    return 0;
}
