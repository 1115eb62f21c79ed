/* Bytes to events and back, each wait with an end, each exchange noted for people.
 * A stub that was silent twice gets less time from then on: by its own answer times.
 * See stage.h. */
/* SPDX-License-Identifier: MIT */
#include "stage.h"

#include "codec/explain.h"
#include "core/arena.h"
#include "core/limits.h"
#include "link/link_control.h"

#include <assert.h>

enum {
    PIECE_BYTES = 16 * 1024,
    SCENE_BYTES = 4 * 1024 * 1024, /* in one action: the stub never stops sending */
    SHOWN_MOST = 96,               /* bytes of a packet that are shown */
    SAID_MOST = 64 * 1024,
    EVIDENCE_LINES = 8,
    SILENCES = 2,
};

static const uint64_t default_timeout_ns = 2 * RSP_NS_PER_S;
static const uint64_t long_least_ns = 250 * RSP_NS_PER_MS;

void stage_begin(stage *s, rsp_arena *arena, const rsp_rehearsal_options *options) {
    assert(options && options->open);
    const rsp_deframer_options towards_us = {.direction = RSP_TO_CLIENT, .mem = options->mem};
    *s = (stage){.options = options, .arena = arena};
    rsp_decoder_init(&s->decoder, &towards_us);
    rsp_buf_init(&s->piece, options->mem, 0);
    rsp_buf_init(&s->payload, options->mem, 0);
    rsp_buf_init(&s->said, options->mem, 0);
}

void stage_end(stage *s) {
    stage_close(s);
    rsp_decoder_free(&s->decoder);
    rsp_buf_free(&s->piece);
    rsp_buf_free(&s->payload);
    rsp_buf_free(&s->said);
}

/* A connection begins, or could not. */
static void begin_connection(stage *s, rsp_status status) {
    if (status == RSP_CANCELLED || status == RSP_NO_MEMORY)
        s->trouble = status;
    s->gone = status != RSP_OK;
    s->taken = 0;
    s->waits = 0;
    s->begun = s->answers = false;
    rsp_buf_clear(&s->piece);
    rsp_decoder_reset(&s->decoder);
}

bool stage_open(stage *s) {
    rsp_error error = {0};
    rsp_status status = s->options->open(s->options->ctx, &s->link, &error);
    if (status != RSP_OK)
        s->link = NULL;
    begin_connection(s, status);
    stage_scene(s);
    return status == RSP_OK;
}

rsp_status stage_again(stage *s) {
    rsp_link_shut(s->link);
    const uint64_t until = rsp_deadline(stage_now(s), RSP_LINK_AGAIN_MS * RSP_NS_PER_MS);
    rsp_status status = rsp_link_reconnect_soon(s->link, until, NULL);
    begin_connection(s, status);
    return status;
}

void stage_close(stage *s) {
    if (s->link && s->options->close)
        s->options->close(s->options->ctx, s->link);
    else
        rsp_link_close(s->link);
    s->link = NULL;
}

/* --- the text --- */

void stage_scene(stage *s) {
    rsp_buf_clear(&s->said);
    s->heard = 0;
}

static void note(stage *s, const char *arrow, rsp_bytes bytes) {
    if (s->said.len > SAID_MOST)
        rsp_buf_consume(&s->said, SAID_MOST / 2);
    rsp_buf_str(&s->said, arrow);
    rsp_printable_append(&s->said, bytes, SHOWN_MOST);
    rsp_buf_push(&s->said, '\n');
}

const char *stage_evidence(stage *s) {
    rsp_bytes all = rsp_buf_bytes(&s->said);
    size_t at = all.len;
    for (unsigned lines = 0; at > 0 && lines <= EVIDENCE_LINES; at--)
        if (all.ptr[at - 1] == '\n' && ++lines > EVIDENCE_LINES)
            break;
    rsp_bytes tail = rsp_bytes_from(all, at);
    return rsp_arena_printf(s->arena, "%.*s", (int)tail.len, tail.len ? (const char *)tail.ptr : "");
}

/* --- bytes --- */

uint64_t stage_now(const stage *s) {
    return rsp_link_now(s->link);
}

bool stage_open_still(const stage *s) {
    return s->link && !s->gone && s->trouble == RSP_OK;
}

