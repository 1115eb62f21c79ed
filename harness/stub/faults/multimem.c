/* Faults of MultiMemRead: requests read loosely, ranges read wrongly, replies told in another style.
 * A style takes the reply apart into its ranges and writes them anew.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "faults/serve.h"
#include "faults/target.h"

#include "memory.h"

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

static void serve_ranges(stub_service *t, const range_list *list) {
    rsp_multimem_build(stub_new_request(t), list->items, list->num, t->s->opt.multimem);
    stub_bend(t);
    stub_serve(t);
}

typedef void change_ranges(stub_service *t, range_list *list);

static void serve_changed(stub_service *t, change_ranges *change) {
    rsp_arena arena = {.mem = t->s->opt.mem};
    range_list list = {0};
    if (take_ranges(t, &arena, t->s->opt.multimem, &list)) {
        change(t, &list);
        serve_ranges(t, &list);
    } else {
        stub_serve(t);
    }
    rsp_arena_free(&arena);
}

static void keep_first(stub_service *t, range_list *list) {
    (void)t;
    list->num = 1;
}

static void sort_ranges(stub_service *t, range_list *list) {
    (void)t;
    for (size_t i = 1; i < list->num; i++)
        for (size_t k = i; k > 0 && list->items[k - 1].addr > list->items[k].addr; k--) {
            rsp_mem_range swap = list->items[k];
            list->items[k] = list->items[k - 1];
            list->items[k - 1] = swap;
        }
}

static void zero_addresses(stub_service *t, range_list *list) {
    bool marked = rsp_bytes_search(t->s->request, RSP_LIT("0x")) < t->s->request.len;
    for (size_t i = 0; i < list->num && marked; i++)
        list->items[i].addr = 0;
}

static void first_range_only(stub_service *t) {
    serve_changed(t, keep_first);
}

static void sorted(stub_service *t) {
    serve_changed(t, sort_ranges);
}

static void no_0x(stub_service *t) {
    serve_changed(t, zero_addresses);
}

static void huge_dies(stub_service *t) {
    rsp_arena arena = {.mem = t->s->opt.mem};
    range_list list = {0};
    bool huge = false;
    if (take_ranges(t, &arena, t->s->opt.multimem, &list))
        for (size_t i = 0; i < list.num; i++)
            huge = huge || list.items[i].len > INT32_MAX;
    rsp_arena_free(&arena);
    if (huge)
        stub_die(t->s);
    else
        stub_serve(t);
}

/* The RFC form is understood with the separators of the other one. */
static void wants_commas(stub_service *t) {
    rsp_arena arena = {.mem = t->s->opt.mem};
    range_list list = {0};
    if (!rfc(t))
        stub_serve(t);
    else if (take_ranges(t, &arena, RSP_MULTIMEM_LLDB, &list))
        serve_ranges(t, &list);
    else
        stub_error(t->s, t->reply, STUB_E_SYNTAX, "not a list of ranges");
    rsp_arena_free(&arena);
}

static void empty_list(stub_service *t) {
    bool empty = t->s->request.len == rsp_multimem_begin_len() + 1 &&
                 rsp_bytes_ends(t->s->request, RSP_LIT("ranges:;"));
    stub_serve(t);
    if (empty)
        stub_answer(t, ";");
}

/* Text that a parser passes over, or makes up for. */
typedef struct loose_request {
    rsp_bytes body; /* of the list */
    bool closed;
    rsp_bytes behind; /* the closing `;` */
} loose_request;

static bool is_odd(rsp_bytes body) {
    bool odd = true;
    for (size_t i = 0; i < body.len; i++)
        odd ^= body.ptr[i] == ',';
    return odd && body.len > 0;
}

static void read_numbers_loosely(rsp_buf *text) {
    for (size_t i = rsp_multimem_begin_len(); i < text->len; i++)
        if (rsp_hex_value(text->ptr[i]) < 0 && text->ptr[i] != ',' && text->ptr[i] != ';')
            text->ptr[i] = '0';
}

static void append_loosely(const stub_service *t, const loose_request *r, rsp_buf *text) {
    const rsp_stub *s = t->s;
    rsp_multimem_begin(text);
    rsp_buf_append(text, r->body);
    if (is_odd(r->body) && stub_fault(s, RSP_FAULT_MMR_ODD_COUNT))
        rsp_buf_str(text, ",0");
    if (rsp_bytes_ends(r->body, RSP_LIT(",")) && stub_fault(s, RSP_FAULT_MMR_COMMA_IS_A_RANGE))
        rsp_buf_str(text, "0,0");
    if (r->closed || stub_fault(s, RSP_FAULT_MMR_OPEN_END))
        rsp_buf_push(text, ';');
    if (!stub_fault(s, RSP_FAULT_MMR_TRAILING_IGNORED) && !stub_fault(s, RSP_FAULT_MMR_RFC_TEXT_IGNORED))
        rsp_buf_append(text, r->behind);
    if (stub_fault(s, RSP_FAULT_MMR_BAD_NUMBER_IS_ZERO))
        read_numbers_loosely(text);
}

