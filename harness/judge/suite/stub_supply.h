/* Where workers get their stubs from: functions that the program gives.
 * Each worker has stubs of its own, used by one thread.
 * Runs of scenarios and fuzz campaigns use it. Neither knows addresses, nor how a stub is started. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_STUB_SUPPLY_H
#define RSP_STUB_SUPPLY_H

#include "scenario/runner.h"

RSP_BEGIN_DECLS

/* Runs of scenarios need only new_worker and free_worker, campaigns also `open`. */
typedef struct rsp_stub_supply {
    /* One worker's stubs; *out_provider opens those of its scenarios. NULL without memory. */
    void *(*new_worker)(void *ctx, rsp_stub_provider *out_provider);

    /* All links of the worker are closed. */
    void (*free_worker)(void *worker);

    /* Opens a link to a fresh stub. A stub that others start and that is gone is tried again until `until_ns`
     * of the monotonic clock; 0 stands for the usual time. */
    rsp_status (*open)(void *worker, rsp_link **out_link, const rsp_stub_request *request, uint64_t until_ns,
                       rsp_error *error);

    /* The link is about to be closed. */
    void (*closing)(void *worker, rsp_link *link);

    /* The same request will be opened next: the stub can be started in advance. */
    void (*prepare)(void *worker, const rsp_stub_request *request);

    /* "NAME=value" for stubs started from now on, ended by NULL; borrowed. NULL for none. */
    void (*set_environment)(void *worker, const char *const *environment);

    /* Links opened from now on end at `end_ns` of the monotonic clock; 0: never. */
    void (*set_end)(void *ctx, uint64_t end_ns);

    bool ours;                  /* stubs are started, or made, by this program */
    const rsp_profile *profile; /* of the stub; NULL for none */
    void *ctx;
} rsp_stub_supply;

RSP_END_DECLS

#endif
