/* System calls about signals: actions, masks, stacks, sending, waiting, returning.
 * Numbers and layouts are the kernel's (a mask is 8 bytes).
 * Delivery itself is in signal.c and sigframe.c. */
/* SPDX-License-Identifier: MIT */
#include "call_time.h"
#include "sigframe.h"
#include "signals.h"
#include "syscall.h"
#include "waiting.h"

enum {
    MASK_BYTES = 8,
    ACTION_BYTES = 24,
    STACK_BYTES_ = 24,
    SIG_BLOCK = 0,
    SIG_UNBLOCK = 1,
    SIG_SETMASK = 2
};

static int64_t put_mask(const call *c, uint64_t address, uint64_t mask) {
    uint8_t bytes[MASK_BYTES];
    le_store(bytes, MASK_BYTES, mask);
    return !address || space_copy_out(c->p->space, address, bytes, sizeof bytes) ? 0 : -L_EFAULT;
}

static bool get_mask(const call *c, uint64_t address, uint64_t *out) {
    uint8_t bytes[MASK_BYTES];
    if (!space_copy_in(c->p->space, bytes, address, sizeof bytes))
        return false;
    *out = le_load(bytes, MASK_BYTES);
    return true;
}

/* Pending signals that a new action ignores are dropped. */
static void drop_ignored(rsp_process *p, int signal) {
    uint64_t handler = p->actions[signal].handler;
    bool ignored = handler == L_SIG_IGN || (handler == L_SIG_DFL && (SIGNALS_IGNORED & SIGNAL_BIT(signal)));
    if (!ignored)
        return;
    signal_drop(p->machine->options.mem, &p->pending, SIGNAL_BIT(signal));
    for (rsp_thread *t = p->first_thread; t; t = t->next)
        signal_drop(p->machine->options.mem, &t->signals.pending, SIGNAL_BIT(signal));
}

int64_t sys_rt_sigaction(call *c) {
    uint64_t signal = c->a[0];
    uint8_t bytes[ACTION_BYTES];
    bool fixed = signal == L_SIGKILL || signal == L_SIGSTOP;
    if (signal < 1 || signal > SIGNALS || c->a[3] != MASK_BYTES || (c->a[1] && fixed))
        return -L_EINVAL;
    signal_action *action = &c->p->actions[signal];
    signal_action old = *action;
    if (c->a[1]) {
        if (!space_copy_in(c->p->space, bytes, c->a[1], sizeof bytes))
            return -L_EFAULT;
        *action = (signal_action){.handler = le_load(bytes, 8),
                                  .flags = le_load(bytes + 8, 8),
                                  .mask = le_load(bytes + 16, 8) & ~SIGNALS_UNBLOCKABLE};
        drop_ignored(c->p, (int)signal);
    }
    le_store(bytes, 8, old.handler);
    le_store(bytes + 8, 8, old.flags);
    le_store(bytes + 16, 8, old.mask);
    return !c->a[2] || space_copy_out(c->p->space, c->a[2], bytes, sizeof bytes) ? 0 : -L_EFAULT;
}

int64_t sys_rt_sigprocmask(call *c) {
    uint64_t mask = 0;
    uint64_t old = c->t->signals.blocked;
    if (c->a[3] != MASK_BYTES)
        return -L_EINVAL;
    if (c->a[1] && !get_mask(c, c->a[1], &mask))
        return -L_EFAULT;
    if (c->a[1] && c->a[0] == SIG_BLOCK)
        c->t->signals.blocked |= mask;
    else if (c->a[1] && c->a[0] == SIG_UNBLOCK)
        c->t->signals.blocked &= ~mask;
    else if (c->a[1] && c->a[0] == SIG_SETMASK)
        c->t->signals.blocked = mask;
    else if (c->a[1])
        return -L_EINVAL;
    signal_unblocked(c->t);
    return put_mask(c, c->a[2], old);
}

int64_t sys_rt_sigpending(call *c) {
    return put_mask(c, c->a[0], (c->t->signals.pending.set | c->p->pending.set) & c->t->signals.blocked);
}

/* Waits with another mask; the handler's frame restores the old one. */
int64_t sys_rt_sigsuspend(call *c) {
    uint64_t mask;
    if (c->a[1] != MASK_BYTES)
        return -L_EINVAL;
    if (!get_mask(c, c->a[0], &mask))
        return -L_EFAULT;
    if (!c->t->signals.suspended)
        c->t->signals.suspend_mask = c->t->signals.blocked;
    c->t->signals.suspended = true;
    c->t->signals.blocked = mask;
    wait_begin(c->t, &(wait){.kind = WAIT_SIGNAL, .deadline_ns = RSP_NEVER_NS});
    signal_unblocked(c->t);
    return CALL_WAITS;
}

int64_t sys_rt_sigreturn(call *c) {
    if (!sigframe_pop(c->t))
        signal_force(c->t, L_SIGSEGV, L_SI_KERNEL, 0);
    return CALL_REPLACED;
}

