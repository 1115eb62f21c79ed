/* One conversation of a capture, or all of them, held whole: for replaying, writing as a scenario, comparing.
 * Packets that the capture has not whole are left out and counted.
 * See capture_dialogue.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CAPTURE_DIALOGUE_H
#define STUBBORN_CAPTURE_DIALOGUE_H

#include "capture_report.h"

#include "capture/dialogue.h"
#include <rsp/limits.h>

/* One conversation. Free it with capture_dialogue_free. */
typedef struct capture_dialogue {
    const char *path;
    const char *unit; /* of places: "frame", "line" of a log */
    rsp_dialogue dialogue;
    rsp_conversation summary; /* its analysis is empty: see `conversations` */
    rsp_conversations *conversations;
    bool found;
    bool several; /* there are others */
} capture_dialogue;

/* Reads a file for the conversation that the options want, or the only one. False when there is no such one,
 * or no memory, or the file can not be opened: said on standard error, *out_code is the exit status. A
 * damaged file is told, too, and what came before is there. */
bool capture_dialogue_load(capture_dialogue *chosen, const command *self, const capture_args *args,
                           const char *path, int *out_code);
void capture_dialogue_free(capture_dialogue *chosen);

enum { CAPTURE_MAX_DIALOGUES = RSP_LIMIT_CAPTURE_CONVERSATIONS };

/* The conversations of a file that are compared. All-zero is valid. */
typedef struct capture_dialogues {
    capture_dialogue *items[CAPTURE_MAX_DIALOGUES]; /* in the order of their numbers */
    size_t num;
    rsp_conversations *conversations;
    bool all; /* "all" was asked for */
} capture_dialogues;

/* As capture_dialogue_load for one conversation; with --conversation all, every one of the file. More than
 * CAPTURE_MAX_DIALOGUES are refused. Free it with capture_dialogues_free, also after it has failed. */
bool capture_dialogues_load(capture_dialogues *selection, const command *self, const capture_args *args,
                            const char *path, int *out_code);
void capture_dialogues_free(capture_dialogues *selection);

/* "FILE   127.0.0.1:40000 -> 127.0.0.1:1234" */
void capture_dialogue_append_name(rsp_buf *out, const capture_dialogue *chosen);
/* The same without the file; nothing for a log, which has no endpoints. */
void capture_dialogue_append_ends(rsp_buf *out, const capture_dialogue *chosen);

#endif
