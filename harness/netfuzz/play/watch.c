/* The watching half of the player: acks that are due, probes that are answered, states, numbers worth using.
 * Called for each entry of the transcript, behind the rules.
 * A state is what a reply was to what, under which modes; addresses, ids and lengths hardly count. */
/* SPDX-License-Identifier: MIT */
#include "cross_check.h"
#include "certainty.h"

#include <rsp/hex.h>
#include <rsp/id.h>
#include <rsp/packet_table.h>
#include <rsp/reply.h>
#include <rsp/signals.h>
#include <rsp/stop_reply.h>

enum { WARM_ENTRIES = 16 }; /* a stub's first answers take longer than those that follow */

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static uint64_t log2_of(uint64_t value) {
    uint64_t bits = 0;
    for (; value > 0; value >>= 1)
        bits++;
    return bits;
}

static bool all_hex(rsp_bytes payload) {
    size_t look = payload.len < 64 ? payload.len : 64;
    for (size_t i = 0; i < look; i++)
        if (rsp_hex_value(payload.ptr[i]) < 0)
            return false;
    return payload.len > 0;
}

/* "T05swbreak": kind, signal and the first key that is no register. */
static uint64_t stop_class(rsp_bytes payload) {
    uint64_t hash = mix(payload.ptr[0], payload.len > 2 ? payload.ptr[1] * 256U + payload.ptr[2] : 0);
    rsp_bytes rest = rsp_bytes_from(payload, 3);
    while (payload.ptr[0] == 'T' && rest.len > 0) {
        rsp_bytes pair = rsp_bytes_split(&rest, ';');
        rsp_bytes key = rsp_bytes_sub(pair, 0, rsp_bytes_index(pair, ':'));
        for (size_t i = 0; i < key.len && !all_hex(key); i++)
            hash = mix(hash, key.ptr[i]);
    }
    return hash;
}

/* What kind of reply it is, without what differs from run to run. */
static uint64_t class_of(rsp_bytes payload) {
    rsp_reply reply = rsp_reply_classify(payload);
    if (reply.kind == RSP_REPLY_ERROR)
        return mix(reply.kind, reply.code);
    if (reply.kind != RSP_REPLY_OTHER)
        return reply.kind;
    if (rsp_stop_reply_is(payload))
        return stop_class(payload);
    if (all_hex(payload))
        return mix(2, log2_of(payload.len) / 2);
    uint64_t hash = 3;
    for (size_t i = 0; i < payload.len && i < 3; i++)
        hash = mix(hash, rsp_hex_value(payload.ptr[i]) >= 0 ? '0' : payload.ptr[i]);
    return mix(hash, log2_of(payload.len) / 3);
}

static uint64_t modes_of(const rsp_player *p) {
    const rsp_negotiated *n = &rsp_rules_exchanges(p->rules)->negotiated;
    uint64_t bits = n->no_ack | (uint64_t)n->non_stop << 1 | (uint64_t)n->extended << 2 |
                    (uint64_t)n->thread_events << 3 | (uint64_t)n->thread_suffix << 4 |
                    (uint64_t)n->catch_syscalls << 5 | (uint64_t)p->exited << 6 | (uint64_t)n->asked << 7;
    return bits | (uint64_t)(n->client & n->stub) << 8;
}

static bool is_probe_entry(const rsp_player *p, uint64_t entry) {
    for (unsigned i = 0; i < p->probes_sent && i < MAX_PROBES; i++)
        if (p->probe_entries[i] == entry)
            return true;
    return false;
}

static uint8_t cut_off(uint8_t out[RSP_TRAIL_BYTES], rsp_bytes text) {
    size_t len = text.len < RSP_TRAIL_BYTES ? text.len : RSP_TRAIL_BYTES;
    if (len > 0)
        memcpy(out, text.ptr, len);
    return (uint8_t)len;
}

/* A probe is there or not by the time that answers take. */
static void note_trail(rsp_player *p, const rsp_exchange *done, rsp_bytes reply, uint64_t kind) {
    rsp_entry request;
    if (p->trail_over || is_probe_entry(p, done->request))
        return;
    p->trail_over = p->murky || p->loose || p->spoilt || p->num_trail == RSP_TRAIL_ENTRIES ||
                    !rsp_transcript_get(p->transcript, done->request, &request);
    if (p->trail_over)
        return;
    rsp_trail_entry *e = &p->trail[p->num_trail++];
    e->kind = kind;
    e->packet = done->packet;
    e->request_len = cut_off(e->request, request.payload);
    e->reply_len = cut_off(e->reply, reply);
}

