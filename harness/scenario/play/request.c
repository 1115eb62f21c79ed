/* Requests that steps and facts make beside what the scenario sends: one, a list of threads, a whole object.
 * Each reports trouble as a failure at a place; without a place it stays silent.
 * None of them touches the last reply of the scenario. */
/* SPDX-License-Identifier: MIT */
#include "play/request.h"

#include "play/failure.h"

#include "codec/reply.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

void play_keep_reply(play *p) {
    const struct {
        rsp_buf *to;
        const rsp_buf *from;
    } copies[] = {{&p->last, &p->t.payload},
                  {&p->last_wire, &p->t.wire},
                  {&p->last_raw, &p->t.raw},
                  {&p->last_request, &p->t.request}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(copies); i++) {
        rsp_buf_clear(copies[i].to);
        rsp_buf_append(copies[i].to, rsp_buf_bytes(copies[i].from));
        play_trouble(p, copies[i].to->status);
    }
    p->last_time_ns = p->t.time_ns;
}

void play_keep_text(play *p, rsp_bytes text) {
    rsp_buf_clear(&p->last);
    rsp_buf_append(&p->last, text);
    play_trouble(p, p->last.status);
}

step_end play_fail_quietly(play *p, const written *at, const char *what) {
    return at ? play_fail(p, at, RSP_VERDICT_FAIL, "%s", what) : STEP_FAILED;
}

step_end play_request(play *p, const written *at, rsp_bytes payload) {
    rsp_status status = client_end_request(&p->t, payload);
    return status == RSP_OK ? STEP_OK : play_fail_request(p, at, status, payload);
}

step_end play_fail_request(play *p, const written *at, rsp_status status, rsp_bytes payload) {
    if (!at)
        return STEP_FAILED;
    rsp_buf what = {.mem = p->arena.mem};
    rsp_buf_str(&what, "the reply to ");
    rsp_buf_append(&what, rsp_bytes_sub(payload, 0, 40));
    step_end end = play_fail_status(p, at, status, rsp_buf_cstr(&what));
    rsp_buf_free(&what);
    return end;
}

step_end play_requestf(play *p, const written *at, const char *fmt, ...) {
    rsp_buf payload = {.mem = p->arena.mem};
    va_list ap;
    va_start(ap, fmt);
    rsp_buf_printf_v(&payload, fmt, ap);
    va_end(ap);
    step_end end = play_request(p, at, rsp_buf_bytes(&payload));
    rsp_buf_free(&payload);
    return end;
}

bool threads_add(play *p, rsp_bytes list, value *out) {
    while (list.ptr && list.len > 0) {
        rsp_bytes id = rsp_bytes_split(&list, ',');
        rsp_ptid parsed;
        if (rsp_ptid_parse(&parsed, id) != RSP_OK || out->num >= RSP_LIMIT_VALUE_ITEMS)
            return false;
        *out = value_list_add(&p->arena, out, value_bytes(rsp_arena_bytes(&p->arena, id)));
    }
    return true;
}

step_end threads_read(play *p, const written *at, value *out) {
    enum { MOST_SAME = 16 };
    rsp_bytes before = {0};
    size_t same = 0;
    *out = value_list(NULL, 0);
    for (size_t i = 0; i < RSP_LIMIT_THREAD_LIST && same < MOST_SAME; i++) {
        step_end end = play_request(
            p, at, rsp_packet_name(i == 0 ? RSP_PACKET_QF_THREAD_INFO : RSP_PACKET_QS_THREAD_INFO));
        if (end != STEP_OK)
            return end;
        rsp_bytes reply = client_end_payload(&p->t);
        if (rsp_bytes_equal(reply, RSP_LIT("l")))
            return STEP_OK;
        same = rsp_bytes_equal(reply, before) ? same + 1 : 0; /* each thread stands in one reply */
        before = same ? before : rsp_arena_bytes(&p->arena, reply);
        if (!rsp_take_byte(&reply, 'm') || !threads_add(p, reply, out))
            return play_fail_quietly(p, at,
                                     out->num < RSP_LIMIT_VALUE_ITEMS
                                         ? "expected a list of thread-ids, got another reply"
                                         : "expected the end of the thread list, got more and more");
    }
    return play_fail_quietly(p, at, "expected the end of the thread list, got more and more");
}

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
