/* One connection through a proxy: works two links until one of them ends, and passes the end on.
 * Bytes go on first and are shown to the observer afterwards.
 * The only loop of the layer, and all of its I/O. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RELAY_H
#define RSP_RELAY_H

#include "proxy/proxy.h"
#include <rsp/frame.h>
#include <rsp/link.h>

RSP_BEGIN_DECLS

/* The links of one connection and the proxy between them. All but these may be zero. */
typedef struct rsp_relay {
    rsp_proxy *proxy;
    rsp_link *links[RSP_PROXY_ENDS]; /* borrowed; not virtual */
    uint64_t grace_ns;               /* [1 s] for the other side to close when one has */

    /* Called with bytes that have gone on: received from an end, or `sent` to it. NULL is fine. */
    void (*passed)(void *ctx, rsp_proxy_end end, bool sent, uint64_t now_ns, rsp_bytes bytes);
    /* Called after each round; returns when to call it again. NULL is fine. */
    uint64_t (*look)(void *ctx, uint64_t now_ns);
    void *ctx;
} rsp_relay;

/* How it ended. */
typedef struct rsp_relay_end {
    rsp_proxy_end
        who; /* the side that ended first; for a failure of the proxy, the side whose packet it was */
    rsp_status
        status; /* RSP_CLOSED, RSP_DIED, RSP_IO; RSP_CANCELLED; of the proxy: RSP_LIMIT, RSP_TIMEOUT, ... */
    bool ours;  /* the proxy could not go on; the links were fine */
    uint64_t time_ns;
} rsp_relay_end;

/* Passes bytes until the end, sends what is left, and shuts both links. */
void rsp_relay_run(rsp_relay *relay, rsp_relay_end *out_end);

RSP_END_DECLS

#endif
