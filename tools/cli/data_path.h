/* Where the program's data is: the suite, profiles, debuggees.
 * In this order: the environment, beside the installed program, in the program, the source tree it was built
 * from. Paths are made once and belong to the arena that is passed. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_DATA_PATH_H
#define STUBBORN_DATA_PATH_H

#include "cli/builtin_data.h"
#include "core/arena.h"

/* What is linked in: a static program has it, and tests set it. NULL: nothing. */
extern const builtin_data *data_path_builtin;

/* Folder of the suite; NULL when there is none. $STUBBORN_SCENARIOS comes first. */
const char *data_path_scenarios(rsp_arena *arena);

/* Folder with the debuggees of a kind ("host", "riscv"), or `kind` itself when it is a path; NULL when there
 * is none. $STUBBORN_DEBUGGEES is the folder above the kinds. */
const char *data_path_debuggees(rsp_arena *arena, const char *kind);

/* Folder of the whole source tree or installed data, for {root}; NULL when unknown. */
const char *data_path_root(rsp_arena *arena);

/* The program itself, for a command that starts another one of it; NULL when unknown. */
const char *data_path_program(rsp_arena *arena);

/* The same as it is typed in the current folder: "./mystub-suite" where it lies there. */
const char *data_path_here(rsp_arena *arena);

/* Says what main got as argv[0], by which an installed program finds its prefix. */
void data_path_init(const char *argv0);

#endif
