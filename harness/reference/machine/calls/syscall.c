/* Dispatch of system calls by number, and the stops for the debugger around them.
 * A call that had to wait is executed again when it is woken, unless waking completed it.
 * Entry is reported once for each call. */
/* SPDX-License-Identifier: MIT */
#include "syscall.h"

#include "event.h"
#include "scheduler.h"
#include "waiting.h"

#include "core/limits.h"

typedef int64_t handler(call *c);

static handler *const handlers[RSP_LIMIT_MACHINE_SYSCALLS] = {
#define ROW(number, name) [number] = sys_##name,
    SYSCALL_LIST(ROW)
#undef ROW
};

static bool stops_at_entry(rsp_thread *t) {
    const rsp_process *p = t->process;
    uint64_t number = t->x[RSP_REG_A7];
    if (t->call.phase == CALL_ENTERED || !p->watch.traced || number >= RSP_LIMIT_MACHINE_SYSCALLS)
        return false;
    if (!p->watch.catch_all && !(p->watch.caught[number / 32] >> (number % 32) & 1))
        return false;
    t->call.phase = CALL_ENTERED;
    event_stop(t, RSP_MACHINE_SYSCALL_ENTRY)->code = (int)number;
    return true;
}

/* Counted, so that a user learns what a program misses. */
static int64_t absent(rsp_machine *m, uint32_t number) {
    if (number < RSP_LIMIT_MACHINE_SYSCALLS && m->absent[number] < UINT32_MAX)
        m->absent[number]++;
    return -L_ENOSYS;
}

uint32_t rsp_machine_absent_calls(const rsp_machine *machine, uint32_t number) {
    return number < RSP_LIMIT_MACHINE_SYSCALLS ? machine->absent[number] : 0;
}

void syscall_execute(rsp_thread *t) {
    if (stops_at_entry(t))
        return;
    call c = {.m = t->machine, .p = t->process, .t = t};
    uint64_t number = t->x[RSP_REG_A7];
    for (unsigned i = 0; i < RSP_ARRAY_LEN(c.a); i++)
        c.a[i] = t->x[RSP_REG_A0 + i];
    c.m->insns++;
    sched_trace(c.m, number, t);
    t->call.phase = CALL_ENTERED;
    t->call.number = number < RSP_LIMIT_MACHINE_SYSCALLS ? (uint32_t)number : RSP_LIMIT_MACHINE_SYSCALLS;
    handler *fn = t->call.number < RSP_LIMIT_MACHINE_SYSCALLS ? handlers[number] : NULL;
    int64_t result = fn ? fn(&c) : absent(c.m, t->call.number);
    if (result == CALL_GONE || result == CALL_WAITS)
        return;
    if (result != CALL_REPLACED) {
        wait_complete(t, result);
        return;
    }
    t->call.phase = CALL_NONE;
    t->way.over_break = false;
    t->way.done = is_stepping(t) && !t->held;
}
