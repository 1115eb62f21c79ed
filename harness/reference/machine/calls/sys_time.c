/* System calls about time: clocks, sleeping, yielding.
 * All clocks show virtual time; the real-time clock starts at a fixed date.
 * A sleeper takes no instructions until its deadline. */
/* SPDX-License-Identifier: MIT */
#include "call_time.h"
#include "waiting.h"

int64_t call_time(const call *c, uint64_t address, uint64_t *out_ns) {
    uint8_t bytes[16];
    if (!space_copy_in(c->p->space, bytes, address, sizeof bytes))
        return -L_EFAULT;
    uint64_t s = le_load(bytes, 8), ns = le_load(bytes + 8, 8);
    if (s >> 63 || ns >= RSP_NS_PER_S)
        return -L_EINVAL;
    *out_ns = s > UINT64_C(1) << 33 ? RSP_NEVER_NS - 1 : s * RSP_NS_PER_S + ns;
    return 0;
}

int64_t put_pair(const call *c, uint64_t address, uint64_t first, uint64_t second) {
    uint8_t bytes[16];
    le_store(bytes, 8, first);
    le_store(bytes + 8, 8, second);
    return space_copy_out(c->p->space, address, bytes, sizeof bytes) ? 0 : -L_EFAULT;
}

uint64_t clock_point(uint64_t clock, uint64_t ns) {
    uint64_t base = clock == L_CLOCK_REALTIME ? EPOCH_NS : 0;
    return ns > base ? ns - base : 0;
}

uint64_t call_deadline(call *c, uint64_t ns) {
    if (!c->t->call.deadline_ns)
        c->t->call.deadline_ns = rsp_deadline(now_ns(c->m), ns);
    return c->t->call.deadline_ns;
}

static uint64_t clock_now(const call *c, uint64_t clock) {
    return now_ns(c->m) + (clock == L_CLOCK_REALTIME ? EPOCH_NS : 0);
}

int64_t sys_clock_gettime(call *c) {
    uint64_t now = clock_now(c, c->a[0]);
    if (c->a[0] > L_CLOCK_LAST)
        return -L_EINVAL;
    return put_pair(c, c->a[1], now / RSP_NS_PER_S, now % RSP_NS_PER_S);
}

int64_t sys_clock_getres(call *c) {
    if (c->a[0] > L_CLOCK_LAST)
        return -L_EINVAL;
    return c->a[1] ? put_pair(c, c->a[1], 0, 1) : 0;
}

int64_t sys_clock_settime(call *c) {
    (void)c;
    return -L_EPERM;
}

int64_t sys_gettimeofday(call *c) {
    uint64_t now = clock_now(c, L_CLOCK_REALTIME);
    return c->a[0] ? put_pair(c, c->a[0], now / RSP_NS_PER_S, now % RSP_NS_PER_S / RSP_NS_PER_US) : 0;
}

static int64_t sleep_until(call *c, uint64_t deadline_ns, uint64_t remain_ptr) {
    if (deadline_ns <= now_ns(c->m))
        return 0;
    wait_begin(c->t, &(wait){.kind = WAIT_SLEEP, .deadline_ns = deadline_ns, .remain_ptr = remain_ptr});
    return CALL_WAITS;
}

int64_t sys_nanosleep(call *c) {
    uint64_t ns = 0;
    int64_t error = call_time(c, c->a[0], &ns);
    return error ? error : sleep_until(c, rsp_deadline(now_ns(c->m), ns), c->a[1]);
}

int64_t sys_clock_nanosleep(call *c) {
    uint64_t ns = 0;
    int64_t error = call_time(c, c->a[2], &ns);
    if (c->a[0] > L_CLOCK_LAST)
        error = -L_EINVAL;
    if (error)
        return error;
    if (!(c->a[1] & L_TIMER_ABSTIME))
        return sleep_until(c, rsp_deadline(now_ns(c->m), ns), c->a[3]);
    return sleep_until(c, clock_point(c->a[0], ns), 0);
}

/* The turn ends: the quantum is used up. */
int64_t sys_sched_yield(call *c) {
    c->m->turn.quantum_left = 0;
    return 0;
}
