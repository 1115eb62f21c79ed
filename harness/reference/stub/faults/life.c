/* Faults of the life of a stub: connections, programs, what is set once and forgotten.
 * Each function is a hook: hooks.h.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "files.h"
#include "run_state.h"

/* Every buffer that faults keep. */
static void each_buffer(rsp_stub *s, void (*act)(rsp_buf *buf, const rsp_mem *mem)) {
    stub_fault_state *f = &s->faults;
    rsp_buf *const all[] = {
        &f->bent,        &f->breakpoints.planted, &f->breakpoints.own,   &f->breakpoints.with_list,
        &f->objects.key, &f->objects.kept,        &f->objects.registers, &f->objects.believed,
        &f->life.left,   &f->last_request,        &f->last_frame,        &f->run.resumes};
    for (size_t i = 0; i < RSP_ARRAY_LEN(all); i++)
        act(all[i], s->opt.mem);
}

static void init_buffer(rsp_buf *buf, const rsp_mem *mem) {
    rsp_buf_init(buf, mem, 0);
}

static void free_buffer(rsp_buf *buf, const rsp_mem *mem) {
    (void)mem;
    rsp_buf_free(buf);
}

void stub_fault_new(rsp_stub *s) {
    rsp_endpoint_policy policy = s->wire.policy;
    if (stub_fault(s, RSP_FAULT_ACK_NEVER))
        policy.max_refused = 0;
    if (stub_fault(s, RSP_FAULT_NOACK_SENDS_NAK))
        policy.trusts_without_acks = false;
    rsp_endpoint_set_policy(&s->wire, &policy);
    stub_fault_find_rows(s);
    stub_fault_wrap_target(s);
    each_buffer(s, init_buffer);
}

void stub_fault_free(rsp_stub *s) {
    each_buffer(s, free_buffer);
}

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
