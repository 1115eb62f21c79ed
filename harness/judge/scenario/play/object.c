/* Objects of qXfer, window by window, until the part that says it is the last.
 * What is longer than RSP_LIMIT_XFER_BYTES has no end.
 * Source: GDB manual, General Query Packets (qXfer). */
/* SPDX-License-Identifier: MIT */
#include "play/object.h"

#include "play/failure.h"
#include "play/request.h"

#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

#define ALWAYS_START "qXfer answers from the start of the object at every offset"

enum {
    REPEATED_BYTES = 1024, /* of the beginning, again and again at later offsets, are no object */
    REPEATED_WINDOWS = 4,
};

/* Windows in a row that held what the first one holds. */
typedef struct repetition {
    size_t first; /* bytes of the first window */
    size_t bytes, windows;
} repetition;

/* Whether the stub looks at no offset: all that it gives is the beginning of the object. */
static bool only_repeats(repetition *r, rsp_bytes object, rsp_bytes window) {
    const bool again =
        r->first > 0 && window.len == r->first && rsp_bytes_equal(window, rsp_bytes_sub(object, 0, r->first));
    r->first = r->first > 0 ? r->first : window.len;
    r->bytes = again ? r->bytes + window.len : 0;
    r->windows = again ? r->windows + 1 : 0;
    return r->bytes >= REPEATED_BYTES && r->windows >= REPEATED_WINDOWS;
}

step_end xfer_read(play *p, const written *at, const char *object, rsp_bytes annex, uint64_t window,
                   rsp_buf *out) {
    size_t start = out->len;
    repetition repeated = {0};
    for (;;) {
        step_end end = play_requestf(p, at, "%s:%s:read:%.*s:%zx,%llx", rsp_packet_text(RSP_PACKET_QXFER),
                                     object, (int)annex.len, (const char *)annex.ptr, out->len - start,
                                     (unsigned long long)window);
        if (end != STEP_OK)
            return end;
        rsp_bytes reply = client_end_payload(&p->t);
        bool last = rsp_take_byte(&reply, 'l');
        if (!last && !rsp_take_byte(&reply, 'm'))
            return play_fail_reply(
                p, at,
                reply.len ? "expected a part of the object that begins with m or l, got another reply"
                          : "expected a part of the object, got the empty reply");
        if (!last && reply.len == 0)
            return play_fail_quietly(p, at, "expected data after m, got none");
        if (reply.len > window)
            return play_fail_quietly(p, at,
                                     "expected at most as many bytes of the object as asked for, got more");
        if (!last && only_repeats(&repeated, rsp_bytes_from(rsp_buf_bytes(out), start), reply)) {
            (void)play_fail_quietly(p, at, "expected the object to go on, got its beginning at each offset");
            return play_name_failure(p, "XFER-001", ALWAYS_START, ALWAYS_START);
        }
        rsp_buf_append(out, reply);
        play_trouble(p, out->status);
        if (out->status != RSP_OK)
            return STEP_FAILED;
        if (last)
            return STEP_OK;
        if (out->len - start > RSP_LIMIT_XFER_BYTES)
            return play_fail_quietly(p, at, "expected the end of the object, got more and more");
    }
}
