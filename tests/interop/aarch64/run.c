/* Runs trampolines on AArch64, under qemu or on a machine: what is moved must do what it did at the site.
 * A signal's handler sets all registers, and the next signal's takes them: everything but the site is udf.
 * usage: run <FILE, with what cases.c has written. Exit status: 0, or 1 with the first difference */
/* SPDX-License-Identifier: MIT */
#include "case.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { MAX_WORDS = 4096, NZCV = 28, KEPT = 128, FRAME = 1024 };

typedef struct state {
    uint64_t regs[31];
    uint64_t sp;
    uint64_t pc;
    uint64_t flags;
    int signal;
    __uint128_t vectors[32];
    uint8_t data[CASE_DATA_BYTES];
} state;

static enum { IDLE, NATIVE, MOVED } phase;
static trampoline_case now;
static uint32_t code[MAX_WORDS];
static mcontext_t before;
static state native;
static state moved;
static uint8_t pristine[CASE_DATA_BYTES];

static struct fpsimd_context *vectors_of(mcontext_t *m) {
    struct _aarch64_ctx *at = (struct _aarch64_ctx *)m->__reserved;
    while (at->magic != FPSIMD_MAGIC && at->magic != 0)
        at = (struct _aarch64_ctx *)((uint8_t *)at + at->size);
    return at->magic == FPSIMD_MAGIC ? (struct fpsimd_context *)at : NULL;
}

static void write_word(uint64_t address, uint32_t word) {
    memcpy((void *)address, &word, sizeof word); /* NOLINT: an address of the arena */
}

static void start(mcontext_t *m, uint32_t at_site) {
    struct fpsimd_context *v = vectors_of(m);
    write_word(CASE_SITE, at_site);
    __builtin___clear_cache((char *)CASE_SITE, (char *)CASE_SITE + 4);
    memcpy((void *)CASE_DATA, pristine, sizeof pristine);
    for (unsigned r = 0; r < 31; r++)
        m->regs[r] = case_register(&now, r);
    for (unsigned r = 0; v && r < 32; r++)
        v->vregs[r] = (__uint128_t)case_mixed(now.seed + r) << 64 | case_mixed(now.seed ^ r);
    m->sp = CASE_SP;
    m->pc = CASE_SITE;
    m->pstate = (now.seed & 15) << NZCV;
}

static void take(state *s, mcontext_t *m, int signal) {
    struct fpsimd_context *v = vectors_of(m);
    *s = (state){.sp = m->sp, .pc = m->pc, .flags = m->pstate >> NZCV & 15, .signal = signal};
    memcpy(s->regs, m->regs, sizeof s->regs);
    if (v)
        memcpy(s->vectors, v->vregs, sizeof s->vectors);
    memcpy(s->data, (void *)CASE_DATA, sizeof s->data);
    memset(s->data + (CASE_SP - CASE_DATA) - FRAME, 0, FRAME - KEPT); /* the trampoline's own */
}

static void on_signal(int signal, siginfo_t *info, void *context) {
    mcontext_t *m = &((ucontext_t *)context)->uc_mcontext;
    (void)info;
    switch (phase) {
    case IDLE:
        before = *m;
        phase = now.stop ? MOVED : NATIVE;
        start(m, now.stop ? now.jump : now.insn);
        break;
    case NATIVE:
        take(&native, m, signal);
        phase = MOVED;
        start(m, now.jump);
        break;
    case MOVED:
        take(&moved, m, signal);
        *m = before;
        phase = IDLE;
        break;
    }
}

static bool differ(const char *what, uint64_t expected, uint64_t got) {
    if (expected == got)
        return false;
    printf("%08x, seed 0x%llx, %u words: %s is 0x%llx, moved 0x%llx\n", now.insn,
           (unsigned long long)now.seed, now.num_words, what, (unsigned long long)expected,
           (unsigned long long)got);
    return true;
}

static bool in_code(uint64_t pc) {
    return pc - CASE_CODE < 4 * (uint64_t)now.num_words;
}

