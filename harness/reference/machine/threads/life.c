/* Birth and death of processes and threads, and what a death means for relatives.
 * An exited process loses all but its status at once; the rest waits for its parent's wait4.
 * Whatever can fail does so before anything is linked. */
/* SPDX-License-Identifier: MIT */
#include "life.h"

#include "alarms.h"
#include "event.h"
#include "files.h"
#include "heap.h"
#include "image.h"
#include "layout.h"
#include "nodes.h"
#include "robust.h"
#include "scheduler.h"
#include "signals.h"
#include "stops.h"
#include "valid.h"
#include "waiting.h"

#include "core/mem.h"
#include <assert.h>
#include <string.h>

enum { DEFAULT_UMASK = 022 };

uint32_t machine_new_id(rsp_machine *m) {
    return m->next_id++;
}

static void link_child(rsp_process *parent, rsp_process *p) {
    assert(parent != p && !p->family.parent);
    p->family.parent = parent;
    p->family.sibling_next = parent->family.children;
    if (parent->family.children)
        parent->family.children->family.sibling_prev = p;
    parent->family.children = p;
}

static void unlink_child(rsp_process *p) {
    if (!p->family.parent)
        return;
    if (p->family.sibling_prev)
        p->family.sibling_prev->family.sibling_next = p->family.sibling_next;
    else
        p->family.parent->family.children = p->family.sibling_next;
    if (p->family.sibling_next)
        p->family.sibling_next->family.sibling_prev = p->family.sibling_prev;
    p->family.sibling_next = p->family.sibling_prev = NULL;
    p->family.parent = NULL;
}

static void link_live(rsp_machine *m, rsp_process *p) {
    p->prev = m->last_process;
    if (m->last_process)
        m->last_process->next = p;
    else
        m->first_process = p;
    m->last_process = p;
}

static void unlink_live(rsp_machine *m, rsp_process *p) {
    if (p->prev)
        p->prev->next = p->next;
    else
        m->first_process = p->next;
    if (p->next)
        p->next->prev = p->prev;
    else
        m->last_process = p->prev;
    p->next = p->prev = NULL;
}

static size_t num_stop_points(const rsp_machine *m) {
    return (size_t)m->options.hw_breakpoints + m->options.hw_watchpoints;
}

void limits_default(rsp_process *p) {
    for (size_t i = 0; i < L_RLIMITS; i++)
        p->limits[i] = (resource_limit){.now = UINT64_MAX, .most = UINT64_MAX};
    p->limits[L_RLIMIT_STACK].now = STACK_BYTES;
    p->limits[L_RLIMIT_NOFILE] =
        (resource_limit){.now = RSP_LIMIT_MACHINE_FILES, .most = RSP_LIMIT_MACHINE_FILES};
}

rsp_process *process_new(rsp_machine *m, rsp_process *parent) {
    if (m->num_processes >= m->options.max_processes)
        return NULL;
    rsp_process *p = rsp_mem_calloc(m->options.mem, 1, sizeof *p);
    stop_point *stops = rsp_mem_calloc(m->options.mem, num_stop_points(m), sizeof *stops);
    if (!p || !stops) {
        rsp_mem_free(m->options.mem, p);
        rsp_mem_free(m->options.mem, stops);
        return NULL;
    }
    p->machine = m;
    p->watch.stops = stops;
    p->end.signal = L_SIGCHLD;
    p->link.id = machine_new_id(m);
    p->family.group = parent ? parent->family.group : p->link.id;
    p->family.session = parent ? parent->family.session : p->link.id;
    p->umask = parent ? parent->umask : DEFAULT_UMASK;
    if (parent)
        memcpy(p->limits, parent->limits, sizeof p->limits);
    else
        limits_default(p);
    if (parent)
        link_child(parent, p);
    link_live(m, p);
    id_map_add(&m->processes, m->options.mem, &p->link);
    m->num_processes++;
    return p;
}

static bool reserve_heaps(rsp_machine *m) {
    size_t num = m->threads.num + 1;
    return heap_reserve(&m->ready, m->options.mem, num) && heap_reserve(&m->timers, m->options.mem, num);
}

