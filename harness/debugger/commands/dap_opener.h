/* Stubs for `stubborn dap`: what launch and attach ask for, started or reached.
 * A program for x86-64 gets gdbserver, one for riscv64 the built-in machine as a process of its own, unless
 * --stub or the launch's arguments say otherwise. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_DAP_OPENER_H
#define STUBBORN_DAP_OPENER_H

#include "dap_adapter/adapter.h"
#include <signal.h>

/* All-zero but for the members that are set is ready. */
typedef struct dap_opener {
    const char *stub;    /* as --stub; NULL: chosen by the program */
    const char *program; /* of --program, where launch names none; NULL */
    uint64_t rtt_ns;     /* simulated round trip; 0 */
    uint64_t wait_ns;    /* how long to try to reach a stub that is not ours */
    const volatile sig_atomic_t *stop;
} dap_opener;

/* The functions of the adapter's opener; borrows `opener`. */
rsp_dap_opener dap_opener_functions(dap_opener *opener);

#endif
