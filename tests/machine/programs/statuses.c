/* Every way a child can end, as wait4 tells it: exit codes, signals, stops and continuations.
 * Also waiting for nobody, without hanging, and for the wrong one.
 * SIGCHLD arrives with the child's data. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

enum { NOHANG = 1, UNTRACED = 2, CONTINUED = 8 };
static volatile int children, child_code, child_status;

static void on_child(int number, void *info, void *context) {
    (void)number;
    (void)context;
    children++;
    child_code = info_code(info);
    child_status = ((int *)info)[6];
}

static void ends(const char *how, int code, int number) {
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        if (number)
            kill(getpid(), number);
        _exit(code);
    }
    print_line(how, waitpid(child, &status, 0) == child);
    print_line(" status", status & ~0x80);
    print_line(" SIGCHLD", children);
    print_line(" code", child_code > 2 ? 2 : child_code);
    print_line(" value", child_status);
}

int main(void) {
    int status = -1;
    act(SIGCHLD, (void *)on_child, SA_SIGINFO_ | SA_RESTART_, 0);
    ends("exit 0", 0, 0);
    ends("exit 300", 300, 0);
    ends("exit -1", -1, 0);
    ends("SIGTERM", 0, SIGTERM);
    ends("SIGKILL", 0, SIGKILL);
    ends("SIGUSR1", 0, SIGUSR1);
    print_line("nobody", waitpid(-1, &status, 0));
    pid_t child = fork();
    if (child == 0) {
        sleep_ms(200);
        kill(getpid(), SIGSTOP);
        sleep_ms(200);
        _exit(5);
    }
    print_line("not yet", waitpid(child, &status, NOHANG));
    print_line("not a child", waitpid(getpid(), &status, 0));
    print_line("stopped", waitpid(child, &status, UNTRACED) == child);
    print_line(" status", status);
    print_line("only once", waitpid(child, &status, UNTRACED | NOHANG));
    kill(child, SIGCONT);
    print_line("continued", waitpid(child, &status, CONTINUED) == child);
    print_line(" status", status);
    print_line("ended", waitpid(child, &status, 0) == child);
    print_line(" status", status);
    return 300 - 258;
}
