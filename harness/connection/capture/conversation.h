/* A capture's RSP conversations: found by content among all connections, each with a transcript and an
 * analysis. Everything that an analysis keeps is within one memory bound, whatever the size of the capture.
 * Segments in, finished conversations and totals out. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONVERSATION_H
#define RSP_CONVERSATION_H

#include "capture/analysis.h"
#include "capture/reassembly.h"

RSP_BEGIN_DECLS

/* One conversation, complete. */
typedef struct rsp_conversation {
    uint64_t number; /* of the connection, from 0 */
    rsp_tcp_endpoint client;
    rsp_tcp_endpoint stub;
    uint64_t start_ns; /* first and last byte seen */
    uint64_t end_ns;
    bool from_start; /* the capture shows how the connection began */
    bool untimed;    /* of a log without times: all times are 0 and no latency is known */
    rsp_flow_end end;
    rsp_tcp_counts tcp;
    uint64_t resync_bytes; /* passed over to find the next packet, after a gap or at the start */
    rsp_analysis analysis;
} rsp_conversation;

/* Which conversations are wanted where a proxy recorded the debugger's and the stub's side of each
 * (rsp_recording_proxy). Others have one side, and are wanted in any case. */
typedef enum rsp_proxy_side {
    RSP_PROXY_SIDE_DEBUGGER,
    RSP_PROXY_SIDE_STUB,
    RSP_PROXY_SIDE_BOTH,
} rsp_proxy_side;

/* How to look for conversations, and who else wants to see them. All-zero is valid. */
typedef struct rsp_conversations_options {
    uint16_t stub_port;  /* only this port, and it is the stub's; 0: found by content. Logs have none and are
                            never left out */
    rsp_proxy_side side; /* with `stub_port` or `only` both */
    bool only;           /* no conversation but that with `number`; the others are counted as left out */
    uint64_t number;
    bool trust_logs;     /* a packet log is a conversation whatever it says; else it has to look like one */
    size_t memory_bytes; /* 0 is RSP_LIMIT_CAPTURE_MEMORY_BYTES */
    unsigned threads; /* that may read a file, if nobody observes; 0 is 1. The figures do not depend on it */
    size_t window_bytes; /* that these read at a time; 0 is RSP_LIMIT_CAPTURE_WINDOW_BYTES */
    size_t max_flows;    /* 0 is RSP_LIMIT_CAPTURE_FLOWS */

    /* Called when a conversation is recognised: observers may be added to its transcript. NULL is fine. */
    void *(*begin)(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation);
    /* Called before each feed of a transcript with what `begin` returned. NULL is fine. */
    void (*place)(void *observer, uint64_t frame);
    /* Called when it is complete, before its transcript goes. NULL is fine. */
    void (*end)(void *ctx, void *observer, const rsp_transcript *transcript,
                const rsp_conversation *conversation);
    void *ctx;
} rsp_conversations_options;

/* The conversations of one or several captures. */
typedef struct rsp_conversations rsp_conversations;

/* NULL without memory; options may be NULL. */
rsp_conversations *rsp_conversations_new(const rsp_conversations_options *options);
/* Finishes and frees. NULL is fine. */
void rsp_conversations_free(rsp_conversations *c);

/* One segment of the capture; frames in the order of the file. What can not be kept is counted, and never an
 * error. */
void rsp_conversations_feed(rsp_conversations *c, const rsp_segment *segment);

/* Nothing more is wanted: readers of files end as if the file had ended. */
void rsp_conversations_stop(rsp_conversations *c);

/* Whether that was called. */
bool rsp_conversations_stopped(const rsp_conversations *c);

/* The end of the capture. Then the following are complete. */
void rsp_conversations_finish(rsp_conversations *c);

/* How many are kept: the first RSP_LIMIT_CAPTURE_CONVERSATIONS that ended. */
size_t rsp_conversations_kept(const rsp_conversations *c);
/* One of those that are kept, borrowed. */
rsp_conversation *rsp_conversations_get(const rsp_conversations *c, size_t i); /* NULL beyond */
/* How many there were in all. Those that are not kept are in the totals only. */
uint64_t rsp_conversations_count(const rsp_conversations *c);

/* What all conversations came to, also those that are not kept one by one. */
typedef struct rsp_capture_totals {
    rsp_tcp_counts tcp;  /* of RSP conversations */
    uint64_t flows;      /* TCP connections, RSP or not */
    uint64_t foreign;    /* those without RSP in them */
    uint64_t evicted;    /* given up because there were too many at a time, or memory was short */
    uint64_t refused;    /* not analysed for lack of memory */
    uint64_t other_side; /* conversations left out: the other side of a proxy's recording */
    uint64_t not_chosen; /* conversations left out: another was asked for by its number */
    uint64_t start_ns;   /* first and last segment */
    uint64_t end_ns;
    uint64_t resync_bytes;
    size_t most_memory_bytes; /* held at a time */
    rsp_analysis analysis;
} rsp_capture_totals;

/* Quantiles are sorted when they are read: therefore not const. Owned by `c`. */
rsp_capture_totals *rsp_conversations_totals(rsp_conversations *c);

RSP_END_DECLS

#endif
