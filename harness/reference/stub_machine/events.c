/* Running the machine: resumes, and its events in the target interface's terms.
 * An event that nobody wants lets its thread go on as it was resumed; a breakpoint passed over that way
 * executes its instruction exactly once. */
/* SPDX-License-Identifier: MIT */
#include "events.h"

#include "semihosting.h"

#include "codec/signals.h"
#include "core/limits.h"

#include <assert.h>

/* linux/siginfo.h: SIGTRAP from a compiled-in ebreak, as opposed to one sent by kill(2). */
enum { LINUX_SIGTRAP = 5, LINUX_TRAP_BRKPT = 1, SI_CODE_OFFSET = 8 };

static rsp_resume machine_way(const rsp_target_resume *action) {
    rsp_resume how = {.kind = RSP_RESUME_CONTINUE, .hit_here = true};
    how.signal = action->signal > 0 ? (int)rsp_signal_to_linux((unsigned)action->signal) : 0;
    if (action->kind == RSP_TARGET_RESUME_STEP ||
        (action->kind == RSP_TARGET_RESUME_RANGE && action->range_start >= action->range_end))
        how.kind = RSP_RESUME_STEP;
    else if (action->kind == RSP_TARGET_RESUME_RANGE)
        how = (rsp_resume){.kind = RSP_RESUME_RANGE_STEP,
                           .signal = how.signal,
                           .hit_here = true,
                           .start = action->range_start,
                           .end = action->range_end};
    return how;
}

/* A note that says nothing but the default. */
static void drop_idle(rsp_machine_target *t, machine_thread_note *note) {
    if (note->last.kind == RSP_TARGET_RESUME_CONTINUE && note->options == 0 && !note->attached &&
        !note->every_step)
        machine_note_drop(t, note);
}

/* The way of machine_way, cut into steps for a thread each of whose instructions is an event. */
static void cut_into_steps(const rsp_machine_target *t, uint32_t tid, rsp_resume *how) {
    const machine_thread_note *note = machine_note_find(t, tid);
    if (note && note->every_step)
        how->kind = RSP_RESUME_STEP;
}

/* Remembers how the thread was let go; a plain continue is what a missing note means. */
static rsp_status note_resume(rsp_machine_target *t, const rsp_target_resume *action) {
    uint32_t tid = machine_own_tid(t, action->thread);
    machine_thread_note *note = action->kind == RSP_TARGET_RESUME_CONTINUE
                                    ? machine_note_find(t, tid)
                                    : machine_note_make(t, (uint32_t)action->thread.pid, tid);
    if (!note)
        return action->kind == RSP_TARGET_RESUME_CONTINUE ? RSP_OK : RSP_NO_MEMORY;
    note->last = *action;
    drop_idle(t, note);
    return RSP_OK;
}

rsp_status machine_resume(void *t, const rsp_target_resume *actions, size_t num) {
    assert(actions || num == 0);
    rsp_machine_target *self = machine_self(t);
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        rsp_thread *thread = machine_traced_thread(self, actions[i].thread);
        if (!thread)
            return RSP_NOT_FOUND;
        bool past = rsp_machine_in_past(self->machine); /* there the first resume lets all go */
        if (!past && !rsp_thread_is_held(thread))
            continue;
        rsp_resume how = machine_way(&actions[i]);
        status = note_resume(self, &actions[i]);
        cut_into_steps(self, machine_own_tid(self, actions[i].thread), &how);
        if (status == RSP_OK)
            status = rsp_thread_resume(thread, &how);
        if (past && status == RSP_UNEXPECTED)
            status = RSP_OK; /* it runs already */
    }
    self->travel.backwards = false;
    self->travel.forwards = rsp_machine_in_past(self->machine);
    return status;
}

bool machine_in_past(void *t) {
    return rsp_machine_in_past(machine_self(t)->machine);
}

