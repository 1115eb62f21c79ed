/* Known values are sorted arrays, one for each class; an address is kept as its page and how far it moved.
 * Two payloads are compared piece by piece: text between the values must be equal, the values must agree.
 * See value_map.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/value_map.h"

#include "codec/escape.h"
#include "core/hex.h"
#include "core/limits.h"
#include <stdlib.h>

enum {
    THREADS,
    PROCESSES,
    PAGES,
    FILES,
    STATES,
    PAGE_BITS = 12,
    WORD = 8,
    NEAR_PAGES = 1 << 18,  /* 1 GiB */
    STACK_PAGES = 1 << 11, /* 8 MiB */
    LEAST_ADDRESS_BITS = 32,
    MOST_ADDRESS_BITS = 48,
    MOST_STACK_SHIFT = 1 << 20,
};

#define PAGE_MASK ((UINT64_C(1) << PAGE_BITS) - 1)
#define STACK_MASK UINT64_C(15)

typedef rsp_value_map parts;

void rsp_value_map_free(parts *c) {
    if (!c)
        return;
    for (int i = 0; i < RSP_VALUE_CLASSES; i++)
        free(c->known[i].items);
    rsp_varying_values_free(&c->expected);
    rsp_varying_values_free(&c->got);
    rsp_buf_free(&c->bytes[0]);
    rsp_buf_free(&c->bytes[1]);
    *c = (parts){0};
}

/* --- what is known -------------------------------------------------------------------------------------- */

/* Where a value stands or would stand. */
static size_t place_of(const parts *c, int class_, uint64_t ours) {
    size_t low = 0;
    size_t high = c->known[class_].num;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->known[class_].items[middle].ours < ours)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const rsp_value_pair *find(const parts *c, int class_, uint64_t ours) {
    size_t at = place_of(c, class_, ours);
    bool there = at < c->known[class_].num && c->known[class_].items[at].ours == ours;
    return there ? &c->known[class_].items[at] : NULL;
}

static void learn(parts *c, int class_, uint64_t ours, uint64_t theirs) {
    size_t num = c->known[class_].num;
    if (num == RSP_LIMIT_VALUE_PAIRS) {
        c->status = RSP_LIMIT;
        return;
    }
    if (num == c->known[class_].cap) {
        size_t cap = num ? num * 2 : 16;
        rsp_value_pair *more = realloc(c->known[class_].items, cap * sizeof *more);
        if (!more) {
            c->status = RSP_NO_MEMORY;
            return;
        }
        c->known[class_].items = more;
        c->known[class_].cap = cap;
    }
    size_t at = place_of(c, class_, ours);
    rsp_value_pair *items = c->known[class_].items;
    memmove(items + at + 1, items + at, (num - at) * sizeof *items);
    items[at] = (rsp_value_pair){.ours = ours, .theirs = theirs};
    c->known[class_].num++;
}

/* Whether somebody else has this counterpart already. */
static bool is_taken(const parts *c, int class_, uint64_t theirs) {
    for (size_t i = 0; i < c->known[class_].num; i++)
        if (c->known[class_].items[i].theirs == theirs)
            return true;
    return false;
}

/* How far a known page's movement holds for its neighbours: whole regions move by whole pages, a stack moves
 * by itself. */
static uint64_t reach_of(const rsp_value_pair *known) {
    return (known->theirs & PAGE_MASK) == 0 ? NEAR_PAGES : STACK_PAGES;
}

/* How far the page of an address moved: known, or as the nearest known one. */
static bool shift_of(const parts *c, uint64_t address, uint64_t *out_shift) {
    uint64_t page = address >> PAGE_BITS;
    size_t at = place_of(c, PAGES, page);
    const rsp_value_pair *items = c->known[PAGES].items;
    const rsp_value_pair *best = NULL;
    uint64_t distance = NEAR_PAGES;
    if (at < c->known[PAGES].num && items[at].ours - page < reach_of(&items[at])) {
        best = &items[at];
        distance = best->ours - page;
    }
    if (at > 0 && page - items[at - 1].ours < distance &&
        page - items[at - 1].ours < reach_of(&items[at - 1]))
        best = &items[at - 1];
    if (best)
        *out_shift = best->theirs;
    return best != NULL;
}

