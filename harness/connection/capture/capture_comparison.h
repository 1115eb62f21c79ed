/* Two recordings of the same work, before and after: the conversations that belong together, what each side
 * cost, and the figures that budgets name. Which packets only one side has is in capture_diff.h.
 * See capture/replay/capture_comparison.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_COMPARISON_H
#define RSP_CAPTURE_COMPARISON_H

#include "capture/analysis.h"
#include "capture/capture_dialogue.h"
#include "capture/capture_diff.h"
#include "trace/budget_rule.h"
#include <rsp/packet_ids.h>

RSP_BEGIN_DECLS

/* Figures of a packet kind: its count, and the points of its latency. */
enum { RSP_COMPARISON_OF_KIND = 1 + RSP_CAPTURE_POINTS };

/* The most figures of a comparison: totals, and those of each packet kind. */
enum { RSP_COMPARISON_METRICS = 16 + RSP_CAPTURE_POINTS + RSP_COMPARISON_OF_KIND * RSP_PACKET_END };

/* The longest name of a figure, with its NUL. */
enum { RSP_COMPARISON_NAME = 64 };

/* What one recording cost. */
typedef struct rsp_capture_side_cost {
    rsp_metrics metrics;
    uint64_t wall_ns; /* of the debugger, the stub and the program together */
    rsp_packet_latencies latencies;
} rsp_capture_side_cost;

/* Conversations that belong together. */
typedef struct rsp_compared_pair {
    const rsp_capture_dialogue *selection[2]; /* NULL: only the other file has it */
    rsp_capture_diff diff;
} rsp_compared_pair;

/* A comparison: load both sides with the same choice, then compare. All-zero is valid. It is large. */
typedef struct rsp_capture_comparison {
    rsp_capture_dialogues sides[2];
    rsp_compared_pair pairs[2 * RSP_CAPTURE_MAX_DIALOGUES];
    size_t num_pairs;
    rsp_capture_side_cost costs[2];
    rsp_budget_metric metrics[RSP_COMPARISON_METRICS]; /* totals, then count and points of each kind */
    char names[RSP_COMPARISON_METRICS][RSP_COMPARISON_NAME];
    size_t num_metrics;
    size_t num_totals; /* of them, those that are not of a kind */
    size_t per_kind;   /* figures of each kind, its count first; without times nothing else */
    bool timed;        /* both have times; else only counts are compared */
} rsp_capture_comparison;

/* Pairs the conversations and adds up what they cost. RSP_NO_MEMORY. */
rsp_status rsp_capture_compare(rsp_capture_comparison *c) RSP_MUST_USE;

/* Frees both sides and all that was compared; the struct itself is the caller's. */
void rsp_capture_comparison_free(rsp_capture_comparison *c);

RSP_END_DECLS

#endif
