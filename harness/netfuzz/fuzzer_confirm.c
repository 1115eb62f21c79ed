/* From a candidate to a finding: replayed on fresh stubs, from as little history as shows it, then cut down
 * by messages and by bytes as long as it still shows. Bounded by a number of replays and by time, for stubs
 * that take long to start or to be given up on. */
/* SPDX-License-Identifier: MIT */
#include "fuzzer_internal.h"

#include <stdio.h>

known_signature *fuzzer_signature(rsp_fuzzer *f, const char *text, bool add) {
    for (size_t i = 0; i < f->num_signatures; i++)
        if (strcmp(f->signatures[i].text, text) == 0)
            return &f->signatures[i];
    if (!add || f->num_signatures == MAX_SIGNATURES)
        return NULL;
    known_signature *added = &f->signatures[f->num_signatures++];
    (void)snprintf(added->text, sizeof added->text, "%s", text);
    return added;
}

unsigned fuzzer_most_tries(rsp_finding_kind kind) {
    if (kind == RSP_FINDING_MEMORY)
        return MAX_GROWTH_TRIES;
    return kind == RSP_FINDING_CRASH || kind == RSP_FINDING_CLOSED ? MAX_DEATH_TRIES : MAX_TRIES;
}

bool rsp_fuzzer_know_signature(rsp_fuzzer *f, const char *signature) {
    known_signature *known = fuzzer_signature(f, signature, true);
    if (known)
        known->found = true;
    fuzzer_note_silence(f, signature);
    return known != NULL;
}

/* Time is over: what was found is kept as it is. */
static bool is_over(const rsp_fuzzer *f) {
    return f->options.end_ns != 0 && f->options.clock.now_ns && clock_now(f) > f->options.end_ns;
}

static bool spent(const hunt *h) {
    return h->status != RSP_OK || h->replays >= h->f->options.max_replays ||
           (h->until_ns != 0 && clock_now(h->f) > h->until_ns) || is_over(h->f);
}

/* Plays the list behind those that must come before it. */
static bool shows_behind(hunt *h, rsp_messages *last, bool keep) {
    rsp_messages *lists[MAX_HISTORY];
    size_t num = h->num_before;
    memcpy(lists, h->before, num * sizeof(rsp_messages *));
    lists[num] = last;
    return fuzzer_shows(h, lists, num + 1, keep);
}

/* --- as little history as shows it --- */

static bool join(hunt *h, size_t first) {
    rsp_fuzzer *f = h->f;
    rsp_messages_clear(h->best);
    for (size_t i = first; i < f->num_history; i++)
        if (!rsp_messages_copy(h->best, f->history[i], 0, SIZE_MAX))
            return false;
    return true;
}

/* The last sequence alone, the last four, sixteen, ... all. *out_first is where it begins. What has grown did
 * so since the beginning. */
static bool confirm(hunt *h, size_t *out_first) {
    rsp_fuzzer *f = h->f;
    for (size_t num = h->want.kind == RSP_FINDING_MEMORY ? MAX_HISTORY : 1; h->status == RSP_OK; num *= 4) {
        size_t take = num < f->num_history ? num : f->num_history;
        *out_first = f->num_history - take;
        if (fuzzer_shows(h, f->history + *out_first, take, false))
            return true;
        if (take == f->num_history)
            return false;
    }
    return false;
}

/* The lists as one; or, where that is more than fits, the last one behind the others. */
static void join_kept(hunt *h, rsp_messages *const *kept, size_t num) {
    bool fits = true;
    rsp_messages_clear(h->best);
    for (size_t i = 0; i < num && fits; i++)
        fits = rsp_messages_copy(h->best, kept[i], 0, SIZE_MAX);
    if (fits)
        return;
    rsp_messages_clear(h->best);
    (void)rsp_messages_copy(h->best, kept[num - 1], 0, SIZE_MAX);
    h->num_before = num - 1;
    memcpy(h->before, kept, h->num_before * sizeof(rsp_messages *));
}

/* Sequences that are not needed are thrown out of the history, in ever smaller parts. */
static void shrink_history(hunt *h, size_t first) {
    rsp_fuzzer *f = h->f;
    rsp_messages *kept[MAX_HISTORY];
    size_t num = f->num_history - first;
    memcpy(kept, f->history + first, num * sizeof(rsp_messages *));
    for (size_t part = num / 2; part > 0 && !spent(h); part /= 2) {
        for (size_t at = 0; at + part <= num && num > 1 && !spent(h);) {
            rsp_messages *trial[MAX_HISTORY];
            memcpy(trial, kept, at * sizeof(rsp_messages *));
            memcpy(trial + at, kept + at + part, (num - at - part) * sizeof(rsp_messages *));
            if (!fuzzer_shows(h, trial, num - part, false)) {
                at += part;
                continue;
            }
            num -= part;
            memcpy(kept, trial, num * sizeof(rsp_messages *));
        }
    }
    join_kept(h, kept, num);
}

