/* Bad ends and broken rules take one stub, growth many rounds on one stub, differences several stubs.
 * Replays of findings for the user are here, too.
 * See replay.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/replay.h"

#include "hunt/minimise.h"
#include "make/message_list.h"

#include "hunt/system.h"

#include "codec/explain.h"
#include "core/mem.h"
#include "link/link_control.h"
#include <rsp/packets.h>
#include <stdio.h>

enum { DIFFERENCE_STUBS = 6 };
enum { GROWTH_ROUNDS = 3, GROWTH_MESSAGES = 1000, MAX_GROWTH_MESSAGES = 1000 * 1000 };
enum { SLOWER = 4, GROWTH_PARTS = 8 };
enum { TRIALS_A_STUB = 32, TRIALS_A_SLOW_STUB = 1024, MAX_MISLED = 3 };

static const uint64_t first_growth_ns = 20 * RSP_NS_PER_S; /* for one replay of growth */
static const uint64_t growth_ns = 5 * RSP_NS_PER_S;        /* ... of an earlier finding */

bool hunt_is_late(const hunt *h) {
    return (h->until_ns != 0 && fuzzer_now(h->f) >= h->until_ns) || fuzzer_is_over(h->f);
}

/* Limits the waits of the current trial to the time that is left. */
static void limit_trial(const hunt *h) {
    const rsp_fuzzer *f = h->f;
    uint64_t end_ns = h->until_ns;
    if (f->options.end_ns != 0 && (end_ns == 0 || f->options.end_ns < end_ns))
        end_ns = f->options.end_ns;
    if (h->mode == HUNT_FULLY || end_ns == 0 || !f->options.clock.now_ns)
        return;
    uint64_t now = fuzzer_now(f);
    rsp_link_limit(f->supply.link,
                   rsp_deadline(rsp_link_now(f->supply.link), end_ns > now ? end_ns - now : 0));
}

static bool open_fresh(hunt *h) {
    stub_supply_leave(h->f); /* a survivor of trials */
    h->stubs.replays++;
    h->f->supply.want_fresh =
        h->stubs.fresh || h->want.kind == RSP_FINDING_MEMORY || h->want.kind == RSP_FINDING_DIFFERENCE;
    h->status = stub_supply_open(h->f, h->error);
    h->f->supply.want_fresh = false;
    if (h->status != RSP_OK)
        return false;
    oracle_seek(&h->f->oracle, &h->want);
    limit_trial(h);
    return true;
}

/* Ends a replay. With `keep` the link stays open. */
static void done_with(hunt *h, rsp_played played, bool keep) {
    rsp_fuzzer *f = h->f;
    oracle_stop(&f->oracle);
    /* A trial that ran out of time does not reproduce it. */
    if (played == RSP_PLAYED_CANCELLED && (h->mode == HUNT_FULLY || !hunt_is_late(h)))
        h->status = RSP_CANCELLED;
    if (!keep)
        stub_supply_leave(f);
    if (f->options.map)
        (void)rsp_edge_map_collect(f->options.map);
}

static rsp_played play_lists(hunt *h, rsp_messages *const *lists, size_t num) {
    rsp_played played = RSP_PLAYED_DONE;
    bool more = true;
    h->settled = 0;
    for (size_t i = 0; i < num && more && h->f->oracle.state != ORACLE_CAUGHT; i++) {
        size_t settled = 0;
        played = rsp_player_play(h->f->player, lists[i], &settled);
        stub_supply_note_played(h->f, played);
        h->settled += settled;
        /* Lists of a session's history go on in a new connection, as the session did. */
        more =
            played == RSP_PLAYED_DONE || (played == RSP_PLAYED_OVER && !rsp_player_one_client(h->f->player));
    }
    return played;
}

/* --- a bad end, a broken rule --- */

/* Plays to the stub whose link is open. */
static bool shows_here(hunt *h, rsp_messages *const *lists, size_t num, rsp_played *out_played) {
    rsp_fuzzer *f = h->f;
    candidate seen;
    rsp_played played = play_lists(h, lists, num);
    /* A stub may answer first and then die. */
    if (played == RSP_PLAYED_DONE && f->oracle.state != ORACLE_CAUGHT && h->want.kind < RSP_FINDING_RULE)
        played = rsp_player_alive(f->player);
    stub_supply_note_played(f, played);
    bool bad = candidate_of_end(&seen, f->player, f->supply.link, played, f->options.manners);
    bool same = bad && candidate_same_end(&h->want, &seen);
    if (bad)
        oracle_note_end(&f->oracle, &seen, same, rsp_player_last_request(f->player));
    bool shown = same || f->oracle.state == ORACLE_CAUGHT;
    if (shown)
        h->got = same ? seen : h->want;
    *out_played = played;
    return shown;
}

