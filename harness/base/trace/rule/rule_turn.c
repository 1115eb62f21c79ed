/* Rules about whose turn it is: acknowledgments, one reply per request, notifications and their sequences.
 * Follows what the debugger sends, judges what the stub does with it.
 * Source: GDB manual, Packet Acknowledgment; Notification Packets; Remote Non-Stop. */
/* SPDX-License-Identifier: MIT */
#include "rule_internal.h"

#include "codec/negotiated.h"
#include "core/hex.h"
#include "core/limits.h"
#include "trace/exchange.h"
#include <rsp/clock.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>

static bool is_wire_packet(rsp_entry_kind kind) {
    return kind == RSP_ENTRY_PACKET || kind == RSP_ENTRY_OVERLONG || kind == RSP_ENTRY_ABANDONED;
}

/* What of the debugger's bytes the stub owes an answer to. */
void rsp_rule_follow_client(rsp_rules *rules, const rsp_entry *e, const rsp_negotiated *modes) {
    rules->after_interrupt = e->kind == RSP_ENTRY_INTERRUPT;
    if (e->kind == RSP_ENTRY_CONNECT || e->kind == RSP_ENTRY_CLOSE || e->kind == RSP_ENTRY_ACK ||
        e->kind == RSP_ENTRY_NAK)
        return;
    rules->asked = true;
    if (!is_wire_packet(e->kind) || rsp_mode_is_on(modes, RSP_MODE_NO_ACK))
        return;
    /* 0 a good packet, 1 a damaged one, 2 one that may be taken either way or not noticed at all */
    bool vague = e->kind != RSP_ENTRY_PACKET;
    if (rules->acks_due.len < RSP_LIMIT_PENDING_REQUESTS)
        rsp_buf_push(&rules->acks_due, vague ? 2 : !e->checksum_ok);
}

static void check_silence(judge *j) {
    rsp_rules *rules = j->rules;
    const bool asked = rules->asked && j->pairing.role != RSP_ROLE_GREETING;
    if (asked || rules->early_reported || j->modes.unknown)
        return;
    rules->early_reported = true;
    rsp_rule_break(j, RSP_RULE_SILENCE_FIRST, "silence", j->entry->raw,
                   "the stub speaks before the first request");
}

/* A refusal is rather for a packet that is damaged than for unclear ones before it, which stay due. */
static void prefer_damaged(rsp_rules *rules) {
    uint8_t *due = rules->acks_due.ptr;
    size_t i = 0;
    while (i < rules->acks_due.len && due[i] == 2)
        i++;
    if (i > 0 && i < rules->acks_due.len && due[i] == 1) {
        due[0] = 1;
        due[i] = 2;
    }
}

/* Takes the next packet that an ack can be for: packets of unclear state only when nothing else is due. */
static int next_due(rsp_rules *rules, bool refusal) {
    if (refusal)
        prefer_damaged(rules);
    while (rules->acks_due.len > 1 && rules->acks_due.ptr[0] == 2 && !refusal)
        rsp_buf_consume(&rules->acks_due, 1);
    if (rules->acks_due.len == 0)
        return -1;
    int due = rules->acks_due.ptr[0];
    rsp_buf_consume(&rules->acks_due, 1);
    return due;
}

static void judge_surplus_ack(judge *j) {
    if (j->modes.unknown)
        return;
    if (j->rules->after_interrupt)
        rsp_rule_break(j, RSP_RULE_ACK_INTERRUPT, "no acknowledgment", j->entry->raw,
                       "the interrupt byte was acknowledged");
    else if (j->rules->asked)
        rsp_rule_break(j, RSP_RULE_ACK_ONCE, "one per packet", j->entry->raw,
                       "an acknowledgment for no packet");
}

static void check_ack(judge *j) {
    bool ack = j->entry->kind == RSP_ENTRY_ACK;
    if (!ack && j->entry->kind != RSP_ENTRY_NAK)
        return;
    if (rsp_mode_is_on(&j->modes, RSP_MODE_NO_ACK)) {
        rsp_rule_break(j, RSP_RULE_NO_ACK_MODE, "no acknowledgment", j->entry->raw,
                       "an acknowledgment in no-ack mode");
        return;
    }
    int due = next_due(j->rules, !ack);
    if (due < 0)
        judge_surplus_ack(j);
    else if (due == 0 && !ack)
        rsp_rule_break(j, RSP_RULE_NAK_GOOD, "+", j->entry->raw, "a good packet was refused");
    else if (due == 1 && ack)
        rsp_rule_break(j, RSP_RULE_ACK_BAD, "-", j->entry->raw, "a damaged packet was acknowledged");
}

