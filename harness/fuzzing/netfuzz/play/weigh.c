/* When doubt about a message becomes doubt about the whole connection.
 * This file looks at outgoing bytes only; watch.c has the doubts that replies raise.
 * See weigh.h. */
/* SPDX-License-Identifier: MIT */
#include "play/weigh.h"

#include "codec/negotiated.h"
#include "play/message_class.h"
#include "trace/rule_pairing.h"

enum { DEFAULT_PACKET_SIZE = 400 };

/* In ack mode a packet waits for the '+' of the one before. A stub that waits for the '+' to its first reply
 * may take the second packet for junk, or two equal ones for a resend. */
void player_weigh_crowd(rsp_player *p) {
    if (player_no_ack(p) || p->out.len == 0)
        return;
    player_doubt(p, DOUBT_RECEPTION);
    player_note(p, UNSETTLED_PROBE_NEEDED);
}

/* '-' asks for a resend of the last reply. Only a single one, in place of the '+' that is due, is clear. If
 * the bytes also bring the '+' for the resend, ours is left over, and the stub takes it for the next reply.
 * In no-ack mode the ack that is due is for the OK that switched acks off: some stubs resend that. */
static bool is_resend_ambiguous(const rsp_player *p, rsp_bytes wire, bool ack_due) {
    return bytes_refuse(wire) &&
           (!ack_due || player_no_ack(p) || !bytes_refuse_once(wire) || p->out.len > 0 || player_owed(p) > 0);
}

/* Once it is open what the stub understood, its modes are open, too. If any byte but '+' may cause a resend,
 * only a distinct probe shows which reply is the last. */
static void weigh_modes(rsp_player *p, rsp_bytes wire) {
    if (bytes_may_change_modes(wire, player_no_ack(p)))
        player_note(p, UNSETTLED_MODES);
    bool modes = player_has(p, UNSETTLED_MODES);
    bool mistakable = (modes || !probe_is_distinct(&p->probe)) && !bytes_are_acks(wire);
    /* The resent reply may be that of the last probe. */
    bool resend = p->unsettled.doubt == DOUBT_RESEND;
    bool lost = resend || (player_is_ambiguous(p) && !player_no_ack(p) && mistakable);
    if (lost || (modes && !player_judges(p)))
        player_lose_step(p);
}

static bool is_too_long(const rsp_player *p, rsp_bytes wire) {
    const rsp_negotiated *n = &rsp_rules_exchanges(p->rules)->negotiated;
    uint64_t limit = n->packet_size ? n->packet_size : DEFAULT_PACKET_SIZE;
    return wire.len > limit + 4;
}

/* Bytes in place of the acknowledgment that the stub may wait for. */
static bool withholds_ack(rsp_message_kind kind, rsp_bytes wire, bool ack_due) {
    bool other = wire.len == 0 || (wire.ptr[0] != '+' && wire.ptr[0] != '-');
    return kind == RSP_MESSAGE_RAW && ack_due && other;
}

/* In all-stop mode a stub may drop bytes while the program runs. The resume may stand behind unanswered
 * requests. */
static bool comes_in_run(const rsp_player *p) {
    bool non_stop = rsp_mode_is_on(&rsp_rules_exchanges(p->rules)->negotiated, RSP_MODE_NON_STOP);
    return player_runs(p) || (p->program.may_run && player_owed(p) > 0 && !non_stop);
}

void player_weigh(rsp_player *p, rsp_message_kind kind, rsp_bytes wire, bool ack_due) {
    if (is_resend_ambiguous(p, wire, ack_due))
        player_doubt(p, DOUBT_RESEND);
    bool framed =
        bytes_are_framed(wire) && p->unsettled.doubt != DOUBT_RESEND && !withholds_ack(kind, wire, ack_due);
    bool in_run = comes_in_run(p) && kind != RSP_MESSAGE_INTERRUPT;
    bool too_long = is_too_long(p, wire);
    /* Without acks a bad checksum may pass for a good one. */
    bool unclear = (kind == RSP_MESSAGE_BROKEN && player_no_ack(p)) || wire_needs_no_reply(wire);
    /* ... and its reply, if any, looks like the probe's. */
    bool mixed = kind == RSP_MESSAGE_BROKEN && player_no_ack(p) && !probe_is_distinct(&p->probe);
    if (!framed || in_run || mixed || p->connection.state == CONNECTION_OUT_OF_STEP)
        player_doubt(p, DOUBT_RECEPTION);
    if (too_long || unclear)
        player_doubt(p, DOUBT_VERDICT);
    if (!player_in_step(p) || kind >= RSP_MESSAGE_BROKEN || !framed || too_long)
        player_note(p, UNSETTLED_PROBE_NEEDED);
    weigh_modes(p, wire);
}

bool player_may_batch(const rsp_player *p, rsp_message_kind kind, rsp_bytes payload) {
    if (!rsp_mode_is_on(&rsp_rules_exchanges(p->rules)->negotiated, RSP_MODE_NO_ACK))
        return false;
    if (!player_in_step(p))
        return message_is_harmless(kind, payload, player_no_ack(p));
    return player_judges(p) && message_is_plain(kind, payload);
}
