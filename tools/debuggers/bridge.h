/* Between a debugger and a stub that the run has opened: a port for the debugger, whose bytes go to the
 * stub's link and back, in a thread of its own. A debugger that comes again finds the stub's next connection.
 * The links stay the caller's. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_DEBUGGERS_BRIDGE_H
#define STUBBORN_DEBUGGERS_BRIDGE_H

#include "link/listener.h"
#include <pthread.h>

/* All-zero: closed. */
typedef struct bridge {
    rsp_link *stub;         /* nobody else's until bridge_close */
    rsp_listener *listener; /* of the thread's, once it runs */
    uint16_t port;          /* where the debugger connects to */
    pthread_t thread;
    bool runs;
    volatile sig_atomic_t stop;
} bridge;

/* Listens on loopback, and waits for the debugger. RSP_IO, RSP_NO_MEMORY. */
rsp_status bridge_open(bridge *b, rsp_link *stub, rsp_error *error) RSP_MUST_USE;
/* Ends the thread and the debugger's connection. All-zero is fine. */
void bridge_close(bridge *b);

#endif
