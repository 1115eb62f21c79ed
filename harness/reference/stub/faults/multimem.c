/* Faults of MultiMemRead: requests read loosely, ranges read wrongly, replies told in another style.
 * A style takes the reply apart into its ranges and writes them anew.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/row.h"
#include "faults/target.h"

#include "codec/escape.h"
#include "codec/multimem.h"
#include "core/arena.h"
#include <inttypes.h>

static bool rfc(const stub_service *t) {
    return t->s->opt.multimem == RSP_MULTIMEM_RFC;
}

/* The ranges of the request. */
typedef struct range_list {
    rsp_mem_range *items;
    size_t num;
} range_list;

static bool take_ranges(const stub_service *t, rsp_arena *arena, rsp_multimem_form form, range_list *out) {
    if (rsp_multimem_parse(NULL, 0, &out->num, t->s->request, form, NULL) != RSP_OK)
        return false;
    out->items = rsp_arena_alloc(arena, out->num * sizeof *out->items);
    return out->items &&
           rsp_multimem_parse(out->items, out->num, &out->num, t->s->request, form, NULL) == RSP_OK;
}

static void sorted(stub_service *t) {
    rsp_arena arena = {.mem = t->s->opt.mem};
    range_list list = {0};
    if (take_ranges(t, &arena, t->s->opt.multimem, &list)) {
        for (size_t i = 1; i < list.num; i++)
            for (size_t k = i; k > 0 && list.items[k - 1].addr > list.items[k].addr; k--) {
                rsp_mem_range swap = list.items[k];
                list.items[k] = list.items[k - 1];
                list.items[k - 1] = swap;
            }
        rsp_multimem_build(stub_new_request(t), list.items, list.num, t->s->opt.multimem);
        stub_bend(t);
    }
    stub_serve(t);
    rsp_arena_free(&arena);
}

/* The RFC form is understood with the separators of the other one. */
static void wants_commas(stub_service *t) {
    rsp_arena arena = {.mem = t->s->opt.mem};
    range_list list = {0};
    if (rfc(t)) {
        bool good = take_ranges(t, &arena, RSP_MULTIMEM_LLDB, &list);
        rsp_multimem_build(stub_new_request(t), list.items, good ? list.num : 0, RSP_MULTIMEM_RFC);
        stub_bend(t);
    }
    stub_serve(t);
    rsp_arena_free(&arena);
}

/* The bytes from the first mapped address of a range on. */
static size_t read_tail(void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len) {
    rsp_stub *s = t;
    size_t got = STUB_REAL(s, read_memory, pid, addr, dst, len);
    for (size_t skip = 1; skip < len && skip < 65536 && got == 0 && stub_serving(s, stub_on_multi_mem_read);
         skip++)
        got = STUB_REAL(s, read_memory, pid, addr + skip, dst, len - skip);
    return got;
}

static size_t read_drifting(void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len) {
    rsp_stub *s = t;
    size_t got = STUB_REAL(s, read_memory, pid, addr + s->faults.breakpoints.drift, dst, len);
    if (stub_serving(s, stub_on_multi_mem_read) && got == 0)
        s->faults.breakpoints.drift += len;
    return got;
}

static size_t read_padded(void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len) {
    rsp_stub *s = t;
    size_t got = STUB_REAL(s, read_memory, pid, addr, dst, len);
    if (got == 0 || !stub_serving(s, stub_on_multi_mem_read))
        return got;
    memset(dst + got, 0, len - got);
    return len;
}

static void drifts(stub_service *t) {
    t->s->faults.breakpoints.drift = 0;
    stub_serve(t);
    t->s->faults.breakpoints.drift = 0;
}

/* How a reply is written: a set of these. */
enum {
    OTHER_FORM = 1 << 0,
    DECIMAL = 1 << 1,
    REQUESTED = 1 << 2, /* counts of what was read in part are those of the request */
    PROMISED = 1 << 3,  /* counts of what does not fit are those of the request */
    ESCAPED = 1 << 4,   /* counts of escaped bytes */
    OMITS_FAILED = 1 << 5,
    FAILS = 1 << 6,        /* as a whole, with one range */
    REFUSES_ZERO = 1 << 7, /* a range of length 0 is an error */
    RAW = 1 << 8,
    SEMICOLONS = 1 << 9, /* escaped, too */
    CLOSED_EARLY = 1 << 10,
    STOPS = 1 << 11,   /* behind a range that failed */
    ALONE = 1 << 12,   /* the other form, for a single range */
    WRAPS = 1 << 13,   /* what lies beyond the top of the address space is zeros */
    IN_LLDB = 1 << 14, /* the forms in which it shows */
    IN_RFC = 1 << 15,
};

/* The honest reply, range by range. */
typedef struct answer {
    range_list list;
    rsp_bytes *chunks;
    rsp_buf decoded;
    unsigned style;
    bool full; /* the packet is */
} answer;

static bool failed(const answer *a, size_t i) {
    return a->chunks[i].len == 0 && a->list.items[i].len > 0;
}

