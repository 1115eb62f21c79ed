/* Pairing, entry by entry: a queue of requests that wait, and what each entry does to it.
 * Lenient by design: what is wrong is a role (unsolicited, sent again), and the rules decide what to say of
 * it. Source: GDB manual, Overview; Packet Acknowledgment; Stop Reply Packets; Remote Non-Stop; File-I/O. */
/* SPDX-License-Identifier: MIT */
#include "trace/exchange.h"

#include "trace/reply_fit.h"
#include "trace/symptom.h"

#include "codec/file_call.h"
#include "codec/negotiated.h"
#include "codec/reply.h"
#include "core/hex.h"
#include "core/limits.h"
#include "core/mem.h"
#include <assert.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>

void rsp_metrics_merge(rsp_metrics *sum, const rsp_metrics *more) {
    assert(sum != more);
#define ADD_COUNT(name) sum->name += more->name;
    RSP_COUNT_LIST(ADD_COUNT)
#undef ADD_COUNT
    sum->connections += more->connections;
    sum->stub_ns += more->stub_ns;
    sum->program_ns += more->program_ns;
    if (more->max_stub_ns > sum->max_stub_ns)
        sum->max_stub_ns = more->max_stub_ns;
    if (more->most_read > sum->most_read)
        sum->most_read = more->most_read;
    if (more->most_request > sum->most_request)
        sum->most_request = more->most_request;
    for (size_t i = 0; i < RSP_PACKET_END; i++) {
        sum->kind_count[i] += more->kind_count[i];
        sum->kind_ns[i] += more->kind_ns[i];
        sum->kind_good[i] += more->kind_good[i];
        sum->kind_data[i] += more->kind_data[i];
        sum->kind_again[i] += more->kind_again[i];
        sum->kind_survived[i] += more->kind_survived[i];
    }
}

void rsp_exchanges_free(rsp_exchanges *x) {
    if (!x)
        return;
    rsp_mem_free(x->mem, x->queue);
    *x = (rsp_exchanges){.mem = x->mem};
}

void rsp_exchanges_reset(rsp_exchanges *x) {
    *x = (rsp_exchanges){.mem = x->mem,
                         .queue = x->queue,
                         .queue_cap = x->queue_cap,
                         .midstream = x->midstream,
                         .by_number = x->by_number,
                         .silent = x->silent};
}

size_t rsp_exchanges_outstanding(const rsp_exchanges *x) {
    return x->queue_len;
}

static rsp_pending_request *at(const rsp_exchanges *x, size_t i) {
    return &x->queue[(x->queue_head + i) & (x->queue_cap - 1)]; /* a power of two, see grow */
}

const rsp_pending_request *rsp_exchanges_oldest(const rsp_exchanges *x) {
    return x->queue_len ? at(x, 0) : NULL;
}

static void take_out(rsp_exchanges *x, size_t i) {
    for (; i > 0; i--)
        *at(x, i) = *at(x, i - 1);
    x->queue_head = (x->queue_head + 1) & (x->queue_cap - 1);
    x->queue_len--;
}

static bool grow(rsp_exchanges *x) {
    size_t cap = x->queue_cap ? x->queue_cap * 2 : 16;
    rsp_pending_request *bigger = rsp_mem_calloc(x->mem, cap, sizeof *bigger);
    if (!bigger)
        return false;
    for (size_t i = 0; i < x->queue_len; i++)
        bigger[i] = *at(x, i);
    rsp_mem_free(x->mem, x->queue);
    x->queue = bigger;
    x->queue_cap = cap;
    x->queue_head = 0;
    return true;
}

static void push(rsp_exchanges *x, const rsp_pending_request *request) {
    if (x->queue_len == RSP_LIMIT_PENDING_REQUESTS) {
        take_out(x, 0);
        x->metrics.unanswered++;
        x->status = RSP_LIMIT;
    }
    if (x->queue_len == x->queue_cap && !grow(x)) {
        x->metrics.unanswered++;
        x->status = RSP_NO_MEMORY;
        return;
    }
    x->queue_len++;
    *at(x, x->queue_len - 1) = *request;
}

#define HASH_PRIME UINT64_C(0x9e3779b97f4a7c15)

static uint64_t hash_word(uint64_t hash, const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    hash = (hash ^ word) * HASH_PRIME;
    return hash ^ hash >> 32;
}

