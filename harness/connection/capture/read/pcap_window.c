/* Records of a pcap file: seconds, fraction, bytes captured, bytes on the wire, and the frame; or blocks of a
 * pcapng file. Written for speed: one thread walks over a window, and each then takes its own frames by their
 * places. See pcap_window.h. Source: draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng. */
/* SPDX-License-Identifier: MIT */
#include "capture/pcap_window.h"

#include <assert.h>

enum { RECORD_BYTES = 16, AT_ADDRESSES = 14 + 12, AT_PORTS = 14 + 20 }; /* the last two of a plain frame */
enum {
    BLOCK_SECTION = 0x0a0d0d0a,
    BLOCK_INTERFACE = 1,
    BLOCK_OLD_PACKET = 2,
    BLOCK_SIMPLE_PACKET = 3,
    BLOCK_PACKET = 6,
    BLOCK_OVERHEAD = 12, /* type and length in front, length behind */
    BLOCK_MOST_BYTES = 512 * 1024,
    PACKET_BYTES = 28, /* of a packet's block in front of the frame */
    BYTE_ORDER = 0x1a2b3c4d,
    OPTION_END = 0,
    OPTION_TIME_RESOLUTION = 9,
    OPTION_TIME_OFFSET = 14,
    MOST_CAPTURED = 256 * 1024,
};

static uint32_t number_at(const uint8_t *at, bool swapped) {
    uint32_t little = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    uint32_t big = at[3] | (uint32_t)at[2] << 8 | (uint32_t)at[1] << 16 | (uint32_t)at[0] << 24;
    return swapped ? big : little;
}

static uint32_t short_at(const uint8_t *at, bool swapped) {
    return swapped ? at[1] | (uint32_t)at[0] << 8 : at[0] | (uint32_t)at[1] << 8;
}

static uint64_t time_of(const rsp_pcap_format *format, uint32_t seconds, uint32_t fraction) {
    return seconds * UINT64_C(1000000000) + (format->nanoseconds ? fraction : fraction * UINT64_C(1000));
}

/* --- blocks --------------------------------------------------------------------------------------------- */

/* The first block of `rest`. END: it is not whole; ODD: its lengths make no sense. */
static rsp_pcap_step block_at(rsp_bytes rest, bool swapped, uint32_t *out_type, rsp_bytes *out) {
    if (rest.len < BLOCK_OVERHEAD)
        return RSP_PCAP_END;
    uint32_t len = number_at(rest.ptr + 4, swapped);
    if (len < BLOCK_OVERHEAD || len % 4 || len > BLOCK_MOST_BYTES)
        return RSP_PCAP_ODD;
    if (rest.len < len)
        return RSP_PCAP_END;
    if (number_at(rest.ptr + len - 4, swapped) != len)
        return RSP_PCAP_ODD;
    *out_type = number_at(rest.ptr, swapped);
    *out = rsp_bytes_sub(rest, 0, len);
    return RSP_PCAP_FRAME;
}

/* Times are in microseconds unless an option says otherwise. */
static bool read_options(rsp_bytes options, rsp_pcap_format *out) {
    while (options.len >= 4) {
        uint32_t code = short_at(options.ptr, out->swapped);
        size_t len = short_at(options.ptr + 2, out->swapped);
        size_t whole = 4 + (len + 3) / 4 * 4;
        if (code == OPTION_END)
            return true;
        if (code == OPTION_TIME_OFFSET || whole > options.len)
            return false;
        if (code == OPTION_TIME_RESOLUTION) {
            out->nanoseconds = len == 1 && options.ptr[4] == 9;
            if (len != 1 || (options.ptr[4] != 6 && options.ptr[4] != 9))
                return false;
        }
        options = rsp_bytes_from(options, whole);
    }
    return options.len == 0;
}

static bool read_interface(rsp_bytes block, rsp_pcap_format *out) {
    enum { FIXED_BYTES = 16 };
    if (block.len < FIXED_BYTES + 4)
        return false;
    uint32_t snaplen = number_at(block.ptr + 12, out->swapped);
    out->link_type = (int)short_at(block.ptr + 8, out->swapped);
    out->most_captured = snaplen > 0 && snaplen < MOST_CAPTURED ? snaplen : MOST_CAPTURED;
    out->nanoseconds = false;
    return read_options(rsp_bytes_sub(block, FIXED_BYTES, block.len - FIXED_BYTES - 4), out);
}

bool rsp_pcap_format_of_blocks(rsp_bytes head, rsp_pcap_format *out) {
    enum { SECTION_BYTES = 28 };
    rsp_bytes rest = head, block;
    uint32_t type;
    if (head.len < SECTION_BYTES || number_at(head.ptr, false) != BLOCK_SECTION)
        return false;
    out->swapped = number_at(head.ptr + 8, true) == BYTE_ORDER;
    if (number_at(head.ptr + 8, out->swapped) != BYTE_ORDER || short_at(head.ptr + 12, out->swapped) != 1 ||
        short_at(head.ptr + 14, out->swapped) != 0)
        return false;
    if (block_at(rest, out->swapped, &type, &block) != RSP_PCAP_FRAME || block.len < SECTION_BYTES)
        return false;
    rest = rsp_bytes_from(rest, block.len);
    if (block_at(rest, out->swapped, &type, &block) != RSP_PCAP_FRAME || type != BLOCK_INTERFACE)
        return false;
    out->begin = (uint64_t)(block.ptr - head.ptr) + block.len;
    return read_interface(block, out);
}

