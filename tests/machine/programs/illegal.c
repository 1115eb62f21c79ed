/* Words that are no instruction of RV64IMA: SIGILL, code ILL_ILLOPC, address of the word.
 * Privileged instructions are illegal in user mode.
 * The handler steps over each. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static u32 *at;
static int hits;

static void on_illegal(int number, void *info, void *context) {
    hits++;
    print_line("signal", number);
    print_line("code", info_code(info));
    print_line("address is pc", info_address(info) == (u64)at && context_regs(context)[0] == (u64)at);
    context_regs(context)[0] += 4;
}

int main(void) {
    static const u32 words[] = {0xffffffff,
                                0x0000007f,
                                0x00007013 | 0x4b,
                                0x02000013 | 0x2000000b,
                                0x30200073 /* mret */,
                                0x10200073 /* sret */,
                                0x30005073 /* csr mstatus */,
                                0x12000073 /* sfence.vma */,
                                0x0000302f | 0x28000000 /* no such amo */,
                                0x1010252f /* lr with rs2 */,
                                0x00007003 /* load of no width */,
                                0x00007023,
                                0x4000101b,
                                0x80001033};
    u32 *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    act(SIGILL, (void *)on_illegal, SA_SIGINFO_, 0);
    for (unsigned i = 0; i < COUNT(words); i++) {
        code[0] = words[i];
        code[1] = 0x00008067;
        at = code;
        __asm__ volatile("fence.i" ::: "memory");
        ((void (*)(void))code)();
    }
    print_line("hits", hits);
    return 0;
}
