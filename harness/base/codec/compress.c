/* Deflate and inflate by zlib, with memory of ours and never more than was promised.
 * A packet says how long it becomes: more than that is damage, and so is less.
 * See compress.h. */
/* SPDX-License-Identifier: MIT */
#include "codec/compress.h"

#include "codec/escape.h"
#include "core/hex.h"
#include "core/mem.h"

#ifdef RSP_ZLIB
#include <zlib.h>
#endif

bool rsp_compression_exists(void) {
#ifdef RSP_ZLIB
    return true;
#else
    return false;
#endif
}

static bool take_decimal(uint64_t *out, rsp_bytes *rest) {
    uint64_t value = 0;
    size_t digits = 0;
    for (; rest->len > 0 && rest->ptr[0] >= '0' && rest->ptr[0] <= '9'; digits++) {
        if (value > (UINT64_MAX - 9) / 10)
            return false;
        value = value * 10 + (uint64_t)(rest->ptr[0] - '0');
        *rest = rsp_bytes_from(*rest, 1);
    }
    *out = value;
    return digits > 0;
}

rsp_status rsp_compression_parse(uint64_t *out_min, rsp_bytes args) {
    *out_min = RSP_COMPRESSION_MIN_BYTES;
    if (!rsp_take_text(&args, RSP_LIT("type:")))
        return RSP_MALFORMED;
    rsp_bytes type = rsp_bytes_split(&args, ';');
    if (rsp_take_text(&args, RSP_LIT("minsize:")) &&
        (!take_decimal(out_min, &args) || !rsp_take_byte(&args, ';')))
        return RSP_MALFORMED;
    if (args.len > 0)
        return RSP_MALFORMED;
    bool known = rsp_bytes_equal(type, RSP_LIT(RSP_COMPRESSION_TYPE));
    return known && rsp_compression_exists() ? RSP_OK : RSP_UNSUPPORTED;
}

#ifdef RSP_ZLIB

enum { WINDOW_BITS = -15, MEMORY_LEVEL = 8 }; /* without a header, as LLDB has it */

static void *zlib_alloc(void *mem, unsigned num, unsigned size) {
    return rsp_mem_calloc(mem, num, size);
}

static void zlib_free(void *mem, void *ptr) {
    rsp_mem_free(mem, ptr);
}

/* The interface of zlib lacks the const. */
static z_stream stream_of(const rsp_mem *mem, rsp_bytes in) {
    return (z_stream){.zalloc = zlib_alloc,
                      .zfree = zlib_free,
                      .opaque = (void *)(uintptr_t)mem,
                      .next_in = (Bytef *)(uintptr_t)in.ptr,
                      .avail_in = (uInt)in.len};
}

/* RSP_RANGE: the data becomes no shorter. */
static rsp_status deflate_all(rsp_buf *out, rsp_bytes payload) {
    z_stream stream = stream_of(out->mem, payload);
    uint8_t *room = payload.len <= UINT32_MAX ? rsp_buf_extend(out, payload.len) : NULL;
    if (!room)
        return RSP_NO_MEMORY;
    stream.next_out = room;
    stream.avail_out = (uInt)payload.len;
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW_BITS, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return RSP_NO_MEMORY;
    int how = deflate(&stream, Z_FINISH);
    rsp_buf_truncate(out, out->len - stream.avail_out);
    (void)deflateEnd(&stream);
    return how == Z_STREAM_END ? RSP_OK : RSP_RANGE;
}

/* Exactly `size` bytes are to come of it. */
static rsp_status inflate_all(rsp_buf *out, rsp_bytes data, size_t size) {
    z_stream stream = stream_of(out->mem, data);
    uint8_t none = 0;
    uint8_t *room = size > 0 ? rsp_buf_extend(out, size) : &none;
    if (!room)
        return out->status == RSP_LIMIT ? RSP_LIMIT : RSP_NO_MEMORY;
    stream.next_out = room;
    stream.avail_out = (uInt)size;
    int how = inflateInit2(&stream, WINDOW_BITS);
    if (how != Z_OK)
        return RSP_NO_MEMORY;
    how = inflate(&stream, Z_FINISH);
    bool whole = how == Z_STREAM_END && stream.avail_out == 0 && stream.avail_in == 0;
    (void)inflateEnd(&stream);
    if (how == Z_MEM_ERROR)
        return RSP_NO_MEMORY;
    return whole ? RSP_OK : RSP_MALFORMED;
}

static rsp_status compress_it(rsp_buf *out, rsp_bytes payload) {
    rsp_buf data = {.mem = out->mem};
    rsp_status status = deflate_all(&data, payload);
    if (status == RSP_OK && rsp_escaped_len(rsp_buf_bytes(&data)) + 24 >= payload.len)
        status = RSP_RANGE;
    if (status == RSP_OK) {
        rsp_buf_printf(out, "C%zu:", payload.len);
        rsp_escape_append(out, rsp_buf_bytes(&data));
    }
    rsp_buf_free(&data);
    return status;
}

static rsp_status undo_it(rsp_buf *out, rsp_bytes rest) {
    uint64_t size = 0;
    if (!take_decimal(&size, &rest) || !rsp_take_byte(&rest, ':'))
        return RSP_MALFORMED;
    if (out->limit && size > out->limit - out->len)
        return RSP_LIMIT;
    rsp_buf data = {.mem = out->mem};
    rsp_status status = rsp_unescape(&data, rest);
    if (status == RSP_OK && (data.len > UINT32_MAX || size > UINT32_MAX))
        status = RSP_LIMIT;
    if (status == RSP_OK)
        status = inflate_all(out, rsp_buf_bytes(&data), (size_t)size);
    rsp_buf_free(&data);
    return status;
}

#else

static rsp_status compress_it(rsp_buf *out, rsp_bytes payload) {
    (void)out;
    (void)payload;
    return RSP_RANGE;
}

static rsp_status undo_it(rsp_buf *out, rsp_bytes rest) {
    (void)out;
    (void)rest;
    return RSP_UNSUPPORTED;
}

#endif

rsp_status rsp_compress_append(rsp_buf *out, rsp_bytes payload, uint64_t min) {
    rsp_status status = payload.len >= min ? compress_it(out, payload) : RSP_RANGE;
    if (status == RSP_OK)
        return out->status;
    if (status == RSP_NO_MEMORY)
        return status;
    rsp_buf_push(out, 'N');
    rsp_buf_append(out, payload);
    return out->status;
}

rsp_status rsp_compress_undo(rsp_buf *out, rsp_bytes wire) {
    size_t start = out->len;
    rsp_bytes rest = wire;
    rsp_status status = RSP_MALFORMED;
    if (rsp_take_byte(&rest, 'N')) {
        rsp_buf_append(out, rest);
        status = out->status;
    } else if (rsp_take_byte(&rest, 'C')) {
        status = undo_it(out, rest);
    }
    if (status != RSP_OK)
        rsp_buf_truncate(out, start);
    return status;
}
