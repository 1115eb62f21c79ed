/* A conversation while it goes on: its transcript, its counts, and the passive rules held against the stub.
 * What is found is told at once. Bytes in, counts out; any number of connections one after another.
 * No I/O, no clock. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MONITOR_H
#define RSP_MONITOR_H

#include "trace/exchange.h"
#include <rsp/rule.h>

RSP_BEGIN_DECLS

typedef struct rsp_monitor rsp_monitor;

/* Called for each violation when it is found; more than RSP_LIMIT_VIOLATIONS of one rule are only counted.
 * The transcript still holds the entry and what stands before it. */
typedef void rsp_monitor_found(void *ctx, const rsp_transcript *transcript, const rsp_violation *violation);

typedef struct rsp_monitor_options {
    rsp_monitor_found *found; /* NULL: only counted */
    void *ctx;
    const rsp_mem *mem; /* NULL is malloc; must outlive the monitor */
} rsp_monitor_options;

/* NULL without memory; options may be NULL. */
rsp_monitor *rsp_monitor_new(const rsp_monitor_options *options);
void rsp_monitor_free(rsp_monitor *monitor);

/* A connection begins, bytes pass, it ends; `text` says with whom, and how. Trouble of our own is in
 * rsp_monitor_status: watching must not stop what is watched. */
void rsp_monitor_connect(rsp_monitor *monitor, uint64_t now_ns, const char *text);
void rsp_monitor_feed(rsp_monitor *monitor, rsp_direction direction, uint64_t now_ns, rsp_bytes bytes);
void rsp_monitor_close(rsp_monitor *monitor, uint64_t now_ns, const char *text);

/* All connections together. */
const rsp_metrics *rsp_monitor_metrics(const rsp_monitor *monitor);
const rsp_rules *rsp_monitor_rules(const rsp_monitor *monitor);

/* Broken rules of a level, each time counted. */
uint64_t rsp_monitor_broken(const rsp_monitor *monitor, rsp_level level);

/* Bytes of a packet that is not complete, in one direction; 0: none hangs. */
uint64_t rsp_monitor_pending(const rsp_monitor *monitor, rsp_direction direction);

/* The oldest request that waits for its answer: its payload, borrowed until the next feed. False: none. */
bool rsp_monitor_waiting(const rsp_monitor *monitor, rsp_bytes *out_request);

rsp_status rsp_monitor_status(const rsp_monitor *monitor);

RSP_END_DECLS

#endif
