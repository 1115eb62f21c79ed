/* A link that works on another one and leaves it open: for a stub whose only connection has several users,
 * one after the other. Shutting it shuts it for its own user only.
 * See rsp/link.h. */
/* SPDX-License-Identifier: MIT */
#include "core/mem.h"
#include "link_ops.h"

typedef struct lent_link {
    rsp_link base;
    rsp_link *host;
    bool shut;
} lent_link;

static lent_link *lent(rsp_link *base) {
    return (lent_link *)(void *)base;
}

static rsp_link *host_of(const rsp_link *base) {
    return ((const lent_link *)(const void *)base)->host;
}

static rsp_status lent_send(rsp_link *base, rsp_bytes data, uint64_t deadline_ns) {
    if (lent(base)->shut)
        return RSP_CLOSED;
    uint64_t before = host_of(base)->stats.bytes_out;
    rsp_status status = rsp_link_send(host_of(base), data, deadline_ns);
    base->stats.bytes_out += host_of(base)->stats.bytes_out - before;
    return status;
}

static rsp_status lent_recv(rsp_link *base, rsp_buf *out, size_t max, uint64_t deadline_ns) {
    return lent(base)->shut ? RSP_CLOSED : rsp_link_recv(host_of(base), out, max, deadline_ns);
}

static void lent_shut(rsp_link *base) {
    lent(base)->shut = true;
}

static rsp_status lent_visit(rsp_link *base, rsp_link **out_visitor, uint64_t deadline_ns, rsp_error *error) {
    return rsp_link_visit(host_of(base), out_visitor, deadline_ns, error);
}

static void lent_close(rsp_link *base) {
    rsp_mem_free(base->mem, lent(base));
}

static void lent_wait(rsp_link *base, uint64_t until_ns) {
    rsp_link_wait(host_of(base), until_ns);
}

static void lent_limit(rsp_link *base, uint64_t end_ns) {
    rsp_link_limit(host_of(base), end_ns);
}

static bool lent_slow_acks(rsp_link *base, bool on) {
    return rsp_link_slow_acks(host_of(base), on);
}

static void lent_describe(const rsp_link *base, rsp_buf *out) {
    rsp_link_describe(host_of(base), out);
}

static rsp_link_end lent_ended(rsp_link *base) {
    return rsp_link_ended(host_of(base));
}

static long lent_pid(const rsp_link *base) {
    return rsp_link_pid(host_of(base));
}

static uint16_t lent_port(const rsp_link *base) {
    return rsp_link_port(host_of(base));
}

static rsp_bytes lent_words(rsp_link *base, bool of_output) {
    rsp_link *host = host_of(base);
    return of_output ? rsp_link_last_output(host) : rsp_link_last_words(host);
}

/* Without half_close and reconnect, which can't be undone. */
static const rsp_link_ops lent_ops = {
    .send = lent_send,
    .recv = lent_recv,
    .shut = lent_shut,
    .visit = lent_visit,
    .close = lent_close,
    .wait = lent_wait,
    .limit = lent_limit,
    .slow_acks = lent_slow_acks,
    .describe = lent_describe,
    .ended = lent_ended,
    .pid = lent_pid,
    .port = lent_port,
    .words = lent_words,
};

rsp_status rsp_link_lend(rsp_link **out_link, rsp_link *host) {
    lent_link *l = rsp_mem_calloc(host->mem, 1, sizeof *l);
    *out_link = l ? &l->base : NULL;
    if (!l)
        return RSP_NO_MEMORY;
    l->base =
        (rsp_link){.ops = &lent_ops, .mem = host->mem, .clock = host->clock, .is_virtual = host->is_virtual};
    l->host = host;
    return RSP_OK;
}
