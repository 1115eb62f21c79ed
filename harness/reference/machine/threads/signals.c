/* Signals from their sending to what they do: pending sets, stops for the debugger, default actions.
 * A traced process reports every signal that is not passed, ignored ones too, as ptrace does.
 * Source: signal(7), and the kernel's rules where that is silent. */
/* SPDX-License-Identifier: MIT */
#include "signals.h"

#include "event.h"
#include "life.h"
#include "scheduler.h"
#include "sigframe.h"
#include "waiting.h"

#include "core/limits.h"
#include "core/mem.h"
#include <assert.h>
#include <string.h>

signal_info signal_info_make(int signal, int code, uint32_t pid, uint64_t address) {
    signal_info info = {{0}};
    le_store(info.bytes, 4, (uint64_t)signal);
    le_store(info.bytes + 8, 4, (uint64_t)(int64_t)code);
    le_store(info.bytes + 16, 8, address ? address : pid); /* a union: faults have an address */
    return info;
}

int signal_of(const signal_info *info) {
    return (int)le_load(info->bytes, 4);
}

void signal_drop(const rsp_mem *mem, signal_queue *q, uint64_t set) {
    q->set &= ~set;
    for (signal_node **at = &q->first; *at;) {
        signal_node *node = *at;
        int signal = signal_of(&node->info);
        if (!(set & SIGNAL_BIT(signal))) {
            at = &node->next;
            continue;
        }
        *at = node->next;
        q->num--;
        rsp_mem_free(mem, node);
    }
}

void signal_queue_free(const rsp_mem *mem, signal_queue *q) {
    signal_drop(mem, q, UINT64_MAX);
}

/* Adds one; a standard signal that is pending already is merged, and survives lack of memory. */
static rsp_status queue_add(const rsp_mem *mem, signal_queue *q, const signal_info *info) {
    assert(signal_of(info) > 0 && signal_of(info) <= SIGNALS);
    int signal = signal_of(info);
    bool standard = signal < L_SIGRTMIN;
    if (standard && (q->set & SIGNAL_BIT(signal)))
        return RSP_OK;
    if (!standard && q->num >= RSP_LIMIT_MACHINE_PENDING_SIGNALS)
        return RSP_LIMIT;
    signal_node *node = rsp_mem_alloc(mem, sizeof *node);
    if (!node && !standard)
        return RSP_NO_MEMORY;
    q->set |= SIGNAL_BIT(signal);
    if (!node)
        return RSP_OK;
    *node = (signal_node){.info = *info};
    signal_node **at = &q->first;
    while (*at)
        at = &(*at)->next;
    *at = node;
    q->num++;
    return RSP_OK;
}

static signal_info queue_take(const rsp_mem *mem, signal_queue *q, int signal) {
    assert(q->set & SIGNAL_BIT(signal));
    signal_info info = signal_info_make(signal, L_SI_USER, 0, 0);
    bool more = false;
    bool taken = false;
    for (signal_node **at = &q->first; *at;) {
        signal_node *node = *at;
        if (signal_of(&node->info) != signal || taken) {
            more = more || signal_of(&node->info) == signal;
            at = &node->next;
            continue;
        }
        taken = true;
        info = node->info;
        *at = node->next;
        q->num--;
        rsp_mem_free(mem, node);
    }
    if (!more)
        q->set &= ~SIGNAL_BIT(signal);
    return info;
}

static int lowest(uint64_t set) {
    const uint64_t synchronous =
        SIGNAL_BIT(L_SIGSEGV) | SIGNAL_BIT(L_SIGBUS) | SIGNAL_BIT(L_SIGILL) | SIGNAL_BIT(L_SIGTRAP);
    if (set & synchronous)
        set &= synchronous;
    for (int signal = 1; signal <= SIGNALS; signal++)
        if (set & SIGNAL_BIT(signal))
            return signal;
    return 0;
}

/* Would this signal have no effect at all? Then it is not even queued. */
static bool is_ignored(const rsp_process *p, const rsp_thread *t, int signal) {
    assert(signal > 0 && signal <= SIGNALS);
    const signal_action *action = &p->actions[signal];
    if (p->watch.traced || (t && (t->signals.blocked & SIGNAL_BIT(signal))))
        return false;
    if (action->handler == L_SIG_IGN)
        return true;
    return action->handler == L_SIG_DFL && (SIGNALS_IGNORED & SIGNAL_BIT(signal));
}

/* The thread that a signal interrupts: the one it is for, else the first that does not block it. */
static void interrupt(rsp_process *p, rsp_thread *t, int signal) {
    rsp_thread *at = t ? t : p->first_thread;
    while (at && !t && (at->signals.blocked & SIGNAL_BIT(signal)))
        at = at->next;
    if (!at || (at->signals.blocked & SIGNAL_BIT(signal)) || at->wait.kind == WAIT_VFORK)
        return;
    at->attention = true;
    sched_update(at);
}

