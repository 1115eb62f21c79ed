/* A machine that runs whatever code it is given, for the fuzz target of the machine.
 * One program is launched, and its beginning overwritten.
 * See machine/machine.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_RANDOM_CODE_H
#define FUZZ_RANDOM_CODE_H

#include "fuzz.h"

#include "machine/machine.h"

typedef struct random_code {
    fuzz_mem mem;
    rsp_machine *machine;
    uint8_t how; /* steps or runs, and which events it reports */
} random_code;

/* The first bytes are the way of running and the registers of a system call, the rest is code. */
void random_code_begin(random_code *c, rsp_bytes in);
void random_code_end(random_code *c); /* also checks that all memory was given back */

/* Resumes every thread that is held, and runs up to the next event. */
rsp_machine_ran random_code_run(random_code *c);

#endif
