/* Reads go range by range, and piece by piece if a packet is too small; a range ends at its first failure.
 * Breakpoints go one by one.
 * Source: requirement groups MMR, MMR-RFC, MBP and MBP-RFC. */
/* SPDX-License-Identifier: MIT */
#include "batch.h"

#include "codec/breakpoint.h"
#include "codec/escape.h"
#include "codec/reply.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <assert.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum {
    DEFAULT_PACKET_BYTES = 400, /* for a stub that names no PacketSize: what GDB starts with */
    MARGIN_BYTES = 16,          /* stubs differ on whether frame and NUL count */
};

void batch_init(batch *b, const rsp_mem *mem) {
    *b = (batch){.arena = {.mem = mem}};
    rsp_buf_init(&b->data, mem, 0);
    rsp_buf_init(&b->scratch, mem, 0);
}

void batch_free(batch *b) {
    const rsp_mem *mem = b->arena.mem;
    rsp_arena_free(&b->arena);
    rsp_buf_free(&b->data);
    rsp_buf_free(&b->scratch);
    batch_init(b, mem);
}

batch_kind batch_kind_of(rsp_bytes payload, rsp_multibreak_form *out_form) {
    rsp_packet_id id = rsp_packet_identify(payload);
    *out_form = id == RSP_PACKET_JMULTI_BREAKPOINT ? RSP_MULTIBREAK_LLDB : RSP_MULTIBREAK_RFC;
    if (id == RSP_PACKET_MULTI_MEM_READ)
        return BATCH_READ;
    return id == RSP_PACKET_MULTI_BREAKPOINT || id == RSP_PACKET_JMULTI_BREAKPOINT ? BATCH_POINTS
                                                                                   : BATCH_NONE;
}

static size_t packet_bytes(const batch *b) {
    return b->limits.packet_size ? b->limits.packet_size : (size_t)DEFAULT_PACKET_BYTES;
}

/* The longest reply that the debugger expects: no packet is longer than PacketSize. */
static size_t reply_bytes(const batch *b) {
    size_t most = RSP_LIMIT_PROXY_REPLY_BYTES;
    return b->limits.packet_size && b->limits.packet_size < most ? b->limits.packet_size : most;
}

/* --- reads --- */

/* No read wraps around from the top of the address space to 0. */
static void stop_at_the_top(rsp_mem_range *range) {
    uint64_t up_to_last = UINT64_MAX - range->addr;
    if (range->len > 0 && range->len - 1 > up_to_last)
        range->len = up_to_last + 1;
}

rsp_status batch_begin_read(batch *b, rsp_bytes payload, rsp_multimem_form form, const batch_limits *limits) {
    assert(limits);
    size_t num = 0;
    rsp_status status = rsp_multimem_parse(NULL, 0, &num, payload, form, NULL);
    if (status != RSP_OK)
        return status;
    b->ranges = rsp_arena_alloc(&b->arena, num * sizeof *b->ranges);
    b->chunks = rsp_arena_alloc(&b->arena, num * sizeof *b->chunks);
    if (b->arena.status != RSP_OK)
        return b->arena.status;
    status = rsp_multimem_parse(b->ranges, num, &num, payload, form, NULL);
    if (status != RSP_OK)
        return status;
    b->kind = BATCH_READ;
    b->read_form = form;
    b->limits = *limits;
    b->num = num;
    size_t counts = rsp_multimem_counts_bytes(b->ranges, b->num, reply_bytes(b));
    size_t limit = reply_bytes(b);
    for (size_t i = 0; i < num; i++)
        stop_at_the_top(&b->ranges[i]);
    b->room = counts < limit ? limit - counts : 0;
    return RSP_OK;
}

/* Bytes of memory whose hex digits, or escapes, fit into one reply of the stub. */
static size_t piece_bytes(const batch *b) {
    size_t packet = packet_bytes(b);
    size_t half = packet / 2 > MARGIN_BYTES ? (packet - MARGIN_BYTES) / 2 : packet / 2;
    return half > 0 ? half : 1;
}

static bool next_read(batch *b, rsp_buf *payload) {
    for (; b->at < b->num; b->at++) {
        const rsp_mem_range *range = &b->ranges[b->at];
        size_t got = b->chunks[b->at].len;
        uint64_t want = range->len - got;
        if (want > b->room)
            want = b->room;
        if (want > piece_bytes(b))
            want = piece_bytes(b);
        if (want == 0)
            continue;
        b->asked = (size_t)want;
        rsp_buf_push(payload, b->limits.binary_read ? 'x' : 'm');
        rsp_hex_append_u64(payload, range->addr + got);
        rsp_buf_push(payload, ',');
        rsp_hex_append_u64(payload, want);
        return true;
    }
    return false;
}

/* The bytes of a reply to m or x, in b->scratch; RSP_MALFORMED when it is neither them nor an error. */
static rsp_status decode_read(batch *b, rsp_bytes payload) {
    rsp_buf_clear(&b->scratch);
    if (payload.len == 0 || rsp_reply_is_error(payload))
        return RSP_OK;
    if (!b->limits.binary_read)
        return rsp_hex_decode(&b->scratch, payload);
    if (payload.ptr[0] != 'b')
        return RSP_MALFORMED;
    return rsp_unescape(&b->scratch, rsp_bytes_from(payload, 1));
}

