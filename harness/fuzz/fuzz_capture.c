/* Any capture or packet log is read to its end or refused; frames add up, conversations are analysed.
 * The first byte chooses a port for the stub or none; the rest is the file.
 * See rsp/pcap.h, rsp/conversation.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/conversation.h>
#include <rsp/pcap.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_error error = {0};
    rsp_pcap *pcap = rsp_pcap_open_bytes(in, "fuzzed.pcap", &error);
    if (!pcap) {
        FUZZ_MUST(error.status != RSP_OK);
        return 0;
    }
    rsp_conversations_options options = {.stub_port = choice & 1 ? 1234 : 0,
                                         .memory_bytes = choice & 2 ? 1 << 18 : 0,
                                         .max_flows = choice & 4 ? 2 : 0};
    rsp_conversations *talk = rsp_conversations_new(&options);
    FUZZ_MUST(talk != NULL);
    rsp_segment segment;
    uint64_t num = 0;
    rsp_status status = RSP_OK;
    while ((status = rsp_pcap_next(pcap, &segment, &error)) == RSP_OK) {
        FUZZ_MUST(segment.payload.len <= segment.wire_len);
        FUZZ_MUST(rsp_pcap_log_of(pcap) || segment.frame == rsp_pcap_frames(pcap));
        rsp_conversations_feed(talk, &segment);
        num += !(rsp_pcap_log_of(pcap) && segment.flags == RSP_TCP_SYN); /* a log has none; we made it */
    }
    FUZZ_MUST(status == RSP_CLOSED || status == RSP_BAD_FILE || status == RSP_NO_MEMORY ||
              status == RSP_LIMIT);
    uint64_t frames = 0;
    for (unsigned i = 0; i < RSP_FRAME_CLASSES; i++)
        frames += rsp_pcap_count(pcap, (rsp_frame_class)i);
    FUZZ_MUST(frames == rsp_pcap_frames(pcap) &&
              (rsp_pcap_log_of(pcap) || num == rsp_pcap_count(pcap, RSP_FRAME_TCP)));
    rsp_conversations_finish(talk);
    rsp_capture_totals *totals = rsp_conversations_totals(talk);
    FUZZ_MUST(rsp_conversations_count(talk) + totals->foreign <= totals->flows);
    FUZZ_MUST(rsp_conversations_kept(talk) <= rsp_conversations_count(talk));
    rsp_conversations_free(talk);
    rsp_pcap_close(pcap);
    return 0;
}
