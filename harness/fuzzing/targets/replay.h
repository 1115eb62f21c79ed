/* Fuzz targets without a fuzzing engine: run over files, for regressions and for a debugger.
 * replay_any.c is the main of our own targets (fuzz-replay), replay_one.c that of the embed kit.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef REPLAY_H
#define REPLAY_H

#include <stddef.h>
#include <stdint.h>

/* The signature of LLVMFuzzerTestOneInput. */
typedef int fuzz_target(const uint8_t *data, size_t size);

/* Runs the target over the files and folders of the arguments (without the name of the program). The exit
 * status: 0 if there were inputs and all were readable, else 1. */
int replay_main(fuzz_target *target, int argc, char **argv);

#endif