/* Eight bytes at a time, multiplied and folded, the last eight whatever was taken before: only to tell a
 * repetition from another packet. */
static uint64_t hash_of(rsp_bytes bytes) {
    uint64_t hash = bytes.len * HASH_PRIME;
    if (bytes.len < 8) {
        uint8_t few[8] = {0};
        for (size_t i = 0; i < bytes.len; i++)
            few[i] = bytes.ptr[i];
        return hash_word(hash, few);
    }
    for (size_t i = 0; i + 8 < bytes.len; i += 8)
        hash = hash_word(hash, bytes.ptr + i);
    return hash_word(hash, bytes.ptr + bytes.len - 8);
}

/* The manual gives k, R and r no reply; stubs that do not know them answer empty, LLDB's answers k. */
static bool may_be_silent(const rsp_packet_row *row) {
    return row && row->reply == RSP_REPLY_FORM_SILENT;
}

/* What k, R and r are answered by, if at all: not known, done, refused, or how the program has stopped. */
static bool may_answer_silent(rsp_bytes payload) {
    return rsp_reply_classify(payload).kind != RSP_REPLY_OTHER || rsp_stop_reply_is(payload);
}

/* An optional request that is followed by another was not answered, or its answer comes late. Where it was
 * not even acknowledged the two went out together: if it is answered, the other is one later than it seems.
 */
static void drop_optional_tail(rsp_exchanges *x, rsp_pending_request *next) {
    bool together = false;
    bool silent = x->queue_len < 2 || !rsp_request_is_optional(at(x, x->queue_len - 2));
    while (x->queue_len > 0 && rsp_request_is_optional(at(x, x->queue_len - 1))) {
        const rsp_pending_request *last = at(x, x->queue_len - 1);
        together = together || !last->acked;
        silent = silent && last->due == RSP_DUE_SILENT;
        x->queue_len--;
        x->tolerated++;
    }
    next->doubtful = together;
    next->behind_silent = together && silent && !next->in_doubt;
    next->in_doubt |= together;
}

/* Whether acknowledgments may be off already: the stub has been asked, its answer has not been seen. */
static bool leaves_ack_mode(const rsp_exchanges *x) {
    for (size_t i = 0; i < x->queue_len; i++)
        if (at(x, i)->packet == RSP_PACKET_QSTART_NO_ACK_MODE)
            return true;
    return false;
}