static bool shows_end(hunt *h, rsp_messages *const *lists, size_t num, bool keep) {
    rsp_played played = RSP_PLAYED_DONE;
    if (!open_fresh(h))
        return false;
    bool shown = shows_here(h, lists, num, &played);
    done_with(h, played, keep);
    return shown;
}

/* --- stubs that survive --- */

/* Whether this stub can serve another trial: it answers, and its program is there. */
static bool survives(const hunt *h, bool shown, rsp_played played) {
    unsigned most = stub_supply_is_slow(h->f) ? TRIALS_A_SLOW_STUB : TRIALS_A_STUB;
    return !h->stubs.only_fresh && !shown && played == RSP_PLAYED_DONE && h->stubs.on_this_stub < most &&
           !h->f->supply.one_client && !rsp_player_program_gone(h->f->player);
}

static void note_misled(hunt *h) {
    h->stubs.only_fresh = h->stubs.only_fresh || ++h->stubs.misled >= MAX_MISLED;
    h->stubs.fresh = h->stubs.fresh || h->stubs.misled >= MAX_MISLED;
}

/* A new connection to the stub of the trial before. */
static bool open_survivor(hunt *h) {
    rsp_fuzzer *f = h->f;
    if (!f->supply.link || h->stubs.only_fresh)
        return false;
    uint64_t until = rsp_deadline(rsp_link_now(f->supply.link), rsp_player_enough_ns(f->player));
    if (rsp_link_reconnect(f->supply.link, until, NULL) != RSP_OK) {
        note_misled(h);
        return false;
    }
    rsp_player_begin(f->player, f->supply.link);
    limit_trial(h);
    h->stubs.trials++;
    h->stubs.on_this_stub++;
    oracle_seek(&f->oracle, &h->want);
    return true;
}

/* Plays to a stub that survived another list, if there is one. True when the list shows nothing there. */
static bool is_vain(hunt *h, rsp_messages *const *lists, size_t num, bool *out_shown) {
    rsp_played played = RSP_PLAYED_DONE;
    *out_shown = false;
    if (!open_survivor(h))
        return false;
    *out_shown = shows_here(h, lists, num, &played);
    bool vain = !*out_shown && played == RSP_PLAYED_DONE;
    done_with(h, played, survives(h, *out_shown, played));
    return vain;
}

bool replay_still_shows(hunt *h, rsp_messages *const *lists, size_t num) {
    rsp_played played = RSP_PLAYED_DONE;
    bool elsewhere = false;
    if (h->want.kind == RSP_FINDING_MEMORY || h->want.kind == RSP_FINDING_DIFFERENCE)
        return replay_shows(h, lists, num, false);
    if (is_vain(h, lists, num, &elsewhere) || h->status != RSP_OK)
        return false;
    /* A stub that starts slowly is believed: the final result is proved on a fresh one. */
    if (elsewhere && stub_supply_is_slow(h->f))
        return true;
    if (!open_fresh(h))
        return false;
    h->stubs.on_this_stub = 0;
    bool shown = shows_here(h, lists, num, &played);
    done_with(h, played, survives(h, shown, played));
    if (elsewhere && !shown)
        note_misled(h);
    return shown;
}

/* --- memory --- */

static rsp_played play_reconnect(rsp_fuzzer *f) {
    rsp_messages list;
    rsp_messages_init(&list, f->options.mem);
    (void)rsp_messages_append(&list, RSP_MESSAGE_RECONNECT, (rsp_bytes){0});
    rsp_played played = rsp_player_play(f->player, &list, NULL);
    rsp_messages_free(&list);
    stub_supply_note_played(f, played);
    return played;
}

/* A round begins a new connection when the last one is out of step. */
static rsp_played play_round(hunt *h, rsp_messages *const *lists, size_t num) {
    rsp_fuzzer *f = h->f;
    rsp_played played = RSP_PLAYED_DONE;
    if (rsp_player_out_of_step(f->player))
        played = play_reconnect(f);
    if (played == RSP_PLAYED_DONE)
        played = play_lists(h, lists, num);
    return played == RSP_PLAYED_OVER && !rsp_player_one_client(f->player) ? RSP_PLAYED_DONE : played;
}

