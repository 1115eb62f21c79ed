/* An instruction of which the second half lies in another page: executed, changed, and with that page gone.
 * Also what link registers hold after short calls.
 * Handlers print where the fault was and what it was about. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static unsigned char *code;

static void put(unsigned at, u32 word, unsigned len) {
    for (unsigned i = 0; i < len; i++)
        code[at + i] = (unsigned char)(word >> 8 * i);
}

static void on_fault(int number, void *info, void *context) {
    u64 *x = context_regs(context);
    print_line("signal", number);
    print_line("code", info_code(info));
    print_line("address", (long)(info_address(info) - (u64)code));
    print_line("pc", (long)(x[0] - (u64)code));
    x[0] = x[1];
}

static long call(unsigned at, long arg) {
    __asm__ volatile("fence.i" ::: "memory");
    return ((long (*)(long))(code + at))(arg);
}

int main(void) {
    code = mmap(NULL, 12288, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    act(SIGSEGV, (void *)on_fault, SA_SIGINFO_, 0);
    put(4094, 0x06450513, 4); /* addi a0, a0, 100 */
    put(4098, 0x8082, 2);     /* ret */
    print_line("straddling", call(4094, 1));
    put(4096, 0x0c85, 2); /* the upper half alone: addi a0, a0, 200 */
    print_line("upper half changed", call(4094, 1));
    put(4094, 0x0513, 2); /* addi a0, a0... of the lower half: rs1 is bit 15 of it and on */
    print_line("lower half changed", call(4094, 1));
    put(4094, 0x0505, 2); /* c.addi a0, 1 */
    put(4096, 0x8082, 2);
    print_line("short", call(4094, 1));
    put(0, 0x00628293, 4); /* addi t0, t0, 6, with t0 made here: */
    put(0, 0x00000297, 4); /* auipc t0, 0 */
    put(4, 0x0299, 2);     /* c.addi t0, 6 */
    put(6, 0x02a5, 2);     /* c.addi t0, 9 */
    put(8, 0x8306, 2);     /* c.mv t1, ra */
    put(10, 0x02a5, 2);    /* c.addi t0, 9: t0 is 24 behind the start */
    put(12, 0x9282, 2);    /* c.jalr t0 */
    put(14, 0x8302, 2);    /* c.jr t1, which the call comes back to */
    put(24, 0x40550533, 4); /* sub a0, a0, t0 */
    put(28, 0x9506, 2);     /* c.add a0, ra */
    put(30, 0x8082, 2);     /* ret */
    print_line("link of a short call", call(0, 0));
    put(4094, 0x06450513, 4);
    put(4098, 0x8082, 2);
    mprotect(code + 4096, 4096, PROT_READ);
    print_line("denied", call(4094, 5));
    munmap(code + 4096, 4096);
    print_line("gone", call(4094, 6));
    put(4094, 0x8082, 2);
    print_line("the last of the page", call(4094, 7));
    return 0;
}
