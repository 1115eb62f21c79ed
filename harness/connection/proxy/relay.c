/* The loop: wait for either link, receive, send, then show it to the observer. In this order: between a
 * debugger and its stub every microsecond counts. When one side ends, the other gets a half-close and a
 * moment to finish. See relay.h. */
/* SPDX-License-Identifier: MIT */
#include "proxy/relay.h"
#include "link/wait_any.h"

#include <assert.h>

enum { CHUNK_BYTES = 64 * 1024 };

typedef struct relay_state {
    rsp_relay *relay;
    rsp_buf in[RSP_PROXY_ENDS];
    bool ended[RSP_PROXY_ENDS];  /* it will send no more */
    bool broken[RSP_PROXY_ENDS]; /* nothing more can be sent to it */
    uint64_t look_ns;
    uint64_t until_ns; /* RSP_NEVER_NS until a side has ended */
    rsp_relay_end *end;
    bool over;
} relay_state;

static rsp_proxy_end other(rsp_proxy_end end) {
    return end == RSP_PROXY_CLIENT ? RSP_PROXY_STUB : RSP_PROXY_CLIENT;
}

static uint64_t now_of(const relay_state *r) {
    return rsp_link_now(r->relay->links[RSP_PROXY_CLIENT]);
}

/* Only the first end is reported. */
static void note_end(relay_state *r, rsp_proxy_end who, rsp_status status, bool ours) {
    if (r->until_ns != RSP_NEVER_NS)
        return;
    uint64_t now = now_of(r);
    *r->end = (rsp_relay_end){.who = who, .status = status, .ours = ours, .time_ns = now};
    r->until_ns = rsp_deadline(now, r->relay->grace_ns);
}

static void take_end(relay_state *r, rsp_proxy_end who, rsp_status status) {
    r->ended[who] = true;
    note_end(r, who, status, false);
    rsp_proxy_input_end(r->relay->proxy, who);
}

static void receive(relay_state *r, rsp_proxy_end from) {
    rsp_buf *in = &r->in[from];
    rsp_status status = rsp_link_recv(r->relay->links[from], in, CHUNK_BYTES, 0);
    if (status == RSP_OK) {
        status = rsp_proxy_input(r->relay->proxy, from, now_of(r), rsp_buf_bytes(in));
        if (status != RSP_OK)
            note_end(r, from, status, true);
        r->over |= status != RSP_OK;
    } else if (status == RSP_CANCELLED) {
        note_end(r, from, status, false);
        r->over = true;
    } else if (status != RSP_TIMEOUT) {
        take_end(r, from, status);
    }
}

static void send_to(relay_state *r, rsp_proxy_end to) {
    rsp_bytes out = rsp_proxy_output(r->relay->proxy, to);
    if (out.len == 0 || r->broken[to])
        return;
    rsp_status status = rsp_link_send(r->relay->links[to], out, r->until_ns);
    if (status == RSP_OK)
        return;
    r->broken[to] = true;
    note_end(r, to, status, false);
    r->over |= status == RSP_CANCELLED || status == RSP_TIMEOUT;
}

static void show(relay_state *r, rsp_proxy_end end, bool sent, rsp_bytes bytes) {
    if (bytes.len > 0 && r->relay->passed)
        r->relay->passed(r->relay->ctx, end, sent, now_of(r), bytes);
}

/* Bytes that the stub sent before cannot answer requests that reached it later. */
static void show_round(relay_state *r) {
    rsp_proxy *proxy = r->relay->proxy;
    show(r, RSP_PROXY_STUB, false, rsp_buf_bytes(&r->in[RSP_PROXY_STUB]));
    show(r, RSP_PROXY_CLIENT, false, rsp_buf_bytes(&r->in[RSP_PROXY_CLIENT]));
    for (int i = RSP_PROXY_ENDS - 1; i >= 0; i--) {
        rsp_bytes out = rsp_proxy_output(proxy, (rsp_proxy_end)i);
        if (!r->broken[i])
            show(r, (rsp_proxy_end)i, true, out);
        rsp_proxy_sent(proxy, (rsp_proxy_end)i, out.len);
        rsp_buf_clear(&r->in[i]);
    }
    if (r->relay->look)
        r->look_ns = r->relay->look(r->relay->ctx, now_of(r));
}

