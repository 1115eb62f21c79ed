/* The deframer: any split of a stream gives the same events, and every byte belongs to exactly one.
 * First byte: the direction, and a limit on payloads. The rest is the stream.
 * See event_digest.h. */
/* SPDX-License-Identifier: MIT */
#include "event_digest.h"

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
                digest = event_digest(digest, &event, &offset);
        }
    }
    FUZZ_MUST(offset + rsp_deframer_pending(d) == total);
    if (rsp_deframe_flush(d, &event))
        digest = event_digest(digest, &event, &offset);
    FUZZ_MUST(offset == total);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_deframer d;
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    d.options.direction = choice & 1 ? RSP_TO_CLIENT : RSP_TO_STUB;
    d.options.max_payload = choice >> 1;
    FUZZ_MUST(run(&d, in, false) == run(&d, in, true));
    return 0;
}