rsp_status machine_go_back(void *t, rsp_ptid id, rsp_target_back how) {
    rsp_machine_target *self = machine_self(t);
    if (!machine_traced_thread(self, id))
        return RSP_NOT_FOUND;
    self->travel.way = how == RSP_TARGET_BACK_STEP ? RSP_BACK_STEP : RSP_BACK_CONTINUE;
    self->travel.backwards = true;
    return rsp_machine_go_back(self->machine, machine_own_tid(self, id), self->travel.way);
}

rsp_status machine_give_signal(void *t, rsp_ptid id, int signal) {
    rsp_thread *thread = machine_traced_thread(machine_self(t), id);
    if (!thread)
        return RSP_NOT_FOUND;
    return rsp_thread_give_signal(thread, (int)rsp_signal_to_linux((unsigned)signal));
}

/* A stop at the very end of the recording has left the past, where all threads go together; nobody wants it.
 */
static void let_others_go(rsp_machine_target *t, uint32_t tid) {
    if (!t->travel.forwards || rsp_machine_in_past(t->machine))
        return;
    t->travel.forwards = false;
    for (rsp_process *p = NULL; (p = rsp_machine_next_process(t->machine, p)) != NULL;) {
        for (rsp_thread *each = NULL; (each = rsp_process_next_thread(p, each)) != NULL;) {
            rsp_status gone = RSP_OK;
            if (rsp_thread_tid(each) != tid && rsp_thread_is_held(each))
                gone = rsp_thread_resume(each, &(rsp_resume){.hit_here = true});
            (void)gone;
        }
    }
}

/* Lets a held thread go on as it last was. `signal` is Linux's. */
void machine_go_on(rsp_machine_target *t, uint32_t tid, int signal, bool hit_here) {
    rsp_thread *thread = rsp_machine_thread(t->machine, tid);
    if (!thread || !rsp_thread_is_held(thread))
        return;
    if (t->travel.backwards) {
        rsp_status gone = rsp_machine_go_back(t->machine, tid, t->travel.way);
        (void)gone; /* it went before */
        return;
    }
    let_others_go(t, tid);
    const machine_thread_note *note = machine_note_find(t, tid);
    rsp_target_resume again = note ? note->last : (rsp_target_resume){0};
    again.signal = 0;
    rsp_resume how = machine_way(&again);
    how.signal = signal;
    how.hit_here = hit_here;
    cut_into_steps(t, tid, &how);
    /* Held, and the range was accepted before: it can not be refused. */
    rsp_status status = rsp_thread_resume(thread, &how);
    (void)status;
}

static bool is_ebreak(const rsp_machine_target *t, const rsp_machine_event *event) {
    uint8_t info[RSP_SIGINFO_BYTES];
    const rsp_thread *thread = rsp_machine_thread(t->machine, event->tid);
    return event->code == LINUX_SIGTRAP && thread && rsp_thread_siginfo(thread, info) == RSP_OK &&
           info[SI_CODE_OFFSET] == LINUX_TRAP_BRKPT;
}

