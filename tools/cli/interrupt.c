/* The signal handlers of the program: the user's, the terminal's, and the clock's for runs with a time limit.
 * They set a flag; the user's puts the default action back, so that a second signal is final.
 * Waits in progress end with EINTR, as SA_RESTART is not set. */
/* SPDX-License-Identifier: MIT */
#include "cli/interrupt.h"

#include <rsp/clock.h>
#include <stddef.h>
#include <sys/time.h>

static volatile sig_atomic_t interrupted;
static volatile sig_atomic_t time_over;

static void on_signal(int number) {
    (void)number;
    interrupted = 1;
}

static bool is_ignored(int number) {
    struct sigaction now = {0};
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void interrupt_catch(void) {
    struct sigaction action = {0};
    action.sa_handler = on_signal;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    /* The terminal was closed: shell and kernel both say so, and the second does not mean more. `nohup` has
     * it ignored, and so it stays. */
    action.sa_flags = 0;
    if (!is_ignored(SIGHUP))
        (void)sigaction(SIGHUP, &action, NULL);
}

void interrupt_catch_quit(void) {
    struct sigaction action = {0};
    action.sa_handler = on_signal;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    (void)sigaction(SIGQUIT, &action, NULL);
}

void interrupt_forget(void) {
    interrupted = 0;
    interrupt_catch();
}

static void on_alarm(int number) {
    (void)number;
    if (!interrupted)
        time_over = 1;
    interrupted = 1;
}

void interrupt_after(uint64_t ns) {
    struct sigaction action = {0};
    const uint64_t us = (ns + RSP_NS_PER_US - 1) / RSP_NS_PER_US;
    const struct itimerval timer = {
        .it_value = {.tv_sec = (time_t)(us / 1000000), .tv_usec = (suseconds_t)(us % 1000000)}};
    action.sa_handler = on_alarm;
    sigemptyset(&action.sa_mask);
    (void)sigaction(SIGALRM, &action, NULL);
    (void)setitimer(ITIMER_REAL, &timer, NULL);
}

void interrupt_now(void) {
    interrupted = 1;
}

bool interrupt_by_time(void) {
    return time_over != 0;
}

const volatile sig_atomic_t *interrupt_flag(void) {
    return &interrupted;
}
