/* Parsers go from separator to separator: most mistakes are about a field that is missing, or too much.
 * The order in which random numbers are drawn is part of what a seed stands for.
 * See mutate.h. */
/* SPDX-License-Identifier: MIT */
#include "make/mutate.h"

#include "codec/escape.h"
#include "core/hex.h"
#include <inttypes.h>

enum { MAX_STACKED = 5 };

typedef struct mutation {
    rsp_messages *list;
    rsp_grammar *g;
    const vocabulary *vocabulary;
} mutation;

static bool is_separator(uint8_t c) {
    return c == ',' || c == ';' || c == ':' || c == '=' || c == '.';
}

/* Field number `skip` (counted round), between two separators or after the last. The first one, with the
 * packet's name, counts only when there is no other. */
static void find_field(rsp_bytes payload, uint64_t skip, size_t *out_from, size_t *out_end) {
    size_t num = 0;
    for (size_t i = 0; i < payload.len; i++)
        num += is_separator(payload.ptr[i]);
    skip = num ? skip % num + 1 : 0;
    size_t from = 0;
    while (skip > 0 && from < payload.len)
        skip -= is_separator(payload.ptr[from++]);
    size_t end = from;
    while (end < payload.len && !is_separator(payload.ptr[end]))
        end++;
    *out_from = from;
    *out_end = end;
}

/* Changes of a field. */
enum {
    FIELD_EMPTIED,
    FIELD_LAST,      /* all after it is cut off */
    FIELD_CUT,       /* it, its separator and all after it is cut off */
    FIELD_JOINED,    /* its separator is taken out */
    FIELD_NUMBER,    /* another number */
    FIELD_NEIGHBOUR, /* a number next to it */
    FIELD_ESCAPE,    /* all after it gives way to half an escape */
    FIELD_CHANGES,
};

static uint64_t odd_number(const mutation *m) {
    static const uint64_t odd[] = {0,        1,          2,          0xff,       0x100,     0x7ff,
                                   0xfff,    0x1001,     0xffff,     0x10001,    0xfffff,   0x7fffffff,
                                   1U << 31, 0xfffffff0, 0xffffffff, 1ULL << 32, INT64_MAX, UINT64_MAX};
    uint64_t dice = rsp_rng_below(&m->g->rng, RSP_ARRAY_LEN(odd) + 4);
    return dice < RSP_ARRAY_LEN(odd)
               ? odd[dice]
               : m->vocabulary->numbers[rsp_rng_below(&m->g->rng, m->vocabulary->num_numbers)];
}

static void put_field(const mutation *m, rsp_buf *out, rsp_bytes field, uint64_t change) {
    uint64_t value = 0;
    if (change == FIELD_NUMBER)
        rsp_hex_append_u64(out, odd_number(m));
    else if (change == FIELD_NEIGHBOUR && rsp_hex_u64(&value, field) == RSP_OK)
        rsp_hex_append_u64(out, value + rsp_rng_below(&m->g->rng, 5) - 2);
    else if (change == FIELD_ESCAPE)
        rsp_buf_push(out, '}');
    else if (change != FIELD_EMPTIED && change != FIELD_CUT)
        rsp_buf_append(out, field);
}

/* Parsers go from separator to separator: here is where something is missing, or too much. */
static void change_field(const mutation *m) {
    size_t at = (size_t)rsp_rng_below(&m->g->rng, m->list->num);
    uint64_t change = rsp_rng_below(&m->g->rng, FIELD_CHANGES);
    rsp_bytes payload = rsp_messages_bytes(m->list, at);
    size_t from = 0;
    size_t end = 0;
    if (payload.len == 0 || m->list->items[at].kind > RSP_MESSAGE_RAW)
        return;
    find_field(payload, rsp_rng_next(&m->g->rng), &from, &end);
    bool drops_separator = change == FIELD_CUT || change == FIELD_JOINED;
    rsp_buf out = {.mem = m->vocabulary->mem};
    rsp_buf_append(&out, rsp_bytes_sub(payload, 0, drops_separator && from > 0 ? from - 1 : from));
    put_field(m, &out, rsp_bytes_sub(payload, from, end - from), change);
    if (change != FIELD_LAST && change != FIELD_CUT && change != FIELD_ESCAPE)
        rsp_buf_append(&out, rsp_bytes_from(payload, end));
    if (out.status == RSP_OK)
        (void)rsp_messages_replace(m->list, at, m->list->items[at].kind, rsp_buf_bytes(&out));
    rsp_buf_free(&out);
}

/* An element of a list, with the separator before it: between ';' where there are some, else between ','. The
 * list begins after the packet's name. */