static rsp_target_event_kind kind_of(const rsp_machine_target *t, const rsp_machine_event *event) {
    static const rsp_target_event_kind kinds[] = {
        [RSP_MACHINE_BREAK_SW] = RSP_TARGET_BREAK_SOFTWARE,
        [RSP_MACHINE_BREAK_HW] = RSP_TARGET_BREAK_HARDWARE,
        [RSP_MACHINE_STEP] = RSP_TARGET_STEPPED,
        [RSP_MACHINE_RANGE_STEP] = RSP_TARGET_STEPPED,
        [RSP_MACHINE_SIGNAL] = RSP_TARGET_SIGNALLED,
        [RSP_MACHINE_FORK] = RSP_TARGET_FORKED,
        [RSP_MACHINE_VFORK] = RSP_TARGET_VFORKED,
        [RSP_MACHINE_VFORK_DONE] = RSP_TARGET_VFORK_DONE,
        [RSP_MACHINE_EXEC] = RSP_TARGET_EXECED,
        [RSP_MACHINE_CLONE] = RSP_TARGET_CLONED,
        [RSP_MACHINE_THREAD_CREATE] = RSP_TARGET_THREAD_CREATED,
        [RSP_MACHINE_THREAD_EXIT] = RSP_TARGET_THREAD_EXITED,
        [RSP_MACHINE_EXIT] = RSP_TARGET_PROCESS_EXITED,
        [RSP_MACHINE_KILLED] = RSP_TARGET_PROCESS_KILLED,
        [RSP_MACHINE_SYSCALL_ENTRY] = RSP_TARGET_SYSCALL_ENTRY,
        [RSP_MACHINE_SYSCALL_RETURN] = RSP_TARGET_SYSCALL_RETURN,
        [RSP_MACHINE_LIBRARIES] = RSP_TARGET_LIBRARIES,
        [RSP_MACHINE_HISTORY_BEGIN] = RSP_TARGET_HISTORY_BEGIN,
        [RSP_MACHINE_HISTORY_END] = RSP_TARGET_HISTORY_END,
        [RSP_MACHINE_OUTPUT] = RSP_TARGET_OUTPUT,
    };
    if (event->kind == RSP_MACHINE_WATCH && event->watch == RSP_STOP_WATCH_READ)
        return RSP_TARGET_WATCH_READ;
    if (event->kind == RSP_MACHINE_WATCH)
        return event->watch == RSP_STOP_WATCH_ACCESS ? RSP_TARGET_WATCH_ACCESS : RSP_TARGET_WATCH_WRITE;
    if (event->kind == RSP_MACHINE_SIGNAL && is_ebreak(t, event))
        return RSP_TARGET_BREAK_SOFTWARE;
    return kinds[event->kind];
}

static rsp_target_event translate(const rsp_machine_target *t, const rsp_machine_event *event) {
    uint32_t child_pid = event->kind == RSP_MACHINE_CLONE ? event->pid : event->child_pid;
    rsp_target_event out = {.kind = kind_of(t, event),
                            .thread = {event->pid, machine_stub_tid(t, event->pid, event->tid)},
                            .child = {child_pid, machine_stub_tid(t, child_pid, event->child_tid)},
                            .address = event->address,
                            .number = (uint64_t)(unsigned)event->code,
                            .text = event->bytes};
    if (event->kind == RSP_MACHINE_SIGNAL || event->kind == RSP_MACHINE_KILLED)
        out.signal = (int)rsp_signal_from_linux((unsigned)event->code);
    if (out.kind == RSP_TARGET_BREAK_SOFTWARE && event->kind == RSP_MACHINE_SIGNAL)
        out.address = rsp_thread_regs(rsp_machine_thread(t->machine, event->tid))[RSP_REG_PC];
    if (event->kind == RSP_MACHINE_EXEC)
        out.number = (uint64_t)out.thread.tid;
    return out;
}

/* A thread's own options, and everybody's: who wants which of the machine's thread events. */
static bool wants(const rsp_machine_target *t, uint32_t tid, unsigned option) {
    const machine_thread_note *note = machine_note_find(t, tid);
    return note && (note->options & option) != 0;
}

static void inherit_note(rsp_machine_target *t, const rsp_machine_event *event, bool is_process) {
    const machine_thread_note *parent = machine_note_find(t, is_process ? event->pid : event->tid);
    if (!parent || (is_process ? !parent->attached : parent->options == 0))
        return;
    bool attached = parent->attached;
    unsigned options = parent->options;
    machine_thread_note *child =
        machine_note_make(t, is_process ? event->child_pid : event->pid, event->child_tid);
    if (!child)
        return; /* only comfort is lost: the child counts as launched, without options */
    child->attached = is_process && attached;
    child->options = is_process ? 0 : options;
}

/* The machine gives CLONE for every thread of a process once one of them wants it. For the others it is a
 * mere creation, or nothing. */
