/* System calls that make pipes, events and timers.
 * A timer counts its expirations when somebody looks.
 * Reading and writing them is in sys_io.c. */
/* SPDX-License-Identifier: MIT */
#include "call_time.h"
#include "files.h"
#include "pipes.h"
#include "syscall.h"
#include "waiting.h"

int64_t sys_pipe2(call *c) {
    pipe *p = pipe_new(c->m);
    if (!p)
        return -L_ENOMEM;
    open_file *ends[2] = {pipe_end(c->m, p, NULL, c->a[1]), NULL};
    if (ends[0])
        ends[1] = pipe_end(c->m, NULL, p, c->a[1]);
    else
        pipe_free(c->m, p);
    return pipe_install_pair(c, ends, c->a[1], c->a[0]);
}

int64_t sys_eventfd2(call *c) {
    enum { SEMAPHORE = 1 };
    open_file *f = file_new(c->m, FILE_EVENT, (c->a[1] & L_O_NONBLOCK) | L_O_RDWR);
    if (!f)
        return -L_ENOMEM;
    f->count = (uint32_t)c->a[0];
    f->semaphore = c->a[1] & SEMAPHORE;
    return file_install(c->p, f, 0, (c->a[1] & L_O_CLOEXEC) != 0);
}

int64_t sys_timerfd_create(call *c) {
    if (c->a[0] > L_CLOCK_LAST)
        return -L_EINVAL;
    open_file *f = file_new(c->m, FILE_TIMER, c->a[1] & L_O_NONBLOCK);
    if (!f)
        return -L_ENOMEM;
    f->offset = c->a[0]; /* its clock */
    return file_install(c->p, f, 0, (c->a[1] & L_O_CLOEXEC) != 0);
}

static int64_t tell_timer(call *c, const open_file *f, uint64_t address) {
    uint64_t now = now_ns(c->m);
    uint64_t left = f->next_ns == RSP_NEVER_NS ? 0 : f->next_ns > now ? f->next_ns - now : 1;
    int64_t error = put_pair(c, address, f->interval_ns / RSP_NS_PER_S, f->interval_ns % RSP_NS_PER_S);
    return error ? error : put_pair(c, address + 16, left / RSP_NS_PER_S, left % RSP_NS_PER_S);
}

int64_t sys_timerfd_settime(call *c) {
    open_file *f = file_of(c->p, c->a[0]);
    uint64_t interval = 0, first = 0;
    if (!f || f->kind != FILE_TIMER)
        return f ? -L_EINVAL : -L_EBADF;
    int64_t error = call_time(c, c->a[2], &interval);
    if (!error)
        error = call_time(c, c->a[2] + 16, &first);
    if (!error && c->a[3])
        error = tell_timer(c, f, c->a[3]);
    if (error)
        return error;
    f->count = 0;
    f->interval_ns = interval;
    f->next_ns = !first                      ? RSP_NEVER_NS
                 : c->a[1] & L_TIMER_ABSTIME ? clock_point(f->offset, first)
                                             : rsp_deadline(now_ns(c->m), first);
    wake_readers(c->m);
    return 0;
}

int64_t sys_timerfd_gettime(call *c) {
    open_file *f = file_of(c->p, c->a[0]);
    if (!f || f->kind != FILE_TIMER)
        return f ? -L_EINVAL : -L_EBADF;
    timer_file_update(c->m, f);
    return tell_timer(c, f, c->a[1]);
}
