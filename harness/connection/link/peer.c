/* A peer in this process and the time between us, simulated: events happen in the order of their virtual
 * times. Three things can happen next: input reaches the peer, its output reaches us, it runs a slice.
 * Nothing happens by itself; receiving and waiting drive it, so two runs are the same. */
/* SPDX-License-Identifier: MIT */
#include "link/peer.h"

#include "link_ops.h"
#include "queue.h"

#include "core/limits.h"
#include "core/mem.h"
#include <stdio.h>

#define ENOUGH_BYTES ((size_t)1024 * 1024) /* output waiting for us, beyond which the peer is not run */

typedef struct peer_link {
    rsp_link base;
    rsp_peer peer;
    rsp_peer_options options;
    rsp_virtual_clock own_clock;
    rsp_virtual_clock *clock;
    rsp_queue to_peer;
    rsp_queue from_peer;
    rsp_buf out;
    rsp_peer_state state;
    uint64_t run_at_ns; /* when a busy peer goes on */
    uint64_t end_at_ns; /* when its closing is known to us */
    rsp_status end;     /* what it means; RSP_OK while open */
    bool shut;
    struct visitor *newest; /* the client that has taken over; NULL */
} peer_link;

/* Another client of the same peer. */
typedef struct visitor {
    rsp_link base;
    peer_link *host;
    bool heard; /* it has taken over; else it waits */
    rsp_queue to_us;
} visitor;

static peer_link *peer_link_of(rsp_link *link) {
    return (peer_link *)(void *)link;
}

static uint64_t later(uint64_t from_ns, uint64_t by_ns) {
    return rsp_deadline(from_ns, by_ns);
}

static void end_with(peer_link *l, rsp_status how) {
    if (l->end != RSP_OK)
        return;
    l->end = how;
    l->end_at_ns = later(l->clock->now_ns, l->options.rtt_ns - l->options.rtt_ns / 2);
    l->state = RSP_PEER_IDLE;
}

/* Sends off what the peer has written, and takes notice of its state. */
static void after(peer_link *l, rsp_peer_state state) {
    uint64_t arrives = later(l->clock->now_ns, l->options.rtt_ns - l->options.rtt_ns / 2);
    bool was_busy = l->state == RSP_PEER_BUSY;
    l->state = state;
    if (l->out.status != RSP_OK)
        end_with(l, l->out.status);
    else if (l->out.len &&
             !rsp_queue_push(l->newest ? &l->newest->to_us : &l->from_peer, rsp_buf_bytes(&l->out), arrives))
        end_with(l, RSP_NO_MEMORY);
    rsp_buf_clear(&l->out);
    if (state == RSP_PEER_CLOSED || state == RSP_PEER_DEAD)
        end_with(l, state == RSP_PEER_DEAD ? RSP_DIED : RSP_CLOSED);
    else if (state == RSP_PEER_BUSY && !was_busy)
        l->run_at_ns = l->clock->now_ns;
}

static void give_input(peer_link *l) {
    rsp_piece *piece = l->to_peer.head;
    if (l->end != RSP_OK) {
        rsp_queue_pop(&l->to_peer); /* nobody is there to take it */
        return;
    }
    rsp_peer_state state = l->state;
    if (!piece->half_close)
        state = l->peer.input(l->peer.ctx, rsp_piece_bytes(piece), &l->out);
    else if (l->peer.disconnect)
        l->peer.disconnect(l->peer.ctx, true, &l->out);
    rsp_queue_pop(&l->to_peer);
    after(l, state);
}

static void run_slice(peer_link *l) {
    after(l, l->peer.run ? l->peer.run(l->peer.ctx, l->options.slice_budget, &l->out) : RSP_PEER_IDLE);
    if (l->state == RSP_PEER_BUSY)
        l->run_at_ns = later(l->clock->now_ns, l->options.slice_ns);
}

static void move_clock(peer_link *l, uint64_t to_ns) {
    if (to_ns > l->clock->now_ns && to_ns != RSP_NEVER_NS)
        l->clock->now_ns = to_ns;
}

/* Lets the peer's side do its next thing, not after `deadline_ns`; false when there is none. */
static bool step(peer_link *l, uint64_t deadline_ns) {
    uint64_t input_at = rsp_queue_time(&l->to_peer);
    bool runs = l->state == RSP_PEER_BUSY && l->from_peer.num_bytes < ENOUGH_BYTES;
    uint64_t run_at = runs ? l->run_at_ns : RSP_NEVER_NS;
    uint64_t next = input_at <= run_at ? input_at : run_at;
    if (next == RSP_NEVER_NS || next > deadline_ns)
        return false;
    move_clock(l, next);
    if (input_at <= run_at)
        give_input(l);
    else
        run_slice(l);
    return true;
}

