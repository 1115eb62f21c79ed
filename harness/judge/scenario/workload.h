/* Workloads of `stubborn bench`: what a debugger does, as data, so that its cost can be measured on any stub.
 * Loaded from scenarios/workloads/NAME.yaml and checked completely; docs/bench.md describes the language.
 * Running them is the bench layer's part (bench/ways.h). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_WORKLOAD_H
#define RSP_WORKLOAD_H

#include "scenario/diagnostic.h"

RSP_BEGIN_DECLS

/* X(NAME, "key"): what a step does. */
#define RSP_WORKLOAD_ACTION_LIST(X)                                                                   \
    X(CONTINUE_TO, "continue-to")     /* to a breakpoint at a symbol, stepping off the present one */ \
    X(CONTINUE_WHEN, "continue-when") /* to a breakpoint with a condition, until that is true */      \
    X(STEP, "step")                   /* single instructions */                                       \
    X(LEAVE, "leave")                 /* a function, as a debugger leaves the range of a line */      \
    X(READ, "read")                   /* ranges, in one go */                                         \
    X(WRITE, "write")                 /* bytes without a pattern, range after range */                \
    X(DISABLE, "disable")             /* breakpoints by symbol: noted, sent by apply or a resume */   \
    X(ENABLE, "enable")                                                                               \
    X(APPLY, "apply")         /* sends what was noted, unless changes are held until the resume */    \
    X(REGISTERS, "registers") /* those of the stopped thread */                                       \
    X(THREADS, "threads")     /* the list */                                                          \
    X(OBJECT, "object")       /* one that qXfer reads, e.g. features of target.xml */                 \
    X(HANDSHAKE, "handshake") /* qSupported, no-ack mode, vCont?, '?'; only with `fresh` */

/* RSP_WORKLOAD_STEP and so on. */
typedef enum rsp_workload_action {
#define RSP_WORKLOAD_ACTION_ENUM(name, key) RSP_WORKLOAD_##name,
    RSP_WORKLOAD_ACTION_LIST(RSP_WORKLOAD_ACTION_ENUM)
#undef RSP_WORKLOAD_ACTION_ENUM
        RSP_WORKLOAD_ACTION_COUNT,
} rsp_workload_action;

/* A number, or what the sweep says: "$threads". */
typedef struct rsp_workload_count {
    uint64_t number;
    bool swept;
} rsp_workload_count;

/* `count` ranges of `size` bytes, `stride` apart (0: one behind the other), the first at symbol + offset. */
typedef struct rsp_workload_range {
    const char *symbol;
    uint64_t offset;
    rsp_workload_count size;
    uint64_t stride;
    rsp_workload_count count;
} rsp_workload_range;

/* One step. What the action does not use is zero. Texts are never NULL. */
typedef struct rsp_workload_step {
    rsp_workload_action action;
    const char *symbol;       /* CONTINUE_TO, CONTINUE_WHEN: where; LEAVE: what; OBJECT: the object */
    const char *text;         /* CONTINUE_WHEN: the condition; OBJECT: the annex */
    rsp_workload_count count; /* STEP: instructions; CONTINUE_WHEN: hits until it is true */
    const char *const *names; /* DISABLE, ENABLE: symbols */
    size_t num_names;
    const rsp_workload_range *ranges; /* READ, WRITE */
    size_t num_ranges;
    uint32_t line;
} rsp_workload_step;

/* What a guest has for a symbol of the program. */
typedef struct rsp_workload_alias {
    const char *symbol; /* of the program */
    const char *guest;
} rsp_workload_alias;

/* How a program of ours that is loaded into a target does the work (bench --load). All-zero: as the
 * workload's program. */
typedef struct rsp_workload_guest {
    const char *program;   /* NULL: the workload's own, where a guest does that */
    const char *condition; /* of CONTINUE_WHEN; NULL: the step's own */
    const rsp_workload_alias *symbols;
    size_t num_symbols;
} rsp_workload_guest;

/* Steps in the order in which they are done. */
typedef struct rsp_workload_steps {
    const rsp_workload_step *items;
    size_t num;
} rsp_workload_steps;

/* Owned by itself. Texts are never NULL ("" when not given). */
typedef struct rsp_workload {
    const char *name;
    const char *title;
    const char *source; /* where it comes from */
    const char *path;
    const char *program;
    const char *const *arguments; /* "$NAME" stands for the sweep's value */
    size_t num_arguments;
    const char *sweep_name; /* "" : no sweep; then there is one value, 0 */
    const uint64_t *sweep_values;
    size_t num_sweep_values;
    rsp_workload_steps setup;  /* not measured */
    rsp_workload_steps steps;  /* one operation */
    rsp_workload_count repeat; /* operations in one run */
    bool fresh;                /* each operation on a connection of its own */
    uint64_t pace_ns;          /* time from one operation to the next as somebody wants it; 0: not given */
    const char *const *sites;  /* every symbol that is enabled or disabled, once each */
    size_t num_sites;
    bool batches;    /* it has memory reads or breakpoints that can travel together */
    bool conditions; /* it has CONTINUE_WHEN */
    bool leaves;     /* it has LEAVE */
    rsp_workload_guest guest;
    void *owner; /* private */
} rsp_workload;

/* Loads and checks a workload file. NULL with diagnostics when there are errors, or without memory. */
rsp_workload *rsp_workload_load(const char *path, const rsp_mem *mem, rsp_diagnostics *diagnostics);

/* The same from memory; `name` stands for the path in messages. */
rsp_workload *rsp_workload_load_memory(const char *name, rsp_bytes yaml, const rsp_mem *mem,
                                       rsp_diagnostics *diagnostics);
void rsp_workload_free(rsp_workload *workload); /* NULL is fine */

/* What a count comes to with a value of the sweep. */
static inline uint64_t rsp_workload_number(rsp_workload_count count, uint64_t sweep) {
    return count.swept ? sweep : count.number;
}

/* The JSON Schema (draft 2020-12) of workload files, made from the tables that the loader checks with. */
void rsp_workload_schema(rsp_buf *out);

RSP_END_DECLS

#endif
