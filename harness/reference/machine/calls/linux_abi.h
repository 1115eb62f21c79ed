/* Numbers of the Linux user-mode interface of RISC-V: errors, signals, flags, structure sizes.
 * Written down here because the host's own headers may differ.
 * Source: include/uapi/asm-generic of Linux. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_LINUX_ABI_H
#define RSP_MACHINE_LINUX_ABI_H

#include <stdint.h>

enum {
    L_EPERM = 1,
    L_ENOENT = 2,
    L_ESRCH = 3,
    L_EINTR = 4,
    L_EIO = 5,
    L_ENXIO = 6,
    L_E2BIG = 7,
    L_ENOEXEC = 8,
    L_EBADF = 9,
    L_ECHILD = 10,
    L_EAGAIN = 11,
    L_ENOMEM = 12,
    L_EACCES = 13,
    L_EFAULT = 14,
    L_EBUSY = 16,
    L_EEXIST = 17,
    L_EXDEV = 18,
    L_ENOTDIR = 20,
    L_EISDIR = 21,
    L_EINVAL = 22,
    L_ENFILE = 23,
    L_EMFILE = 24,
    L_ENOTTY = 25,
    L_EFBIG = 27,
    L_ENOSPC = 28,
    L_ESPIPE = 29,
    L_EROFS = 30,
    L_EPIPE = 32,
    L_ERANGE = 34,
    L_EDEADLK = 35,
    L_ENAMETOOLONG = 36,
    L_ENOSYS = 38,
    L_ENOTEMPTY = 39,
    L_ELOOP = 40,
    L_ENODEV = 19,
    L_ENOTSOCK = 88,
    L_EMSGSIZE = 90,
    L_ENOPROTOOPT = 92,
    L_EOPNOTSUPP = 95,
    L_EAFNOSUPPORT = 97,
    L_ETIMEDOUT = 110,
};

enum {
    SIGNALS = 64,
    L_SIGHUP = 1,
    L_SIGILL = 4,
    L_SIGTRAP = 5,
    L_SIGBUS = 7,
    L_SIGKILL = 9,
    L_SIGSEGV = 11,
    L_SIGPIPE = 13,
    L_SIGALRM = 14,
    L_SIGCHLD = 17,
    L_SIGCONT = 18,
    L_SIGSTOP = 19,
    L_SIGTSTP = 20,
    L_SIGTTIN = 21,
    L_SIGTTOU = 22,
    L_SIGURG = 23,
    L_SIGVTALRM = 26,
    L_SIGPROF = 27,
    L_SIGWINCH = 28,
    L_SIGRTMIN = 32,
};

#define SIGNAL_BIT(n) (UINT64_C(1) << ((n)-1))
#define SIGNALS_STOP \
    (SIGNAL_BIT(L_SIGSTOP) | SIGNAL_BIT(L_SIGTSTP) | SIGNAL_BIT(L_SIGTTIN) | SIGNAL_BIT(L_SIGTTOU))
#define SIGNALS_IGNORED \
    (SIGNAL_BIT(L_SIGCHLD) | SIGNAL_BIT(L_SIGCONT) | SIGNAL_BIT(L_SIGURG) | SIGNAL_BIT(L_SIGWINCH))
#define SIGNALS_UNBLOCKABLE (SIGNAL_BIT(L_SIGKILL) | SIGNAL_BIT(L_SIGSTOP))

/* si_code */
enum {
    L_SI_USER = 0,
    L_SI_KERNEL = 0x80,
    L_SI_TKILL = -6,
    L_SI_TIMER = -2,
    L_ILL_ILLOPC = 1,
    L_TRAP_BRKPT = 1,
    L_BUS_ADRALN = 1,
    L_SEGV_MAPERR = 1,
    L_SEGV_ACCERR = 2,
    L_CLD_EXITED = 1,
    L_CLD_KILLED = 2,
    L_CLD_DUMPED = 3,
    L_CLD_STOPPED = 5,
    L_CLD_CONTINUED = 6,
};

#define L_SIG_DFL UINT64_C(0)
#define L_SIG_IGN UINT64_C(1)
#define L_SA_NOCLDSTOP UINT64_C(0x1)
#define L_SA_NOCLDWAIT UINT64_C(0x2)
#define L_SA_ONSTACK UINT64_C(0x08000000)
#define L_SA_RESTART UINT64_C(0x10000000)
#define L_SA_NODEFER UINT64_C(0x40000000)
#define L_SA_RESETHAND UINT64_C(0x80000000)
enum { L_SS_ONSTACK = 1, L_SS_DISABLE = 2, L_MINSIGSTKSZ = 2048 };

