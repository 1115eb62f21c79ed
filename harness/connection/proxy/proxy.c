/* The proxy's two faces: bytes passed as they are, or through the accelerator.
 * Passing keeps nothing but what is not sent yet.
 * See accelerate.c for what is done to packets. */
/* SPDX-License-Identifier: MIT */
#include "accelerate.h"

#include "core/limits.h"
#include "core/mem.h"

#include <assert.h>

struct rsp_proxy {
    rsp_proxy_options options;
    rsp_buf plain[RSP_PROXY_ENDS]; /* passing: to be sent to that end */
    accelerator accelerator;
    bool accelerates;
};

const char *rsp_proxy_end_name(rsp_proxy_end end) {
    static const char *const names[] = {[RSP_PROXY_CLIENT] = "debugger", [RSP_PROXY_STUB] = "stub"};
    return (unsigned)end < RSP_PROXY_ENDS ? names[end] : "?";
}

static rsp_proxy_end other(rsp_proxy_end end) {
    return end == RSP_PROXY_CLIENT ? RSP_PROXY_STUB : RSP_PROXY_CLIENT;
}

rsp_proxy *rsp_proxy_new(const rsp_proxy_options *options) {
    rsp_proxy_options set = options ? *options : (rsp_proxy_options){0};
    if (!set.patience_ns)
        set.patience_ns = 2 * RSP_NS_PER_S;
    if (!set.max_packet)
        set.max_packet = RSP_LIMIT_PROXY_PACKET_BYTES;
    rsp_proxy *p = rsp_mem_calloc(set.mem, 1, sizeof *p);
    if (!p)
        return NULL;
    p->options = set;
    p->accelerates = set.accelerate != RSP_ACCELERATE_NONE;
    for (int i = 0; i < RSP_PROXY_ENDS; i++)
        rsp_buf_init(&p->plain[i], set.mem, 0);
    if (p->accelerates && !accelerator_init(&p->accelerator, &set)) {
        rsp_proxy_free(p);
        return NULL;
    }
    return p;
}

void rsp_proxy_free(rsp_proxy *p) {
    if (!p)
        return;
    const rsp_mem *mem = p->options.mem;
    for (int i = 0; i < RSP_PROXY_ENDS; i++)
        rsp_buf_free(&p->plain[i]);
    if (p->accelerates)
        accelerator_free(&p->accelerator);
    rsp_mem_free(mem, p);
}

void rsp_proxy_reset(rsp_proxy *p) {
    for (int i = 0; i < RSP_PROXY_ENDS; i++)
        rsp_buf_clear(&p->plain[i]);
    if (p->accelerates)
        accelerator_reset(&p->accelerator);
}

static rsp_buf *output_of(const rsp_proxy *p, rsp_proxy_end to) {
    const rsp_buf *out = p->accelerates ? &p->accelerator.ports[to].out : &p->plain[to];
    return (rsp_buf *)(uintptr_t)out;
}

rsp_status rsp_proxy_input(rsp_proxy *p, rsp_proxy_end from, uint64_t now_ns, rsp_bytes in) {
    assert(in.ptr || in.len == 0);
    accelerator *a = &p->accelerator;
    if (!p->accelerates) {
        rsp_buf_append(&p->plain[other(from)], in);
        return rsp_proxy_status(p);
    }
    while (in.len > 0 && a->status == RSP_OK) {
        rsp_wire_event event;
        in = rsp_bytes_from(in, rsp_endpoint_decode(&a->ports[from].wire, in, &event));
        if (event.kind != RSP_EVENT_NONE)
            accelerator_take(a, from, now_ns, &event);
    }
    return a->status;
}

void rsp_proxy_input_end(rsp_proxy *p, rsp_proxy_end from) {
    rsp_wire_event event;
    if (p->accelerates && rsp_decode_flush(&p->accelerator.ports[from].wire.decoder, &event))
        rsp_endpoint_put_raw(&p->accelerator.ports[other(from)].wire, event.raw);
}

rsp_bytes rsp_proxy_output(const rsp_proxy *p, rsp_proxy_end to) {
    return rsp_buf_bytes(output_of(p, to));
}

void rsp_proxy_sent(rsp_proxy *p, rsp_proxy_end to, size_t len) {
    assert(len <= rsp_proxy_output(p, to).len);
    rsp_buf_consume(output_of(p, to), len);
}

uint64_t rsp_proxy_deadline(const rsp_proxy *p) {
    return p->accelerates && p->accelerator.status == RSP_OK ? accelerator_deadline(&p->accelerator)
                                                             : RSP_NEVER_NS;
}

void rsp_proxy_tick(rsp_proxy *p, uint64_t now_ns) {
    if (p->accelerates && p->accelerator.status == RSP_OK)
        accelerator_tick(&p->accelerator, now_ns);
}

rsp_status rsp_proxy_status(const rsp_proxy *p) {
    if (p->accelerates)
        return p->accelerator.status;
    for (int i = 0; i < RSP_PROXY_ENDS; i++)
        if (p->plain[i].status != RSP_OK)
            return p->plain[i].status;
    return RSP_OK;
}

const char *rsp_proxy_trouble(const rsp_proxy *p) {
    if (p->accelerates && p->accelerator.trouble)
        return p->accelerator.trouble;
    rsp_status status = rsp_proxy_status(p);
    return status == RSP_OK ? "" : rsp_status_text(status);
}

rsp_proxy_stats rsp_proxy_stats_get(const rsp_proxy *p) {
    return p->accelerates ? p->accelerator.stats : (rsp_proxy_stats){0};
}
