/* The interactive shell: one conversation with a stub, and what its user has to hand.
 * Packets go out as they are typed; lines that begin with '!' are orders to the shell (orders.h).
 * A request that runs the program does not hold up the prompt: its stop is printed when it comes. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_SHELL_H
#define STUBBORN_SHELL_H

#include "cli/line_editor.h"
#include "cli/speaker.h"
#include "shell/known_values.h"

#include "capture/dialogue.h"

/* What the shell works with. `link`, `transcript`, the session of `speaker` and the texts are borrowed. */
typedef struct shell {
    const char *stub;    /* as --stub names it */
    const char *program; /* as --program does; NULL where it does not */
    rsp_link *link;
    rsp_transcript *transcript;
    speaker speaker;
    line_editor *editor;
    rsp_dialogue dialogue;   /* the conversation as turns, for !save */
    known_values known;      /* for completion */
    rsp_request_id running;  /* the request that runs the program; 0 for none */
    rsp_buf running_payload; /* ... as it was sent */
    bool end_told;           /* that the connection has ended */
    bool quit;
    bool bare;    /* connections are not opened as debuggers do */
    bool no_ack;  /* they are in no-ack mode, where the stub has it */
    bool opening; /* the opening is under way, which is no part of the dialogue */
} shell;

/* Opens the connection, the first one or another, and prints what was sent for it. */
void shell_open(shell *s);

/* Reads and obeys lines until their end or !quit. RSP_OK, or why no line could be read. `history` as for
 * line_editor_new. */
rsp_status shell_run(shell *s, const char *history);

/* Frees what the shell owns. */
void shell_free(shell *s);

/* Whether the connection is there. */
bool shell_is_open(const shell *s);

/* Prints completed requests and what came unasked; true when anything was printed. `hide`: the line that is
 * being typed is taken away first. */
bool shell_print_news(shell *s, bool hide);

/* Waits for the running request, if there is one, and prints what comes: at most the session's timeout. */
void shell_settle(shell *s);

#endif
