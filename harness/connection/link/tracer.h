/* Whether the program at the other end of a link traces a process of this machine.
 * The numbers of processes that a stub names may be those of another machine, or of a container.
 * Linux only: elsewhere nothing is known. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_TRACER_H
#define RSP_LINK_TRACER_H

#include <rsp/link.h>

RSP_BEGIN_DECLS

/* True: `process` is one of this machine, and its tracer holds the other end of the connection, which is TCP.
 * Whatever is in doubt is false: a forwarded port, a tracer that may not be looked at. */
bool rsp_link_traces(rsp_link *link, int64_t process) RSP_MUST_USE;

RSP_END_DECLS

#endif
