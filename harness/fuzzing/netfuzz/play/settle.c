/* The state of the probes and the doubt decide whether the stub has answered.
 * A stub that answers anything is alive, perhaps out of step: a longer wait would tell no more.
 * See settle.h. */
/* SPDX-License-Identifier: MIT */
#include "play/settle.h"

#include "codec/negotiated.h"
#include "play/connect.h"
#include "play/send.h"
#include "play/wait.h"
#include "trace/exchange.h"
#include "trace/rule_pairing.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* --- the next step --- */

typedef enum next_step {
    STEP_DONE, /* all is answered */
    STEP_WAIT,
    STEP_ASK, /* a probe is due at once */
} next_step;

/* Requests that need no reply are not waited for: the probe decides. In ack mode it goes out only when
 * nothing else is under way, or after the patience: a stub that waits for the '+' to its reply would not see
 * it. */
static bool needs_probe(const rsp_player *p) {
    const rsp_pending_request *oldest = rsp_exchanges_oldest(rsp_rules_exchanges(p->rules));
    bool needed = player_has(p, UNSETTLED_PROBE_NEEDED);
    if (p->unsettled.probing.state != PROBE_NONE)
        return false;
    bool silent = oldest && p->silent[oldest->packet] && rsp_request_is_optional(oldest);
    if (!player_no_ack(p) || player_loses_second(p))
        return (silent || (needed && !oldest)) && p->unsettled.acks_awaited == 0;
    return needed || (oldest && (rsp_request_is_optional(oldest) || !player_in_step(p)));
}

static next_step next_of(const rsp_player *p) {
    const probing *pr = &p->unsettled.probing;
    switch (pr->state) {
    case PROBE_NONE:
        if (needs_probe(p))
            return STEP_ASK;
        return player_has(p, UNSETTLED_PROBE_NEEDED) || player_owed(p) > 0 ? STEP_WAIT : STEP_DONE;
    case PROBE_REFUSED:
        if (pr->sent < MAX_PROBES)
            return STEP_ASK;
        break;
    case PROBE_ANSWERED:
        return STEP_DONE;
    case PROBE_OUT:
    case PROBE_PARTLY:
        break;
    }
    return player_is_ambiguous(p) && probing_is_answered(pr) ? STEP_DONE : STEP_WAIT;
}

/* --- after the deadline --- */

/* A probe is answered, so the stub is alive, but another probe or a request is not. */
static rsp_played judge_missing_reply(const rsp_player *p) {
    if (player_is_ambiguous(p))
        return RSP_PLAYED_DONE;
    if (player_has(p, UNSETTLED_PROBE_NEEDED))
        return RSP_PLAYED_DEAF; /* only a probe is missing */
    return player_judges(p) ? RSP_PLAYED_NO_REPLY : RSP_PLAYED_DONE;
}

/* Two unanswered probes are enough, unless the stub refuses them. */
static bool has_asked_enough(const probing *pr) {
    return pr->sent >= MAX_PROBES || (pr->sent >= 2 && pr->state != PROBE_REFUSED);
}

/* Unknown packets that start like a resume, such as "c?": a careless stub may resume. */
static bool begins_like_a_resume(const rsp_player *p) {
    const rsp_exchanges *x = rsp_rules_exchanges(p->rules);
    const rsp_pending_request *oldest = rsp_exchanges_oldest(x);
    rsp_entry request;
    return oldest && oldest->packet == RSP_PACKET_UNKNOWN &&
           !rsp_mode_is_on(&x->negotiated, RSP_MODE_NON_STOP) &&
           rsp_transcript_get(p->transcript, oldest->entry, &request) &&
           rsp_request_may(request.payload, RSP_EFFECT_RESUMES);
}

