/* A link around another that gives what is there although the deadline is over, as a descriptor with data
 * does. Other links in virtual time end a wait first.
 * For peers that never stop sending. */
/* SPDX-License-Identifier: MIT */
#ifndef EAGER_LINK_H
#define EAGER_LINK_H

#include "link/link_ops.h"
#include <stdlib.h>

static inline rsp_status eager_send(rsp_link *l, rsp_bytes data, uint64_t deadline_ns) {
    return rsp_link_send(l->inner, data, deadline_ns);
}

/* The peer writes once in each slice of a millisecond. */
static inline rsp_status eager_recv(rsp_link *l, rsp_buf *out, size_t max, uint64_t deadline_ns) {
    const uint64_t soon_ns = rsp_link_now(l->inner) + 2 * RSP_NS_PER_MS;
    return rsp_link_recv(l->inner, out, max, soon_ns > deadline_ns ? soon_ns : deadline_ns);
}

static inline void eager_shut(rsp_link *l) {
    rsp_link_shut(l->inner);
}

static inline void eager_close(rsp_link *l) {
    rsp_link_close(l->inner);
    free(l);
}

static inline void eager_wait(rsp_link *l, uint64_t until_ns) {
    rsp_link_wait(l->inner, until_ns);
}

static inline void eager_describe(const rsp_link *l, rsp_buf *out) {
    rsp_link_describe(l->inner, out);
}

/* Takes the link in *link. */
static inline rsp_status eager_link_open(rsp_link **link) {
    static const rsp_link_ops ops = {.send = eager_send,
                                     .recv = eager_recv,
                                     .shut = eager_shut,
                                     .close = eager_close,
                                     .wait = eager_wait,
                                     .describe = eager_describe};
    rsp_link *l = malloc(sizeof *l);
    if (!l)
        return RSP_NO_MEMORY;
    *l = rsp_link_around(&ops, *link, NULL);
    *link = l;
    return RSP_OK;
}

#endif
