/* Between a debugger and a stub that the run has opened: a port for the debugger, whose bytes go to the
 * stub's link and back, in a thread of its own. A debugger that comes again finds the stub's next connection.
 * The links stay the caller's. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_INTEROP_BRIDGE_H
#define RSP_INTEROP_BRIDGE_H

#include "link/listener.h"
#include "proxy/service.h"
#include <pthread.h>

/* All-zero: closed. */
typedef struct rsp_bridge {
    rsp_link *stub;         /* nobody else's until rsp_bridge_close */
    rsp_listener *listener; /* of the thread's, once it runs */
    uint16_t port;          /* where the debugger connects to */
    pthread_t thread;
    rsp_proxy_service service; /* of the thread's, until rsp_bridge_end: then its monitor is for reading */
    unsigned connections;      /* that have ended */
    bool runs;
    volatile sig_atomic_t stop;
} rsp_bridge;

/* Listens on loopback, and waits for the debugger. What passes is recorded where there is a recorder, which
 * must outlive the bridge. RSP_IO, RSP_NO_MEMORY. */
rsp_status rsp_bridge_open(rsp_bridge *b, rsp_link *stub, rsp_recorder *recorder,
                           rsp_error *error) RSP_MUST_USE;
/* Ends the thread and the debugger's connection: what was seen can be read now. All-zero is fine. */
void rsp_bridge_end(rsp_bridge *b);
/* The same, and frees what was seen. */
void rsp_bridge_close(rsp_bridge *b);

#endif