/* A new thread is held: its maker lets it go when all is well. */
rsp_thread *thread_new(rsp_process *p, uint32_t tid) {
    rsp_machine *m = p->machine;
    if (m->threads.num >= m->options.max_threads || !reserve_heaps(m))
        return NULL;
    rsp_thread *t = rsp_mem_calloc(m->options.mem, 1, sizeof *t);
    if (!t)
        return NULL;
    t->machine = m;
    t->process = p;
    t->held = true;
    t->last_turn = ++m->turn.num;
    t->wait.deadline_ns = RSP_NEVER_NS;
    t->reserved_address = CPU_NO_RESERVATION;
    t->link.id = tid;
    id_map_add(&m->threads, m->options.mem, &t->link);
    t->prev = p->last_thread;
    if (p->last_thread)
        p->last_thread->next = t;
    else
        p->first_thread = t;
    p->last_thread = t;
    p->num_threads++;
    return t;
}

/* The child of a vfork no longer has anybody to wake. */
static void forget_vfork(rsp_thread *t) {
    for (rsp_process *c = t->process->family.children; c && t->wait.kind == WAIT_VFORK;
         c = c->family.sibling_next)
        if (c->family.vfork_parent == t)
            c->family.vfork_parent = NULL;
}

void thread_free(rsp_thread *t) {
    assert(t->process->num_threads > 0);
    rsp_process *p = t->process;
    rsp_machine *m = t->machine;
    forget_vfork(t);
    wait_end(t);
    sched_remove(t);
    id_map_remove(&m->threads, &t->link);
    if (t->prev)
        t->prev->next = t->next;
    else
        p->first_thread = t->next;
    if (t->next)
        t->next->prev = t->prev;
    else
        p->last_thread = t->prev;
    p->num_threads--;
    signal_queue_free(m->options.mem, &t->signals.pending);
    signal_queue_free(m->options.mem, &t->signals.given);
    rsp_mem_free(m->options.mem, t);
}

static void doomed_remove(rsp_machine *m, rsp_process *p) {
    for (rsp_process **at = &m->doomed; *at; at = &(*at)->doomed_next) {
        if (*at != p)
            continue;
        *at = p->doomed_next;
        return;
    }
}

void process_doom(rsp_process *p, int signal) {
    assert(signal > 0 && signal <= SIGNALS);
    rsp_machine *m = p->machine;
    if (p->end.exited || p->end.doom)
        return;
    p->end.doom = signal;
    rsp_process **at = &m->doomed;
    while (*at)
        at = &(*at)->doomed_next;
    p->doomed_next = NULL;
    *at = p;
    for (rsp_thread *t = p->first_thread; t; t = t->next) /* none of them runs any more */
        sched_remove(t);
}

void process_tell_parent(rsp_process *p, int code, int value) {
    assert(code != 0);
    rsp_process *parent = p->family.parent;
    if (!parent)
        return;
    bool stop = code == L_CLD_STOPPED || code == L_CLD_CONTINUED;
    bool valid = p->end.signal > 0 && p->end.signal <= SIGNALS; /* clone takes any number */
    if (valid && !(stop && (parent->actions[L_SIGCHLD].flags & L_SA_NOCLDSTOP))) {
        signal_info info = signal_info_make(stop ? L_SIGCHLD : p->end.signal, code, pid_of(p), 0);
        le_store(info.bytes + 24, 4, (uint64_t)value);
        (void)signal_send(parent, NULL, &info);
    }
    for (rsp_thread *t = parent->first_thread; t; t = t->next)
        if (t->wait.kind == WAIT_CHILD)
            wait_end(t);
}

void vfork_release(rsp_process *p) {
    rsp_thread *parent = p->family.vfork_parent;
    if (!parent)
        return;
    p->family.vfork_parent = NULL;
    wait_complete(parent, pid_of(p));
    if (parent->process->watch.traced && (parent->process->watch.reports & RSP_REPORT_VFORK_DONE))
        parent->vfork_done = pid_of(p);
}

