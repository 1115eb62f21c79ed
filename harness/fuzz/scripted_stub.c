/* Requests are cut at each '#', so that half a packet is one, too; an interrupt is a request of one byte.
 * A hurried message brings the next one along.
 * See scripted_stub.h. */
/* SPDX-License-Identifier: MIT */
#include "scripted_stub.h"

enum { MOST_REQUESTS = 20 * 1000, INTERRUPT = 3 };

static bool is_for(const scripted_stub *s, size_t at, rsp_bytes request) {
    rsp_bytes bytes = rsp_messages_bytes(s->list, at);
    size_t mark = rsp_bytes_index(bytes, '>');
    return mark < bytes.len && rsp_bytes_starts(request, rsp_bytes_sub(bytes, 0, mark));
}

/* The number of messages for none. */
static size_t find_answer(scripted_stub *s, rsp_bytes request) {
    size_t found = s->list->num;
    for (size_t i = 0; i < s->list->num; i++) {
        if (!is_for(s, i, request))
            continue;
        found = i;
        if (!s->used[i])
            break;
    }
    if (found < s->list->num)
        s->used[found] = true;
    return found;
}

static rsp_peer_state say(const scripted_stub *s, size_t at, rsp_buf *out) {
    for (bool more = true; more && at < s->list->num; at++) {
        rsp_message_kind kind = (rsp_message_kind)s->list->items[at].kind;
        rsp_bytes bytes = rsp_messages_bytes(s->list, at);
        if (kind == RSP_MESSAGE_RECONNECT)
            return RSP_PEER_CLOSED;
        size_t mark = rsp_bytes_index(bytes, '>');
        rsp_message_wire(out, kind, rsp_bytes_from(bytes, mark < bytes.len ? mark + 1 : 0));
        more = kind == RSP_MESSAGE_HURRIED;
    }
    return RSP_PEER_IDLE;
}

static rsp_peer_state answer(scripted_stub *s, rsp_bytes request, rsp_buf *out) {
    FUZZ_MUST(++s->num_requests < MOST_REQUESTS); /* whoever asks comes to an end */
    bool interrupt = request.len == 1 && request.ptr[0] == INTERRUPT;
    if ((s->choice & SCRIPTED_ACKS) != 0 && !interrupt)
        rsp_buf_push(out, '+');
    size_t at = find_answer(s, request);
    if (at < s->list->num)
        return say(s, at, out);
    if ((s->choice & SCRIPTED_SILENT) == 0 && !interrupt)
        rsp_buf_str(out, "$#00");
    return RSP_PEER_IDLE;
}

static rsp_peer_state input(void *ctx, rsp_bytes in, rsp_buf *out) {
    scripted_stub *s = ctx;
    rsp_peer_state state = RSP_PEER_IDLE;
    while (in.len > 0 && state == RSP_PEER_IDLE) {
        size_t end = rsp_bytes_index(in, '#');
        size_t interrupt = rsp_bytes_index(in, INTERRUPT);
        size_t from = rsp_bytes_index(in, '$');
        if (interrupt < in.len && interrupt < end)
            state = answer(s, rsp_bytes_sub(in, interrupt, 1), out);
        else if (end < in.len && from < end)
            state = answer(s, rsp_bytes_sub(in, from + 1, end - from - 1), out);
        in = rsp_bytes_from(in, (interrupt < end ? interrupt : end) + 1);
    }
    return state;
}

static rsp_status meet(void *ctx, rsp_buf *out) {
    scripted_stub *s = ctx;
    if (s->served && (s->choice & SCRIPTED_REFUSES) != 0)
        return RSP_CONNECT;
    s->served = true;
    if ((s->choice & SCRIPTED_GREETS) != 0 && s->list->num > 0)
        (void)say(s, 0, out);
    return RSP_OK;
}

static rsp_peer_second second(void *ctx) {
    const scripted_stub *s = ctx;
    if ((s->choice & SCRIPTED_SECOND) == 0)
        return RSP_PEER_SECOND_WAITS;
    return s->choice & SCRIPTED_GREETS ? RSP_PEER_SECOND_TAKES_OVER : RSP_PEER_SECOND_REFUSED;
}

rsp_peer scripted_stub_peer(scripted_stub *stub) {
    return (rsp_peer){.connect = meet, .input = input, .second = second, .ctx = stub};
}
