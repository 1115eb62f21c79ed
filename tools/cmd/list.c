/* stubborn list: what there is: scenarios, requirements with their coverage, profiles, faults, packets,
 * programs. One line each, columns that awk and sort can read; a count at the end on standard error. Takes
 * the same selections as run. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/io.h"
#include "cli/suite.h"
#include "core/folder.h"
#include "core/text.h"
#include "stubs/stub_option.h"

#include "core/arena.h"
#include "core/suggest.h"
#include "corpora/programs.h"
#include "scenario/profile.h"
#include "scenario/workload.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct list_args {
    option_list filters;
    bool uncovered;
} list_args;

static const option_row rows[] = {
    {"filter", 'f', OPTION_LIST, "WHAT",
     "scenarios: a name, a glob, a requirement id or group, tag:NAME; ! negates",
     offsetof(list_args, filters), "@scenarios"},
    {"uncovered", 'u', OPTION_FLAG, NULL,
     "requirements: only those without a scenario, or of stubs without a fault",
     offsetof(list_args, uncovered), NULL},
    {0},
};

/* What a list may need. */
typedef struct lister {
    const command *self;
    const list_args *args;
    rsp_selection suite;
    rsp_buf out;
    size_t num;
} lister;

static int list_scenarios(lister *l) {
    size_t num = 0;
    int code = EXIT_FINE;
    const rsp_scenario **chosen = suite_choose(&l->suite, l->self, &l->args->filters, &num, &code);
    for (size_t i = 0; chosen && i < num; i++) {
        rsp_text_printf(&l->out, "%-52s %-6s ", chosen[i]->name, rsp_level_name(chosen[i]->level));
        for (size_t k = 0; k < chosen[i]->num_covers; k++)
            rsp_text_printf(&l->out, "%s%s", k ? "," : "", chosen[i]->covers[k]);
        rsp_text_printf(&l->out, "  %s\n", chosen[i]->title);
    }
    l->num = num;
    return code;
}

static size_t count_scenarios(const rsp_suite *scenarios, const char *id) {
    size_t num = 0;
    for (size_t i = 0; i < rsp_suite_count(scenarios); i++) {
        const rsp_scenario *scenario = rsp_suite_get(scenarios, i);
        for (size_t k = 0; k < scenario->num_covers; k++)
            num += strcmp(scenario->covers[k], id) == 0;
    }
    return num;
}

static size_t count_faults(const char *id) {
    size_t num = 0;
    const rsp_fault_info *fault;
    for (rsp_fault i = 1; (fault = rsp_fault_get(i)); i++)
        num += strcmp(fault->requirement, id) == 0;
    return num;
}

static int list_requirements(lister *l) {
    size_t covered = 0;
    size_t total = l->suite.catalogue ? rsp_catalogue_count(l->suite.catalogue) : 0;
    for (size_t i = 0; i < total; i++) {
        const rsp_requirement *r = rsp_catalogue_get(l->suite.catalogue, i);
        size_t scenarios = count_scenarios(l->suite.scenarios, r->id);
        size_t faults = count_faults(r->id);
        covered += scenarios > 0;
        /* Faults are defects of a stub: what a debugger has to do can have none. */
        bool proven = faults > 0 || r->side != RSP_SIDE_STUB;
        if (l->args->uncovered && scenarios > 0 && proven)
            continue;
        rsp_text_printf(&l->out, "%-12s %-17s %-6s %2zu scenario%s %2zu fault%s  %s\n", r->id,
                        rsp_duty_name(r->level, r->source), r->side == RSP_SIDE_STUB ? "stub" : "client",
                        scenarios, scenarios == 1 ? " " : "s", faults, faults == 1 ? " " : "s", r->text);
        l->num++;
    }
    if (total > 0)
        fprintf(stderr, "%zu of %zu requirements have a scenario\n", covered, total);
    return EXIT_FINE;
}

/* Lists what one of the YAML files is; false when it can not be read. */
typedef bool list_file_fn(lister *l, const char *path, rsp_diagnostics *diagnostics);

/* The YAML files of one of the suite's folders. */
static int list_yaml(lister *l, const char *name, list_file_fn *list_file) {
    rsp_arena *arena = &l->suite.arena;
    const char *path = rsp_arena_printf(arena, "%s/%s", l->suite.folder ? l->suite.folder : ".", name);
    rsp_diagnostics diagnostics = {0};
    rsp_error error = {0};
    rsp_folder_names files;
    if (rsp_folder_read(&files, path, ".yaml", &error) != RSP_OK)
        return command_fail(&command_list, &error);
    for (size_t i = 0; i < files.num; i++)
        l->num += list_file(l, rsp_arena_printf(arena, "%s/%s", path, files.names[i]), &diagnostics);
    rsp_folder_free(&files);
    size_t errors = suite_print_diagnostics(&diagnostics);
    rsp_diagnostics_free(&diagnostics);
    return errors ? EXIT_USAGE : EXIT_FINE;
}

