/* What each entry of the transcript means for the player's state.
 * The state of a conversation, for feedback: the kind of reply to which request, under which modes.
 * See watch.h. */
/* SPDX-License-Identifier: MIT */
#include "play/watch.h"

#include "play/message_class.h"
#include "play/player_state.h"
#include "play/reply_class.h"

#include "codec/negotiated.h"
#include "codec/signals.h"
#include "core/hash.h"
#include "core/hex.h"
#include "trace/exchange.h"
#include "trace/rule_pairing.h"
#include <rsp/packets.h>
#include <rsp/payload.h>

enum { FIRST_ENTRIES = 16 }; /* a stub's first answers take longer than those that follow */

/* --- feedback --- */

/* The modes that make another state, by their bits. Journals keep states, so the order stays as it is. */
static const rsp_mode state_modes[] = {RSP_MODE_NO_ACK,        RSP_MODE_NON_STOP,
                                       RSP_MODE_EXTENDED,      RSP_MODE_THREAD_EVENTS,
                                       RSP_MODE_THREAD_SUFFIX, RSP_MODE_CATCH_SYSCALLS};

enum {
    STATE_MODES = RSP_ARRAY_LEN(state_modes),
    STATE_EXITED = STATE_MODES,
    STATE_ASKED,
    STATE_FEATURES,
};

static uint64_t modes_of(const rsp_player *p) {
    const rsp_negotiated *n = &rsp_rules_exchanges(p->rules)->negotiated;
    bool exited = p->program.state == PROGRAM_EXITED;
    uint64_t bits = (uint64_t)exited << STATE_EXITED | (uint64_t)n->asked << STATE_ASKED;
    for (size_t i = 0; i < STATE_MODES; i++)
        bits |= (uint64_t)rsp_mode_is_on(n, state_modes[i]) << i;
    return bits | (uint64_t)(n->client & n->stub) << STATE_FEATURES;
}

static rsp_bytes request_of(const rsp_player *p, const rsp_exchange *done) {
    rsp_entry request;
    return rsp_transcript_get(p->transcript, done->request, &request) ? request.payload : (rsp_bytes){0};
}

/* Probes are left out: whether one is sent depends on time. */
static void note_trail(rsp_player *p, const rsp_exchange *done, rsp_bytes reply, uint64_t kind) {
    rsp_entry request;
    if (p->trail.over || probing_has_entry(&p->unsettled.probing, done->request))
        return;
    if (!player_judges(p) || !player_in_step(p) ||
        !rsp_transcript_get(p->transcript, done->request, &request))
        p->trail.over = true;
    else
        trail_add(&p->trail, done->packet, kind, request.payload, reply);
}

static void note_state(rsp_player *p, const rsp_exchange *done, rsp_bytes reply) {
    uint64_t class = rsp_hash_mix(reply_class(reply), done->packet);
    note_trail(p, done, reply, class);
    if (p->options.state) {
        uint64_t state = rsp_hash_mix(class, modes_of(p));
        p->options.state(p->options.ctx, state);
        p->options.state(p->options.ctx, rsp_hash_mix(rsp_hash_mix(state, p->last_class), 7));
    }
    p->last_class = reply_rough_class(reply);
}

/* --- replies --- */

/* Process of a thread id; an id in plain syntax counts as one, too. */
static void learn_process(rsp_player *p, rsp_bytes text) {
    rsp_ptid id;
    if (rsp_take_ptid(&id, &text) == RSP_OK)
        rsp_unsafe_filter_learn(&p->unsafe, id.pid > 0 ? id.pid : id.tid);
}

static void learn_processes(rsp_player *p, rsp_bytes reply) {
    size_t thread = rsp_bytes_search(reply, RSP_LIT("thread:"));
    if (rsp_bytes_starts(reply, RSP_LIT("QC")))
        learn_process(p, rsp_bytes_from(reply, 2));
    else if (reply.len > 0 && reply.ptr[0] == 'T' && thread < reply.len)
        learn_process(p, rsp_bytes_from(reply, thread + 7));
}

static pace_answer timing_of(const rsp_player *p, const rsp_exchange *done) {
    if (done->class_ != RSP_EXCHANGE_STUB || !player_in_step(p))
        return PACE_UNTIMED;
    return done->request > FIRST_ENTRIES ? PACE_TIMED : PACE_FIRST;
}

static void note_reply(rsp_player *p, const rsp_exchange *done, rsp_bytes reply) {
    pace_note_answer(&p->pace, timing_of(p, done), done->latency_ns);
    note_state(p, done, reply);
    if (player_judges(p))
        cross_check_note_reply(&p->check, done, reply);
    if (player_judges(p) && !guest_watch_note_reply(&p->guest, done, reply, &p->check.contradiction))
        p->check.wrong = true;
    learnt_note_reply(&p->learnt, done->packet, request_of(p, done), reply);
    learn_processes(p, reply);
}

/* Whether this is the reply to our probe. With a mark the mark decides, whatever the rules paired it with:
 * after a superfluous reply they are one behind. Not a repeated reply, and not one to a request of the list.
 */
