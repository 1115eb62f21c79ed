/* The dynamic loader of the program, watched: the run stops where it passes by when its list of libraries
 * changes. A program that has just been started has none yet, and runs until the list is whole.
 * Used by condition_run. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CONDITION_LOADER_H
#define STUBBORN_CONDITION_LOADER_H

#include "debuggee/loader.h"

/* All-zero but for the modules, which are borrowed: it is not watched. */
typedef struct condition_loader {
    rsp_modules *modules;
    rsp_loader loader;
    rsp_conditional *breakpoint; /* at its place; NULL: not watched */
    bool begun;
} condition_loader;

/* Has the libraries listed that the program needs: where it has none yet it runs until it does. RSP_OK also
 * where nobody tells. A wait lasts `timeout_ns`. */
rsp_status condition_loader_list(condition_loader *watch, uint64_t timeout_ns, rsp_error *error);

/* Sets the breakpoint of the watch. RSP_UNSUPPORTED: nothing tells where the loader passes by. */
rsp_status condition_loader_watch(condition_loader *watch, rsp_error *error);

/* The program has come to that breakpoint. What it means; where libraries were added or taken out, they are
 * listed. */
rsp_status condition_loader_arrived(condition_loader *watch, rsp_loader_news *out, rsp_error *error);

#endif
