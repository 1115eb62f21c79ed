/* The debugger's turns are rewritten to the live stub's ids and sent; the stub's are awaited and compared.
 * Replies are found by the request they answer, not by their order.
 * See playback.h. */
/* SPDX-License-Identifier: MIT */
#include "playback/playback.h"

#include "codec/escape.h"
#include "codec/negotiated.h"
#include "core/arena.h"
#include "core/hex.h"
#include <rsp/clock.h>
#include <rsp/packets.h>
#include <stdlib.h>

enum { SEEN_NOTIFICATION, SEEN_FILE, SEEN_OUTPUT };

static const uint64_t longest_pause_ns = RSP_NS_PER_S; /* before an interrupt, unless all pauses are kept */

/* --- the live side -------------------------------------------------------------------------------------- */

/* One event more; RSP_OK when something came. */
static rsp_status pump(rsp_playback *r, uint64_t deadline_ns) {
    uint64_t now = rsp_session_now(r->session);
    rsp_session_event event;
    if (now >= deadline_ns)
        return RSP_TIMEOUT;
    return rsp_session_wait(r->session, &event, RSP_SESSION_ANY, deadline_ns - now);
}

/* Turns that came before the stub's end stay in the dialogue. */
static bool next_of(rsp_playback *r, int seen, rsp_turn_kind kind, size_t *out_turn) {
    for (size_t *at = &r->seen[seen]; *at < r->live->num_turns; (*at)++) {
        if (r->live->turns[*at].kind != kind)
            continue;
        *out_turn = (*at)++;
        return true;
    }
    return false;
}

static rsp_status wait_next(rsp_playback *r, int seen, rsp_turn_kind kind, uint64_t deadline_ns,
                            size_t *out_turn) {
    rsp_status status = RSP_OK;
    while (!next_of(r, seen, kind, out_turn)) {
        if (status != RSP_OK)
            return status;
        status = pump(r, deadline_ns);
    }
    return RSP_OK;
}

static rsp_status wait_reply(rsp_playback *r, size_t live_request, uint64_t deadline_ns, size_t *out_turn) {
    rsp_status status = RSP_OK;
    for (;;) {
        size_t reply = live_request < r->live->num_turns ? r->live->turns[live_request].other : RSP_NO_TURN;
        if (reply != RSP_NO_TURN) {
            *out_turn = reply;
            return RSP_OK;
        }
        if (status != RSP_OK)
            return status;
        status = pump(r, deadline_ns);
    }
}

static rsp_status pause_for(rsp_playback *r, uint64_t time_ns) {
    uint64_t until = rsp_deadline(rsp_session_now(r->session), time_ns);
    rsp_status status = RSP_OK;
    while (status == RSP_OK)
        status = pump(r, until);
    return status == RSP_TIMEOUT ? RSP_OK : status;
}

/* --- differences ---------------------------------------------------------------------------------------- */

static void differ(rsp_playback *r, const rsp_playback_difference *difference) {
    if (r->num_differences < RSP_PLAYBACK_DIFFERENCES)
        r->differences[r->num_differences] = *difference;
    r->num_differences++;
}

static void compare(rsp_playback *r, size_t turn, rsp_bytes got) {
    const rsp_turn *t = &r->recorded->turns[turn];
    bool answers = t->kind == RSP_TURN_REPLY && t->other != RSP_NO_TURN;
    rsp_playback_difference d = {
        .turn = turn, .request = answers ? t->other : RSP_NO_TURN, .expected = t->payload, .got = got};
    rsp_bytes request = answers ? r->recorded->turns[t->other].payload : rsp_bytes_make(NULL, 0);
    bool same = t->kind == RSP_TURN_NOTIFICATION
                    ? rsp_value_map_match_notification(&r->parts, &d.what, t->payload, got)
                    : rsp_value_map_match(&r->parts, &d.what, request, t->payload, got);
    if (same)
        r->alike++;
    else
        differ(r, &d);
}

