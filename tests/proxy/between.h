/* A proxy between two hands: what either end sends is given, what either gets is compared.
 * Payloads are framed here; acks are written out where a test is about them.
 * Included behind rsp_test.h. */
/* SPDX-License-Identifier: MIT */
#ifndef BETWEEN_H
#define BETWEEN_H

#include "proxy/proxy.h"
#include <rsp/frame.h>

typedef struct between {
    rsp_proxy *proxy;
    uint64_t now_ns;
    rsp_buf got[RSP_PROXY_ENDS]; /* what an end was sent and no test has taken */
    rsp_buf frame;
} between;

static inline void between_open(between *b, const rsp_proxy_options *options) {
    *b = (between){0};
    b->proxy = rsp_proxy_new(options);
    assert_non_null(b->proxy);
}

static inline void between_close(between *b) {
    for (int i = 0; i < RSP_PROXY_ENDS; i++)
        rsp_buf_free(&b->got[i]);
    rsp_buf_free(&b->frame);
    rsp_proxy_free(b->proxy);
}

static inline void between_drain(between *b) {
    for (int i = 0; i < RSP_PROXY_ENDS; i++) {
        rsp_bytes out = rsp_proxy_output(b->proxy, (rsp_proxy_end)i);
        rsp_buf_append(&b->got[i], out);
        rsp_proxy_sent(b->proxy, (rsp_proxy_end)i, out.len);
    }
}

static inline rsp_status between_raw(between *b, rsp_proxy_end from, rsp_bytes bytes) {
    rsp_status status = rsp_proxy_input(b->proxy, from, b->now_ns, bytes);
    between_drain(b);
    return status;
}

static inline void between_tick(between *b, uint64_t now_ns) {
    b->now_ns = now_ns;
    rsp_proxy_tick(b->proxy, now_ns);
    between_drain(b);
}

static inline rsp_bytes framed(between *b, const char *payload) {
    rsp_buf_clear(&b->frame);
    rsp_frame_packet(&b->frame, rsp_bytes_str(payload));
    return rsp_buf_bytes(&b->frame);
}

/* Exactly these bytes were sent to that end since the last look. */
static inline void between_got(between *b, rsp_proxy_end end, rsp_bytes bytes, const char *file, int line) {
    rsp_assert_bytes(rsp_buf_bytes(&b->got[end]), bytes, rsp_proxy_end_name(end), file, line);
    rsp_buf_clear(&b->got[end]);
}

#define CLIENT_RAW(b, literal) assert_ok(between_raw((b), RSP_PROXY_CLIENT, RSP_LIT(literal)))
#define STUB_RAW(b, literal) assert_ok(between_raw((b), RSP_PROXY_STUB, RSP_LIT(literal)))
#define CLIENT(b, payload) assert_ok(between_raw((b), RSP_PROXY_CLIENT, framed((b), (payload))))
#define STUB(b, payload) assert_ok(between_raw((b), RSP_PROXY_STUB, framed((b), (payload))))
#define STUB_GETS_RAW(b, literal) between_got((b), RSP_PROXY_STUB, RSP_LIT(literal), __FILE__, __LINE__)
#define CLIENT_GETS_RAW(b, literal) between_got((b), RSP_PROXY_CLIENT, RSP_LIT(literal), __FILE__, __LINE__)
#define STUB_GETS(b, payload) between_got((b), RSP_PROXY_STUB, framed((b), (payload)), __FILE__, __LINE__)
#define CLIENT_GETS(b, payload) between_got((b), RSP_PROXY_CLIENT, framed((b), (payload)), __FILE__, __LINE__)

#endif
