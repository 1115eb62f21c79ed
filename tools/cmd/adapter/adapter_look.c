/* Whoever judges, fuzzes or asks an adapter looks at it first, so that one that is dead or silent is one
 * message and not one for each scenario.
 * See adapter_job.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/adapter/adapter_job.h"

#include "cli/io.h"

#include "document/text.h"
#include <stdio.h>

/* A start that takes longer is told: the run takes that long for each scenario. */
#define LONG_START_NS (5 * RSP_NS_PER_S)
/* What follows does not wait for an adapter that stays after its input has ended. */
#define LOOK_GRACE_NS (500 * RSP_NS_PER_MS)

static void tell_long_start(uint64_t took_ns, uint64_t limit_ns) {
    rsp_buf took = {0};
    rsp_buf limit = {0};
    rsp_time_append(&took, took_ns);
    rsp_time_append(&limit, limit_ns);
    io_say(stderr, "stubborn adapter: the adapter took %s to answer initialize (limit: %s, --start)\n",
           rsp_buf_cstr(&took), rsp_buf_cstr(&limit));
    rsp_buf_free(&took);
    rsp_buf_free(&limit);
}

static rsp_status add_hint(rsp_status status, rsp_error *error) {
    const size_t len = strlen(error->msg);
    if (status == RSP_TIMEOUT)
        (void)snprintf(error->msg + len, sizeof error->msg - len,
                       "; --start TIME gives an adapter more time to start");
    return status;
}

rsp_status adapter_look(adapter_job *job, rsp_error *error) {
    adapter_end end = {.job = job, .grace_ns = LOOK_GRACE_NS};
    uint64_t took_ns = 0;
    adapter_end_open(&end);
    const rsp_status status = rsp_dap_look(&end.target, &job->tally, &took_ns, error);
    const uint64_t limit_ns = rsp_dap_target_start_ns(&end.target);
    adapter_end_close(&end);
    if (status == RSP_OK && took_ns >= LONG_START_NS)
        tell_long_start(took_ns, limit_ns);
    return add_hint(status, error);
}

rsp_status adapter_look_for_answer(adapter_job *job, rsp_error *error) {
    const rsp_status status = adapter_look(job, error);
    return status == RSP_OK && job->tally.talk[0]
               ? add_hint(rsp_fail(error, job->tally.unanswered, "%s", job->tally.talk), error)
               : status;
}
