/* Which manner explains which symptom.
 * A manner that was not learned explains nothing.
 * See expected_symptom.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/expected_symptom.h"

#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static bool acks_say(const rsp_manners *m, rsp_rule_id rule) {
    if (rule == RSP_RULE_ACK_ONCE)
        return m->line.acks == RSP_ACKS_SEVERAL || m->line.acks == RSP_ACKS_NEVER;
    return rule == RSP_RULE_ACK_FIRST && (m->line.acks == RSP_ACKS_NEVER || m->line.acks == RSP_ACKS_LATE);
}

static bool says_rule(const rsp_manners *m, rsp_rule_id rule) {
    switch ((int)rule) {
    case RSP_RULE_CHECKSUM:
    case RSP_RULE_CHECKSUM_DIGITS:
        return m->line.bad_checksums == RSP_HABIT_YES;
    case RSP_RULE_HEX_CASE:
        return m->replies.upper_hex == RSP_HABIT_YES;
    case RSP_RULE_STRAY_BYTES:
        return m->line.line_noise == RSP_HABIT_YES;
    case RSP_RULE_SILENCE_FIRST:
        return m->line.greeting.len > 0;
    case RSP_RULE_ONE_STOP_REPLY:
        return m->runs.doubles_stops == RSP_HABIT_YES;
    case RSP_RULE_MUST_REPLY_EMPTY:
    case RSP_RULE_UNKNOWN_EMPTY:
        return m->replies.unknowns == RSP_UNKNOWNS_ERROR || m->replies.unknowns == RSP_UNKNOWNS_OTHER;
    default:
        return acks_say(m, rule);
    }
}

/* A step ends by itself. */
static bool continues(rsp_packet_id packet) {
    return rsp_packet_effect(packet) == RSP_EFFECT_RESUMES && packet != RSP_PACKET_STEP &&
           packet != RSP_PACKET_STEP_SIGNAL;
}

/* The stub knows the packet, and the request has no argument that it might not know. */
static bool answers(const rsp_manners *m, const candidate *c) {
    return m->replies.packets[c->packet] == RSP_HABIT_YES && c->plain;
}

/* "cxyz" to a stub that leaves unknown packets unanswered: it did not understand, and nothing ever ran. */
static bool seems_to_run(const rsp_manners *m, const candidate *c) {
    bool ran = continues(c->packet) && answers(m, c);
    return m->bytes.interrupt == RSP_HABIT_YES && m->replies.unknowns == RSP_UNKNOWNS_SILENT && !ran;
}

bool symptom_is_expected(const rsp_manners *m, const candidate *c) {
    if (!m)
        return false;
    if (c->kind == RSP_FINDING_RULE)
        return says_rule(m, c->rule);
    if (c->kind == RSP_FINDING_NO_STOP || (c->kind == RSP_FINDING_HANG && continues(c->packet)))
        return m->bytes.interrupt == RSP_HABIT_NO || seems_to_run(m, c);
    if (c->kind == RSP_FINDING_NO_REPLY)
        return m->replies.unknowns == RSP_UNKNOWNS_SILENT && !answers(m, c);
    return false;
}

/* Raw bytes and hurried packets share a write with the next message, or with the probe. */
static bool goes_together(const rsp_messages *list, size_t at) {
    rsp_message_kind kind = (rsp_message_kind)list->items[at].kind;
    return kind == RSP_MESSAGE_RAW || kind == RSP_MESSAGE_HURRIED;
}

bool symptom_is_expected_of(const rsp_manners *m, const candidate *c, const rsp_messages *list) {
    bool silence = candidate_is_silence(c->kind) || c->kind == RSP_FINDING_NO_REPLY;
    if (symptom_is_expected(m, c))
        return true;
    if (!m || m->bytes.loses_second != RSP_HABIT_YES || !silence)
        return false;
    for (size_t i = 0; i < list->num; i++) {
        if (goes_together(list, i))
            return true;
    }
    return false;
}

static bool runs_on(rsp_bytes request) {
    rsp_bytes rest = request;
    rsp_packet_id packet = rsp_packet_identify(request);
    if (packet != RSP_PACKET_VCONT)
        return continues(packet);
    (void)rsp_take_text(&rest, rsp_packet_name(packet));
    while (rsp_take_byte(&rest, ';')) {
        if (rest.len > 0 && (rest.ptr[0] == 'c' || rest.ptr[0] == 'C'))
            return true;
        rest = rsp_bytes_from(rest, rsp_bytes_index(rest, ';'));
    }
    return false;
}

bool manners_need_single_writes(const rsp_manners *m) {
    return m && (m->bytes.loses_second == RSP_HABIT_YES || m->replies.unknowns == RSP_UNKNOWNS_SILENT);
}

bool silence_is_expected(const rsp_manners *m, rsp_bytes request) {
    return m && m->bytes.interrupt == RSP_HABIT_NO && runs_on(request);
}

bool message_would_be_lost(const rsp_manners *m, const rsp_messages *list, size_t at) {
    return m && m->bytes.loses_second == RSP_HABIT_YES && list->items[at].kind == RSP_MESSAGE_HURRIED;
}
