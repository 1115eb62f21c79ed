/* Copies of what the client's end received: the end itself reads on.
 * Where a copy finds no memory, nothing can be judged any more.
 * See last_reply.h. */
/* SPDX-License-Identifier: MIT */
#include "play/last_reply.h"

#include "play/failure.h"
#include "play/play.h"

void play_keep_reply(play *p) {
    const struct {
        rsp_buf *to;
        const rsp_buf *from;
    } copies[] = {{&p->last.decoded, &p->t.payload},
                  {&p->last.wire, &p->t.wire},
                  {&p->last.raw, &p->t.raw},
                  {&p->last.request, &p->t.request}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(copies); i++) {
        rsp_buf_clear(copies[i].to);
        rsp_buf_append(copies[i].to, rsp_buf_bytes(copies[i].from));
        play_trouble(p, copies[i].to->status);
    }
    p->last.time_ns = p->t.time_ns;
}

void play_keep_text(play *p, rsp_bytes text) {
    rsp_buf_clear(&p->last.decoded);
    rsp_buf_append(&p->last.decoded, text);
    play_trouble(p, p->last.decoded.status);
}

void last_reply_free(last_reply *reply) {
    rsp_buf *bufs[] = {&reply->decoded, &reply->wire, &reply->raw, &reply->request};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bufs); i++)
        rsp_buf_free(bufs[i]);
}
