/* A frame read back from a capture file gives the same segment as the frame itself.
 * Both file formats. The input is a frame.
 * See frame_input.h. */
/* SPDX-License-Identifier: MIT */
#include "frame_input.h"

#include "capture/pcap.h"

static void check(rsp_bytes file, const frame_input *frame) {
    rsp_error error = {0};
    rsp_segment segment = {0};
    rsp_segment read = {0};
    rsp_frame_class class_ = rsp_segment_decode(&segment, frame->bytes, frame->wire_len, frame->type);
    rsp_pcap *pcap = rsp_pcap_open_bytes(file, "written", &error);
    FUZZ_MUST(pcap && !rsp_pcap_log_of(pcap) && rsp_pcap_link_name(pcap)[0] != '\0');
    FUZZ_MUST(rsp_pcap_next(pcap, &read, &error) == (class_ == RSP_FRAME_TCP ? RSP_OK : RSP_CLOSED));
    FUZZ_MUST(rsp_pcap_count(pcap, class_) == 1 && rsp_pcap_bytes(pcap) == frame->bytes.len);
    if (class_ == RSP_FRAME_TCP)
        FUZZ_MUST(read.time_ns == 5 && read.seq == segment.seq && read.wire_len == segment.wire_len &&
                  rsp_bytes_equal(read.payload, segment.payload));
    rsp_pcap_close(pcap);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf file;
    frame_input frame = frame_input_take(rsp_bytes_make(data, size));
    frame_input_write_pcap(&file, &frame);
    check(rsp_buf_bytes(&file), &frame);
    frame_input_write_pcapng(&file, &frame);
    check(rsp_buf_bytes(&file), &frame);
    return 0;
}
