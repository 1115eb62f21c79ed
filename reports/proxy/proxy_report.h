/* What `stubborn proxy` says: a finding, how a connection ended, the line of live counts, totals, JSON.
 * Nothing is counted here; peers' bytes are printable when they arrive, or made so.
 * See proxy/monitor.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PROXY_REPORT_H
#define RSP_PROXY_REPORT_H

#include "proxy/service.h"

RSP_BEGIN_DECLS

/* How many ends of connections a report keeps: the last ones. */
enum { RSP_PROXY_ENDS_KEPT = 64 };

/* All that is said of a proxy. Everything is borrowed from who runs it. */
typedef struct rsp_proxy_report {
    const char *stub;       /* as given */
    const char *accelerate; /* the forms offered; NULL: passing only */
    uint64_t connections;
    uint64_t unreachable; /* connections for which there was no stub */
    uint64_t duration_ns;
    const rsp_monitor *client;    /* as the debugger saw it */
    const rsp_monitor *stub_side; /* the same one when passing */
    rsp_proxy_stats stats;
    const char *record_path; /* NULL for none */
    uint64_t record_bytes;
    const rsp_proxy_ended *ended; /* the last RSP_PROXY_ENDS_KEPT */
    size_t num_ended;
} rsp_proxy_report;

/* "FAIL  #1  12.055 ms  rule-id  REQUIREMENTS" with the evidence and what stood before it. */
void rsp_proxy_append_finding(rsp_buf *out, uint64_t connection, uint64_t epoch_ns,
                              const rsp_transcript *transcript, const rsp_violation *violation);

/* The same for a breach of the debugger's rules. */
void rsp_proxy_append_breach(rsp_buf *out, uint64_t connection, uint64_t epoch_ns,
                             const rsp_transcript *transcript, const rsp_client_breach *breach);

/* Appends how a connection ended, as one line without newline. */
void rsp_proxy_append_ended(rsp_buf *out, const rsp_proxy_ended *ended);

/* Appends the counts of the connection under way, as one line without newline. */
void rsp_proxy_append_live(rsp_buf *out, const rsp_proxy_report *report);

/* Appends the counts of all connections, as lines for people. */
void rsp_proxy_append_totals(rsp_buf *out, const rsp_proxy_report *report);

/* RSP_NO_MEMORY. Follows reports/schema/proxy.schema.json. */
rsp_status rsp_proxy_append_json(rsp_buf *out, const rsp_proxy_report *report);

RSP_END_DECLS

#endif
