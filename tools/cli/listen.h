/* Addresses as users type them: a bare port to listen at, what an address without its scheme was meant to be,
 * and who can reach a listener.
 * Loopback unless the user names another interface. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_LISTEN_H
#define STUBBORN_LISTEN_H

#include "cli/command.h"

#include "link/address.h"

/* Parses --listen: an address, or PORT or HOST:PORT, which are TCP. RSP_USAGE with what was expected. */
rsp_status listen_parse(rsp_address *out, rsp_arena *arena, const char *text, rsp_error *error) RSP_MUST_USE;

/* What an address that has no scheme was meant to be: "tcp:HOST:PORT", "unix:PATH" of a socket, "pty:PATH" of
 * a device, "exec:PATH" of a program, in the arena. NULL where nothing suggests itself. */
const char *listen_meant(rsp_arena *arena, const char *text);

/* A word that stands where no stub does, as --stub would have it: with its scheme, or what was meant without
 * one. NULL: it is none. */
const char *listen_stub(rsp_arena *arena, const char *word);

/* Says so on standard error, and that whoever connects controls `what`; nothing for other addresses. */
void listen_warn(const command *self, const rsp_address *address, const char *what);

#endif