/* Output comes in pieces of any size: it is compared as a whole, when the program stops. */
static void compare_output(rsp_playback *r, size_t turn) {
    size_t live;
    while (next_of(r, SEEN_OUTPUT, RSP_TURN_OUTPUT, &live)) {
        rsp_bytes digits = rsp_bytes_from(r->live->turns[live].payload, 1);
        (void)!rsp_hex_decode(&r->output[1], digits);
    }
    if (!rsp_bytes_equal(rsp_buf_bytes(&r->output[0]), rsp_buf_bytes(&r->output[1]))) {
        rsp_playback_difference d = {.turn = turn,
                                     .request = RSP_NO_TURN,
                                     .output = true,
                                     .expected = rsp_arena_bytes(&r->texts, rsp_buf_bytes(&r->output[0])),
                                     .got = rsp_arena_bytes(&r->texts, rsp_buf_bytes(&r->output[1]))};
        differ(r, &d);
    }
    rsp_buf_clear(&r->output[0]);
    rsp_buf_clear(&r->output[1]);
}

static void missing(rsp_playback *r, size_t turn, size_t request) {
    differ(r, &(rsp_playback_difference){.turn = turn,
                                         .request = request,
                                         .missing = true,
                                         .expected = r->recorded->turns[turn].payload});
}

static void claim(rsp_playback *r, size_t live) {
    if (live < r->cap_claimed)
        r->claimed[live] = true;
}

/* --- turns ---------------------------------------------------------------------------------------------- */

static uint64_t deadline_of(const rsp_playback *r, const rsp_turn *t) {
    return rsp_deadline(rsp_session_now(r->session), r->timeout_ns + 2 * t->latency_ns);
}

/* The live side's payload as sent: escapes undone, for the session puts them back. */
static rsp_status send_payload(rsp_playback *r, rsp_bytes payload) {
    rsp_buf plain = {0};
    rsp_buf_clear(&r->request);
    rsp_value_map_rewrite(&r->parts, &r->request, payload);
    rsp_status status = rsp_unescape(&plain, rsp_buf_bytes(&r->request));
    if (status == RSP_MALFORMED) { /* a lone escape byte: the debugger meant it so */
        rsp_buf frame = {0};
        rsp_frame_packet(&frame, rsp_buf_bytes(&r->request));
        status =
            frame.status == RSP_OK ? rsp_session_send_raw(r->session, rsp_buf_bytes(&frame)) : frame.status;
        rsp_buf_free(&frame);
    } else if (status == RSP_OK) {
        status = rsp_session_send_packet(r->session, rsp_buf_bytes(&plain));
    }
    rsp_buf_free(&plain);
    return status;
}

/* The live turn just sent: a new one, or the last one resent. RSP_NO_TURN when the link took nothing. */
static size_t turn_said(const rsp_playback *r, uint64_t entries_before) {
    for (size_t i = r->live->num_turns; i > 0; i--) {
        const rsp_turn *t = &r->live->turns[i - 1];
        if (!rsp_turn_is_stubs(t->kind))
            return t->entry >= entries_before ? i - 1 : RSP_NO_TURN;
    }
    return RSP_NO_TURN;
}

/* Nothing can be sent any more. Reads what is left, then says why. */
static rsp_status find_end(rsp_playback *r) {
    uint64_t deadline = rsp_deadline(rsp_session_now(r->session), r->timeout_ns);
    rsp_status status = RSP_OK;
    while (status == RSP_OK)
        status = pump(r, deadline);
    return status == RSP_TIMEOUT ? RSP_CLOSED : status;
}

static rsp_status play_request(rsp_playback *r, size_t turn) {
    uint64_t before = rsp_transcript_end(rsp_session_transcript(r->session));
    rsp_status status = send_payload(r, r->recorded->turns[turn].payload);
    if (status != RSP_OK)
        return status;
    r->live_of[turn] = turn_said(r, before);
    if (r->live_of[turn] == RSP_NO_TURN)
        return find_end(r);
    r->sent++;
    return RSP_OK;
}

static rsp_status play_reply(rsp_playback *r, size_t turn) {
    const rsp_turn *t = &r->recorded->turns[turn];
    size_t live = RSP_NO_TURN;
    if (t->other == RSP_NO_TURN || r->live_of[t->other] == RSP_NO_TURN)
        return RSP_OK; /* its request was sent before the recording began */
    rsp_status status = wait_reply(r, r->live_of[t->other], deadline_of(r, t), &live);
    if (status != RSP_OK) {
        missing(r, turn, t->other);
        return status;
    }
    claim(r, live);
    compare_output(r, turn);
    rsp_bytes got = r->live->turns[live].payload;
    compare(r, turn, got);
    rsp_negotiated modes = {0};
    rsp_negotiated_update(&modes, r->recorded->turns[t->other].payload, got);
    if (rsp_mode_is_on(&modes, RSP_MODE_NO_ACK))
        rsp_session_set_no_ack(r->session, true);
    return RSP_OK;
}

