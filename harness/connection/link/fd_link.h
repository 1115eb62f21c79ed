/* The link on descriptors: sockets, terminals, pipes, with or without a program of ours at the other end.
 * How connections are made is no business of this file: connect.h, program.h, listener.h.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_FD_LINK_H
#define RSP_LINK_FD_LINK_H

#include "child.h"
#include "core/arena.h"
#include "link/address.h"
#include "link_ops.h"

typedef struct rsp_fd_link rsp_fd_link;

/* How a link gets connections to the place of its first one: for rsp_link_reconnect and rsp_link_visit. */
typedef struct rsp_fd_reopener {
    rsp_status (*reconnect)(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error);
    rsp_status (*visit)(rsp_fd_link *link, rsp_link **out_visitor, uint64_t deadline_ns, rsp_error *error);
} rsp_fd_reopener;

/* What has become of a connection. */
typedef struct rsp_fd_flow {
    bool ended;         /* the peer has closed its side, or we have */
    bool broken;        /* sending has failed */
    bool blocks;        /* the socket blocks, with a timeout; see rsp_fd_link_block */
    bool received_last; /* the last call was a receive */
} rsp_fd_flow;

struct rsp_fd_link {
    rsp_link base;
    rsp_link_options options;
    const rsp_fd_reopener *reopener; /* NULL: there is only one connection */
    rsp_address address;             /* where it leads; strings in arena */
    rsp_arena arena;
    const char *name;
    int read_fd; /* -1 when shut */
    int write_fd;
    int claim_fd;      /* claims the port picked for {port}; below 0: none */
    int refuse_fd;     /* a listener whose clients are refused; -1 */
    uint64_t limit_ns; /* as options.end_ns, from rsp_link_limit; 0: none */
    bool is_tcp;
    bool is_socket;
    rsp_fd_flow flow;
    rsp_buf inbox;
    rsp_child child;
    const char *socket_dir; /* made for {socket}; NULL */
};

/* Sets of what to wait for. */
enum { RSP_READY_READ = 1, RSP_READY_WRITE = 2, RSP_READY_WORDS = 4 };

/* A link without a connection; NULL without memory. Options are copied, with their defaults filled in. */
rsp_fd_link *rsp_fd_link_new(const rsp_link_options *options);

/* Gives it an open connection; the descriptors are closed with it. */
void rsp_fd_link_set(rsp_fd_link *link, int read_fd, int write_fd, bool is_tcp);

/* For servers: waits block in the read itself, one system call a request instead of two. */
void rsp_fd_link_block(rsp_fd_link *link);

/* The link as one on descriptors; NULL: it is of another kind. */
rsp_fd_link *rsp_fd_link_of(rsp_link *link);

/* For rsp_link_close. */
void rsp_fd_link_close(rsp_link *link);

/* Waits until one of `want` is possible (WORDS: the program has written something, or has ended). Takes in
 * the program's output and refuses clients meanwhile. RSP_OK with *out_ready (0: the program has ended),
 * RSP_TIMEOUT, RSP_CANCELLED, RSP_IO. */
rsp_status rsp_fd_wait(rsp_fd_link *link, unsigned *out_ready, unsigned want, uint64_t deadline_ns);

/* When all waits of this link end, whatever their deadlines; RSP_NEVER_NS. */
uint64_t rsp_fd_link_end_ns(const rsp_fd_link *link);

/* Fails with `what` and the last line that the program wrote. */
rsp_status rsp_fail_with_words(const rsp_fd_link *link, rsp_status status, rsp_error *error,
                               const char *what);

#endif
