/* Faults of thread ids: how they are written, and which ones are found.
 * Every packet with an id meets them here.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"

#include <inttypes.h>

bool stub_fault_write_id(const rsp_stub *s, rsp_buf *out, rsp_ptid id) {
    bool extended = stub_agreed(s, STUB_AGREED_MULTIPROCESS);
    if (stub_fault(s, RSP_FAULT_MP_DECIMAL_PID) && extended) {
        rsp_buf_printf(out, "p%" PRId64 ".%" PRIx64, id.pid, (uint64_t)id.tid);
        return true;
    }
    if (stub_fault(s, RSP_FAULT_FRAME_HEX_PREFIX))
        rsp_buf_str(out, "0x");
    if (stub_fault(s, RSP_FAULT_QSUP_PID_UNASKED) || stub_fault(s, RSP_FAULT_QSUP_PLAIN_IDS)) {
        rsp_ptid_append(out, id, stub_fault(s, RSP_FAULT_QSUP_PID_UNASKED));
        return true;
    }
    return false;
}

bool stub_fault_misses_id(const rsp_stub *s, rsp_ptid *id) {
    bool exact = id->pid > 0 && id->tid > 0;
    if (exact && stub_fault(s, RSP_FAULT_MP_THREAD_IN_ANY_PROCESS))
        id->pid = 0;
    if (exact && stub_fault(s, RSP_FAULT_MP_TID_ALONE) && s->opt.ops->thread_alive(s->opt.target, *id)) {
        rsp_ptid first = {0, id->tid};
        while (s->opt.ops->process_next(s->opt.target, first.pid, &first.pid) &&
               !s->opt.ops->thread_alive(s->opt.target, first))
            ;
        *id = first;
    }
    return id->tid == RSP_ID_ANY && (stub_fault(s, RSP_FAULT_THR_ZERO_REFUSED) ||
                                     (id->pid > 0 && stub_fault(s, RSP_FAULT_MP_ANY_OF_PROCESS_REFUSED)));
}
