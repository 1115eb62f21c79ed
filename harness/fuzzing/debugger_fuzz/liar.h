/* The stub that a debugger under test connects to: the replies of a real one, or of a
 * recording, but for the lies of a session. It has a thread of its own, and one connection.
 * What it has seen tells whether the debugger waits for an answer, or is owed none. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUGGER_LIAR_H
#define RSP_DEBUGGER_LIAR_H

#include "debugger_fuzz/lie.h"
#include "debugger_fuzz/recorded.h"
#include "debugger_fuzz/sample.h"

#include "link/listener.h"
#include <pthread.h>
#include <rsp/packets.h>

RSP_BEGIN_DECLS

/* Room for the name of a packet, and the most that is kept of a conversation: its end. */
enum { RSP_LIAR_NAME_BYTES = 48, RSP_LIAR_LOG_BYTES = 64 * 1024 };

/* What a debugger is doing, as its packets show it. */
typedef struct rsp_liar_state {
    uint64_t requests;              /* whole packets of the debugger */
    uint64_t moved_ns;              /* when a byte last went either way; 0: never */
    char last[RSP_LIAR_NAME_BYTES]; /* the last request's name */
    bool owed;                      /* it has no reply yet, or one that a lie has changed */
    bool runs;                      /* the program runs, as far as the debugger knows */
    bool non_stop;                  /* ... or threads of it may, for stops come as notifications */
    bool over;                      /* the connection has ended */
} rsp_liar_state;

/* All-zero: closed. Private but for `port`. */
typedef struct rsp_liar {
    uint16_t port;
    rsp_link *stub; /* borrowed; NULL: answers come from the recording */
    rsp_recorded recorded;
    const rsp_lies *lies; /* borrowed */
    rsp_samples *samples; /* gets the honest replies; NULL */
    rsp_listener *listener;
    pthread_t thread;
    pthread_mutex_t lock; /* of `state` and `log` */
    rsp_liar_state state;
    rsp_buf log;
    bool runs; /* the thread */
    volatile sig_atomic_t stop;
} rsp_liar;

/* Set `stub` or `recorded`, and `lies`, and perhaps `samples`; all else is zero. Listens on loopback and
 * waits for the debugger. RSP_IO, RSP_NO_MEMORY; close it in either case. */
rsp_status rsp_liar_open(rsp_liar *liar, rsp_error *error) RSP_MUST_USE;
/* What the debugger does now. */
rsp_liar_state rsp_liar_look(rsp_liar *liar);
/* Ends the connection and the thread: log and samples can be read. All-zero is fine. */
void rsp_liar_end(rsp_liar *liar);
/* The same, and frees the log. */
void rsp_liar_close(rsp_liar *liar);

RSP_END_DECLS

#endif
