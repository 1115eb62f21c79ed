/* Each entry goes through the pairing; its role says what kind of turn it is.
 * Entry numbers rise from turn to turn, so that a reply finds its request by bisection.
 * See dialogue.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/dialogue.h"

#include "core/arena.h"
#include "core/limits.h"
#include "trace/exchange.h"
#include <rsp/packets.h>
#include <stdlib.h>

static const struct {
    bool from_stub;
    const char *text;
} kinds[] = {
#define KIND_ROW(name, from_stub_, text_) [RSP_TURN_##name] = {from_stub_, text_},
    RSP_TURN_LIST(KIND_ROW)
#undef KIND_ROW
};

const char *rsp_turn_name(rsp_turn_kind kind) {
    return (unsigned)kind < RSP_ARRAY_LEN(kinds) ? kinds[kind].text : "?";
}

bool rsp_turn_is_stubs(rsp_turn_kind kind) {
    return (unsigned)kind < RSP_ARRAY_LEN(kinds) && kinds[kind].from_stub;
}

void rsp_dialogue_free(rsp_dialogue *d) {
    if (!d)
        return;
    rsp_exchanges_free(&d->exchanges);
    rsp_arena_free(&d->arena);
    free(d->turns);
    *d = (rsp_dialogue){0};
}

/* The request turn of an entry. */
static size_t turn_of(const rsp_dialogue *d, uint64_t entry) {
    size_t low = 0;
    size_t high = d->num_turns;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (d->turns[middle].entry < entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low < d->num_turns && d->turns[low].entry == entry ? low : RSP_NO_TURN;
}

static bool grow(rsp_dialogue *d) {
    if (d->num_turns < d->cap_turns)
        return true;
    if (d->num_turns == RSP_LIMIT_DIALOGUE_TURNS) {
        d->status = RSP_LIMIT;
        return false;
    }
    size_t cap = d->cap_turns ? d->cap_turns * 2 : 64;
    rsp_turn *more = realloc(d->turns, cap * sizeof *more);
    if (!more) {
        d->status = RSP_NO_MEMORY;
        return false;
    }
    d->turns = more;
    d->cap_turns = cap;
    return true;
}

/* NULL when there is no room: then nothing more is taken, so that what is there has no holes. */
static rsp_turn *add(rsp_dialogue *d, rsp_turn_kind kind, const rsp_entry *e) {
    if (d->status != RSP_OK || !grow(d))
        return NULL;
    d->arena.limit = RSP_LIMIT_DIALOGUE_BYTES;
    rsp_bytes payload = rsp_arena_bytes(&d->arena, e->payload);
    if (d->arena.status != RSP_OK) {
        d->status = d->arena.status;
        return NULL;
    }
    rsp_turn *turn = &d->turns[d->num_turns++];
    *turn = (rsp_turn){.kind = kind,
                       .time_ns = e->time_ns,
                       .place = d->place,
                       .entry = e->index,
                       .other = RSP_NO_TURN,
                       .payload = payload};
    return turn;
}

static void answer(rsp_dialogue *d, rsp_turn *reply, size_t request) {
    if (!reply || request == RSP_NO_TURN)
        return;
    reply->other = request;
    reply->packet = d->turns[request].packet;
    if (reply->kind == RSP_TURN_REPLY)
        d->turns[request].other = (size_t)(reply - d->turns);
}

static void add_request(rsp_dialogue *d, const rsp_entry *e) {
    rsp_turn *turn = add(d, RSP_TURN_REQUEST, e);
    const rsp_packet_row *row = turn ? rsp_packet_lookup(turn->payload, NULL) : NULL;
    if (row)
        turn->packet = row->id;
}

/* The same turn, said once more: its reply will name the repetition. */
static void repeat(rsp_dialogue *d, const rsp_entry *e) {
    rsp_turn *last = d->num_turns > 0 ? &d->turns[d->num_turns - 1] : NULL;
    if (last && last->kind == RSP_TURN_REQUEST && rsp_bytes_equal(last->payload, e->payload))
        last->entry = e->index;
}

static void add_reply(rsp_dialogue *d, const rsp_entry *e, const rsp_pairing *p) {
    rsp_turn *turn = add(d, RSP_TURN_REPLY, e);
    if (!turn || !p->have_exchange)
        return;
    turn->latency_ns = p->exchange.latency_ns;
    turn->owed = p->exchange.class_ == RSP_EXCHANGE_STUB;
    answer(d, turn, turn_of(d, p->exchange.request));
}

/* O and F packets belong to the request that waits. */
static void add_meanwhile(rsp_dialogue *d, rsp_turn_kind kind, const rsp_entry *e) {
    const rsp_pending_request *oldest = rsp_exchanges_oldest(&d->exchanges);
    size_t request = oldest ? turn_of(d, oldest->entry) : RSP_NO_TURN;
    answer(d, add(d, kind, e), request);
}

static bool is_whole(const rsp_entry *e) {
    bool packet = e->kind == RSP_ENTRY_PACKET || e->kind == RSP_ENTRY_NOTIFICATION;
    return packet && e->checksum_ok && !e->bad_encoding && !e->cut;
}

void rsp_dialogue_observe(void *dialogue, const rsp_transcript *t, const rsp_entry *e) {
    rsp_dialogue *d = dialogue;
    rsp_pairing pairing;
    rsp_status status = rsp_exchanges_feed(&d->exchanges, t, e, &pairing);
    if (status != RSP_OK && d->status == RSP_OK)
        d->status = status;
    if (e->kind == RSP_ENTRY_INTERRUPT && e->direction == RSP_TO_STUB)
        (void)add(d, RSP_TURN_INTERRUPT, e);
    bool lost = e->kind == RSP_ENTRY_GAP || e->kind == RSP_ENTRY_ABANDONED ||
                e->kind == RSP_ENTRY_TRUNCATED || e->kind == RSP_ENTRY_OVERLONG;
    bool packet = e->kind == RSP_ENTRY_PACKET || e->kind == RSP_ENTRY_NOTIFICATION;
    if (!is_whole(e)) {
        d->damaged += lost || packet;
        return;
    }
    switch (pairing.role) {
    case RSP_ROLE_REQUEST:
        add_request(d, e);
        break;
    case RSP_ROLE_REPLY:
        add_reply(d, e, &pairing);
        break;
    case RSP_ROLE_OUTPUT:
        add_meanwhile(d, RSP_TURN_OUTPUT, e);
        break;
    case RSP_ROLE_FILE_REQUEST:
        add_meanwhile(d, RSP_TURN_FILE_REQUEST, e);
        break;
    case RSP_ROLE_FILE_REPLY:
        (void)add(d, RSP_TURN_FILE_REPLY, e);
        break;
    case RSP_ROLE_NOTIFICATION:
        (void)add(d, RSP_TURN_NOTIFICATION, e);
        break;
    case RSP_ROLE_GREETING:
    case RSP_ROLE_UNSOLICITED:
        (void)add(d, RSP_TURN_UNSOLICITED, e);
        break;
    case RSP_ROLE_REPEATED_REQUEST:
        repeat(d, e);
        break;
    case RSP_ROLE_NOTHING:
    case RSP_ROLE_REPEATED_REPLY:
        break;
    }
}
