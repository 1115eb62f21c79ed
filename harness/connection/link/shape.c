/* A link around a link: bytes are damaged, cut, held, split and delayed on the way, each direction by its own
 * rules. Damage is drawn per byte, times per piece, from two generators, so that cutting differently damages
 * the same. What is on its way out leaves while the caller receives or waits. */
/* SPDX-License-Identifier: MIT */
#include "link/shape.h"

#include "link_ops.h"
#include "queue.h"

#include "core/limits.h"
#include "core/mem.h"
#include "core/rng.h"

#define CHUNK_BYTES ((size_t)64 * 1024)
#define MILLION 1000000

typedef struct way {
    rsp_shape_way shape;
    rsp_rng damage;
    rsp_rng jitter;
    rsp_queue queue;
    rsp_buf held;          /* out, with merge: not sent before the caller waits */
    uint64_t line_free_ns; /* when the line has transmitted what was put on it */
    uint64_t last_ns;      /* arrival of the piece before: nothing overtakes */
    uint64_t num_passed;
    bool cut;          /* close_after_bytes is reached: nothing more is taken */
    rsp_status status; /* the inner link's end in this direction */
} way;

typedef struct shaped_link {
    rsp_link base;
    way out;
    way in;
    rsp_buf scratch;
} shaped_link;

static shaped_link *shaped(rsp_link *link) {
    return (shaped_link *)(void *)link;
}

rsp_shape rsp_shape_rtt(uint64_t rtt_ns) {
    return (rsp_shape){.out = {.delay_ns = rtt_ns / 2}, .in = {.delay_ns = rtt_ns - rtt_ns / 2}};
}

/* --- one direction --- */

/* Three draws for every byte, used or not: that keeps the damage at its place. */
static void damage(way *w, rsp_bytes in, rsp_buf *out) {
    if (w->shape.corrupt_ppm == 0 && w->shape.drop_ppm == 0) {
        rsp_buf_append(out, in);
        return;
    }
    for (size_t i = 0; i < in.len; i++) {
        bool drop = rsp_rng_below(&w->damage, MILLION) < w->shape.drop_ppm;
        bool corrupt = rsp_rng_below(&w->damage, MILLION) < w->shape.corrupt_ppm;
        uint8_t flip = (uint8_t)(1 + rsp_rng_below(&w->damage, 255));
        if (!drop)
            rsp_buf_push(out, corrupt ? (uint8_t)(in.ptr[i] ^ flip) : in.ptr[i]);
    }
}

/* How much may still pass; the rest is lost with the connection. */
static rsp_bytes cut(way *w, rsp_bytes in) {
    uint64_t left = w->shape.close_after_bytes - w->num_passed;
    if (w->shape.close_after_bytes && left <= in.len) {
        in = rsp_bytes_sub(in, 0, (size_t)left);
        w->cut = true;
    }
    w->num_passed += in.len;
    return in;
}

static uint64_t transmission_ns(const way *w, size_t len) {
    if (w->shape.rate_bytes_per_s == 0)
        return 0;
    /* In two parts, so that no product overflows. */
    uint64_t rate = w->shape.rate_bytes_per_s;
    uint64_t rest = (uint64_t)len % rate;
    uint64_t fine = rest <= UINT64_MAX / RSP_NS_PER_S ? rest * RSP_NS_PER_S / rate : 0;
    return (uint64_t)len / rate * RSP_NS_PER_S + fine;
}

static uint64_t arrival_ns(way *w, size_t len, uint64_t now) {
    uint64_t start = w->line_free_ns > now ? w->line_free_ns : now;
    uint64_t delay =
        rsp_deadline(w->shape.delay_ns, rsp_rng_below(&w->jitter, rsp_deadline(w->shape.jitter_ns, 1)));
    w->line_free_ns = rsp_deadline(start, transmission_ns(w, len));
    uint64_t at = rsp_deadline(w->line_free_ns, delay);
    if (at < w->last_ns)
        at = w->last_ns;
    w->last_ns = at;
    return at;
}

static bool schedule(way *w, rsp_bytes bytes, uint64_t now) {
    size_t most = w->shape.split_bytes ? w->shape.split_bytes : SIZE_MAX;
    while (bytes.len) {
        rsp_bytes piece = rsp_bytes_sub(bytes, 0, most);
        if (!rsp_queue_push(&w->queue, piece, arrival_ns(w, piece.len, now)))
            return false;
        bytes = rsp_bytes_from(bytes, piece.len);
    }
    return true;
}

static void way_init(way *w, const rsp_shape_way *shape, uint64_t seed, const rsp_mem *mem) {
    *w = (way){.shape = *shape, .queue = {.mem = mem}};
    w->held = (rsp_buf){.mem = mem, .limit = RSP_LIMIT_SHAPE_BYTES};
    if (w->shape.merge && !w->shape.merge_ns)
        w->shape.merge_ns = RSP_NS_PER_MS;
    rsp_rng_seed(&w->damage, seed);
    rsp_rng_seed(&w->jitter, ~seed);
}

