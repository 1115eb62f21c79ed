/* Nothing is written before the user has read that it will be.
 * A signal ends the run, and not the putting back.
 * See loading.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/loading.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include <stdio.h>

bool loading_begin(const command *self, rsp_runner *runner, rsp_buf *out) {
    if (!*rsp_runner_rehearsed_program(runner)) /* else there is nothing to load */
        io_say(
            stderr,
            "stubborn %s: --load writes a program of ours and its data, up to 68 KiB, into the target's RAM, "
            "and pc, sp and status registers; all of it is read first and put back after the run\n",
            self->name);
    return rsp_runner_load(runner, out);
}

bool loading_end(rsp_runner *runner, const stub_config *stub, rsp_buf *left) {
    const bool was_cut = *interrupt_flag();
    if (stub_config_is_ours(stub))
        return true;
    if (was_cut)
        interrupt_forget();
    const bool whole = rsp_runner_unload(runner, left);
    if (was_cut)
        interrupt_now();
    return whole;
}
