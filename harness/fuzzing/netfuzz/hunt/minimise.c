/* If a candidate list does not show the symptom, the next one reuses the stub. A reproduction on a reused
 * stub is confirmed on a fresh one. Lists that did not reproduce are remembered by their hashes.
 * See minimise.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/minimise.h"
#include "core/reduce.h"

#include "hunt/replay.h"
#include "make/message_list.h"

#include <rsp/packets.h>

enum { TRIALS_FOR_A_REPLAY = 16 };

/* --- trials --- */

static bool spent(const hunt *h) {
    unsigned most = h->f->options.max_replays;
    return h->status != RSP_OK || h->stubs.replays >= most || h->stubs.trials / TRIALS_FOR_A_REPLAY >= most ||
           hunt_is_late(h);
}

static uint64_t hash_of(rsp_messages *const *lists, size_t num) {
    uint64_t hash = 0;
    for (size_t i = 0; i < num; i++)
        hash = (hash ^ message_list_hash(lists[i])) * UINT64_C(0x9e3779b97f4a7c15);
    return hash;
}

static bool was_in_vain(const hunt *h, uint64_t hash) {
    size_t num = h->num_vain < MAX_VAIN ? h->num_vain : MAX_VAIN;
    for (size_t i = 0; i < num; i++)
        if (h->vain[i] == hash)
            return true;
    return false;
}

/* Dropping ever smaller parts of the same bytes gives the same list many times: each is tried once. */
static bool try_lists(hunt *h, rsp_messages *const *lists, size_t num) {
    uint64_t hash = hash_of(lists, num);
    if (spent(h) || was_in_vain(h, hash))
        return false;
    bool shown = replay_still_shows(h, lists, num);
    if (!shown)
        h->vain[h->num_vain++ % MAX_VAIN] = hash;
    return shown;
}

/* --- fewer sequences --- */

/* Joins the lists to one. If that is too long, the last one is h->best, and the others are played before it.
 */
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

void minimise_take_history(hunt *h, size_t first, size_t num) {
    h->num_before = 0;
    join_kept(h, h->f->session.history + first, num);
}

/* Drops sequences of the history, in ever smaller parts. */
static void drop_sequences(hunt *h) {
    rsp_messages *kept[MAX_HISTORY];
    rsp_messages *last = h->num_before > 0 ? message_list_copy(h->f->options.mem, h->best) : NULL;
    size_t num = h->num_before + 1;
    if (!last)
        return;
    memcpy(kept, h->before, h->num_before * sizeof(rsp_messages *));
    kept[num - 1] = last;
    for (size_t part = num / 2; part > 0 && !spent(h); part /= 2) {
        for (size_t at = 0; at + part <= num && num > 1 && !spent(h);) {
            rsp_messages *trial[MAX_HISTORY];
            memcpy(trial, kept, at * sizeof(rsp_messages *));
            memcpy(trial + at, kept + at + part, (num - at - part) * sizeof(rsp_messages *));
            if (!try_lists(h, trial, num - part)) {
                at += part;
                continue;
            }
            num -= part;
            memcpy(kept, trial, num * sizeof(rsp_messages *));
        }
    }
    h->num_before = 0;
    join_kept(h, kept, num);
    message_list_drop(h->f->options.mem, last);
}

/* --- fewer messages --- */

/* The trial becomes the best list if it still shows the symptom. */
static bool try_trial(hunt *h) {
    rsp_messages *lists[MAX_HISTORY + 1];
    size_t num = h->num_before;
    memcpy(lists, h->before, num * sizeof(rsp_messages *));
    lists[num] = h->trial;
    if (h->trial->num == 0 || !try_lists(h, lists, num + 1))
        return false;
    hunt_take_trial(h);
    return true;
}

static bool try_without(hunt *h, size_t at, size_t num) {
    rsp_messages_clear(h->trial);
    (void)rsp_messages_copy(h->trial, h->best, 0, at);
    (void)rsp_messages_copy(h->trial, h->best, at + num, SIZE_MAX);
    return try_trial(h);
}

