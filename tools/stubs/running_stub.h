/* A stub that runs its program already, where others are given one: requests lose their program.
 * The program's file is looked up in a folder.
 * Stands in front of another provider. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_RUNNING_STUB_H
#define STUBBORN_RUNNING_STUB_H

#include "core/arena.h"
#include "scenario/runner.h"

/* Set both fields, the rest to zero. */
typedef struct running_stub {
    rsp_stub_provider stubs; /* opens links to it */
    const char *debuggees;   /* folder with the files of programs, borrowed */

    /* private */
    rsp_arena arena;
    rsp_buf image;
} running_stub;

/* The provider for those that ask for a program. It borrows `stub`. */
rsp_stub_provider running_stub_provider(running_stub *stub);

/* Frees the file that was read last. */
void running_stub_free(running_stub *stub);

#endif
