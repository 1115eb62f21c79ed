/* System calls about timers that send signals: setitimer and its reading, timer_create and its kin.
 * All clocks are virtual time; a timer is armed anew from the moment at which it was due.
 * Source: setitimer(2), timer_create(2). */
/* SPDX-License-Identifier: MIT */
#include "alarms.h"
#include "call_time.h"
#include "syscall.h"

enum { TIMEVAL_BYTES = 16, NUM_ITIMERS = 3 };

/* The ids of setitimer's timers are below those of timer_create. */
static int itimer_id(uint64_t which) {
    return -1 - (int)which;
}

static uint64_t left_of(const call *c, const alarm *a) {
    uint64_t now = now_ns(c->m);
    if (!a || a->next_ns == RSP_NEVER_NS)
        return 0;
    return a->next_ns > now ? a->next_ns - now : 1;
}

/* struct itimerval, or itimerspec: the units of the second word differ. */
static int64_t tell(const call *c, uint64_t address, const alarm *a, uint64_t unit_ns) {
    uint64_t interval = a ? a->interval_ns : 0;
    uint64_t left = left_of(c, a);
    if (left && left < unit_ns)
        left = unit_ns;
    int64_t error = put_pair(c, address, interval / RSP_NS_PER_S, interval % RSP_NS_PER_S / unit_ns);
    return error ? error
                 : put_pair(c, address + TIMEVAL_BYTES, left / RSP_NS_PER_S, left % RSP_NS_PER_S / unit_ns);
}

/* struct timeval: 0, -EFAULT or -EINVAL. */
static int64_t take_timeval(const call *c, uint64_t address, uint64_t *out_ns) {
    uint8_t bytes[TIMEVAL_BYTES];
    if (!space_copy_in(c->p->space, bytes, address, sizeof bytes))
        return -L_EFAULT;
    uint64_t s = le_load(bytes, 8), us = le_load(bytes + 8, 8);
    if (s >> 63 || us >= RSP_NS_PER_S / RSP_NS_PER_US)
        return -L_EINVAL;
    *out_ns = s > UINT64_C(1) << 33 ? RSP_NEVER_NS - 1 : s * RSP_NS_PER_S + us * RSP_NS_PER_US;
    return 0;
}

static void arm(const call *c, alarm *a, uint64_t first, uint64_t interval) {
    alarm_set(c->m, a, first ? rsp_deadline(now_ns(c->m), first) : RSP_NEVER_NS, interval);
}

int64_t sys_setitimer(call *c) {
    static const int signals[NUM_ITIMERS] = {L_SIGALRM, L_SIGVTALRM, L_SIGPROF};
    uint64_t interval = 0, first = 0;
    if (c->a[0] >= NUM_ITIMERS)
        return -L_EINVAL;
    int64_t error = c->a[1] ? take_timeval(c, c->a[1], &interval) : 0;
    if (!error && c->a[1])
        error = take_timeval(c, c->a[1] + TIMEVAL_BYTES, &first);
    if (!error && c->a[2])
        error = tell(c, c->a[2], alarm_of(c->p, itimer_id(c->a[0]), false), RSP_NS_PER_US);
    alarm *a = error ? NULL : alarm_of(c->p, itimer_id(c->a[0]), true);
    if (!a)
        return error ? error : -L_ENOMEM;
    a->signal = signals[c->a[0]];
    arm(c, a, first, interval);
    return 0;
}

int64_t sys_getitimer(call *c) {
    if (c->a[0] >= NUM_ITIMERS)
        return -L_EINVAL;
    return tell(c, c->a[1], alarm_of(c->p, itimer_id(c->a[0]), false), RSP_NS_PER_US);
}

static int unused_id(rsp_process *p) {
    int id = 0;
    while (alarm_of(p, id, false))
        id++;
    return id;
}

/* struct sigevent: value, signal, how to notify, thread. */
int64_t sys_timer_create(call *c) {
    enum { EVENT_BYTES = 24, TO_SIGNAL = 0, TO_NONE = 1, TO_THREAD = 4 };
    uint8_t event[EVENT_BYTES] = {0};
    uint8_t id_bytes[4];
    le_store(event + 8, 4, L_SIGALRM);
    if (c->a[0] > L_CLOCK_LAST)
        return -L_EINVAL;
    if (c->a[1] && !space_copy_in(c->p->space, event, c->a[1], sizeof event))
        return -L_EFAULT;
    uint64_t signal = le_load(event + 8, 4), notify = le_load(event + 12, 4);
    bool sends = notify == TO_SIGNAL || notify == TO_THREAD;
    if ((!sends && notify != TO_NONE) || (sends && (signal < 1 || signal > SIGNALS)))
        return -L_EINVAL;
    int id = unused_id(c->p);
    le_store(id_bytes, 4, (uint64_t)id);
    if (!space_copy_out(c->p->space, c->a[2], id_bytes, sizeof id_bytes))
        return -L_EFAULT;
    alarm *a = alarm_of(c->p, id, true);
    if (!a)
        return -L_EAGAIN;
    a->signal = sends ? (int)signal : 0;
    a->tid = notify == TO_THREAD ? (uint32_t)le_load(event + 16, 4) : 0;
    a->value = c->a[1] ? le_load(event, 8) : (uint64_t)id;
    return 0;
}

static alarm *timer_argument(const call *c) {
    int32_t id = (int32_t)c->a[0];
    return id >= 0 ? alarm_of(c->p, id, false) : NULL;
}

int64_t sys_timer_settime(call *c) {
    alarm *a = timer_argument(c);
    uint64_t interval = 0, first = 0;
    if (!a)
        return -L_EINVAL;
    int64_t error = call_time(c, c->a[2], &interval);
    if (!error)
        error = call_time(c, c->a[2] + TIMEVAL_BYTES, &first);
    if (!error && c->a[3])
        error = tell(c, c->a[3], a, 1);
    if (error)
        return error;
    if ((c->a[1] & L_TIMER_ABSTIME) && first) {
        uint64_t now = now_ns(c->m);
        uint64_t point = clock_point(first > EPOCH_NS ? L_CLOCK_REALTIME : L_CLOCK_REALTIME + 1, first);
        first = point > now ? point - now : 1;
    }
    arm(c, a, first, interval);
    return 0;
}

int64_t sys_timer_gettime(call *c) {
    const alarm *a = timer_argument(c);
    return a ? tell(c, c->a[1], a, 1) : -L_EINVAL;
}

int64_t sys_timer_getoverrun(call *c) {
    return timer_argument(c) ? 0 : -L_EINVAL;
}

int64_t sys_timer_delete(call *c) {
    alarm *a = timer_argument(c);
    if (!a)
        return -L_EINVAL;
    alarm_set(c->m, a, RSP_NEVER_NS, 0);
    a->used = false;
    return 0;
}
