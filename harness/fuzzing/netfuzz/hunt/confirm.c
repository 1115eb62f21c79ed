/* Replays a candidate on fresh stubs, minimises it, and replays the result a few times more.
 * As little history as possible is replayed. Pending findings of an earlier run enter here, too.
 * See confirm.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/confirm.h"

#include "hunt/culprit.h"
#include "hunt/deduplicate.h"
#include "hunt/expected_symptom.h"
#include "hunt/minimise.h"
#include "hunt/replay.h"
#include "make/message_list.h"

#include <assert.h>

enum {
    FINAL_REPLAYS = 3,
    MAX_TAKEN_OUT = 4, /* known findings removed from one list */
};

/* --- confirming --- */

/* A stub that we did not start may close a connection because it is about to end, and still accept the next
 * one. So it must close two connections. */
static bool shows_lastingly(hunt *h, rsp_messages *const *lists, size_t num) {
    bool shown = replay_shows(h, lists, num, true);
    bool may_end = shown && h->want.kind == RSP_FINDING_CLOSED && rsp_link_pid(h->f->supply.link) <= 0;
    return may_end ? replay_shows(h, lists, num, true) : shown;
}

/* A reused stub may fail because of earlier lists: a fresh one must show the symptom, too. */
static bool shows_when_fresh(hunt *h, rsp_messages *const *lists, size_t num) {
    bool shown = shows_lastingly(h, lists, num);
    if (!shown || !h->f->supply.reused)
        return shown;
    h->stubs.fresh = true;
    shown = shows_lastingly(h, lists, num);
    h->stubs.fresh = false;
    return shown;
}

/* Plays the last sequence alone, then the last four, sixteen, ... all. *out_first is the first sequence of
 * the history that shows the symptom. Growth needs the whole history. */
static bool confirm(hunt *h, size_t *out_first) {
    rsp_fuzzer *f = h->f;
    for (size_t num = h->want.kind == RSP_FINDING_MEMORY ? MAX_HISTORY : 1; h->status == RSP_OK; num *= 4) {
        size_t take = num < f->session.num_history ? num : f->session.num_history;
        *out_first = f->session.num_history - take;
        if (shows_when_fresh(h, f->session.history + *out_first, take))
            return true;
        if (take == f->session.num_history)
            return false;
    }
    return false;
}

/* --- the finding --- */

/* Not reproduced: it gets a few more tries when it is seen again. */
static void give_up(hunt *h, const candidate *c) {
    known_signature *known = known_find(&h->f->known, c->signature, true);
    h->f->stats.unconfirmed++;
    if (known && ++known->tries >= known_most_tries(c->kind))
        known_note_silence(h->f, c->signature);
}

/* Hands a finding to the host, with the stderr of the last stub, whose link is open. */
static void hand_out(hunt *h, bool pending, unsigned replays, unsigned reproduced) {
    rsp_fuzzer *f = h->f;
    rsp_finding finding = {
        .kind = h->got.kind,
        .rule = h->got.rule,
        .messages = h->best,
        .before = h->before,
        .num_before = h->num_before,
        .rounds = h->want.kind == RSP_FINDING_MEMORY ? h->growth.rounds : 1,
        .memory_bytes = f->options.memory_bytes,
        .log = rsp_player_log(f->player),
        .probe = rsp_player_probe(f->player),
        .words = f->supply.link ? rsp_link_last_words(f->supply.link) : (rsp_bytes){0},
        .output = f->supply.link ? rsp_link_last_output(f->supply.link) : (rsp_bytes){0},
        .conversation = rsp_player_transcript(f->player),
        .messages_before = h->messages_before,
        .replays = replays,
        .reproduced = reproduced,
        .index = h->index,
        .seed = h->seed,
        .seen_ns = h->seen_ns - f->born_ns,
        .confirmed_ns = h->confirmed_ns - f->born_ns,
        .written_ns = fuzzer_now(f) - f->born_ns,
        .pending = pending,
    };
    memcpy(finding.signature, h->got.signature, sizeof finding.signature);
    memcpy(finding.headline, h->got.headline, sizeof finding.headline);
    memcpy(finding.expected, h->got.expected, sizeof finding.expected);
    memcpy(finding.got, h->got.got, sizeof finding.got);
    memcpy(finding.matcher, h->got.matcher, sizeof finding.matcher);
    memcpy(finding.requirements, h->got.requirements, sizeof finding.requirements);
    f->stats.findings += !pending;
    if (!pending)
        (void)rsp_fuzzer_know_finding(f, &finding);
    if (f->host.found)
        f->host.found(f->host.ctx, &finding);
}

