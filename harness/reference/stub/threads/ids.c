/* Thread ids: written as negotiated, and resolved from what a request says to a live thread.
 * 0 stands for any thread, and an id without a process for one of the selected process.
 * Source: GDB manual, Packets (thread-id syntax). */
/* SPDX-License-Identifier: MIT */
#include "ids.h"

#include "faults/hooks.h"
#include "live_threads.h"
#include "run_state.h"

void stub_append_ptid(const rsp_stub *s, rsp_buf *out, rsp_ptid id) {
    if (!stub_fault_write_id(s, out, id))
        rsp_ptid_append(out, id, stub_agreed(s, STUB_AGREED_MULTIPROCESS));
}

static bool process_lives(const rsp_stub *s, int64_t pid) {
    int64_t tid;
    return pid > 0 && s->opt.ops->thread_next(s->opt.target, pid, 0, &tid);
}

static bool alive(const rsp_stub *s, rsp_ptid id) {
    return id.tid > 0 && id.pid > 0 && s->opt.ops->thread_alive(s->opt.target, id);
}

rsp_status stub_any_thread(const rsp_stub *s, int64_t pid, rsp_ptid *out) {
    const rsp_ptid likely[] = {s->general, s->run->reported};
    for (size_t i = 0; i < RSP_ARRAY_LEN(likely); i++) {
        if ((pid == 0 || likely[i].pid == pid) && alive(s, likely[i])) {
            *out = likely[i];
            return RSP_OK;
        }
    }
    return stub_first_thread(s, pid, out) ? RSP_OK : RSP_NOT_FOUND;
}

/* In the first process that has it. */
static rsp_status resolve_tid(const rsp_stub *s, int64_t tid, rsp_ptid *out) {
    rsp_ptid id = {0, tid};
    while (s->opt.ops->process_next(s->opt.target, id.pid, &id.pid)) {
        if (!alive(s, id))
            continue;
        *out = id;
        return RSP_OK;
    }
    return RSP_NOT_FOUND;
}

/* A plain id means the selected process; a client that knows no process ids may mean any. */
static rsp_status resolve_plain(const rsp_stub *s, int64_t tid, rsp_ptid *out) {
    rsp_ptid id = {s->general.pid, tid};
    if (id.pid == 0 && !s->opt.ops->process_next(s->opt.target, 0, &id.pid))
        return RSP_NOT_FOUND;
    if (!alive(s, id))
        return !stub_agreed(s, STUB_AGREED_MULTIPROCESS) || !process_lives(s, id.pid)
                   ? resolve_tid(s, tid, out)
                   : RSP_NOT_FOUND;
    *out = id;
    return RSP_OK;
}

rsp_status stub_resolve_thread(const rsp_stub *s, rsp_ptid id, rsp_ptid *out) {
    if (id.tid == RSP_ID_ALL || id.pid == RSP_ID_ALL)
        return RSP_MALFORMED;
    if (stub_fault_misses_id(s, &id))
        return RSP_NOT_FOUND;
    if (id.tid == RSP_ID_ANY)
        return stub_any_thread(s, id.pid, out);
    if (id.pid == 0)
        return resolve_plain(s, id.tid, out);
    if (!alive(s, id))
        return RSP_NOT_FOUND;
    *out = id;
    return RSP_OK;
}
