/* The machine at work: picks a thread, lets it execute, and answers what made the interpreter stop.
 * Each turn ends in nothing, an event, a signal or a system call.
 * Order in a turn: what is due to be reported, signals, then instructions. */
/* SPDX-License-Identifier: MIT */
#include "run.h"

#include "alarms.h"
#include "code.h"
#include "event.h"
#include "heap.h"
#include "history.h"
#include "life.h"
#include "lookout.h"
#include "scheduler.h"
#include "signals.h"
#include "stops.h"
#include "syscall.h"
#include "valid.h"
#include "waiting.h"

#include <assert.h>

static cpu_exit execute(rsp_thread *t, uint64_t num, bool original) {
    rsp_machine *m = t->machine;
    cpu c = {.x = t->x,
             .space = t->process->space,
             .reserved_address = &t->reserved_address,
             .reserved_value = &t->reserved_value,
             .left = num,
             .insns_end = m->insns + num,
             .time_offset_ns = m->offset_ns};
    cpu_exit exit = cpu_run(&c, original);
    uint64_t done = num - c.left;
    m->insns += done;
    m->turn.quantum_left -= least(done, m->turn.quantum_left);
    if (done)
        t->way.over_break = false;
    return exit;
}

/* Executes the program's own instruction at pc, whatever breakpoint stands there. */
static cpu_exit execute_original(rsp_thread *t) {
    return execute(t, 1, true);
}

/* A process whose memory can not be had is killed, as by the out-of-memory killer. */
static void fault(rsp_thread *t) {
    const space *s = t->process->space;
    switch (s->fault) {
    case ACCESS_UNMAPPED:
        signal_force(t, L_SIGSEGV, L_SEGV_MAPERR, s->fault_address);
        break;
    case ACCESS_DENIED:
        signal_force(t, L_SIGSEGV, L_SEGV_ACCERR, s->fault_address);
        break;
    case ACCESS_MISALIGNED:
        signal_force(t, L_SIGBUS, L_BUS_ADRALN, s->fault_address);
        break;
    case ACCESS_OK:
    case ACCESS_WATCHED:
    case ACCESS_NO_MEMORY:
        process_doom(t->process, L_SIGKILL);
        break;
    }
}

static void fence_i(rsp_thread *t) {
    code_drop_all(t->process->space);
    t->x[RSP_REG_PC] += 4;
    t->way.over_break = false;
    t->machine->insns++;
}

/* True when the thread stops here; false when the instruction is to be executed. */
static bool breakpoint(rsp_thread *t) {
    const rsp_process *p = t->process;
    uint64_t pc = t->x[RSP_REG_PC];
    if (!p->watch.traced || t->way.over_break)
        return false;
    bool soft = break_test(space_pte(p->space, pc), pc);
    if (!soft && !stop_find(p, RSP_STOP_BREAK_HW, pc))
        return false;
    event_stop(t, soft ? RSP_MACHINE_BREAK_SW : RSP_MACHINE_BREAK_HW)->address = pc;
    return true;
}

/* The access is done with every touched byte noted, then compared with the watchpoints. */
static cpu_exit execute_watching(rsp_thread *t, bool *out_stopped) {
    space *s = t->process->space;
    s->watching = true;
    s->num_touched = 0;
    cpu_exit exit = execute_original(t);
    s->watching = false;
    if (exit == CPU_BUDGET)
        lookout_watch(t->machine, t);
    rsp_machine_event hit = {0};
    *out_stopped = exit == CPU_BUDGET && t->process->watch.traced && stop_watch_hit(t->process, &hit);
    if (*out_stopped) {
        rsp_machine_event *event = event_stop(t, RSP_MACHINE_WATCH);
        event->address = hit.address;
        event->watch = hit.watch;
    }
    return exit;
}

static void finish(rsp_thread *t, cpu_exit exit) {
    uint64_t pc = t->x[RSP_REG_PC];
    switch (exit) {
    case CPU_FENCE_I:
        fence_i(t);
        if (is_stepping(t))
            step_finished(t);
        break;
    case CPU_BUDGET:
        if (is_stepping(t))
            step_finished(t);
        break;
    case CPU_ECALL:
        syscall_execute(t);
        break;
    case CPU_EBREAK:
        signal_force(t, L_SIGTRAP, L_TRAP_BRKPT, pc);
        break;
    case CPU_ILLEGAL:
    case CPU_BREAKPOINT:
        signal_force(t, L_SIGILL, L_ILL_ILLOPC, pc);
        break;
    case CPU_MISALIGNED:
        signal_force(t, L_SIGBUS, L_BUS_ADRALN, t->process->space->fault_address);
        break;
    case CPU_FETCH:
    case CPU_ACCESS:
        fault(t);
        break;
    }
}

