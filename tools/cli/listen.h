/* What commands that listen have in common: who can reach the address, and saying so.
 * Loopback unless the user names another interface.
 * See cmd_stub.c and cmd_proxy.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_LISTEN_H
#define STUBBORN_LISTEN_H

#include "cli/command.h"

#include "link/address.h"

/* Says so on standard error, and that whoever connects controls `what`; nothing for other addresses. */
void listen_warn(const command *self, const rsp_address *address, const char *what);

#endif
