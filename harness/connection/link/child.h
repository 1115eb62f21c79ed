/* A spawned program: started without a shell in its own session, listened to, ended with all its family.
 * A supervisor stands between it and us.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_CHILD_H
#define RSP_LINK_CHILD_H

#include "tail.h"

#include "link/fork_server.h"
#include <rsp/link.h>

#include <poll.h>
#include <sys/types.h>

/* A program and its supervisor. */
typedef struct rsp_child {
    pid_t pid;        /* of the program; 0 for none */
    pid_t supervisor; /* our child and the program's parent; 0: that of the fork server */
    int life_fd;      /* closing it ends the supervisor and all below it */
    int status_fd;    /* the supervisor reports to it */
    bool leaves;      /* its end is not that of its family */
    bool ended;
    int wait_status; /* exit status, or the signal's number negated */
    rsp_tail err;
    rsp_tail out;
    char sanitizer[RSP_SANITIZER_BYTES];
} rsp_child;

/* What to start. */
typedef struct rsp_spawn {
    const char *const *argv;
    const char *cwd;
    const char *const *environment; /* as in rsp_link_options */
    bool protocol;                  /* standard input and output carry the protocol */
    size_t words_bytes;
    rsp_fork_server *fork_server; /* NULL for none */
    const rsp_mem *mem;
} rsp_spawn;

/* A child that was never started. */
void rsp_child_init(rsp_child *child);

/* Starts the program; *out_fd is our end of the protocol's socket pair, -1 without. RSP_SPAWN, RSP_NO_MEMORY.
 * To be released with rsp_child_end whatever the status. */
rsp_status rsp_child_start(rsp_child *child, int *out_fd, const rsp_spawn *spawn, rsp_error *error);

/* Kills the program and its family (`leaves`: the program alone), waits for that, and frees. Nothing to do
 * for one that was never started. */
void rsp_child_end(rsp_child *child);

/* Whether the program has ended; takes its exit status if that has come. Does not wait. */
bool rsp_child_has_ended(rsp_child *child);

/* Whether it has ended by a signal, or with a status other than 0. */
bool rsp_child_failed(const rsp_child *child);

/* How a process has ended, by its exit status, or by the number of its signal below 0. */
rsp_link_end rsp_end_of(int exit_or_signal);

/* For rsp_link_ended. */
rsp_link_end rsp_child_how(rsp_child *child);

/* The descriptors to poll for it, at most 3, and what to do when one of them is ready. */
size_t rsp_child_poll_add(const rsp_child *child, struct pollfd *fds);
void rsp_child_poll_done(rsp_child *child);

#endif
