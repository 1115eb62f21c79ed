/* Whatever is whole in `pending` is copied, the rest waits for more bytes. A comment goes in front of the
 * options that a packet has, so that those need not be understood.
 * See annotate.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/annotate.h"

#include "capture/pcapng.h"
#include "core/limits.h"

#include <assert.h>

typedef enum form { FORM_UNKNOWN, FORM_PCAP, FORM_PCAPNG } form;

enum {
    BLOCK_SECTION = 0x0a0d0d0a,
    BLOCK_OLD_PACKET = 2,
    BLOCK_SIMPLE_PACKET = 3,
    BLOCK_PACKET = 6,
    OPTION_COMMENT = 1,
    HEAD_BYTES = 8,     /* type and length of a block */
    BLOCK_MIN = 12,     /* the same with the length behind it */
    PACKET_FIXED = 28,  /* head, interface, time, two lengths */
    SECTION_FIXED = 28, /* head, byte order, version, length of the section, tail */
    PCAP_HEAD = 24,
    PCAP_PACKET_HEAD = 16,
};

void rsp_annotator_free(rsp_annotator *a) {
    if (a)
        rsp_buf_free(&a->pending);
}

static uint32_t get32(const rsp_annotator *a, const uint8_t *at) {
    uint32_t value = 0;
    for (int i = 0; i < 4; i++)
        value = value << 8 | at[a->big ? i : 3 - i];
    return value;
}

static void put(const rsp_annotator *a, rsp_buf *out, uint32_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++)
        rsp_buf_push(out, (uint8_t)(value >> (8 * (a->big ? bytes - 1 - i : i))));
}

static size_t padded(size_t len) {
    return (len + 3) & ~(size_t)3;
}

static rsp_status bad(const rsp_annotator *a, rsp_error *error, const char *what) {
    return rsp_fail_offset(error, RSP_BAD_FILE, a->name, a->offset, "after frame %llu, at byte %llu: %s",
                           (unsigned long long)a->frames, (unsigned long long)a->offset, what);
}

/* --- comments ------------------------------------------------------------------------------------------- */

/* Moves on to the comments of the frame just counted: their number. */
static size_t comments_here(rsp_annotator *a) {
    while (a->next_comment < a->num_comments && a->comments[a->next_comment].frame < a->frames)
        a->next_comment++;
    size_t num = 0;
    while (a->next_comment + num < a->num_comments && a->comments[a->next_comment + num].frame == a->frames)
        num++;
    return num;
}

/* As a list of options, without the mark behind the last. */
static void put_comments(rsp_annotator *a, rsp_buf *out, size_t num) {
    for (size_t i = 0; i < num; i++) {
        rsp_bytes text = rsp_pcapng_cut(a->comments[a->next_comment + i].text);
        put(a, out, OPTION_COMMENT, 2);
        put(a, out, (uint32_t)text.len, 2);
        rsp_buf_append(out, text);
        for (size_t k = text.len; k < padded(text.len); k++)
            rsp_buf_push(out, 0);
    }
    a->placed += num;
}

/* --- pcapng --------------------------------------------------------------------------------------------- */

/* Where the options of a packet begin that takes some; beyond the block when its lengths lie. */
static uint64_t options_at(const rsp_annotator *a, rsp_bytes block) {
    return (uint64_t)PACKET_FIXED + (((uint64_t)get32(a, block.ptr + 20) + 3) & ~UINT64_C(3));
}

/* `block` is a packet that takes options: fixed part, data, options, length. */
static void copy_commented(rsp_annotator *a, rsp_buf *out, rsp_bytes block, size_t num) {
    uint64_t data_end = options_at(a, block);
    size_t begun = out->len;
    rsp_bytes options = rsp_bytes_sub(block, (size_t)data_end, block.len - 4 - (size_t)data_end);
    rsp_buf_append(out, rsp_bytes_sub(block, 0, (size_t)data_end));
    put_comments(a, out, num);
    rsp_buf_append(out, options);
    if (options.len == 0)
        put(a, out, 0, 4);
    put(a, out, (uint32_t)(out->len - begun + 4), 4);
    /* The length in front, now that it is known. */
    uint32_t len = (uint32_t)(out->len - begun);
    for (int i = 0; i < 4 && out->status == RSP_OK; i++)
        out->ptr[begun + 4 + (size_t)i] = (uint8_t)(len >> (8 * (a->big ? 3 - i : i)));
}

/* The section grows with its comments: its length becomes "not known". */
static void copy_section(rsp_buf *out, rsp_bytes block) {
    enum { LENGTH_AT = 16 };
    size_t begun = out->len;
    rsp_buf_append(out, block);
    if (out->status == RSP_OK)
        memset(out->ptr + begun + LENGTH_AT, 0xff, 8);
}