/* A finding of growth has the log of one round. */
static void play_for_the_record(hunt *h) {
    if (h->status == RSP_OK && h->want.kind == RSP_FINDING_MEMORY)
        replay_once(h, h->best);
}

/* Hands it out as pending: from here on it survives the end of the fuzzer. */
static void hand_out_pending(hunt *h) {
    if (h->pending || h->f->options.uncut)
        return;
    play_for_the_record(h);
    if (h->status != RSP_OK)
        return;
    h->pending = true;
    memcpy(h->pending_as, h->got.signature, sizeof h->pending_as);
    hand_out(h, true, 1, 1);
}

static void withdraw(const hunt *h, const char *known_as) {
    if (h->pending && h->f->host.withdrawn)
        h->f->host.withdrawn(h->f->host.ctx, known_as);
}

/* Fresh stubs show a symptom that is known under another name. */
static bool is_another(hunt *h) {
    bool same =
        strcmp(h->got.signature, h->want.signature) == 0 || strcmp(h->got.signature, h->pending_as) == 0;
    if (same || !known_has(h->f, &h->got))
        return false;
    known_note_other_name(h->f, &h->want);
    h->f->stats.known_again++;
    withdraw(h, h->got.signature);
    return true;
}

/* The same messages are a finding already: one cause, one folder. */
static bool is_known_by_bytes(hunt *h) {
    const char *known_as = h->num_before == 0 ? known_by_bytes(&h->f->known, &h->got, h->best) : NULL;
    if (!known_as && symptom_is_expected_of(h->f->options.manners, &h->got, h->best))
        known_as = "what the stub's manners say";
    if (!known_as)
        return false;
    known_note_other_name(h->f, &h->want);
    h->f->stats.known_again++;
    withdraw(h, known_as);
    return true;
}

/* A silence may be the missing reply to another request: then it has that name. */
static bool is_known_by_its_loss(hunt *h) {
    const candidate seen = h->want;
    if (!culprit_find_lost_reply(h))
        return false;
    known_note_other_name(h->f, &seen);
    if (!known_has(h->f, &h->want))
        return false;
    h->f->stats.known_again++;
    withdraw(h, h->want.signature);
    return true;
}

/* If a known finding explains the list, there is nothing to minimise. If the list shows the symptom without
 * it, we go on without it. */
static bool is_known_one(hunt *h) {
    const char *known_as = NULL;
    duplicate_outcome outcome = DUPLICATE_REMOVED;
    for (unsigned i = 0; i < MAX_TAKEN_OUT && outcome == DUPLICATE_REMOVED; i++) {
        if (is_another(h))
            return true;
        outcome = deduplicate(h, &known_as);
    }
    if (outcome != DUPLICATE_SURE)
        return outcome == DUPLICATE_REMOVED && is_another(h);
    known_note_other_name(h->f, &h->want);
    h->f->stats.known_again++;
    withdraw(h, known_as);
    return true;
}

/* Plays the list a few times more. The last replay is on a fresh stub and keeps all of its stderr; if the
 * others were not on fresh stubs, it decides. */
static unsigned play_finally(hunt *h, unsigned *out_replays) {
    rsp_fuzzer *f = h->f;
    unsigned reproduced = h->proved;
    unsigned replays = h->proved;
    /* A finding needs one replay, even when time is over. */
    unsigned most = hunt_is_late(h) ? replays + 1 : FINAL_REPLAYS;
    if (h->proved)
        timeouts_use_medium(f);
    bool on_kept = false;
    for (; replays + 1 < most && h->status == RSP_OK; replays++) {
        reproduced += replay_shows_quietly(h);
        on_kept = on_kept || f->supply.reused;
    }
    timeouts_use_full(f); /* keeps stderr, too */
    h->stubs.fresh = true;
    for (; replays < most && h->status == RSP_OK; replays++) {
        bool shown = replay_shows_after(h, h->best, true);
        reproduced = shown ? reproduced + 1 : on_kept ? 0 : reproduced;
    }
    play_for_the_record(h);
    *out_replays = replays;
    return reproduced;
}