static void drop_everywhere(rsp_process *p, uint64_t set) {
    const rsp_mem *mem = p->machine->options.mem;
    signal_drop(mem, &p->pending, set);
    for (rsp_thread *t = p->first_thread; t; t = t->next)
        signal_drop(mem, &t->signals.pending, set);
}

static void set_stopped(rsp_process *p, bool stopped) {
    p->end.stopped = stopped;
    for (rsp_thread *t = p->first_thread; t; t = t->next)
        sched_update(t);
}

static void process_continue(rsp_process *p) {
    drop_everywhere(p, SIGNALS_STOP);
    for (rsp_thread *t = p->first_thread; t; t = t->next)
        t->signals.job_stop_due = 0;
    if (!p->end.stopped)
        return;
    set_stopped(p, false);
    p->end.status = 0xffff;
    p->end.change_due = true;
    process_tell_parent(p, L_CLD_CONTINUED, L_SIGCONT);
}

static void process_stop(rsp_process *p, int signal) {
    if (p->end.stopped)
        return;
    set_stopped(p, true);
    p->end.status = (uint32_t)signal << 8 | 0x7f;
    p->end.change_due = true;
    process_tell_parent(p, L_CLD_STOPPED, signal);
}

/* A thread in sigtimedwait takes it: the first one that wants it executes its call again. */
static void wake_waiter(rsp_process *p, const rsp_thread *t, int signal) {
    for (rsp_thread *at = p->first_thread; at; at = at->next) {
        if ((t && t != at) || at->wait.kind != WAIT_SIGNAL || !(at->signals.wanted & SIGNAL_BIT(signal)))
            continue;
        wait_end(at);
        return;
    }
}

int signal_take_pending(rsp_thread *t, uint64_t set, signal_info *out) {
    signal_queue *own = &t->signals.pending, *shared = &t->process->pending;
    signal_queue *q = own->set & set ? own : shared;
    int signal = lowest(q->set & set);
    if (signal)
        *out = queue_take(t->machine->options.mem, q, signal);
    return signal;
}

rsp_status signal_send(rsp_process *p, rsp_thread *t, const signal_info *info) {
    int signal = signal_of(info);
    if (p->end.exited)
        return RSP_NOT_FOUND;
    if (signal == L_SIGKILL) {
        process_doom(p, signal);
        return RSP_OK;
    }
    if (signal == L_SIGCONT)
        process_continue(p);
    else if (SIGNALS_STOP & SIGNAL_BIT(signal))
        drop_everywhere(p, SIGNAL_BIT(L_SIGCONT));
    if (is_ignored(p, t ? t : p->first_thread, signal))
        return RSP_OK;
    rsp_status status = queue_add(p->machine->options.mem, t ? &t->signals.pending : &p->pending, info);
    if (status)
        return status;
    wake_waiter(p, t, signal);
    interrupt(p, t, signal);
    return RSP_OK;
}

/* A fault cannot be ignored or blocked: then it takes the default action. */
void signal_force(rsp_thread *t, int signal, int code, uint64_t address) {
    signal_action *action = &t->process->actions[signal];
    if ((t->signals.blocked & SIGNAL_BIT(signal)) || action->handler == L_SIG_IGN) {
        *action = (signal_action){.handler = L_SIG_DFL};
        t->signals.blocked &= ~SIGNAL_BIT(signal);
    }
    signal_info info = signal_info_make(signal, code, 0, address);
    (void)signal_send(t->process, t, &info);
}

static bool run_handler(rsp_thread *t, int signal, const signal_info *info) {
    signal_action action = t->process->actions[signal];
    wait_interrupt(t, (action.flags & L_SA_RESTART) != 0);
    if (!sigframe_push(t, info, &action)) {
        t->process->actions[L_SIGSEGV] = (signal_action){.handler = L_SIG_DFL};
        signal_force(t, L_SIGSEGV, L_SI_KERNEL, 0);
        return true;
    }
    if (action.flags & L_SA_RESETHAND)
        t->process->actions[signal].handler = L_SIG_DFL;
    t->signals.blocked |= action.mask;
    if (!(action.flags & L_SA_NODEFER))
        t->signals.blocked |= SIGNAL_BIT(signal);
    t->signals.blocked &= ~SIGNALS_UNBLOCKABLE;
    t->reserved_address = CPU_NO_RESERVATION;
    t->way.over_break = false;
    t->way.done = is_stepping(t);
    t->machine->insns++; /* so that endless signals use up time, too */
    return true;
}

void signal_report_job_stop(rsp_thread *t, int signal) {
    t->signals.job_stop_due = 0;
    t->signals.job_stopped = true;
    event_stop(t, RSP_MACHINE_SIGNAL)->code = signal;
}

/* Each thread of a traced process reports the job stop as it reports a signal, and what the debugger resumes
 * runs on: what ptrace does where the tracer has not asked for more. A signal that the debugger does not want
 * to hear of can not stop the process then, for nobody would know. */
