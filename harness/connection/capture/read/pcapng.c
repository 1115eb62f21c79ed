/* A block is type, length, body, length again; options are code, length, value, padded to four bytes.
 * Each block is reserved whole before its first byte, so that a full buffer never holds half of one.
 * See pcapng.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/pcapng.h"

#include "core/limits.h"

enum {
    BLOCK_SECTION = 0x0a0d0d0a,
    BLOCK_INTERFACE = 1,
    BLOCK_PACKET = 6, /* "enhanced" */
    OPTION_COMMENT = 1,
    OPTION_USER_APPLICATION = 4,
    OPTION_INTERFACE_NAME = 2,
    OPTION_TIME_RESOLUTION = 9,
    NANOSECONDS = 9, /* 10^-9 */
    BLOCK_OVERHEAD = 12,
};

static void put16(rsp_buf *out, unsigned value) {
    rsp_buf_push(out, (uint8_t)value);
    rsp_buf_push(out, (uint8_t)(value >> 8));
}

static void put32(rsp_buf *out, uint64_t value) {
    put16(out, (unsigned)(value & 0xffff));
    put16(out, (unsigned)(value >> 16 & 0xffff));
}

static size_t padded(size_t len) {
    return (len + 3) & ~(size_t)3;
}

static void put_padded(rsp_buf *out, rsp_bytes bytes) {
    rsp_buf_append(out, bytes);
    for (size_t i = bytes.len; i < padded(bytes.len); i++)
        rsp_buf_push(out, 0);
}

static size_t option_bytes(rsp_bytes value) {
    return 4 + padded(value.len);
}

static void put_option(rsp_buf *out, unsigned code, rsp_bytes value) {
    put16(out, code);
    put16(out, (unsigned)value.len);
    put_padded(out, value);
}

rsp_bytes rsp_pcapng_cut(rsp_bytes comment) {
    size_t most = RSP_LIMIT_PCAPNG_COMMENT_BYTES;
    if (comment.len <= most)
        return comment;
    while (most > 0 && (comment.ptr[most] & 0xc0) == 0x80) /* not in the middle of a UTF-8 character */
        most--;
    return rsp_bytes_sub(comment, 0, most);
}

/* False when the block as a whole has no room. */
static bool begin_block(rsp_buf *out, uint32_t type, size_t len) {
    if (!rsp_buf_reserve(out, len))
        return false;
    put32(out, type);
    put32(out, len);
    return true;
}

static void end_block(rsp_buf *out, size_t len) {
    put32(out, len);
}

void rsp_pcapng_section(rsp_buf *out, const char *application) {
    rsp_bytes name = rsp_pcapng_cut(rsp_bytes_str(application));
    size_t len = BLOCK_OVERHEAD + 16 + (name.len ? option_bytes(name) + 4 : 0);
    if (!begin_block(out, BLOCK_SECTION, len))
        return;
    put32(out, UINT32_C(0x1a2b3c4d)); /* tells the byte order */
    put16(out, 1);
    put16(out, 0);
    put32(out, UINT32_MAX); /* length of the section: not known */
    put32(out, UINT32_MAX);
    if (name.len) {
        put_option(out, OPTION_USER_APPLICATION, name);
        put32(out, 0);
    }
    end_block(out, len);
}

void rsp_pcapng_interface(rsp_buf *out, int link_type, const char *name) {
    static const uint8_t resolution = NANOSECONDS;
    rsp_bytes called = rsp_pcapng_cut(rsp_bytes_str(name));
    rsp_bytes unit = rsp_bytes_make(&resolution, 1);
    size_t len = BLOCK_OVERHEAD + 8 + (called.len ? option_bytes(called) : 0) + option_bytes(unit) + 4;
    if (!begin_block(out, BLOCK_INTERFACE, len))
        return;
    put16(out, (unsigned)link_type);
    put16(out, 0);
    put32(out, 0); /* no length limit */
    if (called.len)
        put_option(out, OPTION_INTERFACE_NAME, called);
    put_option(out, OPTION_TIME_RESOLUTION, unit);
    put32(out, 0);
    end_block(out, len);
}

void rsp_pcapng_write(rsp_buf *out, const rsp_pcapng_packet *packet) {
    rsp_bytes comment = rsp_pcapng_cut(packet->comment);
    size_t wire = packet->wire_len > packet->frame.len ? packet->wire_len : packet->frame.len;
    size_t len =
        BLOCK_OVERHEAD + 20 + padded(packet->frame.len) + (comment.len ? option_bytes(comment) + 4 : 0);
    if (!begin_block(out, BLOCK_PACKET, len))
        return;
    put32(out, packet->interface);
    put32(out, packet->time_ns >> 32);
    put32(out, packet->time_ns & UINT32_MAX);
    put32(out, packet->frame.len);
    put32(out, wire);
    put_padded(out, packet->frame);
    if (comment.len) {
        put_option(out, OPTION_COMMENT, comment);
        put32(out, 0);
    }
    end_block(out, len);
}