static batch_reply take_read(batch *b, rsp_bytes payload) {
    rsp_bytes *chunk = &b->chunks[b->at];
    rsp_status status = decode_read(b, payload);
    bool odd = status != RSP_OK || b->scratch.len > b->asked;
    rsp_bytes data = odd ? rsp_bytes_make(NULL, 0) : rsp_buf_bytes(&b->scratch);
    data.len = rsp_escape_fit(data, b->room);
    rsp_buf_append(&b->data, data);
    chunk->len += data.len;
    b->room -= rsp_escaped_len(data);
    /* A short reply may be all that fits into the stub's packet: the next read decides. An empty one is the
     * end of readable memory. */
    if (data.len == 0 || chunk->len == b->ranges[b->at].len)
        b->at++;
    return odd ? BATCH_ODD : BATCH_TAKEN;
}

static void finish_read(batch *b, rsp_buf *payload) {
    const uint8_t *at = b->data.ptr;
    size_t start = payload->len;
    for (size_t i = 0; i < b->num; i++) {
        b->chunks[i].ptr = at;
        at = at ? at + b->chunks[i].len : NULL;
    }
    if (b->data.status == RSP_OK)
        rsp_multimem_reply_build(payload, b->chunks, b->num, b->read_form);
    /* The counts of the ranges alone are too long; or no memory. */
    if (b->data.status != RSP_OK || payload->len - start > reply_bytes(b)) {
        rsp_buf_truncate(payload, start);
        rsp_reply_error_build(payload, BATCH_E_MEMORY);
    }
}

/* --- breakpoints --- */

rsp_status batch_begin_points(batch *b, rsp_bytes payload, rsp_multibreak_form form,
                              const batch_limits *limits) {
    rsp_multibreak_list list = {0};
    rsp_status status = rsp_multibreak_parse(&list, payload, form, &b->arena, NULL);
    if (status != RSP_OK)
        return status;
    /* In the RFC form the requests point into the payload, which does not last until their turn. */
    b->requests = rsp_arena_alloc(&b->arena, (list.num + 1) * sizeof *b->requests);
    b->results = rsp_arena_alloc(&b->arena, (list.num + 1) * sizeof *b->results);
    for (size_t i = 0; i < list.num && b->arena.status == RSP_OK; i++)
        b->requests[i] = rsp_arena_bytes(&b->arena, list.items[i]);
    if (b->arena.status != RSP_OK)
        return b->arena.status;
    b->kind = BATCH_POINTS;
    b->points_form = form;
    b->limits = *limits;
    b->num = list.num;
    return RSP_OK;
}

static void put_result(batch *b, unsigned code) {
    rsp_bytes *result = &b->results[b->at++];
    const char *text = code ? rsp_arena_printf(&b->arena, "E%02x", code) : "OK";
    *result = text && text[0] ? rsp_bytes_str(text) : RSP_LIT("E0c");
}

/* Only well-formed Z and z requests are sent: an element must not smuggle another packet in. */
static bool next_point(batch *b, rsp_buf *payload) {
    for (; b->at < b->num;) {
        rsp_breakpoint point;
        rsp_bytes request = b->requests[b->at];
        if (rsp_breakpoint_parse(&point, request, NULL) != RSP_OK) {
            put_result(b, BATCH_E_SYNTAX);
        } else if (request.len > packet_bytes(b)) {
            put_result(b, BATCH_E_MEMORY);
        } else {
            rsp_buf_append(payload, request);
            return true;
        }
    }
    return false;
}

/* A list of results has numbers only: no text, no empty element. */
static batch_reply take_point(batch *b, rsp_bytes payload) {
    rsp_reply reply = rsp_reply_classify(payload);
    switch (reply.kind) {
    case RSP_REPLY_OK:
        put_result(b, 0);
        return BATCH_TAKEN;
    case RSP_REPLY_EMPTY:
        put_result(b, BATCH_E_UNSUPPORTED);
        return BATCH_TAKEN;
    case RSP_REPLY_ERROR:
        put_result(b, reply.code ? reply.code : (unsigned)BATCH_E_GENERAL);
        return BATCH_TAKEN;
    case RSP_REPLY_ERROR_TEXT:
        put_result(b, BATCH_E_GENERAL);
        return BATCH_TAKEN;
    case RSP_REPLY_OTHER:
        break;
    }
    put_result(b, BATCH_E_GENERAL);
    return BATCH_ODD;
}

/* --- both --- */

bool batch_next(batch *b, rsp_buf *payload) {
    assert(payload);
    return b->kind == BATCH_READ ? next_read(b, payload) : next_point(b, payload);
}

/* Stop replies, console text and File-I/O begin with letters that no reply to m, x, Z or z begins with. F is
 * a hex digit, but a File-I/O request has the name of a call and commas. */
static bool is_foreign(rsp_bytes payload) {
    if (payload.len == 0 || rsp_reply_classify(payload).kind == RSP_REPLY_OK)
        return false;
    if (payload.ptr[0] == 'F')
        return rsp_bytes_index(payload, ',') < payload.len;
    return rsp_bytes_index(RSP_LIT("TSWXNO"), payload.ptr[0]) < sizeof "TSWXNO" - 1;
}

batch_reply batch_take(batch *b, rsp_bytes payload) {
    if (is_foreign(payload))
        return BATCH_FOREIGN;
    return b->kind == BATCH_READ ? take_read(b, payload) : take_point(b, payload);
}

void batch_give_up(batch *b) {
    if (b->kind == BATCH_READ)
        b->at = b->num;
    while (b->kind == BATCH_POINTS && b->at < b->num)
        put_result(b, BATCH_E_GENERAL);
}

void batch_finish(batch *b, rsp_buf *payload) {
    if (b->kind == BATCH_READ)
        finish_read(b, payload);
    else
        rsp_multibreak_reply_build(payload, b->results, b->num, b->points_form);
    batch_free(b);
}
