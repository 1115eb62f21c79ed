/* The variables at places of a program, with types and where they live, as `stubborn condition --list` prints
 * them: what a condition there can use.
 * Reads the program's file only. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CONDITION_LIST_H
#define STUBBORN_CONDITION_LIST_H

#include "cli/command.h"
#include "commands/condition_run.h"

/* Prints the list; returns the exit status. */
int condition_list(const command *self, const condition_args *args);

#endif