static bool job_stop(rsp_thread *t, int signal) {
    rsp_process *p = t->process;
    if (p->watch.traced && (p->watch.pass_signals & SIGNAL_BIT(signal)))
        return true;
    process_stop(p, signal);
    if (!p->watch.traced)
        return false;
    signal_report_job_stop(t, signal);
    for (rsp_thread *other = p->first_thread; other; other = other->next) {
        if (other == t)
            continue;
        other->signals.job_stop_due = signal;
        signal_look(other);
        sched_update(other);
    }
    return false;
}

/* False when the thread is gone or does not run on. */
static bool act(rsp_thread *t, int signal, const signal_info *info) {
    rsp_process *p = t->process;
    sched_trace(t->machine, (uint64_t)signal, t);
    uint64_t handler = p->actions[signal].handler;
    if (signal == L_SIGKILL) {
        process_doom(p, signal);
        return false;
    }
    if (handler == L_SIG_IGN)
        return true;
    if (handler != L_SIG_DFL)
        return run_handler(t, signal, info);
    if (SIGNALS_IGNORED & SIGNAL_BIT(signal))
        return true;
    if (SIGNALS_STOP & SIGNAL_BIT(signal))
        return job_stop(t, signal);
    process_exit(p, (uint32_t)signal, false);
    return false;
}

static bool take(rsp_thread *t, int *out_signal, signal_info *out_info) {
    rsp_process *p = t->process;
    const rsp_mem *mem = t->machine->options.mem;
    int signal = lowest(t->signals.pending.set & ~t->signals.blocked);
    signal_queue *q = signal ? &t->signals.pending : &p->pending;
    if (!signal)
        signal = lowest(p->pending.set & ~t->signals.blocked);
    if (!signal)
        return false;
    *out_info = queue_take(mem, q, signal);
    *out_signal = signal;
    return true;
}

rsp_status signal_give(rsp_thread *t, const signal_info *info) {
    if (t->signals.deliver)
        return queue_add(t->machine->options.mem, &t->signals.given, info);
    t->signals.deliver = signal_of(info);
    t->deliver_info = *info;
    return RSP_OK;
}

/* What the debugger gave, in its order: no debugger is asked again, and no mask counts. */
static bool take_given(rsp_thread *t, int *out_signal, signal_info *out_info) {
    *out_signal = t->signals.deliver;
    *out_info = t->deliver_info;
    t->signals.deliver = 0;
    if (*out_signal || !t->signals.given.set)
        return *out_signal != 0;
    *out_signal =
        t->signals.given.first ? signal_of(&t->signals.given.first->info) : lowest(t->signals.given.set);
    *out_info = queue_take(t->machine->options.mem, &t->signals.given, *out_signal);
    return true;
}

static bool has_signals(const rsp_thread *t) {
    return t->signals.deliver || t->signals.given.set ||
           ((t->signals.pending.set | t->process->pending.set) & ~t->signals.blocked);
}

/* A debugger has a called function return to a breakpoint on the stack, which is not executable: the fault
 * stands for the breakpoint, and is shown to a debugger that wants no such signals. */
static bool is_breakpoint(const rsp_thread *t, int signal, const signal_info *info) {
    bool fault = (signal == L_SIGSEGV || signal == L_SIGILL) && (int32_t)le_load(info->bytes + 8, 4) > 0;
    return fault && rsp_process_has_breakpoint(t->process, t->x[RSP_REG_PC]);
}

static bool is_shown(const rsp_thread *t, int signal, const signal_info *info) {
    bool passed = t->process->watch.pass_signals & SIGNAL_BIT(signal);
    return t->process->watch.traced && (!passed || is_breakpoint(t, signal, info));
}

/* Step by step until a handler is set up, so that each handler starts with its frame on top. */
bool signal_handle(rsp_thread *t) {
    rsp_process *p = t->process;
    int signal;
    signal_info info;
    t->attention = false;
    while (has_signals(t)) {
        bool given = take_given(t, &signal, &info);
        if (!given && !take(t, &signal, &info))
            break;
        if (!given && is_shown(t, signal, &info)) {
            t->signals.stop = signal;
            t->stop_info = info;
            event_stop(t, RSP_MACHINE_SIGNAL)->code = signal;
            return false;
        }
        if (!act(t, signal, &info))
            return false;
        if (t->way.done && p->watch.traced) {
            step_finished(t);
            if (t->held)
                return false;
        }
    }
    return true;
}

void signal_look(rsp_thread *t) {
    if (t->wait.kind != WAIT_VFORK && (t->signals.job_stop_due || has_signals(t)))
        t->attention = true;
}

/* The mask of a thread changed: signals of the process may have become its business. */
void signal_unblocked(rsp_thread *t) {
    t->signals.blocked &= ~SIGNALS_UNBLOCKABLE;
    signal_look(t);
    sched_update(t);
}
