/* Scratch memory: what scenarios may overwrite.
 * It is named `scratch` and `scratch.size`.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_SCRATCH_H
#define RSP_SCENARIO_SCRATCH_H

#include "play/play.h"

/* Whether the program's memory may be written: the program is one of ours, or the user has allowed it. */
bool scratch_may_write(const play *p);

/* Names the largest block below the stack pointer and its red zone that can be written, unless `scratch` has
 * a value. */
void scratch_find(play *p);

#endif
