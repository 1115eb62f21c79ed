/* Connecting a link on descriptors to the address that it has: one attempt, or many until a program listens.
 * Everything is bounded by a deadline.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_CONNECT_H
#define RSP_LINK_CONNECT_H

#include "fd_link.h"

/* One attempt. 0 or an errno; a name that cannot be resolved is in `error`. */
int rsp_connect_once(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error);

/* Attempts until `deadline_ns`, as long as a refusal may be temporary. RSP_CONNECT, RSP_CANCELLED; RSP_DIED
 * when the program has ended, with its last line in `error`. */
rsp_status rsp_connect_until(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error);

#endif
