/* bench --load: a program of ours in a stub that has its own, for the time of the measurements.
 * What is written is put back at the end; a process of ours ends with it.
 * Functions return EXIT_FINE, or what the command ends with, after a message. */
/* SPDX-License-Identifier: MIT */
#ifndef BENCH_GUEST_H
#define BENCH_GUEST_H

#include "bench/ways.h"
#include "cli/command.h"
#include "stubs/stub_config.h"

/* All-zero: nothing is loaded. */
typedef struct bench_guest {
    const command *self;
    const stub_config *stub;
    rsp_runner *runner;
    rsp_bench_loaded loaded;
} bench_guest;

/* Looks at the stub and loads a guest, as `run --load` does; says what it does before, and what came of it.
 * EXIT_FINDINGS where a step of the load failed, EXIT_UNREACHABLE, EXIT_USAGE for a stub whose programs are
 * ours. */
int bench_guest_load(bench_guest *guest, const command *self, const stub_config *stub,
                     const rsp_stub_provider *provider);

/* Puts back what was there, also after Ctrl-C, and frees it. What could not be put back is said. */
void bench_guest_free(bench_guest *guest);

#endif
