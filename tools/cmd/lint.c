/* stubborn lint: checks scenarios, workloads, profiles, baselines and the catalogue without running anything.
 * Every error with its line and a caret; counts at the end.
 * Exit status 0 or 2. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/data_path.h"
#include "cli/io.h"
#include "cli/suite.h"
#include "cmd/run/run_options.h"
#include "core/folder.h"
#include "interop/script.h"
#include "stubs/reference_stub.h"

#include "core/arena.h"
#include "core/file.h"
#include "dap_suite/scenario.h"
#include "scenario/baseline.h"
#include "scenario/profile.h"
#include "scenario/runner.h"
#include "scenario/workload.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct lint_args {
    bool schema;
    bool workload_schema;
    bool settings_schema;
} lint_args;

static const option_row rows[] = {
    {"schema", 0, OPTION_FLAG, NULL, "print the JSON Schema of scenario files, for editors",
     offsetof(lint_args, schema), NULL},
    {"workload-schema", 0, OPTION_FLAG, NULL, "print the JSON Schema of workload files",
     offsetof(lint_args, workload_schema), NULL},
    {"settings-schema", 0, OPTION_FLAG, NULL, "print the JSON Schema of " RUN_SETTINGS,
     offsetof(lint_args, settings_schema), NULL},
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

/* Scenarios for debug adapters; `stubborn adapter lint` also looks their requirements up. */
static void lint_adapter(linter *l, const char *path) {
    rsp_dap_suite *suite = rsp_dap_suite_new(NULL);
    if (suite)
        (void)!rsp_dap_suite_load(suite, path, &l->diagnostics);
    rsp_dap_suite_free(suite);
}

/* What a debugger is told, for interop. */
static void lint_debugger(linter *l, const char *path) {
    rsp_script_debugger_free(rsp_script_debugger_load(path, &l->diagnostics));
}

static void lint_settings(linter *l, const char *path) {
    run_settings_check(path, &l->diagnostics);
}

static void lint_empty(linter *l, const char *path) {
    const rsp_location place = {.path = path, .line = 1, .column = 1, .width = 1};
    (void)rsp_diagnose(&l->diagnostics, RSP_SEVERITY_ERROR, RSP_BAD_FILE, &place, RSP_LIT(""),
                       "a scenario begins with 'scenario:', settings with an option's name, as 'stub:'",
                       "nothing in this file");
}

/* What a file is by the folder it lies in, or by its name. */
static const struct {
    const char *folder;
    const char *name;
    void (*check)(linter *l, const char *path);
} kinds[] = {
    {"profiles", NULL, lint_profile},   {"baselines", NULL, lint_baseline},
    {"workloads", NULL, lint_workload}, {NULL, "requirements.yaml", lint_catalogue},
    {"interop", NULL, lint_debugger},   {NULL, RUN_SETTINGS, lint_settings},
};

/* Whether a path's last part is this name, with or without slashes behind it. */
static bool ends_in(rsp_bytes path, const char *name) {
    rsp_bytes part = rsp_bytes_str(name);
    while (path.len > 0 && path.ptr[path.len - 1] == '/')
        path.len--;
    return rsp_bytes_ends(path, part) && (path.len == part.len || path.ptr[path.len - part.len - 1] == '/');
}

/* What is no scenario may lie anywhere: the first line that says anything tells what it is, */
static const struct {
    const char *first;
    void (*check)(linter *l, const char *path);
} beginnings[] = {
    {"workload:", lint_workload},
    {"- id:", lint_catalogue},
    {"- ", lint_baseline},
    {"[]", lint_baseline},
};

static bool is_for_adapters(rsp_bytes text) {
    while (text.len > 0)
        if (rsp_bytes_starts(rsp_bytes_split(&text, '\n'), RSP_LIT("protocol: dap")))
            return true;
    return false;
}

static bool says_nothing(rsp_bytes line) {
    return line.len == 0 || strchr("#%\r", line.ptr[0]) || rsp_bytes_starts(line, RSP_LIT("---"));
}

/* ... or its keys: a profile has an address, and no scenario. */
static bool looks_like_profile(rsp_bytes text) {
    bool address = false;
    bool scenario = false;
    while (text.len > 0) {
        rsp_bytes line = rsp_bytes_split(&text, '\n');
        address = address || rsp_bytes_starts(line, RSP_LIT("address:"));
        scenario = scenario || rsp_bytes_starts(line, RSP_LIT("scenario:"));
    }
    return address && !scenario;
}

/* Settings under another name, which --config takes: the first key is an option of `run`, and none of a
 * scenario. */
static bool is_setting(rsp_bytes line) {
    const rsp_bytes key = rsp_bytes_sub(line, 0, rsp_bytes_index(line, ':'));
    for (const option_row *row = run_rows; row->name; row++)
        if (rsp_bytes_equal(key, rsp_bytes_str(row->name)))
            return true;
    return rsp_bytes_equal(key, RSP_LIT("scenarios"));
}

static void (*kind_of(rsp_bytes text))(linter *l, const char *path) {
    rsp_bytes rest = text;
    rsp_bytes line = {0};
    while (rest.len > 0 && says_nothing(line))
        line = rsp_bytes_split(&rest, '\n');
    for (size_t i = 0; i < RSP_ARRAY_LEN(beginnings); i++)
        if (rsp_bytes_starts(line, rsp_bytes_str(beginnings[i].first)))
            return beginnings[i].check;
    if (is_for_adapters(text))
        return lint_adapter;
    if (says_nothing(line))
        return lint_empty;
    if (is_setting(line))
        return lint_settings;
    return looks_like_profile(text) ? lint_profile : NULL;
}