/* Sends the next probe, after an interrupt if the program may run. */
static rsp_status ask(rsp_player *p) {
    bool may_run = player_may_run(p) || player_runs(p) || begins_like_a_resume(p);
    if (may_run)
        player_doubt(p, DOUBT_RECEPTION);
    bool again = p->unsettled.probing.sent > 0;
    /* Out of step, another reply may have passed for the stop: the program may still run. */
    if (again && !player_in_step(p))
        player_doubt(p, DOUBT_RECEPTION);
    rsp_status status = player_is_ambiguous(p) && (may_run || again) ? player_send_interrupt(p) : RSP_OK;
    if (status == RSP_OK)
        status = player_queue_spare_probe(p);
    return status == RSP_OK ? player_send_probe(p) : status;
}

/* For the probe that was just sent. Earlier bytes may have swallowed the first one: a second one soon
 * follows. */
static uint64_t answer_time(const rsp_player *p) {
    uint64_t limit_ns = player_limit_ns(p, RSP_PLAYED_HANG);
    uint64_t first_ns = player_is_ambiguous(p) ? player_short_patience_ns(p) : limit_ns / 4;
    return p->unsettled.probing.sent > 1 ? limit_ns - first_ns : first_ns;
}

/* No probe is answered: the next one, or the end. */
static rsp_played ask_again(rsp_player *p, uint64_t *until) {
    if (has_asked_enough(&p->unsettled.probing))
        return player_is_ambiguous(p) && p->unsettled.probing.heard ? RSP_PLAYED_OVER : RSP_PLAYED_HANG;
    rsp_status status = ask(p);
    *until = rsp_deadline(rsp_link_now(p->link), answer_time(p));
    return status == RSP_OK ? RSP_PLAYED_DONE : player_trouble(p, status);
}

/* --- waiting --- */

/* Replies still to come, those of probes included. */
static size_t num_due(const rsp_player *p) {
    return player_owed(p) + (p->unsettled.probing.sent - p->unsettled.probing.answered);
}

/* After something came. Each answer gets the time of the first (`span_ns`): of many in one write the last one
 * comes late. The reply of the second probe soon follows the first, if its absence means nothing. */
static uint64_t move_deadline(const rsp_player *p, uint64_t until, uint64_t span_ns, bool answered) {
    uint64_t now = rsp_link_now(p->link);
    const probing *pr = &p->unsettled.probing;
    bool ambiguous = player_is_ambiguous(p);
    if (answered && probing_is_answered(pr))
        return rsp_deadline(now, ambiguous ? player_patience_ns(p) : player_limit_ns(p, RSP_PLAYED_HANG));
    if (answered && !ambiguous)
        return rsp_deadline(now, span_ns);
    if (probing_is_answered(pr))
        return until;
    uint64_t enough = rsp_deadline(now, pace_patience_ns(&p->pace, p->options.patience_ns));
    return ambiguous && pr->heard && pr->sent > 1 && enough < until ? enough : until;
}

static rsp_played wait_for_answers(rsp_player *p) {
    uint64_t span_ns = player_patience_ns(p);
    uint64_t until = rsp_deadline(rsp_link_now(p->link), span_ns);
    for (;;) {
        rsp_played played = player_runs(p) && player_in_step(p) ? player_stop_program(p) : RSP_PLAYED_DONE;
        if (played != RSP_PLAYED_DONE)
            return played;
        next_step step = next_of(p);
        if (step == STEP_DONE)
            return RSP_PLAYED_DONE;
        size_t due = num_due(p);
        rsp_status status = step == STEP_ASK ? RSP_TIMEOUT : player_receive(p, until);
        if (status == RSP_OK) {
            until = move_deadline(p, until, span_ns, num_due(p) < due);
            continue;
        }
        if (status != RSP_TIMEOUT)
            return player_trouble(p, status);
        if (probing_is_answered(&p->unsettled.probing))
            return judge_missing_reply(p);
        played = ask_again(p, &until);
        if (played != RSP_PLAYED_DONE)
            return played;
        uint64_t now = rsp_link_now(p->link);
        span_ns = until > now ? until - now : span_ns;
    }
}

/* After whole packets the probe goes out in the same write. Out of step it may also follow other bytes, but
 * not half a packet: that a read ends there is part of the test. */
