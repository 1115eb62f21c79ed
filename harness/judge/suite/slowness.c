/* A round trip is what a debugger pays for each step, register and line of a listing.
 * 20 ms an answer is a link around the world, beside the link that there is.
 * See slowness.h. */
/* SPDX-License-Identifier: MIT */
#include "suite/slowness.h"

#include "core/arena.h"
#include "trace/cause.h"
#include <rsp/clock.h>

static const uint64_t slow_ns = 20 * RSP_NS_PER_MS;

static void tell(rsp_run *run, const char *what) {
    const rsp_cause cause = {.what = what, .level = RSP_LEVEL_SHOULD, .gravity = RSP_GRAVITY_FEATURES};
    (void)!rsp_run_add_cause(run, &cause); /* without memory: a report without it */
}

void rsp_slowness_add(rsp_run *run, const rsp_manners *manners) {
    if (manners->replies.delayed_acks == RSP_HABIT_YES)
        tell(run, "answers wait 40 ms for a delayed TCP acknowledgment: TCP_NODELAY, or '+' and reply in one "
                  "write");
    if (manners->replies.answer_ns >= slow_ns)
        tell(run, rsp_arena_printf(&run->arena, "an answer takes %.3g ms, where a debugger waits for each",
                                   (double)manners->replies.answer_ns / 1e6));
}