/* Only a file is looked into: a pipe can be read once. */
static bool lint_by_content(linter *l, const char *path) {
    rsp_buf text = {0};
    rsp_error ignored = {0};
    bool read = rsp_path_is_file(path) && io_read_file(&text, path, &ignored) == RSP_OK;
    void (*check)(linter * l, const char *path) = read ? kind_of(rsp_buf_bytes(&text)) : NULL;
    rsp_buf_free(&text);
    if (!check)
        return false;
    check(l, path);
    l->num_files++;
    return true;
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
    return lint_by_content(l, path);
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
    rsp_folder_names in;
    (void)!rsp_folder_read(&in, path, ".yaml", NULL); /* that it can not be read is said of its scenarios */
    for (size_t i = 0; i < in.num; i++)
        (void)lint_other(l, rsp_arena_printf(&l->arena, "%s/%s", path, in.names[i]));
    rsp_folder_free(&in);
    if (is_of_others(path))
        return;
    for (size_t i = 0; i < RSP_ARRAY_LEN(kinds); i++)
        if (kinds[i].folder)
            lint_folder(l, rsp_arena_printf(&l->arena, "%s/%s", path, kinds[i].folder));
}

/* A debuggee that nobody has makes a scenario that is always skipped. A stub may have debuggees of its own.
 */
static void lint_program(linter *l, const rsp_scenario *s) {
    bool any = !s->program[0] || strcmp(s->program, RSP_PROGRAM_NONE) == 0;
    if (any || s->play != RSP_PLAY_CLIENT || reference_path(s->program))
        return;
    rsp_location place = {.path = s->path, .line = s->line, .column = 1, .width = 1};
    const char *nearest = reference_nearest(s->program);
    const char *hint = nearest ? rsp_arena_printf(&l->arena, "did you mean '%s'?", nearest) : "";
    (void)rsp_diagnose(&l->diagnostics, nearest ? RSP_SEVERITY_ERROR : RSP_SEVERITY_WARNING, RSP_NOT_FOUND,
                       &place, RSP_LIT(""), hint, "%s needs program '%s', which is no debuggee of the suite",
                       s->name, s->program);
}

static int lint_all(const command *self, const option_list *operands) {
    linter l = {0};
    rsp_selection s = {0};
    option_list scenarios = {0};
    option_list all = *operands;
    const char *folder = data_path_scenarios(&l.arena);
    int code = EXIT_FINE;
    if (all.num == 0 && folder)
        all.items[all.num++] = folder;
    for (size_t i = 0; i < all.num; i++) {
        bool others = is_of_others(all.items[i]);
        if (rsp_path_is_folder(all.items[i]))
            lint_folder(&l, all.items[i]);
        else
            others = lint_other(&l, all.items[i]);
        if (!others)
            scenarios.items[scenarios.num++] = all.items[i];
    }
    if (scenarios.num > 0 || all.num == 0)
        code = suite_open(&s, self, &scenarios, true);
    for (size_t i = 0; code == EXIT_FINE && s.scenarios && i < rsp_suite_count(s.scenarios); i++)
        lint_program(&l, rsp_suite_get(s.scenarios, i));
    size_t errors = suite_print_diagnostics(&l.diagnostics);
    size_t files = (s.scenarios ? rsp_suite_num_files(s.scenarios) : 0) + l.num_files;
    if (code == EXIT_FINE && errors > 0)
        io_say(stderr, "%zu error%s in %zu file%s\n", errors, errors == 1 ? "" : "s", files,
               files == 1 ? "" : "s");
    if (code == EXIT_FINE && errors == 0) {
        size_t count = s.scenarios ? rsp_suite_count(s.scenarios) : 0;
        size_t warnings = l.diagnostics.num;
        if (s.scenarios)
            warnings += rsp_suite_diagnostics(s.scenarios)->num;
        io_say(stdout, "%zu file%s, %zu scenario%s, no errors", files, files == 1 ? "" : "s", count,
               count == 1 ? "" : "s");
        if (warnings > 0)
            io_say(stdout, ", %zu warning%s", warnings, warnings == 1 ? "" : "s");
        printf("\n");
    }
    rsp_selection_free(&s);
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
    if (!args.schema && !args.workload_schema && !args.settings_schema)
        return lint_all(self, &operands);
    rsp_buf out = {0};
    if (args.schema)
        rsp_scenario_schema(&out);
    else if (args.settings_schema)
        settings_schema(&out, &run_settings_form, "Settings of stubborn run (" RUN_SETTINGS ")");
    else
        rsp_workload_schema(&out);
    return io_print(&out);
}

const command command_lint = {
    .name = "lint",
    .operands = "[FILE|FOLDER...]",
    .summary = "check scenarios, settings, workloads, profiles and baselines for errors",
    .details = "Checks files completely without running them: every error with its place and, where there is "
               "one, the "
               "word that was probably meant. Without arguments the whole suite.\n\n"
               "  stubborn lint my-scenario.yaml\n"
               "  stubborn lint stubborn.yaml\n"
               "  stubborn lint scenarios/",
    .options = rows,
    .completes = "file",
    .run = run_lint,
};
