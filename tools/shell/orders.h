/* The orders of the shell: lines that begin with '!', such as !save and !interrupt.
 * One table is their names, their completion and their help.
 * What they print goes to standard output. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_SHELL_ORDERS_H
#define STUBBORN_SHELL_ORDERS_H

#include "shell/shell.h"

/* Obeys a line behind its '!'. Says what is wrong with it, if anything. */
void shell_obey(shell *s, rsp_bytes line);

/* Whether a line is the name of an order without its '!', or "exit", and so hardly meant as a packet. */
bool shell_is_order(rsp_bytes line);

/* Offers the orders whose names begin with `text` (behind the '!') as rsp_complete offers packets. */
void shell_complete_order(rsp_bytes text, const rsp_completer *completer);

#endif
