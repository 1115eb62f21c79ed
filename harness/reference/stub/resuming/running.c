/* Looks for a thread that runs, from where it was found last.
 * A witness that has died is no place to go on from: the search begins anew.
 * Source: GDB manual, Stop Reply Packets (N). */
/* SPDX-License-Identifier: MIT */
#include "running.h"

#include "live_threads.h"
#include "run_state.h"

void stub_running_forget(stub_running *running) {
    *running = (stub_running){.state = STUB_RUNNING_UNKNOWN};
}

bool stub_find_running(const rsp_stub *s, rsp_ptid *out) {
    stub_running *running = &s->run->running;
    const rsp_target_ops *ops = s->opt.ops;
    if (running->state == STUB_RUNNING_NONE)
        return false;
    rsp_ptid thread = running->witness;
    bool known = running->state == STUB_RUNNING_FOUND && ops->thread_alive(s->opt.target, thread);
    if (!known)
        thread = (rsp_ptid){0, 0};
    bool found = known || stub_next_thread(s, &thread);
    while (found && !ops->thread_running(s->opt.target, thread))
        found = stub_next_thread(s, &thread);
    running->state = found ? STUB_RUNNING_FOUND : STUB_RUNNING_NONE;
    running->witness = found ? thread : (rsp_ptid){0, 0};
    *out = running->witness;
    return found;
}
