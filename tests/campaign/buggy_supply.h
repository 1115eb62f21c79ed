/* Stubs in this process with one planted bug, as a campaign's workers take them.
 * Included after rsp_test.h. One worker has one stub at a time.
 * The supply can fail from some stub on, as a stub that nobody starts again. */
/* SPDX-License-Identifier: MIT */
#ifndef BUGGY_SUPPLY_H
#define BUGGY_SUPPLY_H

#include "buggy_peer.h"

#include "suite/stub_supply.h"
#include <stdlib.h>

typedef struct buggy_supply {
    bug bug;
    unsigned gone_from; /* this stub and those after it can't be had; 0: all can */
    unsigned num_opened;
    unsigned num_workers; /* not freed */
} buggy_supply;

typedef struct buggy_worker {
    buggy_supply *supply;
    buggy *stub;
} buggy_worker;

static void drop_buggy(buggy_worker *w) {
    if (w->stub)
        buggy_free(w->stub);
    free(w->stub);
    w->stub = NULL;
}

static rsp_status open_buggy(void *worker, rsp_link **out_link, const rsp_stub_request *request,
                             uint64_t until_ns, rsp_error *error) {
    buggy_worker *w = worker;
    buggy_supply *s = w->supply;
    (void)request;
    (void)until_ns;
    drop_buggy(w);
    if (s->gone_from && s->num_opened + 1 >= s->gone_from)
        return rsp_fail(error, RSP_CONNECT, "connection refused");
    s->num_opened += s->num_workers == 1; /* several workers do not count */
    w->stub = calloc(1, sizeof *w->stub);
    assert_non_null(w->stub);
    w->stub->bug = s->bug;
    rsp_peer peer = buggy_peer(w->stub);
    return rsp_link_open_peer(out_link, &peer, NULL);
}

static rsp_status open_for_scenario(void *ctx, rsp_link **out_link, const rsp_stub_request *request,
                                    rsp_error *error) {
    return open_buggy(ctx, out_link, request, 0, error);
}

static void *new_buggy_worker(void *ctx, rsp_stub_provider *out_provider) {
    buggy_worker *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->supply = ctx;
    w->supply->num_workers++;
    *out_provider = (rsp_stub_provider){.open = open_for_scenario, .ctx = w};
    return w;
}

static void free_buggy_worker(void *worker) {
    buggy_worker *w = worker;
    w->supply->num_workers--;
    drop_buggy(w);
    free(w);
}

static rsp_stub_supply buggy_stubs(buggy_supply *supply) {
    return (rsp_stub_supply){
        .new_worker = new_buggy_worker, .free_worker = free_buggy_worker, .open = open_buggy, .ctx = supply};
}

#endif
