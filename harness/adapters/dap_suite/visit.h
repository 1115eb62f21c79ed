/* A session with an adapter that a program leads instead of a scenario: brought to where a scenario would
 * begin, then requests and waits one by one. Benchmarks and the fuzzer of adapters stand on it. Values have
 * the names of scenarios: thread, frame, line, locals, line.LABEL, source. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_VISIT_H
#define RSP_DAP_SUITE_VISIT_H

#include "dap/rule.h"
#include "dap/session.h"
#include "dap_suite/runner.h"

RSP_BEGIN_DECLS

/* An open session. For one thread. */
typedef struct rsp_dap_visit rsp_dap_visit;

/* Where it is to begin. `target` and `start` are required; all is borrowed until the visit ends. */
typedef struct rsp_dap_visit_options {
    const rsp_dap_target *target;
    rsp_dap_start start;
    const char *program;        /* [sample] */
    const char *at;             /* [work] label of the line to stop at */
    const json_t *launch;       /* besides the profile's arguments of launch; NULL: nothing */
    const json_t *client;       /* besides the usual arguments of initialize; NULL: nothing */
    uint64_t longest_ns;        /* [10 min] no wait goes on after this time */
    rsp_dap_listener *listener; /* NULL: nobody sees each message */
    void *listener_ctx;
} rsp_dap_visit_options;

/* Opens an adapter and brings the session there. RSP_CONNECT, RSP_SPAWN and their like, RSP_UNSUPPORTED when
 * there is no such debuggee, RSP_CANCELLED, RSP_NO_MEMORY; RSP_UNEXPECTED when the adapter did not do what it
 * was asked, and RSP_DIED when a signal ended it. `error` has the reason. Then *out_visit is NULL, but for
 * RSP_UNEXPECTED and RSP_DIED, where the session can still be looked at. */
rsp_status rsp_dap_visit_open(rsp_dap_visit **out_visit, const rsp_dap_visit_options *options,
                              rsp_error *error) RSP_MUST_USE;

/* Ends the session as a client would and closes the link. NULL is fine. */
void rsp_dap_visit_close(rsp_dap_visit *visit);

/* The session, for raw bytes and the log. */
rsp_dap_session *rsp_dap_visit_session(rsp_dap_visit *visit);

/* Whether the adapter announced a capability. */
bool rsp_dap_visit_can(const rsp_dap_visit *visit, const char *capability);

/* A value by its name, borrowed; NULL: there is none. */
const json_t *rsp_dap_visit_value(const rsp_dap_visit *visit, const char *name);

/* Whether a request of this number is seen at work, by any sign of it, before it is answered and in time. */
bool rsp_dap_visit_works(rsp_dap_visit *visit, int64_t seq, uint64_t within_ns);

/* Sends a request; takes the reference `arguments`, which may be NULL. Its seq; 0: it was not sent. */
int64_t rsp_dap_visit_send(rsp_dap_visit *visit, const char *command, json_t *arguments);

/* Plays one step of the language that only sends: `request` with `waits: false`, `content` or `raw`, with
 * values in texts as in scenarios. False: it was not sent, or has no such action. */
bool rsp_dap_visit_step(rsp_dap_visit *visit, const json_t *step);

/* Waits for the response to a request. Its place in the log, SIZE_MAX when none came in time. */
size_t rsp_dap_visit_response(rsp_dap_visit *visit, int64_t seq, uint64_t within_ns);

/* Waits for an event that was not waited for yet. Its place in the log, SIZE_MAX when none came in time. */
size_t rsp_dap_visit_event(rsp_dap_visit *visit, const char *name, uint64_t within_ns);

/* The longest wait for an answer that the target allows. */
uint64_t rsp_dap_visit_timeout(const rsp_dap_visit *visit);

/* How the last thing that failed did; "" if nothing has. */
const char *rsp_dap_visit_trouble(const rsp_dap_visit *visit);

/* Whether a wait ended because the link's `stop` was set. */
bool rsp_dap_visit_cancelled(const rsp_dap_visit *visit);

/* How long the next session need wait for what this one has waited for in vain: four times what it took to
 * the last message, and a second, but no longer than this one. Any other session: as long as this one. */
uint64_t rsp_dap_visit_next_wait(const rsp_dap_visit *visit);

RSP_END_DECLS

#endif
