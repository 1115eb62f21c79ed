/* One conversation of a capture, or all of them, held whole: for replaying, writing as a scenario, comparing.
 * Packets that the capture has not whole are left out and counted.
 * See capture_talk.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CAPTURE_TALK_H
#define STUBBORN_CAPTURE_TALK_H

#include "capture.h"

#include <rsp/dialogue.h>
#include <rsp/limits.h>

/* One conversation. Free it with capture_talk_free. */
typedef struct capture_talk {
    const char *path;
    const char *unit; /* of places: "frame", "line" of a log */
    rsp_dialogue dialogue;
    rsp_conversation summary; /* its analysis is empty: see `conversations` */
    rsp_conversations *conversations;
    bool found;
    bool several; /* there are others */
} capture_talk;

/* Reads a file for the conversation that the options want, or the only one. False when there is no such one,
 * or no memory, or the file can not be opened: said on standard error, *out_code is the exit status. A
 * damaged file is told, too, and what came before is there. */
bool capture_talk_load(capture_talk *talk, const command *self, const capture_args *args, const char *path,
                       int *out_code);
void capture_talk_free(capture_talk *talk);

enum { CAPTURE_MAX_TALKS = RSP_LIMIT_CAPTURE_CONVERSATIONS };

/* The conversations of a file that are compared. All-zero is valid. */
typedef struct capture_talks {
    capture_talk *items[CAPTURE_MAX_TALKS]; /* in the order of their numbers */
    size_t num;
    rsp_conversations *conversations;
    bool all; /* "all" was asked for */
} capture_talks;

/* As capture_talk_load for one conversation; with --conversation all, every one of the file. More than
 * CAPTURE_MAX_TALKS are refused. Free it with capture_talks_free, also after it has failed. */
bool capture_talks_load(capture_talks *talks, const command *self, const capture_args *args, const char *path,
                        int *out_code);
void capture_talks_free(capture_talks *talks);

/* "FILE   127.0.0.1:40000 -> 127.0.0.1:1234" */
void capture_talk_append_name(rsp_buf *out, const capture_talk *talk);
/* The same without the file; nothing for a log, which has no endpoints. */
void capture_talk_append_ends(rsp_buf *out, const capture_talk *talk);

#endif
