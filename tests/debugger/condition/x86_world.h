/* Code that runs in this process, on an x86-64 host: registers and flags are set, it runs to an exit, and
 * they are looked at. One region holds code, data and stack, and everything in it can be executed. Included
 * behind rsp_test.h, once in a program; needs _GNU_SOURCE. */
/* SPDX-License-Identifier: MIT */
#ifndef X86_WORLD_H
#define X86_WORLD_H

#include <fcntl.h>
#include <rsp/bytes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    WORLD_BYTES = 0x10000,
    WORLD_SITE = 0x2000, /* offsets in the region */
    WORLD_NEAR = 0x2060, /* an exit within reach of a short jump */
    WORLD_CODE = 0x4000,
    WORLD_EXITS = 0x6000,
    WORLD_DATA = 0x8000,
    WORLD_DATA_BYTES = 0x1000,
    WORLD_STACK = 0xe000,
    NUM_GDB_REGISTERS = 16,
};

#define WORLD_ROOM (UINT64_C(1) << 36)

/* How a run ended. */
enum { WORLD_DONE, WORLD_STOP, WORLD_ERROR, WORLD_TARGET, WORLD_FAULT, WORLD_NUM_EXITS = 4 };

/* Registers in GDB's order, and the flags. The assembler below knows the offsets. */
typedef struct world_registers {
    uint64_t r[NUM_GDB_REGISTERS];
    uint64_t flags;
} world_registers;

world_registers world_in;
world_registers world_out;
uint64_t world_entry;
uint64_t world_exit;
uint64_t world_fault_pc;
uint64_t world_host_sp;
void world_enter(void);
void world_exit_0(void);
void world_exit_1(void);
void world_exit_2(void);
void world_exit_3(void);
void world_escape(void);

/* clang-format off */
__asm__(
    ".text\n"
    "world_enter:\n"
    " push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n push %r15\n pushfq\n"
    " mov %rsp, world_host_sp(%rip)\n"
    " pushq world_in+128(%rip)\n"
    " mov world_in+8(%rip), %rbx\n mov world_in+16(%rip), %rcx\n mov world_in+24(%rip), %rdx\n"
    " mov world_in+32(%rip), %rsi\n mov world_in+40(%rip), %rdi\n mov world_in+48(%rip), %rbp\n"
    " mov world_in+64(%rip), %r8\n mov world_in+72(%rip), %r9\n mov world_in+80(%rip), %r10\n"
    " mov world_in+88(%rip), %r11\n mov world_in+96(%rip), %r12\n mov world_in+104(%rip), %r13\n"
    " mov world_in+112(%rip), %r14\n mov world_in+120(%rip), %r15\n mov world_in(%rip), %rax\n"
    " popfq\n"
    " mov world_in+56(%rip), %rsp\n"
    " jmp *world_entry(%rip)\n"
    "world_exit_0: movl $0, world_exit(%rip)\n jmp 1f\n"
    "world_exit_1: movl $1, world_exit(%rip)\n jmp 1f\n"
    "world_exit_2: movl $2, world_exit(%rip)\n jmp 1f\n"
    "world_exit_3: movl $3, world_exit(%rip)\n"
    "1: mov %rax, world_out(%rip)\n mov %rbx, world_out+8(%rip)\n mov %rcx, world_out+16(%rip)\n"
    " mov %rdx, world_out+24(%rip)\n mov %rsi, world_out+32(%rip)\n mov %rdi, world_out+40(%rip)\n"
    " mov %rbp, world_out+48(%rip)\n mov %rsp, world_out+56(%rip)\n mov %r8, world_out+64(%rip)\n"
    " mov %r9, world_out+72(%rip)\n mov %r10, world_out+80(%rip)\n mov %r11, world_out+88(%rip)\n"
    " mov %r12, world_out+96(%rip)\n mov %r13, world_out+104(%rip)\n mov %r14, world_out+112(%rip)\n"
    " mov %r15, world_out+120(%rip)\n"
    " mov world_host_sp(%rip), %rsp\n"
    " pushfq\n popq world_out+128(%rip)\n"
    "world_escape:\n"
    " mov world_host_sp(%rip), %rsp\n"
    " popfq\n pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n"
    " ret\n");
