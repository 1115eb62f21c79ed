/* The public face of every link: counts what passes, sees the 40 ms signature, and calls the kind's own
 * functions. What a kind does not have falls back to a plain answer here.
 * Does no I/O; bytes_out is counted by the kinds, which know about partial sends. */
/* SPDX-License-Identifier: MIT */
#include "link_ops.h"

#include <assert.h>

/* Delayed acks come 40 ms late on Linux; schedulers add a little. */
#define SIGNATURE_MIN_NS (35 * RSP_NS_PER_MS)
#define SIGNATURE_MAX_NS (50 * RSP_NS_PER_MS)

rsp_link rsp_link_around(const rsp_link_ops *ops, rsp_link *inner, const rsp_mem *mem) {
    assert(ops && inner);
    return (rsp_link){
        .ops = ops, .inner = inner, .mem = mem, .clock = inner->clock, .is_virtual = inner->is_virtual};
}

static void count_sent(rsp_link *link) {
    link->stats.num_sends++;
    link->answered = false;
    link->delayed = false;
}

/* A tail counts once per reply: what matters is how many round trips were hit. */
static void count_received(rsp_link *link, size_t len) {
    uint64_t now = rsp_link_now(link);
    uint64_t gap = now - link->last_piece_ns;
    link->stats.bytes_in += len;
    link->stats.num_recvs++;
    if (!link->answered) {
        link->stats.num_replies++;
    } else if (!link->delayed && gap >= SIGNATURE_MIN_NS && gap <= SIGNATURE_MAX_NS) {
        link->stats.num_delayed++;
        link->delayed = true;
    }
    link->answered = true;
    link->last_piece_ns = now;
}

rsp_status rsp_link_send(rsp_link *link, rsp_bytes data, uint64_t deadline_ns) {
    assert(link && (data.ptr || data.len == 0));
    if (data.len == 0)
        return RSP_OK;
    uint64_t before = link->stats.bytes_out;
    rsp_status status = link->ops->send(link, data, deadline_ns);
    size_t sent = (size_t)(link->stats.bytes_out - before);
    if (link->tap && sent > 0)
        link->tap(link->tap_ctx, true, rsp_link_now(link), rsp_bytes_sub(data, 0, sent));
    if (status == RSP_OK)
        count_sent(link);
    return status;
}

rsp_status rsp_link_recv(rsp_link *link, rsp_buf *out, size_t max, uint64_t deadline_ns) {
    assert(link && out);
    if (out->status != RSP_OK)
        return out->status;
    if (max == 0)
        return RSP_USAGE;
    size_t before = out->len;
    rsp_status status = link->ops->recv(link, out, max, deadline_ns);
    if (out->len > before) {
        count_received(link, out->len - before);
        if (link->tap)
            link->tap(link->tap_ctx, false, link->last_piece_ns, rsp_bytes_from(rsp_buf_bytes(out), before));
    }
    return status;
}

rsp_status rsp_link_half_close(rsp_link *link) {
    return link->ops->half_close ? link->ops->half_close(link) : RSP_UNSUPPORTED;
}

void rsp_link_shut(rsp_link *link) {
    link->ops->shut(link);
}

rsp_status rsp_link_reconnect(rsp_link *link, uint64_t deadline_ns, rsp_error *error) {
    if (!link->ops->reconnect)
        return rsp_fail(error, RSP_UNSUPPORTED, "this link has only one connection");
    link->ops->shut(link);
    link->answered = false;
    rsp_status status = link->ops->reconnect(link, deadline_ns, error);
    if (status == RSP_OK)
        link->stats.num_connects++;
    return status;
}

void rsp_link_close(rsp_link *link) {
    if (link)
        link->ops->close(link);
}

rsp_clock rsp_link_clock(const rsp_link *link) {
    return link->clock;
}

void rsp_link_describe(const rsp_link *link, rsp_buf *out) {
    assert(link && out);
    link->ops->describe(link, out);
}

rsp_link_end rsp_link_ended(rsp_link *link) {
    if (!link->ops->ended)
        return link->inner ? rsp_link_ended(link->inner) : (rsp_link_end){.kind = RSP_END_NO_CHILD};
    return link->ops->ended(link);
}

long rsp_link_pid(const rsp_link *link) {
    if (!link->ops->pid)
        return link->inner ? rsp_link_pid(link->inner) : 0;
    return link->ops->pid(link);
}

uint16_t rsp_link_port(const rsp_link *link) {
    if (!link->ops->port)
        return link->inner ? rsp_link_port(link->inner) : 0;
    return link->ops->port(link);
}

static rsp_bytes words_of(rsp_link *link, bool of_output) {
    if (!link->ops->words)
        return link->inner ? words_of(link->inner, of_output) : rsp_bytes_make(NULL, 0);
    return link->ops->words(link, of_output);
}

rsp_bytes rsp_link_last_words(rsp_link *link) {
    return words_of(link, false);
}

rsp_bytes rsp_link_last_output(rsp_link *link) {
    return words_of(link, true);
}

rsp_link_stats rsp_link_stats_get(const rsp_link *link) {
    return link->stats;
}