/* The oldest request that is still waited for. Those that were given up stand before it. */
static size_t first_awaited(const rsp_exchanges *x) {
    size_t low = 0;
    size_t high = x->queue_len;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (at(x, middle)->given_up)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* What still waits when the next request comes so late will be waited for no longer. */
static void give_up(rsp_exchanges *x, uint64_t now_ns) {
    if (x->by_number)
        return;
    for (size_t i = first_awaited(x); i < x->queue_len && now_ns - at(x, i)->time_ns >= RSP_GIVEN_UP_NS; i++)
        at(x, i)->given_up = true;
}

static rsp_role feed_request(rsp_exchanges *x, const rsp_entry *e) {
    const rsp_packet_row *row = rsp_packet_lookup(e->payload, NULL);
    rsp_pending_request request = {
        .entry = e->index,
        .time_ns = e->time_ns,
        .packet = row ? row->id : RSP_PACKET_UNKNOWN,
        .batched = x->queue_len > (x->file_io ? 1U : 0U),
    };
    if (x->file_io && request.packet == RSP_PACKET_FILE_IO_REPLY) {
        x->file_io = false;
        return RSP_ROLE_FILE_REPLY;
    }
    const bool ack_mode = !rsp_mode_is_on(&x->negotiated, RSP_MODE_NO_ACK);
    if (ack_mode) /* the other mode knows no repetition, and ends with the connection */
        request.hash = hash_of(e->raw);
    if (!e->checksum_ok && ack_mode && !leaves_ack_mode(x)) {
        x->damaged++;
        return RSP_ROLE_REQUEST; /* '-' is due, and no reply */
    }
    const rsp_pending_request *last = x->queue_len ? at(x, x->queue_len - 1) : NULL;
    bool repeated = ack_mode && ((last && !last->acked && last->hash == request.hash) ||
                                 (x->refused && x->refused_hash == request.hash));
    x->metrics.retransmissions += repeated;
    bool again = repeated && !x->refused;
    bool silent = x->silent && x->silent[request.packet];
    request.due = !e->checksum_ok || again || silent ? RSP_DUE_OPTIONAL
                  : may_be_silent(row)               ? RSP_DUE_SILENT
                                                     : RSP_DUE_REPLY;
    request.resumes = rsp_packet_runs(request.packet);
    x->refused = false;
    request.in_doubt = last && last->in_doubt;
    if (!(repeated && rsp_request_is_optional(&request)))
        drop_optional_tail(x, &request);
    give_up(x, e->time_ns);
    push(x, &request);
    return repeated ? RSP_ROLE_REPEATED_REQUEST : RSP_ROLE_REQUEST;
}

/* F and a call's name; a File-I/O or vFile result has a digit or '-' there. */
/* It is answered by what k, R and r never are: they had no reply, and those behind it come no later than they
 * seem. */
static void end_doubt(rsp_exchanges *x, size_t i) {
    at(x, i)->doubtful = false;
    for (; i < x->queue_len && !at(x, i)->doubtful; i++)
        at(x, i)->in_doubt = false;
}

static rsp_exchange complete(rsp_exchanges *x, size_t i, const rsp_entry *reply) {
    const rsp_pending_request *r = at(x, i);
    if (r->behind_silent && !may_answer_silent(reply->payload))
        end_doubt(x, i);
    x->damaged = 0; /* what came damaged before this one has been refused, or never will be */
    bool program = r->resumes && !rsp_mode_is_on(&x->negotiated, RSP_MODE_NON_STOP);
    rsp_exchange done = {
        .request = r->entry,
        .reply = reply->index,
        .request_ns = r->time_ns,
        .reply_ns = reply->time_ns,
        .latency_ns = reply->time_ns - r->time_ns,
        .connection = reply->connection,
        .packet = r->packet,
        .class_ = program ? RSP_EXCHANGE_PROGRAM : RSP_EXCHANGE_STUB,
        .acked = r->acked,
        .batched = r->batched,
        .in_doubt = r->in_doubt,
    };
    take_out(x, i);
    return done;
}

/* A '?' waits behind a resume: the stop may be its reply, and the resume was never answered. */
static bool is_asked_for(const rsp_exchanges *x, size_t i) {
    return at(x, i)->resumes && x->queue_len > i + 1 && at(x, i + 1)->packet == RSP_PACKET_REASON;
}

static void count_exchange(rsp_metrics *m, const rsp_exchange *done, rsp_bytes reply, bool asked_for) {
    rsp_reply_kind kind = rsp_reply_classify(reply).kind;
    const bool refused =
        kind == RSP_REPLY_OTHER && reply.ptr[0] == 'E' && rsp_came_of(reply) == RSP_CAME_ERROR;
    m->round_trips += !done->batched;
    m->kind_count[done->packet]++;
    m->kind_good[done->packet] +=
        !asked_for && ((kind == RSP_REPLY_OTHER && !refused) || kind == RSP_REPLY_OK);
    m->kind_data[done->packet] += !asked_for && kind == RSP_REPLY_OTHER && !refused;
    m->kind_ns[done->packet] += done->latency_ns;
    if (done->class_ == RSP_EXCHANGE_PROGRAM) {
        m->program_ns += done->latency_ns;
        return;
    }
    m->stub_ns += done->latency_ns;
    if (done->latency_ns > m->max_stub_ns)
        m->max_stub_ns = done->latency_ns;
}

/* How long the request was, and of an m how much came. */
static void count_lengths(rsp_exchanges *x, const rsp_transcript *t, const rsp_exchange *done,
                          rsp_bytes reply) {
    rsp_metrics *m = &x->metrics;
    rsp_entry request;
    const bool read =
        done->packet == RSP_PACKET_READ_MEMORY && rsp_reply_classify(reply).kind == RSP_REPLY_OTHER;
    x->survived_read = x->last_read > x->survived_read ? x->last_read : x->survived_read;
    x->last_read = read ? reply.len / 2 : 0;
    if (x->last_read > m->most_read)
        m->most_read = x->last_read;
    if (rsp_transcript_get(t, done->request, &request) && request.payload.len > m->most_request)
        m->most_request = request.payload.len;
}

/* Whether the kind of packet is answered a second time in the connection. Where several were sent together,
 * or by the empty reply, the reply may be that of another. */
static void count_again(rsp_exchanges *x, const rsp_exchange *done, rsp_bytes reply) {
    const rsp_packet_id packet = done->packet;
    const uint8_t bit = (uint8_t)(1U << packet % 8);
    x->metrics.kind_again[packet] += !done->batched && reply.len > 0 && (x->told[packet / 8] & bit) != 0;
    x->told[packet / 8] |= bit;
}

/* Behind an error reply comes another reply: the stub goes on. */
static void count_survived(rsp_exchanges *x, const rsp_exchange *done, rsp_bytes reply) {
    x->metrics.kind_survived[x->error.to] += x->error.came;
    x->error = (rsp_last_error){.came = rsp_came_of(reply) == RSP_CAME_ERROR, .to = done->packet};
}

/* "OK" in answer to a resume in all-stop mode: GDB takes it for output and waits for the stop. A vCont that
 * stops threads may be answered so. */
static bool is_early_ok(const rsp_exchanges *x, const rsp_transcript *t, const rsp_entry *e) {
    const rsp_pending_request *head = rsp_exchanges_oldest(x);
    const rsp_packet_row *row = head ? rsp_packet_by_id(head->packet) : NULL;
    rsp_entry request;
    if (x->queue_len != 1 || !row || row->reply != RSP_REPLY_FORM_RUN || row->effect != RSP_EFFECT_RESUMES ||
        x->negotiated.unknown || rsp_mode_is_on(&x->negotiated, RSP_MODE_NON_STOP) ||
        !rsp_bytes_equal(e->payload, RSP_LIT("OK")))
        return false;
    return rsp_transcript_get(t, head->entry, &request) &&
           rsp_bytes_search(request.payload, RSP_LIT(";t")) == request.payload.len;
}

/* Packets that may come before the reply proper, while the oldest request runs the program or is a monitor
 * command. What vStdio fetches has the same form and is the reply. */
static rsp_role feed_interlude(rsp_exchanges *x, const rsp_transcript *t, const rsp_entry *e) {
    const rsp_pending_request *head = rsp_exchanges_oldest(x);
    bool running = head && head->resumes && !rsp_mode_is_on(&x->negotiated, RSP_MODE_NON_STOP);
    bool monitor = head && rsp_packet_effect(head->packet) == RSP_EFFECT_COMMANDS;
    bool fetched = head && head->packet == RSP_PACKET_VSTDIO;
    if (rsp_console_classify(e->payload) != RSP_CONSOLE_NONE && !fetched &&
        (running || monitor || rsp_mode_is_on(&x->negotiated, RSP_MODE_NON_STOP)))
        return RSP_ROLE_OUTPUT;
    if (is_early_ok(x, t, e)) {
        x->early_ok = at(x, 0)->entry + 1;
        return RSP_ROLE_OUTPUT;
    }
    if (rsp_file_call_is(e->payload) &&
        (running || (rsp_mode_is_on(&x->negotiated, RSP_MODE_NON_STOP) && !head))) {
        x->file_io = running;
        return RSP_ROLE_FILE_REQUEST;
    }
    return RSP_ROLE_NOTHING;
}

/* Most packets switch nothing, which their name tells. */
static void learn(rsp_exchanges *x, const rsp_transcript *t, const rsp_exchange *done, rsp_bytes reply) {
    rsp_entry request;
    if (rsp_negotiates(done->packet) && rsp_transcript_get(t, done->request, &request))
        rsp_negotiated_update(&x->negotiated, request.payload, reply);
}

static rsp_reply_fit fit_of(const rsp_exchanges *x, size_t i, rsp_bytes reply) {
    return rsp_fit_reply(rsp_packet_by_id(at(x, i)->packet), reply);
}

/* A request that was given up, when the reply is rather that of a later one, was lost. By number the later
 * replies would all go to the wrong requests. Should its reply come after all, it is no surprise. */
static void lose_given_up(rsp_exchanges *x, rsp_bytes reply, rsp_pairing *out) {
    enum { AHEAD = 64 }; /* so that a peer that answers nothing does not make each reply dear */
    size_t best = 0;
    for (size_t i = 1; i < x->queue_len && i <= AHEAD && at(x, i - 1)->given_up; i++)
        best = fit_of(x, i, reply) > fit_of(x, best, reply) ? i : best;
    for (; best > 0; best--) {
        out->lost = out->num_lost++ ? out->lost : at(x, 0)->entry;
        x->metrics.unanswered += !rsp_request_is_optional(at(x, 0));
        x->tolerated++;
        /* the '+' that seemed to be for it was for the next */
        at(x, 1)->acked = at(x, 1)->acked || at(x, 0)->acked;
        take_out(x, 0);
    }
}

/* A program that ran when the client connected may be stopped by that, or by the client's first byte: the
 * stop is told before the first request is read. Debuggers drop it. Where a request can be answered by a
 * stop, or nobody knows by what, this may be its reply. */
static bool is_greeting(const rsp_exchanges *x, const rsp_entry *e) {
    rsp_stop_reply stop;
    if (x->opening != RSP_OPENING_SILENT || x->queue_len == 0 || x->negotiated.unknown || !e->checksum_ok ||
        rsp_mode_is_on(&x->negotiated, RSP_MODE_NO_ACK) ||
        rsp_stop_reply_parse(&stop, e->payload, NULL) != RSP_OK ||
        (stop.kind != RSP_STOP_THREAD && stop.kind != RSP_STOP_SIGNAL))
        return false;
    for (size_t i = 0; i < x->queue_len; i++)
        if (at(x, i)->packet == RSP_PACKET_UNKNOWN || fit_of(x, i, e->payload) != RSP_FIT_NEVER)
            return false;
    return true;
}

static void note_opening(rsp_exchanges *x, rsp_role role) {
    if (x->opening == RSP_OPENING_SILENT)
        x->opening = role == RSP_ROLE_GREETING ? RSP_OPENING_GREETED : RSP_OPENING_SPOKEN;
}

static void feed_reply(rsp_exchanges *x, const rsp_transcript *t, const rsp_entry *e, rsp_pairing *out) {
    const bool compared = x->resends_due > 0 || !rsp_mode_is_on(&x->negotiated, RSP_MODE_NO_ACK);
    uint64_t hash = compared ? hash_of(e->raw) : 0;
    bool resend = x->resends_due > 0 && x->have_last_reply;
    bool same = hash == x->last_reply_hash;
    x->resends_due -= x->resends_due > 0;
    out->differs = resend && !same && !x->taken;
    /* A packet that is not what '-' asked for still answers a request, when one waits. */
    if (resend && (same || x->queue_len == 0)) {
        x->metrics.retransmissions++;
        out->role = RSP_ROLE_REPEATED_REPLY;
        return;
    }
    x->last_reply_hash = hash;
    x->have_last_reply = true;
    x->taken = false;
    out->role = is_greeting(x, e) ? RSP_ROLE_GREETING : feed_interlude(x, t, e);
    if (out->role != RSP_ROLE_NOTHING)
        return;
    if (x->queue_len == 0) {
        bool tolerated = x->tolerated > 0 || x->midstream;
        x->tolerated -= x->tolerated > 0;
        x->metrics.unsolicited += !tolerated;
        out->role = tolerated ? RSP_ROLE_NOTHING : RSP_ROLE_UNSOLICITED;
        return;
    }
    lose_given_up(x, e->payload, out);
    /* During File-I/O the resume stays behind the requests that the call makes (FILEIO-001), and where OK
     * came for it a request that follows is answered before it stops. */
    const bool waits =
        x->file_io || (x->early_ok == at(x, 0)->entry + 1 && fit_of(x, 0, e->payload) == RSP_FIT_NEVER);
    size_t i = waits && x->queue_len > 1 ? 1 : 0;
    x->file_io = x->file_io && i == 1;
    out->role = RSP_ROLE_REPLY;
    out->have_exchange = true;
    const bool asked_for = is_asked_for(x, i);
    out->exchange = complete(x, i, e);
    count_exchange(&x->metrics, &out->exchange, e->payload, asked_for);
    count_lengths(x, t, &out->exchange, e->payload);
    count_again(x, &out->exchange, e->payload);
    count_survived(x, &out->exchange, e->payload);
    learn(x, t, &out->exchange, e->payload);
}

/* '+' belongs to the oldest request that has none yet. */
static void feed_ack(rsp_exchanges *x) {
    for (size_t i = 0; i < x->queue_len; i++) {
        if (!at(x, i)->acked) {
            at(x, i)->acked = true;
            return;
        }
    }
}

/* '-' of the stub: that request was not taken and will be sent again. */
static void feed_refusal(rsp_exchanges *x) {
    if (rsp_mode_is_on(&x->negotiated, RSP_MODE_NO_ACK))
        return;
    if (x->damaged > 0) {
        x->damaged--;
        return;
    }
    for (size_t i = 0; i < x->queue_len; i++) {
        if (at(x, i)->acked)
            continue;
        x->refused = true;
        x->refused_hash = at(x, i)->hash;
        take_out(x, i);
        return;
    }
}

static void end_connection(rsp_exchanges *x) {
    for (size_t i = 0; i < x->queue_len; i++)
        x->metrics.unanswered += !rsp_request_is_optional(at(x, i));
    x->queue_len = 0;
    x->tolerated = 0;
    x->file_io = x->have_last_reply = x->refused = x->taken = false;
    x->resends_due = x->damaged = 0;
    x->opening = RSP_OPENING_SILENT;
    memset(x->told, 0, sizeof x->told);
    rsp_negotiated_reset(&x->negotiated);
    x->midstream = x->negotiated.unknown = false;
}

/* Bytes are missing: what waits may have been answered in them, what comes may answer what was in them. */
static void lose_track(rsp_exchanges *x) {
    x->tolerated += x->queue_len > 0 ? x->queue_len : 1;
    x->queue_len = 0;
    x->file_io = x->have_last_reply = x->refused = x->taken = false;
    x->resends_due = x->damaged = 0;
    x->opening = RSP_OPENING_SPOKEN;
}

static void feed_wire(rsp_exchanges *x, const rsp_transcript *t, const rsp_entry *e, rsp_pairing *out) {
    bool to_stub = e->direction == RSP_TO_STUB;
    switch (e->kind) {
    case RSP_ENTRY_PACKET:
        x->metrics.bad_checksums += !e->checksum_ok;
        *(to_stub ? &x->metrics.packets_to_stub : &x->metrics.packets_from_stub) += 1;
        if (to_stub)
            out->role = feed_request(x, e);
        else
            feed_reply(x, t, e, out);
        if (!to_stub)
            note_opening(x, out->role);
        break;
    case RSP_ENTRY_NOTIFICATION:
        x->metrics.bad_checksums += !e->checksum_ok;
        x->metrics.notifications++;
        out->role = RSP_ROLE_NOTIFICATION;
        break;
    case RSP_ENTRY_ACK:
        x->metrics.acks++;
        if (!to_stub)
            feed_ack(x);
        else
            x->taken = true;
        if (!to_stub)
            note_opening(x, RSP_ROLE_NOTHING);
        break;
    case RSP_ENTRY_NAK:
        x->metrics.naks++;
        if (!to_stub)
            feed_refusal(x);
        else
            x->resends_due += !rsp_mode_is_on(&x->negotiated, RSP_MODE_NO_ACK) && x->have_last_reply;
        break;
    case RSP_ENTRY_INTERRUPT:
        x->metrics.interrupts++;
        break;
    case RSP_ENTRY_CONNECT:
    case RSP_ENTRY_CLOSE:
        end_connection(x);
        break;
    case RSP_ENTRY_GAP:
        lose_track(x);
        break;
    case RSP_ENTRY_JUNK:
    case RSP_ENTRY_OVERLONG:
    case RSP_ENTRY_ABANDONED:
    case RSP_ENTRY_TRUNCATED:
    case RSP_ENTRY_NOTE:
        break;
    }
}

rsp_status rsp_exchanges_feed(rsp_exchanges *x, const rsp_transcript *t, const rsp_entry *e,
                              rsp_pairing *out) {
    out->role = RSP_ROLE_NOTHING;
    out->num_lost = 0;
    out->differs = out->have_exchange = false;
    x->status = RSP_OK;
    if (x->metrics.connections == 0 || e->connection != x->connection) {
        if (x->metrics.connections > 0 && e->kind != RSP_ENTRY_CONNECT)
            end_connection(x);
        x->metrics.connections++;
        x->connection = e->connection;
        x->error.came = false; /* a process that is started afresh has survived nothing */
        x->negotiated.unknown = x->midstream;
    }
    *(e->direction == RSP_TO_STUB ? &x->metrics.bytes_to_stub : &x->metrics.bytes_from_stub) += e->wire_len;
    feed_wire(x, t, e, out);
    return x->status;
}
