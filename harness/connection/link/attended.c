/* Waits for all links together, and receives from the inner one when that has something.
 * Everything else is passed on.
 * See link/attended.h. */
/* SPDX-License-Identifier: MIT */
#include "attended.h"

#include "link_ops.h"
#include "wait_any.h"

#include "core/mem.h"

typedef struct attended_link {
    rsp_link base;
    const rsp_link_beside *beside;
} attended_link;

static attended_link *attended(rsp_link *base) {
    return (attended_link *)(void *)base;
}

static rsp_status attended_send(rsp_link *base, rsp_bytes data, uint64_t deadline_ns) {
    uint64_t before = base->inner->stats.bytes_out;
    rsp_status status = rsp_link_send(base->inner, data, deadline_ns);
    base->stats.bytes_out += base->inner->stats.bytes_out - before;
    return status;
}

/* One look at the inner link, after waiting for it at most until the deadline. RSP_TIMEOUT: look again. */
static rsp_status receive_once(attended_link *l, rsp_buf *out, size_t max, uint64_t deadline_ns) {
    rsp_link *links[1 + RSP_LINK_BESIDE_MAX] = {l->base.inner};
    unsigned ready = 0;
    for (size_t i = 0; i < l->beside->num; i++)
        links[i + 1] = l->beside->links[i];
    rsp_status status = rsp_link_wait_any(links, l->beside->num + 1, &ready, deadline_ns);
    uint64_t slice = rsp_deadline(rsp_link_now(l->base.inner), RSP_NS_PER_MS);
    if (status == RSP_UNSUPPORTED)
        return rsp_link_recv(l->base.inner, out, max, slice < deadline_ns ? slice : deadline_ns);
    if (status == RSP_OK && (ready & 1U))
        return rsp_link_recv(l->base.inner, out, max, 0);
    return status == RSP_OK ? RSP_TIMEOUT : status;
}

static rsp_status attended_recv(rsp_link *base, rsp_buf *out, size_t max, uint64_t deadline_ns) {
    attended_link *l = attended(base);
    for (;;) {
        rsp_status status = l->beside->attend(l->beside->ctx);
        if (status != RSP_OK)
            return status;
        uint64_t at = l->beside->at_ns;
        status = receive_once(l, out, max, at && at < deadline_ns ? at : deadline_ns);
        if (status != RSP_TIMEOUT || rsp_link_now(base) >= deadline_ns)
            return status;
    }
}

static void attended_shut(rsp_link *base) {
    rsp_link_shut(base->inner);
}

static void attended_close(rsp_link *base) {
    rsp_link_close(base->inner);
    rsp_mem_free(base->mem, attended(base));
}

static void attended_wait(rsp_link *base, uint64_t until_ns) {
    rsp_link_wait(base->inner, until_ns);
}

static bool attended_watch(const rsp_link *base, rsp_link_watch *out) {
    return base->inner->ops->watch && base->inner->ops->watch(base->inner, out);
}

static void attended_describe(const rsp_link *base, rsp_buf *out) {
    rsp_link_describe(base->inner, out);
}

/* Without half_close and reconnect: it is for one connection of a debugger. */
static const rsp_link_ops attended_ops = {
    .send = attended_send,
    .recv = attended_recv,
    .shut = attended_shut,
    .close = attended_close,
    .wait = attended_wait,
    .watch = attended_watch,
    .describe = attended_describe,
};

rsp_status rsp_link_open_attended(rsp_link **out_link, rsp_link *inner, const rsp_link_beside *beside,
                                  const rsp_mem *mem) {
    attended_link *l = rsp_mem_calloc(mem, 1, sizeof *l);
    *out_link = l ? &l->base : NULL;
    if (!l)
        return RSP_NO_MEMORY;
    l->base = rsp_link_around(&attended_ops, inner, mem);
    l->beside = beside;
    return RSP_OK;
}
