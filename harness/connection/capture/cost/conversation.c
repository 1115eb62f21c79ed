/* Per connection: first its early bytes are kept and judged, then a transcript takes them, or it is foreign.
 * After a gap, and where the capture begins inside a packet, bytes are passed over up to the next packet.
 * See conversation.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/conversation.h"

#include "budget.h"
#include "conversation_part.h"
#include "detect.h"

#include "capture/recording.h"
#include "core/limits.h"
#include "core/mem.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    TRANSCRIPT_BYTES = 64 * 1024, /* a request must still be there when its reply comes; nothing more */
    TRANSCRIPT_ENTRIES = 1024,
    HEADROOM_BYTES = 66 * 1024, /* free when a transcript is made */
};

/* A connection under way. */
typedef struct live_connection {
    rsp_conversation out;
    rsp_transcript *transcript; /* NULL: not recognised yet */
    void *observer;
    rsp_buf early;
    detect_votes votes[2]; /* of the first end, of the second */
    bool first_is_client;
    bool seek[2]; /* by direction: to the next packet */
} live_connection;

/* In front of each piece in `early`. */
typedef struct early_head {
    uint64_t time_ns;
    uint64_t frame;
    uint64_t missing; /* a gap of so many bytes; then no bytes follow */
    size_t len;
    bool from_first;
} early_head;

/* A conversation of a part that is complete and waits to be joined. */
typedef struct finished_conversation {
    struct finished_conversation *next;
    uint64_t end_frame;
    bool numbered; /* its number is no frame */
    rsp_conversation conversation;
} finished_conversation;

struct rsp_conversations {
    rsp_conversations_options options;
    budget budget;
    rsp_reassembly *reassembly;
    rsp_capture_totals totals;
    rsp_conversation *kept[RSP_LIMIT_CAPTURE_CONVERSATIONS];
    size_t num_kept;
    uint64_t count;
    bool stopped;

    /* of a part */
    bool is_part;
    finished_conversation *first_finished;
    finished_conversation *last_finished;

    /* of a whole */
    rsp_conversations *parts[MOST_PARTS];
    unsigned num_parts;
    uint64_t joined_flows; /* of the parts */
};

static const rsp_mem *mem_of(rsp_conversations *c) {
    return &c->budget.mem;
}

static void free_connection(rsp_conversations *c, live_connection *t) {
    if (!t)
        return;
    rsp_transcript_free(t->transcript);
    rsp_buf_free(&t->early);
    rsp_analysis_free(&t->out.analysis);
    rsp_mem_free(mem_of(c), t);
}

/* --- recognised conversations --------------------------------------------------------------------------- */

/* Bytes to pass over so that what follows begins like a packet or stands between packets. */
static size_t to_next_packet(rsp_direction direction, rsp_bytes bytes) {
    uint8_t first = bytes.ptr[0];
    if (first == '+' || first == '-' || (first == '%' && direction == RSP_TO_CLIENT) ||
        (first == 3 && direction == RSP_TO_STUB))
        return 0;
    return rsp_bytes_index(bytes, '$');
}

static void feed_transcript(rsp_conversations *c, live_connection *t, const rsp_flow_bytes *piece) {
    rsp_direction direction = piece->from_first == t->first_is_client ? RSP_TO_STUB : RSP_TO_CLIENT;
    rsp_bytes bytes = piece->bytes;
    if (t->seek[direction]) {
        size_t skip = to_next_packet(direction, bytes);
        t->out.resync_bytes += skip;
        bytes = rsp_bytes_from(bytes, skip);
        if (bytes.len == 0)
            return;
        t->seek[direction] = false;
    }
    t->out.analysis.place = piece->frame;
    t->out.end_ns = piece->time_ns > t->out.end_ns ? piece->time_ns : t->out.end_ns;
    if (c->options.place)
        c->options.place(t->observer, piece->frame);
    rsp_status status = rsp_transcript_feed(t->transcript, direction, piece->time_ns, bytes);
    if (status != RSP_OK && t->out.analysis.status == RSP_OK)
        t->out.analysis.status = status;
}

