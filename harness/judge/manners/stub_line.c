/* Speaking to a stub of which nothing is known: every byte is looked at, every wait has an end.
 * Acknowledges as a debugger does, and asks again for what came damaged.
 * Private to the layer; see transcript_script.h. */
/* SPDX-License-Identifier: MIT */
#include "stub_line.h"

#include "codec/escape.h"
#include "codec/explain.h"
#include "codec/reply.h"
#include "core/arena.h"
#include "core/limits.h"
#include <stdlib.h>

enum {
    PIECE_BYTES = 16 * 1024,
    HEARD_MOST = 4096,        /* bytes of an exchange that are kept */
    SHOWN_MOST = 120,         /* of each direction that are shown */
    FLOOD_BYTES = 512 * 1024, /* in one exchange: the stub never stops sending */
    RESENT_MOST = 3,
    ACKED_MOST = 16,  /* packets in one exchange; more are a flood */
    LONG_SILENCES = 2 /* that are waited out in full; then a stub gets less time */
};

enum { STUB_LINE_BUFS = 7 };

static void bufs_of(stub_line *t, rsp_buf *out[STUB_LINE_BUFS]) {
    rsp_buf *const bufs[STUB_LINE_BUFS] = {&t->request, &t->frame,      &t->piece, &t->heard,
                                           &t->payload, &t->last_asked, &t->came};
    memcpy(out, bufs, sizeof bufs);
}

void stub_line_begin(stub_line *t, rsp_manners *m, const rsp_manners_options *options) {
    const rsp_deframer_options towards_us = {.direction = RSP_TO_CLIENT, .mem = options->mem};
    rsp_buf *bufs[STUB_LINE_BUFS];
    *t = (stub_line){.m = m, .options = options};
    rsp_decoder_init(&t->decoder, &towards_us);
    bufs_of(t, bufs);
    for (size_t i = 0; i < STUB_LINE_BUFS; i++)
        rsp_buf_init(bufs[i], options->mem, 0);
}

void stub_line_end(stub_line *t) {
    rsp_buf *bufs[STUB_LINE_BUFS];
    rsp_decoder_free(&t->decoder);
    bufs_of(t, bufs);
    for (size_t i = 0; i < STUB_LINE_BUFS; i++)
        rsp_buf_free(bufs[i]);
}

bool line_open(const stub_line *t) {
    return t->line == LINE_OPEN && t->trouble == RSP_OK;
}

