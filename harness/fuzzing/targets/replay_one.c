/* The main of the embed kit's replayer: its user links one target.
 * usage: PROGRAM [--bytewise-mutants=N] FILE|FOLDER|NAME.seeds...
 * See replay.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "replay.h"

int main(int argc, char **argv) {
    return replay_main(LLVMFuzzerTestOneInput, argc - 1, argv + 1);
}
