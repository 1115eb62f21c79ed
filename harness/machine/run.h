/* Running threads turn by turn.
 * run.c has rsp_machine_run.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_RUN_H
#define RSP_MACHINE_RUN_H

#include "kernel.h"

/* Reports a step that is done, when there is one. */
void step_finished(rsp_thread *t);

#endif