static void feed_gap(live_connection *t, bool from_first, uint64_t time_ns, uint64_t missing) {
    rsp_direction direction = from_first == t->first_is_client ? RSP_TO_STUB : RSP_TO_CLIENT;
    char text[64];
    (void)snprintf(text, sizeof text, "%llu bytes are missing", (unsigned long long)missing);
    rsp_status status = rsp_transcript_gap(t->transcript, direction, time_ns, text);
    if (status != RSP_OK && t->out.analysis.status == RSP_OK)
        t->out.analysis.status = status;
    t->seek[direction] = true;
}

static void feed_early(rsp_conversations *c, live_connection *t) {
    rsp_bytes rest = rsp_buf_bytes(&t->early);
    while (rest.len > 0) {
        early_head head;
        memcpy(&head, rest.ptr, sizeof head);
        rest = rsp_bytes_from(rest, sizeof head);
        rsp_flow_bytes piece = {.time_ns = head.time_ns,
                                .frame = head.frame,
                                .from_first = head.from_first,
                                .bytes = rsp_bytes_sub(rest, 0, head.len)};
        rest = rsp_bytes_from(rest, head.len);
        if (head.missing > 0)
            feed_gap(t, head.from_first, head.time_ns, head.missing);
        else
            feed_transcript(c, t, &piece);
    }
    rsp_buf_free(&t->early);
}

/* What is counted of a conversation needs memory, too, and cannot give up another for it: there must be room.
 */
static rsp_transcript *new_transcript(rsp_conversations *c, const rsp_flow *flow) {
    rsp_transcript_options options = {.max_bytes = TRANSCRIPT_BYTES,
                                      .max_entries = TRANSCRIPT_ENTRIES,
                                      .max_packet = RSP_LIMIT_CAPTURE_PACKET_BYTES,
                                      .requests_only = !c->options.begin, /* the analysis needs no others */
                                      .mem = mem_of(c)};
    rsp_mem_free(mem_of(c), rsp_reassembly_alloc(c->reassembly, flow, HEADROOM_BYTES));
    return rsp_transcript_new(&options);
}

/* The side of a proxy's recording that nobody asked for. */
static bool is_other_side(const rsp_conversations *c, const rsp_tcp_endpoint *client,
                          const rsp_tcp_endpoint *stub) {
    if (c->options.stub_port || c->options.only)
        return false;
    return (c->options.side == RSP_PROXY_SIDE_DEBUGGER && rsp_recording_is_proxy(client)) ||
           (c->options.side == RSP_PROXY_SIDE_STUB && rsp_recording_is_proxy(stub));
}

/* False: it is a conversation, and counted as one that is left out. */
static bool is_wanted(rsp_conversations *c, const rsp_flow *flow, bool first_is_client) {
    const bool other = is_other_side(c, rsp_flow_end_of(flow, first_is_client ? 0 : 1),
                                     rsp_flow_end_of(flow, first_is_client ? 1 : 0));
    const bool not_chosen = c->options.only && rsp_flow_number(flow) != c->options.number;
    c->totals.other_side += other;
    c->totals.not_chosen += not_chosen;
    return !other && !not_chosen;
}

/* A connection is recognised as a conversation. False without memory. */
static bool recognise(rsp_conversations *c, live_connection *t, const rsp_flow *flow, bool first_is_client) {
    t->transcript = new_transcript(c, flow);
    if (!t->transcript)
        return false;
    t->first_is_client = first_is_client;
    t->out.client = *rsp_flow_end_of(flow, first_is_client ? 0 : 1);
    t->out.stub = *rsp_flow_end_of(flow, first_is_client ? 1 : 0);
    t->out.number = rsp_flow_number(flow);
    t->out.from_start = rsp_flow_from_start(flow);
    t->out.analysis.mem = mem_of(c);
    t->out.analysis.conversation = t->out.number;
    t->out.untimed = t->out.analysis.untimed = rsp_flow_untimed(flow);
    if (!t->out.from_start) {
        rsp_analysis_midstream(&t->out.analysis);
        t->seek[0] = t->seek[1] = true;
    }
    bool observed = rsp_transcript_observe(t->transcript, rsp_analysis_observe, &t->out.analysis);
    if (c->options.begin)
        t->observer = c->options.begin(c->options.ctx, t->transcript, &t->out);
    feed_early(c, t);
    return observed;
}