static void leave_children(rsp_process *p) {
    while (p->family.children) {
        rsp_process *child = p->family.children;
        if (child->end.exited) {
            process_reap(child);
            continue;
        }
        unlink_child(child);
        child->orphan = true;
    }
}

static void release_all(rsp_process *p) {
    const rsp_mem *mem = p->machine->options.mem;
    while (p->first_thread)
        thread_free(p->first_thread);
    leave_children(p);
    files_close_all(p, false);
    alarms_clear(p, true);
    rsp_mem_free(mem, p->files);
    p->files = NULL;
    p->num_files = 0;
    stops_clear(p);
    rsp_mem_free(mem, p->watch.stops);
    p->watch.stops = NULL;
    image_free(p->machine, &p->image);
    rsp_mem_free(mem, p->cwd);
    p->cwd = NULL;
    signal_queue_free(mem, &p->pending);
    space_release(p->space);
    p->space = NULL;
    nodes_settle(p->machine);
}

void process_abandon(rsp_process *p) {
    release_all(p);
    id_map_remove(&p->machine->processes, &p->link);
    unlink_live(p->machine, p);
    process_reap(p);
}

static bool parent_ignores(const rsp_process *p) {
    const signal_action *action = &p->family.parent->actions[L_SIGCHLD];
    return action->handler == L_SIG_IGN || (action->flags & L_SA_NOCLDWAIT);
}

void process_exit(rsp_process *p, uint32_t status, bool quiet) {
    assert(process_is_valid(p));
    rsp_machine *m = p->machine;
    bool killed = (status & 0x7f) != 0;
    int value = killed ? (int)(status & 0x7f) : (int)(status >> 8 & 0xff);
    if (quiet)
        event_drop(m, pid_of(p));
    else if (p->watch.traced)
        event_add(p->first_thread, killed ? RSP_MACHINE_KILLED : RSP_MACHINE_EXIT)->code = value;
    doomed_remove(m, p);
    for (rsp_thread *t = p->first_thread; t; t = t->next)
        robust_release(t);
    vfork_release(p);
    release_all(p);
    id_map_remove(&m->processes, &p->link);
    unlink_live(m, p);
    p->end.exited = true;
    p->end.change_due = true;
    p->end.status = status;
    bool forget = !p->family.parent || parent_ignores(p);
    process_tell_parent(p, killed ? L_CLD_KILLED : L_CLD_EXITED, value);
    if (forget)
        process_reap(p);
}

void process_reap(rsp_process *p) {
    assert(p->end.exited || !p->space);
    assert(!p->first_thread);
    unlink_child(p);
    p->machine->num_processes--;
    rsp_mem_free(p->machine->options.mem, p);
}

static void tell_joiner(rsp_thread *t) {
    assert(t->process->space);
    space *s = t->process->space;
    uint8_t zero[4] = {0};
    futex_place at;
    if (!t->clear_tid || !space_copy_out(s, t->clear_tid, zero, sizeof zero))
        return;
    futex_key(s, t->clear_tid, &at.key, &at.offset);
    (void)futex_wake(t->machine, &at, 1, UINT32_MAX);
}

void thread_exit(rsp_thread *t, int code) {
    assert(thread_is_valid(t));
    rsp_process *p = t->process;
    if (p->num_threads == 1) {
        process_exit(p, (p->end.leader_left ? p->end.leader_left - 1 : (uint32_t)code & 0xff) << 8, false);
        return;
    }
    if (tid_of(t) == pid_of(p))
        p->end.leader_left = 1 + ((uint32_t)code & 0xff);
    robust_release(t);
    tell_joiner(t);
    if (p->watch.traced && (p->watch.reports & RSP_REPORT_THREAD_EXIT))
        event_add(t, RSP_MACHINE_THREAD_EXIT)->code = code & 0xff;
    thread_free(t);
}

void process_free_all(rsp_machine *m) {
    while (m->first_process)
        process_exit(m->first_process, L_SIGKILL, true);
}
