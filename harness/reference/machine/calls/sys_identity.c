/* System calls about who a process is and what it may use: users, groups, sessions, limits, usage,
 * scheduling. There is one user, one processor and one policy; what would change that is refused or changes
 * nothing. Usage is virtual time. */
/* SPDX-License-Identifier: MIT */
#include "call_time.h"
#include "code.h"
#include "life.h"
#include "syscall.h"

#include <string.h>

enum { USER = 1000 };

#define USER_CALL(name)           \
    int64_t sys_##name(call *c) { \
        (void)c;                  \
        return USER;              \
    }
USER_CALL(getuid)
USER_CALL(geteuid)
USER_CALL(getgid)
USER_CALL(getegid)

static int64_t put_words(const call *c, uint64_t address, const uint32_t *words, size_t num) {
    for (size_t i = 0; i < num; i++) {
        uint8_t bytes[4];
        le_store(bytes, 4, words[i]);
        if (!space_copy_out(c->p->space, address + 4 * i, bytes, sizeof bytes))
            return -L_EFAULT;
    }
    return 0;
}

static int64_t put_three_users(const call *c) {
    const uint32_t user = USER;
    for (size_t i = 0; i < 3; i++)
        if (put_words(c, c->a[i], &user, 1))
            return -L_EFAULT;
    return 0;
}

int64_t sys_getresuid(call *c) {
    return put_three_users(c);
}

int64_t sys_getresgid(call *c) {
    return put_three_users(c);
}

/* Only what it is already; -1 leaves it. */
static int64_t set_users(const call *c, size_t num) {
    for (size_t i = 0; i < num; i++)
        if ((uint32_t)c->a[i] != USER && (uint32_t)c->a[i] != UINT32_MAX)
            return -L_EPERM;
    return 0;
}

int64_t sys_setuid(call *c) {
    return set_users(c, 1);
}

int64_t sys_setgid(call *c) {
    return set_users(c, 1);
}

int64_t sys_setreuid(call *c) {
    return set_users(c, 2);
}

int64_t sys_setregid(call *c) {
    return set_users(c, 2);
}

int64_t sys_setresuid(call *c) {
    return set_users(c, 3);
}

int64_t sys_setresgid(call *c) {
    return set_users(c, 3);
}

int64_t sys_getgroups(call *c) {
    (void)c;
    return 0;
}

int64_t sys_getpgid(call *c) {
    const rsp_process *p = c->a[0] ? rsp_machine_process(c->m, (uint32_t)c->a[0]) : c->p;
    return p ? (int64_t)p->family.group : -L_ESRCH;
}

int64_t sys_setpgid(call *c) {
    rsp_process *p = c->a[0] ? rsp_machine_process(c->m, (uint32_t)c->a[0]) : c->p;
    if (!p || (p != c->p && p->family.parent != c->p))
        return -L_ESRCH;
    p->family.group = c->a[1] ? (uint32_t)c->a[1] : pid_of(p);
    return 0;
}

int64_t sys_getsid(call *c) {
    const rsp_process *p = c->a[0] ? rsp_machine_process(c->m, (uint32_t)c->a[0]) : c->p;
    return p ? (int64_t)p->family.session : -L_ESRCH;
}

int64_t sys_setsid(call *c) {
    for (const rsp_process *p = c->m->first_process; p; p = p->next)
        if (p->family.group == pid_of(c->p))
            return -L_EPERM;
    c->p->family.group = c->p->family.session = pid_of(c->p);
    return pid_of(c->p);
}

/* --- limits --- */

static int64_t set_limit(call *c, resource_limit *limit) {
    uint8_t bytes[16];
    if (!space_copy_in(c->p->space, bytes, c->a[2], sizeof bytes))
        return -L_EFAULT;
    resource_limit wanted = {.now = le_load(bytes, 8), .most = le_load(bytes + 8, 8)};
    if (wanted.now > wanted.most)
        return -L_EINVAL;
    if (wanted.most > limit->most)
        return -L_EPERM;
    *limit = wanted;
    return 0;
}

int64_t sys_prlimit64(call *c) {
    rsp_process *p = c->a[0] ? rsp_machine_process(c->m, (uint32_t)c->a[0]) : c->p;
    if (!p || c->a[1] >= L_RLIMITS)
        return p ? -L_EINVAL : -L_ESRCH;
    resource_limit old = p->limits[c->a[1]];
    int64_t error = c->a[2] ? set_limit(c, &p->limits[c->a[1]]) : 0;
    return error || !c->a[3] ? error : put_pair(c, c->a[3], old.now, old.most);
}

/* --- usage --- */

