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
 * a value. Where there is none as large as scenarios like it, a small one is borrowed: below the stack
 * pointer, at the end of the memory that the program counter is in, or at the end of other memory that the
 * look has found. */
void scratch_find(play *p);

/* Memory that is the program's and that the scenario writes all the same. */
void scratch_borrow(play *p, uint64_t at, uint64_t size);

/* Before the steps: keeps the bytes of borrowed memory if the scenario writes some. */
void scratch_save(play *p);

/* After them, with the program stopped: writes back what was changed. Says in `left` if it is not to be had.
 */
void scratch_put_back(play *p);

#endif
