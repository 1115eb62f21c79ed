/* The system calls about sets of descriptors.
 * Sets of sets are two deep at most, so that no look goes round in circles.
 * Source: epoll(7). */
/* SPDX-License-Identifier: MIT */
#include "call_time.h"
#include "epoll.h"
#include "files.h"
#include "pipes.h"
#include "polling.h"
#include "waiting.h"

#include "core/mem.h"

enum { EVENT_BYTES = 16, CTL_ADD = 1, CTL_DEL = 2, CTL_MOD = 3 };
#define EPOLL_ONCE UINT32_C(0x40000000)

int64_t sys_epoll_create1(call *c) {
    if (c->a[0] & ~(uint64_t)L_O_CLOEXEC)
        return -L_EINVAL;
    open_file *set = file_new(c->m, FILE_EPOLL, L_O_RDWR);
    if (!set)
        return -L_ENOMEM;
    set->next_set = c->m->sets;
    c->m->sets = set;
    return file_install(c->p, set, 0, (c->a[0] & L_O_CLOEXEC) != 0);
}

static epoll_entry *find(const open_file *set, const open_file *f, uint64_t fd) {
    for (size_t i = 0; i < set->num_entries; i++)
        if (set->entries[i].file == f && set->entries[i].fd == fd)
            return &set->entries[i];
    return NULL;
}

static bool has_sets(const open_file *set) {
    for (size_t i = 0; i < set->num_entries; i++)
        if (set->entries[i].file->kind == FILE_EPOLL)
            return true;
    return false;
}

static int64_t add(const call *c, open_file *set, const epoll_entry *fresh) {
    if (fresh->file->kind == FILE_EPOLL && (set->num_sets || has_sets(fresh->file)))
        return -L_ELOOP;
    if (set->num_entries >= RSP_LIMIT_MACHINE_FILES)
        return -L_ENOSPC;
    epoll_entry *grown =
        rsp_mem_realloc(c->m->options.mem, set->entries, (set->num_entries + 1) * sizeof *grown);
    if (!grown)
        return -L_ENOMEM;
    set->entries = grown;
    grown[set->num_entries++] = *fresh;
    fresh->file->num_sets++;
    return 0;
}

static bool can_be_waited_for(const open_file *f) {
    return f->kind != FILE_REGULAR && f->kind != FILE_FOLDER && f->kind != FILE_NULL && f->kind != FILE_ZERO;
}

int64_t sys_epoll_ctl(call *c) {
    open_file *set = file_of(c->p, c->a[0]), *f = file_of(c->p, c->a[2]);
    uint8_t event[EVENT_BYTES] = {0};
    if (!set || !f)
        return -L_EBADF;
    if (c->a[1] != CTL_DEL && !space_copy_in(c->p->space, event, c->a[3], sizeof event))
        return -L_EFAULT;
    if (set->kind != FILE_EPOLL || set == f)
        return -L_EINVAL;
    if (!can_be_waited_for(f))
        return -L_EPERM;
    epoll_entry *old = find(set, f, c->a[2]);
    epoll_entry fresh = {.file = f,
                         .fd = c->a[2],
                         .data = le_load(event + 8, 8),
                         .wanted = (uint32_t)le_load(event, 4),
                         .changes = UINT64_MAX};
    wake_readers(c->m);
    switch (c->a[1]) {
    case CTL_ADD:
        return old ? -L_EEXIST : add(c, set, &fresh);
    case CTL_MOD:
        if (old)
            *old = fresh;
        return old ? 0 : -L_ENOENT;
    case CTL_DEL:
        if (old)
            epoll_remove(set, (size_t)(old - set->entries));
        return old ? 0 : -L_ENOENT;
    default:
        return -L_EINVAL;
    }
}

static bool put_event(const call *c, uint64_t index, uint64_t events, uint64_t data) {
    uint8_t event[EVENT_BYTES] = {0};
    le_store(event, 4, events);
    le_store(event + 8, 8, data);
    return space_copy_out(c->p->space, c->a[1] + index * EVENT_BYTES, event, sizeof event);
}

/* Tells what is ready, as much as there is room for; how much, or -EFAULT. */
static int64_t collect(const call *c, open_file *set, uint64_t most) {
    uint64_t num = 0;
    for (size_t i = 0; i < set->num_entries && num < most; i++) {
        epoll_entry *e = &set->entries[i];
        uint64_t events = epoll_ready(c->m, e);
        if (!events) {
            e->told &= (uint32_t)file_events(c->m, e->file);
            continue;
        }
        if (!put_event(c, num, events, e->data))
            return num ? (int64_t)num : -L_EFAULT;
        e->told = (uint32_t)events;
        e->changes = file_changes(e->file);
        e->disabled = (e->wanted & EPOLL_ONCE) != 0;
        num++;
    }
    return (int64_t)num;
}

static int64_t wait_for_set(call *c, uint64_t deadline) {
    open_file *set = file_of(c->p, c->a[0]);
    int32_t most = (int32_t)c->a[2];
    if (!set || set->kind != FILE_EPOLL || most <= 0)
        return set ? -L_EINVAL : -L_EBADF;
    int64_t error = poll_enter_mask(c, c->a[4]);
    if (error)
        return error;
    call_charge(c, set->num_entries);
    int64_t ready = collect(c, set, (uint64_t)most);
    if (ready)
        return poll_leave_mask(c, c->a[4], ready);
    return poll_again(c, c->a[4], deadline, epoll_earlier(RSP_NEVER_NS, set));
}

/* The time is in milliseconds; below 0 it is none. */
int64_t sys_epoll_pwait(call *c) {
    int32_t ms = (int32_t)c->a[3];
    return wait_for_set(c, ms < 0 ? RSP_NEVER_NS : call_deadline(c, (uint64_t)ms * RSP_NS_PER_MS));
}

int64_t sys_epoll_pwait2(call *c) {
    uint64_t deadline;
    int64_t error = poll_deadline(c, c->a[3], &deadline);
    return error ? error : wait_for_set(c, deadline);
}
