/* Our copy of a capture has as many frames as libpcap counts, in the file and in the copy.
 * Files that libpcap does not read to the end are not compared. The input is the file.
 * See capture/annotate.h. */
/* SPDX-License-Identifier: MIT */
#include "annotated_copy.h"

#include "capture/pcap.h"

/* UINT64_MAX when libpcap does not get to the end. */
static uint64_t frames_of(rsp_bytes file) {
    rsp_error error;
    rsp_segment segment;
    rsp_status status = RSP_BAD_FILE;
    rsp_pcap *pcap = rsp_pcap_open_bytes(file, "fuzzed", &error);
    if (pcap && !rsp_pcap_log_of(pcap))
        do
            status = rsp_pcap_next(pcap, &segment, &error);
        while (status == RSP_OK);
    uint64_t frames = status == RSP_CLOSED ? rsp_pcap_frames(pcap) : UINT64_MAX;
    rsp_pcap_close(pcap);
    return frames;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes file = rsp_bytes_make(data, size);
    annotated_copy copy = annotated_copy_make(NULL, 0, file, NULL);
    if (copy.status == RSP_OK && frames_of(file) != UINT64_MAX) {
        FUZZ_MUST(frames_of(file) == copy.annotator.frames);
        uint64_t copied = frames_of(rsp_buf_bytes(&copy.out));
        FUZZ_MUST(copied == UINT64_MAX || copied == copy.annotator.frames);
    }
    annotated_copy_free(&copy);
    return 0;
}