static void read_loosely(stub_service *t) {
    const rsp_bytes key = RSP_LIT("ranges:");
    rsp_bytes request = t->s->request;
    size_t at = rsp_bytes_search(request, key);
    bool first = at + key.len == rsp_multimem_begin_len();
    if (at < request.len && (first || stub_fault(t->s, RSP_FAULT_MMR_UNKNOWN_KEY_SKIPPED))) {
        rsp_bytes list = rsp_bytes_from(request, at + key.len);
        size_t end = rsp_bytes_index(list, ';');
        const loose_request r = {.body = rsp_bytes_sub(list, 0, end),
                                 .closed = end < list.len,
                                 .behind = rsp_bytes_from(list, end + 1)};
        append_loosely(t, &r, stub_new_request(t));
        stub_bend(t);
    }
    stub_serve(t);
}

/* The bytes from the first mapped address of a range on. */
static size_t read_tail(rsp_stub *s, int64_t pid, uint64_t addr, uint8_t *dst, size_t len) {
    size_t got = 0;
    for (size_t skip = 0; skip < len && skip < 65536 && got == 0; skip++)
        got = stub_real(s)->read_memory(s->faults.target, pid, addr + skip, dst, len - skip);
    return got;
}

static size_t read_range(void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len) {
    rsp_stub *s = t;
    bool ours = stub_serving(s, stub_on_multi_mem_read);
    size_t got = stub_real(s)->read_memory(s->faults.target, pid, addr + s->faults.points.drift, dst, len);
    if (ours && got == 0 && stub_fault(s, RSP_FAULT_MMR_DATA_DRIFTS))
        s->faults.points.drift += len;
    if (ours && got == 0 && stub_fault(s, RSP_FAULT_MMR_TAIL_RETURNED))
        return read_tail(s, pid, addr, dst, len);
    if (ours && got > 0 && stub_fault(s, RSP_FAULT_MMR_PADDED)) {
        memset(dst + got, 0, len - got);
        return len;
    }
    return got;
}

bool stub_fault_batch_read_ops(const rsp_stub *s, rsp_target_ops *ops) {
    if (!stub_fault(s, RSP_FAULT_MMR_DATA_DRIFTS) && !stub_fault(s, RSP_FAULT_MMR_TAIL_RETURNED) &&
        !stub_fault(s, RSP_FAULT_MMR_PADDED))
        return false;
    ops->read_memory = read_range;
    return true;
}

static void drifts(stub_service *t) {
    t->s->faults.points.drift = 0;
    stub_serve(t);
    t->s->faults.points.drift = 0;
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
    STOPS = 1 << 11, /* behind a range that failed */
    ALONE = 1 << 12, /* the other form, for a single range */
    WRAPS = 1 << 13, /* what lies beyond the top of the address space is zeros */
};

static const struct {
    rsp_fault fault;
    bool lldb; /* the forms in which it shows */
    bool rfc;
    unsigned style;
} styles[] = {
    {RSP_FAULT_MMR_INTERLEAVED, true, false, OTHER_FORM},
    {RSP_FAULT_MMR_DECIMAL_COUNTS, true, false, DECIMAL},
    {RSP_FAULT_MMR_OMITS_FAILED, true, false, OMITS_FAILED},
    {RSP_FAULT_MMR_REQUESTED_COUNTS, true, false, REQUESTED},
    {RSP_FAULT_MMR_FAILS_AS_A_WHOLE, true, false, FAILS},
    {RSP_FAULT_MMR_ZERO_LENGTH_REFUSED, true, false, REFUSES_ZERO},
    {RSP_FAULT_MMR_ESCAPED_COUNTS, true, true, ESCAPED},
    {RSP_FAULT_MMR_SEMICOLON_ESCAPED, true, true, SEMICOLONS},
    {RSP_FAULT_MMR_WRAPS, true, true, WRAPS},
    {RSP_FAULT_MMR_COUNTS_PROMISE_MORE, true, true, PROMISED},
    {RSP_FAULT_MMR_RFC_COUNTS_FIRST, false, true, OTHER_FORM},
    {RSP_FAULT_MMR_RFC_DECIMAL, false, true, DECIMAL},
    {RSP_FAULT_MMR_RFC_OMITS_FAILED, false, true, OMITS_FAILED},
    {RSP_FAULT_MMR_RFC_REQUESTED_COUNTS, false, true, REQUESTED},
    {RSP_FAULT_MMR_RFC_FAILS_AS_A_WHOLE, false, true, FAILS},
    {RSP_FAULT_MMR_RFC_ZERO_LENGTH_REFUSED, false, true, REFUSES_ZERO},
    {RSP_FAULT_MMR_RFC_RAW, false, true, RAW},
    {RSP_FAULT_MMR_RFC_CLOSED_EARLY, false, true, CLOSED_EARLY},
    {RSP_FAULT_MMR_RFC_STOPS, false, true, STOPS},
    {RSP_FAULT_MMR_RFC_GUESSED, false, true, ALONE},
};