static bool deliver_clone(rsp_machine_target *t, const rsp_machine_event *event, rsp_target_sink *sink,
                          void *sink_ctx) {
    rsp_target_event out = translate(t, event);
    inherit_note(t, event, false);
    if (wants(t, event->tid, RSP_THREAD_REPORT_CLONE)) {
        if (sink(sink_ctx, &out))
            return true;
        machine_go_on(t, event->child_tid, 0, true);
        return false;
    }
    /* The parent has no event of its own. It goes on first: in all-stop the child's event holds it again. */
    machine_go_on(t, event->tid, 0, true);
    out = (rsp_target_event){.kind = RSP_TARGET_THREAD_CREATED, .thread = out.child};
    bool keep_child = (t->reports & RSP_TARGET_REPORT_THREADS) && sink(sink_ctx, &out);
    if (!keep_child)
        machine_go_on(t, event->child_tid, 0, true);
    return true;
}

static bool deliver_thread_exit(rsp_machine_target *t, const rsp_machine_event *event, rsp_target_sink *sink,
                                void *sink_ctx) {
    rsp_target_event out = translate(t, event);
    bool wanted = (t->reports & RSP_TARGET_REPORT_THREADS) || wants(t, event->tid, RSP_THREAD_REPORT_EXIT);
    machine_note_drop(t, machine_note_find(t, event->tid));
    return wanted && sink(sink_ctx, &out);
}

/* One of the steps that the thread's resume was cut into: true when that goes on. */
static bool deliver_cut_step(rsp_machine_target *t, const rsp_machine_event *event, rsp_target_sink *sink,
                             void *sink_ctx) {
    const machine_thread_note *note =
        event->kind == RSP_MACHINE_STEP ? machine_note_find(t, event->tid) : NULL;
    const rsp_thread *thread = rsp_machine_thread(t->machine, event->tid);
    if (!note || !note->every_step || !thread)
        return false;
    const rsp_target_resume how = note->last;
    rsp_target_event out = translate(t, event);
    uint64_t pc = rsp_thread_regs(thread)[RSP_REG_PC];
    out.kind = RSP_TARGET_TRACE_STEPPED;
    (void)sink(sink_ctx, &out);
    if (how.kind == RSP_TARGET_RESUME_RANGE)
        return pc >= how.range_start && pc < how.range_end;
    return how.kind == RSP_TARGET_RESUME_CONTINUE;
}

static bool deliver(rsp_machine_target *t, const rsp_machine_event *event, rsp_target_sink *sink,
                    void *sink_ctx) {
    rsp_target_event out = translate(t, event);
    bool forked = event->kind == RSP_MACHINE_FORK || event->kind == RSP_MACHINE_VFORK;
    bool ended = event->kind == RSP_MACHINE_EXIT || event->kind == RSP_MACHINE_KILLED;
    if (deliver_cut_step(t, event, sink, sink_ctx))
        return false;
    if (event->kind == RSP_MACHINE_CLONE)
        return deliver_clone(t, event, sink, sink_ctx);
    if (event->kind == RSP_MACHINE_THREAD_EXIT)
        return deliver_thread_exit(t, event, sink, sink_ctx);
    if (event->kind == RSP_MACHINE_OUTPUT && machine_capture_output(t, event->pid, event->code, event->bytes))
        return true;
    if (ended) {
        machine_notes_drop_process(t, event->pid);
        machine_redirect_drop(t, event->pid);
    }
    if (forked)
        inherit_note(t, event, true);
    if (sink(sink_ctx, &out))
        return true;
    if (forked)
        machine_go_on(t, event->child_tid, 0, true);
    return false;
}

