/* What a debugger may ask of one thread: state, holding and resuming, registers, signal information.
 * Whatever changes a waiting thread's pc abandons its system call.
 * See thread.h for every contract. */
/* SPDX-License-Identifier: MIT */
#include "event.h"
#include "kernel.h"
#include "signals.h"
#include "travel.h"
#include "valid.h"
#include "waiting.h"

#include <assert.h>
#include <string.h>

uint32_t rsp_thread_tid(const rsp_thread *thread) {
    return tid_of(thread);
}

rsp_process *rsp_thread_process(const rsp_thread *thread) {
    return thread->process;
}

const char *rsp_thread_name(const rsp_thread *thread) {
    return thread->name;
}

rsp_thread_state rsp_thread_get_state(const rsp_thread *thread) {
    const rsp_process *p = thread->process;
    if (thread->signals.job_stopped || (p->end.stopped && !p->watch.traced))
        return RSP_THREAD_STOPPED;
    switch (thread->wait.kind) {
    case WAIT_SLEEP:
        return RSP_THREAD_SLEEPING;
    case WAIT_FUTEX:
        return RSP_THREAD_FUTEX;
    case WAIT_CHILD:
        return RSP_THREAD_WAITING;
    case WAIT_VFORK:
        return RSP_THREAD_VFORK;
    case WAIT_READ:
    case WAIT_POLL:
        return RSP_THREAD_READING;
    case WAIT_SIGNAL:
        return RSP_THREAD_PAUSED;
    case WAIT_NONE:
        break;
    }
    return RSP_THREAD_RUNNABLE;
}

const char *rsp_thread_state_text(rsp_thread_state state) {
    static const char *const texts[] = {
#define TEXT(name, text) [RSP_THREAD_##name] = text,
        RSP_THREAD_STATE_LIST(TEXT)
#undef TEXT
    };
    return (size_t)state < RSP_ARRAY_LEN(texts) ? texts[state] : "?";
}

bool rsp_thread_is_held(const rsp_thread *thread) {
    if (history_in_past(thread->machine))
        return travel_holds(thread->machine);
    return thread->held;
}

rsp_status rsp_thread_hold(rsp_thread *thread) {
    assert(thread_is_valid(thread));
    if (!thread->process->watch.traced)
        return RSP_REFUSED;
    if (history_in_past(thread->machine)) {
        travel_hold(thread->machine);
        return RSP_OK;
    }
    history_note_call(thread->machine, ENTRY_HOLD, tid_of(thread), 0, 0);
    thread_stop(thread);
    return RSP_OK;
}

/* The information of a signal stop goes with the signal that it names, which a debugger may have written
 * there: the one before it had a function called. */
static rsp_status give(rsp_thread *t, int signal) {
    assert(signal >= 0 && signal <= SIGNALS);
    if (!signal || t->signals.job_stopped)
        return RSP_OK;
    signal_info made = signal_info_make(signal, L_SI_USER, 0, 0);
    return signal_give(t, t->signals.stop && signal == signal_of(&t->stop_info) ? &t->stop_info : &made);
}

rsp_status rsp_thread_give_signal(rsp_thread *thread, int signal) {
    if (!rsp_thread_is_held(thread))
        return RSP_UNEXPECTED;
    if (signal < 0 || signal > SIGNALS)
        return RSP_RANGE;
    if (history_in_past(thread->machine))
        return RSP_OK; /* the signals of the past are given */
    history_note_call(thread->machine, ENTRY_GIVE_SIGNAL, tid_of(thread), (uint64_t)signal, 0);
    return give(thread, signal);
}

rsp_status rsp_thread_resume(rsp_thread *thread, const rsp_resume *how) {
    assert(how && thread_is_valid(thread));
    bool past = history_in_past(thread->machine);
    if (!past && !thread->held)
        return RSP_UNEXPECTED;
    if (how->signal < 0 || how->signal > SIGNALS)
        return RSP_RANGE;
    if (how->kind == RSP_RESUME_RANGE_STEP && how->start > how->end)
        return RSP_RANGE;
    if (past)
        return travel_resume(thread, how);
    const entry e = {.kind = ENTRY_RESUME, .id = tid_of(thread)};
    history_note(thread->machine, &e, rsp_bytes_make(how, sizeof *how));
    rsp_status status = give(thread, how->signal);
    if (status != RSP_OK)
        return status;
    thread->signals.stop = 0;
    thread->signals.job_stopped = false;
    thread->way.mode = how->kind;
    thread->way.range_start = how->start;
    thread->way.range_end = how->end;
    /* Held before it could execute what it was let go over, it has hit that breakpoint already. */
    thread->way.over_break = thread->way.over_break || !how->hit_here;
    thread->way.done = false;
    signal_look(thread);
    thread_set_held(thread, false);
    return RSP_OK;
}

const uint64_t *rsp_thread_regs(const rsp_thread *thread) {
    return thread->x;
}

/* The system call that it waits in, or that is about to be executed or reported, is over. */
static void abandon_call(rsp_thread *t) {
    if (t->signals.suspended) {
        t->signals.suspended = false;
        t->signals.blocked = t->signals.suspend_mask;
    }
    t->call.phase = CALL_NONE;
    if (t->wait.kind != WAIT_NONE && t->wait.kind != WAIT_VFORK)
        wait_end(t);
}

rsp_status rsp_thread_set_reg(rsp_thread *thread, unsigned reg, uint64_t value) {
    if (reg >= RSP_NUM_REGS)
        return RSP_RANGE;
    if (!rsp_thread_is_held(thread))
        return RSP_UNEXPECTED;
    history_note_call(thread->machine, ENTRY_SET_REG, tid_of(thread), reg, value);
    if (reg == RSP_REG_PC && value != thread->x[RSP_REG_PC]) {
        abandon_call(thread);
        thread->way.over_break = false;
    }
    if (reg != 0)
        thread->x[reg] = reg == RSP_REG_FCSR ? value & FCSR_MASK : value;
    return RSP_OK;
}

rsp_status rsp_thread_siginfo(const rsp_thread *thread, uint8_t out[RSP_SIGINFO_BYTES]) {
    if (!thread->signals.stop)
        return RSP_NOT_FOUND;
    memcpy(out, thread->stop_info.bytes, RSP_SIGINFO_BYTES);
    return RSP_OK;
}

rsp_status rsp_thread_set_siginfo(rsp_thread *thread, const uint8_t in[RSP_SIGINFO_BYTES]) {
    assert(in);
    if (!thread->signals.stop)
        return RSP_NOT_FOUND;
    const entry e = {.kind = ENTRY_SET_SIGINFO, .id = tid_of(thread)};
    history_note(thread->machine, &e, rsp_bytes_make(in, RSP_SIGINFO_BYTES));
    memcpy(thread->stop_info.bytes, in, RSP_SIGINFO_BYTES);
    return RSP_OK;
}