static unsigned style_of(const stub_service *t) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(styles); i++)
        if (stub_fault(t->s, styles[i].fault))
            return (rfc(t) ? styles[i].rfc : styles[i].lldb) ? styles[i].style : 0;
    return 0;
}

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

/* "N,N;<bytes><bytes>" */
static void write_counts_first(const answer *a, rsp_buf *reply) {
    const char *separator = "";
    for (size_t i = 0; i < a->list.num; i++) {
        if (a->style & OMITS_FAILED && failed(a, i))
            continue;
        rsp_buf_str(reply, separator);
        append_count(a, i, reply);
        separator = ",";
    }
    rsp_buf_push(reply, ';');
    for (size_t i = 0; i < a->list.num; i++)
        append_data(a, i, reply);
}

/* "N,<bytes>;N,<bytes>" */
static void write_in_turn(const answer *a, rsp_buf *reply) {
    const char *separator = "";
    for (size_t i = 0; i < a->list.num; i++) {
        if (a->style & OMITS_FAILED && failed(a, i))
            continue;
        rsp_buf_str(reply, separator);
        append_count(a, i, reply);
        rsp_buf_push(reply, ',');
        if (i > 0 && i + 1 == a->list.num && a->style & CLOSED_EARLY)
            rsp_buf_push(reply, ';');
        append_data(a, i, reply);
        separator = ";";
        if (a->chunks[i].len == 0 && a->style & STOPS)
            break;
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
    answer a = {.decoded = {.mem = t->s->opt.mem}, .style = style_of(t)};
    stub_serve(t);
    if (a.style && take_answer(t, &arena, &a) && !refused(&a, t)) {
        bool other = a.style & OTHER_FORM || (a.style & ALONE && a.list.num == 1);
        if (a.style & WRAPS)
            pad_wrapping(&a, &arena);
        rsp_buf_clear(t->reply);
        if (rfc(t) != other)
            write_in_turn(&a, t->reply);
        else
            write_counts_first(&a, t->reply);
    }
    rsp_buf_free(&a.decoded);
    rsp_arena_free(&arena);
}

#define LOOSE(id) \
    { RSP_FAULT_##id, stub_on_multi_mem_read, read_loosely }
#define STYLE(id) \
    { RSP_FAULT_##id, stub_on_multi_mem_read, answer_in_style }

static const stub_fault_row rows[] = {
    {RSP_FAULT_MMR_FIRST_RANGE_ONLY, stub_on_multi_mem_read, first_range_only},
    {RSP_FAULT_MMR_SORTED, stub_on_multi_mem_read, sorted},
    {RSP_FAULT_MMR_RFC_NO_0X, stub_on_multi_mem_read, no_0x},
    {RSP_FAULT_MMR_HUGE_DIES, stub_on_multi_mem_read, huge_dies},
    {RSP_FAULT_MMR_FIRST_PROCESS, stub_on_multi_mem_read, stub_serve_first_process},
    {RSP_FAULT_MMR_RFC_COMMAS, stub_on_multi_mem_read, wants_commas},
    {RSP_FAULT_MMR_EMPTY_LIST, stub_on_multi_mem_read, empty_list},
    {RSP_FAULT_MMR_DATA_DRIFTS, stub_on_multi_mem_read, drifts},
    LOOSE(MMR_UNKNOWN_KEY_SKIPPED),
    LOOSE(MMR_ODD_COUNT),
    LOOSE(MMR_OPEN_END),
    LOOSE(MMR_TRAILING_IGNORED),
    LOOSE(MMR_RFC_TEXT_IGNORED),
    LOOSE(MMR_BAD_NUMBER_IS_ZERO),
    LOOSE(MMR_COMMA_IS_A_RANGE),
    STYLE(MMR_INTERLEAVED),
    STYLE(MMR_DECIMAL_COUNTS),
    STYLE(MMR_OMITS_FAILED),
    STYLE(MMR_REQUESTED_COUNTS),
    STYLE(MMR_FAILS_AS_A_WHOLE),
    STYLE(MMR_ZERO_LENGTH_REFUSED),
    STYLE(MMR_ESCAPED_COUNTS),
    STYLE(MMR_SEMICOLON_ESCAPED),
    STYLE(MMR_WRAPS),
    STYLE(MMR_COUNTS_PROMISE_MORE),
    STYLE(MMR_RFC_COUNTS_FIRST),
    STYLE(MMR_RFC_DECIMAL),
    STYLE(MMR_RFC_OMITS_FAILED),
    STYLE(MMR_RFC_REQUESTED_COUNTS),
    STYLE(MMR_RFC_FAILS_AS_A_WHOLE),
    STYLE(MMR_RFC_ZERO_LENGTH_REFUSED),
    STYLE(MMR_RFC_RAW),
    STYLE(MMR_RFC_CLOSED_EARLY),
    STYLE(MMR_RFC_STOPS),
    STYLE(MMR_RFC_GUESSED),
};
STUB_FAULT_TABLE(stub_multimem_faults, rows);
