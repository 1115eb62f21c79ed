/* The connection of a run: stub, link, session and client in the way that is measured.
 * A run has one, or one for each operation if the workload wants a fresh program.
 * See connection.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_CONNECTION_H
#define RSP_BENCH_CONNECTION_H

#include "bench.h"

/* Opens a stub's link, a session and a client, without a packet. On failure the connection is to be closed,
 * too. */
rsp_status connection_open(bench *b);

/* Ends all of it. A stub that is not ours is rid of its program first, so that the next client finds a fresh
 * one. */
void connection_close(bench *b);

#endif
