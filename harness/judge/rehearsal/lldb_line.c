/* LLDB's packets and answers: '+' must come first, and a reply within five seconds.
 * After a time-out it asks qC until it is answered, to get into step; else it disconnects.
 * See lldb.h. */
/* SPDX-License-Identifier: MIT */
#include "lldb.h"

#include "codec/escape.h"
#include "codec/explain.h"
#include "core/arena.h"
#include "core/hex.h"
#include <stdarg.h>

enum { RETRIES = 3, EXCHANGE_SHOWN = 48 };

rsp_bytes lldb_reply(const lldb *l) {
    return rsp_buf_bytes(&l->reply);
}

const char *lldb_exchange(lldb *l) {
    rsp_buf text = {.mem = l->base.options->mem};
    rsp_printable_append(&text, rsp_buf_bytes(&l->request), EXCHANGE_SHOWN);
    rsp_buf_str(&text, " -> ");
    if (l->reply.len > 0)
        rsp_printable_append(&text, lldb_reply(l), EXCHANGE_SHOWN);
    else
        rsp_buf_str(&text, l->connected ? "empty" : "no reply");
    const char *kept = rsp_arena_str(l->base.arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return kept;
}

bool lldb_fails(lldb *l, const char *format, ...) {
    va_list args;
    va_start(args, format);
    player_note_why(&l->base, format, args);
    va_end(args);
    return false;
}

static bool disconnects(lldb *l) {
    l->connected = false;
    return false;
}

/* Junk is flushed, with it what came in the same read is not looked at before more comes. */
static stage_event next(lldb *l, uint64_t until) {
    stage_event event = stage_next(&l->base.stage, until);
    if (event == STAGE_JUNK)
        l->stuck = true;
    if (l->stuck)
        while (event != STAGE_SILENCE && event != STAGE_GONE)
            event = stage_next(&l->base.stage, until);
    return event;
}

/* LLDB takes the first thing that comes for the acknowledgment. */
static bool acknowledged(lldb *l) {
    stage *s = &l->base.stage;
    stage_event event = next(l, rsp_deadline(stage_now(s), stage_patience(s)));
    if (event == STAGE_SILENCE)
        s->silences++;
    return event == STAGE_ACK;
}

bool lldb_send(lldb *l) {
    stage *s = &l->base.stage;
    rsp_buf frame = {.mem = l->base.options->mem};
    if (!l->connected)
        return false;
    l->strayed = false;
    rsp_escape_packet(&frame, rsp_buf_bytes(&l->request), RSP_ESCAPE_FULL);
    stage_send(s, rsp_buf_bytes(&frame));
    rsp_buf_free(&frame);
    return l->base.no_ack || acknowledged(l);
}

bool lldb_get(lldb *l, uint64_t ns) {
    stage *s = &l->base.stage;
    uint64_t until = rsp_deadline(stage_now(s), ns);
    rsp_buf_clear(&l->reply);
    while (l->connected) {
        switch (next(l, until)) {
        case STAGE_PACKET:
            if (!l->base.no_ack)
                stage_send(s, RSP_LIT("+"));
            rsp_buf_append(&l->reply, rsp_buf_bytes(&s->payload));
            return true;
        case STAGE_BAD_PACKET:
            if (!l->base.no_ack)
                stage_send(s, RSP_LIT("-"));
            break;
        case STAGE_ACK:
            l->strayed = l->strayed || l->base.no_ack;
            break;
        case STAGE_NAK:
        case STAGE_NOTIFICATION:
        case STAGE_JUNK:
            break;
        case STAGE_SILENCE:
            return false;
        case STAGE_GONE:
            return disconnects(l);
        }
    }
    return false;
}

/* "QC" and a number. Another reply that comes first is the late one. */
static bool in_step_again(lldb *l, rsp_buf *late) {
    stage *s = &l->base.stage;
    stage_send(s, RSP_LIT("$qC#b4"));
    if (!l->base.no_ack && !acknowledged(l))
        return false;
    for (unsigned i = 0; i < RETRIES && l->connected; i++) {
        if (!lldb_get(l, stage_patience(s)))
            continue;
        uint64_t id;
        rsp_bytes r = lldb_reply(l);
        if (rsp_take_text(&r, RSP_LIT("QC")) && rsp_hex_u64(&id, r) == RSP_OK)
            return true;
        if (late->len == 0)
            rsp_buf_append(late, lldb_reply(l));
    }
    return false;
}

static lldb_answer answer_of(const lldb *l) {
    rsp_bytes r = lldb_reply(l);
    if (r.len == 0)
        return LLDB_EMPTY;
    bool number =
        r.len >= 3 && r.ptr[0] == 'E' && rsp_hex_value(r.ptr[1]) >= 0 && rsp_hex_value(r.ptr[2]) >= 0;
    return number && (r.len == 3 || r.ptr[3] == ';') ? LLDB_ERROR : LLDB_REPLY;
}

/* Seen of LLDB 19.1.7: a '+' in no-ack mode, and then no reply, makes it ask qC again and again. */
static bool waits_on(lldb *l) {
    if (!l->strayed)
        return false;
    (void)disconnects(l);
    lldb_fails(l, "'+' in no-ack mode and no reply to %s: LLDB asks qC without end",
               rsp_buf_cstr(&l->request));
    return true;
}

static lldb_answer after_silence(lldb *l) {
    const bool strayed = l->strayed;
    rsp_buf late = {.mem = l->base.options->mem};
    l->base.stage.silences++;
    l->slow++;
    bool again = in_step_again(l, &late);
    rsp_buf_clear(&l->reply);
    rsp_buf_append(&l->reply, rsp_buf_bytes(&late));
    bool came = late.len > 0;
    rsp_buf_free(&late);
    if (!again) {
        (void)disconnects(l);
        lldb_fails(l, "no reply to %s, nor to qC after it: LLDB disconnects", rsp_buf_cstr(&l->request));
        return LLDB_GONE;
    }
    l->strayed = strayed;
    if (!came && waits_on(l))
        return LLDB_GONE;
    return came ? answer_of(l) : LLDB_SILENT;
}

lldb_answer lldb_ask_request(lldb *l) {
    stage *s = &l->base.stage;
    if (!lldb_send(l)) {
        if (l->connected)
            lldb_fails(l, "no '+' for %s", rsp_buf_cstr(&l->request));
        (void)disconnects(l);
        return LLDB_GONE;
    }
    if (lldb_get(l, stage_patience(s)))
        return answer_of(l);
    if (!l->connected) {
        lldb_fails(l, "the stub closed the connection at %s", rsp_buf_cstr(&l->request));
        return LLDB_GONE;
    }
    return after_silence(l);
}

lldb_answer lldb_ask(lldb *l, const char *format, ...) {
    va_list args;
    rsp_buf_clear(&l->request);
    va_start(args, format);
    rsp_buf_printf_v(&l->request, format, args);
    va_end(args);
    return lldb_ask_request(l);
}
