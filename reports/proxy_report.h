/* What `stubborn proxy` says: a finding, how a connection ended, the line of live counts, totals, JSON.
 * Nothing is counted here; peers' bytes are printable when they arrive, or made so.
 * See proxy/monitor.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PROXY_REPORT_H
#define RSP_PROXY_REPORT_H

#include "proxy/monitor.h"
#include "proxy/proxy.h"
#include "proxy/recorder.h"
#include "proxy/relay.h"

RSP_BEGIN_DECLS

enum { RSP_PROXY_ENDS_KEPT = 64 };

/* How one connection ended. */
typedef struct rsp_proxy_ended {
    uint64_t number;
    rsp_relay_end end;
    rsp_link_end program; /* the stub's, where we started it */
    bool cut;             /* as --close-after asked */
    const char *trouble;  /* of ours; "" for none */
    uint64_t duration_ns;
    uint64_t bytes[RSP_PROXY_ENDS];      /* that an end has sent */
    uint64_t unfinished[RSP_PROXY_ENDS]; /* bytes of a packet that it did not finish */
    bool waiting;                        /* a request had no answer */
    char request[80];                    /* which, printable */
    char words[160];                     /* the stub's last line, printable; "" for none */
} rsp_proxy_ended;

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

/* Whether it ended as sessions do: closed by someone, with nothing left hanging. */
bool rsp_proxy_ended_well(const rsp_proxy_ended *ended);

/* One line without newline. */
void rsp_proxy_append_ended(rsp_buf *out, const rsp_proxy_ended *ended);
void rsp_proxy_append_live(rsp_buf *out, const rsp_proxy_report *report);

void rsp_proxy_append_totals(rsp_buf *out, const rsp_proxy_report *report);

/* RSP_NO_MEMORY. Follows reports/schema/proxy.schema.json. */
rsp_status rsp_proxy_append_json(rsp_buf *out, const rsp_proxy_report *report);

RSP_END_DECLS

#endif
