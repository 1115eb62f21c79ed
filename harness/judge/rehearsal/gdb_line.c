/* GDB's packets and answers: what it waits for, when it sends again, and what it takes for a reply.
 * A packet before '+' is dropped. A silent stub's reply is the word "timeout", which GDB reads as one.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include "codec/escape.h"
#include "codec/explain.h"
#include "core/arena.h"
#include <stdarg.h>

enum { TRIES = 3, EXCHANGE_SHOWN = 48 };

static bool is_hex(uint8_t c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

rsp_bytes gdb_reply(const gdb *g) {
    return rsp_buf_bytes(&g->reply);
}

gdb_answer gdb_answer_of(const gdb *g) {
    rsp_bytes r = gdb_reply(g);
    if (r.len == 0)
        return GDB_UNKNOWN;
    bool number = r.len == 3 && r.ptr[0] == 'E' && is_hex(r.ptr[1]) && is_hex(r.ptr[2]);
    bool text = r.len > 1 && r.ptr[0] == 'E' && r.ptr[1] == '.';
    return number || text ? GDB_ERROR : GDB_DONE;
}

const char *gdb_exchange(gdb *g) {
    rsp_buf text = {.mem = g->base.options->mem};
    rsp_printable_append(&text, rsp_buf_bytes(&g->request), EXCHANGE_SHOWN);
    rsp_buf_str(&text, " -> ");
    if (g->silent)
        rsp_buf_str(&text, g->base.stage.gone ? "connection closed" : "no reply");
    else if (g->reply.len == 0)
        rsp_buf_str(&text, "empty");
    else
        rsp_printable_append(&text, gdb_reply(g), EXCHANGE_SHOWN);
    const char *kept = rsp_arena_str(g->base.arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return kept;
}

bool gdb_fails(gdb *g, const char *format, ...) {
    va_list args;
    va_start(args, format);
    player_note_why(&g->base, format, args);
    va_end(args);
    return false;
}

/* --- sending --- */

/* Whether '+' came. A packet instead is a reply whose '+' was lost: GDB takes it in and drops it. */
static bool acknowledged(gdb *g) {
    stage *s = &g->base.stage;
    uint64_t until = rsp_deadline(stage_now(s), stage_patience(s));
    for (;;)
        switch (stage_next(s, until)) {
        case STAGE_ACK:
            return true;
        case STAGE_PACKET:
        case STAGE_BAD_PACKET:
            stage_send(s, RSP_LIT("+"));
            break;
        case STAGE_NOTIFICATION:
        case STAGE_JUNK:
            break;
        case STAGE_NAK:
        case STAGE_GONE:
            return false;
        case STAGE_SILENCE:
            s->silences++;
            s->waits++;
            return false;
        }
}

void gdb_put(gdb *g, rsp_bytes payload) {
    stage *s = &g->base.stage;
    rsp_buf_clear(&g->frame);
    rsp_escape_packet(&g->frame, payload, RSP_ESCAPE_FULL);
    for (unsigned i = 0; i <= TRIES && stage_open_still(s); i++) {
        stage_send(s, rsp_buf_bytes(&g->frame));
        if (g->base.no_ack || acknowledged(g))
            return;
    }
}

/* --- receiving --- */

static void reply_is(gdb *g, rsp_bytes payload) {
    rsp_buf_clear(&g->reply);
    rsp_buf_append(&g->reply, payload);
}

/* A good packet before the deadline. Bad ones are asked for again by the caller. */
static stage_event next_packet(gdb *g, uint64_t until) {
    for (;;) {
        stage_event event = stage_next(&g->base.stage, until);
        if (event != STAGE_ACK && event != STAGE_NAK && event != STAGE_JUNK && event != STAGE_NOTIFICATION)
            return event;
    }
}

static bool take(gdb *g, stage_event event) {
    stage *s = &g->base.stage;
    if (event != STAGE_PACKET)
        return false;
    if (!g->base.no_ack)
        stage_send(s, RSP_LIT("+"));
    reply_is(g, rsp_buf_bytes(&s->payload));
    g->silent = false;
    return true;
}

bool gdb_get(gdb *g) {
    stage *s = &g->base.stage;
    reply_is(g, RSP_LIT("timeout"));
    g->silent = true;
    for (unsigned i = 0; i < TRIES && stage_open_still(s); i++) {
        stage_event event = next_packet(g, rsp_deadline(stage_now(s), stage_patience(s)));
        if (take(g, event))
            return true;
        if (event == STAGE_SILENCE) {
            s->silences++;
            s->waits++;
        }
        stage_send(s, RSP_LIT("-"));
    }
    if (!g->base.no_ack)
        stage_send(s, RSP_LIT("+"));
    return false;
}

bool gdb_get_within(gdb *g, uint64_t ns) {
    stage *s = &g->base.stage;
    uint64_t until = rsp_deadline(stage_now(s), ns);
    reply_is(g, RSP_LIT("timeout"));
    g->silent = true;
    for (unsigned i = 0; i < TRIES && stage_open_still(s); i++) {
        stage_event event = next_packet(g, until);
        if (take(g, event))
            return true;
        if (event == STAGE_SILENCE)
            break;
        stage_send(s, RSP_LIT("-"));
    }
    return false;
}

bool gdb_ask(gdb *g, const char *format, ...) {
    va_list args;
    rsp_buf_clear(&g->request);
    va_start(args, format);
    rsp_buf_printf_v(&g->request, format, args);
    va_end(args);
    gdb_put(g, rsp_buf_bytes(&g->request));
    return gdb_get(g);
}
