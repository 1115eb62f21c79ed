/* Dies of SIGTRAP at a compiled-in breakpoint, after having handled the first.
 * The handler sees code TRAP_BRKPT and steps over it.
 * The exit status tells the signal. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static void on_trap(int number, void *info, void *context) {
    print_line("signal", number);
    print_line("code", info_code(info));
    context_regs(context)[0] += 4;
    act(SIGTRAP, NULL, 0, 0);
}

int main(void) {
    act(SIGTRAP, (void *)on_trap, SA_SIGINFO_, 0);
    TRAP();
    print("passed\n");
    TRAP();
    return 0;
}
