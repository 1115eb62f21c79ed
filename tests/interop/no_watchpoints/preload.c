/* A machine that takes debug registers and has none, as some virtual machines are. What writes them is told
 * that it was done. Preloaded into whoever traces.
 * See no_watchpoints.py. */
/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/user.h>

long ptrace(enum __ptrace_request request, ...) {
    static long (*real)(enum __ptrace_request, ...);
    va_list list;
    va_start(list, request);
    const int pid = va_arg(list, int);
    void *addr = va_arg(list, void *);
    void *data = va_arg(list, void *);
    va_end(list);
    if (!real)
        *(void **)(&real) = dlsym(RTLD_NEXT, "ptrace");
    const uintptr_t at = (uintptr_t)addr;
    if (request == PTRACE_POKEUSER && at >= offsetof(struct user, u_debugreg) &&
        at < offsetof(struct user, u_debugreg) + sizeof((struct user *)0)->u_debugreg)
        return 0;
    return real(request, pid, addr, data);
}
