/* What the actions of `stubborn capture` read: all files through one set of conversations, or the dialogues
 * of one. What cannot be read, and where a file is damaged, is said on standard error. See
 * cmd/capture/capture_input.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CAPTURE_INPUT_H
#define STUBBORN_CAPTURE_INPUT_H

#include "cmd/capture/capture.h"
#include "reports/capture/capture_report.h"

#include "capture/capture_dialogue.h"

/* Reads one file through `conversations`; `only` says that there is no other. A damaged file counts up to its
 * damage, and sets *out_code. False, with a message and *out_code, if nothing can be reported. */
bool capture_read_one(const command *self, rsp_capture_file *file, const char *path, bool only,
                      rsp_conversations *conversations, int *out_code);

/* Reads all files through `conversations`; files[i] is the record of paths[i]. *out_code is the exit status
 * so far: a damaged file counts up to its damage. False if nothing can be reported. */
bool capture_read_all(const command *self, rsp_capture_file *files, const option_list *paths,
                      rsp_conversations *conversations, int *out_code);

/* Understands --conversation: a number, "all", or nothing for the only one. False, with a message, if it is
 * none. */
bool capture_wish(rsp_dialogue_wish *out, const command *self, const char *text, int *out_code);

/* Puts the choice of --conversation into `options`: a number, or "all" also for both sides of a proxy's
 * recording. NULL changes nothing. False, with a message, if it is neither. */
bool capture_choose(rsp_conversations_options *options, const command *self, const char *text, int *out_code);

/* Whether the chosen conversation was there. Else says so. */
bool capture_chosen(const command *self, const rsp_conversations_options *options,
                    rsp_conversations *conversations, int *out_code);

/* Reads the conversations of one file. *out_code as above. False, with a message and an empty *out, if there
 * is none of those that are wished for. */
bool capture_load(rsp_capture_dialogues *out, const command *self, const char *path,
                  const rsp_dialogue_wish *wish, int *out_code);

/* The same for the one conversation that the options choose. */
bool capture_load_one(rsp_capture_dialogues *out, const command *self, const capture_args *args,
                      const char *path, int *out_code);

#endif
