/* Which scenarios to run: those of files, folders and FILE:LINE, narrowed by filters.
 * Also loads the catalogue of requirements from the suite's folder.
 * Errors in files are diagnostics; who loads decides what becomes of them. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SELECTION_H
#define RSP_SELECTION_H

#include "core/arena.h"
#include "scenario/runner.h"
#include "scenario/scenario.h"

RSP_BEGIN_DECLS

/* All-zero is valid to free. Fields are for reading. */
typedef struct rsp_selection {
    rsp_arena arena;
    const char *folder;          /* of the suite; NULL when there is none */
    rsp_catalogue *catalogue;    /* NULL when the suite has none */
    rsp_suite *scenarios;        /* all that was loaded; has diagnostics of its own */
    rsp_diagnostics diagnostics; /* of the catalogue */
    const char **places;         /* the operands of the form FILE:LINE, as "FILE:LINE" */
    size_t num_places;
} rsp_selection;

/* Loads what the operands name, or the whole suite at `folder` when there are none. RSP_OK, also when
 * scenarios have errors: see rsp_suite_diagnostics. RSP_NOT_FOUND without operands and folder; RSP_BAD_FILE
 * when the catalogue has errors, which are in `diagnostics`; RSP_NO_MEMORY. To be freed in each case. */
rsp_status rsp_selection_load(rsp_selection *s, const char *folder, const char *const *operands,
                              size_t num) RSP_MUST_USE;

/* Frees what was loaded; scenarios chosen from it are gone. */
void rsp_selection_free(rsp_selection *s);

/* The scenarios that the filters (names, globs, requirement ids, "tag:..", negated by '!') and the operands
 * FILE:LINE select: all without any. *out_num of them, in the arena; NULL without memory. */
const rsp_scenario **rsp_selection_choose(rsp_selection *s, const char *const *filters, size_t num,
                                          size_t *out_num);

/* Whether a filter without '!' selects any of the scenarios that were loaded. */
bool rsp_selection_knows(const rsp_selection *s, const char *filter);

/* The area ("memory/"), scenario, requirement, group of them or tag that is nearest to a filter which selects
 * nothing; NULL where none is near. In the arena. */
const char *rsp_selection_nearest(rsp_selection *s, const char *filter);

/* Orders chosen scenarios by their turns (rsp_runner_turn): those that may end the stub, or the only
 * connection to it, come last. Within a turn what every debugger does comes first (handshake, stop,
 * registers, memory, breakpoints, resumes), then the rest as it was. Does nothing without memory; uses the
 * arena. */
void rsp_selection_order(const rsp_scenario **chosen, size_t num, const rsp_runner *runner, rsp_arena *arena);

RSP_END_DECLS

#endif
