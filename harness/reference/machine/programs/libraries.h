/* The libraries of a process as its mappings show them: the first executable one of each file.
 * The program's own file is none. Who changes mappings asks here whether libraries have changed.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_LIBRARIES_H
#define RSP_MACHINE_LIBRARIES_H

#include "kernel.h"

/* Takes the libraries as they are for reported. Costs nothing where nobody wants LIBRARIES. */
void libraries_note(rsp_process *p);

/* The thread's call may have changed them: if it has, that is reported before the thread executes again. */
void libraries_changed(rsp_thread *t);

#endif
