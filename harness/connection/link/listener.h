/* The server's side of links: wait for clients on TCP, a Unix socket, or standard input and output.
 * One client after the other; what happens to a second one meanwhile is the policy.
 * TCP means loopback unless the address names another interface. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LISTENER_H
#define RSP_LISTENER_H

#include "link/address.h"
#include <rsp/link.h>

RSP_BEGIN_DECLS

/* A socket that clients connect to, or standard input and output. */
typedef struct rsp_listener rsp_listener;

/* A second client while one is served. */
typedef enum rsp_second_client {
    RSP_SECOND_WAITS,   /* stays in the system's queue, served when the first is gone; beyond the backlog
                           refused */
    RSP_SECOND_REFUSED, /* is accepted and closed at once, while the served link receives or sends */
} rsp_second_client;

/* All-zero gives the defaults. */
typedef struct rsp_listener_options {
    rsp_link_options link; /* for the links that accept gives; its clock is used for accept, too */
    rsp_second_client second;
    int backlog; /* 0 is 4 */
} rsp_listener_options;

/* Listens on a tcp, unix or stdio address. Port 0 takes a free one. A Unix socket's stale file (nobody
 * listens) is replaced, and removed at close. RSP_USAGE for other kinds, RSP_IO with the
 * system's reason, RSP_NO_MEMORY. `options` and `error` may be NULL. */
rsp_status rsp_listener_open(rsp_listener **out_listener, const rsp_address *address,
                             const rsp_listener_options *options, rsp_error *error) RSP_MUST_USE;

/* The next client. RSP_TIMEOUT, RSP_CANCELLED, RSP_IO; RSP_CLOSED when there will be no other (stdio serves
 * one). The link must be closed before the listener, and with RSP_SECOND_REFUSED before the next accept. */
rsp_status rsp_listener_accept(rsp_listener *listener, rsp_link **out_link,
                               uint64_t deadline_ns) RSP_MUST_USE;

/* Starts the program, `command`'s words with {port} in them filled in, under a supervisor as rsp_link_open
 * does, and waits for it to connect; the link owns it. RSP_SPAWN, RSP_DIED (it ended instead), RSP_TIMEOUT,
 * all with its last words in `error` (may be NULL); else as accept. Only for tcp. */
rsp_status rsp_listener_spawn(rsp_listener *listener, rsp_link **out_link, const rsp_address *command,
                              uint64_t deadline_ns, rsp_error *error) RSP_MUST_USE;

/* The port that was taken; 0 when not TCP. */
uint16_t rsp_listener_port(const rsp_listener *listener);

/* Appends the address as clients write it, "tcp:127.0.0.1:1234". */
void rsp_listener_describe(const rsp_listener *listener, rsp_buf *out);

/* Clock that deadlines for accept are read from. */
rsp_clock rsp_listener_clock(const rsp_listener *listener);

/* NULL is fine. */
void rsp_listener_close(rsp_listener *listener);

RSP_END_DECLS

#endif