/* A finding that does not reproduce minimised is replayed as it was confirmed, and withdrawn if that fails.
 */
static void report(hunt *h, uncut *whole) {
    rsp_fuzzer *f = h->f;
    unsigned replays = 0;
    unsigned reproduced = play_finally(h, &replays);
    if (reproduced == 0 && h->status == RSP_OK) {
        minimise_restore_uncut(h, whole);
        reproduced = play_finally(h, &replays);
    }
    if (h->status != RSP_OK)
        return;
    if (reproduced == 0) {
        withdraw(h, NULL);
        give_up(h, &h->want);
        return;
    }
    deduplicate_name_by_bytes(h);
    if (is_another(h) || is_known_by_bytes(h))
        return;
    if (strcmp(h->got.signature, h->want.signature) != 0)
        known_note_other_name(f, &h->want);
    hand_out(h, false, replays, reproduced);
}

/* A fresh stub, whose link is open, has shown it. */
static void conclude(hunt *h) {
    uncut whole = {0};
    h->confirmed_ns = h->confirmed_ns ? h->confirmed_ns : fuzzer_now(h->f);
    if (is_known_by_its_loss(h) || is_known_one(h))
        return;
    h->end = culprit_end(h);
    hand_out_pending(h);
    stub_supply_leave(h->f);
    if (h->status == RSP_OK && !minimise_keep_uncut(h, &whole))
        h->status = RSP_NO_MEMORY;
    h->proved = h->f->options.uncut;
    if (h->status == RSP_OK && !h->f->options.uncut)
        minimise(h, &whole);
    if (h->status == RSP_OK)
        report(h, &whole);
    message_list_drop(h->f->options.mem, whole.last);
}

static void take_history(hunt *h, size_t first, size_t num) {
    for (size_t i = first; i < first + num; i++)
        h->messages_before += h->f->session.history[i]->num;
    minimise_take_history(h, first, num);
}

/* With one packet in a write the list shows another symptom, which explains the first one: another rule; or a
 * missing reply, for which the reply to the next request had been taken, so that the next request seemed
 * unanswered. */
static bool is_echo(const hunt *h) {
    bool silence = candidate_is_silence(h->want.kind);
    return h->f->oracle.have_instead && h->status == RSP_OK &&
           (h->want.kind == RSP_FINDING_RULE ||
            (silence && h->f->oracle.instead.kind == RSP_FINDING_NO_REPLY));
}

/* First with one packet in a write. If the symptom was only the echo of another one, the other is confirmed.
 */
static bool confirm_plainly(hunt *h, size_t *out_first) {
    rsp_fuzzer *f = h->f;
    oracle_forget(&f->oracle);
    rsp_player_set_pipeline(f->player, 1);
    if (confirm(h, out_first))
        return true;
    if (is_echo(h)) {
        if (known_has(f, &f->oracle.instead))
            return false;
        h->want = h->got = f->oracle.instead;
        return confirm(h, out_first);
    }
    rsp_player_set_pipeline(f->player, f->options.player.pipeline);
    return h->want.kind != RSP_FINDING_RULE && h->status == RSP_OK && confirm(h, out_first);
}

static void limit_time(hunt *h) {
    /* Growth takes long to show. */
    unsigned times = h->want.kind == RSP_FINDING_MEMORY ? 3 : 1;
    if (h->f->options.clock.now_ns)
        h->until_ns = rsp_deadline(fuzzer_now(h->f), times * h->f->options.minimise_ns);
}

/* --- the ways to a finding --- */

static hunt hunt_for(rsp_fuzzer *f, const candidate *c, const rsp_messages *list, rsp_error *error) {
    rsp_messages none = {0};
    hunt h = {.f = f,
              .want = *c,
              .got = *c,
              .seen_ns = fuzzer_now(f),
              .begun_ns = fuzzer_now(f),
              .index = f->stats.index - 1,
              .seed = f->options.seed,
              .error = error};
    limit_time(&h);
    h.best = message_list_copy(f->options.mem, list ? list : &none);
    h.trial = message_list_copy(f->options.mem, &none);
    h.status = h.best && h.trial ? RSP_OK : RSP_NO_MEMORY;
    return h;
}