static void append_count(const answer *a, size_t i, rsp_buf *reply) {
    uint64_t count = a->chunks[i].len;
    if ((a->style & REQUESTED && count > 0) || (a->style & PROMISED && a->full))
        count = a->list.items[i].len;
    if (a->style & ESCAPED)
        count = rsp_escaped_len(a->chunks[i]);
    rsp_buf_printf(reply, a->style & DECIMAL ? "%" PRIu64 : "%" PRIx64, count);
}

static void append_data(const answer *a, size_t i, rsp_buf *reply) {
    rsp_bytes data = a->chunks[i];
    if (a->style & RAW) {
        rsp_buf_append(reply, data);
        return;
    }
    while (data.len > 0) {
        size_t plain = a->style & SEMICOLONS ? rsp_bytes_index(data, ';') : data.len;
        rsp_escape_append(reply, rsp_bytes_sub(data, 0, plain));
        if (plain < data.len)
            rsp_buf_append(reply, RSP_LIT("}\033"));
        data = rsp_bytes_from(data, plain + 1);
    }
}

/* One pass over the ranges: counts, data, or each count with its data. */
static void write_pass(const answer *a, bool counts, bool data, rsp_buf *reply) {
    bool first = true;
    for (size_t i = 0; i < a->list.num; i++) {
        if (a->style & OMITS_FAILED && failed(a, i))
            continue;
        if (counts && !first)
            rsp_buf_push(reply, data ? ';' : ',');
        first = false;
        if (counts)
            append_count(a, i, reply);
        if (counts && data)
            rsp_buf_push(reply, ',');
        if (counts && data && i > 0 && i + 1 == a->list.num && a->style & CLOSED_EARLY)
            rsp_buf_push(reply, ';');
        if (data)
            append_data(a, i, reply);
        if (a->style & STOPS && a->chunks[i].len == 0)
            break;
    }
}

/* "N,<bytes>;N,<bytes>" or "N,N;<bytes><bytes>" */
static void write_answer(const answer *a, bool in_turn, rsp_buf *reply) {
    if (in_turn) {
        write_pass(a, true, true, reply);
    } else {
        write_pass(a, true, false, reply);
        rsp_buf_push(reply, ';');
        write_pass(a, false, true, reply);
    }
}

/* A style that refuses what the stub has answered. */
static bool refused(const answer *a, stub_service *t) {
    bool any_failed = false;
    bool any_empty = false;
    for (size_t i = 0; i < a->list.num; i++) {
        any_failed = any_failed || failed(a, i);
        any_empty = any_empty || a->list.items[i].len == 0;
    }
    if (a->style & FAILS && any_failed)
        stub_error(t->s, t->reply, 8, "cannot read");
    else if (a->style & REFUSES_ZERO && any_empty)
        stub_error(t->s, t->reply, STUB_E_SYNTAX, "nothing to read");
    else
        return false;
    return true;
}

static void pad_wrapping(answer *a, rsp_arena *arena) {
    for (size_t i = 0; i < a->list.num; i++) {
        const rsp_mem_range *range = &a->list.items[i];
        size_t len = (size_t)range->len;
        uint8_t *bytes =
            range->addr + range->len < range->addr && range->len <= 4096 ? rsp_arena_alloc(arena, len) : NULL;
        if (!bytes)
            continue;
        memset(bytes, 0, len);
        if (a->chunks[i].len > 0)
            memcpy(bytes, a->chunks[i].ptr, a->chunks[i].len);
        a->chunks[i] = rsp_bytes_make(bytes, len);
    }
}

static bool take_answer(stub_service *t, rsp_arena *arena, answer *a) {
    enum { COUNT_BYTES = 16 };
    rsp_multimem_form form = t->s->opt.multimem;
    if (!take_ranges(t, arena, form, &a->list) ||
        rsp_unescape(&a->decoded, rsp_buf_bytes(t->reply)) != RSP_OK)
        return false;
    a->chunks = rsp_arena_alloc(arena, a->list.num * sizeof *a->chunks);
    a->full = t->reply->len + a->list.num * COUNT_BYTES >= t->s->opt.packet_bytes;
    return a->chunks && rsp_multimem_reply_parse(a->chunks, a->list.items, a->list.num,
                                                 rsp_buf_bytes(&a->decoded), form, NULL) == RSP_OK;
}

static void answer_in_style(stub_service *t) {
    rsp_arena arena = {.mem = t->s->opt.mem};
    answer a = {.decoded = {.mem = t->s->opt.mem}, .style = t->argument};
    stub_serve(t);
    if (a.style & (rfc(t) ? IN_RFC : IN_LLDB) && take_answer(t, &arena, &a) && !refused(&a, t)) {
        bool other = a.style & OTHER_FORM || (a.style & ALONE && a.list.num == 1);
        if (a.style & WRAPS)
            pad_wrapping(&a, &arena);
        rsp_buf_clear(t->reply);
        write_answer(&a, rfc(t) != other, t->reply);
    }
    rsp_buf_free(&a.decoded);
    rsp_arena_free(&arena);
}

#define STYLE(id, style) CALL_WITH(id, MULTI_MEM_READ, answer_in_style, style)

