/* The scenarios of a command line: files, folders and FILE:LINE, or the whole suite; with the requirement
 * catalogue. Used by run, selftest, list and lint, which differ in what they do with it. Errors in files are
 * printed here, as path:line:column with a caret. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_SUITE_H
#define STUBBORN_SUITE_H

#include "cli/command.h"

#include "core/arena.h"
#include "scenario/scenario.h"

/* All-zero is valid to close. */
typedef struct suite {
    rsp_arena arena;
    const char *folder; /* of the suite; NULL when it was not found */
    bool warns;         /* tell what is doubtful, too */
    rsp_catalogue *catalogue;
    rsp_suite *scenarios;
    rsp_diagnostics diagnostics; /* of the catalogue */
    option_list places;          /* the operands of the form FILE:LINE */
} suite;

/* Loads what `operands` name, or the whole suite when there are none. EXIT_FINE, or another exit status after
 * having said why. */
int suite_open(suite *s, const command *self, const option_list *operands);
void suite_close(suite *s);

/* Prints all diagnostics on standard error; how many were errors. */
size_t suite_print_diagnostics(const rsp_diagnostics *diagnostics);

/* The scenarios that `filters` (names, globs, requirement ids, "tag:..", negated by '!') and the operands
 * FILE:LINE select: all of them without any. *out_num of them, in the arena; NULL without memory. */
const rsp_scenario **suite_select(suite *s, const option_list *filters, size_t *out_num);

#endif