/* clang-format on */

typedef struct x86_world {
    uint8_t *around; /* nothing is near the region that could be read by chance */
    uint8_t *base;
    int memory;                                              /* of this process: reads that may fault */
    uint8_t *alternate;                                      /* stack of the signal handlers */
    void (*on_step)(const world_registers *at, uint64_t pc); /* with the trap flag set */
} x86_world;

static x86_world *world_now;

static const int world_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP};

static world_registers world_of(const ucontext_t *context) {
    static const int order[NUM_GDB_REGISTERS] = {REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI,
                                                 REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                                 REG_R12, REG_R13, REG_R14, REG_R15};
    world_registers registers;
    for (size_t i = 0; i < NUM_GDB_REGISTERS; i++)
        registers.r[i] = (uint64_t)context->uc_mcontext.gregs[order[i]];
    registers.flags = (uint64_t)context->uc_mcontext.gregs[REG_EFL];
    return registers;
}

static void world_on_signal(int number, siginfo_t *info, void *ctx) {
    ucontext_t *context = ctx;
    world_registers at = world_of(context);
    uint64_t pc = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
    (void)info;
    if (number == SIGTRAP) {
        if (world_now->on_step)
            world_now->on_step(&at, pc);
        return;
    }
    world_out = at;
    world_fault_pc = pc;
    world_exit = WORLD_FAULT;
    context->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)world_escape;
    context->uc_mcontext.gregs[REG_EFL] &= ~0x100;
}

/* jmp to an address that stands behind it. */
static void world_put_exit(const x86_world *w, size_t offset, unsigned which) {
    static void (*const exits[WORLD_NUM_EXITS])(void) = {world_exit_0, world_exit_1, world_exit_2,
                                                         world_exit_3};
    static const uint8_t jump[6] = {0xff, 0x25};
    uint64_t to = (uint64_t)(uintptr_t)exits[which];
    memcpy(w->base + offset, jump, sizeof jump);
    memcpy(w->base + offset + sizeof jump, &to, sizeof to);
}

static uint64_t world_at(const x86_world *w, size_t offset) {
    return (uint64_t)(uintptr_t)w->base + offset;
}

static void x86_world_init(x86_world *w) {
    struct sigaction action = {.sa_sigaction = world_on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    uint8_t *around = mmap(NULL, WORLD_ROOM, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_ptr_not_equal(around, MAP_FAILED);
    *w = (x86_world){
        .around = around, .base = around + WORLD_ROOM / 2, .memory = open("/proc/self/mem", O_RDONLY)};
    assert_int_equal(mprotect(w->base, WORLD_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC), 0);
    assert_true(w->memory >= 0);
    w->alternate = malloc(0x10000);
    stack_t stack = {.ss_sp = w->alternate, .ss_size = 0x10000};
    assert_int_equal(sigaltstack(&stack, NULL), 0);
    for (size_t i = 0; i < RSP_ARRAY_LEN(world_signals); i++)
        assert_int_equal(sigaction(world_signals[i], &action, NULL), 0);
    for (unsigned i = 0; i < WORLD_NUM_EXITS; i++)
        world_put_exit(w, WORLD_EXITS + 16 * (size_t)i, i);
    world_now = w;
}

static void x86_world_end(x86_world *w) {
    stack_t none = {.ss_flags = SS_DISABLE};
    for (size_t i = 0; i < RSP_ARRAY_LEN(world_signals); i++)
        (void)signal(world_signals[i], SIG_DFL);
    (void)sigaltstack(&none, NULL);
    free(w->alternate);
    (void)close(w->memory);
    (void)munmap(w->around, WORLD_ROOM);
}

/* Runs from the site to an exit. */
static uint64_t x86_world_run(const x86_world *w, const world_registers *in) {
    world_in = *in;
    world_entry = world_at(w, WORLD_SITE);
    world_enter();
    return world_exit;
}

#endif