static void note_state(rsp_player *p, const rsp_exchange *done, rsp_bytes reply) {
    uint64_t class = mix(class_of(reply), done->packet);
    note_trail(p, done, reply, class);
    if (p->options.state) {
        uint64_t state = mix(class, modes_of(p));
        p->options.state(p->options.ctx, state);
        p->options.state(p->options.ctx, mix(mix(state, p->last_kind), 7)); /* and what came before */
    }
    p->last_kind = 1U + (uint64_t)rsp_reply_classify(reply).kind + (rsp_stop_reply_is(reply) ? 8U : 0U);
}

static void learn_number(rsp_player *p, uint64_t value) {
    if (p->num_numbers == MAX_NUMBERS)
        return;
    for (size_t i = 0; i < p->num_numbers; i++)
        if (p->numbers[i] == value)
            return;
    p->numbers[p->num_numbers++] = value;
}

/* Runs of 8 or 16 digits, read in little-endian order: registers in stop replies and in g. */
static void learn_numbers(rsp_player *p, rsp_bytes payload) {
    for (size_t at = 0; at < payload.len && p->num_numbers < MAX_NUMBERS;) {
        size_t end = at;
        while (end < payload.len && rsp_hex_value(payload.ptr[end]) >= 0 && end - at < 16)
            end++;
        uint8_t raw[8] = {0};
        size_t len = end - at == 16 ? 16 : 8;
        if (end - at >= 8 && rsp_hex_decode_into(raw, rsp_bytes_sub(payload, at, len)) == RSP_OK) {
            uint64_t value = 0;
            for (size_t i = 0; i < len / 2; i++)
                value |= (uint64_t)raw[i] << 8 * i;
            learn_number(p, value);
        }
        at = end > at ? end : at + 1;
    }
}

/* Process of a thread id; an id in plain syntax counts as one, too. */
static void learn_process(rsp_player *p, rsp_bytes text) {
    rsp_ptid id;
    if (rsp_take_ptid(&id, &text) == RSP_OK)
        rsp_hazards_learn(&p->hazards, id.pid > 0 ? id.pid : id.tid);
}

/* Where memory could be read it can perhaps be written, too. */
static void learn_address(rsp_player *p, const rsp_exchange *done, rsp_bytes reply) {
    rsp_entry request;
    uint64_t addr = 0;
    if (done->packet != RSP_PACKET_READ_MEMORY || p->num_numbers == MAX_NUMBERS || reply.len % 2 != 0 ||
        !all_hex(reply) || !rsp_transcript_get(p->transcript, done->request, &request))
        return;
    rsp_bytes args = rsp_bytes_from(request.payload, 1);
    if (rsp_take_hex(&addr, &args) == RSP_OK)
        learn_number(p, addr);
}

static void learn(rsp_player *p, const rsp_exchange *done, rsp_bytes reply) {
    learn_address(p, done, reply);
    size_t thread = rsp_bytes_search(reply, RSP_LIT("thread:"));
    if (rsp_bytes_starts(reply, RSP_LIT("QC")))
        learn_process(p, rsp_bytes_from(reply, 2));
    else if (reply.len > 0 && reply.ptr[0] == 'T' && thread < reply.len)
        learn_process(p, rsp_bytes_from(reply, thread + 7));
    bool registers = done->packet == RSP_PACKET_READ_REGISTERS;
    if ((registers || (reply.len > 0 && reply.ptr[0] == 'T')) && p->num_numbers < MAX_NUMBERS)
        learn_numbers(p, reply);
}

/* Does this packet answer a probe? By its mark where there is one, whatever the rules have paired it with: a
 * reply that was not owed, before it, leaves them one behind. A request that is paired with it has none then.
 */
static void look_for_probe(rsp_player *p, const rsp_pairing *pairing, rsp_bytes payload) {
    const rsp_exchange *done = pairing->have_exchange ? &pairing->exchange : NULL;
    if (p->probes_sent <= p->probes_seen)
        return;
    if (!p->probe_mark[0]) {
        p->probes_seen += done && is_probe_entry(p, done->request);
        return;
    }
    bool repeated = pairing->role == RSP_ROLE_REPEATED_REPLY && !p->loose && !p->spoilt;
    bool same_packet = done && !p->spoilt && !p->sacrificed && done->packet == p->probe_packet &&
                       !is_probe_entry(p, done->request);
    if (repeated || same_packet || !rsp_bytes_starts(payload, rsp_bytes_str(p->probe_mark)))
        return;
    p->probes_seen++;
    if (done && !is_probe_entry(p, done->request)) {
        p->missing = !p->spoilt && !p->murky; /* of one that had to be answered */
        p->spoilt = p->murky = true;          /* what rules say of it means nothing */
    }
}

