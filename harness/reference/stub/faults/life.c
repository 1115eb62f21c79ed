/* Faults of the life of a stub: connections, programs, what is set once and forgotten.
 * Each function is a hook: hooks.h.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "files.h"
#include "run_state.h"

static void hide_queue(rsp_stub *s, bool hidden) {
    struct stub_run *run = s->run;
    stub_fault_state *f = &s->faults;
    if (hidden) {
        f->life.first = run->first;
        f->life.last = run->last;
        f->life.num_queued = run->num_queued;
    }
    run->first = hidden ? NULL : f->life.first;
    run->last = hidden ? NULL : f->life.last;
    run->num_queued = hidden ? 0 : f->life.num_queued;
}

/* What a connection leaves behind is hidden from those who clear it away. */
bool stub_fault_reconnect(rsp_stub *s) {
    s->faults.life.was_catching =
        stub_agreed(s, STUB_AGREED_CATCH_SYSCALLS) && stub_fault(s, RSP_FAULT_SIG_CATCH_OUTLIVES);
    if (stub_fault(s, RSP_FAULT_ROBUST_DESCRIPTORS_LEFT)) {
        s->faults.life.num_files = s->files->num_used;
        s->files->num_used = 0;
    }
    if (stub_fault(s, RSP_FAULT_NONSTOP_QUEUE_INHERITED))
        hide_queue(s, true);
    if (stub_fault(s, RSP_FAULT_NOACK_SURVIVES_RECONNECT)) {
        rsp_endpoint_resync(&s->wire);
        return true;
    }
    if (!stub_fault(s, RSP_FAULT_ROBUST_OLD_BYTES_KEPT))
        return false;
    rsp_endpoint_set_no_ack(&s->wire, false);
    while (s->wire.unacked > 0)
        rsp_endpoint_forget(&s->wire);
    return true;
}

void stub_fault_connected(rsp_stub *s) {
    if (stub_fault(s, RSP_FAULT_FORK_TOLD_UNASKED)) {
        stub_agree(s, STUB_AGREED_MULTIPROCESS, true);
        stub_agree(s, STUB_AGREED_FORK_EVENTS, true);
    }
    if (s->opt.ops->set_events && stub_fault(s, RSP_FAULT_THR_EVENTS_UNASKED))
        s->opt.ops->set_events(s->opt.target, RSP_TARGET_REPORT_EXEC | RSP_TARGET_REPORT_THREADS);
    if (stub_fault(s, RSP_FAULT_ROBUST_DESCRIPTORS_LEFT))
        s->files->num_used = s->faults.life.num_files;
    if (stub_fault(s, RSP_FAULT_NONSTOP_QUEUE_INHERITED))
        hide_queue(s, false);
    if (s->faults.life.was_catching)
        stub_agree(s, STUB_AGREED_CATCH_SYSCALLS, true);
    if (s->faults.life.was_awaited)
        stub_enter(s, STUB_RUN_AWAITED);
    s->faults.life.was_awaited = false;
    s->faults.link = (stub_fault_link){0};
    rsp_buf_clear(&s->faults.last_request);
    rsp_buf_clear(&s->faults.last_frame);
    rsp_buf_clear(&s->faults.objects.kept);
    if (stub_fault(s, RSP_FAULT_FRAME_GREETS))
        s->run->busy = true; /* it is told when the target runs next */
    if (++s->faults.life.num_connects > 2 && stub_fault(s, RSP_FAULT_ROBUST_ONE_CONNECTION))
        stub_finish(s);
}

void stub_fault_disconnect(rsp_stub *s) {
    s->faults.life.was_awaited = stub_awaited(s) && stub_fault(s, RSP_FAULT_ROBUST_STILL_WAITING);
}
