/* Speaking to a stub of which nothing is known: every byte is looked at, every wait has an end.
 * Acknowledges as a debugger does, and asks again for what came damaged.
 * Private to the layer; see look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include <rsp/escape.h>
#include <rsp/explain.h>
#include <rsp/limits.h>
#include <rsp/reply.h>
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

bool look_open(const look *l) {
    return l->line == LINE_OPEN && l->trouble == RSP_OK;
}

static int compare_times(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void note_time(look *l, uint64_t took_ns) {
    uint64_t sorted[LOOK_TIMES];
    if (l->num_times == LOOK_TIMES)
        return;
    l->times[l->num_times++] = took_ns;
    memcpy(sorted, l->times, l->num_times * sizeof *sorted);
    qsort(sorted, l->num_times, sizeof *sorted, compare_times);
    l->m->answer_ns = sorted[l->num_times / 2];
}

uint64_t patience_of(const look *l) {
    return rsp_manners_patience_ns(l->m, l->options->timeout_ns);
}

uint64_t due_of(const look *l) {
    uint64_t patience = patience_of(l);
    uint64_t less = 4 * patience < l->options->timeout_ns ? 4 * patience : l->options->timeout_ns;
    return l->num_long < LONG_SILENCES ? l->options->timeout_ns : less;
}

uint64_t soon_of(const look *l) {
    uint64_t soon = 10 * patience_of(l);
    return soon < l->options->timeout_ns ? soon : l->options->timeout_ns;
}

/* --- what is shown --- */

const char *name_of_topic(topic about) {
    static const char *const names[] = {
#define TOPIC_NAME(id, name) name,
        TOPIC_LIST(TOPIC_NAME)
#undef TOPIC_NAME
    };
    return names[about];
}

const char *keep_text(look *l, rsp_buf *text) {
    if (text->status == RSP_NO_MEMORY)
        l->trouble = RSP_NO_MEMORY;
    const char *kept = rsp_arena_str(&l->m->arena, rsp_buf_cstr(text));
    rsp_buf_free(text);
    return kept;
}

const char *show(look *l) {
    rsp_buf text = {.mem = l->options->mem};
    if (l->last_asked.len > 0) {
        rsp_buf_str(&text, "-> ");
        rsp_printable_append(&text, rsp_buf_bytes(&l->last_asked), SHOWN_MOST);
        rsp_buf_str(&text, "  ");
    }
    rsp_buf_str(&text, "<- ");
    if (l->heard.len > 0)
        rsp_printable_append(&text, rsp_buf_bytes(&l->heard), SHOWN_MOST);
    else
        rsp_buf_str(&text, l->line == LINE_GONE ? "(closed)" : "(nothing)");
    return keep_text(l, &text);
}

/* --- bytes --- */

static void take_trouble(look *l, rsp_status status) {
    if (status == RSP_CANCELLED || status == RSP_NO_MEMORY)
        l->trouble = status;
    else if (status != RSP_OK && status != RSP_TIMEOUT && l->line == LINE_OPEN)
        l->line = LINE_GONE;
}

void say(look *l, rsp_bytes bytes) {
    if (!look_open(l))
        return;
    uint64_t until = rsp_deadline(rsp_link_now(l->link), l->options->timeout_ns);
    rsp_status status = rsp_link_send(l->link, bytes, until);
    /* A stub that closed may have said something before: listening tells. */
    if (status != RSP_CLOSED && status != RSP_DIED)
        take_trouble(l, status == RSP_TIMEOUT ? RSP_CLOSED : status);
}

static void keep_payload(look *l, rsp_bytes payload) {
    rsp_buf_clear(&l->payload);
    rsp_buf_append(&l->payload, payload);
    if (l->payload.status == RSP_NO_MEMORY)
        l->trouble = RSP_NO_MEMORY;
}

static void note_form(look *l, rsp_bytes payload) {
    rsp_reply_kind kind = rsp_reply_classify(payload).kind;
    rsp_error_form form = kind == RSP_REPLY_ERROR        ? RSP_ERRORS_DIGITS
                          : kind == RSP_REPLY_ERROR_TEXT ? RSP_ERRORS_TEXT
                                                         : RSP_ERRORS_UNKNOWN;
    if (form != RSP_ERRORS_UNKNOWN && l->m->errors == RSP_ERRORS_UNKNOWN)
        l->m->errors = form;
    if (payload.len > l->m->sends_bytes)
        l->m->sends_bytes = payload.len;
}

static void on_packet(look *l, reply *r, const rsp_wire_event *event) {
    bool good = event->checksum_ok;
    if (!good) {
        r->bad++;
        l->m->bad_checksums = RSP_HABIT_YES;
        if (!l->shown[TOPIC_CHECKSUMS])
            l->shown[TOPIC_CHECKSUMS] = show(l);
        if (!l->no_ack && r->bad <= RESENT_MOST) {
            say(l, RSP_LIT("-"));
            return;
        }
    }
    if (!l->no_ack && r->packets < ACKED_MOST)
        say(l, RSP_LIT("+"));
    if (rsp_console_classify(event->payload) == RSP_CONSOLE_TEXT)
        return;
    r->kind = REPLY_PACKET;
    r->packets++;
    note_form(l, event->payload);
    keep_payload(l, event->payload);
}

static void on_event(look *l, reply *r, const rsp_wire_event *event) {
    switch ((int)event->kind) {
    case RSP_EVENT_PACKET:
        on_packet(l, r, event);
        break;
    case RSP_EVENT_ACK:
        if (r->packets > 0)
            r->acks_after++;
        else
            r->acks_before++;
        break;
    case RSP_EVENT_NAK:
        if (r->naks++ < RESENT_MOST && l->frame.len > 0)
            say(l, rsp_buf_bytes(&l->frame));
        break;
    case RSP_EVENT_NONE:
    case RSP_EVENT_NOTIFICATION:
        break;
    default:
        r->junk += (unsigned)(event->raw.len < HEARD_MOST ? event->raw.len : HEARD_MOST);
        break;
    }
}

