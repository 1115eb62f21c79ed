/* Runs the program, reports its end, adopts its orphans, and kills them all, or the program, on request.
 * Only async-signal-safe calls, here and between fork and exec.
 * See supervisor.h. */
/* SPDX-License-Identifier: MIT */
#include "supervisor.h"

#include "descriptor.h"
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <rsp/bytes.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ; /* not every system's unistd.h has it */

/* --- the program --- */

void rsp_reset_signals(void) {
    sigset_t none;
    (void)sigemptyset(&none);
    for (int sig = 1; sig < 32; sig++)
        if (sig != SIGKILL && sig != SIGSTOP)
            (void)signal(sig, SIG_DFL);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void run_program(const rsp_launch *l) {
    rsp_system_die_with_parent();
    (void)setsid();
    rsp_reset_signals();
    bool ok = dup2(l->in, 0) >= 0 && dup2(l->out, 1) >= 0 && dup2(l->err, 2) >= 0;
    rsp_system_close_from(3, true);
    environ = l->environment;
    if (ok && (!l->cwd || chdir(l->cwd) == 0))
        (void)execvp(l->argv[0], (char *const *)(uintptr_t)l->argv);
    int why = errno;
    (void)!write(l->report, &why, sizeof why);
    _exit(127);
}

/* --- its parent --- */

enum { SUPERVISOR_LIFE = 3, SUPERVISOR_STATUS, SUPERVISOR_WAKE, SUPERVISOR_WOKEN, SUPERVISOR_FREE };

static void on_child(int number) {
    int why = errno;
    (void)number;
    (void)!write(SUPERVISOR_WAKE, "", 1);
    errno = why;
}

static void tell(long value) {
    const rsp_news n = {.value = value};
    (void)!write(SUPERVISOR_STATUS, &n, sizeof n);
}

/* Reaps all that have ended; reports the end of the program. True: it was among them. */
static bool reap(pid_t program) {
    bool ended = false;
    int how = 0;
    for (pid_t pid = waitpid(-1, &how, WNOHANG); pid > 0; pid = waitpid(-1, &how, WNOHANG))
        if (pid == program) {
            tell(WIFEXITED(how) ? WEXITSTATUS(how) : -WTERMSIG(how));
            ended = true;
        }
    return ended;
}

/* A dead process leaves its children to us, so killing our children again and again reaches everybody. */
static _Noreturn void end_everybody(pid_t program) {
    for (;;) {
        if (!rsp_system_kill_children())
            (void)kill(-program, SIGKILL);
        if (waitpid(-1, NULL, 0) < 0 && errno != EINTR)
            _exit(0);
    }
}

/* Its number may be another's once it was reaped. */
static _Noreturn void end_program(pid_t program, bool ended) {
    if (!ended)
        (void)kill(program, SIGKILL);
    while (!ended && waitpid(program, NULL, 0) < 0 && errno == EINTR)
        ;
    _exit(0);
}

static bool is_to_leave(void) {
    char byte = 0;
    return read(SUPERVISOR_LIFE, &byte, 1) == 1 && byte == *RSP_LIFE_LEAVE;
}

static _Noreturn void watch_over(pid_t program) {
    struct pollfd fds[] = {{.fd = SUPERVISOR_LIFE, .events = POLLIN},
                           {.fd = SUPERVISOR_WOKEN, .events = POLLIN}};
    char drop[64];
    bool ended = false;
    for (;;) {
        ended = reap(program) || ended;
        (void)poll(fds, 2, -1);
        if (fds[1].revents)
            (void)!read(SUPERVISOR_WOKEN, drop, sizeof drop);
        if (fds[0].revents && is_to_leave())
            end_program(program, ended);
        if (fds[0].revents)
            end_everybody(program);
    }
}

/* Puts the supervisor's descriptors at their fixed places and closes the others. */
static bool arrange(const rsp_launch *l, const int wake[2]) {
    const int from[] = {l->null, l->null, l->null, l->life, l->status, wake[1], wake[0]};
    int high[RSP_ARRAY_LEN(from)];
    for (size_t i = 0; i < RSP_ARRAY_LEN(from); i++) {
        high[i] = fcntl(from[i], F_DUPFD, 64);
        if (high[i] < 0)
            return false;
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(from); i++)
        if (dup2(high[i], (int)i) < 0)
            return false;
    rsp_system_close_from(SUPERVISOR_FREE, false);
    return true;
}

void rsp_supervise(const rsp_launch *l) {
    int wake[2];
    struct sigaction action = {.sa_handler = on_child, .sa_flags = SA_RESTART | SA_NOCLDSTOP};
    (void)setsid();
    rsp_reset_signals();
    (void)signal(SIGPIPE, SIG_IGN);
    rsp_system_adopt_orphans();
    pid_t program = pipe(wake) == 0 ? fork() : -1;
    if (program == 0)
        run_program(l);
    if (program < 0 || !rsp_set_flags(wake[0], true) || !rsp_set_flags(wake[1], true) || !arrange(l, wake)) {
        int why = errno;
        (void)!write(l->report, &why, sizeof why);
        if (program > 0)
            end_everybody(program);
        _exit(127);
    }
    tell((long)program);
    (void)sigaction(SIGCHLD, &action, NULL);
    watch_over(program);
}