/* --- fewer messages, fewer bytes --- */

/* Takes the trial for the best when it still shows. */
static bool try_trial(hunt *h) {
    if (spent(h) || !shows_behind(h, h->trial, false))
        return false;
    rsp_messages *shorter = h->trial;
    h->trial = h->best;
    h->best = shorter;
    return true;
}

static bool try_without(hunt *h, size_t at, size_t num) {
    rsp_messages_clear(h->trial);
    (void)rsp_messages_copy(h->trial, h->best, 0, at);
    (void)rsp_messages_copy(h->trial, h->best, at + num, SIZE_MAX);
    return try_trial(h);
}

static void drop_messages(hunt *h) {
    for (size_t part = (h->best->num + 1) / 2; part > 0 && !spent(h); part /= 2)
        for (size_t at = 0; at < h->best->num && h->best->num > 1 && !spent(h);)
            if (!try_without(h, at, part))
                at += part;
}

static bool try_message(hunt *h, size_t at, rsp_message_kind kind, rsp_bytes bytes) {
    rsp_messages_clear(h->trial);
    return rsp_messages_copy(h->trial, h->best, 0, SIZE_MAX) &&
           rsp_messages_replace(h->trial, at, kind, bytes) && try_trial(h);
}

static bool try_cut(hunt *h, size_t at, size_t from, size_t len) {
    rsp_bytes bytes = rsp_messages_bytes(h->best, at);
    rsp_buf cut = {.mem = h->f->options.mem};
    rsp_buf_append(&cut, rsp_bytes_sub(bytes, 0, from));
    rsp_buf_append(&cut, rsp_bytes_from(bytes, from + len));
    bool shown = cut.status == RSP_OK && try_message(h, at, h->best->items[at].kind, rsp_buf_bytes(&cut));
    rsp_buf_free(&cut);
    return shown;
}

/* The last part of a message is most often what is too much. */
static void drop_bytes(hunt *h, size_t at) {
    size_t len = rsp_messages_bytes(h->best, at).len;
    for (size_t part = (len + 1) / 2; part > 0 && !spent(h); part /= 2) {
        for (size_t from = rsp_messages_bytes(h->best, at).len; from >= part && !spent(h); from -= part)
            (void)try_cut(h, at, from - part, part);
    }
}

/* A plain packet is easier to read than a hurried one, and bytes that are one may be written as one. */
static void plain_kind(hunt *h, size_t at) {
    rsp_message_kind kind = h->best->items[at].kind;
    rsp_bytes bytes = rsp_messages_bytes(h->best, at);
    if (kind == RSP_MESSAGE_HURRIED)
        (void)try_message(h, at, RSP_MESSAGE_PACKET, bytes);
    if (kind == RSP_MESSAGE_RAW && bytes.len > 4 && bytes.ptr[0] == '$')
        (void)try_message(h, at, RSP_MESSAGE_PACKET, rsp_bytes_sub(bytes, 1, bytes.len - 4));
}

static void cut_down(hunt *h) {
    drop_messages(h);
    if (h->want.kind == RSP_FINDING_MEMORY)
        return; /* each look takes a thousand messages */
    for (size_t at = 0; at < h->best->num && !spent(h); at++)
        plain_kind(h, at);
    for (size_t at = h->best->num; at > 0 && !spent(h); at--)
        drop_bytes(h, at - 1);
    drop_messages(h);
}

/* While a list is cut down nobody waits for longer than answers ever took. What is left must then show it
 * within the whole timeout, or all is done again with that. */
static void minimise(hunt *h) {
    rsp_fuzzer *f = h->f;
    bool proves = fuzzer_is_silent(h->want.kind) || h->want.kind == RSP_FINDING_CRASH;
    rsp_messages *whole = proves ? fuzzer_copy(f, h->best) : NULL;
    if (whole)
        fuzzer_hurry(f);
    cut_down(h);
    fuzzer_take_time(f);
    if (!whole)
        return;
    h->proved = h->status == RSP_OK && shows_behind(h, h->best, false);
    if (!h->proved && h->status == RSP_OK) {
        rsp_messages *shorter = h->best;
        h->best = whole;
        whole = shorter;
        cut_down(h);
    }
    fuzzer_drop(f, whole);
}

