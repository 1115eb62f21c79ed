/* Flows in a hash table and in a list by age; each half of a flow knows the next sequence number it waits
 * for. A missing piece that the peer has acknowledged was lost by the recording, not by the network: nobody
 * will send it again, so it becomes a gap at once. Source: RFC 9293, 3.4 (sequence numbers). */
/* SPDX-License-Identifier: MIT */
#include "capture/reassembly.h"

#include "core/limits.h"
#include "core/mem.h"

#include <assert.h>

enum {
    MOST_BUCKETS = 16384,
    MOST_UNSEEN = 16 * 1024 * 1024, /* bytes acknowledged and not captured that are believed */
};

/* A segment that waits for a piece before it; its bytes follow the struct. */
typedef struct held {
    struct held *next;
    uint64_t time_ns;
    uint64_t frame;
    uint32_t seq;
    uint32_t len;      /* captured */
    uint32_t wire_len; /* on the wire */
    uint8_t bytes[];
} held;

typedef struct half {
    held *held; /* by sequence number */
    uint32_t num_held;
    uint32_t held_bytes;
    uint32_t next;  /* sequence number that is due */
    uint32_t acked; /* by the other end */
    uint32_t fin;   /* sequence number of the FIN */
    bool started;
    bool have_acked;
    bool have_fin;
} half;

struct rsp_flow {
    rsp_flow *chain;
    rsp_flow *older;
    rsp_flow *newer;
    void *user;
    uint64_t number;
    uint64_t last_ns;
    uint64_t last_frame;
    rsp_tcp_endpoint ends[2];
    half halves[2];
    rsp_tcp_counts counts;
    uint32_t hash;
    bool from_start;
    bool untimed;
    bool ignored;
    bool by_frame; /* `number` is the frame of its first segment */
};

struct rsp_reassembly {
    rsp_reassembly_sink sink;
    const rsp_mem *mem;
    size_t max_flows;
    size_t num_flows;
    uint64_t seen;
    uint64_t evicted;
    bool by_frame;
    bool all_end;       /* rsp_reassembly_finish */
    uint64_t now_frame; /* of the segment that is being fed */
    rsp_buf births;     /* frames, as uint64_t */
    bool ending;        /* a flow is being ended: not the time to end another */
    rsp_flow *last;     /* of the previous segment: most often the next one's, too */
    rsp_flow *oldest;
    rsp_flow *newest;
    size_t num_buckets; /* a power of two */
    rsp_flow *buckets[];
};

static rsp_flow **bucket_of(rsp_reassembly *r, uint32_t hash) {
    return &r->buckets[hash & (r->num_buckets - 1)];
}

const char *rsp_flow_end_name(rsp_flow_end end) {
    static const char *const names[] = {
#define END_NAME(name, text) text,
        RSP_FLOW_END_LIST(END_NAME)
#undef END_NAME
    };
    return (unsigned)end < RSP_ARRAY_LEN(names) ? names[end] : "?";
}

void rsp_tcp_counts_merge(rsp_tcp_counts *sum, const rsp_tcp_counts *more) {
    assert(sum != more);
    sum->segments += more->segments;
    sum->retransmissions += more->retransmissions;
    sum->overlaps += more->overlaps;
    sum->reordered += more->reordered;
    sum->gaps += more->gaps;
    sum->gap_bytes += more->gap_bytes;
}

void *rsp_flow_user(const rsp_flow *flow) {
    return flow->user;
}

void rsp_flow_set_user(rsp_flow *flow, void *user) {
    flow->user = user;
}

void rsp_flow_ignore(rsp_flow *flow) {
    flow->ignored = true;
}

uint64_t rsp_flow_number(const rsp_flow *flow) {
    return flow->number;
}

bool rsp_flow_is_numbered(const rsp_flow *flow) {
    return !flow->by_frame;
}

const rsp_tcp_endpoint *rsp_flow_end_of(const rsp_flow *flow, int which) {
    assert(which == 0 || which == 1);
    return &flow->ends[which != 0];
}

bool rsp_flow_untimed(const rsp_flow *flow) {
    return flow->untimed;
}