/* The effect of many rounds. The first one is for memory that a stub allocates once and keeps. */
typedef struct growth {
    unsigned rounds;
    uint64_t messages; /* after the first round */
    uint64_t bytes;
} growth;

/* The needed part of a list makes the stub grow about as fast per message as the whole. If it takes far more
 * messages, something else grows, such as freed memory that a sanitizer keeps. */
static bool too_slow(const hunt *h, const growth *g) {
    return h->growth.messages > 0 && g->rounds >= GROWTH_ROUNDS && g->messages >= GROWTH_MESSAGES &&
           g->bytes < h->f->options.memory_bytes / SLOWER * g->messages / h->growth.messages;
}

static uint64_t too_much(const hunt *h) {
    return h->f->options.memory_bytes / (h->mode == HUNT_PART_OF_GROWTH ? GROWTH_PARTS : 1);
}

/* Goes on as long as the stub grows. Allocators take memory in larger pieces than they give out. */
static bool another_round(const hunt *h, const growth *g, uint64_t until_ns) {
    const rsp_fuzzer *f = h->f;
    bool late = f->options.clock.now_ns && fuzzer_now(f) > until_ns;
    if (late || g->bytes > too_much(h) || too_slow(h, g))
        return false;
    return g->rounds < GROWTH_ROUNDS || g->messages < (g->bytes > 0 ? MAX_GROWTH_MESSAGES : GROWTH_MESSAGES);
}

static rsp_played play_rounds(hunt *h, rsp_messages *const *lists, size_t num, growth *out) {
    rsp_fuzzer *f = h->f;
    bool known = h->growth.rounds > 0 && h->growth.messages == 0; /* an earlier finding, perhaps fixed */
    uint64_t until_ns = rsp_deadline(fuzzer_now(f), known ? growth_ns : first_growth_ns);
    rsp_played played = play_round(h, lists, num);
    uint64_t sent = rsp_player_stats_get(f->player).messages;
    uint64_t before = rsp_system_resident(rsp_link_pid(f->supply.link));
    *out = (growth){.rounds = 1};
    while (played == RSP_PLAYED_DONE && before > 0 && another_round(h, out, until_ns)) {
        played = play_round(h, lists, num);
        uint64_t now = rsp_system_resident(rsp_link_pid(f->supply.link));
        out->bytes = now > before ? now - before : 0;
        out->messages = rsp_player_stats_get(f->player).messages - sent;
        out->rounds++;
    }
    return played;
}

static bool is_empty(rsp_messages *const *lists, size_t num) {
    size_t messages = 0;
    for (size_t i = 0; i < num; i++)
        messages += lists[i]->num;
    return messages == 0;
}

static bool shows_growth(hunt *h, rsp_messages *const *lists, size_t num, bool keep) {
    growth g;
    if (is_empty(lists, num) || !open_fresh(h))
        return false;
    rsp_played played = play_rounds(h, lists, num, &g);
    bool shown = g.bytes > too_much(h);
    if (shown) {
        uint64_t messages = g.messages * (h->mode == HUNT_PART_OF_GROWTH ? GROWTH_PARTS : 1);
        h->growth.rounds = g.rounds;
        h->got = h->want;
        if (h->growth.messages == 0 || messages < h->growth.messages)
            h->growth.messages = messages;
    }
    done_with(h, played, keep);
    return shown;
}

void replay_once(hunt *h, rsp_messages *last) {
    if (!open_fresh(h))
        return;
    rsp_played played = play_lists(h, h->before, h->num_before);
    if (played == RSP_PLAYED_DONE)
        played = play_lists(h, &last, 1);
    done_with(h, played, true);
}

/* --- differences --- */

static size_t first_difference(const rsp_trail_entry *a, size_t num_a, const rsp_trail_entry *b,
                               size_t num_b) {
    size_t num = num_a < num_b ? num_a : num_b;
    for (size_t i = 0; i < num; i++) {
        if (a[i].packet != b[i].packet)
            return SIZE_MAX; /* not the same conversation */
        if (a[i].kind != b[i].kind)
            return i;
    }
    return SIZE_MAX;
}