static uint64_t timeout_of(const stage *s) {
    return s->options->timeout_ns ? s->options->timeout_ns : default_timeout_ns;
}

uint64_t stage_patience(const stage *s) {
    uint64_t learned = 4 * rsp_manners_patience_ns(s->options->manners, timeout_of(s));
    uint64_t all = timeout_of(s);
    return s->silences < SILENCES || learned > all ? all : learned;
}

uint64_t stage_long(const stage *s) {
    uint64_t learned = 8 * rsp_manners_patience_ns(s->options->manners, timeout_of(s));
    return learned > long_least_ns ? learned : long_least_ns;
}

static void take_status(stage *s, rsp_status status) {
    if (status == RSP_CANCELLED || status == RSP_NO_MEMORY)
        s->trouble = status;
    else if (status != RSP_OK && status != RSP_TIMEOUT)
        s->gone = true;
}

void stage_send(stage *s, rsp_bytes bytes) {
    if (!stage_open_still(s))
        return;
    if (bytes.len > 1)
        note(s, "-> ", bytes);
    rsp_status status = rsp_link_send(s->link, bytes, rsp_deadline(stage_now(s), timeout_of(s)));
    /* A stub that closed may have said something before: listening tells. */
    if (!rsp_link_is_gone(status))
        take_status(s, status == RSP_TIMEOUT ? RSP_CLOSED : status);
}

static stage_event packet_event(stage *s, const rsp_wire_event *event) {
    rsp_buf_clear(&s->payload);
    rsp_buf_append(&s->payload, event->payload);
    if (s->payload.status == RSP_NO_MEMORY)
        s->trouble = RSP_NO_MEMORY;
    note(s, "<- ", event->raw);
    if (!(event->checksum_ok || s->any_sum) || (event->coding & RSP_CODING_DAMAGE))
        return STAGE_BAD_PACKET;
    return event->kind == RSP_EVENT_PACKET ? STAGE_PACKET : STAGE_NOTIFICATION;
}

/* Whether the bytes that are there hold an event. */
static bool take_event(stage *s, stage_event *out) {
    while (s->taken < s->piece.len) {
        rsp_wire_event event;
        s->taken += rsp_decode(&s->decoder, rsp_bytes_from(rsp_buf_bytes(&s->piece), s->taken), &event);
        switch ((int)event.kind) {
        case RSP_EVENT_NONE:
            break;
        case RSP_EVENT_PACKET:
        case RSP_EVENT_NOTIFICATION:
            *out = packet_event(s, &event);
            return true;
        case RSP_EVENT_ACK:
            *out = STAGE_ACK;
            return true;
        case RSP_EVENT_NAK:
            *out = STAGE_NAK;
            note(s, "<- ", RSP_LIT("-"));
            return true;
        default:
            *out = STAGE_JUNK;
            return true;
        }
    }
    return false;
}

/* A process of ours may listen before it is ready: the first wait of its connection is longer, unless it is a
 * short one for what need not come. */
static uint64_t first_wait(stage *s, uint64_t until_ns) {
    enum { SLOW_START = 2 };
    const uint64_t now_ns = s->link ? stage_now(s) : 0;
    const bool real = until_ns > now_ns && until_ns - now_ns >= timeout_of(s) / 4;
    if (s->begun || !s->link || rsp_link_pid(s->link) <= 0 || !real)
        return until_ns;
    s->begun = true;
    return rsp_deadline(until_ns, SLOW_START * timeout_of(s));
}

stage_event stage_next(stage *s, uint64_t until_ns) {
    stage_event event = STAGE_SILENCE;
    until_ns = first_wait(s, until_ns);
    while (stage_open_still(s)) {
        if (take_event(s, &event))
            return event;
        rsp_buf_clear(&s->piece);
        s->taken = 0;
        rsp_status status = rsp_link_recv(s->link, &s->piece, PIECE_BYTES, until_ns);
        s->heard += s->piece.len;
        s->answers = s->answers || s->piece.len > 0;
        if (s->piece.len == 0 && status == RSP_TIMEOUT)
            return STAGE_SILENCE;
        if (s->heard > SCENE_BYTES)
            s->gone = true;
        if (s->piece.len == 0)
            take_status(s, status);
    }
    return STAGE_GONE;
}
