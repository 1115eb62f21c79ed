/* The transitions of the player's state that concern more than one part, and what always holds between parts.
 * Each part's own transitions stand in its own file.
 * See player.h. */
/* SPDX-License-Identifier: MIT */
#include "play/player_state.h"
#include "codec/negotiated.h"
#include "trace/exchange.h"
#include "trace/rule_pairing.h"

#include <assert.h>
#include <rsp/packet_ids.h>

static bool resumed(const rsp_player *p, bool optional) {
    const rsp_exchanges *x = rsp_rules_exchanges(p->rules);
    const rsp_pending_request *oldest = rsp_exchanges_oldest(x);
    return oldest && oldest->resumes && rsp_request_is_optional(oldest) == optional &&
           !rsp_mode_is_on(&x->negotiated, RSP_MODE_NON_STOP);
}

bool player_runs(const rsp_player *p) {
    return resumed(p, false);
}

bool player_may_run(const rsp_player *p) {
    return resumed(p, true);
}

void player_lose_step(rsp_player *p) {
    if (p->connection.state == CONNECTION_IN_STEP)
        p->connection.state = CONNECTION_OUT_OF_STEP;
    player_doubt(p, DOUBT_VERDICT);
}

void player_set_plain_probe(rsp_player *p) {
    bool silent = p->silent[RSP_PACKET_VMUST_REPLY_EMPTY];
    probe_set(&p->probe, silent ? RSP_PACKET_REASON : RSP_PACKET_VMUST_REPLY_EMPTY, "");
}

void player_note_settled(rsp_player *p) {
    bool in_step = player_in_step(p);
    bool may_run = player_is_ambiguous(p) || !in_step || program_is_gone(&p->program) ||
                   rsp_mode_is_on(&rsp_rules_exchanges(p->rules)->negotiated, RSP_MODE_NON_STOP);
    p->program.may_run = p->program.may_run && may_run;
    p->unsettled = (unsettled){.doubt = in_step ? DOUBT_NONE : DOUBT_VERDICT};
}

void player_note_connection(rsp_player *p, bool first) {
    p->connection = (connection){.unheard = !first, .greeting_due = p->clients.greeting > 0};
    player_note_settled(p);
    rsp_buf_clear(&p->acks.due);
    rsp_endpoint_reset(&p->acks.wire);
    p->acks.withheld = false;
    rsp_buf_clear(&p->out);
    cross_check_note_connection(&p->check);
    guest_watch_begin(&p->guest);
    program_note_connection(&p->program);
}

void player_validate(const rsp_player *p) {
    const unsettled *u = &p->unsettled;
    probing_validate(&u->probing);
    program_validate(&p->program);
    cross_check_validate(&p->check);
    assert(p->connection.state != CONNECTION_OUT_OF_STEP || u->doubt >= DOUBT_VERDICT);
    assert(!u->probing.displaced || !player_in_step(p));
    assert(!u->probing.spare || u->doubt >= DOUBT_RECEPTION);
    assert(!p->connection.greeting_due || p->clients.greeting > 0);
    assert(!p->connection.unheard || p->unsettled.received == 0);
    assert(p->trail.num <= RSP_TRAIL_ENTRIES && p->learnt.num_numbers <= LEARNT_NUMBERS);
    assert(p->log.num <= p->log.cap && p->num_judged <= rsp_rules_count(p->rules));
    (void)u;
}