/* --- connections not recognised yet --------------------------------------------------------------------- */

static void give_up_on(rsp_conversations *c, rsp_flow *flow, live_connection *t) {
    free_connection(c, t);
    rsp_flow_set_user(flow, NULL);
    rsp_flow_ignore(flow);
}

static bool is_log(const rsp_flow *flow) {
    return rsp_tcp_endpoint_is_log(rsp_flow_end_of(flow, 0)) &&
           rsp_tcp_endpoint_is_log(rsp_flow_end_of(flow, 1));
}

static void decide(rsp_conversations *c, rsp_flow *flow, live_connection *t, bool final) {
    detect_verdict verdict = DETECT_FIRST_IS_CLIENT;
    if (c->options.stub_port && !is_log(flow))
        verdict = rsp_tcp_endpoint_port(rsp_flow_end_of(flow, 1)) == c->options.stub_port
                      ? DETECT_FIRST_IS_CLIENT
                      : DETECT_FIRST_IS_STUB;
    else
        verdict = detect_decide(t->votes, final, rsp_flow_from_start(flow));
    if (verdict == DETECT_FOREIGN && c->options.trust_logs && is_log(flow))
        verdict = DETECT_FIRST_IS_CLIENT;
    if (verdict == DETECT_OPEN)
        return;
    if (verdict == DETECT_FOREIGN) {
        c->totals.foreign++;
        give_up_on(c, flow, t);
    } else if (!is_wanted(c, flow, verdict == DETECT_FIRST_IS_CLIENT)) {
        give_up_on(c, flow, t);
    } else if (!recognise(c, t, flow, verdict == DETECT_FIRST_IS_CLIENT)) {
        c->totals.refused++;
        give_up_on(c, flow, t);
    }
}

/* The connection of a flow, begun with its first bytes. NULL for a flow that is ignored. */
static live_connection *connection_of(rsp_conversations *c, rsp_flow *flow, uint64_t time_ns) {
    live_connection *t = rsp_flow_user(flow);
    if (t)
        return t;
    uint16_t port = c->options.stub_port;
    if (port && !is_log(flow) && rsp_tcp_endpoint_port(rsp_flow_end_of(flow, 0)) != port &&
        rsp_tcp_endpoint_port(rsp_flow_end_of(flow, 1)) != port) {
        c->totals.foreign++;
        rsp_flow_ignore(flow);
        return NULL;
    }
    t = rsp_reassembly_alloc(c->reassembly, flow, sizeof *t);
    if (!t) {
        c->totals.refused++;
        rsp_flow_ignore(flow);
        return NULL;
    }
    *t = (live_connection){.out = {.start_ns = time_ns, .end_ns = time_ns}};
    rsp_buf_init(&t->early, mem_of(c), 2 * RSP_LIMIT_CAPTURE_EARLY_BYTES + 65536 + sizeof(early_head));
    rsp_flow_set_user(flow, t);
    return t;
}

static void keep_early(live_connection *t, const early_head *head, rsp_bytes bytes) {
    rsp_buf_append(&t->early, rsp_bytes_make(head, sizeof *head));
    rsp_buf_append(&t->early, bytes);
}

static void on_data(void *ctx, rsp_flow *flow, const rsp_flow_bytes *piece) {
    rsp_conversations *c = ctx;
    live_connection *t = connection_of(c, flow, piece->time_ns);
    if (!t)
        return;
    if (t->transcript) {
        feed_transcript(c, t, piece);
        return;
    }
    early_head head = {.time_ns = piece->time_ns,
                       .frame = piece->frame,
                       .len = piece->bytes.len,
                       .from_first = piece->from_first};
    detect_piece(&t->votes[piece->from_first ? 0 : 1], piece->bytes);
    keep_early(t, &head, piece->bytes);
    if (t->early.status != RSP_OK) {
        c->totals.refused++;
        give_up_on(c, flow, t);
        return;
    }
    decide(c, flow, t, t->early.len >= RSP_LIMIT_CAPTURE_EARLY_BYTES);
}

