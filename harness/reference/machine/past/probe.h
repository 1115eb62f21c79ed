/* Places that a look at the past waits for: breakpoints and watchpoints that the run itself does not notice.
 * They mark decoded code and pages as real ones do, but nothing stops for them except the look.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_PROBE_H
#define RSP_MACHINE_PROBE_H

#include "page_table.h"

#include "machine/process.h"

/* One breakpoint or watchpoint of one process. */
typedef struct probe {
    uint32_t pid;
    rsp_trap_kind kind;
    uint64_t address;
    uint64_t len; /* of a watchpoint */
} probe;

/* All of them. */
typedef struct probes {
    probe *items;
    size_t num;
    size_t cap;
} probes;

static inline bool probe_is_watch(const probe *p) {
    return p->kind != RSP_STOP_BREAK_SW && p->kind != RSP_STOP_BREAK_HW;
}

/* Some process has a breakpoint there. NULL has none. */
static inline bool probes_break_at(const probes *all, uint64_t address) {
    for (size_t i = 0; all && i < all->num; i++)
        if (!probe_is_watch(&all->items[i]) && all->items[i].address == address)
            return true;
    return false;
}

/* Some process has a watchpoint on the page of this address. NULL has none. */
static inline bool probes_watch_page(const probes *all, uint64_t address) {
    for (size_t i = 0; all && i < all->num; i++) {
        const probe *p = &all->items[i];
        if (probe_is_watch(p) && page_tag(address) >= page_tag(p->address) &&
            page_tag(address) <= page_tag(p->address + p->len - 1))
            return true;
    }
    return false;
}

#endif
