/* A peer for session tests that answers by a table: payload of the request, raw bytes of the answer.
 * Notes everything it is sent, and which requests it saw.
 * Included behind rsp_test.h; needs the link layer only. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCRIPT_PEER_H
#define RSP_SCRIPT_PEER_H

#include "link/peer.h"

typedef struct script_line {
    const char *request; /* payload; "-" and "\003" match those bytes alone */
    const char *answer;  /* sent as it stands; NULL is silence */
    rsp_peer_state state;
    const char *later; /* the answer from the second time on; NULL: the same */
} script_line;

typedef struct script {
    const script_line *lines;
    size_t num;
    const char *greeting;
    unsigned num_connects;
    unsigned deaf_from; /* from this connection on nothing is answered; 0 never */
    rsp_buf seen;       /* all input */
    rsp_buf partial;    /* an unfinished request */
    unsigned times[16];
} script;

static rsp_status script_connect(void *ctx, rsp_buf *out) {
    script *s = ctx;
    s->num_connects++;
    rsp_buf_clear(&s->partial);
    if (s->greeting)
        rsp_buf_str(out, s->greeting);
    return RSP_OK;
}

static rsp_peer_state script_answer(script *s, rsp_bytes request, rsp_buf *out) {
    for (size_t i = 0; i < s->num; i++) {
        const script_line *line = &s->lines[i];
        if (!rsp_bytes_equal(request, rsp_bytes_str(line->request)))
            continue;
        const char *answer = s->times[i]++ && line->later ? line->later : line->answer;
        if (answer && (!s->deaf_from || s->num_connects < s->deaf_from))
            rsp_buf_str(out, answer);
        return line->state;
    }
    return RSP_PEER_IDLE;
}

static rsp_peer_state script_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    script *s = ctx;
    rsp_peer_state state = RSP_PEER_IDLE;
    rsp_buf_append(&s->seen, in);
    for (size_t i = 0; i < in.len; i++) {
        uint8_t c = in.ptr[i];
        if (s->partial.len == 0 && (c == '-' || c == 3)) {
            state = script_answer(s, rsp_bytes_make(&c, 1), out);
            continue;
        }
        if (s->partial.len == 0 && c != '$')
            continue;
        rsp_buf_push(&s->partial, c);
        if (s->partial.len < 4 || s->partial.ptr[s->partial.len - 3] != '#')
            continue;
        state = script_answer(s, rsp_bytes_make(s->partial.ptr + 1, s->partial.len - 4), out);
        rsp_buf_clear(&s->partial);
    }
    return state;
}

/* A request that made it BUSY is answered by the line "run". */
static rsp_peer_state script_run(void *ctx, uint64_t budget, rsp_buf *out) {
    (void)budget;
    return script_answer(ctx, RSP_LIT("run"), out);
}

static inline rsp_link *script_open(script *s, uint64_t rtt_ns) {
    rsp_peer peer = {.connect = script_connect, .input = script_input, .run = script_run, .ctx = s};
    rsp_peer_options options = {.rtt_ns = rtt_ns};
    rsp_link *link = NULL;
    assert_ok(rsp_link_open_peer(&link, &peer, &options));
    return link;
}

static inline void script_close(script *s, rsp_link *link) {
    rsp_link_close(link);
    rsp_buf_free(&s->seen);
    rsp_buf_free(&s->partial);
}

#endif