static rsp_status end_hunt(hunt *h) {
    rsp_fuzzer *f = h->f;
    rsp_player_set_pipeline(f->player, f->options.player.pipeline);
    timeouts_use_full(f);
    timeouts_keep_words(f, RSP_FUZZ_WORDS_SIGNATURE);
    stub_supply_leave(f);
    message_list_drop(f->options.mem, h->best);
    message_list_drop(f->options.mem, h->trial);
    f->stats.follow_ns += fuzzer_now(f) - h->begun_ns;
    assert(h->mode == HUNT_FULLY);
    return h->status;
}

rsp_status confirm_candidate(rsp_fuzzer *f, const candidate *c, rsp_error *error) {
    size_t first = 0;
    if (known_has(f, c)) {
        f->stats.duplicates++;
        return RSP_OK;
    }
    hunt h = hunt_for(f, c, NULL, error);
    if (h.status == RSP_OK && confirm_plainly(&h, &first)) {
        take_history(&h, first, f->session.num_history - first);
        conclude(&h);
    } else if (h.status == RSP_OK) {
        give_up(&h, c);
    }
    return end_hunt(&h);
}

static rsp_status follow_difference(rsp_fuzzer *f, const candidate *c, rsp_error *error) {
    hunt h = hunt_for(f, c, NULL, error);
    if (h.status == RSP_OK) {
        take_history(&h, 0, f->session.num_compared);
        if (replay_shows_after(&h, h.best, true))
            conclude(&h);
        else
            f->stats.unconfirmed += h.status == RSP_OK;
    }
    return end_hunt(&h);
}

rsp_status confirm_sameness(rsp_fuzzer *f, rsp_error *error) {
    candidate c;
    if (f->session.num_compared == 0)
        return RSP_OK;
    rsp_status status = stub_supply_open(f, error);
    if (status != RSP_OK)
        return status;
    oracle_seek(&f->oracle, &(candidate){.kind = RSP_FINDING_KINDS, .rule = RSP_RULE_COUNT});
    rsp_played played = RSP_PLAYED_DONE;
    for (size_t i = 0; i < f->session.num_compared && played == RSP_PLAYED_DONE; i++)
        played = rsp_player_play(f->player, f->session.history[i], NULL);
    stub_supply_note_played(f, played);
    oracle_stop(&f->oracle);
    bool differs =
        played != RSP_PLAYED_CANCELLED && replay_differs(f, f->session.trail, f->session.num_trail, &c);
    stub_supply_close(f);
    f->stats.differences += differs;
    if (!differs || (f->options.ignored >> RSP_FINDING_DIFFERENCE & 1U) != 0 || known_has(f, &c))
        return played == RSP_PLAYED_CANCELLED ? RSP_CANCELLED : RSP_OK;
    return follow_difference(f, &c, error);
}

rsp_status rsp_fuzzer_finish(rsp_fuzzer *f, const rsp_finding *finding, rsp_error *error) {
    fuzzer_validate(f);
    stub_supply_close(f);
    rsp_status status = stub_supply_calibrate(f, error);
    if (status != RSP_OK)
        return status;
    timeouts_measure(f);
    const candidate c = candidate_of_finding(finding);
    hunt h = hunt_for(f, &c, finding->messages, error);
    h.index = finding->index;
    h.seed = finding->seed;
    h.seen_ns = f->born_ns + finding->seen_ns;
    h.confirmed_ns = f->born_ns + finding->confirmed_ns;
    h.messages_before = finding->messages_before;
    h.growth.rounds = finding->rounds;
    h.num_before = finding->num_before < MAX_HISTORY ? finding->num_before : MAX_HISTORY - 1;
    memcpy(h.before, finding->before, h.num_before * sizeof(rsp_messages *));
    h.pending = true;
    memcpy(h.pending_as, finding->signature, sizeof h.pending_as);
    rsp_player_set_pipeline(f->player, 1);
    bool shown = false;
    for (unsigned i = 0; i < FINAL_REPLAYS && h.status == RSP_OK && !shown; i++)
        shown = replay_shows_after(&h, h.best, true);
    if (shown)
        conclude(&h);
    else
        f->stats.unconfirmed += h.status == RSP_OK;
    return end_hunt(&h);
}
