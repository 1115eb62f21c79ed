/* Code that is written, executed, written again and executed again, with fence.i between.
 * Also a function that changes an instruction further down in its own page, and code after mprotect.
 * What is printed shows which version ran. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static u32 li_a0(int value) {
    return (u32)value << 20 | 10u << 7 | 0x13;
}

int main(void) {
    u32 *code = mmap(NULL, 8192, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    long (*fn)(void) = (long (*)(void))code;
    for (int i = 0; i < 20; i++) {
        code[0] = li_a0(i);
        code[1] = 0x00008067; /* ret */
        __asm__ volatile("fence.i" ::: "memory");
        print_line("ran", fn());
    }
    /* sw a1, 12(a0); fence.i; nop; <patched>; ret */
    u32 patch[] = {0x00b52623, 0x0000100f, 0x00000013, 0x00000013, 0x00008067};
    long (*patched)(u32 *, u32) = (long (*)(u32 *, u32))(code + 1021);
    for (unsigned i = 0; i < COUNT(patch); i++)
        code[1021 + i] = patch[i]; /* across two pages */
    __asm__ volatile("fence.i" ::: "memory");
    print_line("patched", patched(code + 1021, li_a0(77)));
    print_line("patched", patched(code + 1021, li_a0(78)));
    mprotect(code, 8192, PROT_READ | PROT_WRITE);
    code[0] = li_a0(99);
    mprotect(code, 8192, PROT_READ | PROT_EXEC);
    __asm__ volatile("fence.i" ::: "memory");
    print_line("protected", fn());
    return 0;
}
