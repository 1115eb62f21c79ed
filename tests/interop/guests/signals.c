/* Signals of the C library: handlers, a fault that is survived, alarm, children, sigwait, abort.
 * Built for RISC-V Linux, static and dynamic, and run on the reference stub and under qemu-riscv64.
 * It prints what does not depend on time. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static sigjmp_buf back;
static volatile sig_atomic_t last;

static void note(int number, siginfo_t *info, void *context) {
    (void)context;
    last = number;
    if (number == SIGSEGV) {
        printf("fault at %p\n", info->si_addr);
        fflush(stdout);
        siglongjmp(back, 1);
    }
}

static int end_of(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        continue;
    return status;
}

int main(void) {
    struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
    const int numbers[] = {SIGUSR1, SIGSEGV, SIGALRM, SIGCHLD};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        sigaction(numbers[i], &action, NULL);
    raise(SIGUSR1);
    printf("raised %d\n", (int)last);
    if (!sigsetjmp(back, 1))
        *(volatile int *)16 = 1;
    alarm(1);
    pause();
    printf("alarm %d\n", (int)last);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(5);
    int status = end_of(child);
    printf("child %d, signal %d\n", WEXITSTATUS(status), (int)last);
    fflush(stdout);
    child = fork();
    if (child == 0)
        abort();
    printf("aborted by %d\n", WTERMSIG(end_of(child)));
    sigset_t set;
    int number = 0;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR2);
    sigwait(&set, &number);
    printf("waited for %d\n", number);
    fflush(stdout);
    raise(SIGTERM);
    return 0;
}