int64_t sys_getrusage(call *c) {
    enum { USAGE_BYTES = 144, CHILDREN = -1 };
    uint8_t usage[USAGE_BYTES] = {0};
    uint64_t now = (int32_t)c->a[0] == CHILDREN ? 0 : now_ns(c->m);
    le_store(usage, 8, now / RSP_NS_PER_S);
    le_store(usage + 8, 8, now % RSP_NS_PER_S / RSP_NS_PER_US);
    return space_copy_out(c->p->space, c->a[1], usage, sizeof usage) ? 0 : -L_EFAULT;
}

int64_t sys_times(call *c) {
    enum { TICK_NS = 10000000 };
    uint8_t times[32] = {0};
    uint64_t ticks = now_ns(c->m) / TICK_NS;
    le_store(times, 8, ticks);
    if (c->a[0] && !space_copy_out(c->p->space, c->a[0], times, sizeof times))
        return -L_EFAULT;
    return (int64_t)ticks;
}

int64_t sys_sysinfo(call *c) {
    enum { INFO_BYTES = 112 };
    uint8_t info[INFO_BYTES] = {0};
    le_store(info, 8, now_ns(c->m) / RSP_NS_PER_S);
    le_store(info + 32, 8, (uint64_t)c->m->options.max_pages << PAGE_BITS); /* totalram */
    le_store(info + 40, 8, (uint64_t)c->m->pool.pages_left << PAGE_BITS);   /* freeram */
    le_store(info + 80, 2, rsp_machine_num_processes(c->m));                /* procs */
    le_store(info + 104, 4, 1);                                             /* mem_unit */
    return space_copy_out(c->p->space, c->a[0], info, sizeof info) ? 0 : -L_EFAULT;
}

/* --- scheduling --- */

int64_t sys_sched_getaffinity(call *c) {
    uint8_t mask[8] = {1};
    if (c->a[1] < sizeof mask || c->a[1] % 8)
        return -L_EINVAL;
    return space_copy_out(c->p->space, c->a[2], mask, sizeof mask) ? (int64_t)sizeof mask : -L_EFAULT;
}

/* There is one processor, the first. */
int64_t sys_sched_setaffinity(call *c) {
    uint8_t first;
    if (c->a[1] == 0)
        return -L_EINVAL;
    if (!space_copy_in(c->p->space, &first, c->a[2], sizeof first))
        return -L_EFAULT;
    return first & 1 ? 0 : -L_EINVAL;
}

int64_t sys_sched_getscheduler(call *c) {
    (void)c;
    return 0;
}

int64_t sys_sched_setscheduler(call *c) {
    return c->a[1] == 0 ? 0 : -L_EPERM;
}

int64_t sys_sched_getparam(call *c) {
    const uint32_t none = 0;
    return put_words(c, c->a[1], &none, 1);
}

int64_t sys_sched_setparam(call *c) {
    (void)c;
    return 0;
}

static int64_t real_time_or(const call *c, int64_t priority) {
    enum { FIFO = 1, ROUND_ROBIN = 2, DEADLINE = 6 };
    if (c->a[0] > DEADLINE)
        return -L_EINVAL;
    return c->a[0] == FIFO || c->a[0] == ROUND_ROBIN ? priority : 0;
}

int64_t sys_sched_get_priority_max(call *c) {
    return real_time_or(c, 99);
}

int64_t sys_sched_get_priority_min(call *c) {
    return real_time_or(c, 1);
}

int64_t sys_sched_rr_get_interval(call *c) {
    return put_pair(c, c->a[1], 0, c->m->options.quantum_insns);
}

int64_t sys_getpriority(call *c) {
    (void)c;
    return 20; /* as the kernel says for niceness 0 */
}

int64_t sys_setpriority(call *c) {
    (void)c;
    return 0;
}

int64_t sys_getcpu(call *c) {
    const uint32_t none = 0;
    int64_t error = c->a[0] ? put_words(c, c->a[0], &none, 1) : 0;
    return error || !c->a[1] ? error : put_words(c, c->a[1], &none, 1);
}

/* With one processor nobody sees another order. QUERY tells that each kind is there. */
int64_t sys_membarrier(call *c) {
    enum { QUERY = 0, ALL_KINDS = 0x1f };
    return c->a[0] == QUERY ? ALL_KINDS : 0;
}

int64_t sys_riscv_flush_icache(call *c) {
    code_drop_all(c->p->space);
    return 0;
}

int64_t sys_personality(call *c) {
    (void)c;
    return 0;
}

/* What C libraries try first and then do without: no news for `monitor syscalls`. */
#define LEFT_OUT(name)            \
    int64_t sys_##name(call *c) { \
        (void)c;                  \
        return -L_ENOSYS;         \
    }
LEFT_OUT(rseq)
LEFT_OUT(clone3)
LEFT_OUT(riscv_hwprobe)
LEFT_OUT(copy_file_range)
LEFT_OUT(openat2)
