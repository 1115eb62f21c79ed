/* A stub inside this process behind a link, in virtual time.
 * The link knows the stub only through rsp_peer; anybody's sans-I/O stub plugs in here.
 * Waiting is free: when nothing can happen before a deadline, the clock jumps to it. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PEER_H
#define RSP_PEER_H

#include <rsp/link.h>

RSP_BEGIN_DECLS

/* What a peer does next, as its functions return it. */
typedef enum rsp_peer_state {
    RSP_PEER_IDLE,   /* nothing more will come until there is input */
    RSP_PEER_BUSY,   /* run it again: it has work to do */
    RSP_PEER_CLOSED, /* it has closed the connection; what is in `out` is still delivered */
    RSP_PEER_DEAD,   /* it is beyond service: receiving ends in RSP_DIED */
} rsp_peer_state;

/* What becomes of a second client while one is served. */
typedef enum rsp_peer_second {
    RSP_PEER_SECOND_WAITS,      /* it hears nothing, what it sends is not read: as in a system's queue */
    RSP_PEER_SECOND_REFUSED,    /* it can not connect */
    RSP_PEER_SECOND_TAKES_OVER, /* it is heard, too, and gets everything that is said from now on */
} rsp_peer_second;

/* The functions of a peer. Only `input` is required. None of them blocks. `out` is bounded
 * (RSP_LIMIT_PEER_BYTES); a peer that overruns it is reported as RSP_LIMIT. */
typedef struct rsp_peer {
    /* A client connects (again); may speak first by writing to `out`. A status other than RSP_OK refuses. */
    rsp_status (*connect)(void *ctx, rsp_buf *out);

    /* The client is gone, or has closed its sending side (`half`). */
    void (*disconnect)(void *ctx, bool half, rsp_buf *out);

    /* Bytes from the client, in the pieces in which they were sent. */
    rsp_peer_state (*input)(void *ctx, rsp_bytes in, rsp_buf *out);

    /* Work for up to `budget` units (the stub: instructions). Called while the state is BUSY. */
    rsp_peer_state (*run)(void *ctx, uint64_t budget, rsp_buf *out);

    /* Another client comes (rsp_link_visit) while this one is connected. NULL: it waits. */
    rsp_peer_second (*second)(void *ctx);

    /* A few words for people. */
    void (*describe)(void *ctx, rsp_buf *out);

    /* For rsp_link_ended and rsp_link_last_words, of a peer that is a process. NULL: it is none. */
    rsp_link_end (*ended)(void *ctx);
    rsp_bytes (*words)(void *ctx);

    void *ctx; /* not owned */
} rsp_peer;

/* All-zero gives the defaults in brackets. A request sent at t is handed to the peer at t + rtt/2, what the
 * peer answers arrives rtt/2 later; so a request and its reply take exactly rtt, and requests sent together
 * overlap. Answering costs no time. A run that leaves the peer busy takes slice_ns, the one in which it
 * becomes idle takes none. */
typedef struct rsp_peer_options {
    uint64_t rtt_ns;          /* [0] */
    uint64_t slice_budget;    /* [10000] units for one call of run */
    uint64_t slice_ns;        /* [1 ms] virtual time that a slice takes */
    rsp_virtual_clock *clock; /* [one of its own] shared with others, not owned */
    const rsp_mem *mem;       /* [malloc] */
} rsp_peer_options;

/* Connects to the peer. RSP_NO_MEMORY, or what peer->connect says. `options` may be NULL. Receiving with
 * RSP_NEVER_NS from an idle peer gives RSP_TIMEOUT at once: the clock stays. */
rsp_status rsp_link_open_peer(rsp_link **out_link, const rsp_peer *peer,
                              const rsp_peer_options *options) RSP_MUST_USE;

RSP_END_DECLS

#endif
