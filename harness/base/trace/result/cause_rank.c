/* How grave a cause is, and what it does to users of a debugger: by its rule, its packet, its requirement.
 * What no debugger sends or meets comes behind what stops one.
 * See cause_key.h. */
/* SPDX-License-Identifier: MIT */
#include "cause_view.h"

#include <rsp/packets.h>

rsp_gravity cause_gravity_of_rule(rsp_rule_id rule) {
    if (rule <= RSP_RULE_RLE_ESCAPE)
        return RSP_GRAVITY_FRAMING;
    if (rule == RSP_RULE_ACK_INTERRUPT)
        return RSP_GRAVITY_BASIC; /* a '+' too many is the interrupt's only where nothing else gets one */
    if (rule <= RSP_RULE_RESEND)
        return RSP_GRAVITY_ACKS;
    if (rule <= RSP_RULE_EVENT_ONCE)
        return RSP_GRAVITY_TURNS;
    if (rule == RSP_RULE_ERROR_DIGITS || rule == RSP_RULE_ERROR_TEXT)
        return RSP_GRAVITY_ERRORS;
    if (rule == RSP_RULE_MUST_REPLY_EMPTY || rule == RSP_RULE_UNKNOWN_EMPTY)
        return RSP_GRAVITY_EMPTY;
    return rule <= RSP_RULE_STOP_REGISTER ? RSP_GRAVITY_BASIC : RSP_GRAVITY_FEATURES;
}

/* What ids that begin so are worth. */
typedef struct prefix_row {
    const char *prefix;
    unsigned value;
} prefix_row;

/* The first row that the id begins with decides. */
static unsigned by_prefix(const prefix_row *rows, size_t num, rsp_bytes id, unsigned otherwise) {
    for (size_t i = 0; i < num; i++)
        if (rsp_bytes_starts(id, rsp_bytes_str(rows[i].prefix)))
            return rows[i].value;
    return otherwise;
}

/* Without a broken rule, what scenarios say of frames, acknowledgments, escapes and runs stands on basic
 * packets that work: they are compared with memory and registers. */
static rsp_gravity gravity_of_requirement(rsp_bytes id) {
    static const prefix_row rows[] = {
        {"STD-001", RSP_GRAVITY_EMPTY}, {"STD-002", RSP_GRAVITY_EMPTY}, {"STD-", RSP_GRAVITY_BASIC},
        {"FRAME-", RSP_GRAVITY_BASIC},  {"ACK-001", RSP_GRAVITY_ACKS},  {"ACK-", RSP_GRAVITY_BASIC},
        {"NOACK-", RSP_GRAVITY_BASIC},  {"QSUP-", RSP_GRAVITY_BASIC},   {"STOP-", RSP_GRAVITY_BASIC},
        {"REG-", RSP_GRAVITY_BASIC},    {"MEM-", RSP_GRAVITY_BASIC},    {"RUN-", RSP_GRAVITY_BASIC},
        {"INT-", RSP_GRAVITY_BASIC},    {"BRK-", RSP_GRAVITY_BASIC},    {"DET-", RSP_GRAVITY_BASIC},
        {"THR-002", RSP_GRAVITY_BASIC},
    };
    return (rsp_gravity)by_prefix(rows, RSP_ARRAY_LEN(rows), id, RSP_GRAVITY_FEATURES);
}

rsp_gravity cause_gravity(const cause_key *key) {
    switch (key->topic) {
    case CAUSE_DEATH:
        return RSP_GRAVITY_DEATH;
    case CAUSE_RULE:
        return cause_gravity_of_rule((rsp_rule_id)key->what);
    case CAUSE_NAMELESS:
        return RSP_GRAVITY_EMPTY;
    case CAUSE_ACK:
    case CAUSE_RESEND:
    case CAUSE_NO_REFUSAL:
        return RSP_GRAVITY_ACKS;
    case CAUSE_BATCH:
    case CAUSE_BEHIND:
    case CAUSE_READS:
    case CAUSE_UNGREETED:
    case CAUSE_PERCENT:
    case CAUSE_SIZE:
        return RSP_GRAVITY_FRAMING;
    case CAUSE_BREAKPOINT:
    case CAUSE_INTERRUPT:
    case CAUSE_WRITE:
    case CAUSE_COMMON:
        return RSP_GRAVITY_BASIC;
    case CAUSE_ONCE:
    case CAUSE_PACKET: {
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)key->what);
        return row && row->name.len == 1 ? RSP_GRAVITY_BASIC : RSP_GRAVITY_FEATURES;
    }
    case CAUSE_MALFORMED:
        return RSP_GRAVITY_ERRORS;
    case CAUSE_NONE:
    case CAUSE_REQUIREMENT:
        break;
    }
    return gravity_of_requirement(key->requirement);
}

/* By what actions of debuggers rest on: the opening and stops, running, breakpoints, the description of
 * registers. */
