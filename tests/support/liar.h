/* A stub for client tests that answers by a table of beginnings: what it says is framed well and may be a
 * lie. No-ack mode is never offered unless the table does. Included behind rsp_test.h. The first line whose
 * request begins so answers; others get an empty reply. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LIAR_H
#define RSP_LIAR_H

#include "client/client_request.h"
#include "codec/deframer.h"
#include "link/peer.h"

typedef struct liar_line {
    const char *request;
    const char *reply; /* as transmitted; NULL is silence */
} liar_line;

typedef struct liar {
    const liar_line *lines;
    size_t num;
    rsp_deframer deframer;
    rsp_link *link;
    rsp_session *session;
    rsp_client *client;
    rsp_buf seen;     /* payloads, one a line */
    bool quiet;       /* + only */
    const char *part; /* requests that begin so are for parts of a list, */
    size_t most;      /* and get "l" after so many answers; 0: never */

    const char *notification; /* said once, */
    const char *behind;       /* behind the answer to a request that begins so, */
    size_t answers;           /* the so-many-th */
} liar;

/* Requests that began so, so far. */
static inline size_t liar_count(liar *l, const char *prefix) {
    size_t num = 0;
    for (const char *at = rsp_buf_cstr(&l->seen); *at; at = strchr(at, '\n') + 1)
        num += strncmp(at, prefix, strlen(prefix)) == 0;
    return num;
}

static inline void liar_answer(liar *l, rsp_bytes request, rsp_buf *out) {
    const char *reply = "";
    for (size_t i = 0; i < l->num; i++)
        if (rsp_bytes_starts(request, rsp_bytes_str(l->lines[i].request))) {
            reply = l->lines[i].reply;
            break;
        }
    rsp_buf_append(&l->seen, request);
    rsp_buf_push(&l->seen, '\n');
    if (l->most > 0 && rsp_bytes_starts(request, rsp_bytes_str(l->part)) && --l->most == 0)
        reply = "l";
    rsp_buf_push(out, '+');
    if (reply && !l->quiet)
        rsp_frame_packet(out, rsp_bytes_str(reply));
    if (l->notification && rsp_bytes_starts(request, rsp_bytes_str(l->behind)) && --l->answers == 0)
        rsp_frame_notification(out, rsp_bytes_str(l->notification));
}

static rsp_peer_state liar_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    liar *l = ctx;
    while (in.len) {
        rsp_event event;
        in = rsp_bytes_from(in, rsp_deframe(&l->deframer, in, &event));
        if (event.kind == RSP_EVENT_PACKET)
            liar_answer(l, event.payload, out);
    }
    return RSP_PEER_IDLE;
}

/* `rtt_ns` of virtual time away. */
static inline void liar_open_far(liar *l, const liar_line *lines, size_t num, rsp_client_options options,
                                 uint64_t rtt_ns) {
    const rsp_peer_options far = {.rtt_ns = rtt_ns};
    *l = (liar){.lines = lines, .num = num};
    const rsp_deframer_options deframer = {.direction = RSP_TO_STUB};
    rsp_deframer_init(&l->deframer, &deframer);
    const rsp_peer peer = {.input = liar_input, .ctx = l};
    assert_ok(rsp_link_open_peer(&l->link, &peer, &far));
    l->session = rsp_session_new(l->link, NULL);
    assert_non_null(l->session);
    l->client = rsp_client_new(l->session, &options);
    assert_non_null(l->client);
}

static inline void liar_open(liar *l, const liar_line *lines, size_t num, rsp_client_options options) {
    liar_open_far(l, lines, num, options, 0);
}

static inline void liar_close(liar *l) {
    rsp_client_free(l->client);
    rsp_session_free(l->session);
    rsp_link_close(l->link);
    rsp_deframer_free(&l->deframer);
    rsp_buf_free(&l->seen);
}

#endif
