/* What is measured of a debug adapter: how long a user waits after a stop, and behind requests that take
 * long. A work is one thing that a user does; its parts are the waits in it. The chain of requests after a
 * stop is that of the proposal for lldb-dap to cancel requests. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_BENCH_WORK_H
#define RSP_DAP_BENCH_WORK_H

#include "core/latency.h"

RSP_BEGIN_DECLS

/* What a step, continue or pause waits behind. */
typedef enum rsp_dap_obstacle {
    RSP_DAP_OBSTACLE_NONE,
    RSP_DAP_OBSTACLE_VARIABLES, /* of an array with 20,000 elements */
    RSP_DAP_OBSTACLE_EVALUATE,  /* of the expression that the profile calls slow */
} rsp_dap_obstacle;

/* X(NAME, "name", the command that a user waits for, obstacle, cancelled, "title"), in the order of reports.
 */
/* clang-format off */
#define RSP_DAP_WORK_LIST(X)                                                                                          \
    X(UNKNOWN, "unknown-request", "stubbornNoOperation", NONE, false,                                                 \
      "a request that no adapter knows: reading, queue and reply alone")                                              \
    X(THREADS, "threads", "threads", NONE, false, "threads, at a stop where they were asked for before")              \
    X(AFTER_STOP, "after-stop", "continue", NONE, false, "what an editor asks after a stop, one after the other")     \
    X(STEP, "step", "next", NONE, false, "next with nothing else to do")                                              \
    X(STEP_VARIABLES, "step-behind-variables", "next", VARIABLES, false, "next behind large `variables` requests")    \
    X(STEP_VARIABLES_CANCEL, "step-behind-cancelled-variables", "next", VARIABLES, true, "the same, cancelled first") \
    X(STEP_EVALUATE, "step-behind-evaluate", "next", EVALUATE, false, "next behind slow `evaluate` requests")         \
    X(STEP_EVALUATE_CANCEL, "step-behind-cancelled-evaluate", "next", EVALUATE, true, "the same, cancelled first")    \
    X(GO_VARIABLES, "continue-behind-variables", "continue", VARIABLES, false, "continue behind large `variables` requests") \
    X(GO_VARIABLES_CANCEL, "continue-behind-cancelled-variables", "continue", VARIABLES, true, "the same, cancelled first") \
    X(GO_EVALUATE, "continue-behind-evaluate", "continue", EVALUATE, false, "continue behind slow `evaluate` requests") \
    X(GO_EVALUATE_CANCEL, "continue-behind-cancelled-evaluate", "continue", EVALUATE, true, "the same, cancelled first") \
    X(PAUSE, "pause", "pause", NONE, false, "pause of a running program")                                             \
    X(PAUSE_EVALUATE, "pause-behind-evaluate", "pause", EVALUATE, false, "pause behind slow `evaluate` requests")     \
    X(PAUSE_EVALUATE_CANCEL, "pause-behind-cancelled-evaluate", "pause", EVALUATE, true, "the same, cancelled first")
/* clang-format on */

/* RSP_DAP_WORK_UNKNOWN and so on. */
typedef enum rsp_dap_work {
#define RSP_DAP_WORK_ENUM(name, text, command, obstacle, cancelled, title) RSP_DAP_WORK_##name,
    RSP_DAP_WORK_LIST(RSP_DAP_WORK_ENUM)
#undef RSP_DAP_WORK_ENUM
        RSP_DAP_WORK_COUNT,
} rsp_dap_work;

/* A row of the list. */
typedef struct rsp_dap_work_row {
    const char *name;
    const char *command;
    rsp_dap_obstacle obstacle;
    bool cancelled;
    const char *title;
} rsp_dap_work_row;

/* By its number; NULL: there is none. */
const rsp_dap_work_row *rsp_dap_work_get(rsp_dap_work work);

/* By its name; RSP_DAP_WORK_COUNT: there is none. */
rsp_dap_work rsp_dap_work_find(const char *name);

/* X(NAME, "name", "what is waited for"): the waits in a work. */
#define RSP_DAP_PART_LIST(X)                                                           \
    X(WHOLE, "whole", "from the first request to the last thing waited for")           \
    X(RESPONSE, "response", "from the request to its response")                        \
    X(STOP, "stop", "from the request to the stopped event")                           \
    X(CANCEL, "cancel to response", "from the first cancel to the request's response") \
    X(THREADS, "threads", "the response to threads")                                   \
    X(TOP, "stackTrace 1", "the response to stackTrace of one frame")                  \
    X(LOCATIONS, "breakpointLocations", "the response to breakpointLocations")         \
    X(STACK, "stackTrace 19", "the response to stackTrace of the next 19 frames")      \
    X(SCOPES, "scopes", "the response to scopes")                                      \
    X(VARIABLES, "variables", "the response to variables of the first scope")

/* RSP_DAP_PART_WHOLE and so on. */
typedef enum rsp_dap_part {
#define RSP_DAP_PART_ENUM(name, text, meaning) RSP_DAP_PART_##name,
    RSP_DAP_PART_LIST(RSP_DAP_PART_ENUM)
#undef RSP_DAP_PART_ENUM
        RSP_DAP_PART_COUNT,
} rsp_dap_part;

/* "whole"; "?" for an unknown value. */
const char *rsp_dap_part_name(rsp_dap_part part);

/* How it came out. */
typedef enum rsp_dap_bench_outcome {
    RSP_DAP_BENCH_DONE,
    RSP_DAP_BENCH_SKIPPED, /* the adapter cannot do it; `reason` says what */
    RSP_DAP_BENCH_FAILED,
} rsp_dap_bench_outcome;

/* What was measured of one work. */
typedef struct rsp_dap_bench_result {
    rsp_dap_bench_outcome outcome;
    char reason[200];
    uint64_t operations;
    uint64_t requests;  /* sent while it was measured, cancels included */
    uint64_t cancelled; /* requests that were answered "cancelled" */
    uint64_t packets;   /* between adapter and stub, in both directions, where somebody counts them */
    bool has_packets;
    rsp_latency_summary parts[RSP_DAP_PART_COUNT]; /* those without samples are all zero */
} rsp_dap_bench_result;

RSP_END_DECLS

#endif