static bool find_element(rsp_bytes payload, uint64_t skip, size_t *out_from, size_t *out_end) {
    const uint8_t separator = rsp_bytes_index(payload, ';') < payload.len ? ';' : ',';
    size_t num = 0;
    for (size_t i = 0; i < payload.len; i++)
        num += payload.ptr[i] == separator;
    if (num == 0)
        return false;
    size_t from = 0;
    for (skip %= num; from < payload.len; from++)
        if (payload.ptr[from] == separator && skip-- == 0)
            break;
    *out_from = from;
    *out_end = from + 1 + rsp_bytes_index(rsp_bytes_from(payload, from + 1), separator);
    return true;
}

/* Lists are read into tables: one more than 1, 8, 16, 64 and 256 elements is one too many for some. */
static void repeat_element(const mutation *m) {
    enum { MOST_BYTES = 16 * 1024 };
    static const uint16_t numbers[] = {2, 9, 17, 65, 257};
    const size_t at = (size_t)rsp_rng_below(&m->g->rng, m->list->num);
    uint64_t times = numbers[rsp_rng_below(&m->g->rng, RSP_ARRAY_LEN(numbers))];
    const uint64_t skip = rsp_rng_next(&m->g->rng);
    const rsp_bytes payload = rsp_messages_bytes(m->list, at);
    size_t from = 0;
    size_t end = 0;
    if (m->list->items[at].kind > RSP_MESSAGE_RAW || !find_element(payload, skip, &from, &end))
        return;
    const rsp_bytes element = rsp_bytes_sub(payload, from, end - from);
    rsp_buf out = {.mem = m->vocabulary->mem};
    rsp_buf_append(&out, rsp_bytes_sub(payload, 0, from));
    for (; times > 0 && out.len + element.len <= MOST_BYTES; times--)
        rsp_buf_append(&out, element);
    rsp_buf_append(&out, rsp_bytes_from(payload, end));
    if (out.status == RSP_OK)
        (void)rsp_messages_replace(m->list, at, m->list->items[at].kind, rsp_buf_bytes(&out));
    rsp_buf_free(&out);
}

static uint64_t likely_address(const mutation *m) {
    const vocabulary *v = m->vocabulary;
    return v->num_learnt ? v->numbers[rsp_rng_below(&m->g->rng, v->num_learnt)] : 0;
}

/* A write that a stub should take: as many bytes as it says, where memory may be; among them those that
 * framing and separators are made of. The player reads them back. */
static void insert_write(const mutation *m) {
    enum { MOST_BYTES = 12 };
    static const uint8_t special[] = "#$}*,:;+-\x03\xff";
    uint8_t data[MOST_BYTES];
    size_t len = (size_t)(1 + rsp_rng_below(&m->g->rng, MOST_BYTES));
    for (size_t i = 0; i < len; i++)
        data[i] = rsp_rng_below(&m->g->rng, 2) ? special[rsp_rng_below(&m->g->rng, sizeof special)]
                                               : (uint8_t)rsp_rng_below(&m->g->rng, 256);
    uint64_t addr = likely_address(m);
    bool binary = rsp_rng_below(&m->g->rng, 2) != 0;
    rsp_buf out = {.mem = m->vocabulary->mem};
    rsp_buf_printf(&out, "%c%" PRIx64 ",%zx:", binary ? 'X' : 'M', addr, len);
    if (binary)
        rsp_escape_append(&out, rsp_bytes_make(data, len));
    else
        rsp_hex_append(&out, rsp_bytes_make(data, len));
    if (out.status == RSP_OK)
        (void)rsp_messages_insert(m->list, (size_t)rsp_rng_below(&m->g->rng, m->list->num + 1),
                                  RSP_MESSAGE_PACKET, rsp_buf_bytes(&out));
    rsp_buf_free(&out);
}

/* A read of a few bytes where memory may be. */
static void insert_read(const mutation *m) {
    enum { MOST_BYTES = 20 };
    uint64_t addr = likely_address(m);
    rsp_buf out = {.mem = m->vocabulary->mem};
    rsp_buf_printf(&out, "%c%" PRIx64 ",%x", rsp_rng_below(&m->g->rng, 4) ? 'm' : 'x', addr,
                   (unsigned)(1 + rsp_rng_below(&m->g->rng, MOST_BYTES)));
    if (out.status == RSP_OK)
        (void)rsp_messages_insert(m->list, (size_t)rsp_rng_below(&m->g->rng, m->list->num + 1),
                                  RSP_MESSAGE_PACKET, rsp_buf_bytes(&out));
    rsp_buf_free(&out);
}

void mutate_list(rsp_messages *list, rsp_grammar *g, const vocabulary *v) {
    const mutation m = {.list = list, .g = g, .vocabulary = v};
    uint64_t times = 1 + rsp_rng_below(&g->rng, MAX_STACKED);
    for (uint64_t i = 0; i < times; i++) {
        uint64_t dice = rsp_rng_below(&g->rng, 15);
        if (dice == 0)
            insert_write(&m);
        else if (dice == 14)
            repeat_element(&m);
        else if (dice == 13)
            insert_read(&m);
        else if (dice < 5)
            change_field(&m);
        else
            (void)rsp_grammar_mutate(g, list, NULL);
    }
}
