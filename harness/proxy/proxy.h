/* Between a debugger and a stub: bytes in from either, bytes out to either, unmodified unless asked for more.
 * The accelerator answers MultiMemRead and batches of breakpoints itself, by the stub's own m, x, Z and z.
 * No I/O, no clock: bytes and times are handed in. */
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

/* What is offered beside the stub's own packets. X(name, text) */
#define RSP_ACCELERATE_LIST(X) \
    X(NONE, "none")            \
    X(BOTH, "both")            \
    X(RFC, "rfc")              \
    X(LLDB, "lldb")

/* NONE passes every byte as it is. Else MultiMemRead, with MultiBreakpoint (RFC), jMultiBreakpoint (LLDB) or
 * both, are announced in the reply to qSupported where the stub does not do so, and served here. With BOTH
 * the form of a read is told by its separators; of one range, which both forms spell the same, by the last
 * read whose form was plain, or else by the first batch of breakpoints; before either it is taken for LLDB's.
 */
typedef enum rsp_accelerate {
#define RSP_ACCELERATE_ENUM(name, text) RSP_ACCELERATE_##name,
    RSP_ACCELERATE_LIST(RSP_ACCELERATE_ENUM)
#undef RSP_ACCELERATE_ENUM
} rsp_accelerate;

/* All-zero gives the defaults in brackets. */
typedef struct rsp_proxy_options {
    rsp_accelerate accelerate;
    uint64_t patience_ns; /* [2 s] for the stub's reply to one request of a batch; then the rest has failed */
    size_t max_packet;    /* [RSP_LIMIT_PROXY_PACKET_BYTES] accelerating: longer ones end the connection */
    const rsp_mem *mem;   /* NULL is malloc; must outlive the proxy */
} rsp_proxy_options;

/* What the accelerator did. */
typedef struct rsp_proxy_stats {
    uint64_t batches;     /* requests of the debugger that were split */
    uint64_t entries;     /* ranges and breakpoint requests in them */
    uint64_t requests;    /* sent to the stub for them */
    uint64_t malformed;   /* batches that were refused as they stood */
    uint64_t unanswered;  /* requests that the stub did not answer in time */
    uint64_t resent;      /* packets sent again for a '-' */
    uint64_t refused;     /* damaged packets that got a '-' from us */
    uint64_t odd_replies; /* replies to a request of ours that were of no known shape */
} rsp_proxy_stats;

typedef struct rsp_proxy rsp_proxy;

/* For one connection; NULL without memory. `options` may be NULL. */
rsp_proxy *rsp_proxy_new(const rsp_proxy_options *options);
void rsp_proxy_free(rsp_proxy *proxy);

/* Forgets the connection, as for a new one. Statistics stay. */
void rsp_proxy_reset(rsp_proxy *proxy);

/* Bytes that an end has sent, any split. What there is to send then is in the outputs. RSP_LIMIT when a
 * packet, or what waits for the end of a batch, is too long (accelerating); RSP_NO_MEMORY. Both stick until
 * reset: the connection can not go on. */
rsp_status rsp_proxy_input(rsp_proxy *proxy, rsp_proxy_end from, uint64_t now_ns, rsp_bytes in) RSP_MUST_USE;

/* An end has closed: an unfinished packet of it goes on as it is. */
void rsp_proxy_input_end(rsp_proxy *proxy, rsp_proxy_end from);

/* Bytes to be sent to an end, borrowed until the next call; and that so many of them were. */
rsp_bytes rsp_proxy_output(const rsp_proxy *proxy, rsp_proxy_end to);
void rsp_proxy_sent(rsp_proxy *proxy, rsp_proxy_end to, size_t len);

/* When rsp_proxy_tick must be called at the latest; RSP_NEVER_NS for no reason. */
uint64_t rsp_proxy_deadline(const rsp_proxy *proxy);
void rsp_proxy_tick(rsp_proxy *proxy, uint64_t now_ns);

/* The sticky status, and what went wrong in words ("" while all is well). */
rsp_status rsp_proxy_status(const rsp_proxy *proxy);
const char *rsp_proxy_trouble(const rsp_proxy *proxy);

rsp_proxy_stats rsp_proxy_stats_get(const rsp_proxy *proxy);

RSP_END_DECLS

#endif
