/* Non-stop: which threads stand still, and packets that move some of them behind the back of run control.
 * A thread stands from its stop on, fetched or not, until something resumes it.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_HALTED_H
#define RSP_CLIENT_HALTED_H

#include <rsp/client.h>

/* All-zero is valid: nobody stands. */
typedef struct client_halted {
    rsp_ptid *ids;
    size_t num;
    size_t cap;
} client_halted;

/* A stop has arrived: its thread stands, or is gone. Without memory the thread counts as running. */
void client_halted_note(rsp_client *c, const rsp_stop_reply *stop);
/* A thread stands after all: its resume was refused. */
void client_halted_add(rsp_client *c, rsp_ptid thread);
/* Threads that match `who` go on; {0, 0} is all of them. */
void client_halted_resumed(rsp_client *c, rsp_ptid who);
/* Nothing is known any more. */
void client_halted_forget(rsp_client *c);

/* Whether the thread stands still. */
bool client_is_halted(const rsp_client *c, rsp_ptid thread);
/* The n-th of those that stand; false behind the last one. */
bool client_halted_at(const rsp_client *c, size_t n, rsp_ptid *out);

/* A stopped thread to be used for a moment: of the last stop, else (non-stop) another one of its process. */
rsp_ptid client_spare_thread(const rsp_client *c);

/* vCont with one action of `op` (c, C, t) for each of the threads, in as many packets as it takes; with none,
 * one action for everything in `pid` (0: everything). RSP_UNSUPPORTED without vCont, or its t. */
rsp_status client_act(rsp_client *c, char op, uint8_t signal, const rsp_ptid *threads, size_t num,
                      int64_t pid) RSP_MUST_USE;

#endif
