/* Any capture or packet log is read to its end or refused; frames add up, conversations are analysed.
 * The first byte chooses a port for the stub or none; the rest is the file.
 * See rsp/pcap.h, rsp/conversation.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/conversation.h>
#include <rsp/pcap.h>

/* What was counted of a conversation adds up. */
static void check_conversation(const rsp_conversation *c) {
    FUZZ_MUST(c != NULL);
    const rsp_analysis *a = &c->analysis;
    FUZZ_MUST(a->redundant_reads <= a->reads && a->batch_packets <= a->batch_entries);
    (void)rsp_analysis_shows_nagle(a);
    for (unsigned i = 0; i < RSP_ACTIONS; i++)
        FUZZ_MUST(*rsp_action_name((rsp_action)i) != '?' && *rsp_action_key((rsp_action)i) != '?');
    for (unsigned i = 0; i < RSP_PHASES; i++)
        FUZZ_MUST(*rsp_phase_name((rsp_phase)i) != '?');
}

/* A conversation that begins also ends, and what it is made of comes from frames of the file. */
typedef struct watched {
    const rsp_pcap *pcap;
    uint64_t begun;
    uint64_t ended;
} watched;

static void *on_begin(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    watched *w = ctx;
    FUZZ_MUST(transcript && conversation);
    w->begun++;
    return w;
}

static void on_place(void *observer, uint64_t frame) {
    FUZZ_MUST(rsp_pcap_log_of((rsp_pcap *)(uintptr_t)((watched *)observer)->pcap) ||
              frame <= rsp_pcap_frames(((watched *)observer)->pcap));
}

static void on_end(void *ctx, void *observer, const rsp_transcript *transcript,
                   const rsp_conversation *conversation) {
    watched *w = ctx;
    FUZZ_MUST(observer == w && transcript && conversation);
    w->ended++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_error error = {0};
    rsp_pcap *pcap = rsp_pcap_open_bytes(in, "fuzzed.pcap", &error);
    if (!pcap) {
        FUZZ_MUST(error.status != RSP_OK);
        return 0;
    }
    watched seen = {.pcap = pcap};
    rsp_conversations_options options = {.begin = on_begin,
                                         .place = on_place,
                                         .end = on_end,
                                         .ctx = &seen,
                                         .stub_port = choice & 1 ? 1234 : 0,
                                         .memory_bytes = choice & 8   ? 160 << 10
                                                         : choice & 2 ? 1 << 18
                                                                      : 0,
                                         .max_flows = choice & 12 ? 2 : 0};
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
    FUZZ_MUST(seen.begun == seen.ended);
    rsp_capture_totals *totals = rsp_conversations_totals(talk);
    FUZZ_MUST(rsp_conversations_count(talk) + totals->foreign <= totals->flows);
    FUZZ_MUST(rsp_conversations_kept(talk) <= rsp_conversations_count(talk));
    for (size_t i = 0; i < rsp_conversations_kept(talk); i++)
        check_conversation(rsp_conversations_get(talk, i));
    FUZZ_MUST(rsp_conversations_get(talk, rsp_conversations_kept(talk)) == NULL);
    FUZZ_MUST(rsp_pcap_link_name(pcap)[0] != '\0');
    rsp_conversations_free(talk);
    rsp_pcap_close(pcap);
    return 0;
}