static rsp_status copy_block(rsp_annotator *a, rsp_buf *out, rsp_bytes block, rsp_error *error) {
    uint32_t type = get32(a, block.ptr);
    if (get32(a, block.ptr + block.len - 4) != block.len)
        return bad(a, error, "a block's two lengths differ");
    if (type == BLOCK_SECTION) {
        if (block.len < SECTION_FIXED)
            return bad(a, error, "a section header is too short");
        copy_section(out, block);
        return RSP_OK;
    }
    bool options = type == BLOCK_PACKET || type == BLOCK_OLD_PACKET;
    if (options || type == BLOCK_SIMPLE_PACKET) {
        if (options && block.len < PACKET_FIXED + 4)
            return bad(a, error, "a packet block is too short");
        if (options && options_at(a, block) > block.len - 4)
            return bad(a, error, "a packet is longer than its block");
        a->frames++;
        size_t num = comments_here(a);
        if (options && num > 0) {
            copy_commented(a, out, block, num);
            return RSP_OK;
        }
        a->unplaced += num;
    }
    rsp_buf_append(out, block);
    return RSP_OK;
}

/* The byte order, which a section header tells in its own words. False when it does not. */
static bool learn_order(rsp_annotator *a, const uint8_t *at) {
    static const uint8_t little[] = {0x4d, 0x3c, 0x2b, 0x1a};
    static const uint8_t big[] = {0x1a, 0x2b, 0x3c, 0x4d};
    a->big = memcmp(at, big, sizeof big) == 0;
    return a->big || memcmp(at, little, sizeof little) == 0;
}

/* Bytes of the block that `rest` begins with; 0: more are needed to tell. */
static rsp_status block_len(rsp_annotator *a, size_t *out_len, rsp_bytes rest, rsp_error *error) {
    static const uint8_t section[] = {0x0a, 0x0d, 0x0d, 0x0a}; /* the same in both byte orders */
    *out_len = 0;
    if (rest.len < BLOCK_MIN)
        return RSP_OK;
    if (memcmp(rest.ptr, section, sizeof section) == 0 && !learn_order(a, rest.ptr + HEAD_BYTES))
        return bad(a, error, "a section header tells no byte order");
    uint32_t len = get32(a, rest.ptr + 4);
    if (len < BLOCK_MIN || len % 4 != 0)
        return bad(a, error, "a block's length makes no sense");
    if (len > RSP_LIMIT_CAPTURE_BLOCK_BYTES)
        return rsp_fail_offset(
            error, RSP_LIMIT, a->name, a->offset, "after frame %llu, at byte %llu: a block of %lu bytes",
            (unsigned long long)a->frames, (unsigned long long)a->offset, (unsigned long)len);
    *out_len = len;
    return RSP_OK;
}

/* --- pcap ----------------------------------------------------------------------------------------------- */

/* Before version 2.4 the length on the wire stood first; in files of 2.3 it may, and is the larger one then.
 */
enum { CAPTURED_FIRST, WIRE_FIRST, LARGER_IS_WIRE };

static int order_of_lengths(const rsp_annotator *a, rsp_bytes head) {
    uint32_t version = get32(a, head.ptr + 4);
    uint32_t major = a->big ? version >> 16 : version & 0xffff;
    uint32_t minor = a->big ? version & 0xffff : version >> 16;
    if (major != 2)
        return major == 543 ? WIRE_FIRST : CAPTURED_FIRST; /* some tool's own number */
    return minor < 3 ? WIRE_FIRST : minor == 3 ? LARGER_IS_WIRE : CAPTURED_FIRST;
}

static void take_lengths(const rsp_annotator *a, rsp_bytes packet, uint32_t *out_captured,
                         uint32_t *out_wire) {
    uint32_t first = get32(a, packet.ptr + 8);
    uint32_t second = get32(a, packet.ptr + 12);
    bool swapped = a->lengths == WIRE_FIRST || (a->lengths == LARGER_IS_WIRE && first > second);
    *out_captured = swapped ? second : first;
    *out_wire = swapped ? first : second;
}

static rsp_status packet_len(rsp_annotator *a, size_t *out_len, rsp_bytes rest, rsp_error *error) {
    *out_len = 0;
    if (rest.len < PCAP_PACKET_HEAD)
        return RSP_OK;
    uint32_t captured = 0;
    uint32_t wire = 0;
    take_lengths(a, rest, &captured, &wire);
    if (captured > RSP_LIMIT_CAPTURE_BLOCK_BYTES - PCAP_PACKET_HEAD)
        return rsp_fail_offset(
            error, RSP_LIMIT, a->name, a->offset, "after frame %llu, at byte %llu: a packet of %lu bytes",
            (unsigned long long)a->frames, (unsigned long long)a->offset, (unsigned long)captured);
    *out_len = PCAP_PACKET_HEAD + captured;
    return RSP_OK;
}