static bool list_profile(lister *l, const char *path, rsp_diagnostics *diagnostics) {
    rsp_profile *profile = rsp_profile_load(path, NULL, diagnostics);
    if (profile)
        rsp_text_printf(&l->out, "%-16s %-24s %s\n", profile->name, profile->title, profile->address);
    rsp_profile_free(profile);
    return profile != NULL;
}

static int list_profiles(lister *l) {
    return list_yaml(l, "profiles", list_profile);
}

static bool list_workload(lister *l, const char *path, rsp_diagnostics *diagnostics) {
    rsp_workload *w = rsp_workload_load(path, NULL, diagnostics);
    if (w)
        rsp_text_printf(&l->out, "%-16s %-16s %s\n", w->name, w->program, w->title);
    rsp_workload_free(w);
    return w != NULL;
}

static int list_workloads(lister *l) {
    return list_yaml(l, "workloads", list_workload);
}

static int list_faults(lister *l) {
    const rsp_fault_info *fault;
    for (rsp_fault i = 1; (fault = rsp_fault_get(i)); i++) {
        rsp_text_printf(&l->out, "%-36s %-12s %s\n", fault->name, fault->requirement, fault->text);
        l->num++;
    }
    return EXIT_FINE;
}

static int list_packets(lister *l) {
    for (int i = RSP_PACKET_UNKNOWN + 1; i < RSP_PACKET_END; i++) {
        const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)i);
        rsp_text_printf(&l->out, "%-32.*s %-24s %s\n", (int)row->name.len, (const char *)row->name.ptr,
                        row->args, row->requirements);
        l->num++;
    }
    return EXIT_FINE;
}

static int list_programs(lister *l) {
    for (size_t i = 0; i < rsp_num_programs; i++)
        rsp_text_printf(&l->out, "%-24s %7zu bytes\n", strrchr(rsp_programs[i].path, '/') + 1,
                        rsp_programs[i].bytes.len);
    l->num = rsp_num_programs;
    return EXIT_FINE;
}

static int list_settings(lister *l) {
    for (size_t i = 0; i < STUB_OPTION_COUNT; i++) {
        const char *name;
        const char *values;
        const char *help;
        stub_option_describe(i, &name, &values, &help);
        rsp_text_printf(&l->out, "%-24s %-10s %s\n", name, values, help);
    }
    l->num = STUB_OPTION_COUNT;
    return EXIT_FINE;
}

static const struct {
    const char *name;
    int (*list)(lister *l);
    bool needs_suite;
} lists[] = {
    {"scenarios", list_scenarios, true}, {"requirements", list_requirements, true},
    {"profiles", list_profiles, true},   {"faults", list_faults, false},
    {"packets", list_packets, false},    {"programs", list_programs, false},
    {"settings", list_settings, false},  {"workloads", list_workloads, true},
};

static int unknown_list(const command *self, const char *word) {
    rsp_suggestion nearest = {.word = rsp_bytes_str(word)};
    for (size_t i = 0; i < RSP_ARRAY_LEN(lists); i++)
        rsp_suggest_offer(&nearest, lists[i].name);
    if (nearest.best)
        return command_usage(self, "no list of '%s'; did you mean '%s'?", word, nearest.best);
    return command_usage(self,
                         "no list of '%s'; there are scenarios, requirements, profiles, faults, packets, "
                         "programs, settings and workloads",
                         word);
}

static int run_list(const command *self, int argc, char **argv) {
    list_args args = {0};
    option_list operands = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    const char *word = operands.num > 0 ? operands.items[0] : "scenarios";
    size_t which = 0;
    while (which < RSP_ARRAY_LEN(lists) && strcmp(lists[which].name, word) != 0)
        which++;
    if (which == RSP_ARRAY_LEN(lists))
        return unknown_list(self, word);
    option_list files = {0};
    for (size_t i = 1; i < operands.num; i++)
        files.items[files.num++] = operands.items[i];
    lister l = {.self = self, .args = &args};
    if (lists[which].needs_suite)
        code = suite_open(&l.suite, self, &files, false);
    if (code == EXIT_FINE)
        code = lists[which].list(&l);
    int printed = io_print(&l.out);
    rsp_selection_free(&l.suite);
    return code == EXIT_FINE ? printed : code;
}

const command command_list = {
    .name = "list",
    .operands = "[WHAT] [FILE...]",
    .summary = "list scenarios, requirements and their coverage, profiles, faults, packets, programs",
    .details = "WHAT is scenarios (default), requirements, profiles, faults, packets, programs, settings or "
               "workloads. "
               "Prints one "
               "line for each; scenarios are those of the whole suite unless FILEs are named.\n\n"
               "  stubborn list scenarios --filter multimemread/\n"
               "  stubborn list requirements --uncovered",
    .options = rows,
    .completes = "scenarios requirements profiles faults packets programs settings workloads",
    .run = run_list,
};
