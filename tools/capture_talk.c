/* Reads a capture and keeps the one conversation that is wanted, or all; the others are only counted.
 * Which one is wanted is known when it is recognised: by its number, or as the first of all.
 * See capture_talk.h. */
/* SPDX-License-Identifier: MIT */
#include "capture_talk.h"

#include <stdio.h>
#include <stdlib.h>

/* The talk under way, as the callbacks need it. */
typedef struct loader {
    capture_talk *talk; /* the one that is wanted; NULL: all are */
    capture_talks *all;
    rsp_status status; /* of keeping them */
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

/* One more of all; NULL when there are too many, or no memory. */
static capture_talk *add_talk(loader *l) {
    capture_talks *all = l->all;
    capture_talk *talk = all->num < CAPTURE_MAX_TALKS ? calloc(1, sizeof *talk) : NULL;
    if (talk)
        all->items[all->num++] = talk;
    else
        l->status = all->num < CAPTURE_MAX_TALKS ? RSP_NO_MEMORY : RSP_LIMIT;
    return talk;
}

/* The talk that this conversation is for, if it is wanted. */
static capture_talk *talk_of(loader *l, const rsp_conversation *conversation) {
    capture_talk *talk = l->talk;
    if (!talk)
        return add_talk(l);
    if (!talk->found && (!l->by_number || conversation->number == l->wanted))
        return talk;
    talk->several = true;
    return NULL;
}

static void *begin(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    loader *l = ctx;
    note_number(l, conversation->number);
    capture_talk *talk = talk_of(l, conversation);
    if (!talk)
        return NULL;
    talk->found = true;
    talk->dialogue.exchanges.midstream = !conversation->from_start;
    return rsp_transcript_observe(transcript, rsp_dialogue_observe, &talk->dialogue) ? talk : NULL;
}

static void place(void *observer, uint64_t frame) {
    capture_talk *talk = observer;
    if (talk)
        talk->dialogue.place = frame;
}

static void end(void *ctx, void *observer, const rsp_transcript *transcript,
                const rsp_conversation *conversation) {
    capture_talk *talk = observer;
    (void)ctx;
    (void)transcript;
    if (!talk)
        return;
    talk->summary = *conversation;
    talk->summary.analysis = (rsp_analysis){0};
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

/* Reads the file for the loader; false and an exit status when that can not be. */
static bool read_for(loader *l, const command *self, const capture_args *args, const char *path,
                     rsp_conversations **out_conversations, const char **out_unit, int *out_code) {
    rsp_conversations_options options = {
        .stub_port = (uint16_t)args->port, .begin = begin, .place = place, .end = end, .ctx = l};
    *out_conversations = rsp_conversations_new(&options);
    if (!*out_conversations) {
        *out_code = command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
        return false;
    }
    capture_file file = {0};
    option_list paths = {.items = {path}, .num = 1};
    bool read = capture_read_all(self, &file, &paths, *out_conversations, out_code);
    *out_unit = file.unit;
    return read;
}

static void say_if_cut(const command *self, const capture_talk *talk) {
    if (talk->dialogue.status != RSP_OK)
        (void)fprintf(stderr, "stubborn %s: %s: only the first %zu packets are used: %s\n", self->name,
                      talk->path, talk->dialogue.num_turns, rsp_status_text(talk->dialogue.status));
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
    bool read = read_for(&l, self, args, path, &talk->conversations, &talk->unit, out_code);
    if (read && find(&l, &error) != RSP_OK) {
        *out_code = command_fail(self, &error);
        read = false;
    }
    if (!read)
        capture_talk_free(talk);
    else
        say_if_cut(self, talk);
    return read;
}

static int by_number(const void *left, const void *right) {
    const capture_talk *a = *(const capture_talk *const *)left;
    const capture_talk *b = *(const capture_talk *const *)right;
    return a->summary.number < b->summary.number ? -1 : a->summary.number > b->summary.number;
}

static bool load_all(capture_talks *talks, const command *self, const capture_args *args, const char *path,
                     int *out_code) {
    loader l = {.all = talks};
    rsp_error error = {0};
    const char *unit = "frame";
    if (!read_for(&l, self, args, path, &talks->conversations, &unit, out_code))
        return false;
    if (l.status == RSP_LIMIT)
        (void)rsp_fail(&error, RSP_USAGE, "%s: holds more than %d conversations: --conversation N", path,
                       (int)CAPTURE_MAX_TALKS);
    else if (l.status != RSP_OK)
        (void)rsp_fail(&error, l.status, "%s: no memory for its conversations", path);
    else if (talks->num == 0)
        (void)rsp_fail(&error, RSP_NOT_FOUND, "%s: no conversation of the remote protocol was found", path);
    if (error.status != RSP_OK) {
        *out_code = command_fail(self, &error);
        return false;
    }
    qsort(talks->items, talks->num, sizeof(capture_talk *), by_number);
    for (size_t i = 0; i < talks->num; i++) {
        talks->items[i]->path = path;
        talks->items[i]->unit = unit;
        say_if_cut(self, talks->items[i]);
    }
    return true;
}

bool capture_talks_load(capture_talks *talks, const command *self, const capture_args *args, const char *path,
                        int *out_code) {
    *talks = (capture_talks){.all = args->use.conversation && strcmp(args->use.conversation, "all") == 0};
    if (talks->all)
        return load_all(talks, self, args, path, out_code);
    capture_talk *talk = calloc(1, sizeof *talk);
    if (!talk) {
        *out_code = command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
        return false;
    }
    talks->items[talks->num++] = talk;
    return capture_talk_load(talk, self, args, path, out_code);
}

void capture_talks_free(capture_talks *talks) {
    for (size_t i = 0; i < talks->num; i++) {
        capture_talk_free(talks->items[i]);
        free(talks->items[i]);
    }
    rsp_conversations_free(talks->conversations);
    *talks = (capture_talks){0};
}

void capture_talk_free(capture_talk *talk) {
    rsp_conversations_free(talk->conversations);
    rsp_dialogue_free(&talk->dialogue);
    *talk = (capture_talk){0};
}

void capture_talk_append_name(rsp_buf *out, const capture_talk *talk) {
    rsp_buf_str(out, talk->path);
    if (rsp_tcp_endpoint_is_log(&talk->summary.stub))
        return;
    rsp_buf_str(out, "   ");
    capture_talk_append_ends(out, talk);
}

void capture_talk_append_ends(rsp_buf *out, const capture_talk *talk) {
    if (rsp_tcp_endpoint_is_log(&talk->summary.stub))
        return;
    rsp_tcp_endpoint_append(out, &talk->summary.client);
    rsp_buf_str(out, " -> ");
    rsp_tcp_endpoint_append(out, &talk->summary.stub);
}
