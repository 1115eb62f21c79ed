/* A run of scenarios as another command wants it: with what was found, before it is forgotten.
 * The reports are written all the same.
 * Used by init. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_RUN_H
#define STUBBORN_RUN_H

#include "cli/command.h"

#include "manners/manners.h"
#include "trace/result.h"

/* Called with a run that was judged, and with the stub's manners; both are borrowed for the call. */
typedef void run_tell(void *ctx, rsp_run *run, const rsp_manners *manners);

/* What `stubborn run` does with this command line; `tell` may be NULL. Returns the exit status. */
int run_and_tell(const command *self, int argc, char **argv, run_tell *tell, void *ctx);

#endif