static bool probe_may_join(const rsp_player *p) {
    if (!player_no_ack(p) || player_loses_second(p) || !needs_probe(p))
        return false;
    return player_in_step(p) ? !player_is_ambiguous(p) && !player_runs(p)
                             : rsp_transcript_pending(p->transcript, RSP_TO_STUB) == 0;
}

/* Everything is answered, or not worth more waiting. Loses step if replies are left over. */
static void close_accounts(rsp_player *p) {
    const probing *pr = &p->unsettled.probing;
    if (probing_is_open(pr) || pr->spare || (!player_judges(p) && player_owed(p) > 0))
        player_lose_step(p);
    player_note_settled(p);
}

/* A stub that ignores unknown packets does not know a packet that it has never answered. */
static void note_silence(rsp_player *p) {
    rsp_packet_id packet = rsp_packet_identify(rsp_buf_bytes(&p->last_request));
    bool silent =
        p->silent[RSP_PACKET_UNKNOWN] && p->options.manners->replies.packets[packet] != RSP_HABIT_YES;
    p->silent[packet] = p->silent[packet] || (silent && p->learnt.answered[packet] == 0);
}

static rsp_played settle_replies(rsp_player *p) {
    rsp_status status = probe_may_join(p) ? RSP_OK : player_flush(p);
    if (status != RSP_OK)
        return player_trouble(p, status);
    bool unsure = !player_in_step(p) || player_is_ambiguous(p);
    rsp_played played = wait_for_answers(p);
    if (played == RSP_PLAYED_DONE && p->unsettled.probing.displaced && !player_is_ambiguous(p))
        played = RSP_PLAYED_NO_REPLY;
    if (played == RSP_PLAYED_NO_REPLY)
        note_silence(p);
    if (played == RSP_PLAYED_HANG && player_is_refused(p))
        return RSP_PLAYED_OVER;
    /* If it is open what was answered, nothing can be called missing: the conversation is over. */
    if (unsure && (played == RSP_PLAYED_NO_STOP || played == RSP_PLAYED_DEAF))
        return RSP_PLAYED_OVER;
    if (played == RSP_PLAYED_DONE)
        close_accounts(p);
    return played;
}

/* --- reading back --- */

/* Reads by m or x, with requests that are not mutated. */
static rsp_played read_back(rsp_player *p, char how) {
    rsp_buf request = {.mem = p->options.mem};
    cross_check_append_read(&p->check, &request, how);
    rsp_status status = request.status == RSP_OK ? player_queue_acks(p) : request.status;
    if (status == RSP_OK)
        status = player_queue_packet(p, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    cross_check_note_read(&p->check, player_last_entry(p));
    p->stats.messages++;
    return status == RSP_OK ? settle_replies(p) : player_trouble(p, status);
}

static rsp_played check_write(rsp_player *p) {
    static const struct {
        char how;
        rsp_packet_id packet;
    } ways[] = {{'m', RSP_PACKET_READ_MEMORY}, {'x', RSP_PACKET_READ_BINARY}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(ways); i++) {
        if (!learnt_supports(&p->learnt, ways[i].packet))
            continue;
        rsp_played played = read_back(p, ways[i].how);
        if (played != RSP_PLAYED_DONE)
            return played;
        if (!cross_check_compare(&p->check, ways[i].how))
            return RSP_PLAYED_WRONG;
    }
    cross_check_drop_write(&p->check);
    return RSP_PLAYED_DONE;
}

rsp_played player_settle(rsp_player *p) {
    rsp_played played = settle_replies(p);
    player_validate(p);
    if (played == RSP_PLAYED_DONE && p->check.wrong)
        return RSP_PLAYED_WRONG;
    bool check =
        p->check.kept.state == KEPT_CONFIRMED && player_judges(p) && p->program.state != PROGRAM_EXITED;
    return played == RSP_PLAYED_DONE && check ? check_write(p) : played;
}
