/* The fork server, seen by those who start programs.
 * rsp/link.h has the rest of its functions.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_FORK_SERVER_H
#define RSP_LINK_FORK_SERVER_H

#include "supervisor.h"

#include <rsp/link.h>

/* Lets the fork server fork a supervisor. False when the server has ended, or the launch is too large for it:
 * then the caller forks. */
bool rsp_fork_server_start(rsp_fork_server *fork_server, const rsp_launch *launch);

#endif
