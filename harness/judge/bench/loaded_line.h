/* A client's line to a target that a guest was loaded into: entering the guest, its pc.
 * For the runs of workloads, and for conditions in a guest.
 * Everything is borrowed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_LOADED_LINE_H
#define RSP_BENCH_LOADED_LINE_H

#include "bench/ways.h"
#include <rsp/client.h>

/* The connection, and what was loaded by another one. */
typedef struct loaded_line {
    rsp_client *client;
    const rsp_bench_loaded *loaded;
    const rsp_mem *mem; /* NULL: the default */
} loaded_line;

/* Writes the guest anew, and pc and sp as the program begins. RSP_REFUSED where the stub refuses what it took
 * before: `why` says so. Else the client's status of reading the description, and `why` is "". */
rsp_status loaded_line_enter(const loaded_line *l, const char *program, char *why, size_t cap) RSP_MUST_USE;

/* The number of the guest's pc; false if the description has none. */
bool loaded_line_pc_number(const loaded_line *l, uint64_t *out);

/* The pc that the last stop reported; false if it did not. */
bool loaded_line_stop_pc(const loaded_line *l, uint64_t *out);

#endif
