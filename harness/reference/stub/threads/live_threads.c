/* The walk over processes and threads, by the operations of the target.
 * The target knows which there are; an exited process has no thread.
 * See live_threads.h. */
/* SPDX-License-Identifier: MIT */
#include "live_threads.h"

#include "state.h"

bool stub_has_process(const rsp_stub *s) {
    int64_t pid;
    return s->opt.ops->process_next(s->opt.target, 0, &pid);
}

bool stub_first_thread(const rsp_stub *s, int64_t pid, rsp_ptid *out) {
    out->pid = pid;
    if (pid <= 0 && !s->opt.ops->process_next(s->opt.target, 0, &out->pid))
        return false;
    return s->opt.ops->thread_next(s->opt.target, out->pid, 0, &out->tid);
}

bool stub_next_thread(const rsp_stub *s, rsp_ptid *thread) {
    const rsp_target_ops *ops = s->opt.ops;
    rsp_ptid at = *thread;
    if (at.pid && ops->thread_next(s->opt.target, at.pid, at.tid, &at.tid)) {
        *thread = at;
        return true;
    }
    while (ops->process_next(s->opt.target, at.pid, &at.pid)) {
        if (ops->thread_next(s->opt.target, at.pid, 0, &at.tid)) {
            *thread = at;
            return true;
        }
    }
    return false;
}
