/* Help texts, manual page and shell completion, all made from the table of commands and their options.
 * They append to a buffer; cmd_help.c prints it.
 * Nothing about an option is written anywhere else. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_HELP_H
#define STUBBORN_HELP_H

#include "cli/command.h"

/* The program's overview, and one command's help. */
void help_overview(rsp_buf *out);
void help_command(rsp_buf *out, const command *cmd);

/* "stubborn run [options] [FILE[:LINE]...]" without newline. */
void help_usage_line(rsp_buf *out, const command *cmd);

/* stubborn.1 in troff with the man macros. */
void help_manual(rsp_buf *out);

#endif