/* --- the finding --- */

static size_t num_of_rule(const rsp_fuzzer *f, rsp_rule_id rule) {
    char start[RSP_SIGNATURE_BYTES];
    size_t num = 0;
    if (rule == RSP_RULE_COUNT)
        return 0;
    (void)snprintf(start, sizeof start, "rule:%s:", rsp_rule_get(rule)->id);
    for (size_t i = 0; i < f->num_signatures; i++)
        num += f->signatures[i].found && strncmp(f->signatures[i].text, start, strlen(start)) == 0;
    return num;
}

static bool is_known(rsp_fuzzer *f, const candidate *c) {
    const known_signature *known = fuzzer_signature(f, c->signature, false);
    return (known && known->found) || num_of_rule(f, c->rule) >= MAX_OF_RULE ||
           (f->host.known && f->host.known(f->host.ctx, c->signature));
}

/* The next time that it is seen it may be luckier; in the end it is not looked into any more. */
static void give_up(hunt *h, const candidate *c) {
    known_signature *known = fuzzer_signature(h->f, c->signature, true);
    h->f->stats.unconfirmed++;
    if (known && ++known->tries >= fuzzer_most_tries(c->kind))
        fuzzer_note_silence(h->f, c->signature);
}

/* Plays the shortest list a few times more, and reports it with the last words of the last stub. */
static void report(hunt *h, size_t messages_before) {
    rsp_fuzzer *f = h->f;
    unsigned reproduced = h->proved;
    unsigned replays = h->proved;
    /* One is for what is written down, whatever the time. */
    unsigned most = is_over(f) ? replays + 1 : FINAL_REPLAYS;
    for (; replays < most && h->status == RSP_OK; replays++) {
        fuzzer_close(f);
        if (h->proved)
            fuzzer_be_brisk(f);
        reproduced += shows_behind(h, h->best, true);
    }
    fuzzer_take_time(f);
    if (h->status == RSP_OK && h->want.kind == RSP_FINDING_MEMORY)
        fuzzer_play_once(h, h->best); /* what is written down is one round */
    if (h->status != RSP_OK)
        return;
    if (reproduced == 0) {
        give_up(h, &h->want);
        return;
    }
    (void)rsp_fuzzer_know_signature(f, h->want.signature);
    (void)rsp_fuzzer_know_signature(f, h->got.signature);
    rsp_finding finding = {
        .kind = h->got.kind,
        .rule = h->got.rule,
        .messages = h->best,
        .before = h->before,
        .num_before = h->num_before,
        .rounds = h->want.kind == RSP_FINDING_MEMORY ? h->rounds : 1,
        .memory_bytes = f->options.memory_bytes,
        .log = rsp_player_log(f->player),
        .probe = rsp_player_probe(f->player),
        .words = f->link ? rsp_link_last_words(f->link) : (rsp_bytes){0},
        .output = f->link ? rsp_link_last_output(f->link) : (rsp_bytes){0},
        .conversation = rsp_player_transcript(f->player),
        .messages_before = messages_before,
        .replays = replays,
        .reproduced = reproduced,
        .index = f->stats.index - 1,
        .seen_ns = h->seen_ns - f->born_ns,
        .seed = f->options.seed,
    };
    memcpy(finding.signature, h->got.signature, sizeof finding.signature);
    memcpy(finding.headline, h->got.headline, sizeof finding.headline);
    memcpy(finding.expected, h->got.expected, sizeof finding.expected);
    memcpy(finding.got, h->got.got, sizeof finding.got);
    memcpy(finding.matcher, h->got.matcher, sizeof finding.matcher);
    memcpy(finding.requirements, h->got.requirements, sizeof finding.requirements);
    f->stats.findings++;
    if (f->host.found)
        f->host.found(f->host.ctx, &finding);
}

static void conclude(hunt *h, size_t first) {
    rsp_fuzzer *f = h->f;
    size_t before = 0;
    for (size_t i = first; i < f->num_history; i++)
        before += f->history[i]->num;
    if (!join(h, first))
        shrink_history(h, first);
    if (h->best->num > 0 && !spent(h))
        minimise(h);
    if (strcmp(h->got.signature, h->want.signature) != 0 && is_known(f, &h->got)) {
        (void)rsp_fuzzer_know_signature(f, h->want.signature);
        f->stats.duplicates++;
        return;
    }
    report(h, before);
}