/* False where the times are of no use: before 1970, or too far from now. */
static bool block_time(const rsp_pcap_format *format, const uint8_t *block, uint64_t *out_ns) {
    const uint64_t unit = format->nanoseconds ? 1000000000 : 1000000;
    uint64_t time =
        (uint64_t)number_at(block + 12, format->swapped) << 32 | number_at(block + 16, format->swapped);
    uint64_t seconds = time / unit;
    *out_ns = seconds >> 31 ? 0 : time * (1000000000 / unit);
    return seconds > 0 && seconds >> 31 == 0;
}

static bool block_frame(const rsp_pcap_format *format, rsp_bytes block, rsp_pcap_frame *out) {
    if (block.len < PACKET_BYTES + 4 || number_at(block.ptr + 8, format->swapped) != 0)
        return false;
    uint32_t captured = number_at(block.ptr + 20, format->swapped);
    out->record = block.ptr;
    out->wire_len = number_at(block.ptr + 24, format->swapped);
    if (captured > format->most_captured || captured > block.len - PACKET_BYTES - 4 ||
        captured > out->wire_len)
        return false;
    out->bytes = rsp_bytes_make(block.ptr + PACKET_BYTES, captured);
    return block_time(format, block.ptr, &out->time_ns);
}

/* The next packet's block; others are skipped, unless they say how packets are read. */
static rsp_pcap_step next_block(rsp_pcap_walk *walk, rsp_pcap_frame *out) {
    for (;;) {
        rsp_bytes block;
        uint32_t type;
        rsp_pcap_step step = block_at(walk->rest, walk->format->swapped, &type, &block);
        if (step != RSP_PCAP_FRAME)
            return step;
        if (type == BLOCK_SECTION || type == BLOCK_INTERFACE || type == BLOCK_OLD_PACKET ||
            type == BLOCK_SIMPLE_PACKET)
            return RSP_PCAP_ODD;
        if (type == BLOCK_PACKET && !block_frame(walk->format, block, out))
            return RSP_PCAP_ODD;
        walk->rest = rsp_bytes_from(walk->rest, block.len);
        if (type == BLOCK_PACKET)
            return RSP_PCAP_FRAME;
    }
}

/* --- records -------------------------------------------------------------------------------------------- */

static rsp_pcap_step next_record(rsp_pcap_walk *walk, rsp_pcap_frame *out) {
    const rsp_pcap_format *format = walk->format;
    const uint8_t *at = walk->rest.ptr;
    if (walk->rest.len < RECORD_BYTES)
        return RSP_PCAP_END;
    uint32_t seconds = number_at(at, format->swapped);
    uint32_t fraction = number_at(at + 4, format->swapped);
    uint32_t captured = number_at(at + 8, format->swapped);
    uint32_t wire = number_at(at + 12, format->swapped);
    bool odd_time = (seconds | fraction) >> 31 || (seconds | fraction) == 0;
    if (captured > format->most_captured || captured > wire || odd_time)
        return RSP_PCAP_ODD;
    if (walk->rest.len - RECORD_BYTES < captured)
        return RSP_PCAP_END;
    walk->rest = rsp_bytes_from(walk->rest, RECORD_BYTES + (size_t)captured);
    out->record = at;
    out->bytes = rsp_bytes_make(at + RECORD_BYTES, captured);
    out->wire_len = wire;
    out->time_ns = time_of(format, seconds, fraction);
    return RSP_PCAP_FRAME;
}

rsp_pcap_step rsp_pcap_walk_next(rsp_pcap_walk *walk, rsp_pcap_frame *out) {
    assert(walk && out);
    const rsp_pcap_format *format = walk->format;
    rsp_pcap_step step = format->blocks ? next_block(walk, out) : next_record(walk, out);
    if (step != RSP_PCAP_FRAME)
        return step;
    const uint8_t *frame = out->bytes.ptr;
    walk->frames++;
    walk->bytes += out->bytes.len;
    out->ends = rsp_segment_is_plain(out->bytes, format->link_type)
                    ? rsp_segment_ends_ipv4(frame + AT_ADDRESSES, frame + AT_PORTS)
                    : 0;
    return RSP_PCAP_FRAME;
}

rsp_pcap_frame rsp_pcap_frame_at(const rsp_pcap_format *format, const uint8_t *record) {
    assert(format && record);
    const size_t at = format->blocks ? PACKET_BYTES : RECORD_BYTES;
    const uint32_t captured = number_at(record + at - 8, format->swapped);
    rsp_pcap_frame frame = {.record = record,
                            .bytes = rsp_bytes_make(record + at, captured),
                            .wire_len = number_at(record + at - 4, format->swapped)};
    if (format->blocks)
        (void)block_time(format, record, &frame.time_ns);
    else
        frame.time_ns =
            time_of(format, number_at(record, format->swapped), number_at(record + 4, format->swapped));
    return frame;
}

rsp_frame_class rsp_pcap_walk_decode(const rsp_pcap_walk *walk, const rsp_pcap_frame *frame,
                                     rsp_segment *out) {
    rsp_frame_class class_ = rsp_segment_decode(out, frame->bytes, frame->wire_len, walk->format->link_type);
    out->time_ns = frame->time_ns;
    out->frame = walk->frames;
    out->untimed = false;
    return class_;
}
