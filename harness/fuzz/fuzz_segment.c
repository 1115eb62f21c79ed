/* Frames of any link type: what is taken for TCP lies in the frame, and the same bytes give the same answer.
 * The first byte chooses the link type, the second how much longer the frame was on the wire.
 * See rsp/segment.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/limits.h>
#include <rsp/pcap.h>
#include <rsp/pcapng.h>
#include <rsp/segment.h>

static void write_file(rsp_buf *file, bool next_generation, rsp_bytes frame, size_t wire_len, int type) {
    rsp_buf_clear(file);
    if (next_generation) {
        static uint8_t
            comment[RSP_LIMIT_PCAPNG_COMMENT_BYTES + 8]; /* sometimes longer than a file can hold */
        size_t len = wire_len % 8 == 3 ? sizeof comment : frame.len;
        for (size_t i = 0; i < len; i++)
            comment[i] = frame.len > 0 ? frame.ptr[i % frame.len] : 0xc3;
        FUZZ_MUST(rsp_pcapng_cut(rsp_bytes_make(comment, len)).len <= len);
        const rsp_pcapng_packet packet = {
            .time_ns = 5, .frame = frame, .wire_len = wire_len, .comment = rsp_bytes_make(comment, len)};
        rsp_pcapng_section(file, wire_len % 2 ? "fuzzed" : NULL);
        rsp_pcapng_interface(file, type, wire_len % 2 ? "a link" : NULL);
        rsp_pcapng_write(file, &packet);
        return;
    }
    rsp_pcap_write_header(file, type);
    rsp_pcap_write_frame(file, 5, frame, wire_len);
}

/* A capture that is written with this frame in it gives the same. */
static void check_file(bool next_generation, rsp_bytes frame, size_t wire_len, int type,
                       rsp_frame_class class_, const rsp_segment *segment) {
    static rsp_buf file;
    rsp_error error = {0};
    rsp_segment read = {0};
    write_file(&file, next_generation, frame, wire_len, type);
    rsp_pcap *pcap = rsp_pcap_open_bytes(rsp_buf_bytes(&file), "written", &error);
    FUZZ_MUST(pcap && !rsp_pcap_log_of(pcap) && rsp_pcap_link_name(pcap)[0] != '\0');
    rsp_status status = rsp_pcap_next(pcap, &read, &error);
    FUZZ_MUST(status == (class_ == RSP_FRAME_TCP ? RSP_OK : RSP_CLOSED));
    FUZZ_MUST(rsp_pcap_count(pcap, class_) == 1 && rsp_pcap_bytes(pcap) == frame.len);
    if (class_ == RSP_FRAME_TCP)
        FUZZ_MUST(read.time_ns == 5 && read.seq == segment->seq && read.wire_len == segment->wire_len &&
                  rsp_bytes_equal(read.payload, segment->payload));
    rsp_pcap_close(pcap);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const int types[] = {RSP_LINKTYPE_ETHERNET,  RSP_LINKTYPE_NULL, RSP_LINKTYPE_RAW,
                                RSP_LINKTYPE_LINUX_SLL, RSP_LINKTYPE_LOOP, RSP_LINKTYPE_LINUX_SLL2,
                                RSP_LINKTYPE_RAW_BSD,   RSP_LINKTYPE_IPV4, 147 /* none that is known */};
    static rsp_buf text;
    rsp_bytes in = rsp_bytes_make(data, size);
    int type = types[fuzz_take_byte(&in) % RSP_ARRAY_LEN(types)];
    size_t wire_len = in.len + fuzz_take_byte(&in);
    rsp_segment segment = {0};
    rsp_frame_class class_ = rsp_segment_decode(&segment, in, wire_len, type);
    FUZZ_MUST(class_ < RSP_FRAME_CLASSES && rsp_frame_class_name(class_)[0] != '?');
    FUZZ_MUST((class_ == RSP_FRAME_FOREIGN) == (type == 147));
    check_file(false, in, wire_len, type, class_, &segment);
    check_file(true, in, wire_len, type, class_, &segment);
    if (class_ != RSP_FRAME_TCP)
        return 0;
    FUZZ_MUST(segment.payload.len <= segment.wire_len && segment.wire_len <= wire_len);
    FUZZ_MUST(segment.payload.len == 0 || (segment.payload.ptr >= in.ptr &&
                                           segment.payload.ptr + segment.payload.len <= in.ptr + in.len));
    rsp_buf_clear(&text);
    rsp_endpoint_append(&text, &segment.source);
    rsp_endpoint_append(&text, &segment.target);
    FUZZ_MUST(text.status == RSP_OK && text.len >= 6); /* an end with port 0 reads "log" */
    return 0;
}
