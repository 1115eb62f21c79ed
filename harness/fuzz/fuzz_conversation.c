/* The conversations in any capture or packet log: each that begins ends, and what is counted of them adds up.
 * The first byte chooses a port for the stub or none, and limits; the rest is the file.
 * See conversation_watch.h. */
/* SPDX-License-Identifier: MIT */
#include "conversation_watch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_error error;
    conversation_watch watch = {.pcap = rsp_pcap_open_bytes(in, "fuzzed.pcap", &error)};
    if (!watch.pcap)
        return 0;
    const rsp_conversations_options options = conversation_watch_options(&watch, choice);
    rsp_conversations *talk = rsp_conversations_new(&options);
    FUZZ_MUST(talk != NULL);
    rsp_segment segment;
    while (rsp_pcap_next(watch.pcap, &segment, &error) == RSP_OK)
        rsp_conversations_feed(talk, &segment);
    rsp_conversations_finish(talk);
    conversation_watch_check(&watch, talk);
    rsp_conversations_free(talk);
    rsp_pcap_close(watch.pcap);
    return 0;
}
