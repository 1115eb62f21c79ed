/* What a debugger may do to one process: tracing, memory, breakpoints. What it may ask is in facts.c.
 * Each change is noted in the history, and in the past it is a wish.
 * See process.h for every contract. */
/* SPDX-License-Identifier: MIT */
#include "code.h"
#include "event.h"
#include "kernel.h"
#include "libraries.h"
#include "life.h"
#include "mapping.h"
#include "signals.h"
#include "stops.h"
#include "travel.h"
#include "valid.h"

#include "core/limits.h"
#include <assert.h>
#include <string.h>

/* Nothing that an earlier tracer left behind is reported to a new one. */
static void forget_stop(rsp_thread *t) {
    t->way.mode = RSP_RESUME_CONTINUE;
    t->way.done = false;
    forget_return(t);
    t->vfork_done = 0;
    t->libraries_due = false;
    t->signals.stop = 0;
    t->way.over_break = false;
    t->signals.job_stopped = false;
    t->signals.job_stop_due = 0;
}

rsp_status rsp_process_attach(rsp_process *process) {
    assert(process_is_valid(process));
    if (process->watch.traced)
        return RSP_DUPLICATE;
    history_begin_anew(process->machine);
    process->watch.traced = true;
    for (rsp_thread *t = process->first_thread; t; t = t->next)
        forget_stop(t);
    rsp_process_hold(process);
    return RSP_OK;
}

static bool shared_with_traced(const rsp_process *p) {
    const rsp_process *other = p->space->users > 1 ? p->machine->first_process : NULL;
    while (other && (other == p || other->space != p->space || !other->watch.traced))
        other = other->next;
    return other != NULL;
}

void rsp_process_detach(rsp_process *process) {
    assert(process_is_valid(process));
    if (!process->watch.traced)
        return;
    history_note_call(process->machine, ENTRY_DETACH, pid_of(process), 0, 0);
    stops_clear(process);
    process->watch.traced = false;
    if (!shared_with_traced(process))
        break_remove_all(process->space);
    process->watch.reports = 0;
    process->watch.pass_signals = 0;
    process->watch.catch_all = false;
    memset(process->watch.caught, 0, sizeof process->watch.caught);
    event_drop(process->machine, pid_of(process));
    for (rsp_thread *t = process->first_thread; t; t = t->next) {
        forget_stop(t);
        signal_look(t);
        thread_set_held(t, false);
    }
}

void rsp_process_kill(rsp_process *process) {
    assert(process_is_valid(process));
    history_begin_anew(process->machine);
    process_exit(process, L_SIGKILL, true);
}

void rsp_process_hold(rsp_process *process) {
    if (history_in_past(process->machine)) {
        travel_hold(process->machine);
        return;
    }
    history_note_call(process->machine, ENTRY_HOLD_ALL, pid_of(process), 0, 0);
    for (rsp_thread *t = process->first_thread; t; t = t->next)
        thread_stop(t);
}

/* In the past a process has the settings of then; the debugger's are kept for later. */
static wishes *wishes_in_past(const rsp_process *process) {
    return history_in_past(process->machine) ? travel_wishes(process->machine, pid_of(process)) : NULL;
}

void rsp_process_set_reports(rsp_process *process, uint32_t reports) {
    wishes *w = wishes_in_past(process);
    if (w) {
        w->reports = reports;
        return;
    }
    history_note_call(process->machine, ENTRY_REPORTS, pid_of(process), reports, 0);
    bool asked_before = process->watch.reports & RSP_REPORT_LIBRARIES;
    process->watch.reports = reports;
    if (!asked_before)
        libraries_note(process);
}

void rsp_process_catch_syscalls(rsp_process *process, const uint32_t *numbers, size_t num, bool all) {
    assert(numbers || num == 0);
    wishes *w = wishes_in_past(process);
    if (!w) {
        const entry e = {.kind = ENTRY_CATCH, .id = pid_of(process), .how = all};
        history_note(process->machine, &e, rsp_bytes_make(numbers, num * sizeof *numbers));
    }
    uint32_t *caught = w ? w->caught : process->watch.caught;
    *(w ? &w->catch_all : &process->watch.catch_all) = all;
    memset(caught, 0, sizeof process->watch.caught);
    for (size_t i = 0; i < num; i++)
        if (numbers[i] < RSP_LIMIT_MACHINE_SYSCALLS)
            caught[numbers[i] / 32] |= 1U << (numbers[i] % 32);
}

