/* Each entry first moves the clock of whoever was waited for, then goes through the pairing; a completed
 * exchange is counted in the latency of its kind, in the action under way, and among reads and batches.
 * See analysis.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/analysis.h"

#include "codec/multibreak.h"
#include "codec/multimem.h"
#include "codec/negotiated.h"
#include "core/hex.h"
#include "core/limits.h"
#include "core/mem.h"
#include "core/word.h"
#include "trace/exchange.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

const char *rsp_phase_name(rsp_phase phase) {
    static const char *const names[] = {
#define PHASE_NAME(name, text) text,
        RSP_PHASE_LIST(PHASE_NAME)
#undef PHASE_NAME
    };
    return (unsigned)phase < RSP_ARRAY_LEN(names) ? names[phase] : "?";
}

static const rsp_word actions[] = {RSP_ACTION_LIST(RSP_WORD_ROW)};

const char *rsp_action_key(rsp_action action) {
    return RSP_WORD_AT(actions, action).name;
}

const char *rsp_action_name(rsp_action action) {
    return RSP_WORD_AT(actions, action).text;
}

void rsp_analysis_free(rsp_analysis *a) {
    if (!a)
        return;
    const rsp_mem *mem = a->mem;
    rsp_exchanges_free(&a->exchanges);
    rsp_packet_latencies_free(&a->latencies);
    for (int i = 0; i < RSP_ACTIONS; i++)
        rsp_quantiles_free(&a->actions[i]);
    rsp_mem_free(mem, a->seen);
    *a = (rsp_analysis){.mem = mem};
}

void rsp_analysis_midstream(rsp_analysis *a) {
    a->exchanges.midstream = true;
}

/* --- time ----------------------------------------------------------------------------------------------- */

bool rsp_action_begins(rsp_packet_id packet) {
    return rsp_packet_effect(packet) == RSP_EFFECT_RESUMES;
}

static void pass_time(rsp_analysis *a, uint64_t now_ns) {
    const rsp_pending_request *oldest = rsp_exchanges_oldest(&a->exchanges);
    rsp_phase phase = RSP_PHASE_CLIENT;
    if (oldest)
        phase = oldest->resumes && !rsp_mode_is_on(&a->exchanges.negotiated, RSP_MODE_NON_STOP)
                    ? RSP_PHASE_PROGRAM
                    : RSP_PHASE_STUB;
    if (a->begun && now_ns > a->last_ns)
        a->phase_ns[phase] += now_ns - a->last_ns;
    a->last_ns = now_ns > a->last_ns ? now_ns : a->last_ns;
}

/* --- actions -------------------------------------------------------------------------------------------- */

static void close_action(rsp_analysis *a, uint64_t now_ns) {
    if (!a->open.is_open)
        return;
    rsp_quantiles_add(&a->actions[a->open.kind], a->open.trips);
    a->action_ns[a->open.kind] += now_ns - a->open.start_ns;
    a->open.is_open = false;
}

static void open_action(rsp_analysis *a, rsp_action action, uint64_t now_ns) {
    a->open.kind = action;
    a->open.is_open = true;
    a->open.trips = 0;
    a->open.start_ns = now_ns;
    a->stop++;
}

/* By letters: the effect of a step is that of a continue, and one vCont may have both. */
static bool is_step(rsp_bytes request) {
    rsp_bytes rest = request;
    if (rsp_packet_take(&rest, RSP_PACKET_VCONT))
        return rest.len > 0 && (rest.ptr[0] == 's' || rest.ptr[0] == 'S' || rest.ptr[0] == 'r');
    return request.len > 0 && (request.ptr[0] == 's' || request.ptr[0] == 'S');
}

rsp_action rsp_action_of(rsp_bytes request, rsp_bytes reply) {
    if (rsp_bytes_search(reply, RSP_LIT("library:")) < reply.len)
        return RSP_ACTION_LIBRARY;
    if (reply.len > 0 && (reply.ptr[0] == 'W' || reply.ptr[0] == 'X'))
        return RSP_ACTION_EXIT;
    return is_step(request) ? RSP_ACTION_STEP : RSP_ACTION_STOP;
}

static bool reads_libraries(rsp_packet_id packet) {
    return packet == RSP_PACKET_QXFER_LIBRARIES_SVR4_READ || packet == RSP_PACKET_QXFER_LIBRARIES_READ ||
           packet == RSP_PACKET_JGET_LOADED_LIBS;
}

static void follow_action(rsp_analysis *a, const rsp_exchange *x, rsp_bytes request, rsp_bytes reply) {
    if (!a->open.is_open)
        open_action(a, RSP_ACTION_ATTACH, x->request_ns);
    if (rsp_action_begins(x->packet)) {
        close_action(a, x->request_ns);
        open_action(a, rsp_action_of(request, reply), x->request_ns);
    } else if (reads_libraries(x->packet) && a->open.kind != RSP_ACTION_ATTACH) {
        a->open.kind = RSP_ACTION_LIBRARY;
    }
    a->open.trips += !x->batched;
}

