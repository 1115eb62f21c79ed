/* What every kind of link consists of: its functions, and its first member.
 * link.c checks arguments and counts; a kind only moves bytes.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_LINK_OPS_H
#define RSP_LINK_LINK_OPS_H

#include "link_control.h"

#include <poll.h>

/* What a link waits for: descriptors, and the time at which it has something to do in any case. */
enum { RSP_LINK_WATCH_FDS = 6 };
typedef struct rsp_link_watch {
    struct pollfd fds[RSP_LINK_WATCH_FDS];
    size_t num;
    uint64_t at_ns; /* 0: at once */
    const volatile sig_atomic_t *stop;
} rsp_link_watch;

/* send, recv, shut, close, wait and describe are required. The others may be NULL: link.c then gives the
 * answer of a link without the ability (RSP_UNSUPPORTED, 0, nothing). A link around another need not have
 * `limit`, `leave`, `ignore_stop`, `ended`, `pid`, `port` and `words`: the inner one is asked. bytes_out is
 * counted by `send`. */
typedef struct rsp_link_ops {
    rsp_status (*send)(rsp_link *link, rsp_bytes data, uint64_t deadline_ns);
    rsp_status (*recv)(rsp_link *link, rsp_buf *out, size_t max, uint64_t deadline_ns);
    rsp_status (*half_close)(rsp_link *link);
    void (*shut)(rsp_link *link);
    rsp_status (*reconnect)(rsp_link *link, uint64_t deadline_ns, rsp_error *error);
    rsp_status (*visit)(rsp_link *link, rsp_link **out_visitor, uint64_t deadline_ns, rsp_error *error);
    void (*close)(rsp_link *link);
    void (*wait)(rsp_link *link, uint64_t until_ns);
    void (*limit)(rsp_link *link, uint64_t end_ns);
    bool (*watch)(const rsp_link *link, rsp_link_watch *out);
    bool (*slow_acks)(rsp_link *link, bool on);
    void (*leave)(rsp_link *link);
    void (*ignore_stop)(rsp_link *link);
    void (*describe)(const rsp_link *link, rsp_buf *out);
    rsp_link_end (*ended)(rsp_link *link);
    long (*pid)(const rsp_link *link);
    uint16_t (*port)(const rsp_link *link);
    rsp_bytes (*words)(rsp_link *link, bool of_output);
} rsp_link_ops;

/* The first member of every kind of link. */
struct rsp_link {
    const rsp_link_ops *ops;
    rsp_link *inner; /* of a link around another; else NULL */
    const rsp_mem *mem;
    rsp_clock clock;
    bool is_virtual;
    rsp_link_stats stats;
    rsp_link_tap_fn *tap; /* NULL for none */
    void *tap_ctx;
    uint64_t last_piece_ns; /* of the current reply */
    bool answered;          /* something came since the last send */
    bool delayed;           /* this reply is counted as delayed */
};

/* The first member of a link around another, with its time. */
rsp_link rsp_link_around(const rsp_link_ops *ops, rsp_link *inner, const rsp_mem *mem);

#endif