static rsp_status peer_recv(rsp_link *link, rsp_buf *out, size_t max, uint64_t deadline_ns) {
    peer_link *l = peer_link_of(link);
    if (l->shut)
        return RSP_CLOSED;
    /* First everything on the peer's side that is earlier than the next arrival. */
    for (;;) {
        uint64_t until = rsp_queue_time(&l->from_peer);
        if (until == RSP_NEVER_NS && l->end != RSP_OK)
            until = l->end_at_ns;
        if (!step(l, until < deadline_ns ? until : deadline_ns))
            break;
    }
    uint64_t arrival = rsp_queue_time(&l->from_peer);
    bool over = arrival == RSP_NEVER_NS && l->end != RSP_OK && l->end_at_ns <= deadline_ns;
    uint64_t event = over ? l->end_at_ns : arrival;
    if (event > deadline_ns || event == RSP_NEVER_NS) {
        move_clock(l, deadline_ns);
        event = arrival;
    } else {
        move_clock(l, event);
    }
    if (event <= l->clock->now_ns && !over) {
        rsp_queue_take(&l->from_peer, out, max, l->clock->now_ns, false);
        return out->status;
    }
    return over ? l->end : RSP_TIMEOUT;
}

static rsp_status peer_send(rsp_link *link, rsp_bytes data, uint64_t deadline_ns) {
    peer_link *l = peer_link_of(link);
    if (l->shut || (l->end != RSP_OK && l->end_at_ns <= l->clock->now_ns))
        return l->shut ? RSP_CLOSED : l->end;
    while (l->to_peer.num_bytes + data.len > RSP_LIMIT_PEER_BYTES)
        if (data.len > RSP_LIMIT_PEER_BYTES || !step(l, deadline_ns))
            return RSP_TIMEOUT;
    if (!rsp_queue_push(&l->to_peer, data, later(l->clock->now_ns, l->options.rtt_ns / 2)))
        return RSP_NO_MEMORY;
    link->stats.bytes_out += data.len;
    return RSP_OK;
}

static rsp_status peer_half_close(rsp_link *link) {
    peer_link *l = peer_link_of(link);
    if (l->shut)
        return RSP_CLOSED;
    uint64_t arrives = later(l->clock->now_ns, l->options.rtt_ns / 2);
    return rsp_queue_push(&l->to_peer, rsp_bytes_make(NULL, 0), arrives) ? RSP_OK : RSP_NO_MEMORY;
}

/* What was sent still reaches the peer before it sees the end, as on a real connection. */
static void peer_shut(rsp_link *link) {
    peer_link *l = peer_link_of(link);
    if (l->shut)
        return;
    while (l->to_peer.head)
        give_input(l);
    if (l->peer.disconnect)
        l->peer.disconnect(l->peer.ctx, false, &l->out);
    rsp_buf_clear(&l->out);
    rsp_queue_clear(&l->from_peer);
    l->state = RSP_PEER_IDLE;
    l->shut = true;
}

static rsp_status peer_connect(peer_link *l) {
    l->end = RSP_OK;
    l->state = RSP_PEER_IDLE;
    rsp_status status = l->peer.connect ? l->peer.connect(l->peer.ctx, &l->out) : RSP_OK;
    l->shut = status != RSP_OK;
    if (!l->shut)
        after(l, RSP_PEER_IDLE);
    return status;
}

static rsp_status peer_reconnect(rsp_link *link, uint64_t deadline_ns, rsp_error *error) {
    (void)deadline_ns;
    if (peer_connect(peer_link_of(link)) != RSP_OK)
        return rsp_fail(error, RSP_CONNECT, "the peer refuses a second client");
    return RSP_OK;
}

static void peer_close(rsp_link *link) {
    peer_link *l = peer_link_of(link);
    peer_shut(link);
    rsp_queue_clear(&l->to_peer);
    rsp_buf_free(&l->out);
    rsp_mem_free(link->mem, l);
}

static void peer_wait(rsp_link *link, uint64_t until_ns) {
    peer_link *l = peer_link_of(link);
    while (!l->shut && step(l, until_ns))
        ;
    move_clock(l, until_ns);
}

/* --- a second client --- */

static visitor *visitor_of(rsp_link *link) {
    return (visitor *)(void *)link;
}

/* What nobody reads is as good as sent. */
static rsp_status visitor_send(rsp_link *link, rsp_bytes data, uint64_t deadline_ns) {
    visitor *v = visitor_of(link);
    rsp_status status = v->heard ? peer_send(&v->host->base, data, deadline_ns) : RSP_OK;
    if (status == RSP_OK)
        link->stats.bytes_out += data.len;
    return status;
}

