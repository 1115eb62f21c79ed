/* Files and conversations for the actions of `stubborn capture`, with the messages for people.
 * Damage ends a file, not the work: what came before it counts, and the exit status says so.
 * See cmd/capture/capture_input.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/capture/capture_input.h"
#include "cli/io.h"

#include <stdio.h>

/* A file that is no capture is damage like any other if there are several: the others count. */
static rsp_status read_one(rsp_capture_file *file, const char *path, bool only,
                           rsp_conversations *conversations, rsp_error *error) {
    rsp_status status = rsp_capture_file_read(file, path, conversations, error);
    if (status != RSP_BAD_FILE || only)
        return status;
    file->damage = *error;
    return RSP_OK;
}

static int say_damage(const command *self, const rsp_capture_file *file) {
    if (file->damage.status == RSP_OK)
        return EXIT_FINE;
    (void)command_fail(self, &file->damage);
    return EXIT_USAGE;
}

bool capture_read_one(const command *self, rsp_capture_file *file, const char *path, bool only,
                      rsp_conversations *conversations, int *out_code) {
    rsp_error error = {0};
    if (read_one(file, path, only, conversations, &error) != RSP_OK) {
        *out_code = command_fail(self, &error);
        return false;
    }
    int damaged = say_damage(self, file);
    *out_code = damaged ? damaged : *out_code;
    return true;
}

bool capture_read_all(const command *self, rsp_capture_file *files, const option_list *paths,
                      rsp_conversations *conversations, int *out_code) {
    *out_code = EXIT_FINE;
    for (size_t i = 0; i < paths->num; i++)
        if (!capture_read_one(self, &files[i], paths->items[i], paths->num == 1, conversations, out_code))
            return false;
    return true;
}

bool capture_wish(rsp_dialogue_wish *out, const command *self, const char *text, int *out_code) {
    if (!text || !*text)
        return true;
    out->choice = strcmp(text, "all") == 0 ? RSP_DIALOGUE_ALL : RSP_DIALOGUE_NUMBERED;
    if (out->choice == RSP_DIALOGUE_ALL || option_number(&out->number, text) == RSP_OK)
        return true;
    *out_code = command_usage(self, "--conversation %s: expected a number, as analyze prints it", text);
    return false;
}

bool capture_choose(rsp_conversations_options *options, const command *self, const char *text,
                    int *out_code) {
    rsp_dialogue_wish wish = {0};
    if (!capture_wish(&wish, self, text, out_code))
        return false;
    options->only = wish.choice == RSP_DIALOGUE_NUMBERED;
    options->number = wish.number;
    if (wish.choice == RSP_DIALOGUE_ALL)
        options->side = RSP_PROXY_SIDE_BOTH;
    return true;
}

bool capture_chosen(const command *self, const rsp_conversations_options *options,
                    rsp_conversations *conversations, int *out_code) {
    if (!options->only || rsp_conversations_count(conversations) > 0)
        return true;
    rsp_error error = {0};
    (void)rsp_fail(&error, RSP_NOT_FOUND, "no conversation %llu: capture analyze prints their numbers",
                   (unsigned long long)options->number);
    *out_code = command_fail(self, &error);
    return false;
}

bool capture_load(rsp_capture_dialogues *out, const command *self, const char *path,
                  const rsp_dialogue_wish *wish, int *out_code) {
    rsp_error error = {0};
    rsp_status status = rsp_capture_dialogues_load(out, path, wish, &error);
    *out_code = say_damage(self, &out->file);
    if (status != RSP_OK) {
        *out_code = command_fail(self, &error);
        rsp_capture_dialogues_free(out);
        return false;
    }
    for (size_t i = 0; i < out->num; i++) {
        const rsp_dialogue *dialogue = &out->items[i]->dialogue;
        if (dialogue->status != RSP_OK)
            io_say(stderr, "stubborn %s: %s: only the first %zu packets are used: %s\n", self->name, path,
                   dialogue->num_turns, rsp_status_text(dialogue->status));
    }
    return true;
}

bool capture_load_one(rsp_capture_dialogues *out, const command *self, const capture_args *args,
                      const char *path, int *out_code) {
    rsp_dialogue_wish wish = {.stub_port = (uint16_t)args->port};
    if (!capture_wish(&wish, self, args->use.conversation, out_code))
        return false;
    if (wish.choice != RSP_DIALOGUE_ALL)
        return capture_load(out, self, path, &wish, out_code);
    *out_code = command_usage(self, "--conversation all: expected a number, as analyze prints it");
    return false;
}
