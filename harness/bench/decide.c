/* Running to a breakpoint whose condition is true once in many hits.
 * The client's conditional breakpoints do the work.
 * A way that is not to be had is a reason to skip. */
/* SPDX-License-Identifier: MIT */
#include "bench.h"

rsp_status run_condition(bench *b, const rsp_work_step *step) {
    return bench_skip(b, "the client has no breakpoints with conditions such as '%s' yet", step->text);
}
