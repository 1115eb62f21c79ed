/* TCP segments to the byte streams of their connections, in order: retransmission, overlap, reordering, loss,
 * connections caught in the middle. Bytes in order are handed on where they lie, without a copy.
 * Bounded: number of connections and what is held for a missing piece (limits.h). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REASSEMBLY_H
#define RSP_REASSEMBLY_H

#include "capture/segment.h"
#include "core/mem.h"

RSP_BEGIN_DECLS

/* A TCP connection that is followed. */
typedef struct rsp_flow rsp_flow;

/* Why a connection is no longer followed. X(name, text) */
#define RSP_FLOW_END_LIST(X)                                  \
    X(FINISHED, "closed by both sides")                       \
    X(RESET, "reset")                                         \
    X(REUSED, "its ports began a new connection")             \
    X(EVICTED, "given up: more connections than can be kept") \
    X(END_OF_FILE, "open at the end of the capture")

/* How a connection ended. */
typedef enum rsp_flow_end {
#define RSP_FLOW_END_ENUM(name, text) RSP_FLOW_##name,
    RSP_FLOW_END_LIST(RSP_FLOW_END_ENUM)
#undef RSP_FLOW_END_ENUM
} rsp_flow_end;

/* The text above; "?" for an unknown value. */
const char *rsp_flow_end_name(rsp_flow_end end);

/* What TCP went through; adds up. */
typedef struct rsp_tcp_counts {
    uint64_t segments;        /* with payload */
    uint64_t retransmissions; /* segments that brought nothing new */
    uint64_t overlaps;        /* segments of which a part was known */
    uint64_t reordered;       /* segments held for a piece that came later */
    uint64_t gaps;            /* pieces that never came, or were cut off by the capture */
    uint64_t gap_bytes;
} rsp_tcp_counts;

/* Adds up. */
void rsp_tcp_counts_merge(rsp_tcp_counts *sum, const rsp_tcp_counts *more);

/* A piece of one direction. `from_first`: sent by the end that rsp_flow_end_of(flow, 0) names. */
typedef struct rsp_flow_bytes {
    uint64_t time_ns; /* of the frame that brought it */
    uint64_t frame;
    bool from_first;
    rsp_bytes bytes;
} rsp_flow_bytes;

/* Called in the order in which bytes became readable. None may call back into the reassembly, except that
 * `data` may call rsp_flow_ignore and rsp_reassembly_alloc. */
typedef struct rsp_reassembly_sink {
    void (*data)(void *ctx, rsp_flow *flow, const rsp_flow_bytes *piece);
    void (*gap)(void *ctx, rsp_flow *flow, bool from_first, uint64_t time_ns, uint64_t missing_bytes);
    void (*end)(void *ctx, rsp_flow *flow, uint64_t time_ns, rsp_flow_end end);
    void *ctx;
} rsp_reassembly_sink;

/* The user's pointer of a flow, NULL at first; freed by the user in `end`. */
void *rsp_flow_user(const rsp_flow *flow);
/* Sets it. */
void rsp_flow_set_user(rsp_flow *flow, void *user);

/* No more data and gaps of this flow; `end` still comes. */
void rsp_flow_ignore(rsp_flow *flow);

/* Number from 0 in the order of first segments. */
uint64_t rsp_flow_number(const rsp_flow *flow);

/* Whether that is its number; else it is the frame of its first segment (rsp_reassembly_number_by_frame). */
bool rsp_flow_is_numbered(const rsp_flow *flow);

/* One of the two ends, borrowed from the flow. `which` is 0 or 1; end 0 sent the first segment seen. */
const rsp_tcp_endpoint *rsp_flow_end_of(const rsp_flow *flow, int which);

/* Its first segment had no time. */
bool rsp_flow_untimed(const rsp_flow *flow);

/* The recording shows how the connection began. */
bool rsp_flow_from_start(const rsp_flow *flow);
/* What its TCP went through so far. */
const rsp_tcp_counts *rsp_flow_counts(const rsp_flow *flow);

/* The connections that are followed at a time. */
typedef struct rsp_reassembly rsp_reassembly;

/* NULL without memory. `max_flows` 0 is RSP_LIMIT_CAPTURE_FLOWS; mem NULL is malloc. */
rsp_reassembly *rsp_reassembly_new(const rsp_reassembly_sink *sink, size_t max_flows, const rsp_mem *mem);
/* Frees everything without telling the sink. NULL is fine. */
void rsp_reassembly_free(rsp_reassembly *r);

/* One segment. RSP_LIMIT when a connection was given up for it, RSP_NO_MEMORY when it was lost itself. */
rsp_status rsp_reassembly_feed(rsp_reassembly *r, const rsp_segment *segment) RSP_MUST_USE;

/* Memory from the reassembly's allocator, to be freed there. While there is none, gives up the connection
 * that was silent longest, other than `but` (may be NULL). NULL if no other is left, and while another one
 * ends. */
void *rsp_reassembly_alloc(rsp_reassembly *r, const rsp_flow *but, size_t size);

/* The end of the capture: what is held comes out with its gaps, and all connections end. */
void rsp_reassembly_finish(rsp_reassembly *r);

/* Connections are numbered by the frame of their first segment until rsp_reassembly_renumber: for one of
 * several reassemblies that have a part of the capture's connections each. Before the first segment. */
void rsp_reassembly_number_by_frame(rsp_reassembly *r);

/* The frames of the connections that were first seen since the last rsp_reassembly_renumber, ascending;
 * borrowed until the next segment. */
const uint64_t *rsp_reassembly_births(const rsp_reassembly *r, size_t *out_num);

/* Gives each connection that is open, and still numbered by its frame, the number that `number` has for that
 * frame; `renumbered` is told, for what its user has noted. Forgets the births. */
void rsp_reassembly_renumber(rsp_reassembly *r, uint64_t (*number)(void *ctx, uint64_t frame),
                             void (*renumbered)(void *ctx, rsp_flow *flow), void *ctx);

/* So many connections were seen elsewhere: later ones are numbered behind them. */
void rsp_reassembly_skip(rsp_reassembly *r, uint64_t num);

/* What ends a connection: the frame of the segment that is being fed, or when all end, of its own last one.
 */
uint64_t rsp_reassembly_end_frame(const rsp_reassembly *r, const rsp_flow *flow);

/* Connections given up so far, for lack of room. */
uint64_t rsp_reassembly_evicted(const rsp_reassembly *r);

/* Connections seen so far, those given up included. */
uint64_t rsp_reassembly_flows(const rsp_reassembly *r);

RSP_END_DECLS

#endif
