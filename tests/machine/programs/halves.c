/* Instructions of two and of four bytes under a debugger: breakpoints and steps name their labels.
 * The one called straddling lies across two pages.
 * Prints twice what walk() computes. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

long walk(long sum);

__asm__(".pushsection .text\n .balign 4096\n .option push\n .option rvc\n .option norelax\n"
        ".globl walk, short_one, wide_one, short_call, straddling, behind\n"
        "walk: mv t1, ra\n"
        "short_one: c.addi a0, 1\n"
        "wide_one: addi a0, a0, 100\n"
        " la t0, straddling\n"
        "short_call: c.jalr t0\n"
        " c.addi a0, 2\n"
        " c.jr t1\n"
        " .org walk + 4094\n"
        "straddling: addi a0, a0, 1000\n"
        "behind: c.jr ra\n"
        ".option pop\n .popsection\n");

int main(void) {
    print_line("walked", walk(0));
    print_line("walked", walk(0));
    return 0;
}