/* First with one packet in a write: what several in one write showed may be the echo of something else, which
 * is then taken instead. */
static bool confirm_plainly(hunt *h, size_t *out_first) {
    rsp_fuzzer *f = h->f;
    f->have_instead = false;
    rsp_player_set_pipeline(f->player, 1);
    if (confirm(h, out_first))
        return true;
    if (h->want.kind == RSP_FINDING_RULE && f->have_instead && h->status == RSP_OK &&
        !is_known(f, &f->instead)) {
        h->want = h->got = f->instead;
        return confirm(h, out_first);
    }
    rsp_player_set_pipeline(f->player, f->options.player.pipeline);
    return h->want.kind != RSP_FINDING_RULE && h->status == RSP_OK && confirm(h, out_first);
}

static void limit_time(hunt *h) {
    /* Growth takes time to be seen. */
    unsigned times = h->want.kind == RSP_FINDING_MEMORY ? 3 : 1;
    if (h->f->options.clock.now_ns)
        h->until_ns = rsp_deadline(clock_now(h->f), times * h->f->options.minimise_ns);
}

static void drop_lists(hunt *h) {
    fuzzer_close(h->f);
    if (h->best)
        fuzzer_drop(h->f, h->best);
    if (h->trial)
        fuzzer_drop(h->f, h->trial);
}

rsp_status fuzzer_follow_up(rsp_fuzzer *f, const candidate *c, rsp_error *error) {
    if (is_known(f, c)) {
        f->stats.duplicates++;
        return RSP_OK;
    }
    hunt h = {.f = f, .want = *c, .got = *c, .seen_ns = clock_now(f), .error = error};
    rsp_messages none = {0};
    size_t first = 0;
    uint64_t start_ns = clock_now(f);
    limit_time(&h);
    h.best = fuzzer_copy(f, &none);
    h.trial = fuzzer_copy(f, &none);
    if (!h.best || !h.trial)
        h.status = RSP_NO_MEMORY;
    else if (confirm_plainly(&h, &first))
        conclude(&h, first);
    else if (h.status == RSP_OK)
        give_up(&h, c);
    rsp_player_set_pipeline(f->player, f->options.player.pipeline);
    fuzzer_take_time(f);
    fuzzer_want_words(f, RSP_FUZZ_WORDS_SIGNATURE);
    drop_lists(&h);
    f->stats.follow_ns += clock_now(f) - start_ns;
    return h.status;
}

static void follow_difference(hunt *h) {
    rsp_fuzzer *f = h->f;
    size_t seen_after = 0;
    for (size_t i = 0; i < f->num_compared; i++)
        seen_after += f->history[i]->num;
    join_kept(h, f->history, f->num_compared);
    if (!shows_behind(h, h->best, false)) {
        f->stats.unconfirmed += h->status == RSP_OK;
        return;
    }
    drop_messages(h);
    (void)rsp_fuzzer_know_signature(f, h->want.signature);
    report(h, seen_after);
}

rsp_status fuzzer_compare(rsp_fuzzer *f, rsp_error *error) {
    candidate c;
    rsp_messages none = {0};
    if (f->num_compared == 0)
        return RSP_OK;
    rsp_status status = fuzzer_open(f, error);
    if (status != RSP_OK)
        return status;
    f->hunted = &(candidate){.kind = RSP_FINDING_KINDS, .rule = RSP_RULE_COUNT};
    rsp_played played = RSP_PLAYED_DONE;
    for (size_t i = 0; i < f->num_compared && played == RSP_PLAYED_DONE; i++)
        played = rsp_player_play(f->player, f->history[i], NULL);
    f->hunted = NULL;
    bool differs = played != RSP_PLAYED_CANCELLED && fuzzer_differs(f, f->trail, f->num_trail, &c);
    fuzzer_close(f);
    f->stats.differences += differs;
    if (!differs || (f->options.ignored >> RSP_FINDING_DIFFERENCE & 1U) != 0 || is_known(f, &c))
        return played == RSP_PLAYED_CANCELLED ? RSP_CANCELLED : RSP_OK;
    hunt h = {.f = f, .want = c, .got = c, .seen_ns = clock_now(f), .error = error};
    limit_time(&h);
    h.best = fuzzer_copy(f, &none);
    h.trial = fuzzer_copy(f, &none);
    if (h.best && h.trial)
        follow_difference(&h);
    else
        h.status = RSP_NO_MEMORY;
    drop_lists(&h);
    return h.status;
}