static void way_free(way *w) {
    rsp_queue_clear(&w->queue);
    rsp_buf_free(&w->held);
}

/* --- out --- */

/* The caller waits from now on: what was held to be merged goes on its way. */
static rsp_status release_held(shaped_link *l) {
    way *w = &l->out;
    rsp_status status = w->held.status;
    if (w->held.len && !schedule(w, rsp_buf_bytes(&w->held), rsp_link_now(&l->base)))
        status = RSP_NO_MEMORY;
    rsp_buf_clear(&w->held);
    return status;
}

/* Sends what is due; the end of the connection is remembered, and everything behind it dropped. */
static void flush_due(shaped_link *l, uint64_t deadline_ns) {
    way *w = &l->out;
    while (w->queue.head && w->queue.head->time_ns <= rsp_link_now(&l->base)) {
        if (w->status == RSP_OK)
            w->status = rsp_link_send(l->base.inner, rsp_piece_bytes(w->queue.head), deadline_ns);
        rsp_queue_pop(&w->queue);
    }
    if (w->cut && !w->queue.head && !w->held.len && w->status == RSP_OK) {
        w->status = RSP_CLOSED;
        rsp_link_shut(l->base.inner);
    }
}

static rsp_status make_room(shaped_link *l, size_t len, uint64_t deadline_ns) {
    while (l->out.queue.num_bytes + len > RSP_LIMIT_SHAPE_BYTES) {
        uint64_t next = rsp_queue_time(&l->out.queue);
        if (next > deadline_ns)
            return RSP_TIMEOUT;
        rsp_link_wait(l->base.inner, next);
        flush_due(l, deadline_ns);
    }
    return RSP_OK;
}

static rsp_status shaped_send(rsp_link *link, rsp_bytes data, uint64_t deadline_ns) {
    shaped_link *l = shaped(link);
    way *w = &l->out;
    if (w->cut || w->status != RSP_OK)
        return w->status != RSP_OK ? w->status : RSP_CLOSED;
    rsp_status status = make_room(l, data.len, deadline_ns);
    if (status != RSP_OK)
        return status;
    rsp_buf_clear(&l->scratch);
    damage(w, data, &l->scratch);
    if (l->scratch.status != RSP_OK)
        return l->scratch.status;
    rsp_bytes bytes = cut(w, rsp_buf_bytes(&l->scratch));
    if (w->shape.merge)
        rsp_buf_append(&w->held, bytes);
    else if (!schedule(w, bytes, rsp_link_now(link)))
        return RSP_NO_MEMORY;
    flush_due(l, deadline_ns);
    link->stats.bytes_out += data.len;
    return w->cut ? RSP_OK : w->status;
}

/* --- in --- */

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static rsp_status take_in(shaped_link *l) {
    way *w = &l->in;
    rsp_buf damaged = {.mem = l->base.mem};
    uint64_t now = rsp_link_now(&l->base);
    damage(w, rsp_buf_bytes(&l->scratch), &damaged);
    rsp_bytes bytes = cut(w, rsp_buf_bytes(&damaged));
    /* The first of a merged group waits for the others: they can not arrive before it. */
    if (w->shape.merge && !w->queue.head)
        w->last_ns = rsp_deadline(now, w->shape.merge_ns);
    bool ok = damaged.status == RSP_OK && schedule(w, bytes, now);
    rsp_buf_free(&damaged);
    return ok ? RSP_OK : RSP_NO_MEMORY;
}

/* Whether the inner link is still received from. */
static bool takes_in(const way *w) {
    return !w->cut && w->status == RSP_OK && w->queue.num_bytes < RSP_LIMIT_SHAPE_BYTES;
}

/* Lets time pass until `until_ns`, or until the inner link gives something. */
static rsp_status pump_in(shaped_link *l, uint64_t until_ns) {
    way *w = &l->in;
    if (!takes_in(w)) {
        rsp_link_wait(l->base.inner, until_ns);
        return RSP_TIMEOUT;
    }
    rsp_buf_clear(&l->scratch);
    rsp_status status = rsp_link_recv(l->base.inner, &l->scratch, CHUNK_BYTES, until_ns);
    if (status == RSP_OK)
        return take_in(l);
    if (status != RSP_TIMEOUT && status != RSP_CANCELLED && status != RSP_NO_MEMORY) {
        w->status = status;
        return RSP_OK;
    }
    return status;
}

/* What there is to say when nothing is left to deliver; RSP_OK for going on. */
static rsp_status in_end(const shaped_link *l) {
    if (l->in.queue.head)
        return RSP_OK;
    if (l->in.cut || (l->out.cut && l->out.status != RSP_OK))
        return RSP_CLOSED;
    return l->in.status;
}