/* --- values --------------------------------------------------------------------------------------------- */

/* The class of a value; -1 for data and for values that are not compared. */
static int class_of(rsp_varying_kind kind) {
    switch (kind) {
    case RSP_VARYING_THREAD:
    case RSP_VARYING_THREAD_DEC:
        return THREADS;
    case RSP_VARYING_PROCESS:
    case RSP_VARYING_PROCESS_DEC:
        return PROCESSES;
    case RSP_VARYING_ADDRESS:
    case RSP_VARYING_ADDRESS_DEC:
        return PAGES;
    case RSP_VARYING_FILE:
        return FILES;
    case RSP_VARYING_STATE:
        return STATES;
    case RSP_VARYING_PATH:
    case RSP_VARYING_REGISTERS:
    case RSP_VARYING_DATA_HEX:
    case RSP_VARYING_DATA_BIN:
    case RSP_VARYING_UNSTEADY:
        break;
    }
    return -1;
}

static bool is_decimal(rsp_varying_kind kind) {
    return kind == RSP_VARYING_THREAD_DEC || kind == RSP_VARYING_PROCESS_DEC ||
           kind == RSP_VARYING_ADDRESS_DEC || kind == RSP_VARYING_STATE;
}

static bool read_value(uint64_t *out, rsp_varying_kind kind, rsp_bytes text) {
    if (!is_decimal(kind))
        return rsp_hex_u64(out, text) == RSP_OK;
    uint64_t value = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned digit = (unsigned)text.ptr[i] - '0';
        if (digit > 9 || value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = value;
    return text.len > 0;
}

/* False when the two can not be the same thing; then *wanted is what was learnt. */
static bool agree_id(parts *c, int class_, uint64_t ours, uint64_t theirs, rsp_difference *out) {
    const rsp_value_pair *known = find(c, class_, ours);
    if (!known && !is_taken(c, class_, theirs)) {
        learn(c, class_, ours, theirs);
        return true;
    }
    if (known && known->theirs == theirs)
        return true;
    out->contradiction = true;
    out->have_wanted = known != NULL;
    out->wanted = known ? known->theirs : 0;
    return false;
}

static bool agree_address(parts *c, uint64_t ours, uint64_t theirs, rsp_difference *out) {
    uint64_t shift = theirs - ours;
    const rsp_value_pair *known = find(c, PAGES, ours >> PAGE_BITS);
    if (known && known->theirs != shift) {
        out->contradiction = out->have_wanted = true;
        out->wanted = ours + known->theirs;
        return false;
    }
    if (!known && (shift & PAGE_MASK) == 0)
        learn(c, PAGES, ours >> PAGE_BITS, shift);
    return (shift & PAGE_MASK) == 0;
}

/* --- data ----------------------------------------------------------------------------------------------- */

static uint64_t word_of(const uint8_t *bytes, size_t len, bool big) {
    uint64_t value = 0;
    for (size_t i = 0; i < len; i++)
        value = value << 8 | bytes[big ? i : len - 1 - i];
    return value;
}

/* Whether a word can be an address of a program with many of them: text and random numbers seldom are, and a
 * pair of them that differs by whole pages hardly ever. */
static bool is_high_address(uint64_t word) {
    return word >> LEAST_ADDRESS_BITS != 0 && word >> MOST_ADDRESS_BITS == 0;
}

/* Whether this may be the first sight of a page that moved: by whole pages, or, for what a register points
 * to, by what a longer environment moves a stack. */
static bool may_move(uint64_t shift, rsp_varying_kind kind) {
    uint64_t distance = shift >> 63 ? 0 - shift : shift;
    if (kind == RSP_VARYING_REGISTERS && distance < MOST_STACK_SHIFT)
        return (shift & STACK_MASK) == 0;
    return (shift & PAGE_MASK) == 0;
}

/* A word that differs may be an address that moved, or an id. */
static bool agree_word(parts *c, rsp_varying_kind kind, uint64_t ours, uint64_t theirs, size_t len) {
    uint64_t shift = 0;
    if (shift_of(c, ours, &shift) && ours + shift == theirs)
        return true;
    if (len == WORD && is_high_address(ours) && is_high_address(theirs)) {
        shift = theirs - ours;
        if (find(c, PAGES, ours >> PAGE_BITS) || !may_move(shift, kind))
            return false;
        learn(c, PAGES, ours >> PAGE_BITS, shift);
        return true;
    }
    const rsp_value_pair *thread = find(c, THREADS, ours);
    const rsp_value_pair *process = find(c, PROCESSES, ours);
    return (thread && thread->theirs == theirs) || (process && process->theirs == theirs);
}

static bool agree_piece(parts *c, rsp_varying_kind kind, const uint8_t *ours, const uint8_t *theirs,
                        size_t len) {
    return memcmp(ours, theirs, len) == 0 ||
           agree_word(c, kind, word_of(ours, len, false), word_of(theirs, len, false), len) ||
           agree_word(c, kind, word_of(ours, len, true), word_of(theirs, len, true), len);
}

/* Byte of the first word that does not agree, or the length. */
static size_t compare_words(parts *c, rsp_varying_kind kind, rsp_bytes ours, rsp_bytes theirs) {
    size_t len = ours.len < theirs.len ? ours.len : theirs.len;
    for (size_t at = 0; at < len; at += WORD) {
        size_t size = len - at < WORD ? len - at : WORD;
        if (agree_piece(c, kind, ours.ptr + at, theirs.ptr + at, size))
            continue;
        size_t half = WORD / 2;
        if (size != WORD || !agree_piece(c, kind, ours.ptr + at, theirs.ptr + at, half) ||
            !agree_piece(c, kind, ours.ptr + at + half, theirs.ptr + at + half, half))
            return at;
    }
    return len;
}

/* Registers that are not available (x) count as zero bytes: that they differ is seen in the text. */
static void decode(rsp_buf *out, rsp_varying_kind kind, rsp_bytes text) {
    rsp_buf_clear(out);
    if (kind == RSP_VARYING_DATA_BIN) {
        if (rsp_unescape(out, text) != RSP_OK)
            rsp_buf_append(out, text);
        return;
    }
    for (size_t i = 0; i + 1 < text.len; i += 2) {
        int high = rsp_hex_value(text.ptr[i]);
        int low = rsp_hex_value(text.ptr[i + 1]);
        rsp_buf_push(out, (uint8_t)(high < 0 || low < 0 ? 0 : high << 4 | low));
    }
}

static bool agree_data(parts *c, rsp_varying_kind kind, rsp_difference *out) {
    if (rsp_bytes_equal(out->expected, out->got))
        return true;
    if (kind == RSP_VARYING_PATH)
        return false;
    decode(&c->bytes[0], kind, out->expected);
    decode(&c->bytes[1], kind, out->got);
    rsp_bytes ours = rsp_buf_bytes(&c->bytes[0]);
    rsp_bytes theirs = rsp_buf_bytes(&c->bytes[1]);
    out->data_offset = compare_words(c, kind, ours, theirs);
    bool same_holes = kind == RSP_VARYING_DATA_BIN ||
                      (rsp_bytes_index(out->expected, 'x') == rsp_bytes_index(out->got, 'x')) ||
                      (rsp_bytes_index(out->expected, 'x') == out->expected.len &&
                       rsp_bytes_index(out->got, 'x') == out->got.len);
    return ours.len == theirs.len && out->data_offset == ours.len && same_holes;
}

/* --- payloads ------------------------------------------------------------------------------------------- */

static bool agree(parts *c, rsp_varying_kind kind, rsp_difference *out) {
    out->kind = kind;
    if (kind == RSP_VARYING_UNSTEADY)
        return true;
    int class_ = class_of(kind);
    if (class_ < 0)
        return agree_data(c, kind, out);
    uint64_t ours = 0;
    uint64_t theirs = 0;
    if (!read_value(&ours, kind, out->expected) || !read_value(&theirs, kind, out->got))
        return rsp_bytes_equal(out->expected, out->got);
    return class_ == PAGES ? agree_address(c, ours, theirs, out) : agree_id(c, class_, ours, theirs, out);
}

/* The text before value `i`, or after the last one. */
static rsp_bytes text_before(const rsp_varying_values *m, size_t i, rsp_bytes payload) {
    size_t start = i > 0 ? m->items[i - 1].offset + m->items[i - 1].len : 0;
    size_t end = i < m->num ? m->items[i].offset : payload.len;
    return rsp_bytes_sub(payload, start, end - start);
}

static bool structural(rsp_difference *out, rsp_bytes expected, rsp_bytes got, rsp_bytes ours,
                       rsp_bytes theirs) {
    size_t same = 0;
    while (same < ours.len && same < theirs.len && ours.ptr[same] == theirs.ptr[same])
        same++;
    *out = (rsp_difference){.structural = true,
                            .expected_at = (size_t)(ours.ptr - expected.ptr) + same,
                            .got_at = (size_t)(theirs.ptr - got.ptr) + same};
    out->expected = rsp_bytes_from(expected, out->expected_at);
    out->got = rsp_bytes_from(got, out->got_at);
    return false;
}

static bool match(parts *c, rsp_difference *out, rsp_bytes expected, rsp_bytes got) {
    *out = (rsp_difference){0};
    for (size_t i = 0;; i++) {
        rsp_bytes ours = text_before(&c->expected, i, expected);
        rsp_bytes theirs = text_before(&c->got, i, got);
        bool more =
            i < c->expected.num && i < c->got.num && c->expected.items[i].kind == c->got.items[i].kind;
        bool over = i >= c->expected.num && i >= c->got.num;
        if (!rsp_bytes_equal(ours, theirs) || !(more || over))
            return structural(out, expected, got, ours, theirs);
        if (over)
            return true;
        const rsp_varying_value *a = &c->expected.items[i];
        const rsp_varying_value *b = &c->got.items[i];
        *out = (rsp_difference){.expected_at = a->offset,
                                .expected = rsp_bytes_sub(expected, a->offset, a->len),
                                .got_at = b->offset,
                                .got = rsp_bytes_sub(got, b->offset, b->len)};
        if (!agree(c, a->kind, out))
            return false;
    }
}

bool rsp_value_map_match(parts *c, rsp_difference *out, rsp_bytes request, rsp_bytes expected,
                         rsp_bytes got) {
    rsp_varying_values_of_reply(&c->expected, request, expected);
    rsp_varying_values_of_reply(&c->got, request, got);
    return match(c, out, expected, got);
}

bool rsp_value_map_match_notification(parts *c, rsp_difference *out, rsp_bytes expected, rsp_bytes got) {
    rsp_varying_values_of_notification(&c->expected, expected);
    rsp_varying_values_of_notification(&c->got, got);
    return match(c, out, expected, got);
}

/* --- requests ------------------------------------------------------------------------------------------- */

/* Registers are written with the addresses of the other side; other data stays. */
static void rewrite_words(parts *c, rsp_buf *out, rsp_bytes digits) {
    rsp_buf *bytes = &c->bytes[0];
    bool changed = false;
    rsp_buf_clear(bytes);
    if (rsp_hex_decode(bytes, digits) != RSP_OK) {
        rsp_buf_append(out, digits);
        return;
    }
    for (size_t at = 0; at + WORD <= bytes->len; at += WORD) {
        uint64_t value = word_of(bytes->ptr + at, WORD, false);
        uint64_t shift = 0;
        if (!is_high_address(value) || !shift_of(c, value, &shift))
            continue;
        value += shift;
        changed = changed || shift != 0;
        for (size_t i = 0; i < WORD; i++)
            bytes->ptr[at + i] = (uint8_t)(value >> (8 * i));
    }
    if (changed)
        rsp_hex_append(out, rsp_buf_bytes(bytes));
    else
        rsp_buf_append(out, digits); /* as they were spelled, capitals and all */
}

/* /proc/1234/task/1240/maps: the numbers are ids, written in decimal. */
static void rewrite_path(parts *c, rsp_buf *out, rsp_bytes digits) {
    rsp_buf *path = &c->bytes[0];
    rsp_buf *theirs = &c->bytes[1];
    bool changed = false;
    rsp_buf_clear(path);
    rsp_buf_clear(theirs);
    if (rsp_hex_decode(path, digits) != RSP_OK || !rsp_bytes_starts(rsp_buf_bytes(path), RSP_LIT("/proc/"))) {
        rsp_buf_append(out, digits);
        return;
    }
    for (rsp_bytes rest = rsp_buf_bytes(path); rest.ptr;) {
        rsp_bytes word = rsp_bytes_split(&rest, '/');
        uint64_t id = 0;
        bool number = read_value(&id, RSP_VARYING_PROCESS_DEC, word);
        const rsp_value_pair *known = number ? find(c, PROCESSES, id) : NULL;
        known = number && !known ? find(c, THREADS, id) : known;
        changed = changed || (known && known->theirs != id);
        if (known && known->theirs != id)
            rsp_buf_printf(theirs, "%llu", (unsigned long long)known->theirs);
        else
            rsp_buf_append(theirs, word);
        if (rest.ptr)
            rsp_buf_push(theirs, '/');
    }
    if (changed)
        rsp_hex_append(out, rsp_buf_bytes(theirs));
    else
        rsp_buf_append(out, digits);
}

static void rewrite_value(parts *c, rsp_buf *out, rsp_varying_kind kind, rsp_bytes text) {
    uint64_t value = 0;
    int class_ = class_of(kind);
    if (class_ < 0 || !read_value(&value, kind, text)) {
        if (kind == RSP_VARYING_REGISTERS)
            rewrite_words(c, out, text);
        else if (kind == RSP_VARYING_PATH)
            rewrite_path(c, out, text);
        else
            rsp_buf_append(out, text);
        return;
    }
    uint64_t theirs = value;
    const rsp_value_pair *known = class_ == PAGES ? NULL : find(c, class_, value);
    if (known)
        theirs = known->theirs;
    uint64_t shift = 0;
    if (class_ == PAGES && shift_of(c, value, &shift))
        theirs = value + shift;
    if (theirs == value) /* as it was spelled, leading zeros and all */
        rsp_buf_append(out, text);
    else if (is_decimal(kind))
        rsp_buf_printf(out, "%llu", (unsigned long long)theirs);
    else
        rsp_hex_append_u64(out, theirs);
}

void rsp_value_map_rewrite(parts *c, rsp_buf *out, rsp_bytes request) {
    rsp_varying_values *m = &c->expected;
    rsp_varying_values_of_request(m, request);
    for (size_t i = 0; i <= m->num; i++) {
        rsp_buf_append(out, text_before(m, i, request));
        if (i < m->num)
            rewrite_value(c, out, m->items[i].kind,
                          rsp_bytes_sub(request, m->items[i].offset, m->items[i].len));
    }
}

size_t rsp_value_map_ids(const parts *c) {
    return c->known[THREADS].num + c->known[PROCESSES].num;
}

size_t rsp_value_map_moved_pages(const parts *c) {
    size_t moved = 0;
    for (size_t i = 0; i < c->known[PAGES].num; i++)
        moved += c->known[PAGES].items[i].theirs != 0;
    return moved;
}
