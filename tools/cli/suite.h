/* The scenarios of a command line, or the whole suite, with their errors said on standard error.
 * Used by run, selftest, list, lint.
 * Loading and choosing is suite/selection.h's. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_SUITE_H
#define STUBBORN_SUITE_H

#include "cli/command.h"

#include "suite/selection.h"

/* Loads what `operands` name, or the whole suite when there are none. With `warns` warnings are printed, too.
 * EXIT_FINE, or another exit status after having said why. To be freed in each case. */
int suite_open(rsp_selection *s, const command *self, const option_list *operands, bool warns);

/* The scenarios that the filters and operands select, *out_num of them. NULL, having said why, where a filter
 * selects nothing of what was loaded, where nothing is left, or without memory; *out_exit is set then. */
const rsp_scenario **suite_choose(rsp_selection *s, const command *self, const option_list *filters,
                                  size_t *out_num, int *out_exit);

/* Prints all diagnostics on standard error, as path:line:column with a caret; how many were errors. */
size_t suite_print_diagnostics(const rsp_diagnostics *diagnostics);

#endif
