/* rdcycle, rdtime and rdinstret exist in user mode and do not go backwards.
 * Their values differ between implementations and are not printed.
 * Writing them is illegal. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static void on_illegal(int number, void *info, void *context) {
    (void)info;
    print_line("signal", number);
    context_regs(context)[0] += 4;
}

int main(void) {
    u64 a, b, c, d, e, f;
    __asm__ volatile("rdcycle %0\nrdtime %1\nrdinstret %2\nnop\nnop\nrdcycle %3\nrdtime %4\nrdinstret %5"
                     : "=r"(a), "=r"(b), "=r"(c), "=r"(d), "=r"(e), "=r"(f));
    print_line("cycle", d >= a);
    print_line("time", e >= b);
    print_line("instret", f >= c);
    act(SIGILL, (void *)on_illegal, SA_SIGINFO_, 0);
    __asm__ volatile("csrw cycle, zero");
    __asm__ volatile("csrrwi x0, time, 1");
    return 0;
}