static void check_ack_first(judge *j) {
    const rsp_exchange *x = &j->pairing.exchange;
    if (j->pairing.role != RSP_ROLE_REPLY || x->acked || rsp_mode_is_on(&j->modes, RSP_MODE_NO_ACK) ||
        j->modes.unknown)
        return;
    rsp_rule_break(j, RSP_RULE_ACK_FIRST, "+ before the reply", j->entry->payload,
                   "a reply to a packet that was not acknowledged");
    /* Told once: the '+' may come late or never. */
    if (j->rules->acks_due.len > 0)
        j->rules->acks_due.ptr[0] = 2;
}

static void check_resend(judge *j) {
    if (j->pairing.differs)
        rsp_rule_break(j, RSP_RULE_RESEND, "the last packet again", j->entry->raw,
                       "after '-' another packet came than the one refused");
}

/* A stub may send its reply again where no '+' comes for a while. Both are read at once then, long after the
 * request, by a client that was late. */
static bool is_sent_again(const judge *j) {
    enum { LATE_MS = 50, BACK = 8 };
    bool again = false;
    rsp_entry e;
    for (uint64_t i = 1; i <= BACK && i <= j->entry->index; i++) {
        if (!rsp_transcript_get(j->transcript, j->entry->index - i, &e) || e.kind != RSP_ENTRY_PACKET)
            continue;
        if (e.direction == RSP_TO_STUB)
            return again && j->entry->time_ns - e.time_ns >= LATE_MS * RSP_NS_PER_MS;
        again = e.time_ns == j->entry->time_ns && rsp_bytes_equal(e.payload, j->entry->payload);
        if (!again)
            return false;
    }
    return false;
}

static void check_unsolicited(judge *j) {
    /* before the first request it is a breach of silence, and told as such */
    bool early = !j->rules->asked && !j->modes.unknown;
    if (j->pairing.role != RSP_ROLE_UNSOLICITED || early)
        return;
    if (!rsp_mode_is_on(&j->modes, RSP_MODE_NO_ACK) && is_sent_again(j))
        return;
    bool stop = !rsp_mode_is_on(&j->modes, RSP_MODE_NON_STOP) && rsp_stop_reply_is(j->entry->payload);
    if (stop)
        rsp_rule_break(j, RSP_RULE_ONE_STOP_REPLY, "nothing", j->entry->payload,
                       "a stop reply that nobody waits for");
    else
        rsp_rule_break(j, RSP_RULE_ONE_REPLY, "nothing", j->entry->payload,
                       "a reply that answers no request");
}

static void check_output(judge *j) {
    if (j->pairing.role != RSP_ROLE_OUTPUT)
        return;
    if (rsp_bytes_equal(j->entry->payload, RSP_LIT("OK"))) {
        rsp_rule_break(j, RSP_RULE_EARLY_OK, "a stop reply", j->entry->payload,
                       "OK comes before the stop reply");
        return;
    }
    rsp_bytes hex = rsp_bytes_from(j->entry->payload, 1);
    bool good = hex.len % 2 == 0;
    for (size_t i = 0; hex.ptr && i < hex.len; i++)
        good = good && rsp_hex_value(hex.ptr[i]) >= 0;
    if (!good)
        rsp_rule_break(j, RSP_RULE_CONSOLE_HEX, "O<pairs of hex digits>", j->entry->payload,
                       "console output that is no hex");
    const rsp_pending_request *head = rsp_exchanges_oldest(&j->rules->exchanges);
    bool monitor = head && rsp_packet_effect(head->packet) == RSP_EFFECT_COMMANDS;
    if (rsp_mode_is_on(&j->modes, RSP_MODE_NON_STOP) && !monitor)
        rsp_rule_break(j, RSP_RULE_CONSOLE_NON_STOP, "%Stdio, or nothing", j->entry->payload,
                       "an O packet in non-stop mode");
}

static void check_file_request(judge *j) {
    if (j->pairing.role == RSP_ROLE_FILE_REQUEST && rsp_mode_is_on(&j->modes, RSP_MODE_NON_STOP))
        rsp_rule_break(j, RSP_RULE_FILE_NON_STOP, "nothing", j->entry->payload,
                       "a File-I/O request in non-stop mode");
}

