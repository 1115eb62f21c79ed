/* What is done to a sequence after it is made: requests the stub does not support give way to others, slow
 * messages are limited, and acknowledgments are switched off on most connections.
 * See sequence.h. */
/* SPDX-License-Identifier: MIT */
#include "make/sequence.h"

#include "make/mutate.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { MAX_GENERATED = 12, MAX_RECONNECTS = 3, MAX_PAUSES = 4 };

void sequence_maker_init(sequence_maker *m, const rsp_mem *mem) {
    *m = (sequence_maker){.mem = mem, .corpus = {.mem = mem}, .vocabulary = {.mem = mem}};
    rsp_messages_init(&m->current, mem);
}

void sequence_maker_free(sequence_maker *m) {
    corpus_free(&m->corpus);
    vocabulary_free(&m->vocabulary);
    rsp_messages_free(&m->current);
}

static void generate(rsp_grammar *g, rsp_messages *list) {
    rsp_grammar_generate(g, list, 1 + rsp_rng_below(&g->rng, MAX_GENERATED));
}

/* A session goes on much faster without acknowledgments, so most connections begin by switching them off. */
static void switch_acks_off(sequence_maker *m, rsp_grammar *g, size_t at) {
    const rsp_bytes request = rsp_packet_by_id(RSP_PACKET_QSTART_NO_ACK_MODE)->name;
    bool asked = at < m->current.num && m->current.items[at].kind == RSP_MESSAGE_PACKET &&
                 rsp_bytes_equal(rsp_messages_bytes(&m->current, at), request);
    if (rsp_rng_below(&g->rng, 8) != 0 && !asked)
        (void)rsp_messages_insert(&m->current, at, RSP_MESSAGE_PACKET, request);
}

static void switch_off_on_connections(sequence_maker *m, rsp_grammar *g, bool fresh_stub) {
    bool fresh = fresh_stub || rsp_player_out_of_step(m->player) || !rsp_player_is_no_ack(m->player);
    if (fresh)
        switch_acks_off(m, g, 0);
    for (size_t i = 0; i < m->current.num; i++)
        if (m->current.items[i].kind == RSP_MESSAGE_RECONNECT)
            switch_acks_off(m, g, i + 1);
}

static const rsp_packet_row *useful_row(sequence_maker *m, rsp_rng *rng) {
    enum { DRAWS = 16 };
    const rsp_packet_row *row = NULL;
    for (int i = 0; i < DRAWS; i++) {
        row = rsp_packet_by_id((rsp_packet_id)(1 + rsp_rng_below(rng, RSP_PACKET_END - 1)));
        if (rsp_player_supports(m->player, row->id) && !rsp_payload_is_unsafe(m->allowed, row->name))
            break;
    }
    return row;
}

static bool is_useful(sequence_maker *m, rsp_grammar *g, rsp_bytes payload) {
    const rsp_packet_row *row = rsp_packet_lookup(payload, NULL);
    if (rsp_payload_is_unsafe(m->allowed, payload))
        return false;
    return !row || rsp_player_supports(m->player, row->id) || rsp_rng_below(&g->rng, 8) == 0;
}

/* Most requests that the stub does not know give way to some that it does, or that were not tried yet. */
static void replace_unsupported(sequence_maker *m, rsp_grammar *g) {
    rsp_buf request = {.mem = m->mem};
    for (size_t i = 0; i < m->current.num; i++) {
        bool plain = m->current.items[i].kind <= RSP_MESSAGE_BROKEN;
        if (!plain || is_useful(m, g, rsp_messages_bytes(&m->current, i)))
            continue;
        rsp_buf_clear(&request);
        rsp_grammar_request_of(g, &request, useful_row(m, &g->rng));
        if (request.status == RSP_OK)
            (void)rsp_messages_replace(&m->current, i, m->current.items[i].kind, rsp_buf_bytes(&request));
    }
    rsp_buf_free(&request);
}

/* No more than `most` of a kind that costs much time for little. */
static void limit_kind(rsp_messages *list, rsp_message_kind kind, size_t most) {
    size_t num = 0;
    for (size_t i = 0; i < list->num;) {
        num += list->items[i].kind == kind;
        if (list->items[i].kind == kind && num > most)
            rsp_messages_remove(list, i);
        else
            i++;
    }
}

