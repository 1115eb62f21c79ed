/* bc and bs: the target goes back instead of on, and the stop reply is owed as after a resume.
 * All threads go back together; the one that Hc chose is what a step is about.
 * Source: GDB manual, Packets (bc, bs); Stop Reply Packets (replaylog). */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "ids.h"
#include "nonstop.h"
#include "run_control.h"
#include "stop_table.h"

static stub_reply_kind go_back(rsp_stub *s, rsp_target_back how, rsp_buf *reply) {
    rsp_ptid thread;
    bool interrupted = s->run->state == STUB_RUN_INTERRUPTED;
    if (stub_non_stop(s))
        return stub_error(s, reply, STUB_E_GENERAL, "there is no reverse execution in non-stop mode");
    if (s->run->first)
        return stub_report_pending(s, s->run->first);
    rsp_ptid chosen = s->resume.tid > 0 ? s->resume : (rsp_ptid){s->resume.pid > 0 ? s->resume.pid : 0, 0};
    if (stub_resolve_thread(s, chosen, &thread) != RSP_OK)
        return stub_error(s, reply, STUB_E_THREAD, "no such thread");
    stub_stop_forget_live(s); /* what threads stopped for will lie ahead of them */
    if (s->opt.ops->go_back(s->opt.target, thread, how) != RSP_OK)
        return stub_error(s, reply, STUB_E_GENERAL, "the target can not go back");
    s->run->busy = true;
    stub_running_forget(&s->run->running);
    stub_enter(s, STUB_RUN_AWAITED);
    stub_flush_output(s);
    if (interrupted)
        stub_interrupt(s);
    return STUB_REPLY_LATER;
}

stub_reply_kind stub_on_reverse_continue(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    return go_back(s, RSP_TARGET_BACK_CONTINUE, reply);
}

stub_reply_kind stub_on_reverse_step(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    return go_back(s, RSP_TARGET_BACK_STEP, reply);
}
