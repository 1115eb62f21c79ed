/* Raises signals that it handles, ignores and handles again.
 * SIGUSR1 five times to a handler, SIGUSR2 ignored, then both handled; prints what arrived.
 * Break in: on_signal, raise_one. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

volatile int usr1_count;
volatile int usr2_count;
volatile int last_signal;

NOINLINE void on_signal(int number) {
    last_signal = number;
    if (number == SIGUSR1)
        usr1_count++;
    else
        usr2_count++;
}

NOINLINE void raise_one(int number) {
    raise(number);
}

int main(void) {
    signal(SIGUSR1, on_signal);
    signal(SIGUSR2, SIG_IGN);
    for (int i = 0; i < 5; i++)
        raise_one(SIGUSR1);
    raise_one(SIGUSR2);
    signal(SIGUSR2, on_signal);
    raise_one(SIGUSR2);
    print_line("SIGUSR1", usr1_count);
    print_line("SIGUSR2", usr2_count);
    return usr1_count == 5 && usr2_count == 1 ? 0 : 1;
}
