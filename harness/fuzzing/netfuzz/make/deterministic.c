/* The mistakes: fields missing or empty, numbers at the edges, more bytes than there is room for.
 * The stage takes turns with sequences made by chance, so that a bug of either kind shows early.
 * See deterministic.h. */
/* SPDX-License-Identifier: MIT */
#include "make/deterministic.h"

#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum {
    STAGE_MESSAGES = 10, /* of one sequence; a finding is minimised from them */
    MAX_PLACES = 8,      /* fields and numbers of one request */
    LONG_BYTES = 300,    /* of a field; more than most buffers for one */
    SHORT_BYTES =
        12, /* of requests that are sent over-long, too: some stubs do not answer, which takes time */
    OVER_LONG_BYTES = 0x4100, /* more than the PacketSize of most */
};

/* One request under change. */
typedef struct changes {
    rsp_messages *list;
    rsp_bytes base;
    size_t skip;  /* changes that were sent before */
    size_t added; /* ... and now */
    rsp_buf text; /* scratch */
} changes;

static bool is_full(const changes *t) {
    return t->list->num >= STAGE_MESSAGES;
}

/* The base with [from, end) replaced; counted, or sent. */
static void put(changes *t, size_t from, size_t end, rsp_bytes instead) {
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
        (void)rsp_messages_append(t->list, RSP_MESSAGE_PACKET, rsp_buf_bytes(&t->text));
    t->added++;
    if (t->base.len > 0 && t->base.ptr[0] == 'H') /* a bad selection shows only when it is used */
        (void)rsp_messages_append(t->list, RSP_MESSAGE_PACKET, RSP_LIT("g"));
}

static void put_repeated(changes *t, size_t from, size_t end, uint8_t byte, size_t num) {
    rsp_buf many = {.mem = t->text.mem};
    for (size_t i = 0; i < num && many.status == RSP_OK; i++)
        rsp_buf_push(&many, byte);
    put(t, from, end, rsp_buf_bytes(&many));
    rsp_buf_free(&many);
}

static bool is_separator(uint8_t c) {
    return c != 0 && strchr(",;:=.+", c) != NULL;
}

/* A field is empty, is gone with its separator, is the last, or is gone with all after it. */
static void change_fields(changes *t, size_t name) {
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

static void change_numbers(changes *t, size_t name) {
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

/* The whole request: as it is (twice, because the first may leave something), half an escape, too long. */
static void change_whole(changes *t) {
    static const char *const tails[] = {"}", "*", ";", ",", ":", "0"};
    put(t, 0, 0, (rsp_bytes){0});
    put(t, 0, 0, (rsp_bytes){0});
    for (size_t i = 0; i < RSP_ARRAY_LEN(tails); i++)
        put(t, t->base.len, t->base.len, rsp_bytes_str(tails[i]));
    if (t->base.len < SHORT_BYTES)
        put_repeated(t, t->base.len, t->base.len, 'A', OVER_LONG_BYTES);
}

/* The first packet of this kind in the corpus, whose arguments mean something. */
static bool find_in_corpus(const corpus *c, const rsp_packet_row *row, rsp_bytes *out) {
    for (size_t i = 0; i < c->num; i++)
        for (size_t m = 0; m < c->lists[i]->num; m++) {
            *out = rsp_messages_bytes(c->lists[i], m);
            if (c->lists[i]->items[m].kind == RSP_MESSAGE_PACKET && rsp_packet_lookup(*out, NULL) == row)
                return true;
        }
    return false;
}

/* From the corpus, or else by the table. False for requests that the stub does not support, or that would not
 * be sent. */
static bool find_base(const request_source *s, const rsp_packet_row *row, rsp_buf *out) {
    rsp_bytes found;
    if (!rsp_player_supports(s->player, row->id))
        return false;
    if (find_in_corpus(s->corpus, row, &found)) {
        rsp_buf_append(out, found);
        return out->status == RSP_OK;
    }
    rsp_grammar_request_of(s->grammar, out, row);
    return out->status == RSP_OK && !rsp_payload_is_unsafe(s->allowed, rsp_buf_bytes(out));
}

/* The next changes of this request; false when all were sent. */
static bool append_changes(deterministic_stage *stage, rsp_messages *list, rsp_bytes base, size_t name,
                           const rsp_mem *mem) {
    changes c = {.list = list, .base = base, .skip = stage->change, .text = {.mem = mem}};
    change_whole(&c);
    change_fields(&c, name < base.len ? name : base.len);
    change_numbers(&c, name);
    rsp_buf_free(&c.text);
    stage->change += c.added;
    return c.added > 0;
}

bool deterministic_append(deterministic_stage *stage, rsp_messages *list, const request_source *source) {
    rsp_buf base = {.mem = source->mem};
    bool made = false;
    while (!made && stage->row < RSP_PACKET_END - 1) {
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)(1 + stage->row));
        rsp_buf_clear(&base);
        made = row && find_base(source, row, &base) &&
               append_changes(stage, list, rsp_buf_bytes(&base), row->name.len, source->mem);
        if (!made)
            *stage = (deterministic_stage){.row = stage->row + 1};
    }
    rsp_buf_free(&base);
    /* A bad write may show only when it is read. */
    if (made) {
        (void)rsp_messages_append(list, RSP_MESSAGE_PACKET, RSP_LIT("g"));
        (void)rsp_messages_append(list, RSP_MESSAGE_PACKET, RSP_LIT("?"));
    }
    return made;
}
