/* What runs here runs in the guard's process, but for the beginning.
 * A SIGSTOP stops any program under gdbserver, and is not delivered to it: the adapter has said so.
 * See dap_guard.h. */
/* SPDX-License-Identifier: MIT */
#include "stubs/dap_guard.h"

#include "link/between.h"
#include "proxy/guard.h"

#include <signal.h>
#include <sys/types.h>

static bool stop_traced(void *ctx) {
    const int64_t *traced = ctx;
    return *traced > 0 && *traced <= INT32_MAX && kill((pid_t)*traced, SIGSTOP) == 0;
}

static void stand(void *ctx, rsp_link *near, rsp_link *far) {
    const rsp_guard_options options = {.stop = stop_traced, .ctx = ctx};
    rsp_guard *guard = rsp_guard_new(&options);
    if (guard)
        rsp_guard_run(guard, near, far);
    rsp_guard_free(guard);
}

rsp_status dap_guard_begin(rsp_link *stub, int64_t traced, rsp_error *error) {
    rsp_status status = rsp_link_put_between(stub, stand, &traced, error);
    return status == RSP_UNSUPPORTED ? RSP_OK : status;
}