static rsp_status play_unasked(rsp_playback *r, size_t turn, int seen, rsp_turn_kind kind) {
    size_t live = RSP_NO_TURN;
    rsp_status status = wait_next(r, seen, kind, deadline_of(r, &r->recorded->turns[turn]), &live);
    if (status != RSP_OK) {
        missing(r, turn, RSP_NO_TURN);
        return status == RSP_TIMEOUT ? RSP_OK : status;
    }
    claim(r, live);
    compare(r, turn, r->live->turns[live].payload);
    return RSP_OK;
}

static rsp_status play_turn(rsp_playback *r, size_t turn) {
    const rsp_turn *t = &r->recorded->turns[turn];
    switch (t->kind) {
    case RSP_TURN_REQUEST:
    case RSP_TURN_FILE_REPLY:
        return play_request(r, turn);
    case RSP_TURN_INTERRUPT:
        return rsp_session_interrupt(r->session);
    case RSP_TURN_REPLY:
        return play_reply(r, turn);
    case RSP_TURN_OUTPUT:
        (void)!rsp_hex_decode(&r->output[0], rsp_bytes_from(t->payload, 1));
        return RSP_OK;
    case RSP_TURN_FILE_REQUEST:
        return play_unasked(r, turn, SEEN_FILE, RSP_TURN_FILE_REQUEST);
    case RSP_TURN_NOTIFICATION:
        return play_unasked(r, turn, SEEN_NOTIFICATION, RSP_TURN_NOTIFICATION);
    case RSP_TURN_UNSOLICITED:
        return RSP_OK; /* a fault of the recorded stub, not repeatable */
    }
    return RSP_OK;
}

/* How long the debugger waited, or let the program run, before this turn. */
static uint64_t pause_before(const rsp_playback *r, size_t turn) {
    const rsp_turn *t = &r->recorded->turns[turn];
    if (turn == 0 || rsp_turn_is_stubs(t->kind))
        return 0;
    uint64_t gap = t->time_ns - r->recorded->turns[turn - 1].time_ns;
    if (r->pauses)
        return gap;
    if (t->kind != RSP_TURN_INTERRUPT)
        return 0;
    return gap < longest_pause_ns ? gap : longest_pause_ns;
}

static void count_unexpected(rsp_playback *r) {
    for (size_t i = 0; i < r->live->num_turns; i++) {
        const rsp_turn *t = &r->live->turns[i];
        bool counts = t->kind == RSP_TURN_NOTIFICATION || t->kind == RSP_TURN_UNSOLICITED ||
                      t->kind == RSP_TURN_FILE_REQUEST;
        r->unexpected += counts && !(i < r->cap_claimed && r->claimed[i]);
    }
}

static bool allocate(rsp_playback *r) {
    size_t num = r->recorded->num_turns;
    r->cap_claimed = num * 2 + 64;
    r->live_of = malloc((num + 1) * sizeof *r->live_of);
    r->claimed = calloc(r->cap_claimed, sizeof *r->claimed);
    r->differences = calloc(RSP_PLAYBACK_DIFFERENCES, sizeof *r->differences);
    if (!r->live_of || !r->claimed || !r->differences)
        return false;
    for (size_t i = 0; i < num; i++)
        r->live_of[i] = RSP_NO_TURN;
    return true;
}

rsp_status rsp_playback_run(rsp_playback *r) {
    if (!allocate(r))
        return RSP_NO_MEMORY;
    for (; r->done < r->recorded->num_turns && r->status == RSP_OK; r->done += r->status == RSP_OK) {
        uint64_t pause_ns = pause_before(r, r->done);
        if (pause_ns > 0)
            r->status = pause_for(r, pause_ns);
        if (r->status == RSP_OK)
            r->status = play_turn(r, r->done);
    }
    count_unexpected(r);
    return RSP_OK;
}

void rsp_playback_free(rsp_playback *r) {
    free(r->live_of);
    free(r->claimed);
    free(r->differences);
    rsp_value_map_free(&r->parts);
    rsp_buf_free(&r->output[0]);
    rsp_buf_free(&r->output[1]);
    rsp_buf_free(&r->request);
    rsp_arena_free(&r->texts);
    *r = (rsp_playback){0};
}
