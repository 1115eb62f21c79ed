/* Any capture or packet log is read to its end or refused with a reason.
 * The frames handed out add up to the frames counted. The input is the file.
 * See capture/pcap.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "capture/pcap.h"

static void check_counts(rsp_pcap *pcap, uint64_t num_segments) {
    uint64_t frames = 0;
    for (unsigned i = 0; i < RSP_FRAME_CLASSES; i++)
        frames += rsp_pcap_count(pcap, (rsp_frame_class)i);
    FUZZ_MUST(frames == rsp_pcap_frames(pcap) && rsp_pcap_link_name(pcap)[0] != '\0');
    FUZZ_MUST(rsp_pcap_log_of(pcap) || num_segments == rsp_pcap_count(pcap, RSP_FRAME_TCP));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_error error = {0};
    rsp_pcap *pcap = rsp_pcap_open_bytes(rsp_bytes_make(data, size), "fuzzed.pcap", &error);
    FUZZ_MUST(pcap || error.status != RSP_OK);
    if (!pcap)
        return 0;
    rsp_segment segment;
    uint64_t num_segments = 0;
    rsp_status status = RSP_OK;
    while ((status = rsp_pcap_next(pcap, &segment, &error)) == RSP_OK) {
        FUZZ_MUST(segment.payload.len <= segment.wire_len);
        FUZZ_MUST(rsp_pcap_log_of(pcap) || segment.frame == rsp_pcap_frames(pcap));
        num_segments++;
    }
    FUZZ_MUST(status == RSP_CLOSED || status == RSP_BAD_FILE || status == RSP_NO_MEMORY ||
              status == RSP_LIMIT);
    check_counts(pcap, num_segments);
    rsp_pcap_close(pcap);
    return 0;
}
