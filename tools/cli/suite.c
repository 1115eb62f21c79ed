/* Words for what went wrong in loading, and its exit status.
 * The suite's folder comes from data_path.h.
 * See suite.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/suite.h"
#include "cli/io.h"

#include "cli/data_path.h"
#include "core/arena.h"

#include <stdio.h>

size_t suite_print_diagnostics(const rsp_diagnostics *diagnostics) {
    rsp_buf out = {0};
    rsp_diagnostics_render(&out, diagnostics);
    io_put(stderr, &out);
    return diagnostics->num_errors;
}

static int fail(const rsp_selection *s, const command *self, rsp_status status) {
    if (status == RSP_NOT_FOUND)
        return command_usage(self, "no suite found: name files, or set STUBBORN_SCENARIOS to its folder");
    if (status == RSP_BAD_FILE && suite_print_diagnostics(&s->diagnostics) > 0)
        return EXIT_USAGE;
    return command_fail(self, &(rsp_error){.status = status});
}

int suite_open(rsp_selection *s, const command *self, const option_list *operands, bool warns) {
    rsp_arena arena = {0};
    rsp_status status = rsp_selection_load(s, data_path_scenarios(&arena), operands->items, operands->num);
    rsp_arena_free(&arena);
    if (status != RSP_OK)
        return fail(s, self, status);
    const rsp_diagnostics *found = rsp_suite_diagnostics(s->scenarios);
    if (found->num == 0 || (found->num_errors == 0 && !warns))
        return EXIT_FINE;
    size_t errors = suite_print_diagnostics(found);
    if (errors == 0)
        return EXIT_FINE;
    size_t files = rsp_suite_num_files(s->scenarios);
    if (files > 0)
        io_say(stderr, "%zu error%s in %zu file%s\n", errors, errors == 1 ? "" : "s", files,
               files == 1 ? "" : "s");
    return EXIT_USAGE;
}

static int refuse_filter(rsp_selection *s, const command *self, const char *filter) {
    const char *nearest = rsp_selection_nearest(s, filter);
    if (nearest)
        return command_usage(self, "--filter %s: selects nothing; did you mean '%s'?", filter, nearest);
    return command_usage(
        self,
        "--filter %s: selects nothing; expected a scenario, a glob, a requirement or its group, "
        "or tag:NAME; see: stubborn list scenarios",
        filter);
}

const rsp_scenario **suite_choose(rsp_selection *s, const command *self, const option_list *filters,
                                  size_t *out_num, int *out_exit) {
    *out_num = 0;
    for (size_t i = 0; i < filters->num; i++)
        if (filters->items[i][0] != '!' && !rsp_selection_knows(s, filters->items[i])) {
            *out_exit = refuse_filter(s, self, filters->items[i]);
            return NULL;
        }
    const rsp_scenario **chosen = rsp_selection_choose(s, filters->items, filters->num, out_num);
    if (!chosen)
        *out_exit = command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    else if (*out_num == 0)
        *out_exit = filters->num > 0
                        ? command_usage(self, "no scenario is selected; see: stubborn list scenarios")
                        : command_usage(self, "there is no scenario in it; see: stubborn list scenarios");
    return *out_num > 0 ? chosen : NULL;
}
