/* Watches a conversation as it goes on: transcript, counts, and the passive rules.
 * Violations are reported at once; connections follow each other.
 * No I/O and no clock: bytes and times are arguments. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MONITOR_H
#define RSP_MONITOR_H

#include "trace/client_rule.h"
#include "trace/exchange.h"
#include <rsp/rule.h>

RSP_BEGIN_DECLS

/* The transcript, counts and rules of one side of a proxy. */
typedef struct rsp_monitor rsp_monitor;

/* Called for each violation at once; beyond RSP_LIMIT_VIOLATIONS of one rule they are only counted. The
 * transcript still has the entry, and those before it. */
typedef void rsp_monitor_found(void *ctx, const rsp_transcript *transcript, const rsp_violation *violation);

/* The same for the debugger's breaches. */
typedef void rsp_monitor_breach(void *ctx, const rsp_transcript *transcript, const rsp_client_breach *breach);

/* All-zero gives the defaults. */
typedef struct rsp_monitor_options {
    rsp_monitor_found *found;   /* NULL: only counted */
    bool client;                /* judge the debugger, too */
    rsp_monitor_breach *breach; /* NULL: only counted */
    void *ctx;                  /* of both */
    const rsp_mem *mem;         /* NULL is malloc; must outlive the monitor */
} rsp_monitor_options;

/* NULL without memory; options may be NULL. */
rsp_monitor *rsp_monitor_new(const rsp_monitor_options *options);
/* NULL is fine. */
void rsp_monitor_free(rsp_monitor *monitor);

/* A connection begins; `text` names the peer. Our own failures are in rsp_monitor_status, here and below: the
 * monitor must not stop the conversation. */
void rsp_monitor_connect(rsp_monitor *monitor, uint64_t now_ns, const char *text);

/* Bytes pass, in any split. */
void rsp_monitor_feed(rsp_monitor *monitor, rsp_direction direction, uint64_t now_ns, rsp_bytes bytes);

/* The connection ends; `text` is the reason. */
void rsp_monitor_close(rsp_monitor *monitor, uint64_t now_ns, const char *text);

/* The counts of all connections together; borrowed. */
const rsp_metrics *rsp_monitor_metrics(const rsp_monitor *monitor);

/* The rules with their counts and violations; borrowed. */
const rsp_rules *rsp_monitor_rules(const rsp_monitor *monitor);

/* Those on the debugger; NULL where it is not judged. */
const rsp_client_rules *rsp_monitor_client_rules(const rsp_monitor *monitor);

/* Breaches of the debugger's rules of this level; 0 where it is not judged. */
uint64_t rsp_monitor_client_broken(const rsp_monitor *monitor, rsp_level level);

/* Violations of rules of this level. */
uint64_t rsp_monitor_broken(const rsp_monitor *monitor, rsp_level level);

/* Bytes of an incomplete packet in one direction; 0: there is none. */
uint64_t rsp_monitor_pending(const rsp_monitor *monitor, rsp_direction direction);

/* The oldest request that waits for its answer: its payload, borrowed until the next feed. False: none. */
bool rsp_monitor_waiting(const rsp_monitor *monitor, rsp_bytes *out_request);

/* RSP_OK, or RSP_NO_MEMORY: from then on entries are missing. */
rsp_status rsp_monitor_status(const rsp_monitor *monitor);

RSP_END_DECLS

#endif
