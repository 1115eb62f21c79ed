/* A program for stubs of every kind: it counts in a call within an endless loop, and asks for nothing.
 * Built without a library for Linux of several architectures and for bare machines, by build.sh.
 * STACK is the first address above the stack where nobody else gives one. */
/* SPDX-License-Identifier: MIT */
#define NUMBER(x) #x
#define TEXT(x) NUMBER(x)

volatile unsigned counter;

__attribute__((noinline)) void count(unsigned by) {
    volatile unsigned before = counter;
    counter = before + by;
}

__attribute__((noreturn)) void loop(void) {
    for (;;)
        count(1);
}

#if defined(VECTORS)
void _start(void);
__attribute__((section(".vectors"), used)) const void *const vectors[16] = {
    (const void *)STACK, (const void *)_start, (const void *)_start, (const void *)_start};
#endif

__attribute__((naked, noreturn, section(".start"))) void _start(void) {
#if defined(__riscv)
#if defined(STACK)
    __asm__("li sp, " TEXT(STACK));
#endif
    __asm__("j loop");
#elif defined(__aarch64__) || defined(__arm__)
#if defined(STACK) && !defined(VECTORS)
    __asm__("ldr sp, =" TEXT(STACK));
#endif
    __asm__("b loop");
#else
    __asm__("jmp loop");
#endif
}
