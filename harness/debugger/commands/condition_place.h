/* Where a place of the source is: in the program, in a library that the process has loaded, or in one that it
 * may load later.
 * Used by condition_run. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CONDITION_PLACE_H
#define STUBBORN_CONDITION_PLACE_H

#include "commands/condition_loader.h"

#include "debuggee/debuggee_break.h"

/* A place, and what was set there. */
typedef struct condition_place {
    rsp_debuggee *debuggee;   /* the program, or the library as one, in the arena; NULL: waited for */
    const rsp_module *module; /* the library; NULL: it is the program */
    const char *library;      /* its path; NULL: it is the program */
    rsp_debuggee_sites sites;
    struct rsp_condition_site *gone; /* what was set in a library that has gone since; NULL */
    size_t num_gone;
} condition_place;

/* Finds the place `text`. RSP_NOT_FOUND: neither the program nor a library has it; the other errors of
 * rsp_debug_place_find, and the client's. `loader` is the program's; a wait lasts `timeout_ns`. */
rsp_status condition_place_find(condition_place *out, condition_loader *loader, rsp_arena *arena,
                                const char *text, uint64_t timeout_ns, rsp_error *error);

/* The same in the libraries alone, as they were listed last. */
rsp_status condition_place_in_libraries(condition_place *out, rsp_modules *modules, rsp_arena *arena,
                                        const char *text, rsp_error *error);

#endif