static void on_gap(void *ctx, rsp_flow *flow, bool from_first, uint64_t time_ns, uint64_t missing) {
    rsp_conversations *c = ctx;
    live_connection *t = rsp_flow_user(flow);
    if (t && t->transcript) {
        feed_gap(t, from_first, time_ns, missing);
    } else if (t) {
        early_head head = {.time_ns = time_ns, .missing = missing, .from_first = from_first};
        keep_early(t, &head, rsp_bytes_make(NULL, 0));
    }
    (void)c;
}

/* --- the end -------------------------------------------------------------------------------------------- */

/* Takes the analysis over. */
static void keep(rsp_conversations *c, rsp_conversation *conversation) {
    if (c->num_kept == RSP_LIMIT_CAPTURE_CONVERSATIONS)
        return;
    rsp_conversation *copy = rsp_mem_alloc(mem_of(c), sizeof *copy);
    if (!copy)
        return;
    *copy = *conversation;
    conversation->analysis = (rsp_analysis){.mem = conversation->analysis.mem};
    c->kept[c->num_kept++] = copy;
}

static void count_conversation(rsp_conversations *c, const rsp_conversation *conversation) {
    c->count++;
    c->totals.resync_bytes += conversation->resync_bytes;
    rsp_tcp_counts_merge(&c->totals.tcp, &conversation->tcp);
    rsp_analysis_merge(&c->totals.analysis, &conversation->analysis);
}

/* In a part: complete, to be joined. */
static void set_aside(rsp_conversations *c, rsp_conversation *conversation, const rsp_flow *flow) {
    finished_conversation *f = rsp_mem_alloc(mem_of(c), sizeof *f);
    if (!f) {
        c->totals.refused++;
        return;
    }
    *f = (finished_conversation){.end_frame = rsp_reassembly_end_frame(c->reassembly, flow),
                                 .numbered = rsp_flow_is_numbered(flow),
                                 .conversation = *conversation};
    conversation->analysis = (rsp_analysis){.mem = mem_of(c)};
    *(c->last_finished ? &c->last_finished->next : &c->first_finished) = f;
    c->last_finished = f;
}

static void on_end(void *ctx, rsp_flow *flow, uint64_t time_ns, rsp_flow_end why) {
    rsp_conversations *c = ctx;
    live_connection *t = rsp_flow_user(flow);
    if (t && !t->transcript) {
        decide(c, flow, t, true);
        t = rsp_flow_user(flow);
    }
    if (!t)
        return;
    rsp_status status = rsp_transcript_close(t->transcript, time_ns, rsp_flow_end_name(why));
    if (status != RSP_OK && t->out.analysis.status == RSP_OK)
        t->out.analysis.status = status;
    rsp_analysis_finish(&t->out.analysis);
    t->out.end = why;
    t->out.tcp = *rsp_flow_counts(flow);
    if (c->is_part) {
        set_aside(c, &t->out, flow);
    } else {
        count_conversation(c, &t->out);
        if (c->options.end)
            c->options.end(c->options.ctx, t->observer, t->transcript, &t->out);
        keep(c, &t->out);
    }
    free_connection(c, t);
    rsp_flow_set_user(flow, NULL);
}

rsp_conversations *rsp_conversations_new(const rsp_conversations_options *options) {
    rsp_conversations *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    if (options)
        c->options = *options;
    budget_init(&c->budget,
                c->options.memory_bytes ? c->options.memory_bytes : RSP_LIMIT_CAPTURE_MEMORY_BYTES);
    c->totals.analysis.mem = mem_of(c);
    rsp_reassembly_sink sink = {.data = on_data, .gap = on_gap, .end = on_end, .ctx = c};
    c->reassembly = rsp_reassembly_new(&sink, c->options.max_flows, mem_of(c));
    if (!c->reassembly) {
        free(c);
        return NULL;
    }
    return c;
}

static void take_finished(rsp_conversations *c) {
    finished_conversation *f = c->first_finished;
    c->first_finished = f->next;
    c->last_finished = f->next ? c->last_finished : NULL;
    rsp_analysis_free(&f->conversation.analysis);
    rsp_mem_free(mem_of(c), f);
}

/* What is kept may be of a part's memory: it goes first. */
static void free_kept(rsp_conversations *c) {
    for (size_t i = 0; i < c->num_kept; i++) {
        rsp_analysis_free(&c->kept[i]->analysis);
        rsp_mem_free(mem_of(c), c->kept[i]);
    }
    c->num_kept = 0;
}