/* A call to the debugger's host. True: it is one, and has been answered or reported. */
static bool deliver_call(rsp_machine_target *t, const rsp_machine_event *event, rsp_target_sink *sink,
                         void *sink_ctx, bool *out_reported) {
    rsp_thread *thread = event->kind == RSP_MACHINE_SIGNAL && is_ebreak(t, event)
                             ? rsp_machine_thread(t->machine, event->tid)
                             : NULL;
    rsp_buf_clear(&t->call);
    machine_call call = thread ? machine_call_begin(t, thread, &t->call) : MACHINE_CALL_NONE;
    if (call == MACHINE_CALL_NONE || t->call.status != RSP_OK)
        return false;
    const rsp_target_event out = {.kind = RSP_TARGET_CALL,
                                  .thread = {event->pid, machine_stub_tid(t, event->pid, event->tid)},
                                  .text = rsp_buf_bytes(&t->call)};
    *out_reported = call == MACHINE_CALL_ASK && sink(sink_ctx, &out);
    if (!*out_reported)
        machine_go_on(t, event->tid, 0, true);
    return true;
}

/* True when nothing more may run before the debugger has answered a call. */
static bool take_event(rsp_machine_target *t, const rsp_machine_event *event, rsp_target_sink *sink,
                       void *sink_ctx) {
    bool reported = false;
    if (deliver_call(t, event, sink, sink_ctx, &reported))
        return reported;
    if (deliver(t, event, sink, sink_ctx))
        return false;
    bool at_breakpoint = event->kind == RSP_MACHINE_BREAK_SW || event->kind == RSP_MACHINE_BREAK_HW;
    int signal = event->kind == RSP_MACHINE_SIGNAL ? event->code : 0;
    machine_go_on(t, event->tid, signal, !at_breakpoint);
    return false;
}

void rsp_machine_target_set_clock(rsp_machine_target *target, const rsp_clock *clock) {
    target->clock = clock ? *clock : (rsp_clock){0};
    if (clock)
        target->clock_start = rsp_clock_now(clock) - rsp_machine_now_ns(target->machine);
}

uint64_t rsp_machine_target_wakeup_ns(const rsp_machine_target *target) {
    return target->wakeup_ns;
}

/* The machine's time is the clock's; how far it may jump: 0 without a clock. The past has its own time. */
static uint64_t follow_clock(rsp_machine_target *t) {
    t->wakeup_ns = 0;
    if (!t->clock.now_ns || machine_in_past(t))
        return 0;
    rsp_machine_advance(t->machine, rsp_clock_now(&t->clock) - t->clock_start);
    uint64_t now = rsp_machine_now_ns(t->machine);
    return now ? now : 1;
}

rsp_run_state machine_run(void *t, uint64_t budget_insns, rsp_target_sink *sink, void *sink_ctx) {
    assert(sink);
    rsp_machine_target *self = machine_self(t);
    uint64_t left = budget_insns;
    for (;;) {
        rsp_machine_run_limits limits = {.budget_insns = left, .until_ns = follow_clock(self)};
        rsp_machine_ran ran;
        rsp_machine_run(self->machine, &ran, &limits);
        if (ran.ended == RSP_RAN_EVENT && take_event(self, &ran.event, sink, sink_ctx))
            return RSP_RUN_BUSY;
        if (ran.ended == RSP_RAN_ASLEEP)
            self->wakeup_ns = rsp_deadline(self->clock_start, ran.wakeup_ns);
        if (ran.ended != RSP_RAN_EVENT)
            return ran.ended == RSP_RAN_IDLE ? RSP_RUN_IDLE : RSP_RUN_BUSY;
        /* An event costs one instruction at least, so that a storm of them ends too. */
        uint64_t cost = ran.insns > 0 ? ran.insns : 1;
        if (cost >= left)
            return RSP_RUN_BUSY;
        left -= cost;
    }
}

typedef struct option_sum {
    uint32_t pid;
    unsigned options;
} option_sum;

static void add_options(void *ctx, rsp_hash_node *node) {
    option_sum *sum = ctx;
    const machine_thread_note *note = (const machine_thread_note *)node;
    if (note->pid == sum->pid)
        sum->options |= note->options;
}