/* The last `num` messages, perhaps after those that set the session up. */
static bool try_end(hunt *h, size_t num, bool set_up) {
    size_t from = h->best->num - num;
    rsp_messages_clear(h->trial);
    for (size_t i = 0; i < from && set_up; i++)
        if (known_sets_up(h->best, i))
            (void)rsp_messages_copy(h->trial, h->best, i, 1);
    (void)rsp_messages_copy(h->trial, h->best, from, SIZE_MAX);
    return h->trial->num < h->best->num && try_trial(h);
}

/* Drops messages that were never sent: another bug with the same symptom may be in them. */
static void drop_unsent(hunt *h) {
    if (h->num_before == 0 && h->end < h->best->num && h->end + 1 < h->best->num)
        (void)try_without(h, h->end + 1, h->best->num - h->end - 1);
}

/* Most symptoms need only the last few messages. */
static void keep_end(hunt *h) {
    bool shorter = false;
    for (size_t num = 1; num <= h->best->num / 2 && !shorter && !spent(h); num *= 4)
        shorter = try_end(h, num, false) || try_end(h, num, true);
}

static size_t num_best(void *ctx) {
    return ((const hunt *)ctx)->best->num;
}

static bool is_spent(void *ctx) {
    return spent(ctx);
}

static bool try_shorter(void *ctx, size_t at, size_t num) {
    return try_without(ctx, at, num);
}

static void drop_messages(hunt *h) {
    const rsp_reduce messages = {.length = num_best, .without = try_shorter, .spent = is_spent, .ctx = h};
    rsp_reduce_run(&messages, 1);
}

/* --- fewer bytes --- */

static bool try_message(hunt *h, size_t at, rsp_message_kind kind, rsp_bytes bytes) {
    rsp_messages_clear(h->trial);
    return rsp_messages_copy(h->trial, h->best, 0, SIZE_MAX) &&
           rsp_messages_replace(h->trial, at, kind, bytes) && try_trial(h);
}

/* "QCatchSyscalls:1" without its first letters is a step, and a stub that dies of both has two bugs. Allowed
 * are the beginning of the same name, and bytes that name no packet. */
static bool is_another_packet(rsp_bytes before, rsp_bytes after) {
    const rsp_packet_row *row = rsp_packet_lookup(before, NULL);
    return row && rsp_packet_lookup(after, NULL) != row && !rsp_bytes_starts(before, after) &&
           !known_is_framing(after);
}

static bool try_cut(hunt *h, size_t at, size_t from, size_t len) {
    rsp_bytes bytes = rsp_messages_bytes(h->best, at);
    rsp_buf cut = {.mem = h->f->options.mem};
    rsp_buf_append(&cut, rsp_bytes_sub(bytes, 0, from));
    rsp_buf_append(&cut, rsp_bytes_from(bytes, from + len));
    rsp_message_kind kind = h->best->items[at].kind;
    bool stays = kind == RSP_MESSAGE_RAW || !is_another_packet(bytes, rsp_buf_bytes(&cut));
    bool shown = cut.status == RSP_OK && stays && try_message(h, at, kind, rsp_buf_bytes(&cut));
    rsp_buf_free(&cut);
    return shown;
}

/* From the end, where most of the superfluous bytes are. */
static void drop_bytes(hunt *h, size_t at) {
    size_t len = rsp_messages_bytes(h->best, at).len;
    for (size_t part = (len + 1) / 2; part > 0 && !spent(h); part /= 2) {
        for (size_t from = rsp_messages_bytes(h->best, at).len; from >= part && !spent(h); from -= part)
            (void)try_cut(h, at, from - part, part);
    }
}

/* A plain packet is easier to read than a hurried one, or than raw bytes that form a packet. */
static void plain_kind(hunt *h, size_t at) {
    rsp_message_kind kind = h->best->items[at].kind;
    rsp_bytes bytes = rsp_messages_bytes(h->best, at);
    if (kind == RSP_MESSAGE_HURRIED)
        (void)try_message(h, at, RSP_MESSAGE_PACKET, bytes);
    if (kind == RSP_MESSAGE_RAW && bytes.len > 4 && bytes.ptr[0] == '$')
        (void)try_message(h, at, RSP_MESSAGE_PACKET, rsp_bytes_sub(bytes, 1, bytes.len - 4));
}

