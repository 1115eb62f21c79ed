/* A stop that is changed before its text is made, and the text after it, by the rows of the fault.
 * Every stop that is told goes through here: replies, notifications, vStopped and LLDB's queries.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "faults/pattern.h"
#include "faults/row.h"

#include "stop.h"
#include "thread_registers.h"

static bool is_watch(const stub_stop *stop) {
    return stop->kind == RSP_TARGET_WATCH_WRITE || stop->kind == RSP_TARGET_WATCH_READ ||
           stop->kind == RSP_TARGET_WATCH_ACCESS;
}

/* The stop as the fault takes it. */
static stub_stop mistaken(rsp_stub *s, const stub_stop *stop) {
    stub_stop other = *stop;
    if (is_watch(stop) && stub_fault(s, RSP_FAULT_BRK_WATCH_CODE_ADDRESS))
        stub_thread_pc(s, stop->thread, &other.address);
    if (is_watch(stop) && stub_fault(s, RSP_FAULT_BRK_WATCH_ONLY))
        other.kind = RSP_TARGET_WATCH_WRITE;
    return other;
}

static void edit(const stub_stop_edit *t) {
    const rsp_stub *s = t->s;
    for (size_t i = 0; i < s->faults.num_rows && t->out->status == RSP_OK; i++) {
        const stub_fault_row *row = s->faults.rows[i];
        rsp_bytes old = rsp_bytes_from(rsp_buf_bytes(t->out), t->start);
        stub_gaps gaps = {.num = 0};
        rsp_buf text = {.mem = s->opt.mem};
        if (row->edit == STUB_EDIT_STOP_CALL)
            row->stop(t);
        bool changed = row->edit == STUB_EDIT_STOP && stub_match(row->find, old, &gaps);
        if (changed)
            stub_fill_template(&text, row->become, &gaps);
        if (row->edit == STUB_EDIT_STOP_PLACES)
            changed = stub_replace_places(&text, old, row->find, row->become);
        if (changed && text.status == RSP_OK) {
            rsp_buf_truncate(t->out, t->start);
            rsp_buf_append(t->out, rsp_buf_bytes(&text));
        }
        rsp_buf_free(&text);
        if (changed && row->edit == STUB_EDIT_STOP)
            return;
    }
}

void stub_fault_stop_text(rsp_stub *s, const stub_stop *stop, rsp_buf *out) {
    if (s->opt.fault == RSP_FAULT_NONE) {
        stub_stop_write(s, stop, out);
        return;
    }
    const stub_stop_edit t = {.s = s, .stop = stop, .out = out, .start = out->len};
    stub_stop other = mistaken(s, stop);
    unsigned agreed = s->agreed;
    if (stub_fault(s, RSP_FAULT_QSUP_SWBREAK_UNASKED))
        stub_agree(s, STUB_AGREED_SWBREAK | STUB_AGREED_HWBREAK, true);
    stub_stop_write(s, &other, out);
    s->agreed = agreed;
    edit(&t);
}