static void copy_packet(rsp_annotator *a, rsp_buf *out, rsp_bytes packet) {
    uint32_t captured = 0;
    uint32_t wire = 0;
    take_lengths(a, packet, &captured, &wire);
    a->frames++;
    size_t num = comments_here(a);
    rsp_pcapng_packet copy = {
        .time_ns = (uint64_t)get32(a, packet.ptr) * UINT64_C(1000000000) +
                   (uint64_t)get32(a, packet.ptr + 4) * a->fraction,
        .wire_len = wire,
        .frame = rsp_bytes_from(packet, PCAP_PACKET_HEAD),
    };
    if (num == 0) {
        rsp_pcapng_write(out, &copy);
        return;
    }
    rsp_buf block = {.mem = out->mem};
    rsp_pcapng_write(&block, &copy);
    bool big = a->big;
    a->big = false; /* what we write is little-endian */
    if (block.status == RSP_OK)
        copy_commented(a, out, rsp_buf_bytes(&block), num);
    else
        out->status = block.status;
    a->big = big;
    rsp_buf_free(&block);
}

static void begin_file(rsp_annotator *a, rsp_buf *out, rsp_bytes head) {
    rsp_pcapng_section(out, a->application);
    rsp_pcapng_interface(out, (int)(get32(a, head.ptr + 20) & 0xffff), NULL);
}

/* --- both ----------------------------------------------------------------------------------------------- */

static const struct magic {
    uint8_t bytes[4];
    form form;
    bool big;
    uint32_t fraction;
} magics[] = {
    {{0xd4, 0xc3, 0xb2, 0xa1}, FORM_PCAP, false, 1000}, {{0xa1, 0xb2, 0xc3, 0xd4}, FORM_PCAP, true, 1000},
    {{0x4d, 0x3c, 0xb2, 0xa1}, FORM_PCAP, false, 1},    {{0xa1, 0xb2, 0x3c, 0x4d}, FORM_PCAP, true, 1},
    {{0x0a, 0x0d, 0x0d, 0x0a}, FORM_PCAPNG, false, 0},
};

/* *out_len: what the head of the file takes; 0 when more bytes are needed. */
static rsp_status take_head(rsp_annotator *a, rsp_buf *out, size_t *out_len, rsp_bytes rest,
                            rsp_error *error) {
    *out_len = 0;
    if (rest.len < 4)
        return RSP_OK;
    for (size_t i = 0; i < RSP_ARRAY_LEN(magics); i++) {
        if (memcmp(rest.ptr, magics[i].bytes, 4) != 0)
            continue;
        if (magics[i].form == FORM_PCAP && rest.len < PCAP_HEAD)
            return RSP_OK;
        a->form = (int)magics[i].form;
        a->big = magics[i].big;
        a->fraction = magics[i].fraction;
        if (magics[i].form != FORM_PCAP)
            return RSP_OK;
        a->lengths = order_of_lengths(a, rest);
        begin_file(a, out, rest);
        *out_len = PCAP_HEAD;
        return RSP_OK;
    }
    return bad(a, error, "neither pcap nor pcapng");
}

static rsp_status take_one(rsp_annotator *a, rsp_buf *out, size_t *out_len, rsp_bytes rest,
                           rsp_error *error) {
    if (a->form == FORM_UNKNOWN) {
        rsp_status status = take_head(a, out, out_len, rest, error);
        if (status != RSP_OK || *out_len > 0 || a->form == FORM_UNKNOWN)
            return status;
    }
    bool ng = a->form == FORM_PCAPNG;
    rsp_status status = ng ? block_len(a, out_len, rest, error) : packet_len(a, out_len, rest, error);
    if (status != RSP_OK || *out_len > rest.len) {
        *out_len = 0;
        return status;
    }
    if (*out_len > 0 && ng)
        return copy_block(a, out, rsp_bytes_sub(rest, 0, *out_len), error);
    if (*out_len > 0)
        copy_packet(a, out, rsp_bytes_sub(rest, 0, *out_len));
    return RSP_OK;
}

rsp_status rsp_annotate(rsp_annotator *a, rsp_buf *out, rsp_bytes piece, rsp_error *error) {
    assert(a && out);
    rsp_buf_append(&a->pending, piece);
    size_t done = 0;
    size_t len = 0;
    rsp_status status = a->pending.status;
    do {
        if (status == RSP_OK)
            status = take_one(a, out, &len, rsp_bytes_from(rsp_buf_bytes(&a->pending), done), error);
        if (status == RSP_OK) {
            done += len;
            a->offset += len;
        }
    } while (status == RSP_OK && len > 0 && out->status == RSP_OK);
    rsp_buf_consume(&a->pending, done);
    if (status == RSP_OK && out->status != RSP_OK)
        return rsp_fail(error, RSP_NO_MEMORY, "no room for the copy");
    return status;
}

rsp_status rsp_annotate_end(rsp_annotator *a, rsp_error *error) {
    if (a->form == FORM_UNKNOWN && a->pending.len == 0)
        return bad(a, error, "the file is empty");
    return a->pending.len > 0 ? bad(a, error, "the file breaks off inside a packet") : RSP_OK;
}
