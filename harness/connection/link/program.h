/* Programs that a link starts: {port} and {socket} in their command lines, and the address they lead to.
 * Connecting to them is connect.h.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_PROGRAM_H
#define RSP_LINK_PROGRAM_H

#include "fd_link.h"
#include "link/address.h"

/* Copies an address into the link, with its name for people: the caller's may be gone at a reconnect. Errors
 * are in link->arena.status. */
void rsp_program_copy_address(rsp_fd_link *link, const rsp_address *from);

/* Picks a port or a socket for the placeholders of the link's address, and fills them in. RSP_SPAWN,
 * RSP_NO_MEMORY. */
rsp_status rsp_program_prepare(rsp_fd_link *link, rsp_error *error);

/* Starts the program of the link's address. `protocol`: its standard input and output are the connection. */
rsp_status rsp_program_start(rsp_fd_link *link, bool protocol, rsp_error *error);

/* Starts the program of `address`, with {port} filled in, without connecting to it. */
rsp_status rsp_program_open(rsp_fd_link *link, const rsp_address *address, uint16_t port, rsp_error *error);

#endif