#define L_CLONE_VM UINT64_C(0x100)
#define L_CLONE_FILES UINT64_C(0x400)
#define L_CLONE_VFORK UINT64_C(0x4000)
#define L_CLONE_THREAD UINT64_C(0x10000)
#define L_CLONE_UNTRACED UINT64_C(0x800000)
#define L_CLONE_SETTLS UINT64_C(0x80000)
#define L_CLONE_PARENT_SETTID UINT64_C(0x100000)
#define L_CLONE_CHILD_CLEARTID UINT64_C(0x200000)
#define L_CLONE_CHILD_SETTID UINT64_C(0x1000000)

enum {
    L_WNOHANG = 1,
    L_WUNTRACED = 2,
    L_WEXITED = 4,
    L_WCONTINUED = 8,
    L_WNOWAIT = 0x1000000,
    L_W_CORE = 0x80
};
enum { L_PROT_READ = 1, L_PROT_WRITE = 2, L_PROT_EXEC = 4 };
enum { L_MAP_SHARED = 1, L_MAP_PRIVATE = 2, L_MAP_FIXED = 0x10, L_MAP_ANONYMOUS = 0x20 };
#define L_MAP_FIXED_NOREPLACE UINT64_C(0x100000)
enum {
    L_O_WRONLY = 1,
    L_O_RDWR = 2,
    L_O_ACCMODE = 3,
    L_O_CREAT = 0x40,
    L_O_EXCL = 0x80,
    L_O_TRUNC = 0x200,
    L_O_APPEND = 0x400,
    L_O_NONBLOCK = 0x800,
    L_O_DIRECTORY = 0x10000,
    L_O_NOFOLLOW = 0x20000,
    L_O_CLOEXEC = 0x80000,
    L_O_PATH = 0x200000,
};
enum { L_AT_SYMLINK_NOFOLLOW = 0x100, L_AT_REMOVEDIR = 0x200, L_AT_EMPTY_PATH = 0x1000 };
enum {
    L_POLLIN = 1,
    L_POLLOUT = 4,
    L_POLLERR = 8,
    L_POLLHUP = 0x10,
    L_POLLNVAL = 0x20,
    L_POLLRDHUP = 0x2000
};
enum { L_RLIMIT_STACK = 3, L_RLIMIT_NOFILE = 7, L_RLIMITS = 16 };
enum { L_AT_FDCWD = -100 };
enum {
    L_S_IFREG = 0x8000,
    L_S_IFCHR = 0x2000,
    L_S_IFDIR = 0x4000,
    L_S_IFLNK = 0xa000,
    L_S_IFIFO = 0x1000,
    L_S_IFSOCK = 0xc000
};
enum { L_PR_SET_NAME = 15, L_PR_GET_NAME = 16 };

enum {
    L_FUTEX_WAIT = 0,
    L_FUTEX_WAKE = 1,
    L_FUTEX_REQUEUE = 3,
    L_FUTEX_CMP_REQUEUE = 4,
    L_FUTEX_WAKE_OP = 5,
    L_FUTEX_LOCK_PI = 6,
    L_FUTEX_UNLOCK_PI = 7,
    L_FUTEX_TRYLOCK_PI = 8,
    L_FUTEX_WAIT_BITSET = 9,
    L_FUTEX_WAKE_BITSET = 10,
    L_FUTEX_LOCK_PI2 = 13,
    L_FUTEX_PRIVATE = 128,
    L_FUTEX_CLOCK_REALTIME = 256,
};
enum { L_FUTEX_OP_SET, L_FUTEX_OP_ADD, L_FUTEX_OP_OR, L_FUTEX_OP_ANDN, L_FUTEX_OP_XOR };
enum { L_FUTEX_CMP_EQ, L_FUTEX_CMP_NE, L_FUTEX_CMP_LT, L_FUTEX_CMP_LE, L_FUTEX_CMP_GT, L_FUTEX_CMP_GE };
#define L_FUTEX_OP_SHIFT UINT32_C(0x80000000) /* the operand is the number of a bit */
#define L_FUTEX_WAITERS UINT32_C(0x80000000)  /* of the word of a lock */
#define L_FUTEX_OWNER_DIED UINT32_C(0x40000000)
#define L_FUTEX_TID_MASK UINT32_C(0x3fffffff)

enum { L_CLOCK_REALTIME = 0, L_CLOCK_LAST = 11, L_TIMER_ABSTIME = 1 };

enum {
    L_AT_NULL = 0,
    L_AT_PHDR = 3,
    L_AT_PHENT = 4,
    L_AT_PHNUM = 5,
    L_AT_PAGESZ = 6,
    L_AT_BASE = 7,
    L_AT_FLAGS = 8,
    L_AT_ENTRY = 9,
    L_AT_UID = 11,
    L_AT_EUID = 12,
    L_AT_GID = 13,
    L_AT_EGID = 14,
    L_AT_HWCAP = 16,
    L_AT_CLKTCK = 17,
    L_AT_SECURE = 23,
    L_AT_RANDOM = 25,
    L_AT_EXECFN = 31,
};

#endif