/* --- reads and batches ---------------------------------------------------------------------------------- */

/* True when this stop has read the same range before. A full neighbourhood forgets its oldest: then one
 * repetition less is found, never one too many. */
static bool seen_before(rsp_analysis *a, uint64_t addr, uint64_t len) {
    enum { NEIGHBOURS = 8 };
    if (!a->seen)
        a->seen = rsp_mem_calloc(a->mem, RSP_LIMIT_CAPTURE_READS, sizeof *a->seen);
    if (!a->seen) {
        a->status = RSP_NO_MEMORY;
        return false;
    }
    uint64_t hash = (addr ^ len << 48) * UINT64_C(0x9e3779b97f4a7c15) >> 40;
    rsp_seen_read *free_one = NULL;
    for (size_t i = 0; i < NEIGHBOURS; i++) {
        rsp_seen_read *at = &a->seen[(hash + i) % RSP_LIMIT_CAPTURE_READS];
        if (at->stop == a->stop && at->addr == addr && at->len == len)
            return true;
        if (!free_one || at->stop < free_one->stop)
            free_one = at;
    }
    *free_one = (rsp_seen_read){.addr = addr, .len = len, .stop = a->stop};
    return false;
}

static void follow_read(rsp_analysis *a, rsp_bytes request) {
    rsp_bytes rest = rsp_bytes_from(request, 1);
    uint64_t addr = 0;
    uint64_t len = 0;
    if (rsp_take_addr_len(&addr, &len, &rest) != RSP_OK)
        return;
    a->memory.num++;
    /* The same address in another address space is another place. */
    if (rest.len > 0 || !seen_before(a, addr, len))
        return;
    a->memory.redundant++;
    a->memory.redundant_bytes += len;
}

static size_t entries_of(rsp_analysis *a, rsp_packet_id packet, rsp_bytes request) {
    size_t num = 0;
    if (packet == RSP_PACKET_MULTI_MEM_READ) {
        if (rsp_multimem_parse(NULL, 0, &num, request, RSP_MULTIMEM_LLDB, NULL) != RSP_OK &&
            rsp_multimem_parse(NULL, 0, &num, request, RSP_MULTIMEM_RFC, NULL) != RSP_OK)
            num = 0;
        return num;
    }
    const rsp_multibreak_form form =
        packet == RSP_PACKET_JMULTI_BREAKPOINT ? RSP_MULTIBREAK_LLDB : RSP_MULTIBREAK_RFC;
    return rsp_multibreak_count(&num, request, form, a->mem) == RSP_OK ? num : 0;
}

static void follow_batch(rsp_analysis *a, rsp_packet_id packet, rsp_bytes request) {
    size_t num = entries_of(a, packet, request);
    if (num == 0)
        return;
    size_t bucket = 0;
    while (bucket + 1 < RSP_BATCH_BUCKETS && ((size_t)1 << bucket) < num)
        bucket++;
    a->batches[bucket]++;
    a->batch_packets++;
    a->batch_entries += num;
}

/* Packets with addresses to compare. Of those that write, a breakpoint changes nothing that is read. */
static void follow_memory(rsp_analysis *a, rsp_packet_id packet, rsp_bytes request) {
    switch ((int)packet) {
    case RSP_PACKET_READ_MEMORY:
    case RSP_PACKET_READ_BINARY:
        follow_read(a, request);
        break;
    case RSP_PACKET_WRITE_MEMORY:
    case RSP_PACKET_WRITE_BINARY:
    case RSP_PACKET_WRITE_REGISTER: /* a call in the program may be under way */
    case RSP_PACKET_WRITE_REGISTERS:
        a->stop++;
        break;
    case RSP_PACKET_MULTI_MEM_READ:
    case RSP_PACKET_MULTI_BREAKPOINT:
    case RSP_PACKET_JMULTI_BREAKPOINT:
        follow_batch(a, packet, request);
        break;
    }
}

/* --- exchanges ------------------------------------------------------------------------------------------ */

static void insert_slow(rsp_analysis *a, const rsp_slow *slow) {
    size_t i = a->num_slowest;
    if (i == RSP_LIMIT_CAPTURE_SLOWEST && a->slowest[i - 1].latency_ns >= slow->latency_ns)
        return;
    if (i < RSP_LIMIT_CAPTURE_SLOWEST)
        a->num_slowest++;
    else
        i--;
    for (; i > 0 && a->slowest[i - 1].latency_ns < slow->latency_ns; i--)
        a->slowest[i] = a->slowest[i - 1];
    a->slowest[i] = *slow;
}

