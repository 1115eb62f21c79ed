/* The list of commands, which main gives: help, the manual page and completion are made from it.
 * So none of them knows a command, and commands may use all of them.
 * See command.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include "core/suggest.h"

static const command *const none[] = {NULL};

const command *const *commands = none;

const command *command_find(const char *name) {
    for (size_t i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

const char *command_suggest(const char *word) {
    rsp_suggestion nearest = {.word = rsp_bytes_str(word)};
    for (size_t i = 0; commands[i]; i++)
        rsp_suggest_offer(&nearest, commands[i]->name);
    return nearest.best;
}