int64_t sys_sigaltstack(call *c) {
    uint8_t bytes[STACK_BYTES_] = {0};
    rsp_thread *t = c->t;
    uint64_t sp = t->x[RSP_REG_SP];
    bool on_it =
        t->signals.alt_size && sp > t->signals.alt_sp && sp - t->signals.alt_sp <= t->signals.alt_size;
    uint64_t old_sp = t->signals.alt_sp, old_size = t->signals.alt_size;
    if (c->a[0]) {
        if (!space_copy_in(c->p->space, bytes, c->a[0], sizeof bytes))
            return -L_EFAULT;
        uint64_t flags = le_load(bytes + 8, 4), size = le_load(bytes + 16, 8);
        if (on_it)
            return -L_EPERM;
        if (flags & ~(uint64_t)(L_SS_DISABLE | L_SS_ONSTACK))
            return -L_EINVAL;
        if (!(flags & L_SS_DISABLE) && size < L_MINSIGSTKSZ)
            return -L_ENOMEM;
        t->signals.alt_sp = flags & L_SS_DISABLE ? 0 : le_load(bytes, 8);
        t->signals.alt_size = flags & L_SS_DISABLE ? 0 : size;
    }
    le_store(bytes, 8, old_sp);
    le_store(bytes + 8, 8, !old_size ? L_SS_DISABLE : on_it ? L_SS_ONSTACK : 0);
    le_store(bytes + 16, 8, old_size);
    return !c->a[1] || space_copy_out(c->p->space, c->a[1], bytes, sizeof bytes) ? 0 : -L_EFAULT;
}

static int64_t send(const call *c, rsp_process *p, rsp_thread *t, uint64_t signal) {
    if (!p || (t && t->process != p))
        return -L_ESRCH;
    if (signal > SIGNALS)
        return -L_EINVAL;
    if (signal == 0)
        return 0;
    signal_info info = signal_info_make((int)signal, t ? L_SI_TKILL : L_SI_USER, pid_of(c->p), 0);
    le_store(info.bytes + 20, 4, 1000);
    return signal_send(p, t, &info) ? -L_EAGAIN : 0;
}

/* To all of a group. The machine has no other sessions, so -1 means everybody else. */
static int64_t send_group(const call *c, int64_t group, uint64_t signal) {
    int64_t result = -L_ESRCH;
    for (rsp_process *p = c->m->first_process; p; p = p->next)
        if (group == -1 ? p != c->p : p->family.group == (uint64_t)group)
            result = send(c, p, NULL, signal);
    return result;
}

int64_t sys_kill(call *c) {
    int64_t pid = (int32_t)c->a[0];
    if (pid == -1)
        return send_group(c, -1, c->a[1]);
    if (pid <= 0)
        return send_group(c, pid ? -pid : (int64_t)c->p->family.group, c->a[1]);
    return send(c, rsp_machine_process(c->m, (uint32_t)pid), NULL, c->a[1]);
}

int64_t sys_tgkill(call *c) {
    rsp_process *p = rsp_machine_process(c->m, (uint32_t)c->a[0]);
    rsp_thread *t = rsp_machine_thread(c->m, (uint32_t)c->a[1]);
    return p && t ? send(c, p, t, c->a[2]) : -L_ESRCH;
}

int64_t sys_tkill(call *c) {
    rsp_thread *t = rsp_machine_thread(c->m, (uint32_t)c->a[0]);
    return t ? send(c, t->process, t, c->a[1]) : -L_ESRCH;
}

/* A siginfo of the program's own; it can not claim to be the kernel's, but to itself. */
static int64_t queue(const call *c, rsp_process *p, rsp_thread *t, uint64_t signal, uint64_t address) {
    signal_info info;
    if (!p || (t && t->process != p))
        return -L_ESRCH;
    if (signal > SIGNALS)
        return -L_EINVAL;
    if (!space_copy_in(c->p->space, info.bytes, address, sizeof info.bytes))
        return -L_EFAULT;
    if ((int32_t)le_load(info.bytes + 8, 4) >= 0 && p != c->p)
        return -L_EPERM;
    le_store(info.bytes, 4, signal);
    if (signal == 0)
        return 0;
    return signal_send(p, t, &info) ? -L_EAGAIN : 0;
}

int64_t sys_rt_sigqueueinfo(call *c) {
    return queue(c, rsp_machine_process(c->m, (uint32_t)c->a[0]), NULL, c->a[1], c->a[2]);
}

int64_t sys_rt_tgsigqueueinfo(call *c) {
    rsp_thread *t = rsp_machine_thread(c->m, (uint32_t)c->a[1]);
    return t ? queue(c, rsp_machine_process(c->m, (uint32_t)c->a[0]), t, c->a[2], c->a[3]) : -L_ESRCH;
}

/* Takes a pending signal of the set without delivering it, or waits for one. */
int64_t sys_rt_sigtimedwait(call *c) {
    uint64_t set, ns = 0, deadline = RSP_NEVER_NS;
    signal_info info;
    if (c->a[3] != MASK_BYTES)
        return -L_EINVAL;
    if (!get_mask(c, c->a[0], &set))
        return -L_EFAULT;
    int64_t error = c->a[2] ? call_time(c, c->a[2], &ns) : 0;
    if (error)
        return error;
    if (c->a[2])
        deadline = call_deadline(c, ns);
    int signal = signal_take_pending(c->t, set, &info);
    if (signal) {
        bool told = !c->a[1] || space_copy_out(c->p->space, c->a[1], info.bytes, sizeof info.bytes);
        return told ? signal : -L_EFAULT;
    }
    if (deadline <= now_ns(c->m))
        return -L_EAGAIN;
    wait_begin(c->t, &(wait){.kind = WAIT_SIGNAL, .deadline_ns = deadline});
    c->t->signals.wanted = set & ~SIGNALS_UNBLOCKABLE;
    signal_unblocked(c->t);
    return CALL_WAITS;
}
