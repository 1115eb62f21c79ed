/* The engine of the rules: the state that follows a conversation, and the list of what was found.
 * Each entry of the stub goes through the parts in rule_frame.c, rule_turn.c, rule_stop.c and rule_reply.c.
 * See rule.h. */
/* SPDX-License-Identifier: MIT */
#include "rule_internal.h"

#include "codec/explain.h"
#include "codec/negotiated.h"
#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"
#include "trace/exchange.h"
#include "trace/rule_pairing.h"
#include <assert.h>
#include <rsp/packets.h>

_Static_assert(RSP_RULE_COUNT <= 64, "rsp_rules.disabled has one bit per rule");

rsp_rules *rsp_rules_new(const rsp_rules_options *options) {
    rsp_rules_options o = options ? *options : (rsp_rules_options){0};
    rsp_rules *rules = rsp_mem_calloc(o.mem, 1, sizeof *rules);
    if (!rules)
        return NULL;
    rules->options = o;
    rules->exchanges.mem = o.mem;
    rules->exchanges.midstream = o.midstream;
    rules->exchanges.by_number = o.by_number;
    rules->exchanges.silent = o.silent;
    rules->texts.mem = o.mem;
    rules->scratch.mem = o.mem;
    rules->acks_due.mem = o.mem;
    for (int i = 0; i < NOTIFY_KINDS; i++)
        rules->notify[i].body.mem = o.mem;
    rules->object.name.mem = rules->object.data.mem = o.mem;
    return rules;
}

void rsp_rules_free(rsp_rules *rules) {
    if (!rules)
        return;
    rsp_exchanges_free(&rules->exchanges);
    rsp_arena_free(&rules->texts);
    rsp_buf_free(&rules->scratch);
    rsp_buf_free(&rules->acks_due);
    for (int i = 0; i < NOTIFY_KINDS; i++)
        rsp_buf_free(&rules->notify[i].body);
    rsp_buf_free(&rules->object.name);
    rsp_buf_free(&rules->object.data);
    rsp_mem_free(rules->options.mem, rules->found);
    rsp_mem_free(rules->options.mem, rules);
}

static void new_connection(rsp_rules *rules, uint32_t connection) {
    rules->connection = connection;
    rules->asked = rules->early_reported = rules->in_junk = rules->after_interrupt = false;
    rsp_buf_clear(&rules->acks_due);
    rsp_buf_clear(&rules->object.data);
    for (int i = 0; i < NOTIFY_KINDS; i++) {
        rules->notify[i].outstanding = false;
        rsp_buf_clear(&rules->notify[i].body);
    }
}

void rsp_rules_reset(rsp_rules *rules) {
    rules->exchanges.midstream = rules->options.midstream;
    rsp_exchanges_reset(&rules->exchanges);
    rsp_arena_free(&rules->texts);
    rules->last = (rsp_pairing){.role = RSP_ROLE_NOTHING};
    rules->disabled = 0;
    rules->num_found = 0;
    memset(rules->count_of, 0, sizeof rules->count_of);
    rules->dropped = 0;
    rules->unjudged = 0;
    rules->unjudged_name = NULL;
    rules->status = RSP_OK;
    new_connection(rules, 0);
}

void rsp_rules_enable(rsp_rules *rules, rsp_rule_id id, bool on) {
    if ((unsigned)id >= RSP_RULE_COUNT)
        return;
    uint64_t bit = UINT64_C(1) << id;
    rules->disabled = on ? rules->disabled & ~bit : rules->disabled | bit;
}

void rsp_rules_assume(rsp_rules *rules, rsp_mode mode) {
    rules->exchanges.negotiated.modes |= UINT32_C(1) << (unsigned)mode;
}

size_t rsp_rules_count(const rsp_rules *rules) {
    return rules->num_found;
}

const rsp_violation *rsp_rules_violation(const rsp_rules *rules, size_t i) {
    return i < rules->num_found ? &rules->found[i] : NULL;
}

uint64_t rsp_rules_dropped(const rsp_rules *rules) {
    return rules->dropped;
}

uint64_t rsp_rules_count_of(const rsp_rules *rules, rsp_rule_id id) {
    return (unsigned)id < RSP_RULE_COUNT ? rules->count_of[id] : 0;
}

uint64_t rsp_rules_unjudged(const rsp_rules *rules, const char **out_name) {
    *out_name = rules->unjudged_name ? rules->unjudged_name : "?";
    return rules->unjudged;
}

const rsp_exchanges *rsp_rules_exchanges(const rsp_rules *rules) {
    return &rules->exchanges;
}

const rsp_pairing *rsp_rules_last_pairing(const rsp_rules *rules) {
    return &rules->last;
}

rsp_status rsp_rules_status(const rsp_rules *rules) {
    return rules->status;
}

static void look_up_request(judge *j) {
    rsp_entry request;
    if (!j->pairing.have_exchange ||
        !rsp_transcript_get(j->transcript, j->pairing.exchange.request, &request))
        return;
    j->have_request = !request.cut;
    j->request = request.payload;
    j->packet = j->pairing.exchange.packet;
    const rsp_packet_row *row = rsp_packet_by_id(j->packet);
    if (row)
        j->args = rsp_packet_args(row, request.payload);
}

static rsp_bytes wire_payload(const rsp_entry *e) {
    bool framed = e->kind == RSP_ENTRY_PACKET || e->kind == RSP_ENTRY_NOTIFICATION;
    return framed && e->raw.len >= 4 ? rsp_bytes_sub(e->raw, 1, e->raw.len - 4) : rsp_bytes_make(NULL, 0);
}

static void judge_stub(judge *j) {
    look_up_request(j);
    rsp_rule_judge_frame(j);
    rsp_rule_judge_turn(j);
    /* What arrived damaged can not be judged for its meaning, nor can what is compressed. */
    if (j->entry->checksum_ok && !j->entry->bad_encoding &&
        !rsp_mode_is_on(&j->modes, RSP_MODE_COMPRESSION)) {
        rsp_rule_judge_notification(j);
        rsp_rule_judge_reply(j);
    }
    j->rules->in_junk = j->entry->kind == RSP_ENTRY_JUNK;
}

void rsp_rules_observe(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    rsp_rules *rules = ctx;
    judge j = {
        .rules = rules,
        .transcript = transcript,
        .entry = entry,
        .packet = RSP_PACKET_UNKNOWN,
        .wire = wire_payload(entry),
    };
    if (entry->kind == RSP_ENTRY_NOTE) {
        rules->last = (rsp_pairing){.role = RSP_ROLE_NOTHING};
        return;
    }
    if (entry->connection != rules->connection || entry->kind == RSP_ENTRY_CONNECT)
        new_connection(rules, entry->connection);
    if (entry->kind == RSP_ENTRY_GAP) {
        bool asked = rules->asked;
        new_connection(rules, entry->connection);
        rules->asked = asked;
        rsp_rule_keep_status(rules, rsp_exchanges_feed(&rules->exchanges, transcript, entry, &rules->last));
        return;
    }
    j.modes = rules->exchanges.negotiated;
    j.modes.unknown |= rules->exchanges.midstream;
    rsp_rule_keep_status(rules, rsp_exchanges_feed(&rules->exchanges, transcript, entry, &rules->last));
    j.pairing = rules->last;
    if (entry->direction == RSP_TO_STUB)
        rsp_rule_follow_client(rules, entry, &j.modes);
    else
        judge_stub(&j);
}