void rsp_rule_judge_turn(judge *j) {
    static const rsp_rule_check checks[] = {
        check_silence,     check_ack,    check_ack_first,    check_resend,
        check_unsolicited, check_output, check_file_request,
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(checks); i++)
        checks[i](j);
    /* After OK to QStartNoAckMode nothing is owed any more. */
    if (rsp_mode_is_on(&j->rules->exchanges.negotiated, RSP_MODE_NO_ACK))
        rsp_buf_clear(&j->rules->acks_due);
}

static void begin_sequence(notify_state *n, rsp_bytes body, bool by_query) {
    n->outstanding = true;
    n->by_query = by_query;
    n->acked = false;
    rsp_buf_clear(&n->body);
    rsp_buf_append(&n->body, body);
}

static void judge_announcement(judge *j, notify_state *n, rsp_bytes body) {
    /* The same one may be sent again while it is not acknowledged (NONSTOP-019). */
    bool again = !n->acked && !n->by_query && rsp_bytes_equal(body, rsp_buf_bytes(&n->body));
    if (n->outstanding && !again) {
        rsp_rule_break(j, RSP_RULE_NOTIFY_ONE, "queued until the sequence has ended in OK", j->entry->payload,
                       n->by_query ? "a notification during the sequence begun by '?'"
                                   : "a second notification while the first is outstanding");
        return;
    }
    if (!n->outstanding)
        begin_sequence(n, body, false);
}

static void judge_stop_announcement(judge *j, rsp_bytes body) {
    if (!rsp_mode_is_on(&j->modes, RSP_MODE_NON_STOP) && !j->modes.unknown)
        rsp_rule_break(j, RSP_RULE_NOTIFY_ALL_STOP, "nothing", j->entry->payload, "%%Stop in all-stop mode");
    if (!rsp_stop_reply_is(body) || rsp_bytes_starts(body, RSP_LIT("O")) ||
        rsp_bytes_starts(body, RSP_LIT("F")))
        rsp_rule_break(j, RSP_RULE_NOTIFY_FORM, "Stop:<stop reply>", j->entry->payload,
                       "%%Stop without a stop reply");
    else
        rsp_rule_judge_stop(j, body);
    judge_announcement(j, &j->rules->notify[NOTIFY_STOP], body);
}

/* The reply to the acknowledging packet (vStopped, vStdio): another event, or OK at the end. */
static void follow_sequence(judge *j, notify_state *n) {
    rsp_bytes payload = j->entry->payload;
    if (rsp_bytes_equal(payload, RSP_LIT("OK"))) {
        n->outstanding = false;
        return;
    }
    /* Without an id two equal events may be two; with one the thread can not have stopped twice. */
    rsp_bytes body = rsp_buf_bytes(&n->body);
    bool named = rsp_bytes_search(body, RSP_LIT("thread:")) < body.len ||
                 rsp_bytes_search(body, RSP_LIT("process:")) < body.len;
    if (n->outstanding && !n->acked && !n->by_query && named && rsp_bytes_equal(payload, body))
        rsp_rule_break(j, RSP_RULE_EVENT_ONCE, "the next event, or OK", payload,
                       "vStopped repeats the event that was notified");
    n->acked = true;
}

static void follow_reply(judge *j) {
    notify_state *stop = &j->rules->notify[NOTIFY_STOP];
    if (j->pairing.role != RSP_ROLE_REPLY)
        return;
    if (j->packet == RSP_PACKET_VSTOPPED) {
        follow_sequence(j, stop);
    } else if (j->packet == RSP_PACKET_VSTDIO) {
        follow_sequence(j, &j->rules->notify[NOTIFY_STDIO]);
    } else if (j->packet == RSP_PACKET_REASON && rsp_mode_is_on(&j->modes, RSP_MODE_NON_STOP)) {
        /* '?' abandons a running sequence and starts its own (NONSTOP-022). */
        stop->outstanding = false;
        if (rsp_stop_reply_is(j->entry->payload))
            begin_sequence(stop, j->entry->payload, true);
    }
    if (!rsp_mode_is_on(&j->rules->exchanges.negotiated, RSP_MODE_NON_STOP))
        stop->outstanding = false;
}

void rsp_rule_judge_notification(judge *j) {
    if (j->entry->kind == RSP_ENTRY_PACKET)
        follow_reply(j);
    if (j->entry->kind != RSP_ENTRY_NOTIFICATION)
        return;
    rsp_bytes body = j->entry->payload;
    if (rsp_take_text(&body, RSP_LIT("Stop:")))
        judge_stop_announcement(j, body);
    else if (rsp_take_text(&body, RSP_LIT("Stdio:")))
        judge_announcement(j, &j->rules->notify[NOTIFY_STDIO], body);
}
