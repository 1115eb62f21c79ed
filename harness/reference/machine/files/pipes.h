/* Pipes, pairs of sockets, events and timers that are read: what descriptors show beside files.
 * All who wait for any of them are woken by each change, and look again.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_PIPES_H
#define RSP_MACHINE_PIPES_H

#include "syscall.h"

/* Before a message that stays whole stands its length. */
enum { PIPE_BYTES = 65536, PIPE_LENGTH_BYTES = 4 };

/* An end that reads `in` and writes `out`, each of which may be NULL. NULL without memory. */
open_file *pipe_end(rsp_machine *m, pipe *in, pipe *out, uint64_t flags);
/* Installs two ends and stores their numbers at the address; both are released on failure. 0 or a negative
 * error. */
int64_t pipe_install_pair(call *c, open_file *ends[2], uint64_t flags, uint64_t address);
/* Bytes that one read can get: all, or a message. */
size_t pipe_num_next(const open_file *f);
/* A pipe without ends; freed when the last end has left it, or by pipe_free while it has none. */
pipe *pipe_new(rsp_machine *m);
void pipe_free(rsp_machine *m, pipe *p);
/* The open file is about to be freed: the other ends see it. Fine for all kinds. */
void pipe_leave(rsp_machine *m, open_file *f);
/* Expirations of a timer up to now are counted. */
void timer_file_update(const rsp_machine *m, open_file *f);
/* One direction of a socket, or both, is over. */
void pipe_shut(rsp_machine *m, open_file *f, bool in, bool out);
/* How often something has happened to it that a poller may want to hear of once more. */
uint64_t file_changes(const open_file *f);
/* What poll says of it at once: L_POLL*. */
uint64_t file_events(const rsp_machine *m, open_file *f);
/* The earlier of the deadline and the next expiration of a timer that the file is, or that it watches. */
uint64_t file_earlier(uint64_t deadline, const open_file *f);

#endif
