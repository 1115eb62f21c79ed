/* Reads and breakpoint changes cut into packets that fit, both ways; and the replies taken apart.
 * Worst case for the reply: every data byte escaped. Pieces keep the order of the ranges.
 * Source: requirement groups MMR, MMR-RFC, MBP, MBP-RFC; GDB manual, Packets (m, x). */
/* SPDX-License-Identifier: MIT */
#include "client/client_split.h"

#include "codec/reply.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

const char *rsp_read_way_name(rsp_read_way way) {
    static const char *const names[] = {
#define WAY_NAME(name, text) text,
        RSP_READ_WAY_LIST(WAY_NAME)
#undef WAY_NAME
    };
    return (size_t)way < RSP_ARRAY_LEN(names) ? names[way] : "?";
}

static bool is_multi(rsp_read_way way) {
    return way == RSP_READ_MULTI_LLDB || way == RSP_READ_MULTI_RFC;
}

static rsp_multimem_form form_of(rsp_read_way way) {
    return way == RSP_READ_MULTI_RFC ? RSP_MULTIMEM_RFC : RSP_MULTIMEM_LLDB;
}

/* --- room: what is left of request and reply --- */

typedef struct room {
    size_t request;
    size_t reply;
} room;

/* Characters beside address, length, count and data: separators, and GDB's 'b' in front of data. */
static size_t request_marks(rsp_read_way way) {
    return is_multi(way) ? 2 : sizeof "x," - 1;
}

static size_t reply_marks(rsp_read_way way) {
    switch (way) {
    case RSP_READ_MULTI_RFC:
        return 2;
    case RSP_READ_MULTI_LLDB:
    case RSP_READ_BINARY_GDB:
        return 1;
    case RSP_READ_BINARY_LLDB:
    case RSP_READ_HEX:
        break;
    }
    return 0;
}

/* The most bytes of a range at `addr` that fit: the count takes room as well, so each number of its digits is
 * looked at. 0 when nothing fits. */
static uint64_t fit(room left, rsp_read_way way, uint64_t addr, uint64_t len) {
    size_t fixed = rsp_hex_width(addr) + request_marks(way);
    uint64_t best = 0;
    for (unsigned digits = 1; digits <= rsp_hex_width(len); digits++) {
        size_t head = reply_marks(way) + (is_multi(way) ? digits : 0);
        if (fixed + digits > left.request || head > left.reply)
            break;
        uint64_t most = (left.reply - head) / 2;
        uint64_t largest = digits < 16 ? (UINT64_C(1) << 4 * digits) - 1 : UINT64_MAX;
        most = most < largest ? most : largest;
        best = most > best ? most : best;
    }
    return best < len ? best : len;
}

static void take(room *left, rsp_read_way way, uint64_t addr, uint64_t len) {
    left->request -= rsp_hex_width(addr) + rsp_hex_width(len) + request_marks(way);
    left->reply -= (size_t)len * 2 + reply_marks(way) + (is_multi(way) ? rsp_hex_width(len) : 0);
}

static void skip_empty(rsp_read_split *split) {
    while (split->at < split->num && split->ranges[split->at].len == split->done) {
        split->at++;
        split->done = 0;
    }
}

size_t rsp_read_split_next(rsp_read_split *split, rsp_read_piece *pieces, size_t cap) {
    size_t name = is_multi(split->way) ? rsp_multimem_begin_len() : 0;
    room left = {.request = split->request_bytes - name, .reply = split->reply_bytes};
    size_t most = is_multi(split->way) ? RSP_LIMIT_BATCH_ITEMS : 1;
    size_t num = 0;
    if (cap < most)
        most = cap;
    for (skip_empty(split); num < most && split->at < split->num; skip_empty(split)) {
        const rsp_mem_range *range = &split->ranges[split->at];
        uint64_t addr = range->addr + split->done;
        uint64_t rest = range->len - split->done;
        uint64_t len = fit(left, split->way, addr, rest);
        if (len == 0 || (len < rest && num > 0 && rest <= RSP_LIMIT_CLIENT_UNCUT_BYTES))
            break;
        if (pieces)
            pieces[num] =
                (rsp_read_piece){.range = split->at, .addr = addr, .len = (size_t)len, .error_code = -1};
        num++;
        take(&left, split->way, addr, len);
        split->done += len;
    }
    return num;
}

/* --- requests --- */

void rsp_read_request_build(rsp_buf *out, const rsp_read_piece *pieces, size_t num, rsp_read_way way) {
    bool multi = is_multi(way);
    if (multi)
        rsp_multimem_begin(out);
    else
        rsp_packet_begin(out, way == RSP_READ_HEX ? RSP_PACKET_READ_MEMORY : RSP_PACKET_READ_BINARY);
    for (size_t i = 0; i < num; i++) {
        if (i > 0)
            rsp_buf_push(out, way == RSP_READ_MULTI_RFC ? ';' : ',');
        rsp_hex_append_u64(out, pieces[i].addr);
        rsp_buf_push(out, ',');
        rsp_hex_append_u64(out, pieces[i].len);
    }
    if (multi)
        rsp_buf_push(out, ';');
}

/* --- replies --- */

static void give(rsp_read_piece *piece, rsp_bytes data) {
    if (piece->out && data.len)
        memcpy(piece->out, data.ptr, data.len);
    piece->num_read = data.len;
    piece->status = data.len < piece->len ? RSP_FAULT : RSP_OK;
    piece->error_code = -1;
}

static rsp_status give_error(rsp_read_piece *piece, rsp_reply reply) {
    give(piece, rsp_bytes_make(NULL, 0));
    piece->status = RSP_FAULT;
    piece->error_code = reply.kind == RSP_REPLY_ERROR ? reply.code : -1;
    return RSP_OK;
}

