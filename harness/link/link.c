/* The public face of every link: counts what passes, sees the 40 ms signature, and calls the kind's own
 * functions. What a kind does not have falls back to a plain answer here. Its only I/O is to wait for
 * several; bytes_out is counted by the kinds, which know about partial sends. */
/* SPDX-License-Identifier: MIT */
#include "link_ops.h"
#include "system.h"

#include <errno.h>
#include <inttypes.h>

/* Delayed acks come 40 ms late on Linux; schedulers add a little. */
#define SIGNATURE_MIN_NS (35 * RSP_NS_PER_MS)
#define SIGNATURE_MAX_NS (50 * RSP_NS_PER_MS)

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

void rsp_link_tap(rsp_link *link, rsp_link_tap_fn *tap, void *ctx) {
    link->tap = tap;
    link->tap_ctx = ctx;
}

rsp_status rsp_link_send(rsp_link *link, rsp_bytes data, uint64_t deadline_ns) {
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

/* --- several links at a time --- */

#define STOP_SLICE_NS (100 * RSP_NS_PER_MS) /* looking at the stop flags */

typedef struct wait_set {
    struct pollfd fds[RSP_LINK_WAIT_MAX * RSP_LINK_WATCH_FDS];
    size_t num;
    size_t ends[RSP_LINK_WAIT_MAX]; /* descriptors of link i end here */
    uint64_t at_ns[RSP_LINK_WAIT_MAX];
    uint64_t first_ns; /* the earliest of them */
    bool stopped;
    bool may_stop;
} wait_set;

static bool wait_set_fill(wait_set *set, rsp_link *const *links, size_t num) {
    *set = (wait_set){.first_ns = RSP_NEVER_NS};
    for (size_t i = 0; i < num; i++) {
        rsp_link_watch watch = {.at_ns = RSP_NEVER_NS};
        if (!links[i]->ops->watch || !links[i]->ops->watch(links[i], &watch))
            return false;
        for (size_t k = 0; k < watch.num; k++)
            set->fds[set->num++] = watch.fds[k];
        set->ends[i] = set->num;
        set->at_ns[i] = watch.at_ns;
        if (watch.at_ns < set->first_ns)
            set->first_ns = watch.at_ns;
        set->may_stop |= watch.stop != NULL;
        set->stopped |= watch.stop && *watch.stop;
    }
    return true;
}

static unsigned wait_set_ready(const wait_set *set, size_t num, uint64_t now) {
    unsigned ready = 0;
    size_t k = 0;
    for (size_t i = 0; i < num; i++) {
        if (set->at_ns[i] <= now)
            ready |= 1U << i;
        for (; k < set->ends[i]; k++)
            if (set->fds[k].revents)
                ready |= 1U << i;
    }
    return ready;
}

rsp_status rsp_link_wait_any(rsp_link *const *links, size_t num, unsigned *out_ready, uint64_t deadline_ns) {
    wait_set set;
    *out_ready = 0;
    if (num == 0 || num > RSP_LINK_WAIT_MAX)
        return RSP_UNSUPPORTED;
    for (;;) {
        if (!wait_set_fill(&set, links, num))
            return RSP_UNSUPPORTED;
        if (set.stopped)
            return RSP_CANCELLED;
        uint64_t until = set.first_ns < deadline_ns ? set.first_ns : deadline_ns;
        uint64_t now = until == RSP_NEVER_NS ? 0 : rsp_link_now(links[0]);
        uint64_t left = until > now ? until - now : 0;
        if (set.may_stop && left > STOP_SLICE_NS)
            left = STOP_SLICE_NS;
        int got = rsp_system_poll(set.fds, set.num, left > INT64_MAX ? -1 : (int64_t)left);
        if (got < 0 && errno != EINTR)
            return RSP_IO;
        if (got < 0)
            continue;
        now = until == RSP_NEVER_NS ? 0 : rsp_link_now(links[0]);
        *out_ready = wait_set_ready(&set, num, now);
        if (*out_ready)
            return RSP_OK;
        if (now >= deadline_ns)
            return RSP_TIMEOUT;
    }
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

void rsp_link_close(rsp_link *link) {
    if (link)
        link->ops->close(link);
}

void rsp_link_limit(rsp_link *link, uint64_t end_ns) {
    if (link->ops->limit)
        link->ops->limit(link, end_ns);
}

void rsp_link_wait(rsp_link *link, uint64_t until_ns) {
    link->ops->wait(link, until_ns);
}

rsp_clock rsp_link_clock(const rsp_link *link) {
    return link->clock;
}

bool rsp_link_slow_acks(rsp_link *link, bool on) {
    return link->ops->slow_acks && link->ops->slow_acks(link, on);
}

bool rsp_link_is_virtual(const rsp_link *link) {
    return link->is_virtual;
}

void rsp_link_describe(const rsp_link *link, rsp_buf *out) {
    link->ops->describe(link, out);
}

rsp_link_end rsp_link_ended(rsp_link *link) {
    return link->ops->ended ? link->ops->ended(link) : (rsp_link_end){.kind = RSP_END_NO_CHILD};
}

long rsp_link_pid(const rsp_link *link) {
    return link->ops->pid ? link->ops->pid(link) : 0;
}

uint16_t rsp_link_port(const rsp_link *link) {
    return link->ops->port ? link->ops->port(link) : 0;
}

rsp_bytes rsp_link_last_words(rsp_link *link) {
    return link->ops->words ? link->ops->words(link, false) : rsp_bytes_make(NULL, 0);
}

rsp_bytes rsp_link_last_output(rsp_link *link) {
    return link->ops->words ? link->ops->words(link, true) : rsp_bytes_make(NULL, 0);
}

rsp_link_stats rsp_link_stats_get(const rsp_link *link) {
    return link->stats;
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
