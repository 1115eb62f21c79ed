/* stubborn fuzz --debugger: the stub lies, and the debugger is
 * looked at. Its findings have a folder of their own, and are played
 * again by `fuzz replay --debugger`. See debugger_fuzz/fuzzer.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_FUZZ_DEBUGGER_H
#define STUBBORN_FUZZ_DEBUGGER_H

#include "cmd/fuzz/fuzz_job.h"

/* All of it; returns the exit status. */
int fuzz_debugger(const command *self, fuzz_args *args, const option_list *operands);

#endif