static rsp_status visitor_recv(rsp_link *link, rsp_buf *out, size_t max, uint64_t deadline_ns) {
    visitor *v = visitor_of(link);
    while (rsp_queue_time(&v->to_us) == RSP_NEVER_NS && step(v->host, deadline_ns))
        ;
    uint64_t arrival = rsp_queue_time(&v->to_us);
    move_clock(v->host, arrival < deadline_ns ? arrival : deadline_ns);
    if (arrival > v->host->clock->now_ns)
        return RSP_TIMEOUT;
    rsp_queue_take(&v->to_us, out, max, v->host->clock->now_ns, false);
    return out->status;
}

static void visitor_shut(rsp_link *link) {
    visitor *v = visitor_of(link);
    if (v->host->newest == v)
        v->host->newest = NULL;
    v->heard = false;
    rsp_queue_clear(&v->to_us);
}

static void visitor_close(rsp_link *link) {
    visitor_shut(link);
    rsp_mem_free(link->mem, visitor_of(link));
}

static void visitor_wait(rsp_link *link, uint64_t until_ns) {
    peer_wait(&visitor_of(link)->host->base, until_ns);
}

static void visitor_describe(const rsp_link *link, rsp_buf *out) {
    (void)link;
    rsp_buf_str(out, "in-process, another client");
}

static const rsp_link_ops visitor_ops = {
    .send = visitor_send,
    .recv = visitor_recv,
    .shut = visitor_shut,
    .close = visitor_close,
    .wait = visitor_wait,
    .describe = visitor_describe,
};

static rsp_status peer_visit(rsp_link *link, rsp_link **out_visitor, uint64_t deadline_ns, rsp_error *error) {
    peer_link *l = peer_link_of(link);
    (void)deadline_ns;
    rsp_peer_second what = l->peer.second ? l->peer.second(l->peer.ctx) : RSP_PEER_SECOND_WAITS;
    if (what == RSP_PEER_SECOND_REFUSED)
        return rsp_fail(error, RSP_CONNECT, "the peer refuses a second client");
    visitor *v = rsp_mem_calloc(link->mem, 1, sizeof *v);
    if (!v)
        return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    v->base = (rsp_link){.ops = &visitor_ops, .mem = link->mem, .clock = link->clock, .is_virtual = true};
    v->base.stats.num_connects = 1;
    v->host = l;
    v->to_us.mem = link->mem;
    v->heard = what == RSP_PEER_SECOND_TAKES_OVER;
    if (v->heard)
        l->newest = v;
    *out_visitor = &v->base;
    return RSP_OK;
}

static void peer_describe(const rsp_link *link, rsp_buf *out) {
    const peer_link *l = (const peer_link *)(const void *)link;
    if (l->peer.describe)
        l->peer.describe(l->peer.ctx, out);
    else
        rsp_buf_str(out, "in-process");
}

static rsp_link_end peer_ended(rsp_link *link) {
    const peer_link *l = peer_link_of(link);
    rsp_link_end end = {.kind = RSP_END_NO_CHILD};
    if (l->peer.ended)
        return l->peer.ended(l->peer.ctx);
    if (l->end == RSP_DIED) {
        end.kind = RSP_END_EXITED;
        end.code = 1;
        (void)snprintf(end.text, sizeof end.text, "dead");
    }
    return end;
}

static rsp_bytes peer_words(rsp_link *link, bool of_output) {
    const peer_link *l = peer_link_of(link);
    return l->peer.words && !of_output ? l->peer.words(l->peer.ctx) : rsp_bytes_make(NULL, 0);
}

static const rsp_link_ops peer_ops = {
    .send = peer_send,
    .recv = peer_recv,
    .half_close = peer_half_close,
    .shut = peer_shut,
    .reconnect = peer_reconnect,
    .visit = peer_visit,
    .close = peer_close,
    .wait = peer_wait,
    .describe = peer_describe,
    .ended = peer_ended,
    .words = peer_words,
};

rsp_status rsp_link_open_peer(rsp_link **out_link, const rsp_peer *peer, const rsp_peer_options *options) {
    rsp_peer_options set = options ? *options : (rsp_peer_options){0};
    *out_link = NULL;
    peer_link *l = rsp_mem_calloc(set.mem, 1, sizeof *l);
    if (!l)
        return RSP_NO_MEMORY;
    if (!set.slice_budget)
        set.slice_budget = 10000;
    if (!set.slice_ns)
        set.slice_ns = RSP_NS_PER_MS;
    l->peer = *peer;
    l->options = set;
    l->clock = set.clock ? set.clock : &l->own_clock;
    l->base = (rsp_link){
        .ops = &peer_ops, .mem = set.mem, .clock = rsp_clock_virtual(l->clock), .is_virtual = true};
    l->to_peer.mem = l->from_peer.mem = set.mem;
    l->out = (rsp_buf){.mem = set.mem, .limit = RSP_LIMIT_PEER_BYTES};
    rsp_status status = peer_connect(l);
    if (status != RSP_OK) {
        peer_close(&l->base);
        return status;
    }
    l->base.stats.num_connects = 1;
    *out_link = &l->base;
    return RSP_OK;
}
