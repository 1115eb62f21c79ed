/* The suite's folder is listed for names; a path is a name with a slash or the ending.
 * All files are tried, so that each mistake is printed.
 * See bench_workloads.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/bench/bench_workloads.h"

#include "cli/suite.h"
#include "core/folder.h"
#include "core/suggest.h"

typedef struct loader {
    bench_workloads *out;
    const command *self;
    rsp_arena *arena;
    rsp_diagnostics *diagnostics;
} loader;

/* Names of the workloads in the suite's folder, sorted. */
static size_t list_folder(const loader *l, const char *path, const char **names) {
    static const char ending[] = ".yaml";
    rsp_folder_names workloads;
    size_t num = 0;
    (void)!rsp_folder_read(&workloads, path, ending, NULL); /* that there are none is said */
    for (; num < workloads.num && num < BENCH_MAX_WORKLOADS; num++) {
        int len = (int)(strlen(workloads.names[num]) - strlen(ending));
        names[num] = rsp_arena_printf(l->arena, "%.*s", len, workloads.names[num]);
    }
    rsp_folder_free(&workloads);
    return num;
}

static int load_workload(const loader *l, const char *path) {
    rsp_workload *w = rsp_workload_load(path, NULL, l->diagnostics);
    if (w && l->out->num < BENCH_MAX_WORKLOADS)
        l->out->items[l->out->num++] = w;
    else
        rsp_workload_free(w);
    return w ? EXIT_FINE : EXIT_USAGE;
}

/* A name of the suite's workloads, or a path. */
static int load_named(const loader *l, const char *folder, const char *const *names, size_t num,
                      const char *word) {
    if (strchr(word, '/') || strstr(word, ".yaml"))
        return load_workload(l, word);
    rsp_suggestion nearest = {.word = rsp_bytes_str(word)};
    for (size_t i = 0; i < num; i++) {
        if (strcmp(names[i], word) == 0)
            return load_workload(l, rsp_arena_printf(l->arena, "%s/%s.yaml", folder, word));
        rsp_suggest_offer(&nearest, names[i]);
    }
    if (nearest.best)
        return command_usage(l->self, "no workload '%s'; did you mean '%s'?", word, nearest.best);
    return command_usage(l->self, "no workload '%s' in %s; see: stubborn list workloads", word, folder);
}

static int load_all(const loader *l, const char *scenarios, const option_list *operands) {
    const char *names[BENCH_MAX_WORKLOADS];
    const char *folder = rsp_arena_printf(l->arena, "%s/workloads", scenarios ? scenarios : ".");
    size_t num = list_folder(l, folder, names);
    int code = EXIT_FINE;
    for (size_t i = 0; i < operands->num && code == EXIT_FINE; i++)
        code = load_named(l, folder, names, num, operands->items[i]);
    for (size_t i = 0; operands->num == 0 && i < num; i++) {
        int loaded = load_workload(l, rsp_arena_printf(l->arena, "%s/%s.yaml", folder, names[i]));
        code = code == EXIT_FINE ? loaded : code;
    }
    if (suite_print_diagnostics(l->diagnostics) > 0)
        return EXIT_USAGE;
    if (code == EXIT_FINE && l->out->num == 0)
        return command_usage(l->self, "no workloads in %s: name files, or set STUBBORN_SCENARIOS", folder);
    return code;
}

int bench_workloads_load(bench_workloads *out, const command *self, const char *scenarios,
                         const option_list *names, rsp_arena *arena, rsp_diagnostics *diagnostics) {
    const loader l = {.out = out, .self = self, .arena = arena, .diagnostics = diagnostics};
    return load_all(&l, scenarios, names);
}

void bench_workloads_free(bench_workloads *workloads) {
    for (size_t i = 0; i < workloads->num; i++)
        rsp_workload_free(workloads->items[i]);
    workloads->num = 0;
}
