/* Reasons name the operation under way and, if the stub died, how it ended.
 * A run that is cancelled has no outcome: its status says so.
 * See outcome.h. */
/* SPDX-License-Identifier: MIT */
#include "outcome.h"

#include <stdio.h>

static void end_with(bench *b, rsp_bench_outcome outcome, const char *fmt, va_list ap) {
    b->out->outcome = outcome;
    (void)vsnprintf(b->out->reason, sizeof b->out->reason, fmt, ap);
}

rsp_status bench_fail(bench *b, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    end_with(b, RSP_BENCH_FAILED, fmt, ap);
    va_end(ap);
    return RSP_UNEXPECTED;
}

rsp_status bench_skip(bench *b, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    end_with(b, RSP_BENCH_SKIPPED, fmt, ap);
    va_end(ap);
    return RSP_UNSUPPORTED;
}

rsp_status bench_client_failed(bench *b, rsp_status status, const char *doing) {
    if (status == RSP_CANCELLED || status == RSP_NO_MEMORY)
        return status;
    const rsp_error *why = b->client ? rsp_client_error(b->client) : NULL;
    rsp_link_end end = rsp_link_ended(b->inner);
    bool told = why && why->status == status && why->msg[0];
    char when[48] = "";
    if (b->measuring)
        (void)snprintf(when, sizeof when, ", operation %llu", (unsigned long long)b->out->num_operations + 1);
    return bench_fail(b, "%s%s: %s%s%s", doing, when, told ? why->msg : rsp_status_text(status),
                      status == RSP_DIED ? ", " : "", status == RSP_DIED ? end.text : "");
}

void bench_note(bench *b, const char *fmt, ...) {
    if (b->out->note[0])
        return;
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(b->out->note, sizeof b->out->note, fmt, ap);
    va_end(ap);
}