static cause_rank rank_of_requirement(rsp_bytes id) {
    static const prefix_row rows[] = {
        {"ACK-003", CAUSE_UNSENT},  {"ACK-001", CAUSE_STOPS},   {"STD-", CAUSE_STOPS},
        {"FRAME-004", CAUSE_UNMET}, {"FRAME-007", CAUSE_UNMET}, {"FRAME-012", CAUSE_UNMET},
        {"FRAME-018", CAUSE_UNMET}, {"QSUP-006", CAUSE_UNMET},  {"STOP-002", CAUSE_UNMET},
        {"THR-008", CAUSE_UNMET},   {"VCONT-018", CAUSE_UNMET}, {"VCONT-025", CAUSE_UNMET},
        {"VCONT-028", CAUSE_UNMET}, {"REG-010", CAUSE_STOPS},   {"FRAME-", CAUSE_STOPS},
        {"NOACK-", CAUSE_STOPS},    {"QSUP-", CAUSE_STOPS},     {"STOP-", CAUSE_STOPS},
        {"THR-", CAUSE_STOPS},      {"RUN-", CAUSE_STOPS},      {"VCONT-", CAUSE_STOPS},
        {"INT-", CAUSE_STOPS},      {"BRK-", CAUSE_STOPS},      {"DET-", CAUSE_STOPS},
        {"KILL-", CAUSE_STOPS},     {"XFER-", CAUSE_STOPS},     {"REG-001", CAUSE_STOPS},
        {"REG-004", CAUSE_STOPS},   {"MEM-001", CAUSE_STOPS},   {"REG-", CAUSE_CORRUPTS},
        {"MEM-", CAUSE_CORRUPTS},   {"XB-", CAUSE_CORRUPTS},    {"ESC-", CAUSE_CORRUPTS},
        {"RLE-", CAUSE_CORRUPTS},   {"MMR-", CAUSE_CORRUPTS},   {"FLASH-", CAUSE_CORRUPTS},
    };
    return (cause_rank)by_prefix(rows, RSP_ARRAY_LEN(rows), id, CAUSE_UNMET);
}

/* A debugger sends 0x03 when it pleases, and it may meet a stop; it reads where no memory is, and gets an
 * error; packets of a new version are unknown. */
static cause_rank rank_of_end(const cause_key *key, bool hostile) {
    const bool usual = key->oddity == RSP_ODDITY_HALT || key->oddity == RSP_ODDITY_STOPPED ||
                       key->oddity == RSP_ODDITY_REFUSED;
    const bool plain = key->oddity == RSP_ODDITY_PLAIN || key->oddity == RSP_ODDITY_NAMELESS ||
                       key->oddity == RSP_ODDITY_LEAVING || key->oddity == RSP_ODDITY_PIECES;
    return usual || (plain && !hostile) ? CAUSE_STOPS : CAUSE_CRASHES;
}

static cause_rank rank_of_rule(rsp_rule_id rule) {
    const rsp_gravity gravity = cause_gravity_of_rule(rule);
    if (rule == RSP_RULE_RESEND)
        return CAUSE_UNSENT;
    if (rule == RSP_RULE_ACK_BAD) /* no packet is damaged on the way through TCP */
        return CAUSE_UNMET;
    return gravity == RSP_GRAVITY_ERRORS || gravity == RSP_GRAVITY_FEATURES ? CAUSE_UNMET : CAUSE_STOPS;
}

static cause_rank rank_of_key(const cause_key *key, rsp_bytes requirement) {
    switch (key->topic) {
    case CAUSE_RULE:
        return key->oddity == RSP_ODDITY_HIGH ? CAUSE_UNMET : rank_of_rule((rsp_rule_id)key->what);
    case CAUSE_NAMELESS:
    case CAUSE_ACK:
    case CAUSE_PERCENT:
    case CAUSE_SIZE:
    case CAUSE_BEHIND:
    case CAUSE_READS:
    case CAUSE_INTERRUPT:
    case CAUSE_BREAKPOINT:
        return CAUSE_STOPS;
    case CAUSE_RESEND:
        return CAUSE_UNSENT;
    case CAUSE_NO_REFUSAL:
    case CAUSE_BATCH:
    case CAUSE_UNGREETED:
    case CAUSE_MALFORMED:
        return CAUSE_UNMET;
    case CAUSE_WRITE:
        return CAUSE_CORRUPTS;
    case CAUSE_ONCE:
    case CAUSE_PACKET: {
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)key->what);
        /* What is taken and was to be refused stops nobody. */
        return row && row->name.len == 1 && key->came != RSP_CAME_OK && key->oddity == RSP_ODDITY_PLAIN
                   ? CAUSE_STOPS
                   : rank_of_requirement(requirement);
    }
    case CAUSE_NONE:
    case CAUSE_DEATH:
    case CAUSE_COMMON:
    case CAUSE_REQUIREMENT:
        break;
    }
    return rank_of_requirement(requirement);
}

cause_rank cause_rank_of(const cause_key *key, rsp_bytes requirement, bool hostile) {
    if (key->topic == CAUSE_DEATH)
        return rank_of_end(key, hostile);
    const cause_rank rank = rank_of_key(key, requirement);
    return hostile && rank < CAUSE_UNMET ? CAUSE_UNMET : rank;
}
