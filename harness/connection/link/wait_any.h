/* Waiting for several links at a time, as a proxy does.
 * Only real links can be waited for together.
 * The deadline is an absolute time, as everywhere. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_WAIT_ANY_H
#define RSP_WAIT_ANY_H

#include <rsp/link.h>

RSP_BEGIN_DECLS

/* The most links that rsp_link_wait_any waits for. */
enum { RSP_LINK_WAIT_MAX = 4 };

/* Waits until a poll by rsp_link_recv has something to do on one of the links: bytes, an end, or what a
 * shaped link has to send or deliver now. Bit i of *out_ready stands for links[i]; a ready link may have
 * nothing to give after all. At most RSP_LINK_WAIT_MAX links; the deadline is of the clock of the first.
 * RSP_TIMEOUT, RSP_CANCELLED, RSP_IO; RSP_UNSUPPORTED for peers in this process and for more links. */
rsp_status rsp_link_wait_any(rsp_link *const *links, size_t num, unsigned *out_ready,
                             uint64_t deadline_ns) RSP_MUST_USE;

/* Waits until the link has something to do, as above, or `fd` can be read; *out_ready says the latter.
 * Returns RSP_OK for other reasons, too, such as a signal or the deadline, which is
 * of the link's clock: without a link RSP_NEVER_NS. For a peer in this process it
 * waits for `fd` alone. RSP_CANCELLED, RSP_IO. */
rsp_status rsp_link_wait_beside(rsp_link *link, int fd, bool *out_ready, uint64_t deadline_ns) RSP_MUST_USE;

RSP_END_DECLS

#endif
