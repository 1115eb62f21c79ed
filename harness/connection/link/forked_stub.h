/* A stub of three functions in a process of its own, as a peer of an in-process link.
 * A signal, an abort, a leak and an endless loop end that process, and this one goes on.
 * Time stays virtual: each call is made over there and waited for. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FORKED_STUB_H
#define RSP_FORKED_STUB_H

#include "link/peer.h"

RSP_BEGIN_DECLS

/* The stub, as somebody wrote it: include/rsp/embed.h has the contracts. `leaks` and `leave` may be NULL. */
typedef struct rsp_forked_functions {
    void (*reset)(void);
    void (*feed)(const uint8_t *bytes, size_t len);
    size_t (*take)(uint8_t *out, size_t room);
    bool (*leaks)(void); /* looks for memory that is lost, tells of it on standard error */
    void (*leave)(void); /* called before a process that is well ends */
} rsp_forked_functions;

/* All-zero gives the defaults in brackets. */
typedef struct rsp_forked_options {
    uint64_t cpu_ns;  /* [5 s] of computing, after which a call is taken for endless */
    uint64_t wait_ns; /* [60 s] by the clock, for a call that waits for something */
} rsp_forked_options;

/* The processes, and what is known of the one that serves. */
typedef struct rsp_forked_stub rsp_forked_stub;

/* Forks a process that forks the stub for each client: make it before threads, and while this process is
 * small. NULL without processes, descriptors or memory. `functions` is copied, `options` may be NULL. */
rsp_forked_stub *rsp_forked_stub_new(const rsp_forked_functions *functions,
                                     const rsp_forked_options *options);

/* Ends the processes. NULL is fine. */
void rsp_forked_stub_free(rsp_forked_stub *stub);

/* The peer, for rsp_link_open_peer; one link at a time. Each client has a new process. What the stub writes
 * to standard error and output is kept as its last words. */
rsp_peer rsp_forked_stub_peer(rsp_forked_stub *stub);

RSP_END_DECLS

#endif