static bool instruction_differs(void) {
    char name[24];
    bool any = differ("pc", native.pc, in_code(moved.pc) ? CASE_SITE : moved.pc) ||
               differ("signal", (uint64_t)native.signal, (uint64_t)moved.signal) ||
               differ("sp", native.sp, moved.sp) || differ("nzcv", native.flags, moved.flags);
    for (unsigned r = 0; r < 31; r++) {
        (void)snprintf(name, sizeof name, "x%u", r);
        any = any || differ(name, native.regs[r], moved.regs[r]);
    }
    for (unsigned r = 0; r < 32; r++) {
        (void)snprintf(name, sizeof name, "v%u", r);
        any = any || differ(name, (uint64_t)native.vectors[r], (uint64_t)moved.vectors[r]) ||
              differ(name, (uint64_t)(native.vectors[r] >> 64), (uint64_t)(moved.vectors[r] >> 64));
    }
    for (unsigned i = 0; i < CASE_DATA_BYTES && !any; i++)
        any = differ("memory", native.data[i], moved.data[i]);
    return any;
}

static case_outcome outcome(void) {
    if (moved.pc == now.stop)
        return CASE_TRUE;
    if (moved.pc == now.error)
        return CASE_DIVISION;
    return moved.pc == CASE_SITE + 4 ? CASE_FALSE : CASE_FAULT;
}

static bool condition_differs(void) {
    char name[24];
    case_outcome came = outcome();
    bool any = differ("the outcome", now.outcome, came) ||
               differ("signal", came == CASE_FAULT ? SIGSEGV : SIGILL, (uint64_t)moved.signal) ||
               differ("nzcv", now.seed & 15, moved.flags);
    if (came != CASE_TRUE && came != CASE_FALSE)
        return any;
    any = any || differ("sp", CASE_SP, moved.sp);
    for (unsigned r = 0; r < 31; r++) {
        (void)snprintf(name, sizeof name, "x%u", r);
        any = any || differ(name, case_register(&now, r), moved.regs[r]);
    }
    return any;
}

static bool run_one(void) {
    memcpy((void *)CASE_CODE, code, 4 * (size_t)now.num_words);
    if (now.stop) { /* as a debugger's breakpoints would */
        write_word(now.stop, 0);
        write_word(now.error, 0);
    }
    __builtin___clear_cache((char *)CASE_CODE, (char *)CASE_CODE + 4 * (size_t)now.num_words);
    (void)raise(SIGUSR1);
    return now.stop ? condition_differs() : instruction_differs();
}

static bool map(uint64_t address, size_t len, int protection) {
    void *at = mmap((void *)address, len, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    return at == (void *)address;
}

static void prepare(void) {
    static uint8_t stack[1 << 16];
    const stack_t aside = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigfillset(&action.sa_mask);
    const int signals[] = {SIGUSR1, SIGILL, SIGSEGV, SIGBUS, SIGTRAP, SIGFPE};
    if (sigaltstack(&aside, NULL) != 0)
        exit(2);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], &action, NULL) != 0)
            exit(2);
    for (size_t i = 0; i < CASE_DATA_BYTES; i++)
        pristine[i] = (uint8_t)(case_data(i / 8) >> 8 * (i % 8));
    if (!map(CASE_TEXT, CASE_TEXT_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC) ||
        !map(CASE_DATA, CASE_DATA_BYTES, PROT_READ | PROT_WRITE))
        exit(2);
}

int main(void) {
    unsigned num[2] = {0};
    unsigned outcomes[4] = {0};
    prepare();
    while (fread(&now, sizeof now, 1, stdin) == 1) {
        if (now.num_words > MAX_WORDS || fread(code, 4, now.num_words, stdin) != now.num_words)
            return 2;
        if (run_one())
            return 1;
        num[now.stop != 0]++;
        outcomes[now.outcome & 3] += now.stop != 0;
    }
    printf("%u instructions, %u conditions: %u false, %u true, %u divisions by zero, %u faults\n", num[0],
           num[1], outcomes[0], outcomes[1], outcomes[2], outcomes[3]);
    for (unsigned i = 0; i < 4; i++)
        if (num[1] > 0 && outcomes[i] == 0)
            return 1;
    return num[0] == 0;
}
