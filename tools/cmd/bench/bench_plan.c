/* A function for each kind of word.
 * A way that is named twice is measured once.
 * See bench_plan.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/bench/bench_plan.h"

#include "core/suggest.h"

static int take_way(bench_plan *p, const command *self, const char *word) {
    rsp_suggestion nearest = {.word = rsp_bytes_str(word)};
    for (int w = 0; w < RSP_BENCH_WAY_COUNT; w++) {
        const char *name = rsp_bench_way_name((rsp_bench_way)w);
        rsp_suggest_offer(&nearest, name);
        if (strcmp(name, word) != 0)
            continue;
        for (size_t i = 0; i < p->num_ways; i++)
            if (p->ways[i] == (rsp_bench_way)w)
                return EXIT_FINE;
        p->ways[p->num_ways++] = (rsp_bench_way)w;
        return EXIT_FINE;
    }
    if (nearest.best)
        return command_usage(self, "--batch %s: did you mean '%s'?", word, nearest.best);
    return command_usage(
        self, "--batch %s: expected none, pipelined, rfc, lldb or held, or host, stub, inferior or best",
        word);
}

static int take_rtt(bench_plan *p, const command *self, const char *word) {
    uint64_t ns = 0;
    if (strcmp(word, "0") != 0 && option_duration(&ns, word) != RSP_OK)
        return command_usage(self, "--rtt %s: expected times such as 0,1ms,20ms", word);
    if (p->num_rtts == BENCH_MAX_RTTS)
        return command_usage(self, "--rtt: more than %d times", (int)BENCH_MAX_RTTS);
    p->rtts[p->num_rtts++] = ns;
    return EXIT_FINE;
}

static int take_value(bench_plan *p, const command *self, const char *word) {
    uint64_t value = 0;
    if (option_number(&value, word) != RSP_OK || value == 0)
        return command_usage(self, "--values %s: expected numbers such as 1,10,100", word);
    if (p->num_values == BENCH_MAX_VALUES)
        return command_usage(self, "--values: more than %d", (int)BENCH_MAX_VALUES);
    p->values[p->num_values++] = value;
    return EXIT_FINE;
}

/* Each word of lists such as "a,b" "c", until one is wrong. */
static int take_words(bench_plan *p, const command *self, const option_list *list, rsp_arena *arena,
                      int (*take)(bench_plan *p, const command *self, const char *word)) {
    int code = EXIT_FINE;
    for (size_t i = 0; i < list->num && code == EXIT_FINE; i++) {
        rsp_bytes rest = rsp_bytes_str(list->items[i]);
        while (rest.ptr && code == EXIT_FINE) {
            rsp_bytes word = rsp_bytes_split(&rest, ',');
            code = take(p, self, rsp_arena_printf(arena, "%.*s", (int)word.len, (const char *)word.ptr));
        }
    }
    return code;
}

int bench_plan_take(bench_plan *out, const command *self, const bench_lists *lists, bool virtual_time,
                    rsp_arena *arena) {
    static const uint64_t far[] = {0, RSP_NS_PER_MS, 20 * RSP_NS_PER_MS, 100 * RSP_NS_PER_MS};
    int code = take_words(out, self, &lists->ways, arena, take_way);
    if (code == EXIT_FINE)
        code = take_words(out, self, &lists->rtts, arena, take_rtt);
    if (code == EXIT_FINE)
        code = take_words(out, self, &lists->values, arena, take_value);
    for (int w = 0; lists->ways.num == 0 && w < RSP_BENCH_WAY_COUNT; w++)
        out->ways[out->num_ways++] = (rsp_bench_way)w;
    size_t num = virtual_time ? RSP_ARRAY_LEN(far) : 1;
    for (size_t i = 0; lists->rtts.num == 0 && i < num; i++)
        out->rtts[out->num_rtts++] = far[i];
    return code;
}