/* --- all of it --- */

static void drop_parts(hunt *h) {
    if (h->want.kind == RSP_FINDING_DIFFERENCE) {
        drop_messages(h);
        return;
    }
    drop_unsent(h);
    drop_sequences(h);
    if (h->want.kind != RSP_FINDING_MEMORY)
        keep_end(h);
    drop_messages(h);
    if (h->want.kind == RSP_FINDING_MEMORY)
        return; /* each trial takes a thousand messages */
    for (size_t at = 0; at < h->best->num && !spent(h); at++)
        plain_kind(h, at);
    for (size_t at = h->best->num; at > 0 && !spent(h); at--)
        drop_bytes(h, at - 1);
    /* A reused stub may have hidden the symptom: tries the remaining messages once more, on fresh stubs. */
    h->stubs.only_fresh = true;
    h->num_vain = 0;
    drop_messages(h);
}

static void minimise_in(hunt *h, hunt_mode mode) {
    h->mode = mode;
    drop_parts(h);
    h->mode = HUNT_FULLY;
}

bool minimise_keep_uncut(const hunt *h, uncut *out) {
    out->last = message_list_copy(h->f->options.mem, h->best);
    out->num_before = h->num_before;
    memcpy(out->before, h->before, h->num_before * sizeof(rsp_messages *));
    return out->last != NULL;
}

void minimise_restore_uncut(hunt *h, uncut *whole) {
    rsp_messages_clear(h->best);
    (void)rsp_messages_copy(h->best, whole->last, 0, SIZE_MAX);
    h->num_before = whole->num_before;
    memcpy(h->before, whole->before, h->num_before * sizeof(rsp_messages *));
}

/* Minimises at one pace, then plays the result with the whole timeout. */
static bool minimise_at(hunt *h, void (*pace)(rsp_fuzzer *f)) {
    rsp_fuzzer *f = h->f;
    pace(f);
    timeouts_keep_words(f, RSP_FUZZ_WORDS_NONE);
    minimise_in(h, HUNT_MINIMISING);
    timeouts_use_full(f);
    return h->status == RSP_OK && !hunt_is_late(h) && replay_shows_quietly(h);
}

/* Trials wait no longer than answers ever took, and keep no stderr. If the result does not reproduce with the
 * whole timeout, it minimises again with more time, and finally with the whole timeout. */
static void minimise_by_paces(hunt *h, uncut *whole) {
    static void (*const paces[])(rsp_fuzzer *) = {timeouts_use_short, timeouts_use_medium, timeouts_use_full};
    for (size_t i = 0; i < RSP_ARRAY_LEN(paces) && !h->proved && h->status == RSP_OK; i++) {
        if (i > 0 && hunt_is_late(h))
            return; /* one replay is left, for the list as it is */
        if (i > 0) {
            minimise_restore_uncut(h, whole);
            h->stubs.only_fresh = true;
            h->num_vain = 0;
        }
        h->proved = minimise_at(h, paces[i]);
    }
}

/* A part of the growth shows which messages are needed. The result must then show the whole growth. */
static void minimise_growth(hunt *h, uncut *whole) {
    minimise_in(h, HUNT_PART_OF_GROWTH);
    if (hunt_is_late(h))
        return;
    h->proved = h->status == RSP_OK && replay_shows_quietly(h);
    if (h->proved || h->status != RSP_OK)
        return;
    minimise_restore_uncut(h, whole);
    h->num_vain = 0;
    minimise_in(h, HUNT_MINIMISING);
}

void minimise(hunt *h, uncut *whole) {
    candidate named = h->got;
    if (h->best->num == 0 || spent(h))
        return;
    if (h->want.kind == RSP_FINDING_MEMORY)
        minimise_growth(h, whole);
    else if (h->want.kind == RSP_FINDING_DIFFERENCE)
        minimise_in(h, HUNT_MINIMISING);
    else
        minimise_by_paces(h, whole);
    h->got = named;
    stub_supply_leave(h->f);
}