bool replay_differs(const rsp_fuzzer *f, const rsp_trail_entry *before, size_t num, candidate *out) {
    const rsp_trail_entry *now = NULL;
    size_t num_now = rsp_player_trail(f->player, &now);
    size_t at = first_difference(before, num, now, num_now);
    if (at != SIZE_MAX)
        *out = candidate_of_difference(&before[at], &now[at]);
    return at != SIZE_MAX;
}

/* Fresh stubs, until one differs from the first in the wanted request. */
static bool shows_difference(hunt *h, rsp_messages *const *lists, size_t num, bool keep) {
    rsp_fuzzer *f = h->f;
    candidate seen;
    for (int i = 0; i < DIFFERENCE_STUBS; i++) {
        if (!open_fresh(h))
            return false;
        rsp_played played = play_lists(h, lists, num);
        bool differs = i > 0 && replay_differs(f, f->session.trail, f->session.num_trail, &seen);
        bool same = differs && (h->want.packet == seen.packet || h->want.packet == RSP_PACKET_UNKNOWN);
        if (i == 0)
            stub_session_keep_trail(&f->session, f->player);
        if (same)
            h->got = seen;
        done_with(h, played, keep && same);
        if (same || h->status != RSP_OK)
            return same && h->status == RSP_OK;
    }
    return false;
}

bool replay_shows(hunt *h, rsp_messages *const *lists, size_t num, bool keep) {
    if (h->want.kind == RSP_FINDING_MEMORY)
        return shows_growth(h, lists, num, keep);
    if (h->want.kind == RSP_FINDING_DIFFERENCE)
        return shows_difference(h, lists, num, keep);
    return shows_end(h, lists, num, keep);
}

bool replay_shows_after(hunt *h, rsp_messages *last, bool keep) {
    rsp_messages *lists[MAX_HISTORY];
    size_t num = h->num_before;
    memcpy(lists, h->before, num * sizeof(rsp_messages *));
    lists[num] = last;
    return replay_shows(h, lists, num + 1, keep);
}

bool replay_shows_quietly(hunt *h) {
    candidate named = h->got;
    timeouts_keep_words(h->f, RSP_FUZZ_WORDS_NONE);
    bool shown = replay_shows_after(h, h->best, false);
    timeouts_keep_words(h->f, RSP_FUZZ_WORDS_ALL);
    h->got = named;
    return shown;
}

/* --- findings of an earlier run --- */

static void tell(rsp_fuzz_replayed *out, const candidate *seen) {
    memcpy(out->signature, seen->signature, sizeof out->signature);
    memcpy(out->headline, seen->headline, sizeof out->headline);
    memcpy(out->expected, seen->expected, sizeof out->expected);
    memcpy(out->got, seen->got, sizeof out->got);
}

rsp_status rsp_fuzzer_replay(rsp_fuzzer *f, const rsp_finding *finding, unsigned times,
                             rsp_fuzz_replayed *out, rsp_error *error) {
    hunt h = {
        .f = f, .want = candidate_of_finding(finding), .error = error, .growth = {.rounds = finding->rounds}};
    *out = (rsp_fuzz_replayed){0};
    fuzzer_validate(f);
    stub_supply_close(f);
    h.status = stub_supply_calibrate(f, error);
    oracle_forget(&f->oracle);
    rsp_messages **lists = rsp_mem_calloc(f->options.mem, finding->num_before + 1, sizeof(rsp_messages *));
    for (size_t i = 0; lists && i < finding->num_before; i++)
        lists[i] = finding->before[i];
    if (lists)
        lists[finding->num_before] = message_list_copy(f->options.mem, finding->messages);
    if (!lists || !lists[finding->num_before])
        h.status = RSP_NO_MEMORY;
    rsp_player_set_pipeline(f->player, 1);
    for (; out->replays < times && h.status == RSP_OK && !out->shown; out->replays++)
        out->shown = replay_shows(&h, lists, finding->num_before + 1, false);
    rsp_player_set_pipeline(f->player, f->options.player.pipeline);
    out->other = !out->shown && f->oracle.have_instead;
    if (out->shown || out->other)
        tell(out, out->shown ? &h.got : &f->oracle.instead);
    if (lists && lists[finding->num_before])
        message_list_drop(f->options.mem, lists[finding->num_before]);
    rsp_mem_free(f->options.mem, lists);
    stub_supply_close(f);
    fuzzer_validate(f);
    return h.status;
}
