/* The system calls that the machine answers: one row each, number and name.
 * A handler gets the arguments and gives the result, or says that the call waits or has no result.
 * Anything else is -ENOSYS. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_SYSCALL_H
#define RSP_MACHINE_SYSCALL_H

#include "core/limits.h"
#include "kernel.h"

/* X(number of RISC-V Linux, name) */
#define SYSCALL_LIST(X)     \
    X(17, getcwd)           \
    X(23, dup)              \
    X(24, dup3)             \
    X(25, fcntl)            \
    X(29, ioctl)            \
    X(48, faccessat)        \
    X(49, chdir)            \
    X(56, openat)           \
    X(57, close)            \
    X(62, lseek)            \
    X(63, read)             \
    X(64, write)            \
    X(65, readv)            \
    X(66, writev)           \
    X(67, pread64)          \
    X(78, readlinkat)       \
    X(79, newfstatat)       \
    X(80, fstat)            \
    X(93, exit)             \
    X(94, exit_group)       \
    X(96, set_tid_address)  \
    X(98, futex)            \
    X(99, set_robust_list)  \
    X(101, nanosleep)       \
    X(113, clock_gettime)   \
    X(114, clock_getres)    \
    X(115, clock_nanosleep) \
    X(124, sched_yield)     \
    X(129, kill)            \
    X(130, tkill)           \
    X(131, tgkill)          \
    X(132, sigaltstack)     \
    X(133, rt_sigsuspend)   \
    X(134, rt_sigaction)    \
    X(135, rt_sigprocmask)  \
    X(136, rt_sigpending)   \
    X(139, rt_sigreturn)    \
    X(154, setpgid)         \
    X(155, getpgid)         \
    X(160, uname)           \
    X(167, prctl)           \
    X(169, gettimeofday)    \
    X(172, getpid)          \
    X(173, getppid)         \
    X(174, getuid)          \
    X(175, geteuid)         \
    X(176, getgid)          \
    X(177, getegid)         \
    X(178, gettid)          \
    X(214, brk)             \
    X(215, munmap)          \
    X(220, clone)           \
    X(221, execve)          \
    X(222, mmap)            \
    X(226, mprotect)        \
    X(233, madvise)         \
    X(260, wait4)           \
    X(278, getrandom)

typedef struct call {
    rsp_machine *m;
    rsp_process *p;
    rsp_thread *t;
    uint64_t a[6];
} call;

/* Results that are none. */
#define CALL_WAITS INT64_MIN          /* wait_begin was called; pc stays at the ecall */
#define CALL_REPLACED (INT64_MIN + 1) /* all registers are new */
#define CALL_GONE (INT64_MIN + 2)     /* the thread does not exist any more */

#define SYSCALL_DECLARE(number, name) int64_t sys_##name(call *c);
SYSCALL_LIST(SYSCALL_DECLARE)
#undef SYSCALL_DECLARE

/* An ecall at pc. The thread may be gone afterwards. */
void syscall_execute(rsp_thread *t);

/* A path argument made absolute: 0 or a negative error. */
int64_t call_path(const call *c, uint64_t address, char out[RSP_LIMIT_MACHINE_PATH_BYTES]);

/* A call that does much work takes as many instructions' time. */
static inline void call_charge(const call *c, uint64_t insns) {
    c->m->insns += insns;
}

#endif
