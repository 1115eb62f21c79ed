/* Control of a link, beyond what a debugger does with one: who else uses the connection, when waiting ends,
 * what passes, and what TCP does to it.
 * For players of scenarios, fuzzers and proxies. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_CONTROL_H
#define RSP_LINK_CONTROL_H

#include <rsp/link.h>

RSP_BEGIN_DECLS

/* Sees a piece that was received or, with `sent`, handed to the system: of a failing send the part that was
 * sent. Must not use the link. */
typedef void rsp_link_tap_fn(void *ctx, bool sent, uint64_t now_ns, rsp_bytes piece);

/* Calls `tap` for every piece. One tap at a time; NULL ends it. On the link inside a shaped link it sees what
 * the peer sees. `ctx` is not owned. */
void rsp_link_tap(rsp_link *link, rsp_link_tap_fn *tap, void *ctx);

/* How rsp_link_reconnect_soon tries again, in milliseconds: the pause, and the time in all. */
enum { RSP_LINK_RETRY_MS = 10, RSP_LINK_AGAIN_MS = 500 };

/* As rsp_link_reconnect, but a refused connection is tried again every RSP_LINK_RETRY_MS, for at most
 * RSP_LINK_AGAIN_MS, until the deadline, or until the program has ended: a stub may need a moment to listen
 * again. Returns the last status. */
rsp_status rsp_link_reconnect_soon(rsp_link *link, uint64_t deadline_ns, rsp_error *error) RSP_MUST_USE;

/* A second connection to the same place, or the same program, while this one stays: a link of its own, to be
 * closed before this one. RSP_CONNECT when it is refused or not accepted before the deadline; RSP_UNSUPPORTED
 * where there is only one connection (pipe, fds, serial lines, shaped links). */
rsp_status rsp_link_visit(rsp_link *link, rsp_link **out_visitor, uint64_t deadline_ns,
                          rsp_error *error) RSP_MUST_USE;

/* A link on the connection of `host`, which stays open when this one is shut or closed, and must outlive it.
 * Use one at a time. Reconnecting a lent link gives RSP_UNSUPPORTED. RSP_OK or RSP_NO_MEMORY. */
rsp_status rsp_link_lend(rsp_link **out_link, rsp_link *host) RSP_MUST_USE;

/* Brings the `end_ns` of the options forward, by the link's clock; 0 restores it. Without effect in virtual
 * time, where waits take no time. */
void rsp_link_limit(rsp_link *link, uint64_t end_ns);

/* Waits until `until_ns`. A virtual clock jumps there, after everything that is due before. */
void rsp_link_wait(rsp_link *link, uint64_t until_ns);

/* From now on the close ends the program alone: what it has started outlives it, as a process that a stub has
 * detached from. Without effect where there is no program, or more than one. */
void rsp_link_leave(rsp_link *link);

/* From now on the stop flag of the options ends no wait: what is left to say to the peer is said whole. */
void rsp_link_ignore_stop(rsp_link *link);

/* Changes the option slow_acks. False when the link is not TCP. */
bool rsp_link_slow_acks(rsp_link *link, bool on);

/* Whether time is virtual: waiting costs nothing. */
bool rsp_link_is_virtual(const rsp_link *link);

/* Whether the stub is in this process, or was started for this link: it ends with it, and can be started
 * again. */
static inline bool rsp_link_is_ours(const rsp_link *link) {
    return rsp_link_is_virtual(link) || rsp_link_pid(link) > 0;
}

/* Processor time, in milliseconds, after which a program that was never seen to wait is busy. */
enum { RSP_LINK_BUSY_MS = 200 };

/* Whether the program of the link does nothing but compute: it is never seen to wait while it takes
 * RSP_LINK_BUSY_MS of the processor. False at once when it waits or has ended, else at the deadline, and
 * where the link has no program or the system does not tell. */
bool rsp_link_is_busy(rsp_link *link, uint64_t deadline_ns);

/* Appends a sentence when the 40 ms signature is there (at least three replies and a tenth of all), and
 * returns whether it is. */
bool rsp_link_warning(const rsp_link *link, rsp_buf *out);

RSP_END_DECLS

#endif
