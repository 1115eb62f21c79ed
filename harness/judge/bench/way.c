/* The table of ways, and the names of ways and phases.
 * Options of a stub are those of the reference stub: its dialects are chosen by them.
 * See way.h. */
/* SPDX-License-Identifier: MIT */
#include "way.h"

enum { IN_FLIGHT = 8 };

static const way_row ways[] = {
    [RSP_BENCH_NONE] = {.off = RSP_USE_BATCHED, .in_flight = 1},
    [RSP_BENCH_HEX] = {.off = RSP_USE_BATCHED | RSP_USE_BIT(RSP_USE_BINARY_READ) |
                              RSP_USE_BIT(RSP_USE_BINARY_WRITE),
                       .in_flight = 1},
    [RSP_BENCH_PIPELINED] = {.off = RSP_USE_BATCHED, .in_flight = IN_FLIGHT},
    [RSP_BENCH_RFC] = {.dialect = RSP_DIALECT_RFC,
                       .off = RSP_USE_BIT(RSP_USE_MULTI_BREAK_LLDB),
                       .in_flight = 1,
                       .setting = {"multimem=rfc", "x=gdb", "offer-multibreakpoint=on"}},
    [RSP_BENCH_LLDB] = {.dialect = RSP_DIALECT_LLDB,
                        .off = RSP_USE_BIT(RSP_USE_MULTI_BREAK_RFC),
                        .in_flight = 1,
                        .setting = {"multimem=lldb", "x=lldb", "offer-jmultibreakpoint=on"}},
    [RSP_BENCH_HELD] = {.in_flight = IN_FLIGHT, .hold = true},
    [RSP_BENCH_RANGE] = {.off = RSP_USE_BATCHED, .in_flight = 1},
    [RSP_BENCH_HOST] = {.in_flight = IN_FLIGHT, .hold = true, .conditions = true},
    [RSP_BENCH_STUB] = {.in_flight = IN_FLIGHT, .hold = true, .conditions = true},
    [RSP_BENCH_INFERIOR] = {.in_flight = IN_FLIGHT, .hold = true, .conditions = true},
    [RSP_BENCH_BEST] = {.in_flight = IN_FLIGHT, .hold = true, .conditions = true},
};

const way_row *way_get(rsp_bench_way way) {
    return &ways[way];
}

const char *rsp_bench_way_name(rsp_bench_way way) {
    static const char *const names[] = {
#define WAY_NAME(id, name, meaning) name,
        RSP_BENCH_WAY_LIST(WAY_NAME)
#undef WAY_NAME
    };
    return (size_t)way < RSP_ARRAY_LEN(names) ? names[way] : "?";
}

const char *rsp_bench_phase_name(rsp_bench_phase phase) {
    static const char *const names[] = {
#define PHASE_NAME(id, name) name,
        RSP_BENCH_PHASE_LIST(PHASE_NAME)
#undef PHASE_NAME
    };
    return (size_t)phase < RSP_ARRAY_LEN(names) ? names[phase] : "?";
}

bool way_reads_many(const rsp_workload *w) {
    for (size_t i = 0; i < w->steps.num; i++) {
        const rsp_workload_step *s = &w->steps.items[i];
        if (s->action == RSP_WORKLOAD_READ &&
            (s->num_ranges > 1 || s->ranges[0].count.swept || s->ranges[0].count.number > 1))
            return true;
    }
    return false;
}

/* Whether nothing but memory is moved: then it matters how. */
static bool moves_memory(const rsp_workload *w) {
    size_t num = 0;
    for (size_t i = 0; i < w->steps.num; i++)
        num +=
            w->steps.items[i].action == RSP_WORKLOAD_READ || w->steps.items[i].action == RSP_WORKLOAD_WRITE;
    return num > 0 && num == w->steps.num;
}

bool rsp_bench_way_fits(rsp_bench_way way, const rsp_workload *w) {
    if (ways[way].conditions || w->conditions)
        return ways[way].conditions && w->conditions;
    if (way == RSP_BENCH_HEX)
        return moves_memory(w);
    if (way == RSP_BENCH_RANGE)
        return w->leaves;
    if (way == RSP_BENCH_HELD)
        return w->num_sites > 0;
    if (way == RSP_BENCH_RFC || way == RSP_BENCH_LLDB)
        return w->num_sites > 0 || way_reads_many(w);
    return w->batches || way == RSP_BENCH_NONE;
}
