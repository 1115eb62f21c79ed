/* What a debugger does with a client, for the fuzz target of the client: each call ends, stays within its
 * buffers, and goes into a digest that tells two runs apart.
 * See rsp/client.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_CLIENT_USE_H
#define FUZZ_CLIENT_USE_H

#include "fuzz.h"

#include "link/peer.h"
#include <rsp/client.h>

typedef struct client_use_ends {
    rsp_link *link;
    rsp_session *session;
    rsp_client *client;
} client_use_ends;

/* A client with the options that bits of `choice` select, on a link to `peer`; false without memory. Closed
 * in either case. */
bool client_use_open(client_use_ends *ends, const rsp_peer *peer, uint8_t choice, const rsp_mem *mem);
void client_use_close(client_use_ends *ends);

/* One program: read, breakpoints, run, threads, registers, write, detach. */
uint64_t client_use(rsp_client *client);

/* Processes that are attached to, started, looked at one by one, and killed. */
uint64_t client_use_processes(rsp_client *client);

#endif
