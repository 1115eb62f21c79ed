/* From a scenario to its result: a fresh adapter, the way to the first step, the steps, an orderly end.
 * The passive rules listen to every session; what they found in all of them becomes results, too.
 * How an adapter is started, and where debuggees are, is said by functions. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_RUNNER_H
#define RSP_DAP_SUITE_RUNNER_H

#include "dap/rule.h"
#include "dap_suite/profile.h"
#include "dap_suite/scenario.h"
#include "trace/result.h"
#include <rsp/link.h>

RSP_BEGIN_DECLS

/* What is judged. */
typedef struct rsp_dap_target {
    /* A link to a fresh adapter. */
    rsp_status (*open)(void *ctx, rsp_link **out_link, rsp_error *error);

    /* Path of a debuggee, and of its source; NULL: there is none. Valid until the next call. */
    const char *(*program)(void *ctx, const char *name);
    const char *(*source)(void *ctx, const char *name);

    /* Path of a file that is not there, for an expression that makes it when it begins; another one with each
     * call, and valid until the next. NULL: expressions make none. */
    const char *(*mark)(void *ctx);
    void *ctx;
    const rsp_dap_profile *profile;
    uint64_t timeout_ns;      /* longest wait for an answer; 0: the profile's */
    uint64_t start_ns;        /* longest wait for the response to initialize; 0: the profile's */
    uint64_t most_wait_ns;    /* no wait is longer, whatever scenarios say; 0: any */
    const char *again_prefix; /* "stubborn adapter run --adapter X"; "" or NULL: not offered */
} rsp_dap_target;

/* How long an answer is waited for. */
static inline uint64_t rsp_dap_target_timeout_ns(const rsp_dap_target *target) {
    return target->timeout_ns ? target->timeout_ns : target->profile->timeout_ns;
}

/* The same for the response to initialize: at least as long as for any other. */
static inline uint64_t rsp_dap_target_start_ns(const rsp_dap_target *target) {
    const uint64_t usual = target->profile->start_ns, any = rsp_dap_target_timeout_ns(target);
    return target->start_ns ? target->start_ns : usual > any ? usual : any;
}

/* How many scenarios in a row may find no adapter, or one that does not answer initialize, before the run
 * ends. */
enum {
    RSP_DAP_UNREACHED_MAX = 3,
};

/* What the sessions of a run have shown: broken rules, what the adapter can do. All-zero is an empty one. */
typedef struct rsp_dap_tally {
    uint64_t sessions[RSP_DAP_RULE_COUNT]; /* in which a rule had something to judge */
    uint64_t broken[RSP_DAP_RULE_COUNT];
    char text[RSP_DAP_RULE_COUNT][RSP_DAP_VIOLATION_TEXT];   /* of the first violation */
    char member[RSP_DAP_RULE_COUNT][RSP_DAP_VIOLATION_TEXT]; /* ... and its member */
    json_t *members[RSP_DAP_RULE_COUNT]; /* of all violations: the text of one for each member; NULL: none */
    rsp_buf evidence[RSP_DAP_RULE_COUNT];
    rsp_buf got[RSP_DAP_RULE_COUNT]; /* the message that showed it, or of it what is around the member; empty:
                                      * the end of a session did */
    const rsp_dap_scenario *scenario[RSP_DAP_RULE_COUNT];
    json_t *capabilities; /* as announced to a usual client first; NULL: not known yet */
    unsigned
        unreached; /* scenarios in a row whose adapter could not be reached, or did not answer initialize */
    char
        talk[RSP_DAP_VIOLATION_TEXT]; /* a look had no response to initialize, and this instead; "": it had */
    rsp_status unanswered;            /* ... RSP_TIMEOUT, or RSP_DIED: it ended */
} rsp_dap_tally;

/* Frees what it has collected. */
void rsp_dap_tally_free(rsp_dap_tally *tally);

/* Adds what another worker's sessions have shown. Of the first violations, that of the scenario that comes
 * first in the order of names is kept. */
void rsp_dap_tally_merge(rsp_dap_tally *tally, const rsp_dap_tally *more);

/* Adds a result for each rule, "rules/ID", or for those that `names` has (NULL: all). */
rsp_status rsp_dap_tally_add(const rsp_dap_tally *tally, const rsp_dap_target *target,
                             const char *const *names, size_t num_names, rsp_run *run) RSP_MUST_USE;

/* A session in which an adapter is asked to initialize, and nothing else: RSP_OK when it answers, or sends
 * anything else, with how long that took. The tally takes its capabilities, or what it sent in place of an
 * answer (`talk`). One that ends instead is tried three times. RSP_DIED: it ended; RSP_TIMEOUT: it is silent;
 * RSP_CONNECT: it cannot be reached, or is an echo of us; RSP_SPAWN, RSP_USAGE, RSP_CANCELLED, RSP_NO_MEMORY.
 * `error` has the reason. */
rsp_status rsp_dap_look(const rsp_dap_target *target, rsp_dap_tally *tally, uint64_t *out_ns,
                        rsp_error *error) RSP_MUST_USE;

/* Plays a scenario and adds its result. `judge` (NULL: none) may change the result before it is added, by a
 * baseline. An adapter that ends before it can be reached is a crash, one that does not listen in time is an
 * error. After RSP_DAP_UNREACHED_MAX of them in a row the adapter is gone: RSP_CONNECT or RSP_DIED. After as
 * many whose adapter did not answer initialize it is looked at once more: RSP_DIED or RSP_TIMEOUT when it
 * does not then. After a look that had talk for an answer the first such scenario is the last, with the same
 * status. Also RSP_SPAWN and RSP_USAGE when it cannot be started at all, RSP_NO_MEMORY. */
rsp_status rsp_dap_run_scenario(const rsp_dap_target *target, const rsp_dap_scenario *scenario,
                                rsp_dap_tally *tally, void (*judge)(void *ctx, rsp_result *result),
                                void *judge_ctx, rsp_run *run, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
