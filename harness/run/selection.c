/* Loads scenarios for the subcommands and picks those that the command line asks for.
 * The catalogue comes from the suite's folder, also when single files are loaded from elsewhere.
 * A FILE:LINE loads the file and selects the scenario at the line. */
/* SPDX-License-Identifier: MIT */
#include "run/selection.h"

#include "cli/data_path.h"
#include "core/arena.h"
#include "core/file.h"

#include <stdio.h>

size_t suite_print_diagnostics(const rsp_diagnostics *diagnostics) {
    rsp_buf out = {0};
    rsp_diagnostics_render(&out, diagnostics);
    fputs(rsp_buf_cstr(&out), stderr);
    rsp_buf_free(&out);
    return diagnostics->num_errors;
}

/* "file.yaml:41" or "file.yaml:41:5": where the path ends, or 0 when it is a plain path. */
static size_t path_length(const char *operand) {
    const char *colon = strchr(operand, ':');
    if (rsp_path_exists(operand) || !colon || colon == operand)
        return 0;
    for (const char *p = colon + 1; *p; p++)
        if ((*p < '0' || *p > '9') && *p != ':')
            return 0;
    return colon[1] ? (size_t)(colon - operand) : 0;
}

static void load_operand(suite *s, const char *operand) {
    size_t len = path_length(operand);
    const char *path = len ? rsp_arena_printf(&s->arena, "%.*s", (int)len, operand) : operand;
    if (len) {
        const char *line = operand + len + 1;
        size_t digits = strspn(line, "0123456789");
        s->places.items[s->places.num++] = rsp_arena_printf(&s->arena, "%s:%.*s", path, (int)digits, line);
    }
    if (rsp_suite_load(s->scenarios, path) == RSP_NO_MEMORY)
        s->arena.status = RSP_NO_MEMORY; /* everything else is told by the diagnostics */
}

static int load_catalogue(suite *s, const command *self) {
    const char *path = s->folder ? rsp_arena_printf(&s->arena, "%s/requirements.yaml", s->folder) : NULL;
    if (!path || !rsp_path_exists(path))
        return EXIT_FINE;
    s->catalogue = rsp_catalogue_load(path, NULL, &s->diagnostics);
    if (s->catalogue)
        return EXIT_FINE;
    if (suite_print_diagnostics(&s->diagnostics) == 0)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    return EXIT_USAGE;
}

int suite_open(suite *s, const command *self, const option_list *operands) {
    s->folder = data_path_scenarios(&s->arena);
    int code = load_catalogue(s, self);
    if (code != EXIT_FINE)
        return code;
    if (operands->num == 0 && !s->folder)
        return command_usage(self, "no suite found: name files, or set STUBBORN_SCENARIOS to its folder");
    rsp_suite_options options = {.catalogue = s->catalogue};
    s->scenarios = rsp_suite_new(&options);
    if (!s->scenarios)
        return command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    for (size_t i = 0; i < operands->num; i++)
        load_operand(s, operands->items[i]);
    if (operands->num == 0)
        load_operand(s, s->folder);
    if (s->arena.status != RSP_OK)
        return command_fail(self, &(rsp_error){.status = s->arena.status});
    const rsp_diagnostics *found = rsp_suite_diagnostics(s->scenarios);
    if (found->num == 0 || (found->num_errors == 0 && !s->warns))
        return EXIT_FINE;
    size_t errors = suite_print_diagnostics(found);
    if (errors == 0)
        return EXIT_FINE;
    size_t files = rsp_suite_num_files(s->scenarios);
    if (files > 0)
        fprintf(stderr, "%zu error%s in %zu file%s\n", errors, errors == 1 ? "" : "s", files,
                files == 1 ? "" : "s");
    return EXIT_USAGE;
}

void suite_close(suite *s) {
    rsp_suite_free(s->scenarios);
    rsp_catalogue_free(s->catalogue);
    rsp_diagnostics_free(&s->diagnostics);
    rsp_arena_free(&s->arena);
    *s = (suite){0};
}

/* Selected by one positive filter at least (when there are any), and refused by no negated one. */
static bool wanted(const rsp_scenario *scenario, const option_list *filters) {
    bool any_positive = false;
    bool chosen = false;
    for (size_t i = 0; i < filters->num; i++) {
        bool negated = filters->items[i][0] == '!';
        bool says = rsp_scenario_selected(scenario, filters->items[i]);
        if (negated && !says)
            return false;
        any_positive = any_positive || !negated;
        chosen = chosen || (!negated && says);
    }
    return chosen || !any_positive;
}

const rsp_scenario **suite_select(suite *s, const option_list *filters, size_t *out_num) {
    size_t count = rsp_suite_count(s->scenarios);
    const rsp_scenario **chosen = rsp_arena_alloc(&s->arena, (count + 1) * sizeof(const rsp_scenario *));
    *out_num = 0;
    for (size_t i = 0; chosen && i < count; i++) {
        const rsp_scenario *scenario = rsp_suite_get(s->scenarios, i);
        if (wanted(scenario, filters) && wanted(scenario, &s->places))
            chosen[(*out_num)++] = scenario;
    }
    return chosen;
}