static bool answers_probe(const rsp_player *p, const rsp_pairing *pairing, rsp_bytes payload) {
    const probing *pr = &p->unsettled.probing;
    bool paired = pairing->have_exchange && probing_has_entry(pr, pairing->exchange.request);
    if (!probe_is_distinct(&p->probe))
        return paired;
    bool repeated = pairing->role == RSP_ROLE_REPEATED_REPLY && !player_is_ambiguous(p) && player_in_step(p);
    bool of_list = pairing->have_exchange && !paired && player_in_step(p) && !pr->spare &&
                   pairing->exchange.packet == p->probe.packet;
    return !repeated && !of_list && rsp_bytes_starts(payload, rsp_bytes_str(p->probe.mark));
}

static void look_for_probe(rsp_player *p, const rsp_pairing *pairing, rsp_bytes payload) {
    probing *pr = &p->unsettled.probing;
    if (!probing_is_open(pr) || !answers_probe(p, pairing, payload))
        return;
    probing_note_answer(pr);
    if (!pairing->have_exchange || probing_has_entry(pr, pairing->exchange.request))
        return;
    /* The paired request has no reply, and the rules' verdict on it means nothing. */
    pr->displaced = player_in_step(p) && player_judges(p);
    player_lose_step(p);
}

/* "W00", "X0b", "%Stop:W00": the program has ended, whichever request this is paired with. */
static void note_exit(rsp_player *p, rsp_bytes payload) {
    uint64_t number = 0;
    if (rsp_bytes_starts(payload, RSP_LIT("Stop:")))
        payload = rsp_bytes_from(payload, 5);
    bool ends = payload.len > 2 && (payload.ptr[0] == 'W' || payload.ptr[0] == 'X');
    if (!ends || !rsp_stop_reply_is(payload))
        return;
    program_note_exit(&p->program);
    if (payload.ptr[0] == 'X' && rsp_hex_u64(&number, rsp_bytes_sub(payload, 1, 2)) == RSP_OK)
        program_note_exit_signal(&p->program, (int)rsp_signal_to_linux((unsigned)number));
}

/* --- rules --- */

/* The request that an entry is about: the one it answers, or the last one. */
static rsp_packet_id packet_of(const rsp_player *p) {
    const rsp_pairing *pairing = rsp_rules_last_pairing(p->rules);
    if (pairing->have_exchange)
        return pairing->exchange.packet;
    return rsp_packet_identify(rsp_buf_bytes(&p->last_request));
}

/* After a superfluous reply it is open which one belongs to which request. */
static void report_violations(rsp_player *p) {
    size_t num = rsp_rules_count(p->rules);
    for (; p->num_judged < num; p->num_judged++) {
        const rsp_violation *v = rsp_rules_violation(p->rules, p->num_judged);
        if (player_judges(p) && p->options.violation)
            p->options.violation(p->options.ctx, v, packet_of(p));
        if (v->rule == RSP_RULE_ONE_REPLY || v->rule == RSP_RULE_ONE_STOP_REPLY)
            player_lose_step(p);
    }
}

/* --- entries --- */

static void watch_request(rsp_player *p, const rsp_entry *e) {
    if (e->kind != RSP_ENTRY_PACKET)
        return;
    bool never = p->options.manners && p->options.manners->line.acks == RSP_ACKS_NEVER;
    p->unsettled.acks_awaited += !player_no_ack(p) && !never;
    p->program.may_run = p->program.may_run || payload_lets_run(e->payload);
}

static void watch_packet(rsp_player *p, const rsp_entry *e, const rsp_pairing *pairing) {
    note_exit(p, e->payload);
    probing_note_packet(&p->unsettled.probing);
    if (pairing->role == RSP_ROLE_FILE_REQUEST)
        player_note(p, UNSETTLED_FILE_REPLY);
    look_for_probe(p, pairing, e->payload);
    if (pairing->have_exchange)
        note_reply(p, &pairing->exchange, e->payload);
}

static void watch_ack(rsp_player *p, bool refused) {
    p->unsettled.acks_awaited -= p->unsettled.acks_awaited > 0;
    if (!refused)
        return;
    probing_note_nak(&p->unsettled.probing);
    p->trail.over = true;
}

static void watch_stub(rsp_player *p, const rsp_entry *e) {
    if (e->kind == RSP_ENTRY_PACKET) {
        watch_packet(p, e, rsp_rules_last_pairing(p->rules));
    } else if (e->kind == RSP_ENTRY_ACK || e->kind == RSP_ENTRY_NAK) {
        watch_ack(p, e->kind == RSP_ENTRY_NAK);
    } else if (e->kind == RSP_ENTRY_NOTIFICATION) {
        note_exit(p, e->payload);
        p->trail.over = true;
    }
}

void player_watch(void *ctx, const rsp_transcript *transcript, const rsp_entry *e) {
    rsp_player *p = ctx;
    (void)transcript;
    if (e->direction == RSP_TO_STUB)
        watch_request(p, e);
    else
        watch_stub(p, e);
    report_violations(p);
    if (e->direction == RSP_TO_STUB)
        return;
    /* A stub that acknowledges in no-ack mode waits for '+', too: any other byte may make it resend. */
    if (e->kind == RSP_ENTRY_ACK && player_no_ack(p)) {
        player_lose_step(p);
        player_doubt(p, DOUBT_RECEPTION);
    }
    bool no_ack = rsp_mode_is_on(&rsp_rules_exchanges(p->rules)->negotiated, RSP_MODE_NO_ACK);
    rsp_endpoint_set_no_ack(&p->acks.wire, no_ack);
}
