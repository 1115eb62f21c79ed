/* The one signal handler of the program.
 * It sets a flag and puts the default action back, so that a second signal is final.
 * Waits in progress end with EINTR, as SA_RESTART is not set. */
/* SPDX-License-Identifier: MIT */
#include "interrupt.h"

#include <stddef.h>

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
    (void)number;
    interrupted = 1;
}

void interrupt_catch(void) {
    struct sigaction action = {0};
    action.sa_handler = on_signal;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
}

const volatile sig_atomic_t *interrupt_flag(void) {
    return &interrupted;
}
