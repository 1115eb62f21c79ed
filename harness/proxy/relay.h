/* One connection through a proxy: two links, waited for together, until one of them ends.
 * What comes goes on first and is looked at afterwards. The only loop in the layer, and all of its I/O.
 * The end of one side is passed on to the other. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RELAY_H
#define RSP_RELAY_H

#include "proxy/proxy.h"
#include <rsp/frame.h>
#include <rsp/link.h>

RSP_BEGIN_DECLS

typedef struct rsp_relay {
    rsp_proxy *proxy;
    rsp_link *links[RSP_PROXY_ENDS]; /* borrowed; not virtual */
    uint64_t grace_ns;               /* [1 s] for the other side to close when one has */

    /* Bytes that passed at an end, when they had gone on: received from it, or `sent` to it. NULL is fine. */
    void (*passed)(void *ctx, rsp_proxy_end end, bool sent, uint64_t now_ns, rsp_bytes bytes);
    /* Called after each round; gives the time at which it wants to be called again. NULL is fine. */
    uint64_t (*look)(void *ctx, uint64_t now_ns);
    void *ctx;
} rsp_relay;

/* How it ended. */
typedef struct rsp_relay_end {
    rsp_proxy_end who; /* the side that ended first; whose packet it was for trouble of ours */
    rsp_status
        status; /* RSP_CLOSED, RSP_DIED, RSP_IO; RSP_CANCELLED; of the proxy: RSP_LIMIT, RSP_TIMEOUT, ... */
    bool ours;  /* the links were well: the proxy could not go on */
    uint64_t time_ns;
} rsp_relay_end;

/* Passes bytes until the end. Both links are shut then, after what was for them was sent. */
void rsp_relay_run(rsp_relay *relay, rsp_relay_end *out_end);

RSP_END_DECLS

#endif
