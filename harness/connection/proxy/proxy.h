/* A proxy between a debugger and a stub: it passes bytes both ways, unmodified unless it accelerates.
 * The accelerator answers MultiMemRead and batches of breakpoints itself, by the stub's own m, x, Z and z.
 * No I/O and no clock: bytes and times are arguments. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PROXY_H
#define RSP_PROXY_H

#include <rsp/bytes.h>
#include <rsp/clock.h>

RSP_BEGIN_DECLS

/* The two ends that the proxy talks to. */
typedef enum rsp_proxy_end {
    RSP_PROXY_CLIENT, /* the debugger */
    RSP_PROXY_STUB,
    RSP_PROXY_ENDS,
} rsp_proxy_end;

/* "debugger", "stub"; "?" for an unknown value. */
const char *rsp_proxy_end_name(rsp_proxy_end end);

/* The batched packets offered to the debugger. X(name, text) */
#define RSP_ACCELERATE_LIST(X) \
    X(NONE, "none")            \
    X(BOTH, "both")            \
    X(RFC, "rfc")              \
    X(LLDB, "lldb")

/* NONE passes every byte as it is. The others announce MultiMemRead, with MultiBreakpoint (RFC),
 * jMultiBreakpoint (LLDB) or both, in the reply to qSupported, unless the stub does, and serve it. With BOTH
 * the separators decide the form of a read. A read of one range looks alike in both forms: then the last
 * unambiguous read decides, or else the first batch of breakpoints; before either, it is LLDB's. */
typedef enum rsp_accelerate {
#define RSP_ACCELERATE_ENUM(name, text) RSP_ACCELERATE_##name,
    RSP_ACCELERATE_LIST(RSP_ACCELERATE_ENUM)
#undef RSP_ACCELERATE_ENUM
} rsp_accelerate;

/* All-zero gives the defaults in brackets. */
typedef struct rsp_proxy_options {
    rsp_accelerate accelerate;
    uint64_t
        patience_ns; /* [2 s] for the stub's reply to one request of a batch; after it the rest has failed */
    size_t max_packet;  /* [RSP_LIMIT_PROXY_PACKET_BYTES] accelerating: longer ones end the connection */
    const rsp_mem *mem; /* NULL is malloc; must outlive the proxy */
} rsp_proxy_options;

/* What the accelerator did. */
typedef struct rsp_proxy_stats {
    uint64_t batches;     /* requests of the debugger that were split */
    uint64_t entries;     /* ranges and breakpoint requests in them */
    uint64_t requests;    /* sent to the stub for them */
    uint64_t malformed;   /* batches refused as a whole */
    uint64_t unanswered;  /* requests without a reply in time */
    uint64_t resent;      /* packets sent again for a '-' */
    uint64_t refused;     /* damaged packets that we answered with '-' */
    uint64_t odd_replies; /* replies of unknown form to requests of ours */
} rsp_proxy_stats;

/* A proxy of one connection at a time. */
typedef struct rsp_proxy rsp_proxy;

/* For one connection; NULL without memory. `options` may be NULL. */
rsp_proxy *rsp_proxy_new(const rsp_proxy_options *options);
/* NULL is fine. */
void rsp_proxy_free(rsp_proxy *proxy);

/* Forgets the connection, as for a new one. Statistics stay. */
void rsp_proxy_reset(rsp_proxy *proxy);

/* Takes bytes that an end has sent, in any split, and fills the outputs. RSP_LIMIT when a packet, or the
 * queue behind a batch, is too long (accelerating only); RSP_NO_MEMORY. Both stick until reset: the
 * connection cannot go on. */
rsp_status rsp_proxy_input(rsp_proxy *proxy, rsp_proxy_end from, uint64_t now_ns, rsp_bytes in) RSP_MUST_USE;

/* An end has closed: its unfinished packet goes on as it is. */
void rsp_proxy_input_end(rsp_proxy *proxy, rsp_proxy_end from);

/* Bytes for an end, borrowed until the next call. */
rsp_bytes rsp_proxy_output(const rsp_proxy *proxy, rsp_proxy_end to);

/* So many of them have been sent. */
void rsp_proxy_sent(rsp_proxy *proxy, rsp_proxy_end to, size_t len);

/* When rsp_proxy_tick must be called at the latest; RSP_NEVER_NS: never. */
uint64_t rsp_proxy_deadline(const rsp_proxy *proxy);

/* Time has passed: requests without a reply are given up. */
void rsp_proxy_tick(rsp_proxy *proxy, uint64_t now_ns);

/* The status that sticks until the reset. */
rsp_status rsp_proxy_status(const rsp_proxy *proxy);

/* Its reason in words; "" for RSP_OK. */
const char *rsp_proxy_trouble(const rsp_proxy *proxy);

/* The counters since new, of all connections. */
rsp_proxy_stats rsp_proxy_stats_get(const rsp_proxy *proxy);

RSP_END_DECLS

#endif
