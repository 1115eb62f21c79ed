/* Hardware breakpoints and watchpoints: a few slots in each process.
 * A watched page is marked in the page table, so that only accesses to it are compared.
 * A hardware breakpoint marks its slot of decoded code, like a software breakpoint. */
/* SPDX-License-Identifier: MIT */
#include "stops.h"

#include "code.h"

#include "core/limits.h"

const stop_point *stop_find(const rsp_process *p, rsp_trap_kind kind, uint64_t address) {
    for (size_t i = 0; i < p->watch.num_stops; i++)
        if (p->watch.stops[i].kind == kind && p->watch.stops[i].address == address)
            return &p->watch.stops[i];
    return NULL;
}

static stop_point *find_exact(rsp_process *p, rsp_trap_kind kind, uint64_t address, uint64_t len) {
    for (size_t i = 0; i < p->watch.num_stops; i++) {
        stop_point *s = &p->watch.stops[i];
        if (s->kind == kind && s->address == address && (!stop_is_watch(kind) || s->len == len))
            return s;
    }
    return NULL;
}

/* A watchpoint touches at most two pages. */
static bool mark_pages(rsp_process *p, const stop_point *w) {
    pte *first = space_pte_make(p->space, w->address);
    pte *last = space_pte_make(p->space, w->address + w->len - 1);
    if (!first || !last)
        return false;
    first->watches++;
    space_forget(p->space, w->address);
    if (last != first)
        last->watches++;
    space_forget(p->space, w->address + w->len - 1);
    return true;
}

static void unmark_pages(rsp_process *p, const stop_point *w) {
    pte *first = space_pte(p->space, w->address);
    pte *last = space_pte(p->space, w->address + w->len - 1);
    first->watches--;
    if (last != first)
        last->watches--;
}

/* No instruction begins at an odd address: the slot is taken, as in a processor, and nothing comes of it. */
static bool is_reached(const stop_point *s) {
    return stop_is_watch(s->kind) || !(s->address & 1);
}

static bool activate(rsp_process *p, const stop_point *s) {
    if (!is_reached(s))
        return true;
    return stop_is_watch(s->kind) ? mark_pages(p, s) : hw_break_add(p->space, s->address) == RSP_OK;
}

static void deactivate(rsp_process *p, const stop_point *s) {
    if (!is_reached(s))
        return;
    if (stop_is_watch(s->kind))
        unmark_pages(p, s);
    else
        hw_break_remove(p->space, s->address);
}

static size_t num_of(const rsp_process *p, bool watch) {
    size_t num = 0;
    for (size_t i = 0; i < p->watch.num_stops; i++)
        num += stop_is_watch(p->watch.stops[i].kind) == watch;
    return num;
}

rsp_status stops_add(rsp_process *p, const stop_point *s) {
    const rsp_machine_options *o = &p->machine->options;
    bool watch = stop_is_watch(s->kind);
    if (find_exact(p, s->kind, s->address, s->len))
        return RSP_OK;
    if (num_of(p, watch) >= (watch ? o->hw_watchpoints : o->hw_breakpoints))
        return RSP_LIMIT;
    if (!activate(p, s))
        return RSP_NO_MEMORY;
    p->watch.stops[p->watch.num_stops++] = *s;
    return RSP_OK;
}

rsp_status stops_drop(rsp_process *p, const stop_point *gone) {
    stop_point *s = find_exact(p, gone->kind, gone->address, gone->len);
    if (!s)
        return RSP_NOT_FOUND;
    deactivate(p, s);
    *s = p->watch.stops[--p->watch.num_stops];
    return RSP_OK;
}

rsp_status stops_copy(rsp_process *to, const rsp_process *from) {
    for (size_t i = 0; i < from->watch.num_stops; i++) {
        if (!activate(to, &from->watch.stops[i]))
            return RSP_NO_MEMORY;
        to->watch.stops[to->watch.num_stops++] = from->watch.stops[i];
    }
    return RSP_OK;
}

void stops_clear(rsp_process *p) {
    for (size_t i = 0; i < p->watch.num_stops && p->space; i++)
        deactivate(p, &p->watch.stops[i]);
    p->watch.num_stops = 0;
}

static bool wanted(rsp_trap_kind kind, bool write) {
    return kind == RSP_STOP_WATCH_ACCESS || kind == (write ? RSP_STOP_WATCH_WRITE : RSP_STOP_WATCH_READ);
}

static bool overlaps(const stop_point *w, const struct touched *a) {
    return a->address < w->address + w->len && w->address < a->address + a->len;
}

bool stop_point_hit(const stop_point *w, const space *s, rsp_machine_event *out) {
    for (size_t k = 0; k < s->num_touched && stop_is_watch(w->kind); k++) {
        const struct touched *a = &s->touched[k];
        if (!wanted(w->kind, a->write) || !overlaps(w, a))
            continue;
        out->watch = w->kind;
        out->address = a->address > w->address ? a->address : w->address;
        return true;
    }
    return false;
}

bool stop_watch_hit(const rsp_process *p, rsp_machine_event *out) {
    for (size_t i = 0; i < p->watch.num_stops; i++)
        if (stop_point_hit(&p->watch.stops[i], p->space, out))
            return true;
    return false;
}

bool rsp_process_has_breakpoint(const rsp_process *process, uint64_t address) {
    return break_test(space_pte(process->space, address), address);
}

size_t rsp_process_num_breakpoints(const rsp_process *process) {
    return process->space->num_breaks;
}
