/* The invariants of the stub, a function for each of its parts.
 * An invariant is a sentence; its check returns whether it is broken.
 * Source: GDB manual, Remote Non-Stop; Notification Packets; Stop Reply Packets. */
/* SPDX-License-Identifier: MIT */
#include "validate.h"

#include "breakpoint_table.h"
#include "live_threads.h"
#include "nonstop.h"
#include "run_state.h"
#include "running.h"
#include "stop.h"
#include "stop_table.h"

#include <assert.h>

/* A check costs no more with 10,000 threads. */
enum { LOOKS_MOST = 64 };

static const char *broken_session(const rsp_stub *s) {
    const struct stub_run *run = s->run;
    unsigned agreed = s->agreed;
    if (s->out)
        return "a call has ended, and its output is still written to";
    if (stub_non_stop(s) && !s->opt.offer_non_stop)
        return "non-stop was not offered";
    if ((agreed & STUB_AGREED_MULTIPROCESS) && !s->opt.offer_multiprocess)
        return "multiprocess was not offered";
    if ((agreed & STUB_AGREED_CHILDREN) && !(agreed & STUB_AGREED_MULTIPROCESS))
        return "children are reported by process id, so only with multiprocess";
    if (stub_awaited(s) && s->session != STUB_SESSION_TALKING)
        return "a stop reply is owed, and there is nobody to get it";
    if (run->state == STUB_RUN_UNATTENDED && s->session == STUB_SESSION_TALKING)
        return "the program runs unattended although there is a client";
    if (run->backlog.len && s->session == STUB_SESSION_TALKING && !stub_awaited(s))
        return "requests wait although no stop reply is owed";
    return NULL;
}

static const char *broken_notices(const rsp_stub *s) {
    const struct stub_run *run = s->run;
    const stub_stop *delivered = run->delivered;
    if (run->stop_notice == STUB_NOTICE_DUE || run->output_notice == STUB_NOTICE_DUE)
        return "an announcement was put off beyond the request that caused it";
    if (run->stop_notice == STUB_NOTICE_OPEN && !stub_non_stop(s))
        return "stops are announced in all-stop";
    if (run->output_notice == STUB_NOTICE_OPEN && !stub_non_stop(s))
        return "output is announced in all-stop";
    if (delivered && run->stop_notice != STUB_NOTICE_OPEN)
        return "a stop was delivered outside of a sequence";
    if (delivered && stub_stop_waits(delivered))
        return "the stop that was delivered last is still in the queue";
    if (delivered && stub_stop_find(s, delivered->thread) != delivered)
        return "the stop that was delivered last is not that of a live thread";
    return NULL;
}

static const char *broken_queue(const rsp_stub *s) {
    const struct stub_run *run = s->run;
    const stub_stop *before = NULL;
    size_t looks = 0;
    if (!run->first != !run->last || !run->first != !run->num_queued)
        return "the queue has one end, or another length than it counts";
    for (const stub_stop *stop = run->first; stop && looks < LOOKS_MOST; stop = stop->next, looks++) {
        if (stop->prev != before)
            return "the links of the queue do not match";
        if (!stub_stop_waits(stop))
            return "a stop in the queue has been told";
        if (!stub_stop_is_end(stop) && stub_stop_find(s, stop->thread) != stop)
            return "a stop in the queue is not the one of its thread";
        before = stop;
    }
    if (looks == LOOKS_MOST)
        return NULL;
    if (looks != run->num_queued)
        return "the queue is not as long as it counts";
    if (before != run->last)
        return "the links of the queue do not end at its last stop";
    return NULL;
}

static const char *broken_thread(const rsp_stub *s, rsp_ptid thread) {
    const stub_stop *stop = stub_stop_find(s, thread);
    bool runs = s->opt.ops->thread_running(s->opt.target, thread);
    if (runs && !stub_non_stop(s) && !stub_awaited(s) && s->run->state != STUB_RUN_UNATTENDED)
        return "a thread runs although the client takes all for stopped";
    if (runs && s->run->running.state == STUB_RUNNING_NONE)
        return "a thread runs although the last search found none";
    if (runs && stop)
        return "a thread runs and has a stop";
    if (stop && stub_stop_is_end(stop))
        return "the end of a thread stands in the table of live ones";
    if (stop && stop->state == STUB_STOP_UNKNOWN && stop != s->run->delivered)
        return "a stop is neither known to the client, nor sent, nor in the queue";
    return NULL;
}

static const char *broken_threads(const rsp_stub *s) {
    rsp_ptid thread = {0, 0};
    const char *broken = NULL;
    for (size_t i = 0; i < LOOKS_MOST && !broken && stub_next_thread(s, &thread); i++)
        broken = broken_thread(s, thread);
    return broken;
}

const char *stub_broken_invariant(const rsp_stub *s) {
    const char *(*const parts[])(const rsp_stub *) = {broken_session, broken_notices, broken_queue,
                                                      broken_threads, stub_breakpoints_broken};
    const char *broken = NULL;
    if (s->opt.fault != RSP_FAULT_NONE || s->run->no_memory)
        return NULL;
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts) && !broken; i++)
        broken = parts[i](s);
    return broken;
}

/* One assertion for each part: its message says where to look. */
void stub_validate(const rsp_stub *s) {
    (void)s;
#ifndef NDEBUG
    if (!stub_broken_invariant(s))
        return;
    assert(!broken_session(s));
    assert(!broken_notices(s));
    assert(!broken_queue(s));
    assert(!broken_threads(s));
    assert(!stub_breakpoints_broken(s));
#endif
}
