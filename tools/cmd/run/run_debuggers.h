/* --debuggers of `stubborn run`: the actions of the forecast, done by debuggers that are installed.
 * What they print stands beside the forecast and decides no verdict.
 * Used by run. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_RUN_DEBUGGERS_H
#define STUBBORN_RUN_DEBUGGERS_H

#include "cli/command.h"
#include "debuggers/reality.h"

#include "trace/result.h"

/* Which debuggers, and how they reach the stub. */
typedef struct run_debuggers {
    const char *programs[RSP_DEBUGGER_COUNT]; /* "" for the one that is installed; NULL: not asked for */
    bool any;
} run_debuggers;

/* Reads the option's text, NULL for none. EXIT_FINE, or EXIT_USAGE, which was said. */
int run_debuggers_parse(const command *self, run_debuggers *d, rsp_arena *arena, const char *text,
                        const stub_config *stub);

/* Lets each of them do the actions, after the rehearsal of `runner`. `allow_writes`: also on a stub that
 * somebody else has started. */
void run_debuggers_observe(const run_debuggers *d, rsp_run *run, stub_opener *stubs, const rsp_runner *runner,
                           bool ours, bool allow_writes);

#endif
