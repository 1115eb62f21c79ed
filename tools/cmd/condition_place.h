/* Where a place of the source is: in the program, or in a library that the process has loaded.
 * A program that has just been started has none yet, and runs to its entry first.
 * Used by condition_run. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CONDITION_PLACE_H
#define STUBBORN_CONDITION_PLACE_H

#include "debuggee/debuggee_break.h"
#include "debuggee/modules.h"

/* A place, and what was set there. */
typedef struct condition_place {
    rsp_debuggee *debuggee; /* the program, or the library as one, in the arena */
    const char *library;    /* its path; NULL: it is the program */
    rsp_debuggee_sites sites;
} condition_place;

/* Finds the place `text`. RSP_NOT_FOUND: neither the program nor a library has it; the other errors of
 * rsp_debug_place_find, and the client's. `modules` are the program's; a wait lasts `timeout_ns`. */
rsp_status condition_place_find(condition_place *out, rsp_modules *modules, rsp_arena *arena,
                                const char *text, uint64_t timeout_ns, rsp_error *error);

#endif