/* One made by chance: generated, spliced from two of the corpus, longer than one of them, or one mutated. */
static void make_by_chance(sequence_maker *m, rsp_grammar *g, uint64_t dice) {
    const corpus *c = &m->corpus;
    if (c->num == 0 || dice < 12) {
        generate(g, &m->current);
        return;
    }
    if (dice < 24)
        rsp_grammar_splice(g, &m->current, corpus_pick(c, &g->rng), corpus_pick(c, &g->rng));
    else
        (void)rsp_messages_copy(&m->current, corpus_pick(c, &g->rng), 0, SIZE_MAX);
    if (dice >= 24 && dice < 34)
        generate(g, &m->current);
    else
        mutate_list(&m->current, g, &m->vocabulary);
}

static bool make(sequence_maker *m, rsp_grammar *g, uint64_t index) {
    const request_source source = {
        .corpus = &m->corpus, .grammar = g, .player = m->player, .allowed = m->allowed, .mem = m->mem};
    uint64_t dice = rsp_rng_below(&g->rng, 100);
    if (index < m->corpus.num && m->first_index == 0) {
        (void)rsp_messages_copy(&m->current, m->corpus.lists[index], 0, SIZE_MAX);
        return false;
    }
    if (m->first_index == 0 && index % 2 == 0 && deterministic_append(&m->stage, &m->current, &source))
        return true;
    make_by_chance(m, g, dice);
    return false;
}

/* Reconnecting and pauses take time: most sequences have few of them. */
static void limit_slow_kinds(sequence_maker *m, rsp_rng *rng, bool one_client) {
    uint64_t patience = rsp_rng_below(rng, 8);
    size_t reconnects = patience == 0 ? MAX_RECONNECTS : patience < 4;
    limit_kind(&m->current, RSP_MESSAGE_RECONNECT, one_client ? 0 : reconnects);
    limit_kind(&m->current, RSP_MESSAGE_PAUSE, patience == 0 ? MAX_PAUSES : 1);
}

/* Whether the opening stands there, whole. */
static bool is_opened_at(const sequence_maker *m, size_t at) {
    const rsp_messages *opening = m->opening;
    size_t i = 0;
    while (i < opening->num &&
           rsp_bytes_equal(rsp_messages_bytes(&m->current, at + i), rsp_messages_bytes(opening, i)))
        i++;
    return i == opening->num;
}

/* Before anything else of a session, and in one of sixteen sequences, for others may have spoiled what it
 * brings. A sequence that has it already keeps one. */
static void open_session(sequence_maker *m, rsp_rng *rng, bool fresh_stub) {
    enum { ONE_IN = 16 };
    const rsp_messages *opening = m->opening;
    const bool due = rsp_rng_below(rng, ONE_IN) == 0 || fresh_stub;
    if (!due || opening->num == 0)
        return;
    for (size_t i = 0; i < m->current.num; i++)
        if (is_opened_at(m, i))
            return;
    for (size_t i = 0; i < opening->num; i++)
        (void)rsp_messages_insert(&m->current, i, opening->items[i].kind, rsp_messages_bytes(opening, i));
}

bool sequence_make(sequence_maker *m, uint64_t index, sequence_position place) {
    rsp_grammar g;
    const uint64_t *learnt;
    size_t num = rsp_player_numbers(m->player, &learnt);
    vocabulary_set_numbers(&m->vocabulary, learnt, num);
    const rsp_grammar_facts facts = vocabulary_facts(&m->vocabulary);
    rsp_grammar_init(&g, m->seed * UINT64_C(0x9e3779b97f4a7c15) + index, &facts, m->mem);
    rsp_messages_clear(&m->current);
    bool deterministic = make(m, &g, index);
    replace_unsupported(m, &g);
    limit_slow_kinds(m, &g.rng, place.one_client);
    if (m->opening) /* else chance stays as it was */
        open_session(m, &g.rng, place.fresh_stub);
    switch_off_on_connections(m, &g, place.fresh_stub);
    if (!place.fresh_stub && rsp_player_out_of_step(m->player))
        (void)rsp_messages_insert(&m->current, 0, RSP_MESSAGE_RECONNECT, (rsp_bytes){0});
    if (m->current.num == 0)
        generate(&g, &m->current);
    rsp_grammar_free(&g);
    return deterministic;
}