static void free_parts(rsp_conversations *c) {
    for (unsigned i = 0; i < c->num_parts; i++)
        rsp_conversations_free(c->parts[i]);
    c->num_parts = 0;
}

void rsp_conversations_free(rsp_conversations *c) {
    if (!c)
        return;
    rsp_conversations_finish(c);
    rsp_reassembly_free(c->reassembly);
    free_kept(c);
    while (c->first_finished)
        take_finished(c);
    rsp_analysis_free(&c->totals.analysis);
    free_parts(c);
    free(c);
}

void rsp_conversations_feed(rsp_conversations *c, const rsp_segment *segment) {
    rsp_capture_totals *t = &c->totals;
    bool earliest = t->start_ns == 0 || segment->time_ns < t->start_ns;
    if (earliest && !segment->untimed)
        t->start_ns = segment->time_ns;
    if (segment->time_ns > t->end_ns)
        t->end_ns = segment->time_ns;
    if (rsp_reassembly_feed(c->reassembly, segment) == RSP_NO_MEMORY)
        t->refused++;
}

void rsp_conversations_stop(rsp_conversations *c) {
    c->stopped = true;
}

bool rsp_conversations_stopped(const rsp_conversations *c) {
    return c->stopped;
}

void rsp_conversations_finish(rsp_conversations *c) {
    rsp_reassembly_finish(c->reassembly);
}

size_t rsp_conversations_kept(const rsp_conversations *c) {
    return c->num_kept;
}

rsp_conversation *rsp_conversations_get(const rsp_conversations *c, size_t i) {
    return i < c->num_kept ? c->kept[i] : NULL;
}

uint64_t rsp_conversations_count(const rsp_conversations *c) {
    return c->count;
}

rsp_capture_totals *rsp_conversations_totals(rsp_conversations *c) {
    c->totals.flows = rsp_reassembly_flows(c->reassembly);
    c->totals.evicted = rsp_reassembly_evicted(c->reassembly);
    c->totals.most_memory_bytes = c->budget.most_bytes;
    for (unsigned i = 0; i < c->num_parts; i++)
        c->totals.most_memory_bytes += c->parts[i]->budget.most_bytes;
    return &c->totals;
}

/* --- parts ---------------------------------------------------------------------------------------------- */

static size_t most_flows(const rsp_conversations *c) {
    return c->options.max_flows ? c->options.max_flows : RSP_LIMIT_CAPTURE_FLOWS;
}

/* Each part may follow one connection at least. */
unsigned conversations_most_parts(const rsp_conversations *c) {
    bool fresh = c->num_parts == 0 && !c->is_part && rsp_reassembly_flows(c->reassembly) == 0;
    if (!fresh || c->options.begin || c->options.end || c->options.only) /* parts know numbers too late */
        return 1;
    const unsigned most = c->options.threads < MOST_PARTS ? c->options.threads : MOST_PARTS;
    return most < most_flows(c) ? most : (unsigned)most_flows(c);
}

size_t conversations_window_bytes(const rsp_conversations *c) {
    return c->options.window_bytes ? c->options.window_bytes : RSP_LIMIT_CAPTURE_WINDOW_BYTES;
}

/* Memory and connections are shared out; a part that gets along with its share shows that the whole would. */
bool conversations_divide(rsp_conversations *whole, unsigned num) {
    rsp_conversations_options options = whole->options;
    options.memory_bytes = whole->budget.limit_bytes / (num + 1);
    options.max_flows = most_flows(whole) / num;
    for (unsigned i = 0; i < num; i++) {
        rsp_conversations *part = rsp_conversations_new(&options);
        if (!part)
            return false;
        part->is_part = true;
        rsp_reassembly_number_by_frame(part->reassembly);
        whole->parts[whole->num_parts++] = part;
    }
    return true;
}

rsp_conversations *conversations_part(const rsp_conversations *whole, unsigned i) {
    return whole->parts[i];
}

/* The frames in which connections were first seen, of all parts. */
typedef struct births {
    uint64_t *frames;
    size_t num;
    uint64_t first_number;
} births;

