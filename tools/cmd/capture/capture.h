/* The actions of `stubborn capture` and their options, which are one table for all of them.
 * An action refuses options that it does not understand.
 * See cmd/capture/capture.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CAPTURE_H
#define STUBBORN_CAPTURE_H

#include "cli/command.h"

#include "capture/conversation.h"
#include "capture/whatif.h"

/* Options of replay, to-scenario and diff. */
typedef struct capture_use {
    const char *stub;
    const char *program;
    const char *conversation; /* its number as analyze prints it; NULL: the only one */
    const char *name;
    option_list fail_if;
    const char *elf;     /* to-scenario: where symbols are looked up */
    option_list symbols; /* to-scenario */
    uint64_t timeout_ns;
    bool contents; /* to-scenario: memory and registers, too */
    bool pauses;   /* replay: the debugger's own */
} capture_use;

/* The options of all actions. */
typedef struct capture_args {
    option_list outputs;
    uint64_t rtt_ns;
    uint64_t port;
    uint64_t packet_size;
    const char *annotate;
    bool client;        /* check: the debugger, too */
    bool merge;         /* analyze: the files are partial results */
    const char *filter; /* show: which exchanges */
    uint64_t limit;     /* show: how many at most; 0: all */
    bool what_if;       /* analyze: with what batches would save */
    bool verbose;
    capture_use use;
} capture_args;

/* An action of the subcommand; returns the exit status. */
typedef int capture_verb(const command *self, const capture_args *args, const option_list *paths);
capture_verb capture_analyze;
capture_verb capture_check;
capture_verb capture_diff;
capture_verb capture_replay;
capture_verb capture_show;
capture_verb capture_to_scenario;
capture_verb capture_what_if;

/* What batches would have saved, over all conversations. */
typedef struct capture_whatif {
    rsp_whatif total;
    uint64_t packet_size;
} capture_whatif;

/* Collects it: sets the hooks of `options`, whose ctx it is then. */
void capture_collect_whatif(rsp_conversations_options *options, capture_whatif *whatif);

#endif
