/* One conversation of a capture, held whole: for replaying it, writing it as a scenario, comparing it.
 * Packets that the capture has not whole are left out and counted.
 * See capture_talk.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CAPTURE_TALK_H
#define STUBBORN_CAPTURE_TALK_H

#include "capture.h"

#include <rsp/dialogue.h>

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

/* "FILE   127.0.0.1:40000 -> 127.0.0.1:1234" */
void capture_talk_append_name(rsp_buf *out, const capture_talk *talk);

#endif
