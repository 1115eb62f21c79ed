/* The system calls that the machine answers: one row each, number and name.
 * A handler gets the arguments and gives the result, or says that the call waits or has no result.
 * Anything else is -ENOSYS. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_SYSCALL_H
#define RSP_MACHINE_SYSCALL_H

#include "core/limits.h"
#include "kernel.h"

/* X(number of RISC-V Linux, name) */
#define SYSCALL_LIST(X)            \
    X(17, getcwd)                  \
    X(19, eventfd2)                \
    X(20, epoll_create1)           \
    X(21, epoll_ctl)               \
    X(22, epoll_pwait)             \
    X(23, dup)                     \
    X(24, dup3)                    \
    X(25, fcntl)                   \
    X(29, ioctl)                   \
    X(32, flock)                   \
    X(34, mkdirat)                 \
    X(35, unlinkat)                \
    X(36, symlinkat)               \
    X(37, linkat)                  \
    X(43, statfs)                  \
    X(44, fstatfs)                 \
    X(45, truncate)                \
    X(46, ftruncate)               \
    X(47, fallocate)               \
    X(48, faccessat)               \
    X(49, chdir)                   \
    X(50, fchdir)                  \
    X(52, fchmod)                  \
    X(53, fchmodat)                \
    X(54, fchownat)                \
    X(55, fchown)                  \
    X(56, openat)                  \
    X(57, close)                   \
    X(59, pipe2)                   \
    X(61, getdents64)              \
    X(62, lseek)                   \
    X(63, read)                    \
    X(64, write)                   \
    X(65, readv)                   \
    X(66, writev)                  \
    X(67, pread64)                 \
    X(68, pwrite64)                \
    X(72, pselect6)                \
    X(73, ppoll)                   \
    X(78, readlinkat)              \
    X(79, newfstatat)              \
    X(80, fstat)                   \
    X(81, sync)                    \
    X(82, fsync)                   \
    X(83, fdatasync)               \
    X(85, timerfd_create)          \
    X(86, timerfd_settime)         \
    X(87, timerfd_gettime)         \
    X(88, utimensat)               \
    X(92, personality)             \
    X(93, exit)                    \
    X(94, exit_group)              \
    X(95, waitid)                  \
    X(96, set_tid_address)         \
    X(98, futex)                   \
    X(99, set_robust_list)         \
    X(100, get_robust_list)        \
    X(101, nanosleep)              \
    X(102, getitimer)              \
    X(103, setitimer)              \
    X(107, timer_create)           \
    X(108, timer_gettime)          \
    X(109, timer_getoverrun)       \
    X(110, timer_settime)          \
    X(111, timer_delete)           \
    X(112, clock_settime)          \
    X(113, clock_gettime)          \
    X(114, clock_getres)           \
    X(115, clock_nanosleep)        \
    X(118, sched_setparam)         \
    X(119, sched_setscheduler)     \
    X(120, sched_getscheduler)     \
    X(121, sched_getparam)         \
    X(122, sched_setaffinity)      \
    X(123, sched_getaffinity)      \
    X(124, sched_yield)            \
    X(125, sched_get_priority_max) \
    X(126, sched_get_priority_min) \
    X(127, sched_rr_get_interval)  \
    X(129, kill)                   \
    X(130, tkill)                  \
    X(131, tgkill)                 \
    X(132, sigaltstack)            \
    X(133, rt_sigsuspend)          \
    X(134, rt_sigaction)           \
    X(135, rt_sigprocmask)         \
    X(136, rt_sigpending)          \
    X(137, rt_sigtimedwait)        \
    X(138, rt_sigqueueinfo)        \
    X(139, rt_sigreturn)           \
    X(140, setpriority)            \
    X(141, getpriority)            \
    X(143, setregid)               \
    X(144, setgid)                 \
    X(145, setreuid)               \
    X(146, setuid)                 \
    X(147, setresuid)              \
    X(148, getresuid)              \
    X(149, setresgid)              \
    X(150, getresgid)              \
    X(153, times)                  \
    X(154, setpgid)                \
    X(155, getpgid)                \
    X(156, getsid)                 \
    X(157, setsid)                 \
    X(158, getgroups)              \
    X(160, uname)                  \
    X(165, getrusage)              \
    X(166, umask)                  \
    X(167, prctl)                  \
    X(168, getcpu)                 \
    X(169, gettimeofday)           \
    X(172, getpid)                 \
    X(173, getppid)                \
    X(174, getuid)                 \
    X(175, geteuid)                \
    X(176, getgid)                 \
    X(177, getegid)                \
    X(178, gettid)                 \
    X(179, sysinfo)                \
    X(198, socket)                 \
    X(199, socketpair)             \
    X(204, getsockname)            \
    X(205, getpeername)            \
    X(206, sendto)                 \
    X(207, recvfrom)               \
    X(208, setsockopt)             \
    X(209, getsockopt)             \
    X(210, shutdown)               \
    X(211, sendmsg)                \
    X(212, recvmsg)                \
    X(214, brk)                    \
    X(215, munmap)                 \
    X(216, mremap)                 \
    X(220, clone)                  \
    X(221, execve)                 \
    X(222, mmap)                   \
    X(223, fadvise64)              \
    X(226, mprotect)               \
    X(227, msync)                  \
    X(228, mlock)                  \
    X(229, munlock)                \
    X(230, mlockall)               \
    X(231, munlockall)             \
    X(233, madvise)                \
    X(240, rt_tgsigqueueinfo)      \
    X(258, riscv_hwprobe)          \
    X(259, riscv_flush_icache)     \
    X(260, wait4)                  \
    X(261, prlimit64)              \
    X(276, renameat2)              \
    X(278, getrandom)              \
    X(283, membarrier)             \
    X(285, copy_file_range)        \
    X(291, statx)                  \
    X(293, rseq)                   \
    X(435, clone3)                 \
    X(436, close_range)            \
    X(437, openat2)                \
    X(439, faccessat2)             \
    X(441, epoll_pwait2)

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

/* A call that does much work takes as many instructions' time. */
static inline void call_charge(const call *c, uint64_t insns) {
    c->m->insns += insns;
}

#endif
