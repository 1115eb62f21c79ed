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

step_end xfer_read(play *p, const written *at, const char *object, rsp_bytes annex, uint64_t window,
                   rsp_buf *out) {
    size_t start = out->len;
    for (;;) {
        step_end end = play_requestf(p, at, "%s:%s:read:%.*s:%zx,%llx", rsp_packet_text(RSP_PACKET_QXFER),
                                     object, (int)annex.len, (const char *)annex.ptr, out->len - start,
                                     (unsigned long long)window);
        if (end != STEP_OK)
            return end;
        rsp_bytes reply = client_end_payload(&p->t);
        bool last = rsp_take_byte(&reply, 'l');
        if (!last && !rsp_take_byte(&reply, 'm'))
            return play_fail_quietly(
                p, at,
                reply.len ? "expected a part of the object that begins with m or l, got another reply"
                          : "expected a part of the object, got the empty reply");
        if (!last && reply.len == 0)
            return play_fail_quietly(p, at, "expected data after m, got none");
        if (reply.len > window)
            return play_fail_quietly(p, at,
                                     "expected at most as many bytes of the object as asked for, got more");
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