/* The links that may still give bytes: their ends, and as bits. */
static size_t choose(const relay_state *r, rsp_link **links, rsp_proxy_end *ends) {
    size_t num = 0;
    for (int i = 0; i < RSP_PROXY_ENDS; i++) {
        if (r->ended[i])
            continue;
        links[num] = r->relay->links[i];
        ends[num++] = (rsp_proxy_end)i;
    }
    return num;
}

static uint64_t earliest(const relay_state *r) {
    uint64_t until = rsp_proxy_deadline(r->relay->proxy);
    if (r->look_ns < until)
        until = r->look_ns;
    return r->until_ns < until ? r->until_ns : until;
}

static void one_round(relay_state *r) {
    rsp_link *links[RSP_PROXY_ENDS];
    rsp_proxy_end ends[RSP_PROXY_ENDS];
    size_t num = choose(r, links, ends);
    unsigned ready = 0;
    rsp_status status = rsp_link_wait_any(links, num, &ready, earliest(r));
    if (status != RSP_OK && status != RSP_TIMEOUT) {
        note_end(r, RSP_PROXY_CLIENT, status, status != RSP_CANCELLED);
        r->over = true;
        return;
    }
    for (size_t i = 0; i < num; i++)
        if (ready & 1U << i)
            receive(r, ends[i]);
    if (rsp_proxy_deadline(r->relay->proxy) != RSP_NEVER_NS)
        rsp_proxy_tick(r->relay->proxy, now_of(r));
    if (rsp_proxy_status(r->relay->proxy) != RSP_OK) {
        note_end(r, RSP_PROXY_STUB, rsp_proxy_status(r->relay->proxy), true);
        r->over = true;
    }
}

/* An end that is still open gets a half-close: nothing more will come. */
static void pass_end_on(relay_state *r, bool *told) {
    for (int i = 0; i < RSP_PROXY_ENDS; i++) {
        if (!r->ended[i] || told[i])
            continue;
        told[i] = true;
        rsp_proxy_end to = other((rsp_proxy_end)i);
        if (!r->broken[to] && rsp_link_half_close(r->relay->links[to]) == RSP_UNSUPPORTED)
            r->over = true; /* there is no other way to say it than to go */
    }
}

static bool is_over(const relay_state *r) {
    return r->over || (r->ended[RSP_PROXY_CLIENT] && r->ended[RSP_PROXY_STUB]) ||
           r->broken[RSP_PROXY_CLIENT] || r->broken[RSP_PROXY_STUB] ||
           (r->until_ns != RSP_NEVER_NS && now_of(r) >= r->until_ns);
}

void rsp_relay_run(rsp_relay *relay, rsp_relay_end *out_end) {
    assert(relay && out_end);
    relay_state r = {.relay = relay, .end = out_end, .look_ns = RSP_NEVER_NS, .until_ns = RSP_NEVER_NS};
    bool told[RSP_PROXY_ENDS] = {0};
    *out_end = (rsp_relay_end){0};
    if (!relay->grace_ns)
        relay->grace_ns = RSP_NS_PER_S;
    while (!is_over(&r)) {
        one_round(&r);
        send_to(&r, RSP_PROXY_STUB);
        send_to(&r, RSP_PROXY_CLIENT);
        show_round(&r);
        pass_end_on(&r, told);
    }
    for (int i = 0; i < RSP_PROXY_ENDS; i++) {
        rsp_link_shut(relay->links[i]);
        rsp_buf_free(&r.in[i]);
    }
}
