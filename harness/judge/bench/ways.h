/* Runs a workload against a stub and counts what it costs: round trips, packets, bytes, time, percentiles.
 * The same engine in virtual time (a stub in this process) and over real links, near or made far.
 * Deterministic in virtual time; docs/bench.md says what is measured. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_H
#define RSP_BENCH_H

#include "core/latency.h"
#include "scenario/runner.h"
#include "scenario/workload.h"

RSP_BEGIN_DECLS

/* X(NAME, "name", "what it stands for"): the ways to do the same work. The first six are for workloads with
 * memory reads or breakpoints, RANGE for those that leave a function, the last four for those with a
 * condition. */
#define RSP_BENCH_WAY_LIST(X)                                                                        \
    X(NONE, "none", "single packets, each when the one before it is answered")                       \
    X(HEX, "hex", "the same, with memory in hex digits although the stub takes it as bytes")         \
    X(PIPELINED, "pipelined", "single packets, several under way at a time")                         \
    X(RFC, "rfc", "MultiMemRead and MultiBreakpoint in the form of the RFCs")                        \
    X(LLDB, "lldb", "MultiMemRead and jMultiBreakpoint in the form that LLVM ships")                 \
    X(HELD, "held", "batched packets, and changes of breakpoints held until the program is resumed") \
    X(RANGE, "range", "the stub steps as long as pc is in the range (vCont;r)")                      \
    X(HOST, "host", "the debugger stops, reads, decides, steps on and continues")                    \
    X(STUB, "stub", "the stub evaluates an agent expression at each hit")                            \
    X(INFERIOR, "inferior", "code inside the program evaluates it, and traps when it is true")       \
    X(BEST, "best", "code inside at once where the stub would decide, else once it pays")

/* How a client does the work. */
typedef enum rsp_bench_way {
#define RSP_BENCH_WAY_ENUM(name, text, meaning) RSP_BENCH_##name,
    RSP_BENCH_WAY_LIST(RSP_BENCH_WAY_ENUM)
#undef RSP_BENCH_WAY_ENUM
        RSP_BENCH_WAY_COUNT,
} rsp_bench_way;

/* The way's name; "?" for an unknown value. */
const char *rsp_bench_way_name(rsp_bench_way way);

/* Whether the way is one of doing this workload. */
bool rsp_bench_way_fits(rsp_bench_way way, const rsp_workload *workload);

/* What round trips and time are spent for. X(NAME, "name") */
#define RSP_BENCH_PHASE_LIST(X)                              \
    X(CONNECT, "connect")   /* handshake */                  \
    X(DESCRIBE, "describe") /* objects read by qXfer */      \
    X(THREADS, "threads")   /* list of threads */            \
    X(REGISTERS, "registers")                                \
    X(READ, "read") /* memory */                             \
    X(WRITE, "write")                                        \
    X(TOGGLE, "toggle")       /* breakpoints switched */     \
    X(STEP_OVER, "step-over") /* stepping off breakpoints */ \
    X(STEP, "step")           /* single steps */             \
    X(RUN, "run")             /* resumes, the program's time included */

/* A phase of a run. */
typedef enum rsp_bench_phase {
#define RSP_BENCH_PHASE_ENUM(name, text) RSP_BENCH_PHASE_##name,
    RSP_BENCH_PHASE_LIST(RSP_BENCH_PHASE_ENUM)
#undef RSP_BENCH_PHASE_ENUM
        RSP_BENCH_PHASE_COUNT,
} rsp_bench_phase;

/* The phase's name; "?" for an unknown value. */
const char *rsp_bench_phase_name(rsp_bench_phase phase);

/* A program of ours in a stub that has its own, as rsp_runner_load brings it. Borrowed. */
typedef struct rsp_bench_loaded {
    const struct rsp_guest_load *load;
    const struct rsp_tdesc *target; /* the stub's registers */
} rsp_bench_loaded;

/* One run under way (bench.h). */
struct bench;
/* Runs to the hit at which the condition of a step is true: RSP_OK, or the end of the run. */
typedef rsp_status (*rsp_bench_run_to_condition)(struct bench *b, const rsp_workload_step *step);

/* What to run, and how. Everything is borrowed for the run; all-zero but for the workload is valid. */
typedef struct rsp_bench_options {
    const rsp_workload *workload;
    const rsp_profile *profile;     /* of the stub; NULL for none */
    const rsp_bench_loaded *loaded; /* plays the workload's program; NULL: the provider is asked for that */
    rsp_bench_way way;
    uint64_t sweep;      /* the value of the workload's sweep */
    uint64_t repeat;     /* operations; 0: the workload's */
    uint64_t rtt_ns;     /* a stub in this process has it in virtual time, others get a shaped link */
    uint64_t pace_ns;    /* for the correction of percentiles; 0: the workload's, or the median */
    uint64_t timeout_ns; /* of one request, beyond the round trip; 0: 10 s */
    bool settable;       /* the provider takes options of the reference stub: dialects are chosen by them */
    bool acks;           /* keep acknowledgments */
    uint64_t seed;
    rsp_bench_run_to_condition
        run_to_condition; /* the debugger's; NULL: workloads with a condition are skipped */
    const rsp_mem *mem;
} rsp_bench_options;

/* What a phase or a run cost; adds up. */
typedef struct rsp_bench_cost {
    uint64_t round_trips;
    uint64_t packets_out;
    uint64_t packets_in;
    uint64_t bytes_out; /* on the wire: framing and acknowledgments included */
    uint64_t bytes_in;
    uint64_t ns;
} rsp_bench_cost;

/* How a run ended. */
typedef enum rsp_bench_outcome {
    RSP_BENCH_DONE,
    RSP_BENCH_SKIPPED, /* the stub lacks what it needs */
    RSP_BENCH_FAILED,  /* something went wrong on the way */
} rsp_bench_outcome;

/* The result of one run. No figure contains the setup or the end. */
typedef struct rsp_bench_result {
    rsp_bench_outcome outcome;
    char reason[240]; /* SKIPPED, FAILED */
    char note[240];   /* DONE: what the stub made us do otherwise; "" for nothing */
    bool virtual_time;
    uint64_t num_operations;
    uint64_t memory_bytes; /* read and written by the operations' steps */
    rsp_bench_cost total;
    rsp_bench_cost phases[RSP_BENCH_PHASE_COUNT]; /* they add up to the total */
    rsp_latency_summary latency;                  /* of operations */
} rsp_bench_result;

/* Runs the workload once; `provider` opens the stub, once or for each operation. RSP_OK whatever the outcome.
 * Else the stub cannot be started or reached (RSP_CONNECT, RSP_SPAWN, RSP_DIED), or RSP_CANCELLED,
 * RSP_NO_MEMORY; *error (may be NULL) says why. */
rsp_status rsp_bench_run(rsp_bench_result *out, const rsp_stub_provider *provider,
                         const rsp_bench_options *options, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
