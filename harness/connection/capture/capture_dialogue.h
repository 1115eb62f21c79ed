/* Conversations of a capture held whole, as dialogues: replayed, compared, written as scenarios.
 * A number chooses one of several. Packets that the capture has not whole are left out and counted.
 * See capture/replay/capture_dialogue.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_DIALOGUE_H
#define RSP_CAPTURE_DIALOGUE_H

#include "capture/capture_file.h"
#include "capture/dialogue.h"
#include "core/limits.h"

RSP_BEGIN_DECLS

/* Which conversations of a file to keep. */
typedef enum rsp_dialogue_choice {
    RSP_DIALOGUE_ONLY,     /* the only one; several are an error */
    RSP_DIALOGUE_NUMBERED, /* the one with a number */
    RSP_DIALOGUE_ALL,
} rsp_dialogue_choice;

/* What to read. All-zero asks for the only conversation, found by content. */
typedef struct rsp_dialogue_wish {
    rsp_dialogue_choice choice;
    uint64_t number;     /* for RSP_DIALOGUE_NUMBERED */
    rsp_proxy_side side; /* for RSP_DIALOGUE_ONLY and _ALL */
    uint16_t stub_port;  /* as in rsp_conversations_options */
} rsp_dialogue_wish;

/* One conversation. */
typedef struct rsp_capture_dialogue {
    const char *path; /* of the file; borrowed */
    const char *unit; /* of places: "frame", or "line" for a log */
    uint64_t wall_ns; /* from its first byte to its end: whose time it was, as analyze tells it, added up */
    rsp_dialogue dialogue;
    rsp_conversation summary; /* its analysis is empty: see `conversations` of the list */
} rsp_capture_dialogue;

/* The most conversations of one file that are kept. */
enum { RSP_CAPTURE_MAX_DIALOGUES = RSP_LIMIT_CAPTURE_CONVERSATIONS };

/* The conversations that were wished for, in the order of their numbers. All-zero is valid and empty. */
typedef struct rsp_capture_dialogues {
    rsp_capture_dialogue *items[RSP_CAPTURE_MAX_DIALOGUES];
    size_t num;
    size_t found; /* conversations in the file, kept or not */
    rsp_dialogue_choice choice;
    rsp_conversations *conversations; /* with the analyses of all that were found */
    rsp_capture_file file;
} rsp_capture_dialogues;

/* Reads `path`, which must outlive *out, and keeps what *wish asks for: at least one conversation.
 * A file that breaks off is no error: see out->file.damage. Nor is a conversation that is too long: its
 * dialogue has a status and the packets before it. Otherwise *error says why nothing was kept: the file
 * cannot be read (as rsp_capture_file_read), it has no such conversation (RSP_NOT_FOUND), the wish is not
 * definite or the conversations are too many (RSP_USAGE), RSP_NO_MEMORY. Free *out in every case. */
rsp_status rsp_capture_dialogues_load(rsp_capture_dialogues *out, const char *path,
                                      const rsp_dialogue_wish *wish, rsp_error *error) RSP_MUST_USE;
/* Frees everything that was read; the list is empty then. */
void rsp_capture_dialogues_free(rsp_capture_dialogues *dialogues);

/* Appends "FILE   127.0.0.1:40000 -> 127.0.0.1:1234"; "FILE" for a log, which has no endpoints. */
void rsp_capture_dialogue_append_name(rsp_buf *out, const rsp_capture_dialogue *dialogue);

/* Appends the endpoints alone; nothing for a log. */
void rsp_capture_dialogue_append_ends(rsp_buf *out, const rsp_capture_dialogue *dialogue);

RSP_END_DECLS

#endif