bool rsp_flow_from_start(const rsp_flow *flow) {
    return flow->from_start;
}

const rsp_tcp_counts *rsp_flow_counts(const rsp_flow *flow) {
    return &flow->counts;
}

rsp_reassembly *rsp_reassembly_new(const rsp_reassembly_sink *sink, size_t max_flows, const rsp_mem *mem) {
    assert(sink);
    size_t most = max_flows ? max_flows : RSP_LIMIT_CAPTURE_FLOWS;
    size_t num_buckets = 1;
    while (num_buckets < most && num_buckets < MOST_BUCKETS)
        num_buckets *= 2;
    rsp_reassembly *r = rsp_mem_calloc(mem, 1, sizeof *r + num_buckets * sizeof(rsp_flow *));
    if (!r)
        return NULL;
    r->sink = *sink;
    r->mem = mem;
    r->max_flows = most;
    r->num_buckets = num_buckets;
    rsp_buf_init(&r->births, mem, 0);
    return r;
}

/* --- holes ---------------------------------------------------------------------------------------------- */

static int32_t distance(uint32_t from, uint32_t to) {
    return (int32_t)(to - from);
}

static void deliver(rsp_reassembly *r, rsp_flow *f, const rsp_flow_bytes *piece) {
    if (!f->ignored && piece->bytes.len > 0)
        r->sink.data(r->sink.ctx, f, piece);
}

static void report_gap(rsp_reassembly *r, rsp_flow *f, int side, uint64_t time_ns, uint64_t missing) {
    if (f->ignored || missing == 0)
        return;
    f->counts.gaps++;
    f->counts.gap_bytes += missing;
    r->sink.gap(r->sink.ctx, f, side == 0, time_ns, missing);
}

/* Takes a segment that begins at or before what is due. */
static void accept(rsp_reassembly *r, rsp_flow *f, int side, const rsp_flow_bytes *piece, uint32_t seq,
                   uint32_t wire_len) {
    half *h = &f->halves[side];
    uint32_t known = h->next - seq;
    if (known >= wire_len) {
        f->counts.retransmissions++;
        return;
    }
    f->counts.overlaps += known > 0;
    rsp_flow_bytes fresh = *piece;
    fresh.bytes = rsp_bytes_from(piece->bytes, known);
    h->next = seq + wire_len;
    deliver(r, f, &fresh);
    report_gap(r, f, side, piece->time_ns, wire_len - known - fresh.bytes.len);
}

/* What was held and is now due. */
static void drain(rsp_reassembly *r, rsp_flow *f, int side) {
    half *h = &f->halves[side];
    while (h->held && distance(h->next, h->held->seq) <= 0) {
        held *first = h->held;
        h->held = first->next;
        h->num_held--;
        h->held_bytes -= first->len;
        rsp_flow_bytes piece = {.time_ns = first->time_ns > f->last_ns ? first->time_ns : f->last_ns,
                                .frame = first->frame,
                                .from_first = side == 0,
                                .bytes = rsp_bytes_make(first->bytes, first->len)};
        accept(r, f, side, &piece, first->seq, first->wire_len);
        rsp_mem_free(r->mem, first);
    }
}

/* Gives up waiting for the piece in front of what is held. */
static void give_up(rsp_reassembly *r, rsp_flow *f, int side) {
    half *h = &f->halves[side];
    if (!h->held)
        return;
    uint32_t missing = h->held->seq - h->next;
    h->next = h->held->seq;
    report_gap(r, f, side, f->last_ns, missing);
    drain(r, f, side);
}

static void check_holes(rsp_reassembly *r, rsp_flow *f, int side) {
    half *h = &f->halves[side];
    while (h->held &&
           ((h->have_acked && distance(h->next, h->acked) > 0) ||
            h->num_held > RSP_LIMIT_CAPTURE_HELD_SEGMENTS || h->held_bytes > RSP_LIMIT_CAPTURE_HELD_BYTES))
        give_up(r, f, side);
}

/* Whoever speaks has read what it acknowledges: what is missing of that will not come any more. A bare
 * acknowledgment proves less, as captures may have the two directions slightly out of order. */
