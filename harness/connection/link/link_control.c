/* Abilities of links that not every kind has: what a kind lacks falls back to a plain answer.
 * Lent links stand in lent.c.
 * Does no I/O of its own. */
/* SPDX-License-Identifier: MIT */
#include "link_control.h"

#include "link_ops.h"
#include "system.h"

#include <inttypes.h>

void rsp_link_tap(rsp_link *link, rsp_link_tap_fn *tap, void *ctx) {
    link->tap = tap;
    link->tap_ctx = ctx;
}

rsp_status rsp_link_reconnect_soon(rsp_link *link, uint64_t deadline_ns, rsp_error *error) {
    uint64_t enough = rsp_deadline(rsp_link_now(link), RSP_LINK_AGAIN_MS * RSP_NS_PER_MS);
    enough = enough < deadline_ns ? enough : deadline_ns;
    for (;;) {
        rsp_status status = rsp_link_reconnect(link, deadline_ns, error);
        uint64_t now = rsp_link_now(link);
        if (status != RSP_CONNECT || rsp_link_has_ended(link) || now >= enough)
            return status;
        rsp_link_wait(link, rsp_deadline(now, RSP_LINK_RETRY_MS * RSP_NS_PER_MS));
    }
}

rsp_status rsp_link_visit(rsp_link *link, rsp_link **out_visitor, uint64_t deadline_ns, rsp_error *error) {
    *out_visitor = NULL;
    if (!link->ops->visit)
        return rsp_fail(error, RSP_UNSUPPORTED, "this link has only one connection");
    return link->ops->visit(link, out_visitor, deadline_ns, error);
}

void rsp_link_limit(rsp_link *link, uint64_t end_ns) {
    if (link->ops->limit)
        link->ops->limit(link, end_ns);
    else if (link->inner)
        rsp_link_limit(link->inner, end_ns);
}

void rsp_link_wait(rsp_link *link, uint64_t until_ns) {
    link->ops->wait(link, until_ns);
}

void rsp_link_leave(rsp_link *link) {
    if (link->ops->leave)
        link->ops->leave(link);
    else if (link->inner)
        rsp_link_leave(link->inner);
}

void rsp_link_ignore_stop(rsp_link *link) {
    if (link->ops->ignore_stop)
        link->ops->ignore_stop(link);
    else if (link->inner)
        rsp_link_ignore_stop(link->inner);
}

bool rsp_link_slow_acks(rsp_link *link, bool on) {
    return link->ops->slow_acks && link->ops->slow_acks(link, on);
}

bool rsp_link_is_busy(rsp_link *link, uint64_t deadline_ns) {
    uint64_t began_ns = 0;
    uint64_t cpu_ns = 0;
    bool computes = false;
    const long pid = rsp_link_pid(link);
    if (pid <= 0 || !rsp_system_computes(pid, &began_ns, &computes))
        return false;
    while (computes && rsp_link_now(link) < deadline_ns && rsp_link_ended(link).kind == RSP_END_RUNNING) {
        rsp_link_wait(link, rsp_deadline(rsp_link_now(link), RSP_LINK_RETRY_MS * RSP_NS_PER_MS));
        if (!rsp_system_computes(pid, &cpu_ns, &computes))
            return false;
        if (computes && cpu_ns - began_ns >= RSP_LINK_BUSY_MS * RSP_NS_PER_MS)
            return true;
    }
    return false;
}

bool rsp_link_is_virtual(const rsp_link *link) {
    return link->is_virtual;
}

bool rsp_link_warning(const rsp_link *link, rsp_buf *out) {
    const rsp_link_stats *stats = &link->stats;
    if (stats->num_delayed < 3 || stats->num_delayed * 10 < stats->num_replies)
        return false;
    rsp_buf_printf(out,
                   "%" PRIu64 " of %" PRIu64
                   " replies had a tail about 40 ms behind their head: two small writes "
                   "per reply meet delayed acks; write replies in one piece or set TCP_NODELAY",
                   stats->num_delayed, stats->num_replies);
    return true;
}
