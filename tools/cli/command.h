/* The subcommands of the program, one row each: what help, manual page, completion and dispatch are made
 * from. Each lives in a file of its own, cmd_NAME.c, which defines command_NAME. A subcommand returns the
 * exit status: 0 fine, 1 findings, 2 usage or a bad file, 3 stub out of reach. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_COMMAND_H
#define STUBBORN_COMMAND_H

#include "cli/option.h"

enum { EXIT_FINE = 0, EXIT_FINDINGS = 1, EXIT_USAGE = 2, EXIT_UNREACHABLE = 3 };

typedef struct command {
    const char *name;
    const char *operands;       /* as in the usage line: "[FILE[:LINE]...]" */
    const char *summary;        /* one line, without a full stop */
    const char *details;        /* paragraphs; lines that start with two blanks are examples */
    const option_row *options;  /* ended by a NULL name; NULL for none */
    const option_group *groups; /* of the options in help; NULL: they need none */
    bool leading;               /* options only before the first operand */
    const char *completes;      /* what the shell offers for operands (completion.h) */
    int (*run)(const struct command *self, int argc, char **argv);
} command;

extern const command command_init;
extern const command command_run;
extern const command command_selftest;
extern const command command_fuzz;
extern const command command_finding;
extern const command command_merge;
extern const command command_matrix;
extern const command command_interop;
extern const command command_list;
extern const command command_lint;
extern const command command_stub;
extern const command command_send;
extern const command command_shell;
extern const command command_probe;
extern const command command_adapter;
extern const command command_dap;
extern const command command_decode;
extern const command command_capture;
extern const command command_proxy;
extern const command command_bench;
extern const command command_condition;
extern const command command_packet_reference;
extern const command command_help;

/* All of them in the order of help, ended by NULL; none before stubborn_main is called. */
extern const command *const *commands;

/* The whole program; returns its exit status. */
int stubborn_main(int argc, char **argv);

/* By name; NULL when there is none. */
const command *command_find(const char *name);

/* The name nearest to `word`, or NULL. */
const char *command_suggest(const char *word);

/* Parses by the command's table. True to go on; false with *out_exit set when help was printed or the line
 * was wrong (said on standard error). */
bool command_parse(const command *self, void *fields, option_list *operands, int argc, char **argv,
                   int *out_exit) RSP_MUST_USE;

/* Says "stubborn NAME: message" and where help is, on standard error; returns EXIT_USAGE. */
int command_usage(const command *self, const char *fmt, ...) RSP_PRINTF(2, 3);

/* Says an error, with its place, on standard error; returns the exit status that belongs to it. */
int command_fail(const command *self, const rsp_error *error);

#endif
