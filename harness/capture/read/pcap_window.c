/* Records of a pcap file: seconds, fraction, bytes captured, bytes on the wire, and the frame.
 * Written for speed: one thread walks over a window, and each then takes its own frames by their places.
 * See pcap_window.h. Source: draft-ietf-opsawg-pcap. */
/* SPDX-License-Identifier: MIT */
#include "capture/pcap_window.h"

enum { RECORD_BYTES = 16, AT_ADDRESSES = 14 + 12, AT_PORTS = 14 + 20 }; /* the last two of a plain frame */

static uint32_t number_at(const uint8_t *at, bool swapped) {
    uint32_t little = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    uint32_t big = at[3] | (uint32_t)at[2] << 8 | (uint32_t)at[1] << 16 | (uint32_t)at[0] << 24;
    return swapped ? big : little;
}

static uint64_t time_of(const rsp_pcap_format *format, uint32_t seconds, uint32_t fraction) {
    return seconds * UINT64_C(1000000000) + (format->nanoseconds ? fraction : fraction * UINT64_C(1000));
}

rsp_pcap_step rsp_pcap_walk_next(rsp_pcap_walk *walk, rsp_pcap_frame *out) {
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
    walk->frames++;
    walk->bytes += captured;
    out->bytes = rsp_bytes_make(at + RECORD_BYTES, captured);
    out->wire_len = wire;
    out->ends = rsp_segment_is_plain(out->bytes, format->link_type)
                    ? rsp_segment_ends_ipv4(at + RECORD_BYTES + AT_ADDRESSES, at + RECORD_BYTES + AT_PORTS)
                    : 0;
    out->time_ns = time_of(format, seconds, fraction);
    return RSP_PCAP_FRAME;
}

rsp_pcap_frame rsp_pcap_frame_at(const rsp_pcap_format *format, const uint8_t *record) {
    const uint32_t fraction = number_at(record + 4, format->swapped);
    return (rsp_pcap_frame){.bytes =
                                rsp_bytes_make(record + RECORD_BYTES, number_at(record + 8, format->swapped)),
                            .wire_len = number_at(record + 12, format->swapped),
                            .ends = 0,
                            .time_ns = time_of(format, number_at(record, format->swapped), fraction)};
}

rsp_frame_class rsp_pcap_walk_decode(const rsp_pcap_walk *walk, const rsp_pcap_frame *frame,
                                     rsp_segment *out) {
    rsp_frame_class class_ = rsp_segment_decode(out, frame->bytes, frame->wire_len, walk->format->link_type);
    out->time_ns = frame->time_ns;
    out->frame = walk->frames;
    out->untimed = false;
    return class_;
}
