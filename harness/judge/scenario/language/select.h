/* Globs, for selections of scenarios and entries of baselines.
 * Patterns come from the command line and from files.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_SELECT_H
#define RSP_SCENARIO_SELECT_H

#include <stdbool.h>

/* '*' and '?' as in a shell, '*' also over '/'. */
bool glob_match(const char *pattern, const char *text);

#endif