static int by_frame(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool collect_births(const rsp_conversations *whole, births *out) {
    size_t num = 0;
    for (unsigned i = 0; i < whole->num_parts; i++) {
        (void)rsp_reassembly_births(whole->parts[i]->reassembly, &num);
        out->num += num;
    }
    out->first_number = whole->joined_flows;
    out->frames = malloc((out->num + 1) * sizeof *out->frames);
    if (!out->frames)
        return false;
    uint64_t *to = out->frames;
    for (unsigned i = 0; i < whole->num_parts; i++) {
        const uint64_t *frames = rsp_reassembly_births(whole->parts[i]->reassembly, &num);
        if (num)
            memcpy(to, frames, num * sizeof *to);
        to += num;
    }
    qsort(out->frames, out->num, sizeof *out->frames, by_frame);
    return true;
}

static uint64_t number_of(void *ctx, uint64_t frame) {
    const births *b = ctx;
    const uint64_t *at = bsearch(&frame, b->frames, b->num, sizeof *b->frames, by_frame);
    assert(at);
    return b->first_number + (uint64_t)(at - b->frames);
}

static void renumber(rsp_conversation *conversation, uint64_t number) {
    rsp_analysis *a = &conversation->analysis;
    conversation->number = a->conversation = number;
    for (size_t i = 0; i < a->num_slowest; i++)
        a->slowest[i].conversation = number;
}

static void renumber_flow(void *ctx, rsp_flow *flow) {
    live_connection *t = rsp_flow_user(flow);
    (void)ctx;
    if (t && t->transcript)
        renumber(&t->out, rsp_flow_number(flow));
}

/* The part whose next conversation ended first; NULL: none is left. */
static rsp_conversations *first_to_end(const rsp_conversations *whole) {
    rsp_conversations *first = NULL;
    for (unsigned i = 0; i < whole->num_parts; i++) {
        rsp_conversations *part = whole->parts[i];
        if (part->first_finished &&
            (!first || part->first_finished->end_frame < first->first_finished->end_frame))
            first = part;
    }
    return first;
}

static bool gave_up(const rsp_conversations *part) {
    return part->totals.refused > 0 || rsp_reassembly_evicted(part->reassembly) > 0;
}

bool conversations_join(rsp_conversations *whole) {
    births b = {0};
    for (unsigned i = 0; i < whole->num_parts; i++)
        if (gave_up(whole->parts[i]))
            return false;
    if (!collect_births(whole, &b))
        return false;
    bool fine = true;
    for (unsigned i = 0; i < whole->num_parts; i++)
        rsp_reassembly_renumber(whole->parts[i]->reassembly, number_of, renumber_flow, &b);
    for (rsp_conversations *part = first_to_end(whole); part; part = first_to_end(whole)) {
        finished_conversation *f = part->first_finished;
        if (!f->numbered)
            renumber(&f->conversation, number_of(&b, f->conversation.number));
        fine = fine && f->conversation.analysis.status != RSP_NO_MEMORY;
        count_conversation(whole, &f->conversation);
        keep(whole, &f->conversation);
        take_finished(part);
    }
    whole->joined_flows += b.num;
    free(b.frames);
    return fine;
}

void conversations_end_parts(rsp_conversations *whole) {
    rsp_capture_totals *t = &whole->totals;
    rsp_reassembly_skip(whole->reassembly, whole->joined_flows);
    for (unsigned i = 0; i < whole->num_parts; i++) {
        const rsp_capture_totals *part = &whole->parts[i]->totals;
        if (part->start_ns > 0 && (t->start_ns == 0 || part->start_ns < t->start_ns))
            t->start_ns = part->start_ns;
        t->end_ns = part->end_ns > t->end_ns ? part->end_ns : t->end_ns;
        t->foreign += part->foreign;
        t->other_side += part->other_side;
    }
}

void conversations_start_over(rsp_conversations *whole) {
    free_kept(whole);
    free_parts(whole);
    rsp_analysis_free(&whole->totals.analysis);
    whole->totals = (rsp_capture_totals){.analysis = {.mem = mem_of(whole)}};
    whole->count = whole->joined_flows = 0;
    whole->options.threads = 1;
}