/* What is to be said or done before the thread executes. False: not now, or not any more. */
static bool settle(rsp_thread *t) {
    if (t->vfork_done) {
        event_stop(t, RSP_MACHINE_VFORK_DONE)->child_pid = t->vfork_done;
        t->vfork_done = 0;
        return false;
    }
    if (t->call.phase == CALL_RETURN_DUE) {
        t->call.phase = CALL_NONE;
        event_stop(t, RSP_MACHINE_SYSCALL_RETURN)->code = (int)t->call.number;
        return false;
    }
    if (t->libraries_due) {
        t->libraries_due = false;
        event_stop(t, RSP_MACHINE_LIBRARIES);
        return false;
    }
    if (t->way.done) {
        step_finished(t);
        if (t->held)
            return false;
    }
    if (t->signals.job_stop_due) {
        signal_report_job_stop(t, t->signals.job_stop_due);
        return false;
    }
    if (!signal_handle(t))
        return false;
    sched_update(t);
    return is_ready(t);
}

/* Of threads that wait, and of alarms; RSP_NEVER_NS: there is none. */
static uint64_t next_deadline_ns(const rsp_machine *m) {
    const rsp_thread *first = heap_first(&m->timers);
    uint64_t threads = first ? first->wait.deadline_ns : RSP_NEVER_NS;
    uint64_t alarms = m->num_alarms ? alarm_next_ns(m) : RSP_NEVER_NS;
    return threads < alarms ? threads : alarms;
}

/* Ends the waits whose time has come. */
static void fire_timers(rsp_machine *m) {
    const rsp_thread *first;
    alarm_fire(m);
    while ((first = heap_first(&m->timers)) != NULL && first->wait.deadline_ns <= now_ns(m))
        wait_timeout(heap_first(&m->timers));
}

/* Instructions, and what made the thread stop executing them. */
static void work(rsp_thread *t, uint64_t insns_end, turn_note *note) {
    rsp_machine *m = t->machine;
    uint64_t next = next_deadline_ns(m);
    uint64_t num = least(insns_end - m->insns,
                         least(m->turn.quantum_left, next == RSP_NEVER_NS ? next : next - now_ns(m)));
    if (is_stepping(t))
        num = 1;
    bool stopped = false;
    cpu_exit exit = execute(t, lookout_bound(m, t, num), false);
    note->executed = m->insns;
    if (exit == CPU_BREAKPOINT) {
        if (lookout_breakpoint(m, t))
            return;
        stopped = breakpoint(t);
        if (!stopped)
            exit = execute_original(t);
    }
    if (!stopped && exit == CPU_ACCESS && t->process->space->fault == ACCESS_WATCHED)
        exit = execute_watching(t, &stopped);
    note->executed = m->insns;
    if (!stopped)
        finish(t, exit);
}

/* A handler that begins may be all that there is room for: then a run ends where a shorter one would. */
static void turn(rsp_thread *t, uint64_t insns_end) {
    rsp_machine *m = t->machine;
    turn_note note = {.tid = tid_of(t), .start = m->insns};
    bool recorded = t->process->watch.traced && m->history && m->history->during == HISTORY_RECORDS;
    assert(machine_is_valid(m) && process_is_valid(t->process) && thread_is_valid(t) && is_ready(t));
    if (lookout_lands(m, t))
        return;
    bool ready = settle(t);
    note.executed = m->insns;
    if (m->insns > note.start)
        lookout_turn_over(m, &note); /* a handler has begun */
    if (ready && m->insns < insns_end && !lookout_lands(m, t))
        work(t, insns_end, &note);
    if (recorded && m->insns > note.start)
        m->history->traced_until = m->insns;
    lookout_turn_over(m, &note);
}

static bool end_doomed(rsp_machine *m) {
    rsp_process *p = m->doomed;
    if (!p)
        return false;
    m->doomed = p->doomed_next;
    process_exit(p, (uint32_t)p->end.doom, false);
    return true;
}

/* Nobody can run: time jumps to the first sleeper's end, no further than allowed. */
static bool advance_time(rsp_machine *m, uint64_t until_ns, rsp_machine_ran *out) {
    uint64_t next = next_deadline_ns(m);
    if (next == RSP_NEVER_NS) {
        out->ended = RSP_RAN_IDLE;
        return false;
    }
    bool far = until_ns && next > until_ns;
    uint64_t to = far ? until_ns : next;
    if (to > now_ns(m))
        m->offset_ns += to - now_ns(m);
    out->ended = RSP_RAN_ASLEEP;
    out->wakeup_ns = next;
    return !far;
}

static bool run_once(rsp_machine *m, rsp_machine_ran *out, uint64_t insns_end, uint64_t until_ns) {
    if (event_take(m, &out->event)) {
        out->ended = RSP_RAN_EVENT;
        return false;
    }
    if (end_doomed(m))
        return true;
    fire_timers(m);
    out->ended = RSP_RAN_BUDGET;
    if (m->insns >= insns_end)
        return false;
    rsp_thread *t = sched_pick(m);
    if (!t)
        return advance_time(m, until_ns, out);
    turn(t, insns_end);
    return !m->lookout || m->lookout->landed == LANDED_NOT;
}

void machine_work(rsp_machine *machine, rsp_machine_ran *out_ran, uint64_t insns_end, uint64_t until_ns) {
    uint64_t start = machine->insns;
    *out_ran = (rsp_machine_ran){.ended = RSP_RAN_IDLE};
    if (machine->num_events == 0)
        rsp_buf_clear(&machine->output);
    while (run_once(machine, out_ran, insns_end, until_ns))
        ;
    out_ran->insns = machine->insns - start;
}