static const stub_fault_row rows[] = {
    REQUEST(MMR_FIRST_RANGE_ONLY, MULTI_MEM_READ, "ranges:%x,%x%*", "ranges:%1,%2;"),
    CALL(MMR_SORTED, MULTI_MEM_READ, sorted),
    REQUEST_PLACES(MMR_RFC_NO_0X, MULTI_MEM_READ, "0x%x", "0"),
    INSTEAD(MMR_HUGE_DIES, MULTI_MEM_READ, "%*,%X%*", STUB_DEATH),
    INSTEAD_WHEN(MMR_NO_PROCESS_DIES, MULTI_MEM_READ, WITHOUT_PROCESS, "%*", STUB_DEATH),
    REPLY(MMR_UNKNOWN_IS_WRITE, MULTI_MEM_READ, "", "E01"),
    INSTEAD(MMR_BARE_NAME_OK, MULTI_MEM_READ, "", "OK"),
    CALL(MMR_FIRST_PROCESS, MULTI_MEM_READ, stub_serve_first_process),
    CALL(MMR_RFC_COMMAS, MULTI_MEM_READ, wants_commas),
    INSTEAD(MMR_EMPTY_LIST, MULTI_MEM_READ, "ranges:;", ";"),
    CALL(MMR_DATA_DRIFTS, MULTI_MEM_READ, drifts),
    TARGET(MMR_DATA_DRIFTS, .read_memory = read_drifting),
    TARGET(MMR_TAIL_RETURNED, .read_memory = read_tail),
    TARGET(MMR_PADDED, .read_memory = read_padded),
    REQUEST(MMR_UNKNOWN_KEY_SKIPPED, MULTI_MEM_READ, "%*ranges:%*", "ranges:%2"),
    REQUEST(MMR_ODD_COUNT, MULTI_MEM_READ, "ranges:%x;", "ranges:%1,0;"),
    REQUEST(MMR_ODD_COUNT, MULTI_MEM_READ, "ranges:%x,%x,%x;", "ranges:%1,%2,%3,0;"),
    REQUEST(MMR_OPEN_END, MULTI_MEM_READ, "%*;", NULL),
    REQUEST(MMR_OPEN_END, MULTI_MEM_READ, "%*", "%1;"),
    REQUEST(MMR_TRAILING_IGNORED, MULTI_MEM_READ, "%*;%*", "%1;"),
    REQUEST(MMR_RFC_TEXT_IGNORED, MULTI_MEM_READ, "%*;%*", "%1;"),
    REQUEST_PLACES(MMR_BAD_NUMBER_IS_ZERO, MULTI_MEM_READ, ":%g%g,", ":0,"),
    REQUEST_PLACES(MMR_BAD_NUMBER_IS_ZERO, MULTI_MEM_READ, ",%g;", ",0;"),
    REQUEST(MMR_COMMA_IS_A_RANGE, MULTI_MEM_READ, "%*,;", "%1,0,0;"),
    STYLE(MMR_INTERLEAVED, IN_LLDB | OTHER_FORM),
    STYLE(MMR_DECIMAL_COUNTS, IN_LLDB | DECIMAL),
    STYLE(MMR_OMITS_FAILED, IN_LLDB | OMITS_FAILED),
    STYLE(MMR_REQUESTED_COUNTS, IN_LLDB | REQUESTED),
    STYLE(MMR_FAILS_AS_A_WHOLE, IN_LLDB | FAILS),
    STYLE(MMR_ZERO_LENGTH_REFUSED, IN_LLDB | REFUSES_ZERO),
    STYLE(MMR_ESCAPED_COUNTS, IN_LLDB | IN_RFC | ESCAPED),
    STYLE(MMR_SEMICOLON_ESCAPED, IN_LLDB | IN_RFC | SEMICOLONS),
    STYLE(MMR_WRAPS, IN_LLDB | IN_RFC | WRAPS),
    STYLE(MMR_COUNTS_PROMISE_MORE, IN_LLDB | IN_RFC | PROMISED),
    STYLE(MMR_RFC_COUNTS_FIRST, IN_RFC | OTHER_FORM),
    STYLE(MMR_RFC_DECIMAL, IN_RFC | DECIMAL),
    STYLE(MMR_RFC_OMITS_FAILED, IN_RFC | OMITS_FAILED),
    STYLE(MMR_RFC_REQUESTED_COUNTS, IN_RFC | REQUESTED),
    STYLE(MMR_RFC_FAILS_AS_A_WHOLE, IN_RFC | FAILS),
    STYLE(MMR_RFC_ZERO_LENGTH_REFUSED, IN_RFC | REFUSES_ZERO),
    STYLE(MMR_RFC_RAW, IN_RFC | RAW),
    STYLE(MMR_RFC_CLOSED_EARLY, IN_RFC | CLOSED_EARLY),
    STYLE(MMR_RFC_STOPS, IN_RFC | STOPS),
    STYLE(MMR_RFC_GUESSED, IN_RFC | ALONE),
};
STUB_FAULT_TABLE(stub_multimem_faults, rows);
