/* Faults of announcements, and of the queue that they are made from.
 * A fault that needs the queue's inside uses it as the protocol does.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"

#include "nonstop.h"
#include "run_control.h"
#include "send.h"
#include "stop_queue.h"
#include "stop_table.h"

/* A sequence in which the client has fetched stops already. */
static bool in_mid_sequence(const rsp_stub *s) {
    return stub_fault(s, RSP_FAULT_NONSTOP_TWICE_IN_SEQUENCE) && s->faults.run.draining &&
           s->run->stop_notice == STUB_NOTICE_OPEN;
}

static bool announces_wrongly(const rsp_stub *s) {
    bool halted =
        stub_fault(s, RSP_FAULT_NONSTOP_NOTIFIES_IN_ALLSTOP) || stub_fault(s, RSP_FAULT_NONSTOP_HALTS_TOLD);
    bool anyhow = stub_fault(s, RSP_FAULT_NONSTOP_SECOND_NOTIFICATION) ||
                  stub_fault(s, RSP_FAULT_NONSTOP_POP_MISSING) ||
                  stub_fault(s, RSP_FAULT_NONSTOP_RAW_PERCENT);
    bool idle =
        s->run->stop_notice != STUB_NOTICE_OPEN || stub_fault(s, RSP_FAULT_NONSTOP_SECOND_NOTIFICATION);
    return idle && (halted || (anyhow && stub_non_stop(s)));
}

bool stub_fault_announce(rsp_stub *s) {
    if (s->run->first && s->run->first->kind == STUB_STOP_NO_RESUMED &&
        stub_fault(s, RSP_FAULT_STOP_NO_RESUMED_SILENT))
        return true;
    bool synchronous = stub_fault(s, RSP_FAULT_VCONT_SYNCHRONOUS) && stub_non_stop(s);
    bool middle = in_mid_sequence(s);
    if (!s->run->first || !(synchronous || middle || announces_wrongly(s)))
        return false;
    rsp_buf text;
    rsp_buf_init(&text, s->opt.mem, s->opt.packet_bytes);
    if (middle || stub_fault(s, RSP_FAULT_NONSTOP_POP_MISSING))
        stub_stop_text(s, s->run->first, &text);
    else
        stub_deliver(s, &text);
    if (stub_fault(s, RSP_FAULT_NONSTOP_RAW_PERCENT))
        rsp_buf_str(&text, "load:50%;");
    if (synchronous) {
        stub_send(s, rsp_buf_bytes(&text));
    } else {
        s->run->stop_notice = STUB_NOTICE_OPEN;
        stub_notify(s, "Stop", rsp_buf_bytes(&text));
    }
    rsp_buf_free(&text);
    return true;
}

void stub_fault_announce_later(rsp_stub *s) {
    s->faults.run.again = in_mid_sequence(s);
}

void stub_fault_settle(rsp_stub *s) {
    if (s->faults.run.again)
        stub_announce(s);
    s->faults.run.again = false;
}

static void newest_first(struct stub_run *run, stub_stop *stop) {
    if (run->first == stop)
        return;
    run->last = stop->prev;
    run->last->next = NULL;
    stop->prev = NULL;
    stop->next = run->first;
    run->first->prev = stop;
    run->first = stop;
}

/* The stop that the client has not acknowledged, with a signal that it did not have. */
static void announce_changed(rsp_stub *s) {
    const stub_stop changed = {
        .thread = s->run->delivered->thread, .kind = STUB_STOP_PLAIN, .signal = RSP_SIGNAL_TERM};
    rsp_buf text;
    rsp_buf_init(&text, s->opt.mem, s->opt.packet_bytes);
    stub_stop_text(s, &changed, &text);
    stub_notify(s, "Stop", rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

void stub_fault_queued(rsp_stub *s, stub_stop *stop) {
    const bool open = s->run->stop_notice == STUB_NOTICE_OPEN;
    if (stub_fault(s, RSP_FAULT_NONSTOP_QUEUE_LIFO))
        newest_first(s->run, stop);
    if (stub_fault(s, RSP_FAULT_NONSTOP_AGAIN_CHANGED) && open && s->run->delivered)
        announce_changed(s);
    if (s->faults.run.queue_cut && open && !stub_stop_is_end(stop))
        stub_queue_told(s, stop);
}