void machine_update_reports(rsp_machine_target *t, rsp_process *process) {
    option_sum sum = {.pid = rsp_process_pid(process)};
    rsp_hash_table_each(&t->notes, add_options, &sum);
    uint32_t reports = 0;
    if (t->reports & RSP_TARGET_REPORT_FORK)
        reports |= RSP_REPORT_FORK;
    if (t->reports & RSP_TARGET_REPORT_VFORK)
        reports |= RSP_REPORT_VFORK | RSP_REPORT_VFORK_DONE;
    if (t->reports & RSP_TARGET_REPORT_EXEC)
        reports |= RSP_REPORT_EXEC;
    if (t->reports & RSP_TARGET_REPORT_THREADS)
        reports |= RSP_REPORT_THREAD_CREATE | RSP_REPORT_THREAD_EXIT;
    if (t->reports_libraries)
        reports |= RSP_REPORT_LIBRARIES;
    if (sum.options & RSP_THREAD_REPORT_CLONE)
        reports |= RSP_REPORT_CLONE;
    if (sum.options & RSP_THREAD_REPORT_EXIT)
        reports |= RSP_REPORT_THREAD_EXIT;
    rsp_process_set_reports(process, reports);
}

static rsp_process *next_traced(const rsp_machine_target *t, const rsp_process *after) {
    rsp_process *process = rsp_machine_next_process(t->machine, after);
    while (process && !rsp_process_is_traced(process))
        process = rsp_machine_next_process(t->machine, process);
    return process;
}

void machine_set_events(void *t, unsigned report_bits) {
    rsp_machine_target *self = machine_self(t);
    self->reports = report_bits;
    for (rsp_process *process = NULL; (process = next_traced(self, process)) != NULL;)
        machine_update_reports(self, process);
}

void machine_set_thread_options(void *t, rsp_ptid id, unsigned option_bits) {
    rsp_machine_target *self = machine_self(t);
    rsp_thread *thread = machine_traced_thread(self, id);
    uint32_t tid = machine_own_tid(self, id);
    machine_thread_note *note = machine_note_find(self, tid);
    if (!thread || (!note && option_bits == 0))
        return;
    note = machine_note_make(self, (uint32_t)id.pid, tid);
    if (!note)
        return;
    note->options = option_bits;
    machine_update_reports(self, rsp_thread_process(thread));
}

void machine_set_stepping(void *t, rsp_ptid id, bool on) {
    rsp_machine_target *self = machine_self(t);
    uint32_t tid = machine_own_tid(self, id);
    machine_thread_note *note = machine_note_find(self, tid);
    if (!note && on && machine_traced_thread(self, id))
        note = machine_note_make(self, (uint32_t)id.pid, tid);
    if (!note)
        return;
    note->every_step = on;
    drop_idle(self, note);
}

void machine_set_pass_signals(void *t, const uint8_t *passed, size_t num) {
    assert(passed || num == 0);
    rsp_machine_target *self = machine_self(t);
    self->pass_signals = 0;
    for (size_t i = 1; i < num; i++) {
        unsigned linux_signal = passed[i] ? rsp_signal_to_linux((unsigned)i) : 0;
        if (linux_signal >= 1 && linux_signal <= 64)
            self->pass_signals |= UINT64_C(1) << (linux_signal - 1);
    }
    for (rsp_process *process = NULL; (process = next_traced(self, process)) != NULL;)
        rsp_process_pass_signals(process, self->pass_signals);
}

void machine_set_catch_syscalls(void *t, int64_t pid, bool on, const uint64_t *numbers, size_t num) {
    assert(numbers || num == 0);
    rsp_machine_target *self = machine_self(t);
    rsp_process *process = machine_traced(self, pid);
    uint32_t narrow[RSP_LIMIT_MACHINE_SYSCALLS];
    size_t count = 0;
    if (!process)
        return;
    for (size_t i = 0; on && i < num && count < RSP_ARRAY_LEN(narrow); i++)
        if (numbers[i] < RSP_LIMIT_MACHINE_SYSCALLS)
            narrow[count++] = (uint32_t)numbers[i];
    rsp_process_catch_syscalls(process, narrow, count, on && num == 0);
}