/* "W00", "X0b", "%Stop:W00": the program has ended, whichever request it is that this is paired with. */
static void note_exit(rsp_player *p, rsp_bytes payload) {
    uint64_t number = 0;
    if (rsp_bytes_starts(payload, RSP_LIT("Stop:")))
        payload = rsp_bytes_from(payload, 5);
    bool ends = payload.len > 2 && (payload.ptr[0] == 'W' || payload.ptr[0] == 'X');
    if (!ends || !rsp_stop_reply_is(payload))
        return;
    p->program_gone = p->exited = true;
    if (payload.ptr[0] == 'X' && rsp_hex_u64(&number, rsp_bytes_sub(payload, 1, 2)) == RSP_OK)
        p->exit_signal = (int)rsp_signal_to_linux((unsigned)number);
}

static void note_reply(rsp_player *p, const rsp_exchange *done, rsp_bytes reply) {
    p->slowest_ns -= p->slowest_ns / 64; /* what was slow once is forgotten */
    p->longest_ns -= p->longest_ns / 1024;
    bool clear = done->class_ == RSP_EXCHANGE_STUB && !p->spoilt;
    if (clear && done->latency_ns > p->longest_ns)
        p->longest_ns = done->latency_ns;
    bool warm = done->request > WARM_ENTRIES && clear;
    if (warm && done->latency_ns > p->slowest_ns)
        p->slowest_ns = done->latency_ns;
    if (warm)
        p->usual_ns = p->usual_ns - p->usual_ns / 32 + done->latency_ns / 32;
    if (p->asked[done->packet] < UINT8_MAX)
        p->asked[done->packet]++;
    p->supported[done->packet] = p->supported[done->packet] || reply.len > 0;
    note_state(p, done, reply);
    player_check_reply(p, done, reply);
    learn(p, done, reply);
}

/* '+' for what is good, '-' for what is not, and after a few of those '+' all the same. */
static void acknowledge(rsp_player *p, const rsp_entry *e) {
    if (p->no_ack)
        return;
    bool good = e->checksum_ok || p->naks >= MAX_NAKS;
    p->naks = good ? 0 : p->naks + 1;
    rsp_buf_push(&p->acks, good ? '+' : '-');
}

/* The request that an entry is about: the one it answers, or the last one. */
static rsp_packet_id packet_of(const rsp_player *p) {
    const rsp_pairing *pairing = rsp_rules_last_pairing(p->rules);
    if (pairing->have_exchange)
        return pairing->exchange.packet;
    return rsp_packet_identify(rsp_buf_bytes(&p->last_request));
}

static void report_violations(rsp_player *p) {
    size_t num = rsp_rules_count(p->rules);
    for (; p->num_judged < num; p->num_judged++) {
        const rsp_violation *v = rsp_rules_violation(p->rules, p->num_judged);
        if (!p->murky && p->options.violation)
            p->options.violation(p->options.ctx, v, packet_of(p));
        /* Once there was a reply too many nobody knows which one is whose. */
        if (v->rule == RSP_RULE_ONE_REPLY || v->rule == RSP_RULE_ONE_STOP_REPLY)
            p->spoilt = p->murky = true;
    }
}

void rsp_player_watch(void *ctx, const rsp_transcript *transcript, const rsp_entry *e) {
    rsp_player *p = ctx;
    (void)transcript;
    if (e->direction == RSP_TO_STUB) {
        p->acks_awaited += e->kind == RSP_ENTRY_PACKET && !p->no_ack;
        if (e->kind == RSP_ENTRY_PACKET)
            p->let_run = p->let_run || player_lets_run(e->payload);
        report_violations(p);
        return;
    }
    const rsp_pairing *pairing = rsp_rules_last_pairing(p->rules);
    if (e->kind == RSP_ENTRY_PACKET)
        acknowledge(p, e);
    if (e->kind == RSP_ENTRY_PACKET || e->kind == RSP_ENTRY_NOTIFICATION)
        note_exit(p, e->payload);
    p->refused = p->refused || e->kind == RSP_ENTRY_NAK;
    p->heard = p->heard || e->kind == RSP_ENTRY_PACKET;
    p->trail_over = p->trail_over || e->kind == RSP_ENTRY_NOTIFICATION || e->kind == RSP_ENTRY_NAK;
    p->acks_awaited -= (e->kind == RSP_ENTRY_NAK || e->kind == RSP_ENTRY_ACK) && p->acks_awaited > 0;
    p->file_reply_due = p->file_reply_due || pairing->role == RSP_ROLE_FILE_REQUEST;
    if (e->kind == RSP_ENTRY_PACKET)
        look_for_probe(p, pairing, e->payload);
    if (pairing->have_exchange && e->kind == RSP_ENTRY_PACKET)
        note_reply(p, &pairing->exchange, e->payload);
    report_violations(p);
    /* A stub that acknowledges again waits for '+' again: each other byte may bring its last reply once more.
     */
    if (e->kind == RSP_ENTRY_ACK && p->no_ack)
        p->spoilt = p->murky = p->loose = true;
    p->no_ack = rsp_rules_exchanges(p->rules)->negotiated.no_ack;
}
