/* stubborn condition --load: a condition inside a program of ours that is brought into a target with its own,
 * over the guest's symbols, registers and memory. There is no debug information there.
 * Used by condition. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CONDITION_GUEST_H
#define STUBBORN_CONDITION_GUEST_H

#include "cli/command.h"
#include "commands/condition_run.h"

/* Loads, runs, prints, and puts everything back. The exit status of `condition`; for a load that fails that
 * of `bench --load`. */
int condition_guest(const command *self, const condition_args *args);

#endif
