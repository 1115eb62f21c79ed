/* The child writes to a variable that is watched by a debug register, and ends: it stops in between, or not.
 * Where nobody may be traced, or the machine is none that is known here, there is no answer.
 * See host_watch.h. Source: Intel SDM, volume 3, Debug Registers; ptrace(2). */
/* SPDX-License-Identifier: MIT */
#include "stubs/host_watch.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <sys/user.h>

#define ARCHITECTURE "x86-64"

enum {
    DR7_LOCAL_0 = 1u << 0,
    DR7_WRITE_0 = 1u << 16,
    DR7_FOUR_BYTES_0 = 3u << 18,
};

static volatile int watched;

static _Noreturn void write_watched(void) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
        _exit(1);
    (void)raise(SIGSTOP);
    watched = 1;
    _exit(0);
}

static bool poke(pid_t child, size_t number, unsigned long value) {
    const size_t at = offsetof(struct user, u_debugreg) + number * sizeof value;
    return ptrace(PTRACE_POKEUSER, child, (void *)at, (void *)value) ==
           0; /* NOLINT: that is how it is called */
}

static bool await(pid_t child, int *out_status) {
    pid_t got;
    do
        got = waitpid(child, out_status, 0);
    while (got < 0 && errno == EINTR);
    return got == child;
}

/* The child stands at its SIGSTOP. Whether it writes without being stopped. */
static bool writes_unseen(pid_t child, int *status) {
    if (!poke(child, 0, (unsigned long)&watched) ||
        !poke(child, 7, DR7_LOCAL_0 | DR7_WRITE_0 | DR7_FOUR_BYTES_0) ||
        ptrace(PTRACE_CONT, child, NULL, NULL) != 0 || !await(child, status))
        return false;
    return WIFEXITED(*status) && WEXITSTATUS(*status) == 0;
}

static bool never_fires(void) {
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        write_watched();
    if (child < 0 || !await(child, &status))
        return false;
    const bool never = WIFSTOPPED(status) && writes_unseen(child, &status);
    if (!WIFEXITED(status) && !WIFSIGNALED(status)) {
        (void)kill(child, SIGKILL);
        (void)await(child, &status);
    }
    return never;
}

#else

#define ARCHITECTURE ""

static bool never_fires(void) {
    return false;
}

#endif

/* Whether it runs on this machine, as far as its address tells. The program of our own stub is emulated. */
static bool is_here(const stub_config *stub) {
    const rsp_address *at = &stub->address;
    if (stub->in_process || stub->embedded)
        return false;
    if (stub_config_is_ours(stub) || at->kind == RSP_ADDRESS_UNIX)
        return true;
    return at->kind == RSP_ADDRESS_TCP && (strcmp(at->host, "localhost") == 0 ||
                                           strcmp(at->host, "::1") == 0 || strncmp(at->host, "127.", 4) == 0);
}

const char *host_watch_trouble(const stub_config *stub, const char *architecture) {
    if (!is_here(stub) || strcmp(architecture, ARCHITECTURE) != 0 || !never_fires())
        return NULL;
    return "a watchpoint of this machine itself never fires: it has no debug registers, so no stub here can "
           "use them";
}
