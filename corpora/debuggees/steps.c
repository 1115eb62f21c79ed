/* What is stepped: eight instructions without a branch at straight, a call of a function that does nothing,
 * and stores and loads of one, two, four and eight bytes. Break in: sizes, outer, inner, straight. The guests
 * have the same (corpora/guests). */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

void straight(void);

/* No prologue: the first instruction is the first of the eight, straight_end is the ninth. */
__asm__(".text\n"
        ".globl straight\n"
        ".type straight, %function\n"
        "straight:\n"
#if defined(__riscv)
        ".option push\n"
        ".option norvc\n"
#endif
        ".rept 8\n"
        "nop\n"
        ".endr\n"
#if defined(__riscv)
        ".option pop\n"
#endif
        ".size straight, . - straight\n"
        ".globl straight_end\n"
        ".type straight_end, %function\n"
        "straight_end:\n"
        "ret\n"
        ".size straight_end, . - straight_end\n");

volatile uint8_t one __attribute__((aligned(16)));
volatile uint16_t two __attribute__((aligned(16)));
volatile uint32_t four __attribute__((aligned(16)));
volatile uint64_t eight __attribute__((aligned(16)));
volatile uint64_t sink __attribute__((aligned(16)));

NOINLINE void sizes(void) {
    one = 0x11;
    sink = one;
    two = 0x11;
    sink = two;
    four = 0x11;
    sink = four;
    eight = 0x11;
    sink = eight;
}

NOINLINE void inner(void) {
    __asm__ volatile("");
}

NOINLINE void outer(void) {
    inner();
    __asm__ volatile("");
}

int main(void) {
    sizes();
    outer();
    straight();
    return 0;
}