static void take_piece(look *l, reply *r) {
    rsp_bytes in = rsp_buf_bytes(&l->piece);
    if (l->heard.len < HEARD_MOST)
        rsp_buf_append(&l->heard, rsp_bytes_sub(in, 0, HEARD_MOST - l->heard.len));
    l->bytes_in += in.len;
    if (l->heard.status == RSP_NO_MEMORY)
        l->trouble = RSP_NO_MEMORY;
    while (in.len > 0) {
        rsp_wire_event event;
        in = rsp_bytes_from(in, rsp_decode(&l->decoder, in, &event));
        if (event.coding & RSP_CODING_NO_MEMORY)
            l->trouble = RSP_NO_MEMORY;
        on_event(l, r, &event);
    }
}

void hear(look *l, reply *r, unsigned packets, uint64_t ns) {
    uint64_t start = rsp_link_now(l->link);
    uint64_t until = rsp_deadline(start, ns);
    uint64_t before = l->bytes_in;
    while (look_open(l) && r->packets < packets) {
        rsp_buf_clear(&l->piece);
        rsp_status status = rsp_link_recv(l->link, &l->piece, PIECE_BYTES, until);
        if (l->piece.len > 0)
            take_piece(l, r);
        take_trouble(l, status);
        if (l->bytes_in - before > FLOOD_BYTES && l->line == LINE_OPEN)
            l->line = LINE_GONE;
        if (status == RSP_TIMEOUT || rsp_link_now(l->link) >= until)
            break;
    }
    r->took_ns = rsp_link_now(l->link) - start;
    if (!look_open(l) && r->kind == REPLY_SILENT)
        r->kind = REPLY_GONE;
    r->payload = r->kind == REPLY_PACKET ? rsp_buf_bytes(&l->payload) : (rsp_bytes){0};
}

/* --- requests --- */

/* A late reply to the request before must not be taken for this one's. */
static void hear_late(look *l, reply *r) {
    uint64_t took = r->took_ns;
    if (l->owed && r->kind == REPLY_PACKET && l->m->unknowns != RSP_UNKNOWNS_SILENT)
        hear(l, r, r->packets + 1, l->options->quiet_ns);
    r->took_ns = took;
    l->owed = r->kind == REPLY_SILENT;
}

reply ask(look *l, rsp_bytes request, uint64_t ns) {
    reply r = {.kind = REPLY_GONE};
    if (!look_open(l))
        return r;
    r.kind = REPLY_SILENT;
    rsp_buf_clear(&l->frame);
    rsp_buf_clear(&l->heard);
    rsp_buf_clear(&l->last_asked);
    rsp_escape_packet(&l->frame, request, RSP_ESCAPE_FULL);
    rsp_buf_append(&l->last_asked, rsp_buf_bytes(&l->frame));
    if (l->frame.status != RSP_OK || l->last_asked.status != RSP_OK)
        l->trouble = RSP_NO_MEMORY;
    say(l, rsp_buf_bytes(&l->frame));
    hear(l, &r, 1, ns);
    if (r.kind == REPLY_PACKET)
        note_time(l, r.took_ns);
    if (r.kind == REPLY_SILENT && ns >= l->options->timeout_ns)
        l->num_long++;
    if (r.kind == REPLY_PACKET && request.len > l->m->takes_bytes)
        l->m->takes_bytes = request.len;
    if (r.kind == REPLY_PACKET && rsp_reply_is_error(r.payload) && !l->shown[TOPIC_ERRORS])
        l->shown[TOPIC_ERRORS] = show(l);
    if (r.junk > 0 && !l->shown[TOPIC_NOISE])
        l->shown[TOPIC_NOISE] = show(l);
    hear_late(l, &r);
    return r;
}

reply ask_packet(look *l, rsp_packet_id id, const char *args, uint64_t ns) {
    rsp_buf_clear(&l->request);
    if (args && *args)
        rsp_packet_begin(&l->request, id);
    else
        rsp_buf_append(&l->request, rsp_packet_name(id));
    rsp_buf_str(&l->request, args ? args : "");
    if (l->request.status != RSP_OK)
        l->trouble = RSP_NO_MEMORY;
    return ask(l, rsp_buf_bytes(&l->request), ns);
}

bool is_answer(const reply *r) {
    return r->kind == REPLY_PACKET && r->payload.len > 0 && !rsp_reply_is_error(r->payload);
}

void note_packet(look *l, rsp_packet_id id, const reply *r) {
    if (id >= RSP_PACKET_MOST || r->kind == REPLY_GONE)
        return;
    bool something = r->kind == REPLY_PACKET && r->payload.len > 0;
    /* Where unknown packets get an error or "OK", such a reply says nothing. */
    bool like_unknown = (l->m->unknowns == RSP_UNKNOWNS_ERROR && rsp_reply_is_error(r->payload)) ||
                        (l->m->unknowns == RSP_UNKNOWNS_OTHER && rsp_bytes_equal(r->payload, RSP_LIT("OK")));
    l->m->packets[id] = !something ? RSP_HABIT_NO : like_unknown ? RSP_HABIT_UNKNOWN : RSP_HABIT_YES;
}

void note_bytes(look *l, topic about, const char *sent) {
    if (!l->shown[about])
        l->shown[about] = sent ? sent : show(l);
}

void forget_line(look *l) {
    rsp_decoder_reset(&l->decoder);
    l->line = LINE_OPEN;
    l->no_ack = false;
    l->owed = false;
}