static void check_unseen(rsp_reassembly *r, rsp_flow *f, int side) {
    half *h = &f->halves[side];
    uint32_t upto = h->have_fin && distance(h->fin, h->acked) > 0 ? h->fin : h->acked;
    int32_t unseen = distance(h->next, upto);
    if (!h->started || unseen <= 0 || unseen > MOST_UNSEEN)
        return;
    h->next = upto;
    report_gap(r, f, side, f->last_ns, (uint64_t)unseen);
    drain(r, f, side);
}

/* False without memory. */
static bool hold(rsp_reassembly *r, half *h, const rsp_segment *s, uint32_t seq) {
    held **at = &h->held;
    while (*at && distance((*at)->seq, seq) >= 0)
        at = &(*at)->next;
    held *item = rsp_mem_alloc(r->mem, sizeof *item + s->payload.len);
    if (!item)
        return false;
    *item = (held){.next = *at,
                   .time_ns = s->time_ns,
                   .frame = s->frame,
                   .seq = seq,
                   .len = (uint32_t)s->payload.len,
                   .wire_len = s->wire_len};
    if (s->payload.len)
        memcpy(item->bytes, s->payload.ptr, s->payload.len);
    *at = item;
    h->num_held++;
    h->held_bytes += item->len;
    return true;
}

/* --- flows ---------------------------------------------------------------------------------------------- */

static uint32_t hash_of(const rsp_segment *s) {
    const uint32_t ends = rsp_segment_ends(s);
    return ends ^ ends >> 16;
}