static rsp_status shaped_recv(rsp_link *link, rsp_buf *out, size_t max, uint64_t deadline_ns) {
    shaped_link *l = shaped(link);
    rsp_status status = release_held(l);
    while (status == RSP_OK) {
        flush_due(l, deadline_ns);
        if (rsp_queue_time(&l->in.queue) <= rsp_link_now(link)) {
            rsp_queue_take(&l->in.queue, out, max, rsp_link_now(link), l->in.shape.split_bytes != 0);
            return out->status;
        }
        status = in_end(l);
        if (status != RSP_OK)
            break;
        uint64_t next = least(rsp_queue_time(&l->out.queue), rsp_queue_time(&l->in.queue));
        bool last = deadline_ns <= next;
        status = pump_in(l, last ? deadline_ns : next);
        if (status == RSP_TIMEOUT && !last)
            status = RSP_OK;
    }
    if (l->in.cut && status == RSP_CLOSED)
        rsp_link_shut(l->base.inner);
    return status;
}

/* --- the rest --- */

static void shaped_wait(rsp_link *link, uint64_t until_ns) {
    shaped_link *l = shaped(link);
    rsp_status status = release_held(l);
    while (status == RSP_OK) {
        flush_due(l, until_ns);
        uint64_t next = rsp_queue_time(&l->out.queue);
        if (next > until_ns)
            break;
        rsp_link_wait(l->base.inner, next);
    }
    rsp_link_wait(l->base.inner, until_ns);
}

static bool shaped_watch(const rsp_link *link, rsp_link_watch *out) {
    const shaped_link *l = (const shaped_link *)(const void *)link;
    bool nothing_left = !l->in.queue.head && in_end(l) != RSP_OK;
    if (!l->base.inner->ops->watch || !l->base.inner->ops->watch(l->base.inner, out))
        return false;
    if (!takes_in(&l->in)) {
        out->num = 0;
        out->at_ns = RSP_NEVER_NS;
    }
    uint64_t due = least(rsp_queue_time(&l->out.queue), rsp_queue_time(&l->in.queue));
    out->at_ns = l->out.held.len > 0 || nothing_left ? 0 : least(out->at_ns, due);
    return true;
}

static rsp_status shaped_half_close(rsp_link *link) {
    shaped_link *l = shaped(link);
    if (release_held(l) != RSP_OK)
        return RSP_NO_MEMORY;
    while (l->out.queue.head) {
        uint64_t next = rsp_queue_time(&l->out.queue);
        rsp_link_wait(l->base.inner, next);
        flush_due(l, RSP_NEVER_NS);
    }
    return rsp_link_half_close(l->base.inner);
}

static void shaped_shut(rsp_link *link) {
    shaped_link *l = shaped(link);
    rsp_queue_clear(&l->out.queue);
    rsp_queue_clear(&l->in.queue);
    rsp_buf_clear(&l->out.held);
    l->out.status = l->in.status = RSP_CLOSED;
    rsp_link_shut(l->base.inner);
}

static rsp_status shaped_reconnect(rsp_link *link, uint64_t deadline_ns, rsp_error *error) {
    shaped_link *l = shaped(link);
    rsp_status status = rsp_link_reconnect(l->base.inner, deadline_ns, error);
    if (status != RSP_OK)
        return status;
    l->out.status = l->in.status = RSP_OK;
    l->out.cut = l->in.cut = false;
    l->out.num_passed = l->in.num_passed = 0;
    return RSP_OK;
}

static void shaped_close(rsp_link *link) {
    shaped_link *l = shaped(link);
    rsp_link_close(l->base.inner);
    way_free(&l->out);
    way_free(&l->in);
    rsp_buf_free(&l->scratch);
    rsp_mem_free(link->mem, l);
}

static void shaped_describe(const rsp_link *link, rsp_buf *out) {
    rsp_link_describe(link->inner, out);
    rsp_buf_str(out, ", shaped");
}

static const rsp_link_ops shaped_ops = {
    .send = shaped_send,
    .recv = shaped_recv,
    .half_close = shaped_half_close,
    .shut = shaped_shut,
    .reconnect = shaped_reconnect,
    .close = shaped_close,
    .wait = shaped_wait,
    .watch = shaped_watch,
    .describe = shaped_describe,
};

rsp_status rsp_link_open_shaped(rsp_link **out_link, rsp_link *inner, const rsp_shape *shape,
                                const rsp_mem *mem) {
    shaped_link *l = rsp_mem_calloc(mem, 1, sizeof *l);
    *out_link = NULL;
    if (!l)
        return RSP_NO_MEMORY;
    l->base = rsp_link_around(&shaped_ops, inner, mem);
    l->base.stats.num_connects = inner->stats.num_connects;
    l->scratch.mem = mem;
    way_init(&l->out, &shape->out, shape->seed, mem);
    way_init(&l->in, &shape->in, shape->seed ^ UINT64_C(0x9e3779b97f4a7c15), mem);
    *out_link = &l->base;
    return RSP_OK;
}
