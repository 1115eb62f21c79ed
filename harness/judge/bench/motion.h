/* Moving the program: breakpoints, resumes, steps, each in the account of its phase.
 * A breakpoint where the program stands is stepped off first: stubs differ in whether they would do it.
 * See motion.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_MOTION_H
#define RSP_BENCH_MOTION_H

#include "bench.h"

#include <rsp/client.h>

/* A stop by a breakpoint or a step; any other ends the run. `wanted` is what was to be reached. */
rsp_status motion_check_stop(bench *b, const rsp_stop_reply *stop, const char *wanted);

/* Enables or disables the breakpoint at an address; the stub is told by motion_flush or the next resume. */
rsp_status motion_switch(bench *b, uint64_t address, bool on);

/* Tells the stub what is held, if anything is. */
rsp_status motion_flush(bench *b, rsp_bench_phase phase);

/* Flushes at the end of an operation that has a connection of its own: nothing would be sent afterwards. */
rsp_status motion_settle(bench *b);

/* Steps off the breakpoint where the program stands, if it does; in phase STEP one step in any case. */
rsp_status motion_step_off(bench *b, rsp_bench_phase phase);

/* Continues to a breakpoint at the address, off the present one first. `symbol` is for messages. */
rsp_status motion_run_to(bench *b, const char *symbol, uint64_t address);

/* Steps until the program has left the function of `size` bytes, instruction by instruction or, in the way of
 * that name, by ranges: what `next` does in a line. pc is read where stops do not bring it along. */
rsp_status motion_leave(bench *b, const char *symbol, uint64_t address, uint64_t size);

#endif
