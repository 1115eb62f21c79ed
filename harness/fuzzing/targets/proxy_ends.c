/* Bytes go in at one end, whole or in pieces, and come out at the other at once.
 * Whatever the ends say, the proxy goes on or stops with a reason.
 * See proxy_ends.h. */
/* SPDX-License-Identifier: MIT */
#include "proxy_ends.h"

#include "core/hex.h"

enum { MEMORY_BYTES = 1 << 20 };

bool proxy_ends_begin(proxy_ends *p, uint8_t choice, uint64_t fail_at) {
    p->now_ns = 1;
    p->pieces = 0;
    p->status = RSP_OK;
    p->accelerate = (rsp_accelerate)(choice & 3);
    for (int end = 0; end < RSP_PROXY_ENDS; end++) {
        rsp_buf_clear(&p->got[end]);
        rsp_buf_clear(&p->said[end]);
    }
    fuzz_mem_init(&p->mem, MEMORY_BYTES, fail_at);
    const rsp_proxy_options options = {
        .accelerate = p->accelerate, .max_packet = PROXY_PACKET_BYTES, .mem = &p->mem.mem};
    p->proxy = rsp_proxy_new(&options);
    FUZZ_MUST(p->proxy || fail_at > 0);
    return p->proxy != NULL;
}

static void drain(proxy_ends *p) {
    for (int end = 0; end < RSP_PROXY_ENDS; end++) {
        rsp_bytes out = rsp_proxy_output(p->proxy, (rsp_proxy_end)end);
        rsp_buf_append(&p->got[end], out);
        rsp_proxy_sent(p->proxy, (rsp_proxy_end)end, out.len);
    }
}

void proxy_ends_say(proxy_ends *p, rsp_proxy_end from, rsp_bytes bytes) {
    rsp_buf_append(&p->said[from], bytes);
    while (bytes.len > 0 && p->status == RSP_OK) {
        rsp_bytes piece = fuzz_take(&bytes, p->pieces ? fuzz_piece(&p->pieces, bytes.len) : bytes.len);
        p->status = rsp_proxy_input(p->proxy, from, p->now_ns, piece);
        FUZZ_MUST(p->status == rsp_proxy_status(p->proxy));
        drain(p);
    }
}

static void tick(proxy_ends *p) {
    uint64_t deadline = rsp_proxy_deadline(p->proxy);
    if (deadline == RSP_NEVER_NS || p->status != RSP_OK)
        return;
    p->now_ns = deadline > p->now_ns ? deadline : p->now_ns;
    rsp_proxy_tick(p->proxy, p->now_ns);
    drain(p);
    p->status = rsp_proxy_status(p->proxy);
}

void proxy_ends_play(proxy_ends *p, rsp_message_kind kind, rsp_bytes bytes) {
    static rsp_buf wire;
    if (kind == RSP_MESSAGE_PAUSE) {
        tick(p);
        return;
    }
    bool stubs = kind == RSP_MESSAGE_HURRIED || (kind == RSP_MESSAGE_RAW && rsp_take_byte(&bytes, '<'));
    rsp_buf_clear(&wire);
    rsp_message_wire(&wire, kind, bytes);
    proxy_ends_say(p, stubs ? RSP_PROXY_STUB : RSP_PROXY_CLIENT, rsp_buf_bytes(&wire));
}

static bool has_got(const proxy_ends *p, rsp_proxy_end end, rsp_proxy_end from) {
    return rsp_bytes_equal(rsp_buf_bytes(&p->got[end]), rsp_buf_bytes(&p->said[from]));
}

void proxy_ends_finish(proxy_ends *p) {
    rsp_proxy_input_end(p->proxy, RSP_PROXY_CLIENT);
    rsp_proxy_input_end(p->proxy, RSP_PROXY_STUB);
    drain(p);
    bool refused = p->status == RSP_LIMIT || (p->mem.fail_at > 0 && p->status == RSP_NO_MEMORY);
    FUZZ_MUST(p->status == RSP_OK || refused);
    FUZZ_MUST((p->status == RSP_OK) == (rsp_proxy_trouble(p->proxy)[0] == '\0'));
    if (p->accelerate == RSP_ACCELERATE_NONE && p->status == RSP_OK)
        FUZZ_MUST(has_got(p, RSP_PROXY_STUB, RSP_PROXY_CLIENT) &&
                  has_got(p, RSP_PROXY_CLIENT, RSP_PROXY_STUB));
    rsp_proxy_free(p->proxy);
    FUZZ_MUST(p->mem.live == 0);
}
