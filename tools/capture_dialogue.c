/* Reads a capture and keeps the one conversation that is wanted, or all; the others are only counted.
 * Which one is wanted is known when it is recognised: by its number, or as the first of all.
 * See capture_dialogue.h. */
/* SPDX-License-Identifier: MIT */
#include "capture_dialogue.h"

#include <stdio.h>
#include <stdlib.h>

/* The talk under way, as the callbacks need it. */
typedef struct loader {
    capture_dialogue *chosen; /* the one that is wanted; NULL: all are */
    capture_dialogues *all;
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
static capture_dialogue *add_talk(loader *l) {
    capture_dialogues *all = l->all;
    capture_dialogue *chosen = all->num < CAPTURE_MAX_DIALOGUES ? calloc(1, sizeof *chosen) : NULL;
    if (chosen)
        all->items[all->num++] = chosen;
    else
        l->status = all->num < CAPTURE_MAX_DIALOGUES ? RSP_NO_MEMORY : RSP_LIMIT;
    return chosen;
}

/* The talk that this conversation is for, if it is wanted. */
static capture_dialogue *talk_of(loader *l, const rsp_conversation *conversation) {
    capture_dialogue *chosen = l->chosen;
    if (!chosen)
        return add_talk(l);
    if (!chosen->found && (!l->by_number || conversation->number == l->wanted))
        return chosen;
    chosen->several = true;
    return NULL;
}

static void *begin(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    loader *l = ctx;
    note_number(l, conversation->number);
    capture_dialogue *chosen = talk_of(l, conversation);
    if (!chosen)
        return NULL;
    chosen->found = true;
    chosen->dialogue.exchanges.midstream = !conversation->from_start;
    return rsp_transcript_observe(transcript, rsp_dialogue_observe, &chosen->dialogue) ? chosen : NULL;
}

static void place(void *observer, uint64_t frame) {
    capture_dialogue *chosen = observer;
    if (chosen)
        chosen->dialogue.place = frame;
}

static void end(void *ctx, void *observer, const rsp_transcript *transcript,
                const rsp_conversation *conversation) {
    capture_dialogue *chosen = observer;
    (void)ctx;
    (void)transcript;
    if (!chosen)
        return;
    chosen->summary = *conversation;
    chosen->summary.analysis = (rsp_analysis){0};
}

static rsp_status find(const loader *l, rsp_error *error) {
    const capture_dialogue *chosen = l->chosen;
    if (!chosen->found && l->by_number)
        return rsp_fail(error, RSP_NOT_FOUND, "%s: no conversation #%llu; there are: %s", chosen->path,
                        (unsigned long long)l->wanted, l->others_len ? l->others : "none");
    if (!chosen->found)
        return rsp_fail(error, RSP_NOT_FOUND, "%s: no conversation of the remote protocol was found",
                        chosen->path);
    if (chosen->several && !l->by_number)
        return rsp_fail(error, RSP_USAGE, "%s: holds several conversations (%s): which one? --conversation N",
                        chosen->path, l->others);
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

static void say_if_cut(const command *self, const capture_dialogue *chosen) {
    if (chosen->dialogue.status != RSP_OK)
        (void)fprintf(stderr, "stubborn %s: %s: only the first %zu packets are used: %s\n", self->name,
                      chosen->path, chosen->dialogue.num_turns, rsp_status_text(chosen->dialogue.status));
}

bool capture_dialogue_load(capture_dialogue *chosen, const command *self, const capture_args *args,
                           const char *path, int *out_code) {
    const char *wanted = args->use.conversation;
    loader l = {.chosen = chosen, .by_number = wanted && *wanted};
    rsp_error error = {0};
    *chosen = (capture_dialogue){.path = path};
    if (l.by_number && option_number(&l.wanted, wanted) != RSP_OK) {
        *out_code = command_usage(self, "--conversation %s: expected a number, as analyze prints it", wanted);
        return false;
    }
    bool read = read_for(&l, self, args, path, &chosen->conversations, &chosen->unit, out_code);
    if (read && find(&l, &error) != RSP_OK) {
        *out_code = command_fail(self, &error);
        read = false;
    }
    if (!read)
        capture_dialogue_free(chosen);
    else
        say_if_cut(self, chosen);
    return read;
}

static int by_number(const void *left, const void *right) {
    const capture_dialogue *a = *(const capture_dialogue *const *)left;
    const capture_dialogue *b = *(const capture_dialogue *const *)right;
    return a->summary.number < b->summary.number ? -1 : a->summary.number > b->summary.number;
}

static bool load_all(capture_dialogues *selection, const command *self, const capture_args *args,
                     const char *path, int *out_code) {
    loader l = {.all = selection};
    rsp_error error = {0};
    const char *unit = "frame";
    if (!read_for(&l, self, args, path, &selection->conversations, &unit, out_code))
        return false;
    if (l.status == RSP_LIMIT)
        (void)rsp_fail(&error, RSP_USAGE, "%s: holds more than %d conversations: --conversation N", path,
                       (int)CAPTURE_MAX_DIALOGUES);
    else if (l.status != RSP_OK)
        (void)rsp_fail(&error, l.status, "%s: no memory for its conversations", path);
    else if (selection->num == 0)
        (void)rsp_fail(&error, RSP_NOT_FOUND, "%s: no conversation of the remote protocol was found", path);
    if (error.status != RSP_OK) {
        *out_code = command_fail(self, &error);
        return false;
    }
    qsort(selection->items, selection->num, sizeof(capture_dialogue *), by_number);
    for (size_t i = 0; i < selection->num; i++) {
        selection->items[i]->path = path;
        selection->items[i]->unit = unit;
        say_if_cut(self, selection->items[i]);
    }
    return true;
}

bool capture_dialogues_load(capture_dialogues *selection, const command *self, const capture_args *args,
                            const char *path, int *out_code) {
    *selection =
        (capture_dialogues){.all = args->use.conversation && strcmp(args->use.conversation, "all") == 0};
    if (selection->all)
        return load_all(selection, self, args, path, out_code);
    capture_dialogue *chosen = calloc(1, sizeof *chosen);
    if (!chosen) {
        *out_code = command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
        return false;
    }
    selection->items[selection->num++] = chosen;
    return capture_dialogue_load(chosen, self, args, path, out_code);
}

void capture_dialogues_free(capture_dialogues *selection) {
    for (size_t i = 0; i < selection->num; i++) {
        capture_dialogue_free(selection->items[i]);
        free(selection->items[i]);
    }
    rsp_conversations_free(selection->conversations);
    *selection = (capture_dialogues){0};
}

void capture_dialogue_free(capture_dialogue *chosen) {
    rsp_conversations_free(chosen->conversations);
    rsp_dialogue_free(&chosen->dialogue);
    *chosen = (capture_dialogue){0};
}

void capture_dialogue_append_name(rsp_buf *out, const capture_dialogue *chosen) {
    rsp_buf_str(out, chosen->path);
    if (rsp_tcp_endpoint_is_log(&chosen->summary.stub))
        return;
    rsp_buf_str(out, "   ");
    capture_dialogue_append_ends(out, chosen);
}

void capture_dialogue_append_ends(rsp_buf *out, const capture_dialogue *chosen) {
    if (rsp_tcp_endpoint_is_log(&chosen->summary.stub))
        return;
    rsp_tcp_endpoint_append(out, &chosen->summary.client);
    rsp_buf_str(out, " -> ");
    rsp_tcp_endpoint_append(out, &chosen->summary.stub);
}
