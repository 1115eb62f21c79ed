/* Reads a capture and keeps the one conversation that is wanted; the others are only counted.
 * Which one is wanted is known when it is recognised: by its number, or as the first of all.
 * See capture_talk.h. */
/* SPDX-License-Identifier: MIT */
#include "capture_talk.h"

#include <stdio.h>

/* The talk under way, as the callbacks need it. */
typedef struct loader {
    capture_talk *talk;
    uint64_t wanted;
    bool by_number;
    char others[64]; /* numbers of the first few */
    size_t others_len;
} loader;

static void note_number(loader *l, uint64_t number) {
    int len = snprintf(l->others + l->others_len, sizeof l->others - l->others_len, "%s%llu",
                       l->others_len ? ", " : "", (unsigned long long)number);
    if (len > 0 && (size_t)len < sizeof l->others - l->others_len)
        l->others_len += (size_t)len;
    else
        l->others[l->others_len] = '\0';
}

static void *begin(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    loader *l = ctx;
    capture_talk *talk = l->talk;
    note_number(l, conversation->number);
    if (talk->found || (l->by_number && conversation->number != l->wanted)) {
        talk->several = true;
        return NULL;
    }
    talk->found = true;
    talk->dialogue.exchanges.midstream = !conversation->from_start;
    return rsp_transcript_observe(transcript, rsp_dialogue_observe, &talk->dialogue) ? &talk->dialogue : NULL;
}

static void place(void *observer, uint64_t frame) {
    rsp_dialogue *d = observer;
    if (d)
        d->place = frame;
}

static void end(void *ctx, void *observer, const rsp_transcript *transcript,
                const rsp_conversation *conversation) {
    loader *l = ctx;
    (void)transcript;
    if (!observer)
        return;
    l->talk->summary = *conversation;
    l->talk->summary.analysis = (rsp_analysis){0};
}

static rsp_status find(const loader *l, rsp_error *error) {
    const capture_talk *talk = l->talk;
    if (!talk->found && l->by_number)
        return rsp_fail(error, RSP_NOT_FOUND, "%s: no conversation #%llu; there are: %s", talk->path,
                        (unsigned long long)l->wanted, l->others_len ? l->others : "none");
    if (!talk->found)
        return rsp_fail(error, RSP_NOT_FOUND, "%s: no conversation of the remote protocol was found",
                        talk->path);
    if (talk->several && !l->by_number)
        return rsp_fail(error, RSP_USAGE, "%s: holds several conversations (%s): which one? --conversation N",
                        talk->path, l->others);
    return RSP_OK;
}

bool capture_talk_load(capture_talk *talk, const command *self, const capture_args *args, const char *path,
                       int *out_code) {
    const char *wanted = args->use.conversation;
    loader l = {.talk = talk, .by_number = wanted && *wanted};
    rsp_error error = {0};
    *talk = (capture_talk){.path = path};
    if (l.by_number && option_number(&l.wanted, wanted) != RSP_OK) {
        *out_code = command_usage(self, "--conversation %s: expected a number, as analyze prints it", wanted);
        return false;
    }
    rsp_conversations_options options = {
        .stub_port = (uint16_t)args->port, .begin = begin, .place = place, .end = end, .ctx = &l};
    talk->conversations = rsp_conversations_new(&options);
    if (!talk->conversations) {
        *out_code = command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
        return false;
    }
    capture_file file = {0};
    option_list paths = {.items = {path}, .num = 1};
    bool read = capture_read_all(self, &file, &paths, talk->conversations, out_code);
    talk->unit = file.unit;
    if (read && find(&l, &error) != RSP_OK) {
        *out_code = command_fail(self, &error);
        read = false;
    }
    if (!read)
        capture_talk_free(talk);
    else if (talk->dialogue.status != RSP_OK)
        (void)fprintf(stderr, "stubborn %s: %s: only the first %zu packets are used: %s\n", self->name, path,
                      talk->dialogue.num_turns, rsp_status_text(talk->dialogue.status));
    return read;
}

void capture_talk_free(capture_talk *talk) {
    rsp_conversations_free(talk->conversations);
    rsp_dialogue_free(&talk->dialogue);
    *talk = (capture_talk){0};
}

void capture_talk_append_name(rsp_buf *out, const capture_talk *talk) {
    rsp_buf_str(out, talk->path);
    if (rsp_endpoint_is_log(&talk->summary.stub))
        return;
    rsp_buf_str(out, "   ");
    rsp_endpoint_append(out, &talk->summary.client);
    rsp_buf_str(out, " -> ");
    rsp_endpoint_append(out, &talk->summary.stub);
}
