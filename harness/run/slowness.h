/* Whether a stub keeps its debugger waiting: the 40 ms of a delayed TCP acknowledgment, and slow answers.
 * Measured by the look at its manners, and told as a should, with figures.
 * See docs/latency.md. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_PACE_H
#define STUBBORN_PACE_H

#include "manners/manners.h"
#include "trace/result.h"

/* Appends what is slow to the causes of the run. */
void pace_tell(rsp_run *run, const rsp_manners *manners);

#endif
