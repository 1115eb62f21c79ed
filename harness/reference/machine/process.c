/* What a debugger may ask of one process: tracing, memory, regions, facts.
 * Breakpoints and watchpoints are in stops.c.
 * See process.h for every contract. */
/* SPDX-License-Identifier: MIT */
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

uint32_t rsp_process_pid(const rsp_process *process) {
    return pid_of(process);
}

uint32_t rsp_process_parent_pid(const rsp_process *process) {
    if (process->family.parent)
        return pid_of(process->family.parent);
    return process->orphan ? 1 : 0;
}

const char *rsp_process_path(const rsp_process *process) {
    return process->image.file->path;
}

const char *rsp_process_cwd(const rsp_process *process) {
    return process->cwd;
}

const char *rsp_process_arg(const rsp_process *process, size_t index) {
    const char *at = process->image.args;
    const char *end = at + process->image.args_len;
    for (; at < end && index > 0; index--)
        at += strlen(at) + 1;
    return at < end ? at : NULL;
}

rsp_bytes rsp_process_auxv(const rsp_process *process) {
    return rsp_bytes_make(process->image.auxv, process->image.auxv_len);
}

uint64_t rsp_process_entry(const rsp_process *process) {
    return process->image.entry;
}

uint64_t rsp_process_load_bias(const rsp_process *process) {
    return process->image.bias;
}

rsp_thread *rsp_process_next_thread(const rsp_process *process, const rsp_thread *after) {
    return after ? after->next : process->first_thread;
}

size_t rsp_process_num_threads(const rsp_process *process) {
    return process->num_threads;
}

bool rsp_process_is_traced(const rsp_process *process) {
    return process->watch.traced;
}

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

void rsp_process_region(const rsp_process *process, rsp_region *out_region, uint64_t address) {
    assert(out_region);
    const space *s = process->space;
    size_t i = space_region_index(s, address);
    const region *r = i < s->num_regions ? &s->regions[i] : NULL;
    if (r && r->start <= address) {
        *out_region = (rsp_region){.start = r->start,
                                   .size = r->end - r->start,
                                   .mapped = true,
                                   .perms = r->perms,
                                   .name = rsp_bytes_str(r->name)};
        return;
    }
    uint64_t start = i > 0 && s->regions ? s->regions[i - 1].end : 0;
    *out_region = (rsp_region){.start = start, .size = r ? r->start - start : start ? 0 - start : UINT64_MAX};
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
