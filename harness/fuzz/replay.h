/* Fuzz targets without a fuzzing engine: run over files, for regressions and for a debugger.
 * replay_any.c is the main of our own targets, replay_one.c that of the embed kit.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef REPLAY_H
#define REPLAY_H

#include <stddef.h>
#include <stdint.h>

typedef int fuzz_target(const uint8_t *data, size_t size);

/* Runs the target over the files and folders of the arguments, the program's name left out. The exit status:
 * 0 when there were inputs and each could be read. */
int replay_main(fuzz_target *target, int argc, char **argv);

#endif
