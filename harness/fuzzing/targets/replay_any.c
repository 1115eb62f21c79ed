/* The main of fuzz-replay: its first argument names one of all targets.
 * CMake writes targets.h: FUZZ_TARGETS(X) has an X(name) for each, with the entry point fuzz_NAME.
 * usage: fuzz-replay TARGET [--bytewise-mutants=N] FILE|FOLDER|NAME.seeds... */
/* SPDX-License-Identifier: MIT */
#include "replay.h"
#include "targets.h"

#include <stdio.h>
#include <string.h>

#define DECLARE(name) fuzz_target fuzz_##name;
FUZZ_TARGETS(DECLARE)

static const struct {
    const char *name;
    fuzz_target *run;
} targets[] = {
#define ROW(name) {#name, fuzz_##name},
    FUZZ_TARGETS(ROW)};

int main(int argc, char **argv) {
    for (size_t i = 0; argc > 1 && i < sizeof targets / sizeof targets[0]; i++)
        if (strcmp(targets[i].name, argv[1]) == 0)
            return replay_main(targets[i].run, argc - 2, argv + 2);
    (void)fprintf(stderr,
                  "usage: fuzz-replay TARGET [--bytewise-mutants=N] FILE|FOLDER|NAME.seeds...\ntargets:");
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        (void)fprintf(stderr, " %s", targets[i].name);
    (void)fprintf(stderr, "\n");
    return 2;
}
