/* If several messages went out together, a request without a reply seems to get the reply of the next one.
 * Then the last one seems unanswered. Played one by one, the list shows which it is.
 * See culprit.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/culprit.h"

#include "hunt/replay.h"

static bool is_the_request(const hunt *h, size_t at) {
    return at < h->best->num && h->best->items[at].kind <= RSP_MESSAGE_RAW &&
           rsp_bytes_equal(rsp_messages_bytes(h->best, at), rsp_buf_bytes(&h->f->oracle.culprit));
}

size_t culprit_end(const hunt *h) {
    size_t at = h->settled;
    if (h->got.kind == RSP_FINDING_RULE || h->num_before > 0)
        return SIZE_MAX;
    while (at < h->best->num && !is_the_request(h, at))
        at++;
    if (at < h->best->num)
        return at;
    while (at > 0 && !is_the_request(h, at - 1))
        at--;
    return at > 0 ? at - 1 : SIZE_MAX;
}

bool culprit_has(const hunt *h, size_t end, size_t at) {
    if (end == SIZE_MAX && h->got.kind != RSP_FINDING_RULE)
        return false;
    while (at < end && at < h->best->num && h->best->items[at].kind == RSP_MESSAGE_HURRIED &&
           !is_the_request(h, at))
        at++;
    return end == SIZE_MAX ? is_the_request(h, at) : at == end;
}

/* --- messages that were sent without waiting --- */

/* h->trial becomes h->best up to its end, without message `left_out`. With `waits`, messages sent without
 * waiting right before the end are sent one by one. Returns whether there are any. */
static bool put_trial(hunt *h, size_t end, bool waits, size_t left_out) {
    bool any = false;
    rsp_messages_clear(h->trial);
    for (size_t i = 0; i <= end && i < h->best->num; i++) {
        bool hurried = i < end && h->best->items[i].kind == RSP_MESSAGE_HURRIED && culprit_has(h, end, i);
        any = any || hurried;
        if (i == left_out)
            continue;
        (void)rsp_messages_append(h->trial, waits && hurried ? RSP_MESSAGE_PACKET : h->best->items[i].kind,
                                  rsp_messages_bytes(h->best, i));
    }
    return any && h->trial->num > 0;
}

/* Without the unanswered message the stub may stop, or answer. */
static bool shows_without(hunt *h, size_t end, size_t at) {
    if (!put_trial(h, end, false, at) || !replay_shows_after(h, h->trial, true))
        return false;
    hunt_take_trial(h);
    return true;
}

/* Plays the list up to the unanswered message. */
static bool shows_lost(hunt *h, size_t end, size_t at, const candidate *lost) {
    const candidate seen = h->want;
    (void)put_trial(h, end, true, SIZE_MAX);
    while (h->trial->num > at + 1)
        rsp_messages_remove(h->trial, h->trial->num - 1);
    h->want = *lost;
    if (h->status == RSP_OK && replay_shows_after(h, h->trial, true)) {
        hunt_take_trial(h);
        return true;
    }
    h->want = seen;
    return false;
}

bool culprit_find_lost_reply(hunt *h) {
    rsp_fuzzer *f = h->f;
    size_t end = culprit_end(h);
    if (!candidate_is_silence(h->want.kind) || end == SIZE_MAX || !put_trial(h, end, true, SIZE_MAX))
        return false;
    oracle_forget(&f->oracle);
    if (replay_shows_after(h, h->trial, true)) {
        hunt_take_trial(h);
        return false;
    }
    size_t at = h->settled;
    const candidate lost = f->oracle.instead;
    bool other =
        f->oracle.have_instead && lost.kind == RSP_FINDING_NO_REPLY && at < end && h->status == RSP_OK;
    if (other && shows_without(h, end, at))
        return false;
    if (other && shows_lost(h, end, at, &lost))
        return true;
    /* The finding is made of the last replay, so the last replay must show the symptom. */
    if (h->status == RSP_OK)
        (void)replay_shows_after(h, h->best, true);
    return false;
}
