/* What the workers of a crew share: the clock and the end of the run, and the first errors.
 * Errors are kept under the crew's lock, or by its caller.
 * See crew_state.h. */
/* SPDX-License-Identifier: MIT */
#include "crew_state.h"

static const uint64_t last_words_ns = 1500 * RSP_NS_PER_MS;

uint64_t crew_now(const crew *c) {
    return rsp_clock_now(&c->options.clock);
}

uint64_t crew_end(const crew *c) {
    return c->options.for_ns > 0 ? rsp_deadline(c->started_ns + c->options.for_ns, last_words_ns) : 0;
}

void crew_check_kept(crew *c, rsp_status status, const rsp_error *error) {
    if (status == RSP_OK)
        return;
    pthread_mutex_lock(&c->lock);
    if (c->unkept.status == RSP_OK) {
        c->unkept = *error;
        c->unkept.status = status;
        if (c->options.watcher.not_kept)
            c->options.watcher.not_kept(c->options.watcher.ctx, error);
    }
    pthread_mutex_unlock(&c->lock);
}

void crew_fail(crew *c, rsp_status status, const rsp_error *error) {
    if (c->status == RSP_OK) {
        c->status = status;
        c->error = *error;
        c->error.status = status;
    }
    c->over = true;
}
