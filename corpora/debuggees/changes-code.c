/* Writes over an instruction of its own: outcome stores 1 to sink, and 2 after changing has put the
 * instruction at other where the one at changed is. Both have the same number of bytes. Break in: outcome,
 * outcome_end, changing. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

/* One instruction that sets the register `code` to a number, and the moving of that register. Elsewhere there
 * is none, and nothing is shown. */
#if defined(__riscv)
#define SET(number) ".option push\n.option norvc\nli t0, " #number "\n.option pop\n"
#define CODE "t0"
#define FLUSH() __asm__ volatile("fence.i" ::: "memory")
#elif defined(__x86_64__) || defined(__i386__)
#define SET(number) "mov $" #number ", %%eax\n"
#define CODE "eax"
#define FLUSH() __asm__ volatile("" ::: "memory")
#endif

volatile long sink;

#if defined(SET)
extern char changed[];
extern char other[];
extern char other_end[];

NOINLINE void outcome_end(void) {
}

NOINLINE void outcome(void) {
    register long code __asm__(CODE);
    __asm__ volatile(".globl changed\nchanged:\n" SET(1) ".globl outcome_next\noutcome_next:\n" : "=r"(code));
    sink = code;
    outcome_end();
}

/* Never called. */
NOINLINE void never(void) {
    register long code __asm__(CODE);
    __asm__ volatile(".globl other\n.type other, %%function\n.size other, other_end - other\nother:\n" SET(
                         2) ".globl other_end\nother_end:\n"
                     : "=r"(code));
    sink = code;
}

NOINLINE void changing(void) {
    for (int i = 0; other + i < other_end; i++)
        changed[i] = other[i];
    FLUSH();
    outcome();
}

/* The page of the instruction, and the next one: it may stand on both. */
static int let_it_be_written(void) {
    enum { PAGE = 4096, LARGEST_PAGE = 65536 };
    const uintptr_t at = (uintptr_t)changed;
    if (mprotect((void *)(at & ~(uintptr_t)(PAGE - 1)), 2 * PAGE, PROT_READ | PROT_WRITE | PROT_EXEC) == 0)
        return 0;
    return mprotect((void *)(at & ~(uintptr_t)(LARGEST_PAGE - 1)), LARGEST_PAGE,
                    PROT_READ | PROT_WRITE | PROT_EXEC);
}

int main(void) {
    if (let_it_be_written() != 0)
        return 3;
    outcome();
    changing();
    return sink == 2 ? 0 : 1;
}
#else
int main(void) {
    sink = 2;
    return 0;
}
#endif
