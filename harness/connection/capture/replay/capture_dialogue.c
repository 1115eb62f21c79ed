/* Reads a capture and keeps the conversations that are wanted; the others are only counted. A conversation is
 * chosen when it is recognised, by its number or as the first of all, for its packets come right after that.
 * See capture_dialogue.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/capture_dialogue.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct loader {
    rsp_capture_dialogues *out;
    const rsp_dialogue_wish *wish;
    rsp_status status; /* why a wanted conversation was not kept */
    char numbers[64];  /* of the first few */
    size_t numbers_len;
} loader;

static void note_number(loader *l, uint64_t number) {
    int len = snprintf(l->numbers + l->numbers_len, sizeof l->numbers - l->numbers_len, "%s%llu",
                       l->numbers_len ? ", " : "", (unsigned long long)number);
    if (len > 0 && (size_t)len < sizeof l->numbers - l->numbers_len)
        l->numbers_len += (size_t)len;
    else
        l->numbers[l->numbers_len] = '\0';
}

static bool is_wanted(const loader *l, uint64_t number) {
    switch (l->wish->choice) {
    case RSP_DIALOGUE_ONLY:
        return l->out->num == 0;
    case RSP_DIALOGUE_NUMBERED:
        return l->out->num == 0 && number == l->wish->number;
    case RSP_DIALOGUE_ALL:
        break;
    }
    return true;
}

static rsp_capture_dialogue *add_dialogue(loader *l) {
    rsp_capture_dialogues *all = l->out;
    bool room = all->num < RSP_CAPTURE_MAX_DIALOGUES;
    rsp_capture_dialogue *added = room ? calloc(1, sizeof *added) : NULL;
    if (added)
        all->items[all->num++] = added;
    else
        l->status = room ? RSP_NO_MEMORY : RSP_LIMIT;
    return added;
}

static void *begin(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    loader *l = ctx;
    l->out->found++;
    note_number(l, conversation->number);
    rsp_capture_dialogue *added = is_wanted(l, conversation->number) ? add_dialogue(l) : NULL;
    if (!added)
        return NULL;
    added->dialogue.exchanges.midstream = !conversation->from_start;
    return rsp_transcript_observe(transcript, rsp_dialogue_observe, &added->dialogue) ? added : NULL;
}

static void place(void *observer, uint64_t frame) {
    rsp_capture_dialogue *dialogue = observer;
    if (dialogue)
        dialogue->dialogue.place = frame;
}

static void end(void *ctx, void *observer, const rsp_transcript *transcript,
                const rsp_conversation *conversation) {
    rsp_capture_dialogue *dialogue = observer;
    (void)ctx;
    (void)transcript;
    if (!dialogue)
        return;
    for (int i = 0; i < RSP_PHASES; i++)
        dialogue->wall_ns += conversation->analysis.phase_ns[i];
    dialogue->summary = *conversation;
    dialogue->summary.analysis = (rsp_analysis){0};
}

static rsp_status check(const loader *l, const char *path, rsp_error *error) {
    bool numbered = l->wish->choice == RSP_DIALOGUE_NUMBERED;
    if (l->status == RSP_LIMIT)
        return rsp_fail(error, RSP_USAGE, "%s: holds more than %d conversations: --conversation N", path,
                        (int)RSP_CAPTURE_MAX_DIALOGUES);
    if (l->status != RSP_OK)
        return rsp_fail(error, l->status, "%s: no memory for its conversations", path);
    if (l->out->num == 0 && numbered)
        return rsp_fail(error, RSP_NOT_FOUND, "%s: no conversation #%llu; there are: %s", path,
                        (unsigned long long)l->wish->number, l->numbers_len ? l->numbers : "none");
    if (l->out->num == 0)
        return rsp_fail(error, RSP_NOT_FOUND, "%s: no conversation of the remote protocol was found", path);
    if (l->wish->choice == RSP_DIALOGUE_ONLY && l->out->found > 1)
        return rsp_fail(error, RSP_USAGE, "%s: holds several conversations (%s): which one? --conversation N",
                        path, l->numbers);
    return RSP_OK;
}

static int by_number(const void *left, const void *right) {
    const rsp_capture_dialogue *a = *(const rsp_capture_dialogue *const *)left;
    const rsp_capture_dialogue *b = *(const rsp_capture_dialogue *const *)right;
    return a->summary.number < b->summary.number ? -1 : a->summary.number > b->summary.number;
}

rsp_status rsp_capture_dialogues_load(rsp_capture_dialogues *out, const char *path,
                                      const rsp_dialogue_wish *wish, rsp_error *error) {
    loader l = {.out = out, .wish = wish};
    rsp_conversations_options options = {.stub_port = wish->stub_port,
                                         .side = wish->choice == RSP_DIALOGUE_NUMBERED ? RSP_PROXY_SIDE_BOTH
                                                                                       : wish->side,
                                         .begin = begin,
                                         .place = place,
                                         .end = end,
                                         .ctx = &l};
    *out = (rsp_capture_dialogues){.choice = wish->choice, .conversations = rsp_conversations_new(&options)};
    if (!out->conversations)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory");
    rsp_status status = rsp_capture_file_read(&out->file, path, out->conversations, error);
    if (status == RSP_OK)
        status = check(&l, path, error);
    qsort(out->items, out->num, sizeof(void *), by_number);
    for (size_t i = 0; i < out->num; i++) {
        out->items[i]->path = path;
        out->items[i]->unit = out->file.unit;
    }
    return status;
}

void rsp_capture_dialogues_free(rsp_capture_dialogues *dialogues) {
    rsp_conversations_free(dialogues->conversations);
    for (size_t i = 0; i < dialogues->num; i++) {
        rsp_dialogue_free(&dialogues->items[i]->dialogue);
        free(dialogues->items[i]);
    }
    *dialogues = (rsp_capture_dialogues){0};
}

void rsp_capture_dialogue_append_name(rsp_buf *out, const rsp_capture_dialogue *dialogue) {
    rsp_buf_str(out, dialogue->path);
    if (rsp_tcp_endpoint_is_log(&dialogue->summary.stub))
        return;
    rsp_buf_str(out, "   ");
    rsp_capture_dialogue_append_ends(out, dialogue);
}

void rsp_capture_dialogue_append_ends(rsp_buf *out, const rsp_capture_dialogue *dialogue) {
    if (rsp_tcp_endpoint_is_log(&dialogue->summary.stub))
        return;
    rsp_tcp_endpoint_append(out, &dialogue->summary.client);
    rsp_buf_str(out, " -> ");
    rsp_tcp_endpoint_append(out, &dialogue->summary.stub);
}