static void consider_slow(rsp_analysis *a, const rsp_exchange *x, rsp_bytes request) {
    if (a->num_slowest == RSP_LIMIT_CAPTURE_SLOWEST &&
        x->latency_ns <= a->slowest[RSP_LIMIT_CAPTURE_SLOWEST - 1].latency_ns)
        return;
    rsp_slow slow = {.latency_ns = x->latency_ns,
                     .request_ns = x->request_ns,
                     .request_place = a->place_of_request[x->request % RSP_ANALYSIS_PLACES],
                     .reply_place = a->place,
                     .conversation = a->conversation,
                     .packet = x->packet,
                     .request_len = request.len};
    if (x->reply - x->request >= RSP_ANALYSIS_PLACES)
        slow.request_place = 0;
    rsp_bytes head = rsp_bytes_sub(request, 0, sizeof slow.request);
    if (head.len)
        memcpy(slow.request, head.ptr, head.len);
    insert_slow(a, &slow);
}

static void take_exchange(rsp_analysis *a, const rsp_transcript *t, const rsp_exchange *x, rsp_bytes reply) {
    rsp_entry request = {0};
    if (!rsp_transcript_get(t, x->request, &request))
        request.payload = rsp_bytes_make(NULL, 0);
    const bool owed = x->class_ == RSP_EXCHANGE_STUB;
    if (rsp_packet_latencies_add(&a->latencies, x->packet, owed, a->untimed ? NULL : &x->latency_ns) !=
        RSP_OK)
        a->status = RSP_NO_MEMORY;
    follow_action(a, x, request.payload, reply);
    follow_memory(a, x->packet, request.payload);
    if (!owed || a->untimed)
        return;
    a->delayed_acks += x->latency_ns >= RSP_DELAYED_ACK_MIN_NS && x->latency_ns <= RSP_DELAYED_ACK_MAX_NS;
    consider_slow(a, x, request.payload);
}

static void begin(rsp_analysis *a, const rsp_entry *e) {
    a->begun = true;
    a->last_ns = e->time_ns;
    a->exchanges.mem = a->mem;
    a->latencies.mem = a->mem;
    for (int i = 0; i < RSP_ACTIONS; i++)
        a->actions[i].mem = a->mem;
    open_action(a, RSP_ACTION_ATTACH, e->time_ns);
}

void rsp_analysis_observe(void *analysis, const rsp_transcript *t, const rsp_entry *e) {
    rsp_analysis *a = analysis;
    if (!a->begun)
        begin(a, e);
    pass_time(a, e->time_ns);
    rsp_pairing pairing;
    rsp_status status = rsp_exchanges_feed(&a->exchanges, t, e, &pairing);
    if (status != RSP_OK && a->status == RSP_OK)
        a->status = status;
    a->gaps += e->kind == RSP_ENTRY_GAP;
    if (e->kind == RSP_ENTRY_PACKET && e->direction == RSP_TO_STUB)
        a->place_of_request[e->index % RSP_ANALYSIS_PLACES] = a->place;
    if (pairing.have_exchange)
        take_exchange(a, t, &pairing.exchange, e->payload);
}

void rsp_analysis_finish(rsp_analysis *a) {
    if (a->open.is_open && a->open.trips > 0)
        close_action(a, a->last_ns);
    a->open.is_open = false;
    a->metrics = a->exchanges.metrics;
    rsp_exchanges_free(&a->exchanges);
    rsp_mem_free(a->mem, a->seen);
    a->seen = NULL;
}

void rsp_analysis_merge(rsp_analysis *sum, const rsp_analysis *more) {
    rsp_metrics_merge(&sum->metrics, &more->metrics);
    sum->latencies.mem = sum->mem;
    if (rsp_packet_latencies_merge(&sum->latencies, &more->latencies) != RSP_OK)
        sum->status = RSP_NO_MEMORY;
    for (int i = 0; i < RSP_ACTIONS; i++) {
        sum->actions[i].mem = sum->mem;
        rsp_quantiles_merge(&sum->actions[i], &more->actions[i]);
        sum->action_ns[i] += more->action_ns[i];
    }
    for (int i = 0; i < RSP_PHASES; i++)
        sum->phase_ns[i] += more->phase_ns[i];
    for (int i = 0; i < RSP_BATCH_BUCKETS; i++)
        sum->batches[i] += more->batches[i];
    sum->gaps += more->gaps;
    sum->batch_packets += more->batch_packets;
    sum->batch_entries += more->batch_entries;
    sum->memory.num += more->memory.num;
    sum->memory.redundant += more->memory.redundant;
    sum->memory.redundant_bytes += more->memory.redundant_bytes;
    sum->delayed_acks += more->delayed_acks;
    for (size_t i = 0; i < more->num_slowest; i++)
        insert_slow(sum, &more->slowest[i]);
    if (sum->status == RSP_OK)
        sum->status = more->status;
}

bool rsp_analysis_shows_nagle(const rsp_analysis *a) {
    return a->delayed_acks >= 5 && a->delayed_acks >= a->latencies.owed.count / 20;
}
