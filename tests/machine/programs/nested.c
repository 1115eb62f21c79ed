/* Nested functions: their addresses are trampolines on the stack, so the linker asks for an executable one.
 * Each activation has a trampoline of its own.
 * The number shows that the right one was called. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

void __riscv_flush_icache(void *start, void *end, unsigned long flags);
void __riscv_flush_icache(void *start, void *end, unsigned long flags) {
    (void)start;
    (void)end;
    (void)flags;
    __asm__ volatile("fence.i" ::: "memory");
}

static NOINLINE long apply(long (*fn)(long), long value) {
    return fn(value);
}

static NOINLINE long deep(int depth, long (*outer)(long)) {
    long add(long value) {
        return (outer ? outer(value) : value) * 10 + depth;
    }
    return depth == 0 ? apply(add, 7) : deep(depth - 1, add);
}

int main(void) {
    print_line("nested", deep(4, NULL));
    return 0;
}
