/* The guest that was loaded into a stub with its own program, as the program of a workload: entered on each
 * connection, and where its symbols are. Only where the options name one.
 * Shared with the conditions of the debugger. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_LOADED_H
#define RSP_BENCH_LOADED_H

#include "bench.h"

/* Whether a guest plays the workload's program. */
bool loaded_serves(const bench *b);

/* Skips the run where a guest is loaded that does not do what the workload's program does: before a stub is
 * opened. */
rsp_status loaded_fits(bench *b);

/* Writes the guest anew, and pc and sp as the workload's program begins; not measured. RSP_OK where no guest
 * is loaded. The run fails where the stub refuses what it took before. */
rsp_status loaded_enter(bench *b);

/* Where the guest has what the workload calls `name`; the run is skipped if it has none of the name, as
 * scratch where the target gave little memory. */
rsp_status loaded_symbol(bench *b, const char *name, uint64_t *out_at, uint64_t *out_size);

/* The condition of the step as the guest's data has it. */
const char *loaded_condition(const bench *b, const rsp_workload_step *step);

/* The number of the guest's pc; false if the description has none. */
bool loaded_pc_number(const bench *b, uint64_t *out);

/* The pc that the last stop reported; false if it did not. */
bool loaded_pc(const bench *b, uint64_t *out);

#endif
