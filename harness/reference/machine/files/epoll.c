/* What is in a set, and what of it is ready.
 * The system calls are in sys_epoll.c.
 * Source: epoll(7). */
/* SPDX-License-Identifier: MIT */
#include "epoll.h"

#include "pipes.h"

#include "core/mem.h"
#include <string.h>

#define EPOLL_OPTIONS UINT32_C(0xf0000000)

uint64_t epoll_ready(const rsp_machine *m, const epoll_entry *e) {
    uint64_t events = file_events(m, e->file) & ((e->wanted & ~EPOLL_OPTIONS) | L_POLLERR | L_POLLHUP);
    if (e->disabled)
        return 0;
    if (!(e->wanted & EPOLL_EDGE) || file_changes(e->file) != e->changes)
        return events;
    return events & ~(uint64_t)e->told ? events : 0;
}

bool epoll_is_ready(const rsp_machine *m, const open_file *set) {
    for (size_t i = 0; i < set->num_entries; i++)
        if (epoll_ready(m, &set->entries[i]))
            return true;
    return false;
}

uint64_t epoll_earlier(uint64_t deadline, const open_file *set) {
    for (size_t i = 0; i < set->num_entries; i++)
        deadline = file_earlier(deadline, set->entries[i].file);
    return deadline;
}

void epoll_remove(open_file *set, size_t at) {
    epoll_entry *e = &set->entries[at];
    e->file->num_sets--;
    memmove(e, e + 1, (set->num_entries - at - 1) * sizeof *e);
    set->num_entries--;
}

static void leave_sets(rsp_machine *m, const open_file *f) {
    for (open_file *set = f->num_sets ? m->sets : NULL; set && f->num_sets; set = set->next_set)
        for (size_t i = set->num_entries; i-- > 0;)
            if (set->entries[i].file == f)
                epoll_remove(set, i);
}

void epoll_leave(rsp_machine *m, open_file *f) {
    leave_sets(m, f);
    if (f->kind != FILE_EPOLL)
        return;
    while (f->num_entries)
        epoll_remove(f, f->num_entries - 1);
    rsp_mem_free(m->options.mem, f->entries);
    for (open_file **at = &m->sets; *at; at = &(*at)->next_set) {
        if (*at != f)
            continue;
        *at = f->next_set;
        return;
    }
}
