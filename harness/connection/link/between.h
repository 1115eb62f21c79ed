/* A process of ours between a link and its peer, which outlives us: it sees all that passes.
 * It can set things right with the peer when we are gone.
 * Only for links on descriptors. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_BETWEEN_H
#define RSP_LINK_BETWEEN_H

#include <rsp/link.h>

RSP_BEGIN_DECLS

/* What that process does. `near` leads to us and ends when we do, however that comes; `far` leads to the
 * peer. */
typedef void rsp_link_between_fn(void *ctx, rsp_link *near, rsp_link *far);

/* Forks: the new process leads a session of its own, has default actions for signals, none of our descriptors
 * but those of the two links, and ends when `between` returns. A program that the link has started lives
 * until this process has ended, too, or the link is closed. Here the link leads to that process from now on.
 * For a process of one thread, on a link on which nothing was received yet. RSP_OK; RSP_UNSUPPORTED for links
 * that are around others, or in virtual time; RSP_SPAWN with the reason: the link is as before. */
rsp_status rsp_link_put_between(rsp_link *link, rsp_link_between_fn *between, void *ctx,
                                rsp_error *error) RSP_MUST_USE;

/* For a link with a process between: `near` ends there, and what that process still does with the peer is
 * waited for until it has ended, or until the deadline. RSP_OK; RSP_TIMEOUT; RSP_UNSUPPORTED for links
 * without a socket. */
rsp_status rsp_link_await_between(rsp_link *link, uint64_t deadline_ns) RSP_MUST_USE;

RSP_END_DECLS

#endif
