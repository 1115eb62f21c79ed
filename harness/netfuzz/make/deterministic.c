/* The tour: in turns with what chance makes, each kind of request is sent once with each of the things wrong
 * that parsers are known to trip over: fields missing or empty, numbers at the edges, more bytes than there
 * is room for. A few thousand short messages, which leave nothing in the corpus. */
/* SPDX-License-Identifier: MIT */
#include "hunt/fuzzer.h"

#include <rsp/hex.h>
#include <rsp/packet_table.h>

enum {
    TOUR_MESSAGES = 10, /* of one sequence; a finding is cut down from them */
    MAX_PLACES = 8,     /* fields and numbers of one request */
    LONG_BYTES = 300,   /* of a field; more than most buffers for one */
    SHORT_BYTES =
        12, /* of requests that are sent over-long, too: some stubs do not answer, which takes time */
    OVER_LONG_BYTES = 0x4100, /* more than the PacketSize of most */
};

/* Where the tour stands in a request's changes: those before `skip` were sent. */
typedef struct tour {
    rsp_fuzzer *f;
    rsp_bytes base;
    size_t skip;
    rsp_buf text; /* scratch */
} tour;

static bool is_full(const tour *t) {
    return t->f->current.num >= TOUR_MESSAGES;
}

/* The base with [from, end) replaced; counted, or sent. */
static void put(tour *t, size_t from, size_t end, rsp_bytes instead) {
    if (is_full(t))
        return;
    if (t->skip > 0) {
        t->skip--;
        return;
    }
    rsp_buf_clear(&t->text);
    rsp_buf_append(&t->text, rsp_bytes_sub(t->base, 0, from));
    rsp_buf_append(&t->text, instead);
    rsp_buf_append(&t->text, rsp_bytes_from(t->base, end));
    if (t->text.status == RSP_OK && t->text.len > 0)
        (void)rsp_messages_append(&t->f->current, RSP_MESSAGE_PACKET, rsp_buf_bytes(&t->text));
    t->f->tour_change++;
    if (t->base.len > 0 && t->base.ptr[0] == 'H') /* a bad selection shows only when it is used */
        (void)rsp_messages_append(&t->f->current, RSP_MESSAGE_PACKET, RSP_LIT("g"));
}

static void put_repeated(tour *t, size_t from, size_t end, uint8_t byte, size_t num) {
    rsp_buf many = {.mem = t->f->options.mem};
    for (size_t i = 0; i < num && many.status == RSP_OK; i++)
        rsp_buf_push(&many, byte);
    put(t, from, end, rsp_buf_bytes(&many));
    rsp_buf_free(&many);
}

static bool is_separator(uint8_t c) {
    return c != 0 && strchr(",;:=.+", c) != NULL;
}

/* What stands between two separators: empty, gone with its separator, the last, gone with all behind it. */
static void change_fields(tour *t, size_t name) {
    size_t places = 0;
    for (size_t from = name; from <= t->base.len && places < MAX_PLACES; places++) {
        size_t end = from;
        while (end < t->base.len && !is_separator(t->base.ptr[end]))
            end++;
        size_t separator = from > 0 && is_separator(t->base.ptr[from - 1]) ? from - 1 : from;
        put(t, from, end, (rsp_bytes){0});
        put(t, from, t->base.len, (rsp_bytes){0});
        put(t, separator, end, (rsp_bytes){0});
        put(t, separator, t->base.len, (rsp_bytes){0});
        put_repeated(t, from, end, 'A', LONG_BYTES);
        from = end + 1;
    }
}

static void change_numbers(tour *t, size_t name) {
    static const char *const edges[] = {
        "-1",       "0",          "ff",         "7fffffff",         "80000000",
        "ffffffff", "fffffffff0", "ffffffff00", "ffffffffffffffff", "x"};
    size_t places = 0;
    for (size_t at = name; at < t->base.len && places < MAX_PLACES;) {
        if (rsp_hex_value(t->base.ptr[at]) < 0) {
            at++;
            continue;
        }
        size_t end = at;
        while (end < t->base.len && rsp_hex_value(t->base.ptr[end]) >= 0)
            end++;
        for (size_t i = 0; i < RSP_ARRAY_LEN(edges); i++)
            put(t, at, end, rsp_bytes_str(edges[i]));
        at = end;
        places++;
    }
}

/* The whole request: as it is (twice, for what the first leaves behind), half an escape, too long. */
static void change_whole(tour *t) {
    static const char *const tails[] = {"}", "*", ";", ",", ":", "0"};
    put(t, 0, 0, (rsp_bytes){0});
    put(t, 0, 0, (rsp_bytes){0});
    for (size_t i = 0; i < RSP_ARRAY_LEN(tails); i++)
        put(t, t->base.len, t->base.len, rsp_bytes_str(tails[i]));
    if (t->base.len < SHORT_BYTES)
        put_repeated(t, t->base.len, t->base.len, 'A', OVER_LONG_BYTES);
}

/* The first packet of this kind in the seeds, which has arguments that mean something; else one that follows
 * the table. False for what the stub does not know, or what would be left out. */
static bool find_base(rsp_fuzzer *f, rsp_grammar *g, const rsp_packet_row *row, rsp_buf *out) {
    if (!rsp_player_supports(f->player, row->id))
        return false;
    for (size_t i = 0; i < f->num_corpus; i++)
        for (size_t m = 0; m < f->corpus[i]->num; m++)
            if (f->corpus[i]->items[m].kind == RSP_MESSAGE_PACKET &&
                rsp_packet_lookup(rsp_messages_bytes(f->corpus[i], m), NULL) == row) {
                rsp_buf_append(out, rsp_messages_bytes(f->corpus[i], m));
                return out->status == RSP_OK;
            }
    rsp_grammar_request_of(g, out, row);
    return out->status == RSP_OK && !rsp_hazard_named(f->allowed, rsp_buf_bytes(out));
}

/* The next changes of this request; false when all were sent. */
static bool go_on_with(rsp_fuzzer *f, rsp_bytes base, size_t name) {
    tour t = {.f = f, .base = base, .skip = f->tour_change, .text = {.mem = f->options.mem}};
    size_t before = f->tour_change;
    change_whole(&t);
    change_fields(&t, name < base.len ? name : base.len);
    change_numbers(&t, name);
    rsp_buf_free(&t.text);
    return f->tour_change > before;
}

bool fuzzer_tour(rsp_fuzzer *f, rsp_grammar *g) {
    rsp_buf base = {.mem = f->options.mem};
    bool made = false;
    while (!made && f->tour_row < RSP_PACKET_END - 1) {
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)(1 + f->tour_row));
        rsp_buf_clear(&base);
        made = row && find_base(f, g, row, &base) && go_on_with(f, rsp_buf_bytes(&base), row->name.len);
        if (!made) {
            f->tour_row++;
            f->tour_change = 0;
        }
    }
    rsp_buf_free(&base);
    /* What was written badly may show only when it is read. */
    if (made) {
        (void)rsp_messages_append(&f->current, RSP_MESSAGE_PACKET, RSP_LIT("g"));
        (void)rsp_messages_append(&f->current, RSP_MESSAGE_PACKET, RSP_LIT("?"));
    }
    return made;
}