static rsp_status parse_multi(rsp_read_piece *pieces, size_t num, rsp_multimem_form form, rsp_bytes reply,
                              const rsp_mem *mem, rsp_error *error) {
    rsp_arena arena = {.mem = mem};
    rsp_mem_range *ranges = rsp_arena_alloc(&arena, num * sizeof *ranges);
    rsp_bytes *chunks = rsp_arena_alloc(&arena, num * sizeof *chunks);
    if (!ranges || !chunks) {
        rsp_arena_free(&arena);
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for the reply's ranges");
    }
    for (size_t i = 0; i < num; i++)
        ranges[i] = (rsp_mem_range){.addr = pieces[i].addr, .len = pieces[i].len};
    rsp_status status = rsp_multimem_reply_parse(chunks, ranges, num, reply, form, error);
    for (size_t i = 0; status == RSP_OK && i < num; i++)
        give(&pieces[i], chunks[i]);
    rsp_arena_free(&arena);
    return status;
}

static rsp_status parse_hex(rsp_read_piece *piece, rsp_bytes reply, rsp_error *error) {
    if (reply.len % 2 || reply.len / 2 > piece->len)
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, reply.len, "%zu digits for %zu bytes", reply.len,
                               piece->len);
    for (size_t i = 0; i < reply.len; i++)
        if (rsp_hex_value(reply.ptr[i]) < 0)
            return rsp_fail_offset(error, RSP_MALFORMED, NULL, i, "no hex digit");
    if (piece->out && reply.len && rsp_hex_decode_into(piece->out, reply) != RSP_OK)
        return RSP_INTERNAL;
    piece->num_read = reply.len / 2;
    piece->status = piece->num_read < piece->len ? RSP_FAULT : RSP_OK;
    piece->error_code = -1;
    return RSP_OK;
}

static rsp_status parse_binary(rsp_read_piece *piece, rsp_bytes data, rsp_error *error) {
    if (data.len > piece->len)
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, piece->len, "%zu bytes for %zu asked", data.len,
                               piece->len);
    give(piece, data);
    return RSP_OK;
}

static rsp_status parse_one(rsp_read_piece *piece, rsp_read_way way, rsp_bytes reply, rsp_error *error) {
    rsp_reply kind = rsp_reply_classify(reply);
    bool failed = kind.kind == RSP_REPLY_ERROR || kind.kind == RSP_REPLY_ERROR_TEXT;
    if (reply.len == 0)
        return RSP_UNSUPPORTED;
    /* LLDB's x has no mark in front of data: what is as long as asked for may be either. */
    if (way == RSP_READ_BINARY_LLDB && failed && reply.len == piece->len)
        return rsp_fail_offset(error, RSP_UNEXPECTED, NULL, 0, "data of x that reads as an error");
    if (failed)
        return give_error(piece, kind);
    if (way == RSP_READ_HEX)
        return parse_hex(piece, reply, error);
    if (way == RSP_READ_BINARY_GDB && !rsp_take_byte(&reply, 'b'))
        return rsp_fail_offset(error, RSP_MALFORMED, NULL, 0, "reply to x does not begin with b");
    return parse_binary(piece, reply, error);
}

rsp_status rsp_read_reply_parse(rsp_read_piece *pieces, size_t num, rsp_read_way way, rsp_bytes reply,
                                const rsp_mem *mem, rsp_error *error) {
    if (!is_multi(way))
        return parse_one(&pieces[0], way, reply, error);
    rsp_reply kind = rsp_reply_classify(reply);
    if (kind.kind == RSP_REPLY_EMPTY)
        return RSP_UNSUPPORTED;
    if (kind.kind == RSP_REPLY_ERROR || kind.kind == RSP_REPLY_ERROR_TEXT)
        return rsp_fail_offset(error, RSP_REFUSED, NULL, kind.code, "%s refused", rsp_read_way_name(way));
    return parse_multi(pieces, num, form_of(way), reply, mem, error);
}

/* --- breakpoints --- */

/* Characters on the wire as an element: JSON quotes, and the worst that can become of an odd byte. */
static size_t element_len(rsp_bytes request, rsp_multibreak_form form) {
    size_t len = request.len + (form == RSP_MULTIBREAK_LLDB ? 2 : 0);
    for (size_t i = 0; i < request.len; i++) {
        uint8_t c = request.ptr[i];
        bool plain = c > ' ' && c < 0x7f && !strchr("\"\\#$}*", c);
        if (!plain)
            len += form == RSP_MULTIBREAK_LLDB ? sizeof "\\u0000" - 2 : 1;
    }
    return len;
}

size_t rsp_multibreak_fit(const rsp_bytes *requests, size_t num, rsp_multibreak_form form,
                          size_t request_bytes, size_t reply_bytes) {
    bool lldb = form == RSP_MULTIBREAK_LLDB;
    rsp_packet_id packet = lldb ? RSP_PACKET_JMULTI_BREAKPOINT : RSP_PACKET_MULTI_BREAKPOINT;
    /* Name and colon; brackets at the end: `]}` with the brace escaped. */
    size_t request = rsp_packet_name(packet).len + 1;
    request += lldb ? sizeof "{\"breakpoint_requests\":[]}]" - 1 : 0;
    size_t reply = lldb ? sizeof "{\"results\":[]}]" - 1 : 0;
    size_t result = lldb ? sizeof "\"E01\"" - 1 : sizeof "E01" - 1;
    size_t fits = 0;
    for (; fits < num && fits < RSP_LIMIT_BATCH_ITEMS; fits++) {
        size_t comma = fits > 0;
        request += element_len(requests[fits], form) + comma;
        reply += result + comma;
        if (request > request_bytes || reply > reply_bytes)
            break;
    }
    return fits > 0 || num == 0 ? fits : 1;
}
