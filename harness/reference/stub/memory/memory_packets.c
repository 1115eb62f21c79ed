/* m, M, x and X. Replies hold what could be read from the start of the range, bounded by PacketSize; writes
 * are done whole or not at all. No allocation beyond the reply buffer, which is kept from request to request.
 * Source: GDB manual, Packets; LLDB gdb-remote extensions, x. */
/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include "errors.h"
#include "handlers.h"
#include "spaces.h"
#include "trace_frame.h"

#include "codec/escape.h"

/* Digits of bytes that lie in the back half of the same room; the front never overtakes the back. */
static void expand_hex(uint8_t *to, const uint8_t *from, size_t num) {
    for (size_t i = 0; i < num; i++) {
        uint8_t byte = from[i];
        to[2 * i] = (uint8_t)rsp_hex_digits[byte >> 4];
        to[2 * i + 1] = (uint8_t)rsp_hex_digits[byte & 15];
    }
}

/* The range of m and x, and the place where it is; false after an error. */
static bool take_read(rsp_stub *s, rsp_bytes args, rsp_buf *reply, stub_place *place, uint64_t *out_addr,
                      uint64_t *out_len) {
    const rsp_bytes suffix = stub_place_suffix(s, &args);
    return stub_range_or_error(s, out_addr, out_len, args, reply) && stub_place_find(s, suffix, reply, place);
}

stub_reply_kind stub_on_read_memory(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    uint64_t len;
    stub_place place;
    if (!take_read(s, args, reply, &place, &addr, &len))
        return STUB_REPLY_SEND;
    /* Nothing to read: "OK", as lldb-server has it, because an empty reply would mean "not supported". */
    if (len == 0)
        return stub_ok(reply);
    size_t most = s->opt.packet_bytes / 2;
    size_t num = len < most ? (size_t)len : most;
    size_t start = reply->len;
    uint8_t *room = rsp_buf_extend(reply, 2 * num);
    if (!room)
        return STUB_REPLY_SEND;
    size_t got = stub_place_read(s, &place, addr, room + num, num);
    expand_hex(room, room + num, got);
    rsp_buf_truncate(reply, start + 2 * got);
    return got == 0 ? stub_memory_error(s, reply, RSP_FAULT) : STUB_REPLY_SEND;
}

/* Writes all of data or nothing. What is there is read first, because a target can only tell by trying, and
 * put back should the target run out of memory half-way. `old` has room for as many bytes. */
static rsp_status write_whole(rsp_stub *s, int64_t pid, uint64_t addr, rsp_bytes data, uint8_t *old) {
    const rsp_target_ops *ops = s->opt.ops;
    if (stub_clamp(addr, data.len) != data.len)
        return RSP_FAULT;
    if (stub_read(s, pid, addr, old, data.len) != data.len)
        return RSP_FAULT;
    size_t done = ops->write_memory(s->opt.target, pid, addr, data);
    if (done == data.len)
        return RSP_OK;
    (void)ops->write_memory(s->opt.target, pid, addr, rsp_bytes_make(old, done));
    return RSP_FAULT;
}

static stub_reply_kind write_and_answer(rsp_stub *s, rsp_buf *reply, const stub_place *place, uint64_t addr,
                                        rsp_bytes data) {
    rsp_status status = RSP_OK;
    if (!stub_may_write(s, reply))
        return STUB_REPLY_SEND;
    if (place->block)
        return stub_place_write_block(s, place, addr, data, reply);
    if (data.len > 0) {
        size_t start = reply->len;
        uint8_t *old = rsp_buf_extend(reply, data.len);
        if (!old)
            return STUB_REPLY_SEND;
        status = write_whole(s, place->pid, addr, data, old);
        rsp_buf_truncate(reply, start);
    }
    if (status == RSP_OK)
        return stub_ok(reply);
    return stub_memory_error(s, reply, status);
}

/* "addr,len:" in front of the data of M and X. */
static rsp_status take_header(uint64_t *addr, uint64_t *len, rsp_bytes *args) {
    rsp_status status = rsp_take_addr_len(addr, len, args);
    if (status == RSP_OK && !rsp_take_byte(args, ':'))
        status = RSP_MALFORMED;
    return status;
}

typedef rsp_status decode_data(rsp_buf *out, rsp_bytes data);

/* The announced length is that of the data once it is decoded. */
static stub_reply_kind write_decoded(rsp_stub *s, rsp_bytes args, rsp_bytes suffix, decode_data *decode,
                                     rsp_buf *reply) {
    uint64_t addr;
    uint64_t len;
    stub_place place;
    if (take_header(&addr, &len, &args) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "want addr,length:data");
    rsp_buf *data = &s->scratch;
    rsp_buf_clear(data);
    rsp_status status = decode(data, args);
    if (status == RSP_NO_MEMORY)
        return stub_error(s, reply, STUB_E_LIMIT, "out of memory");
    if (status != RSP_OK || data->len != len)
        return stub_error(s, reply, STUB_E_SYNTAX, "data is not as long as announced");
    if (!stub_place_find(s, suffix, reply, &place))
        return STUB_REPLY_SEND;
    return write_and_answer(s, reply, &place, addr, rsp_buf_bytes(data));
}

stub_reply_kind stub_on_write_memory(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    const rsp_bytes suffix = stub_place_suffix(s, &args);
    return write_decoded(s, args, suffix, rsp_hex_decode, reply);
}

stub_reply_kind stub_on_write_binary(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    /* Whatever follows the colon is data, and may look like a suffix. */
    return write_decoded(s, args, (rsp_bytes){0}, rsp_unescape, reply);
}

/* LLDB's older form has no marker, so that `x0,0` can be a probe with the answer OK. */
static bool marked(const rsp_stub *s) {
    return s->opt.x_dialect == RSP_X_GDB;
}

static stub_reply_kind answer_empty_x(rsp_stub *s, rsp_buf *reply) {
    if (!marked(s))
        return stub_ok(reply);
    rsp_buf_push(reply, 'b');
    return STUB_REPLY_SEND;
}

/* As much of the data as fits with its escapes. */
static void append_fitting(const rsp_stub *s, rsp_buf *reply, rsp_bytes data) {
    size_t fit = rsp_escape_fit(data, s->opt.packet_bytes - reply->len);
    rsp_escape_append(reply, rsp_bytes_sub(data, 0, fit));
}

stub_reply_kind stub_on_read_binary(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    uint64_t addr;
    uint64_t len;
    stub_place place;
    if (!take_read(s, args, reply, &place, &addr, &len))
        return STUB_REPLY_SEND;
    if (len == 0)
        return answer_empty_x(s, reply);
    size_t num = len < s->opt.packet_bytes ? (size_t)len : s->opt.packet_bytes;
    rsp_buf *data = &s->scratch;
    rsp_buf_clear(data);
    uint8_t *room = rsp_buf_extend(data, num);
    if (!room)
        return stub_error(s, reply, STUB_E_LIMIT, "out of memory");
    size_t got = stub_place_read(s, &place, addr, room, num);
    if (got == 0)
        return stub_memory_error(s, reply, RSP_FAULT);
    if (marked(s))
        rsp_buf_push(reply, 'b');
    append_fitting(s, reply, rsp_bytes_make(room, got));
    return STUB_REPLY_SEND;
}
