/* Signals that interrupt waiting: sigsuspend, nanosleep with the rest of the time, wait4 restarted or not.
 * A child sends them after a pause.
 * Prints results and masks. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static volatile int seen;

static void on_signal(int number) {
    seen = number;
}

static pid_t child_that_signals(int number, int then_sleep) {
    pid_t child = fork();
    if (child == 0) {
        sleep_ms(250);
        kill(getppid(), number);
        sleep_ms(then_sleep);
        _exit(7);
    }
    return child;
}

int main(void) {
    int status = 0;
    u64 none = 0, old;
    act(SIGUSR1, (void *)on_signal, 0, 0);
    block(BLOCK, BIT(SIGUSR1), NULL);
    pid_t child = child_that_signals(SIGUSR1, 1);
    print_line("sigsuspend", syscall(133, (long)&none, 8L, 0L, 0L, 0L, 0L));
    print_line("seen", seen);
    block(BLOCK, 0, &old);
    print_hash("mask", old);
    block(UNBLOCK, BIT(SIGUSR1), NULL);
    print_line("reaped", waitpid(child, &status, 0) == child);

    child = child_that_signals(SIGUSR1, 1);
    struct timespec t = {2, 0}, left = {0, 0};
    print_line("nanosleep", nanosleep(&t, &left));
    print_line("left over a second", left.tv_sec == 1);
    waitpid(child, &status, 0);

    child = child_that_signals(SIGUSR1, 600);
    print_line("wait4 interrupted", waitpid(child, &status, 0));
    waitpid(child, &status, 0);

    act(SIGUSR1, (void *)on_signal, SA_RESTART_, 0);
    child = child_that_signals(SIGUSR1, 600);
    print_line("wait4 restarted", waitpid(child, &status, 0) == child);
    print_line("status", status);
    return 0;
}
