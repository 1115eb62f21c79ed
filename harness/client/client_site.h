/* Breakpoint sites: the client says which are enabled, the stub is told when it matters.
 * Changes are held until resume, detach or kill and sent in one batch; what cancels out costs no packet.
 * Source: LLDB's RFC on MultiBreakpoint (delayed breakpoints); GDB manual, Packets (Z0 and following). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_SITE_H
#define RSP_CLIENT_SITE_H

#include "codec/breakpoint.h"
#include <rsp/client.h>

RSP_BEGIN_DECLS

/* What makes a site. Equal in all four is the same site. */
typedef struct rsp_site {
    int64_t pid;  /* 0: the one process of a connection without multiprocess */
    uint8_t type; /* RSP_BREAK_SOFTWARE .. RSP_WATCH_ACCESS */
    uint64_t addr;
    uint64_t kind; /* or the length of a watchpoint */
} rsp_site;

/* Whether the stub has it, as far as its answers tell. */
typedef enum rsp_site_physical {
    RSP_SITE_OUT,
    RSP_SITE_IN,
    RSP_SITE_UNKNOWN, /* the answer to its last change got lost; the next flush says it again */
} rsp_site_physical;

/* Everything about one site. */
typedef struct rsp_site_info {
    rsp_site site;
    bool enabled; /* logically: what the last enable or disable said */
    rsp_site_physical physical;
    bool held;         /* a change of it waits for the next flush */
    rsp_status status; /* of its last sending: RSP_OK, RSP_REFUSED (error_code), RSP_UNSUPPORTED (type or
                          conditions), RSP_MALFORMED, RSP_TIMEOUT, ...; RSP_OK before the first */
    int error_code;    /* of an Enn result, -1 for none */
} rsp_site_info;

/* Enables a site, logically; sends nothing, except in non-stop where threads may run (one was resumed and has
 * not stopped, or several were at once): they must not pass it by, so a flush is queued at once and goes out
 * with the next call that polls. `conditions` are agent expressions (bytecode, copied), of which one must be
 * true for the site to stop the program; 0 of them is an unconditional one. Enabling again replaces the
 * conditions. RSP_USAGE for a type that does not exist, conditions on a watchpoint, or an empty or over-long
 * (RSP_LIMIT_AGENT_BYTES) expression; RSP_UNSUPPORTED for conditions that the stub did not announce
 * (ConditionalBreakpoints); RSP_LIMIT beyond RSP_LIMIT_CLIENT_SITES; RSP_NO_MEMORY. */
rsp_status rsp_client_enable_site(rsp_client *client, const rsp_site *site, const rsp_bytes *conditions,
                                  size_t num_conditions) RSP_MUST_USE;

/* Disables it, logically; sends as little.  RSP_NOT_FOUND when it was never enabled (nothing is to be done).
 */
rsp_status rsp_client_disable_site(rsp_client *client, const rsp_site *site) RSP_MUST_USE;

/* The two questions, and all answers at once: false when the site was never enabled. */
bool rsp_client_site_enabled(const rsp_client *client, const rsp_site *site);
bool rsp_client_site_physically_enabled(const rsp_client *client, const rsp_site *site);
bool rsp_client_site_info(const rsp_client *client, const rsp_site *site, rsp_site_info *out);

/* Where a walk is; all-zero is at the beginning. */
typedef struct rsp_site_cursor {
    bool started;
    const void *next;
} rsp_site_cursor;

/* Walks all sites in the order of their first enabling; false at the end. Good as long as no site is enabled
 * or forgotten and nothing is flushed or run: a flush forgets the sites that are neither enabled nor in the
 * stub.
 */
bool rsp_client_next_site(const rsp_client *client, rsp_site_cursor *cursor, rsp_site_info *out);

/* Sites whose change is held. */
size_t rsp_client_held_sites(const rsp_client *client);

/* Sends what is held: removals first, last inserted first (so that places and hardware are free, and sites
 * that overlap come out as they went in), then insertions in the order in which they were enabled; process by
 * process, selected with Hg in multiprocess. In as few packets as PacketSize allows in both directions, or by
 * Z and z where the stub has no batched packet; there in no-ack mode several are under way. A batch that is
 * answered by an error as a whole is said again with Z and z, and the packet is not used again. RSP_OK when
 * the stub is as it should be; RSP_REFUSED when a site failed: its info says why, the others are done all the
 * same, and it is tried again with the next flush unless it is disabled. RSP_MALFORMED for a reply that lies
 * (a wrong number of results): the sites of that batch become UNKNOWN. Or what ended it: RSP_TIMEOUT,
 * RSP_CLOSED,
 * ... *out_num_failed may be NULL. Nothing held: RSP_OK and no packet. */
rsp_status rsp_client_flush_sites(rsp_client *client, size_t *out_num_failed) RSP_MUST_USE;

/* Takes everything of a process (0: all) out of the stub in one batch, as before detaching; logically they
 * stay as they are. As flush. */
rsp_status rsp_client_remove_sites(rsp_client *client, int64_t pid, size_t *out_num_failed) RSP_MUST_USE;

/* Steps `thread` ({0, 0}: the last stop's), which stands at `pc`, over the sites there: a stub stops again at
 * once when it resumes at one. They are taken out with the changes that are held, the thread alone steps, and
 * they are enabled again, held until the next resume. Nothing is taken out where there is no enabled site.
 * As rsp_client_run. */
rsp_status rsp_client_step_over(rsp_client *client, rsp_ptid thread, uint64_t pc, uint64_t timeout_ns,
                                const rsp_stop_reply **out_stop) RSP_MUST_USE;

/* Forgets the sites of a process that is gone (0: all) without a packet. Detach, kill, and the stop that says
 * that a process ended do this; exec makes its sites OUT; fork gives the child copies of the parent's
 * software sites that are IN and disabled, so that the next flush cleans the child. */
void rsp_client_forget_sites(rsp_client *client, int64_t pid);

RSP_END_DECLS

#endif
