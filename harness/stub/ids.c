/* Thread ids: written as negotiated, and resolved from what a request says to a live thread.
 * Also the walk over all threads and the choice of a default one.
 * Source: GDB manual, Packets (thread-id syntax). */
/* SPDX-License-Identifier: MIT */
#include "ids.h"

#include "faults/hooks.h"
#include "run_state.h"
#include "stop.h"
#include "stop_table.h"

void stub_append_ptid(const rsp_stub *s, rsp_buf *out, rsp_ptid id) {
    if (!stub_fault_write_id(s, out, id))
        rsp_ptid_append(out, id, stub_agreed(s, STUB_AGREED_MULTIPROCESS));
}

bool stub_has_process(const rsp_stub *s) {
    int64_t pid;
    return s->opt.ops->process_next(s->opt.target, 0, &pid);
}

static bool process_lives(const rsp_stub *s, int64_t pid) {
    int64_t tid;
    return pid > 0 && s->opt.ops->thread_next(s->opt.target, pid, 0, &tid);
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

static bool alive(const rsp_stub *s, rsp_ptid id) {
    return id.tid > 0 && id.pid > 0 && s->opt.ops->thread_alive(s->opt.target, id);
}

/* Any thread: the one that is selected, then the one that stopped last, then the first. `pid` 0 is any
 * process. */
static rsp_status resolve_any(const rsp_stub *s, int64_t pid, rsp_ptid *out) {
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
        return resolve_any(s, id.pid, out);
    if (id.pid == 0)
        return resolve_plain(s, id.tid, out);
    if (!alive(s, id))
        return RSP_NOT_FOUND;
    *out = id;
    return RSP_OK;
}

rsp_status stub_general_thread(rsp_stub *s, rsp_ptid *out) {
    if (s->general.tid == 0) {
        rsp_status status = resolve_any(s, 0, &s->general);
        if (status != RSP_OK)
            return status;
    } else if (!s->opt.ops->thread_alive(s->opt.target, s->general)) {
        return RSP_NOT_FOUND;
    }
    *out = s->general;
    return RSP_OK;
}

/* The suffix is the last thing of a request, so it is looked for from the end. */
rsp_status stub_thread_of_request(rsp_stub *s, rsp_bytes *args, rsp_ptid *out) {
    static const char key[] = ";thread:";
    size_t at =
        stub_agreed(s, STUB_AGREED_THREAD_SUFFIX) ? rsp_bytes_search(*args, RSP_LIT(";thread:")) : args->len;
    if (at == args->len && rsp_bytes_starts(*args, RSP_LIT("thread:")) &&
        stub_agreed(s, STUB_AGREED_THREAD_SUFFIX))
        at = 0; /* the delimiter of `g;thread:` is taken already */
    else if (at == args->len)
        return stub_general_thread(s, out);
    rsp_bytes text = rsp_bytes_from(*args, at);
    (void)rsp_take_byte(&text, ';');
    text = rsp_bytes_from(text, sizeof(key) - 2);
    rsp_bytes id_text = rsp_bytes_split(&text, ';');
    rsp_ptid id;
    rsp_status status = rsp_ptid_parse(&id, id_text);
    if (status != RSP_OK || text.len)
        return RSP_MALFORMED;
    status = stub_resolve_thread(s, id, out);
    if (status == RSP_OK)
        *args = rsp_bytes_sub(*args, 0, at);
    return status;
}

bool stub_thread_runs(const rsp_stub *s, rsp_ptid thread) {
    if (s->opt.ops->thread_running(s->opt.target, thread))
        return true;
    const stub_stop *stop = stub_non_stop(s) ? stub_stop_find(s, thread) : NULL;
    return stop && stub_stop_untold(stop);
}