void rsp_process_pass_signals(rsp_process *process, uint64_t mask) {
    wishes *w = wishes_in_past(process);
    if (w) {
        w->pass_signals = mask;
        return;
    }
    history_note_call(process->machine, ENTRY_PASS, pid_of(process), mask, 0);
    process->watch.pass_signals = mask;
}

size_t rsp_process_read(const rsp_process *process, void *out, uint64_t address, size_t len) {
    return space_peek(process->space, out, address, len);
}

/* A write that changes nothing does not change the past. */
static bool is_there(const rsp_process *process, uint64_t address, rsp_bytes bytes) {
    uint8_t part[256];
    for (size_t at = 0; at < bytes.len; at += sizeof part) {
        size_t len = bytes.len - at < sizeof part ? bytes.len - at : sizeof part;
        if (space_peek(process->space, part, address + at, len) != len ||
            memcmp(part, bytes.ptr + at, len) != 0)
            return false;
    }
    return true;
}

size_t rsp_process_write(rsp_process *process, uint64_t address, rsp_bytes bytes) {
    if (history_in_past(process->machine) && is_there(process, address, bytes))
        return bytes.len;
    const entry e = {.kind = ENTRY_WRITE, .id = pid_of(process), .a = address};
    history_note(process->machine, &e, bytes);
    return space_poke(process->space, address, bytes.ptr, bytes.len);
}

rsp_status rsp_process_alloc(rsp_process *process, uint64_t *out_address, uint64_t size, uint8_t perms) {
    assert(out_address);
    space *s = process->space;
    if (size == 0 || size > SPACE_END || perms > (RSP_PERM_R | RSP_PERM_W | RSP_PERM_X))
        return RSP_RANGE;
    history_note_call(process->machine, ENTRY_ALLOC, pid_of(process), size, perms);
    size = (size + PAGE_BYTES - 1) & PAGE_MASK;
    uint64_t start = space_find_gap(s, size);
    if (!start)
        return RSP_NO_MEMORY;
    region r = {.start = start, .end = start + size, .perms = perms, .debugger = true};
    rsp_status status = space_map(s, &r);
    if (!status)
        *out_address = start;
    return status;
}

rsp_status rsp_process_release(rsp_process *process, uint64_t address) {
    const region *r = space_region(process->space, address);
    if (!r || !r->debugger || r->start != address)
        return RSP_NOT_FOUND;
    history_note_call(process->machine, ENTRY_RELEASE, pid_of(process), address, 0);
    return space_unmap(process->space, r->start, r->end);
}

static void note_stop(const rsp_process *p, entry_kind what, const stop_point *s) {
    const entry e = {
        .kind = (uint8_t)what, .id = pid_of(p), .how = (uint8_t)s->kind, .a = s->address, .b = s->len};
    history_note(p->machine, &e, rsp_bytes_make(NULL, 0));
}

rsp_status rsp_process_insert(rsp_process *process, rsp_trap_kind kind, uint64_t address, uint64_t len) {
    stop_point s = {.kind = kind, .address = address, .len = len};
    const probe p = {.pid = pid_of(process), .kind = kind, .address = address, .len = len};
    if (stop_is_watch(kind)) {
        if (len == 0 || len > RSP_LIMIT_MACHINE_WATCH_BYTES || address >= SPACE_END ||
            len > SPACE_END - address)
            return RSP_RANGE;
    } else if (kind == RSP_STOP_BREAK_SW && (address & 1)) {
        return RSP_RANGE;
    }
    if (history_in_past(process->machine))
        return travel_insert(process, &p);
    note_stop(process, ENTRY_INSERT, &s);
    if (kind == RSP_STOP_BREAK_SW)
        return break_insert(process->space, address);
    return stops_add(process, &s);
}

rsp_status rsp_process_remove(rsp_process *process, rsp_trap_kind kind, uint64_t address, uint64_t len) {
    const stop_point gone = {.kind = kind, .address = address, .len = len};
    const probe p = {.pid = pid_of(process), .kind = kind, .address = address, .len = len};
    if (history_in_past(process->machine))
        return travel_remove(process, &p);
    note_stop(process, ENTRY_REMOVE, &gone);
    if (kind == RSP_STOP_BREAK_SW)
        return break_remove(process->space, address);
    return stops_drop(process, &gone);
}