static bool same_end(const rsp_tcp_endpoint *a, const rsp_tcp_endpoint *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* Side that sent the segment, or -1 when it is not of this flow. */
static int side_of(const rsp_flow *f, const rsp_segment *s) {
    if (same_end(&f->ends[0], &s->source) && same_end(&f->ends[1], &s->target))
        return 0;
    return same_end(&f->ends[1], &s->source) && same_end(&f->ends[0], &s->target) ? 1 : -1;
}

static void unlink_age(rsp_reassembly *r, rsp_flow *f) {
    *(f->older ? &f->older->newer : &r->oldest) = f->newer;
    *(f->newer ? &f->newer->older : &r->newest) = f->older;
}

static void link_newest(rsp_reassembly *r, rsp_flow *f) {
    f->older = r->newest;
    f->newer = NULL;
    *(r->newest ? &r->newest->newer : &r->oldest) = f;
    r->newest = f;
}

static void free_held(rsp_reassembly *r, half *h) {
    while (h->held) {
        held *first = h->held;
        h->held = first->next;
        rsp_mem_free(r->mem, first);
    }
}

static void drop(rsp_reassembly *r, rsp_flow *f) {
    rsp_flow **at = bucket_of(r, f->hash);
    while (*at != f)
        at = &(*at)->chain;
    *at = f->chain;
    unlink_age(r, f);
    if (r->last == f)
        r->last = NULL;
    free_held(r, &f->halves[0]);
    free_held(r, &f->halves[1]);
    r->num_flows--;
    rsp_mem_free(r->mem, f);
}

/* Brings out what is held, tells the end, forgets the flow. */
static void end_flow(rsp_reassembly *r, rsp_flow *f, rsp_flow_end why) {
    r->ending = true;
    for (int side = 0; side < 2; side++) {
        half *h = &f->halves[side];
        while (h->held)
            give_up(r, f, side);
        int32_t tail = distance(h->next, h->fin);
        if (h->started && h->have_fin && tail > 0)
            report_gap(r, f, side, f->last_ns, (uint64_t)tail);
    }
    r->sink.end(r->sink.ctx, f, f->last_ns, why);
    r->ending = false;
    drop(r, f);
}

/* Gives up the connection that was silent longest. False if there is none, and while another one ends. */
static bool evict(rsp_reassembly *r, const rsp_flow *but) {
    rsp_flow *f = r->oldest;
    if (f && f == but)
        f = f->newer;
    if (!f || r->ending)
        return false;
    r->evicted++;
    end_flow(r, f, RSP_FLOW_EVICTED);
    return true;
}

void *rsp_reassembly_alloc(rsp_reassembly *r, const rsp_flow *but, size_t size) {
    void *block = rsp_mem_alloc(r->mem, size);
    while (!block && evict(r, but))
        block = rsp_mem_alloc(r->mem, size);
    return block;
}

static rsp_flow *new_flow(rsp_reassembly *r, const rsp_segment *s, uint32_t hash, rsp_status *status) {
    uint64_t evicted = r->evicted;
    if (r->num_flows >= r->max_flows)
        (void)evict(r, NULL);
    rsp_flow *f = rsp_reassembly_alloc(r, NULL, sizeof *f);
    *status = !f ? RSP_NO_MEMORY : r->evicted > evicted ? RSP_LIMIT : *status;
    if (!f)
        return NULL;
    rsp_flow **bucket = bucket_of(r, hash);
    *f = (rsp_flow){.ends = {s->source, s->target},
                    .number = r->by_frame ? s->frame : r->seen,
                    .by_frame = r->by_frame,
                    .untimed = s->untimed,
                    .hash = hash,
                    .chain = *bucket};
    r->seen++;
    if (r->by_frame)
        rsp_buf_append(&r->births, rsp_bytes_make(&s->frame, sizeof s->frame));
    if (r->births.status != RSP_OK)
        *status = RSP_NO_MEMORY;
    *bucket = f;
    link_newest(r, f);
    r->num_flows++;
    return f;
}

static rsp_flow *find_flow(rsp_reassembly *r, const rsp_segment *s, uint32_t hash, int *out_side) {
    for (rsp_flow *f = *bucket_of(r, hash); f; f = f->chain) {
        if (f->hash == hash && (*out_side = side_of(f, s)) >= 0)
            return f;
    }
    return NULL;
}

/* A SYN that belongs to another connection than the one that is followed. */
static bool begins_anew(const rsp_flow *f, int side, const rsp_segment *s) {
    const half *h = &f->halves[side];
    return (s->flags & RSP_TCP_SYN) != 0 && h->started && distance(s->seq + 1, h->next) != 0;
}

/* The flow of a segment; NULL for one that needs none (or for lack of memory). */
static rsp_flow *flow_of(rsp_reassembly *r, const rsp_segment *s, int *out_side, rsp_status *status) {
    const uint32_t hash = hash_of(s);
    rsp_flow *f = r->last;
    if (f && f->hash == hash && (*out_side = side_of(f, s)) >= 0 && !begins_anew(f, *out_side, s))
        return f;
    f = find_flow(r, s, hash, out_side);
    if (f && begins_anew(f, *out_side, s) && f->halves[*out_side].next != s->seq) {
        end_flow(r, f, RSP_FLOW_REUSED);
        f = NULL;
    }
    bool worth_it = (s->flags & RSP_TCP_SYN) != 0 || s->wire_len > 0;
    if (!f && worth_it) {
        f = new_flow(r, s, hash, status);
        *out_side = 0;
        if (f)
            f->from_start = (s->flags & (RSP_TCP_SYN | RSP_TCP_ACK)) == RSP_TCP_SYN;
    }
    if (f && f != r->newest) {
        unlink_age(r, f);
        link_newest(r, f);
    }
    r->last = f;
    return f;
}

/* --- segments ------------------------------------------------------------------------------------------- */

static void start_half(half *h, uint32_t next) {
    if (h->started)
        return;
    h->started = true;
    h->next = next;
}

static void take_payload(rsp_reassembly *r, rsp_flow *f, int side, const rsp_segment *s, uint32_t seq) {
    half *h = &f->halves[side];
    start_half(h, seq);
    f->counts.segments++;
    if (distance(h->next, seq) <= 0) {
        rsp_flow_bytes piece = {
            .time_ns = f->last_ns, .frame = s->frame, .from_first = side == 0, .bytes = s->payload};
        accept(r, f, side, &piece, seq, s->wire_len);
        if (h->held)
            drain(r, f, side);
        return;
    }
    f->counts.reordered++;
    if (!hold(r, h, s, seq)) {
        /* No memory to wait with: what is held comes out, then this one. */
        while (h->held)
            give_up(r, f, side);
        int32_t missing = distance(h->next, seq); /* none where what was held reaches over this piece */
        if (missing > 0) {
            report_gap(r, f, side, f->last_ns, (uint64_t)missing);
            h->next = seq;
        }
        rsp_flow_bytes piece = {
            .time_ns = f->last_ns, .frame = s->frame, .from_first = side == 0, .bytes = s->payload};
        accept(r, f, side, &piece, seq, s->wire_len);
    }
    check_holes(r, f, side);
}

static bool finished(const rsp_flow *f) {
    for (int side = 0; side < 2; side++) {
        const half *h = &f->halves[side];
        if (!h->have_fin || (h->started && distance(h->next, h->fin) > 0 &&
                             !(h->have_acked && distance(h->fin, h->acked) > 0)))
            return false;
    }
    return true;
}

rsp_status rsp_reassembly_feed(rsp_reassembly *r, const rsp_segment *s) {
    assert(s);
    rsp_status status = RSP_OK;
    int side = 0;
    r->now_frame = s->frame;
    rsp_flow *f = flow_of(r, s, &side, &status);
    if (!f)
        return status;
    f->last_frame = s->frame;
    half *h = &f->halves[side];
    uint32_t seq = s->seq;
    if (s->time_ns > f->last_ns)
        f->last_ns = s->time_ns;
    if (s->flags & RSP_TCP_SYN)
        start_half(h, ++seq);
    if (s->flags & RSP_TCP_ACK) {
        half *other = &f->halves[!side];
        if (!other->have_acked || distance(other->acked, s->ack) > 0)
            other->acked = s->ack;
        other->have_acked = true;
        if (other->held)
            check_holes(r, f, !side);
        if (s->wire_len > 0)
            check_unseen(r, f, !side);
    }
    if (s->wire_len > 0)
        take_payload(r, f, side, s, seq);
    if (s->flags & RSP_TCP_RST) {
        end_flow(r, f, RSP_FLOW_RESET);
        return status;
    }
    if (s->flags & RSP_TCP_FIN && !h->have_fin) {
        h->have_fin = true;
        h->fin = seq + s->wire_len;
    }
    if (f->halves[0].have_fin && finished(f))
        end_flow(r, f, RSP_FLOW_FINISHED);
    return status;
}

void rsp_reassembly_finish(rsp_reassembly *r) {
    r->all_end = true;
    while (r->oldest)
        end_flow(r, r->oldest, RSP_FLOW_END_OF_FILE);
    r->all_end = false;
}

uint64_t rsp_reassembly_end_frame(const rsp_reassembly *r, const rsp_flow *flow) {
    return r->all_end ? flow->last_frame : r->now_frame;
}

/* --- parts of a capture --------------------------------------------------------------------------------- */

void rsp_reassembly_number_by_frame(rsp_reassembly *r) {
    r->by_frame = true;
}

const uint64_t *rsp_reassembly_births(const rsp_reassembly *r, size_t *out_num) {
    *out_num = r->births.len / sizeof(uint64_t);
    return (const uint64_t *)(const void *)r->births.ptr;
}

void rsp_reassembly_renumber(rsp_reassembly *r, uint64_t (*number)(void *ctx, uint64_t frame),
                             void (*renumbered)(void *ctx, rsp_flow *flow), void *ctx) {
    for (rsp_flow *f = r->births.len ? r->newest : NULL; f; f = f->older) {
        if (!f->by_frame)
            continue;
        f->number = number(ctx, f->number);
        f->by_frame = false;
        renumbered(ctx, f);
    }
    rsp_buf_clear(&r->births);
}

void rsp_reassembly_skip(rsp_reassembly *r, uint64_t num) {
    r->seen += num;
}

void rsp_reassembly_free(rsp_reassembly *r) {
    if (!r)
        return;
    while (r->oldest)
        drop(r, r->oldest);
    rsp_buf_free(&r->births);
    rsp_mem_free(r->mem, r);
}

uint64_t rsp_reassembly_evicted(const rsp_reassembly *r) {
    return r->evicted;
}

uint64_t rsp_reassembly_flows(const rsp_reassembly *r) {
    return r->seen;
}
