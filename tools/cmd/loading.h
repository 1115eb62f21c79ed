/* --load of a command: a program of ours in a stub that has its own, from the warning before to what was put
 * back. The runner does the work (scenario/runner.h).
 * Functions append phrases for the user; only the warning goes to stderr. */
/* SPDX-License-Identifier: MIT */
#ifndef LOADING_H
#define LOADING_H

#include "cli/command.h"
#include "scenario/runner.h"
#include "stubs/stub_config.h"

/* Says what will be written, and loads after a probe. Appends what was loaded, or which step failed. False:
 * nothing was. */
bool loading_begin(const command *self, rsp_runner *runner, rsp_buf *out);

/* Puts back what was there, also after Ctrl-C: the signal after that cuts this short. A process of ours ends
 * with what was loaded into it. Appends what could not be put back: false then. */
bool loading_end(rsp_runner *runner, const stub_config *stub, rsp_buf *left);

#endif
