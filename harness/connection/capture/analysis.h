/* What a conversation cost: round trips, latency by packet kind, who waited for whom, redundant reads.
 * An observer of a transcript, for captures and live sessions alike; results of several add up.
 * It knows entries only: no TCP, no files. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_ANALYSIS_H
#define RSP_ANALYSIS_H

#include "capture/packet_latencies.h"
#include "core/limits.h"
#include "core/quantile.h"
#include "trace/exchange.h"

RSP_BEGIN_DECLS

/* X(name, permille): the points of a latency that reports and comparisons show, in this order. A row here is
 * a column of the table by packet kind in text, CSV, JSON ("name_ns"; its schema needs the key, too), pages
 * and Markdown, and a metric of `capture diff` ("name_ns", "kind.m.name_ns"). */
#define RSP_CAPTURE_POINT_LIST(X) \
    X(min, 0)                     \
    X(median, 500)                \
    X(p90, 900)                   \
    X(p99, 990)                   \
    X(max, 1000)

/* One for each row. */
#define RSP_CAPTURE_POINT_ONE(name, permille) +1
/* How many points the list has. */
enum { RSP_CAPTURE_POINTS = 0 RSP_CAPTURE_POINT_LIST(RSP_CAPTURE_POINT_ONE) };
#undef RSP_CAPTURE_POINT_ONE

/* Whose time it is at a moment. X(name, text) */
#define RSP_PHASE_LIST(X)           \
    X(CLIENT, "in the debugger")    \
    X(STUB, "waiting for the stub") \
    X(PROGRAM, "program running")

/* A phase of a conversation. */
typedef enum rsp_phase {
#define RSP_PHASE_ENUM(name, text) RSP_PHASE_##name,
    RSP_PHASE_LIST(RSP_PHASE_ENUM)
#undef RSP_PHASE_ENUM
        RSP_PHASES,
} rsp_phase;

const char *rsp_phase_name(rsp_phase phase); /* "?" for an unknown value */

/* What the debugger was doing: from one resume to the next. A stop in which the list of libraries was read is
 * a library event; before the first resume everything is the attach. X(name, key, text) */
#define RSP_ACTION_LIST(X)                 \
    X(ATTACH, "attach", "attach")          \
    X(STEP, "step", "step")                \
    X(STOP, "stop", "continue to a stop")  \
    X(LIBRARY, "library", "library event") \
    X(EXIT, "exit", "run to the exit")

/* An action of the debugger. */
typedef enum rsp_action {
#define RSP_ACTION_ENUM(name, key, text) RSP_ACTION_##name,
    RSP_ACTION_LIST(RSP_ACTION_ENUM)
#undef RSP_ACTION_ENUM
        RSP_ACTIONS,
} rsp_action;

/* Whether a request lets the program run, and so begins an action. */
bool rsp_action_begins(rsp_packet_id packet);

/* The action that a request begins, with its reply: Both are payloads. */
rsp_action rsp_action_of(rsp_bytes request, rsp_bytes reply);

/* The key of an action in reports for machines, "attach"; "?" for an unknown value. */
const char *rsp_action_key(rsp_action action);

/* Its text for people, "run to the exit"; "?" for an unknown value. */
const char *rsp_action_name(rsp_action action);

/* Sizes of what an analysis keeps. */
enum {
    RSP_BATCH_BUCKETS = 18,    /* entries of a batch: 1, 2, 3-4, 5-8, ... 65,537 and more */
    RSP_SLOW_TEXT_BYTES = 48,  /* of the request, kept for the list of slow exchanges */
    RSP_ANALYSIS_PLACES = 256, /* requests whose place is remembered; older ones have place 0 */
};

/* A range in which no timer of the protocol lives but TCP's: delayed acknowledgments take 40 ms on Linux. */
#define RSP_DELAYED_ACK_MIN_NS UINT64_C(39000000)
#define RSP_DELAYED_ACK_MAX_NS UINT64_C(46000000)

/* One of the slowest exchanges. Of a long request only the first bytes are kept. */
typedef struct rsp_slow {
    uint64_t latency_ns;
    uint64_t request_ns;
    uint64_t request_place; /* as rsp_analysis.place was then: the frame in the capture */
    uint64_t reply_place;
    uint64_t conversation;
    rsp_packet_id packet;
    size_t request_len;
    uint8_t request[RSP_SLOW_TEXT_BYTES];
} rsp_slow;

/* One read of the present stop. */
typedef struct rsp_seen_read {
    uint64_t addr;
    uint64_t len;
    uint64_t stop; /* number of the stop, so that forgetting costs nothing */
} rsp_seen_read;

/* Reads of memory. */
typedef struct rsp_analysis_reads {
    uint64_t num;
    uint64_t redundant; /* of memory that the same stop had read, unchanged since */
    uint64_t redundant_bytes;
} rsp_analysis_reads;

/* The action under way. */
typedef struct rsp_analysis_open {
    bool is_open;
    rsp_action kind;
    uint64_t trips;
    uint64_t start_ns;
} rsp_analysis_open;

/* All-zero is valid. Fields down to `private` are for reading, except where it is said. */
typedef struct rsp_analysis {
    uint64_t place;        /* set before each feed: where in the capture we are */
    uint64_t conversation; /* number shown with slow exchanges; set by the user */
    bool untimed; /* entries have no times: no latency is known, counts are. Set before the first entry */
    const rsp_mem *mem; /* NULL is malloc; set before the first entry */

    rsp_metrics metrics; /* complete after rsp_analysis_finish */
    uint64_t phase_ns[RSP_PHASES];
    uint64_t gaps;
    rsp_packet_latencies latencies;
    rsp_quantiles actions[RSP_ACTIONS]; /* round trips of each */
    uint64_t action_ns[RSP_ACTIONS];
    uint64_t batches[RSP_BATCH_BUCKETS];
    uint64_t batch_packets;
    uint64_t batch_entries;
    rsp_analysis_reads memory;
    uint64_t delayed_acks; /* answers within RSP_DELAYED_ACK_* */
    rsp_slow slowest[RSP_LIMIT_CAPTURE_SLOWEST];
    size_t num_slowest;
    rsp_status status; /* RSP_NO_MEMORY: some figures lack samples */

    /* private */
    rsp_exchanges exchanges;
    uint64_t last_ns;
    bool begun;
    rsp_analysis_open open;
    uint64_t stop;
    rsp_seen_read *seen; /* hash table of RSP_LIMIT_CAPTURE_READS */
    uint64_t place_of_request[RSP_ANALYSIS_PLACES];
} rsp_analysis;

/* Frees what it holds; it is empty then, with the same `mem`. */
void rsp_analysis_free(rsp_analysis *a);

/* The recording starts inside a session. Before the first entry. */
void rsp_analysis_midstream(rsp_analysis *a);

/* Has the shape of rsp_transcript_observer: give it with the analysis as ctx. */
void rsp_analysis_observe(void *analysis, const rsp_transcript *transcript, const rsp_entry *entry);

/* Ends the last action and takes over the metrics. Once, after the last entry. */
void rsp_analysis_finish(rsp_analysis *a);

/* Adds a finished one. */
void rsp_analysis_merge(rsp_analysis *sum, const rsp_analysis *more);

/* At least 5, and at least one in twenty answers, took 39 to 46 ms: Nagle's algorithm on one side waits for
 * the delayed acknowledgment of the other. */
bool rsp_analysis_shows_nagle(const rsp_analysis *a);

RSP_END_DECLS

#endif
