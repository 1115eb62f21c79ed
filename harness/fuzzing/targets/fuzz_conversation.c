/* Conversations in any capture or packet log: each one that begins ends, their counts add up, and several
 * threads find the same as one. First byte: the port of the stub, and limits. The rest is the file.
 * See capture/conversation.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "capture/capture_file.h"
#include "capture/pcap.h"

#include <stdio.h>

typedef struct listener {
    rsp_pcap *pcap;
    uint64_t begun;
    uint64_t ended;
} listener;

/* The listener is its own observer. */
static void *on_begin(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    listener *w = ctx;
    FUZZ_MUST(transcript && conversation);
    w->begun++;
    return w;
}

/* Logs have no numbered frames. */
static void on_place(void *observer, uint64_t frame) {
    const listener *w = observer;
    FUZZ_MUST(rsp_pcap_log_of(w->pcap) || frame <= rsp_pcap_frames(w->pcap));
}

static void on_end(void *ctx, void *observer, const rsp_transcript *transcript,
                   const rsp_conversation *conversation) {
    listener *w = ctx;
    FUZZ_MUST(observer == w && transcript && conversation);
    w->ended++;
}

static rsp_conversations_options options_of(listener *w, uint8_t choice) {
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
    FUZZ_MUST(a->memory.redundant <= a->memory.num && a->batch_packets <= a->batch_entries);
    (void)rsp_analysis_shows_nagle(a);
    for (unsigned i = 0; i < RSP_ACTIONS; i++)
        FUZZ_MUST(*rsp_action_name((rsp_action)i) != '?' && *rsp_action_key((rsp_action)i) != '?');
    for (unsigned i = 0; i < RSP_PHASES; i++)
        FUZZ_MUST(*rsp_phase_name((rsp_phase)i) != '?');
}

static void check(const listener *w, rsp_conversations *found) {
    const rsp_capture_totals *totals = rsp_conversations_totals(found);
    FUZZ_MUST(w->begun == w->ended);
    FUZZ_MUST(rsp_conversations_count(found) + totals->foreign <= totals->flows);
    FUZZ_MUST(rsp_conversations_kept(found) <= rsp_conversations_count(found));
    for (size_t i = 0; i < rsp_conversations_kept(found); i++)
        check_one(rsp_conversations_get(found, i));
    FUZZ_MUST(rsp_conversations_get(found, rsp_conversations_kept(found)) == NULL);
}

/* The conversations of a file, read by so many threads in windows of 4 KiB. */
static rsp_conversations *read_by(const char *path, rsp_conversations_options options, unsigned threads) {
    rsp_capture_file file;
    rsp_error error = {0};
    options.threads = threads;
    options.window_bytes = 4096;
    rsp_conversations *found = rsp_conversations_new(&options);
    FUZZ_MUST(found != NULL);
    rsp_status status = rsp_capture_file_read(&file, path, found, &error);
    FUZZ_MUST(status == RSP_OK || error.status != RSP_OK || error.msg[0] != '\0');
    rsp_conversations_finish(found);
    return found;
}

/* Threads divide files only, and without observers. */
static void check_threads(rsp_bytes in, uint8_t choice) {
    listener nobody = {0};
    rsp_conversations_options options = options_of(&nobody, choice);
    options.begin = NULL;
    options.place = NULL;
    options.end = NULL;
    FILE *copy = tmpfile();
    char path[32];
    if (!copy)
        return;
    FUZZ_MUST(fwrite(in.ptr, 1, in.len, copy) == in.len && fflush(copy) == 0);
    (void)snprintf(path, sizeof path, "/dev/fd/%d", fileno(copy));
    rsp_conversations *one = read_by(path, options, 1);
    rsp_conversations *three = read_by(path, options, 3);
    FUZZ_MUST(rsp_conversations_count(one) == rsp_conversations_count(three));
    FUZZ_MUST(rsp_conversations_kept(one) == rsp_conversations_kept(three));
    FUZZ_MUST(rsp_conversations_totals(one)->foreign == rsp_conversations_totals(three)->foreign);
    rsp_conversations_free(one);
    rsp_conversations_free(three);
    (void)fclose(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_error error;
    listener watch = {.pcap = rsp_pcap_open_bytes(in, "fuzzed.pcap", &error)};
    if (!watch.pcap)
        return 0;
    const rsp_conversations_options options = options_of(&watch, choice);
    rsp_conversations *found = rsp_conversations_new(&options);
    FUZZ_MUST(found != NULL);
    rsp_segment segment;
    while (rsp_pcap_next(watch.pcap, &segment, &error) == RSP_OK)
        rsp_conversations_feed(found, &segment);
    rsp_conversations_finish(found);
    check(&watch, found);
    rsp_conversations_free(found);
    rsp_pcap_close(watch.pcap);
    if (in.len > 0)
        check_threads(in, choice);
    return 0;
}
