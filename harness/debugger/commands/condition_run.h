/* One run of `stubborn condition`: breakpoints set, the program run from stop to stop, the report filled.
 * A stop counts when the condition holds in the thread that was asked for.
 * The link's account is taken from the first breakpoint to the last stop. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CONDITION_RUN_H
#define STUBBORN_CONDITION_RUN_H

#include "cli/option.h"
#include "commands/condition_place.h"
#include "stubs/stub_conversation.h"

#include "condition_report/condition_report.h"
#include "core/arena.h"

/* What a stop shows besides the values of its condition. */
typedef struct condition_shown {
    bool locals;
    bool stack;
} condition_shown;

/* What the command line says. */
typedef struct condition_args {
    const char *stub;
    const char *program;
    option_list arguments;
    option_list at;
    option_list conditions; /* of the places, in their order */
    bool list;              /* only what could be used there */
    unsigned way;           /* 0: best */
    uint64_t expected_hits;
    uint64_t nth;
    uint64_t stops;
    const char *thread;
    const char *sysroot;
    bool pending; /* wait for a library that has the place */
    bool non_stop;
    condition_shown shown;
    uint64_t timeout_ns;
    uint64_t wait_ns;
    uint64_t start_ns;
    uint64_t rtt_ns;
    bool load; /* a guest into a stub with its own program */
    option_list outputs;
    bool no_config;
} condition_args;

/* Set `args`; the rest is zero. The report is for reading, and borrows from all of it. */
typedef struct condition_run {
    const condition_args *args;
    rsp_arena arena;
    rsp_condition_report report;
    rsp_condition_stop *stops; /* those of the report */
    const rsp_debug_file *file;
    rsp_client *client;
    rsp_conditionals *breakpoints;
    rsp_debuggee debuggee;
    rsp_modules modules;
    condition_loader loader;
    condition_place *places;
    const rsp_debuggee *shown; /* program or library of the stop that is being kept */
    size_t num_places;
    bool waits;        /* for a library: the loader is watched */
    size_t failed;     /* the place whose breakpoint failed */
    rsp_link *guarded; /* the link, if the program was attached to and is let go when we are killed */
    bool attached;     /* the program was there before the stub, and goes on without it */
    bool any_thread;
    rsp_ptid thread;
    uint64_t held; /* how often the condition held there */
} condition_run;

/* Runs the program of an open stub. The file is borrowed. RSP_OK with a report in any case that the program
 * got so far as to run; else what went wrong: `where` is "condition" for a mistake in its text. */
rsp_status condition_run_all(condition_run *run, const stub_conversation *stub, const rsp_debug_file *file,
                             rsp_error *error) RSP_MUST_USE;

/* The way that --way names; that of "best" where it names none. */
rsp_way condition_run_way(const condition_args *args);

/* The link's figures where a run begins. */
typedef struct condition_account {
    rsp_link *link; /* borrowed */
    rsp_link_stats before;
    uint64_t begin_ns;
} condition_account;

/* Begins an account of an open link. */
condition_account condition_account_begin(rsp_link *link);

/* What has passed since: time, round trips and bytes of the report. */
void condition_account_end(const condition_account *account, rsp_condition_report *out);

/* The condition of a place; "" for none. */
const char *condition_run_text(const condition_args *args, size_t place);

/* Takes the breakpoints out where somebody else goes on with the program, and frees. */
void condition_run_free(condition_run *run);

#endif
