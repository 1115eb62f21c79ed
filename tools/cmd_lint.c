/* stubborn lint: checks scenarios, workloads, profiles, baselines and the catalogue without running anything.
 * Every error with its line and a caret; counts at the end.
 * Exit status 0 or 2. */
/* SPDX-License-Identifier: MIT */
#include "command.h"
#include "folder.h"
#include "io.h"
#include "place.h"
#include "suite.h"

#include <rsp/baseline.h>
#include <rsp/profile.h>
#include <rsp/workload.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct lint_args {
    bool schema;
    bool workload_schema;
} lint_args;

static const option_row rows[] = {
    {"schema", 0, OPTION_FLAG, NULL, "print the JSON Schema of scenario files, for editors",
     offsetof(lint_args, schema), NULL},
    {"workload-schema", 0, OPTION_FLAG, NULL, "print the JSON Schema of workload files",
     offsetof(lint_args, workload_schema), NULL},
    {0},
};

/* Files that are no scenarios, and their errors. */
typedef struct linter {
    rsp_arena arena;
    rsp_diagnostics diagnostics;
    size_t num_files;
} linter;

static void lint_profile(linter *l, const char *path) {
    rsp_profile_free(rsp_profile_load(path, NULL, &l->diagnostics));
}

static void lint_baseline(linter *l, const char *path) {
    rsp_baseline_free(rsp_baseline_load(path, NULL, &l->diagnostics));
}

static void lint_workload(linter *l, const char *path) {
    rsp_workload_free(rsp_workload_load(path, NULL, &l->diagnostics));
}

static void lint_catalogue(linter *l, const char *path) {
    rsp_catalogue_free(rsp_catalogue_load(path, NULL, &l->diagnostics));
}

/* What a file is by the folder it lies in, or by its name. */
static const struct {
    const char *folder;
    const char *name;
    void (*check)(linter *l, const char *path);
} kinds[] = {
    {"profiles", NULL, lint_profile},
    {"baselines", NULL, lint_baseline},
    {"workloads", NULL, lint_workload},
    {NULL, "requirements.yaml", lint_catalogue},
};

/* Whether a path's last part is this name, with or without slashes behind it. */
static bool ends_in(rsp_bytes path, const char *name) {
    rsp_bytes part = rsp_bytes_str(name);
    while (path.len > 0 && path.ptr[path.len - 1] == '/')
        path.len--;
    return rsp_bytes_ends(path, part) && (path.len == part.len || path.ptr[path.len - part.len - 1] == '/');
}

/* A workload may lie anywhere; its first key says what it is. */
static bool looks_like_workload(const char *path) {
    static const char key[] = "workload:";
    char line[256];
    bool is = false;
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strchr("#-\r\n", line[0]))
            continue;
        is = strncmp(line, key, sizeof key - 1) == 0;
        break;
    }
    if (file)
        (void)fclose(file);
    return is;
}

/* True when the file is one of the other kinds; it is checked then. */
static bool lint_other(linter *l, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < RSP_ARRAY_LEN(kinds); i++) {
        bool is = kinds[i].name && strcmp(name, kinds[i].name) == 0;
        if (kinds[i].folder && slash)
            is = ends_in(rsp_bytes_make(path, (size_t)(slash - path)), kinds[i].folder);
        if (is) {
            kinds[i].check(l, path);
            l->num_files++;
            return true;
        }
    }
    if (io_is_folder(path) || !looks_like_workload(path))
        return false;
    lint_workload(l, path);
    l->num_files++;
    return true;
}

/* Whether a folder is one of profiles, baselines or workloads: no scenarios are looked for in it. */
static bool is_of_others(const char *path) {
    bool is = false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(kinds); i++)
        is = is || (kinds[i].folder && ends_in(rsp_bytes_str(path), kinds[i].folder));
    return is;
}

/* The other kinds directly in a folder (of the suite), and in its folders of profiles, baselines, workloads.
 */
static void lint_folder(linter *l, const char *path) {
    folder_names in;
    (void)!folder_read(&in, path, ".yaml", NULL); /* that it can not be read is said of its scenarios */
    for (size_t i = 0; i < in.num; i++)
        (void)lint_other(l, rsp_arena_printf(&l->arena, "%s/%s", path, in.names[i]));
    folder_free(&in);
    if (is_of_others(path))
        return;
    for (size_t i = 0; i < RSP_ARRAY_LEN(kinds); i++)
        if (kinds[i].folder)
            lint_folder(l, rsp_arena_printf(&l->arena, "%s/%s", path, kinds[i].folder));
}

static int lint_all(const command *self, const option_list *operands) {
    linter l = {0};
    suite s = {.warns = true};
    option_list scenarios = {0};
    option_list all = *operands;
    const char *folder = place_scenarios(&l.arena);
    int code = EXIT_FINE;
    if (all.num == 0 && folder)
        all.items[all.num++] = folder;
    for (size_t i = 0; i < all.num; i++) {
        bool others = is_of_others(all.items[i]);
        if (io_is_folder(all.items[i]))
            lint_folder(&l, all.items[i]);
        else
            others = lint_other(&l, all.items[i]);
        if (!others)
            scenarios.items[scenarios.num++] = all.items[i];
    }
    if (scenarios.num > 0 || all.num == 0)
        code = suite_open(&s, self, &scenarios);
    size_t errors = suite_print_diagnostics(&l.diagnostics);
    if (code == EXIT_FINE && errors > 0)
        fprintf(stderr, "%zu error%s in %zu file%s\n", errors, errors == 1 ? "" : "s", l.num_files,
                l.num_files == 1 ? "" : "s");
    if (code == EXIT_FINE && errors == 0) {
        size_t files = (s.scenarios ? rsp_suite_num_files(s.scenarios) : 0) + l.num_files;
        size_t count = s.scenarios ? rsp_suite_count(s.scenarios) : 0;
        size_t warnings = s.scenarios ? rsp_suite_diagnostics(s.scenarios)->num : 0;
        printf("%zu file%s, %zu scenario%s, no errors", files, files == 1 ? "" : "s", count,
               count == 1 ? "" : "s");
        if (warnings > 0)
            printf(", %zu warning%s", warnings, warnings == 1 ? "" : "s");
        printf("\n");
    }
    suite_close(&s);
    rsp_diagnostics_free(&l.diagnostics);
    rsp_arena_free(&l.arena);
    return code == EXIT_FINE && errors > 0 ? EXIT_USAGE : code;
}

static int run_lint(const command *self, int argc, char **argv) {
    lint_args args = {0};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    if (!args.schema && !args.workload_schema)
        return lint_all(self, &operands);
    rsp_buf out = {0};
    if (args.schema)
        rsp_scenario_schema(&out);
    else
        rsp_workload_schema(&out);
    return io_print(&out);
}

const command command_lint = {
    .name = "lint",
    .operands = "[FILE|FOLDER...]",
    .summary = "check scenarios, workloads, profiles and baselines for errors",
    .details = "Checks files completely without running them: every error with its place and, where there is "
               "one, the "
               "word that was probably meant. Without arguments the whole suite.\n\n"
               "  stubborn lint my-scenario.yaml\n"
               "  stubborn lint scenarios/",
    .options = rows,
    .completes = "file",
    .run = run_lint,
};