static int compare_times(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void note_time(stub_line *t, uint64_t took_ns) {
    uint64_t sorted[STUB_LINE_TIMES];
    if (t->num_times == STUB_LINE_TIMES)
        return;
    t->times[t->num_times++] = took_ns;
    memcpy(sorted, t->times, t->num_times * sizeof *sorted);
    qsort(sorted, t->num_times, sizeof *sorted, compare_times);
    t->m->replies.answer_ns = sorted[t->num_times / 2];
}

/* Twice what a late reply took: the next one may be as late. */
uint64_t patience_of(const stub_line *t) {
    const uint64_t patience = rsp_manners_patience_ns(t->m, t->options->timeout_ns);
    return patience > 2 * t->late_ns ? patience : 2 * t->late_ns;
}

uint64_t due_of(const stub_line *t) {
    uint64_t patience = patience_of(t);
    uint64_t less = 4 * patience < t->options->timeout_ns ? 4 * patience : t->options->timeout_ns;
    return t->num_long < LONG_SILENCES ? t->options->timeout_ns : less;
}

uint64_t soon_of(const stub_line *t) {
    uint64_t soon = 10 * patience_of(t);
    return soon < t->options->timeout_ns ? soon : t->options->timeout_ns;
}

/* --- what is shown --- */

const char *name_of_topic(topic about) {
    static const char *const names[] = {
#define TOPIC_NAME(id, name, line) name,
        TOPIC_LIST(TOPIC_NAME)
#undef TOPIC_NAME
    };
    return names[about];
}

const char *keep_text(stub_line *t, rsp_buf *text) {
    if (text->status == RSP_NO_MEMORY)
        t->trouble = RSP_NO_MEMORY;
    const char *kept = rsp_arena_str(&t->m->arena, rsp_buf_cstr(text));
    rsp_buf_free(text);
    return kept;
}

const char *show(stub_line *t) {
    rsp_buf text = {.mem = t->options->mem};
    if (t->last_asked.len > 0) {
        rsp_buf_str(&text, "-> ");
        rsp_printable_append(&text, rsp_buf_bytes(&t->last_asked), SHOWN_MOST);
        rsp_buf_str(&text, "  ");
    }
    rsp_buf_str(&text, "<- ");
    if (t->heard.len > 0)
        rsp_printable_append(&text, rsp_buf_bytes(&t->heard), SHOWN_MOST);
    else
        rsp_buf_str(&text, t->line == LINE_GONE ? "(closed)" : "(nothing)");
    return keep_text(t, &text);
}

/* --- bytes --- */

static void take_trouble(stub_line *t, rsp_status status) {
    if (status == RSP_CANCELLED || status == RSP_NO_MEMORY)
        t->trouble = status;
    else if (status != RSP_OK && status != RSP_TIMEOUT && t->line == LINE_OPEN)
        t->line = LINE_GONE;
}

void say(stub_line *t, rsp_bytes bytes) {
    if (!line_open(t))
        return;
    uint64_t until = rsp_deadline(rsp_link_now(t->link), t->options->timeout_ns);
    rsp_status status = rsp_link_send(t->link, bytes, until);
    /* A stub that closed may have said something before: listening tells. */
    if (!rsp_link_is_gone(status))
        take_trouble(t, status == RSP_TIMEOUT ? RSP_CLOSED : status);
}

static void keep_payload(stub_line *t, rsp_bytes payload) {
    rsp_buf_clear(&t->payload);
    rsp_buf_append(&t->payload, payload);
    if (t->payload.status == RSP_NO_MEMORY)
        t->trouble = RSP_NO_MEMORY;
}

static void note_form(stub_line *t, rsp_bytes payload) {
    rsp_reply_kind kind = rsp_reply_classify(payload).kind;
    rsp_error_form form = kind == RSP_REPLY_ERROR        ? RSP_ERRORS_DIGITS
                          : kind == RSP_REPLY_ERROR_TEXT ? RSP_ERRORS_TEXT
                                                         : RSP_ERRORS_UNKNOWN;
    if (form != RSP_ERRORS_UNKNOWN && t->m->replies.errors == RSP_ERRORS_UNKNOWN)
        t->m->replies.errors = form;
    if (payload.len > t->m->replies.sends_bytes)
        t->m->replies.sends_bytes = payload.len;
}

static void on_packet(stub_line *t, reply *r, const rsp_wire_event *event) {
    bool good = event->checksum_ok;
    t->packets_in++;
    if (!good) {
        r->bad++;
        t->m->line.bad_checksums = RSP_HABIT_YES;
        if (!t->shown[TOPIC_CHECKSUMS])
            t->shown[TOPIC_CHECKSUMS] = show(t);
        if (!t->no_ack && r->bad <= RESENT_MOST) {
            say(t, RSP_LIT("-"));
            return;
        }
    }
    if (!t->no_ack && r->packets < ACKED_MOST)
        say(t, RSP_LIT("+"));
    if (rsp_console_classify(event->payload) == RSP_CONSOLE_TEXT)
        return;
    r->kind = REPLY_PACKET;
    r->packets++;
    note_form(t, event->payload);
    keep_payload(t, event->payload);
}

static void on_event(stub_line *t, reply *r, const rsp_wire_event *event) {
    switch ((int)event->kind) {
    case RSP_EVENT_PACKET:
        on_packet(t, r, event);
        break;
    case RSP_EVENT_ACK:
        if (r->packets > 0)
            r->acks_after++;
        else
            r->acks_before++;
        break;
    case RSP_EVENT_NAK:
        if (r->naks++ < RESENT_MOST && t->frame.len > 0)
            say(t, rsp_buf_bytes(&t->frame));
        break;
    case RSP_EVENT_NONE:
    case RSP_EVENT_NOTIFICATION:
        break;
    default:
        r->junk += (unsigned)(event->raw.len < HEARD_MOST ? event->raw.len : HEARD_MOST);
        break;
    }
}

static void take_piece(stub_line *t, reply *r) {
    rsp_bytes in = rsp_buf_bytes(&t->piece);
    if (t->heard.len < HEARD_MOST)
        rsp_buf_append(&t->heard, rsp_bytes_sub(in, 0, HEARD_MOST - t->heard.len));
    if (t->packets_in == 0 && t->came.len < HEARD_MOST)
        rsp_buf_append(&t->came, rsp_bytes_sub(in, 0, HEARD_MOST - t->came.len));
    t->bytes_in += in.len;
    if (t->heard.status == RSP_NO_MEMORY || t->came.status == RSP_NO_MEMORY)
        t->trouble = RSP_NO_MEMORY;
    while (in.len > 0) {
        rsp_wire_event event;
        in = rsp_bytes_from(in, rsp_decode(&t->decoder, in, &event));
        if (event.coding & RSP_CODING_NO_MEMORY)
            t->trouble = RSP_NO_MEMORY;
        on_event(t, r, &event);
    }
}

void hear(stub_line *t, reply *r, unsigned packets, uint64_t ns) {
    uint64_t start = rsp_link_now(t->link);
    uint64_t until = rsp_deadline(start, ns);
    uint64_t before = t->bytes_in;
    while (line_open(t) && r->packets < packets) {
        rsp_buf_clear(&t->piece);
        rsp_status status = rsp_link_recv(t->link, &t->piece, PIECE_BYTES, until);
        if (t->piece.len > 0)
            take_piece(t, r);
        take_trouble(t, status);
        if (t->bytes_in - before > FLOOD_BYTES && t->line == LINE_OPEN)
            t->line = LINE_GONE;
        if (status == RSP_TIMEOUT || rsp_link_now(t->link) >= until)
            break;
    }
    r->took_ns = rsp_link_now(t->link) - start;
    if (!line_open(t) && r->kind == REPLY_SILENT)
        r->kind = REPLY_GONE;
    r->payload = r->kind == REPLY_PACKET ? rsp_buf_bytes(&t->payload) : (rsp_bytes){0};
}

/* --- requests --- */

/* A late reply to the request before must not be taken for this one's. */
static void hear_late(stub_line *t, reply *r) {
    uint64_t took = r->took_ns;
    if (t->owed && r->kind == REPLY_PACKET && t->m->replies.unknowns != RSP_UNKNOWNS_SILENT)
        hear(t, r, r->packets + 1, t->options->quiet_ns);
    r->took_ns = took;
    t->owed = r->kind == REPLY_SILENT;
}

reply ask(stub_line *t, rsp_bytes request, uint64_t ns) {
    reply r = {.kind = REPLY_GONE};
    if (!line_open(t))
        return r;
    r.kind = REPLY_SILENT;
    rsp_buf_clear(&t->frame);
    rsp_buf_clear(&t->heard);
    rsp_buf_clear(&t->last_asked);
    rsp_escape_packet(&t->frame, request, RSP_ESCAPE_FULL);
    rsp_buf_append(&t->last_asked, rsp_buf_bytes(&t->frame));
    if (t->frame.status != RSP_OK || t->last_asked.status != RSP_OK)
        t->trouble = RSP_NO_MEMORY;
    say(t, rsp_buf_bytes(&t->frame));
    hear(t, &r, 1, ns);
    if (r.kind == REPLY_PACKET)
        note_time(t, r.took_ns);
    if (r.kind == REPLY_SILENT && ns >= t->options->timeout_ns)
        t->num_long++;
    if (r.kind == REPLY_PACKET && request.len > t->m->replies.takes_bytes)
        t->m->replies.takes_bytes = request.len;
    if (r.kind == REPLY_PACKET && rsp_reply_is_error(r.payload) && !t->shown[TOPIC_ERRORS])
        t->shown[TOPIC_ERRORS] = show(t);
    if (r.junk > 0 && !t->shown[TOPIC_NOISE])
        t->shown[TOPIC_NOISE] = show(t);
    hear_late(t, &r);
    return r;
}

reply ask_packet(stub_line *t, rsp_packet_id id, const char *args, uint64_t ns) {
    rsp_buf_clear(&t->request);
    if (args && *args)
        rsp_packet_begin(&t->request, id);
    else
        rsp_buf_append(&t->request, rsp_packet_name(id));
    rsp_buf_str(&t->request, args ? args : "");
    if (t->request.status != RSP_OK)
        t->trouble = RSP_NO_MEMORY;
    return ask(t, rsp_buf_bytes(&t->request), ns);
}

bool is_answer(const reply *r) {
    return r->kind == REPLY_PACKET && r->payload.len > 0 && !rsp_reply_is_error(r->payload);
}

void note_packet(stub_line *t, rsp_packet_id id, const reply *r) {
    if (id >= RSP_PACKET_MOST || r->kind == REPLY_GONE)
        return;
    bool something = r->kind == REPLY_PACKET && r->payload.len > 0;
    /* Where unknown packets get an error or "OK", such a reply says nothing. */
    bool like_unknown =
        (t->m->replies.unknowns == RSP_UNKNOWNS_ERROR && rsp_reply_is_error(r->payload)) ||
        (t->m->replies.unknowns == RSP_UNKNOWNS_OTHER && rsp_bytes_equal(r->payload, RSP_LIT("OK")));
    t->m->replies.packets[id] = !something ? RSP_HABIT_NO : like_unknown ? RSP_HABIT_UNKNOWN : RSP_HABIT_YES;
}

void note_bytes(stub_line *t, topic about, const char *sent) {
    if (!t->shown[about])
        t->shown[about] = sent ? sent : show(t);
}

void forget_line(stub_line *t) {
    rsp_decoder_reset(&t->decoder);
    t->line = LINE_OPEN;
    t->no_ack = false;
    t->owed = false;
}
