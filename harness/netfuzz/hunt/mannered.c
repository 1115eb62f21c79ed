/* Which manner shows as which symptom.
 * A manner that was not learned explains nothing.
 * See mannered.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/mannered.h"

static bool acks_say(const rsp_manners *m, rsp_rule_id rule) {
    if (rule == RSP_RULE_ACK_ONCE)
        return m->acks == RSP_ACKS_SEVERAL || m->acks == RSP_ACKS_NEVER;
    return rule == RSP_RULE_ACK_FIRST && (m->acks == RSP_ACKS_NEVER || m->acks == RSP_ACKS_LATE);
}

static bool says_rule(const rsp_manners *m, rsp_rule_id rule) {
    switch ((int)rule) {
    case RSP_RULE_CHECKSUM:
    case RSP_RULE_CHECKSUM_DIGITS:
        return m->bad_checksums == RSP_HABIT_YES;
    case RSP_RULE_HEX_CASE:
        return m->upper_hex == RSP_HABIT_YES;
    case RSP_RULE_STRAY_BYTES:
        return m->line_noise == RSP_HABIT_YES;
    case RSP_RULE_SILENCE_FIRST:
        return m->greeting.len > 0;
    case RSP_RULE_ONE_STOP_REPLY:
        return m->doubles_stops == RSP_HABIT_YES;
    case RSP_RULE_MUST_REPLY_EMPTY:
    case RSP_RULE_UNKNOWN_EMPTY:
        return m->unknowns == RSP_UNKNOWNS_ERROR || m->unknowns == RSP_UNKNOWNS_OTHER;
    default:
        return acks_say(m, rule);
    }
}

bool manners_say(const rsp_manners *m, const candidate *c) {
    if (!m)
        return false;
    if (c->kind == RSP_FINDING_RULE)
        return says_rule(m, c->rule);
    if (c->kind == RSP_FINDING_NO_STOP)
        return m->interrupt == RSP_HABIT_NO;
    if (c->kind == RSP_FINDING_NO_REPLY)
        return m->unknowns == RSP_UNKNOWNS_SILENT && m->packets[c->packet] != RSP_HABIT_YES;
    return false;
}

/* Bytes by hand, and hurried packets, go in one write with what follows them, were it the probe. */
static bool goes_together(const rsp_messages *list, size_t at) {
    rsp_message_kind kind = (rsp_message_kind)list->items[at].kind;
    return kind == RSP_MESSAGE_RAW || kind == RSP_MESSAGE_HURRIED;
}

bool manners_say_list(const rsp_manners *m, const candidate *c, const rsp_messages *list) {
    bool silence = candidate_is_silence(c->kind) || c->kind == RSP_FINDING_NO_REPLY;
    if (manners_say(m, c))
        return true;
    if (!m || m->loses_second != RSP_HABIT_YES || !silence)
        return false;
    for (size_t i = 0; i < list->num; i++) {
        if (goes_together(list, i))
            return true;
    }
    return false;
}

bool manners_over_long(const rsp_manners *m, rsp_bytes request) {
    return m && m->packet_size > 0 && request.len > m->packet_size;
}
