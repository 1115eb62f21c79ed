/* The listener gives itself as the observer of each conversation, and is to get itself back.
 * A log has no frames that could be numbered.
 * See conversation_watch.h. */
/* SPDX-License-Identifier: MIT */
#include "conversation_watch.h"

static void *on_begin(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    conversation_watch *w = ctx;
    FUZZ_MUST(transcript && conversation);
    w->begun++;
    return w;
}

static void on_place(void *observer, uint64_t frame) {
    const conversation_watch *w = observer;
    FUZZ_MUST(rsp_pcap_log_of(w->pcap) || frame <= rsp_pcap_frames(w->pcap));
}

static void on_end(void *ctx, void *observer, const rsp_transcript *transcript,
                   const rsp_conversation *conversation) {
    conversation_watch *w = ctx;
    FUZZ_MUST(observer == w && transcript && conversation);
    w->ended++;
}

rsp_conversations_options conversation_watch_options(conversation_watch *w, uint8_t choice) {
    return (rsp_conversations_options){.begin = on_begin,
                                       .place = on_place,
                                       .end = on_end,
                                       .ctx = w,
                                       .stub_port = choice & 1 ? 1234 : 0,
                                       .memory_bytes = choice & 8   ? 32 << 10
                                                       : choice & 2 ? 160 << 10
                                                                    : 0,
                                       .max_flows = choice & 12   ? 2
                                                    : choice & 16 ? 0
                                                                  : 64};
}

static void check_one(const rsp_conversation *c) {
    FUZZ_MUST(c != NULL);
    const rsp_analysis *a = &c->analysis;
    FUZZ_MUST(a->redundant_reads <= a->reads && a->batch_packets <= a->batch_entries);
    (void)rsp_analysis_shows_nagle(a);
    for (unsigned i = 0; i < RSP_ACTIONS; i++)
        FUZZ_MUST(*rsp_action_name((rsp_action)i) != '?' && *rsp_action_key((rsp_action)i) != '?');
    for (unsigned i = 0; i < RSP_PHASES; i++)
        FUZZ_MUST(*rsp_phase_name((rsp_phase)i) != '?');
}

void conversation_watch_check(const conversation_watch *w, rsp_conversations *talk) {
    const rsp_capture_totals *totals = rsp_conversations_totals(talk);
    FUZZ_MUST(w->begun == w->ended);
    FUZZ_MUST(rsp_conversations_count(talk) + totals->foreign <= totals->flows);
    FUZZ_MUST(rsp_conversations_kept(talk) <= rsp_conversations_count(talk));
    for (size_t i = 0; i < rsp_conversations_kept(talk); i++)
        check_one(rsp_conversations_get(talk, i));
    FUZZ_MUST(rsp_conversations_get(talk, rsp_conversations_kept(talk)) == NULL);
}
