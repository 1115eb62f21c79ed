/* In place of the debugger's commands, in a build without it: each says what is missing.
 * `bench condition` skips its runs, and its report says why.
 * See debugger_house.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cmd/adapter/adapter_job.h"
#include "cmd/debugger_house.h"

#define DETAILS                                                                       \
    "This program was built without the debugger (RSP_DEBUGGER=OFF), as the static\n" \
    "one of a release is. The Debian package has it."

static int missing(const command *self) {
    return command_usage(self, "this program was built without the debugger, as the static one is; the "
                               "Debian package has it, and -DRSP_DEBUGGER=ON builds it");
}

static int run_missing(const command *self, int argc, char **argv) {
    option_list operands = {0};
    int code = EXIT_FINE;
    if (argc > 1 && strcmp(argv[1], "--help") == 0 &&
        !command_parse(self, NULL, &operands, argc, argv, &code))
        return code;
    return missing(self);
}

int adapter_selftest(adapter_job *job) {
    return missing(job->self);
}

int adapter_print_faults(void) {
    return missing(&command_adapter);
}

const rsp_bench_run_to_condition debugger_run_to_condition = NULL;

const command command_condition = {
    .name = "condition",
    .operands = "",
    .summary = "run a program to a place of its source where a condition holds (not in this build)",
    .details = DETAILS,
    .run = run_missing,
};

const command command_dap = {
    .name = "dap",
    .operands = "",
    .summary = "serve the Debug Adapter Protocol to an editor, in front of any stub (not in this build)",
    .details = DETAILS,
    .run = run_missing,
};
