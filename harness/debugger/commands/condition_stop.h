/* A stop of `stubborn condition`, put into the report: place, thread, values, callers.
 * The program stands there meanwhile.
 * Part of a run: condition_run.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CONDITION_STOP_H
#define STUBBORN_CONDITION_STOP_H

#include "commands/condition_run.h"

/* Adds the stop to the report, which has room for it. */
void condition_stop_keep(condition_run *run, const condition_place *place, const rsp_debuggee_site *site,
                         const rsp_conditional_stop *stop);

#endif
