/* What the debugger wants of the machine, kept while the machine is in its past: breakpoints and settings.
 * The past has its own, which belong to its course.
 * See travel.h. */
/* SPDX-License-Identifier: MIT */
#include "travel.h"

#include "code.h"

#include "core/mem.h"
#include <string.h>

static bool add(const rsp_mem *mem, probes *all, const probe *one) {
    if (all->num == all->cap) {
        size_t cap = all->cap * 2 + 8;
        probe *grown = rsp_mem_realloc(mem, all->items, cap * sizeof *grown);
        if (!grown)
            return false;
        all->items = grown;
        all->cap = cap;
    }
    all->items[all->num++] = *one;
    return true;
}

static probe *find(const probes *all, const probe *wanted) {
    for (size_t i = 0; i < all->num; i++) {
        probe *p = &all->items[i];
        if (p->pid == wanted->pid && p->kind == wanted->kind && p->address == wanted->address &&
            (!probe_is_watch(p) || p->len == wanted->len))
            return p;
    }
    return NULL;
}

/* Software breakpoints of one page; a bit stands for as many bytes as the page has for each. */
static bool take_page(const rsp_mem *mem, probes *out, uint32_t pid, const breaks *b, uint64_t address) {
    const size_t num = sizeof b->bits / sizeof *b->bits * 32;
    bool good = true;
    for (size_t i = 0; i < num && good; i++) {
        probe one = {.pid = pid, .kind = RSP_STOP_BREAK_SW, .address = address + i * (PAGE_BYTES / num)};
        if (b->bits[i / 32] >> (i % 32) & 1)
            good = add(mem, out, &one);
    }
    return good;
}

/* All that the machine has for a process. */
static bool take_points(const rsp_mem *mem, probes *out, const rsp_process *p) {
    bool good = true;
    for (size_t i = 0; i < p->watch.num_stops && good; i++) {
        const stop_point *s = &p->watch.stops[i];
        probe one = {.pid = pid_of(p), .kind = s->kind, .address = s->address, .len = s->len};
        good = add(mem, out, &one);
    }
    const pte_leaf *leaf = p->space->num_breaks ? p->space->leaves : NULL;
    for (; leaf && good; leaf = leaf->next)
        for (size_t i = 0; i < RSP_ARRAY_LEN(leaf->entries) && good; i++)
            if (leaf->entries[i].breaks && leaf->entries[i].breaks->num)
                good =
                    take_page(mem, out, pid_of(p), leaf->entries[i].breaks, leaf->address + i * PAGE_BYTES);
    return good;
}

static wishes wishes_of(const rsp_process *p) {
    wishes w = {.pid = pid_of(p),
                .reports = p->watch.reports,
                .pass_signals = p->watch.pass_signals,
                .catch_all = p->watch.catch_all};
    memcpy(w.caught, p->watch.caught, sizeof w.caught);
    return w;
}

bool wanted_take(rsp_machine *m, travel *t) {
    const rsp_mem *mem = m->history->heap.under;
    size_t num = 0;
    for (const rsp_process *p = m->first_process; p; p = p->next)
        num += p->watch.traced;
    wishes *taken = rsp_mem_realloc(mem, t->wishes, (num + 1) * sizeof *taken);
    if (!taken)
        return false;
    t->wishes = taken;
    t->num_wishes = 0;
    t->probes.num = 0;
    bool good = true;
    for (const rsp_process *p = m->first_process; p && good; p = p->next) {
        if (!p->watch.traced)
            continue;
        t->wishes[t->num_wishes++] = wishes_of(p);
        good = take_points(mem, &t->probes, p);
    }
    return good;
}

wishes *travel_wishes(const rsp_machine *m, uint32_t pid) {
    travel *t = m->history->travel;
    for (size_t i = 0; i < t->num_wishes; i++)
        if (t->wishes[i].pid == pid)
            return &t->wishes[i];
    return NULL;
}

/* The breakpoints of one process become those that are wanted. */
static bool put_back_points(rsp_process *p, const travel *t, const rsp_mem *mem) {
    probes has = {0};
    bool changed = false;
    (void)take_points(mem, &has, p);
    for (size_t i = 0; i < has.num; i++) {
        const probe *one = &has.items[i];
        if (!find(&t->probes, one))
            changed |= rsp_process_remove(p, one->kind, one->address, one->len) == RSP_OK;
    }
    for (size_t i = 0; i < t->probes.num; i++) {
        const probe *one = &t->probes.items[i];
        if (one->pid == pid_of(p) && !find(&has, one))
            changed |= rsp_process_insert(p, one->kind, one->address, one->len) == RSP_OK;
    }
    rsp_mem_free(mem, has.items);
    return changed;
}

static bool put_back(rsp_process *p, const travel *t, const wishes *w, const rsp_mem *mem) {
    bool changed = put_back_points(p, t, mem);
    wishes has = wishes_of(p);
    changed |= has.reports != w->reports || has.pass_signals != w->pass_signals ||
               has.catch_all != w->catch_all || memcmp(has.caught, w->caught, sizeof has.caught) != 0;
    p->watch.reports = w->reports;
    p->watch.pass_signals = w->pass_signals;
    p->watch.catch_all = w->catch_all;
    memcpy(p->watch.caught, w->caught, sizeof p->watch.caught);
    return changed;
}

bool wanted_put_back(rsp_machine *m, travel *t) {
    bool changed = false;
    for (rsp_process *p = m->first_process; p; p = p->next) {
        const wishes *w = p->watch.traced ? travel_wishes(m, pid_of(p)) : NULL;
        if (w) {
            changed |= put_back(p, t, w, m->history->heap.under);
        } else if (p->watch.traced) {
            rsp_process_detach(p);
            changed = true;
        }
    }
    return changed;
}

static size_t num_hardware(const travel *t, uint32_t pid, bool watch) {
    size_t num = 0;
    for (size_t i = 0; i < t->probes.num; i++) {
        const probe *p = &t->probes.items[i];
        num += p->pid == pid && p->kind != RSP_STOP_BREAK_SW && probe_is_watch(p) == watch;
    }
    return num;
}

rsp_status travel_insert(const rsp_process *p, const probe *what) {
    rsp_machine *m = p->machine;
    travel *t = m->history->travel;
    bool watch = probe_is_watch(what);
    uint32_t most = watch ? m->options.hw_watchpoints : m->options.hw_breakpoints;
    if (find(&t->probes, what))
        return RSP_OK;
    if (what->kind != RSP_STOP_BREAK_SW && num_hardware(t, what->pid, watch) >= most)
        return RSP_LIMIT;
    rsp_region region;
    rsp_process_region(p, &region, what->address);
    if (what->kind == RSP_STOP_BREAK_SW && !region.mapped)
        return RSP_FAULT;
    if (!add(m->history->heap.under, &t->probes, what))
        return RSP_NO_MEMORY;
    machine_forget_caches(m);
    return RSP_OK;
}

rsp_status travel_remove(const rsp_process *p, const probe *what) {
    travel *t = p->machine->history->travel;
    probe *found = find(&t->probes, what);
    if (!found)
        return RSP_NOT_FOUND;
    *found = t->probes.items[--t->probes.num];
    machine_forget_caches(p->machine);
    return RSP_OK;
}
