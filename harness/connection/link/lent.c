/* A link that works on another one and leaves it open: for a stub whose only connection has several users,
 * one after the other. Shutting it shuts it for its own user only.
 * See rsp/link.h. */
/* SPDX-License-Identifier: MIT */
#include "core/mem.h"
#include "link_ops.h"

#include <assert.h>

typedef struct lent_link {
    rsp_link base;
    bool shut;
} lent_link;

static lent_link *lent(rsp_link *base) {
    return (lent_link *)(void *)base;
}

static rsp_status lent_send(rsp_link *base, rsp_bytes data, uint64_t deadline_ns) {
    if (lent(base)->shut)
        return RSP_CLOSED;
    uint64_t before = base->inner->stats.bytes_out;
    rsp_status status = rsp_link_send(base->inner, data, deadline_ns);
    base->stats.bytes_out += base->inner->stats.bytes_out - before;
    return status;
}

static rsp_status lent_recv(rsp_link *base, rsp_buf *out, size_t max, uint64_t deadline_ns) {
    return lent(base)->shut ? RSP_CLOSED : rsp_link_recv(base->inner, out, max, deadline_ns);
}

static void lent_shut(rsp_link *base) {
    lent(base)->shut = true;
}

static rsp_status lent_visit(rsp_link *base, rsp_link **out_visitor, uint64_t deadline_ns, rsp_error *error) {
    return rsp_link_visit(base->inner, out_visitor, deadline_ns, error);
}

static void lent_close(rsp_link *base) {
    rsp_mem_free(base->mem, lent(base));
}

static void lent_wait(rsp_link *base, uint64_t until_ns) {
    rsp_link_wait(base->inner, until_ns);
}

static bool lent_slow_acks(rsp_link *base, bool on) {
    return rsp_link_slow_acks(base->inner, on);
}

static void lent_describe(const rsp_link *base, rsp_buf *out) {
    rsp_link_describe(base->inner, out);
}

/* Without half_close and reconnect, which can't be undone. */
static const rsp_link_ops lent_ops = {
    .send = lent_send,
    .recv = lent_recv,
    .shut = lent_shut,
    .visit = lent_visit,
    .close = lent_close,
    .wait = lent_wait,
    .slow_acks = lent_slow_acks,
    .describe = lent_describe,
};

rsp_status rsp_link_lend(rsp_link **out_link, rsp_link *host) {
    assert(out_link && host);
    lent_link *l = rsp_mem_calloc(host->mem, 1, sizeof *l);
    *out_link = l ? &l->base : NULL;
    if (!l)
        return RSP_NO_MEMORY;
    l->base = rsp_link_around(&lent_ops, host, host->mem);
    return RSP_OK;
}
