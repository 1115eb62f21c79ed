/* Bad accesses of every kind: signal, code and address as the handler sees them.
 * Unmapped, read-only, no permission at all, not executable, across the end of a mapping, misaligned atomics.
 * The handler jumps to the next attempt. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static unsigned char *base;
static u64 resume[16];

static void on_fault(int number, void *info, void *context) {
    u64 address = info_address(info);
    u64 *x = context_regs(context);
    print_line("signal", number);
    print_line(" code", info_code(info));
    print_line(" address",
               (long)(address >= (u64)base && address < (u64)base + 65536 ? address - (u64)base : address));
    x[0] = x[9]; /* s1 holds where to go on */
}

/* s1 is set to behind the access, which is done by one instruction on p. */
#define TRY(text, p)                                                                                       \
    do {                                                                                                   \
        register u64 where __asm__("s1") = 0;                                                              \
        register void *pointer __asm__("a0") = (p);                                                        \
        __asm__ volatile("la s1, 1f\n" text "\n1:" : "+r"(where), "+r"(pointer) : : "a1", "memory", "ra"); \
    } while (0)

int main(void) {
    u64 stack[4096];
    (void)resume;
    base = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(base + 4096, 4096, PROT_READ);
    mprotect(base + 8192, 4096, PROT_NONE);
    munmap(base + 16384, 4096);
    act(SIGSEGV, (void *)on_fault, SA_SIGINFO_, 0);
    act(SIGBUS, (void *)on_fault, SA_SIGINFO_, 0);
    print("null\n");
    TRY("ld a1, 0(a0)", (void *)0);
    TRY("sb a1, 16(a0)", (void *)0);
    print("read-only\n");
    TRY("ld a1, 0(a0)", base + 4096);
    TRY("sd a1, 8(a0)", base + 4096);
    TRY("amoadd.w a1, a1, (a0)", base + 4096);
    print("nothing allowed\n");
    TRY("lb a1, 5(a0)", base + 8192);
    TRY("sb a1, 5(a0)", base + 8192);
    print("unmapped\n");
    TRY("lw a1, 0(a0)", base + 16384);
    TRY("sw a1, 0(a0)", base + 16384 + 100);
    print("not executable\n");
    TRY("jalr a0", base + 100);
    TRY("jalr a0", base + 16384);
    print("misaligned atomics\n");
    TRY("amoadd.w a1, a1, (a0)", base + 2);
    TRY("amoadd.d a1, a1, (a0)", base + 4);
    TRY("lr.w a1, (a0)", base + 1);
    TRY("lr.d a1, (a0)", base + 4);
    print("done\n");
    stack[0] = 0;
    return (int)stack[0];
}
