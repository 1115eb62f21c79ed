/* How many instructions a second the machine executes, beside qemu-riscv64 on the same files: a loop of
 * integers and a mixed set; and what a debugger's operations cost with few and with many threads, processes
 * and breakpoints. Usage: bench_machine [rounds] */
/* SPDX-License-Identifier: MIT */
#include "core/limits.h"
#include "corpora/programs.h"
#include "machine/machine.h"
#include <rsp/clock.h>

#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEFAULT_ROUNDS = 5000, BEST_OF = 5, OPERATIONS = 400000 };

extern char **environ;

/* Processor time of this process or of its ended children: what else the computer does does not count. */
static uint64_t spent_ns(int who) {
    struct rusage usage;
    if (getrusage(who, &usage))
        exit(3);
    return ((uint64_t)usage.ru_utime.tv_sec + (uint64_t)usage.ru_stime.tv_sec) * RSP_NS_PER_S +
           ((uint64_t)usage.ru_utime.tv_usec + (uint64_t)usage.ru_stime.tv_usec) * RSP_NS_PER_US;
}

static uint64_t now_ns(void) {
    return spent_ns(RUSAGE_SELF);
}

static rsp_bytes load(const char *path) {
    rsp_buf content = {0};
    FILE *f = fopen(path, "rb");
    int c;
    while (f && (c = getc(f)) != EOF)
        rsp_buf_push(&content, (uint8_t)c);
    if (!f || fclose(f)) {
        fprintf(stderr, "%s can not be read\n", path);
        exit(3);
    }
    return rsp_buf_bytes(&content);
}

static rsp_machine *start(const rsp_machine_options *options, const char *path, const char *const args[2],
                          rsp_process **out) {
    rsp_machine *m = rsp_machine_new(options);
    const char *argv[] = {path, args[0], args[1], NULL};
    rsp_error error = {0};
    if (!m || rsp_machine_launch(m, out, &(rsp_launch){.path = path, .argv = argv}, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.msg);
        exit(3);
    }
    return m;
}

static void resume(rsp_thread *t) {
    if (rsp_thread_resume(t, &(rsp_resume){0}))
        exit(3);
}

/* To the end of the program; gives instructions and time. */
static uint64_t run_machine(rsp_bytes elf, const char *const args[2], uint64_t *out_ns) {
    const rsp_machine_file file = {.path = "/bin/workload", .bytes = elf};
    rsp_machine_options options = rsp_machine_options_default();
    options.files = &file;
    options.num_files = 1;
    rsp_process *p;
    rsp_machine *m = start(&options, file.path, args, &p);
    resume(rsp_process_next_thread(p, NULL));
    rsp_machine_ran ran;
    uint64_t begin = now_ns();
    do {
        rsp_machine_run(m, &ran, &(rsp_machine_run_limits){.budget_insns = UINT64_MAX});
    } while (ran.event.kind == RSP_MACHINE_OUTPUT);
    *out_ns = now_ns() - begin;
    uint64_t insns = rsp_machine_insns(m);
    rsp_machine_free(m);
    return insns;
}

/* Nanoseconds, 0 when there is no qemu-riscv64. Its start is part of it. */
static uint64_t run_qemu(const char *path, const char *const args[2]) {
    char *argv[] = {(char *)(uintptr_t) "qemu-riscv64", (char *)(uintptr_t)path, (char *)(uintptr_t)args[0],
                    (char *)(uintptr_t)args[1], NULL};
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = 1;
    if (posix_spawn_file_actions_init(&actions) || posix_spawn_file_actions_addclose(&actions, 1))
        return 0;
    uint64_t begin = spent_ns(RUSAGE_CHILDREN);
    int failed = posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    if (failed || waitpid(pid, &status, 0) != pid || status != 0)
        return 0;
    return spent_ns(RUSAGE_CHILDREN) - begin;
}

/* One program's row; gives the machine's speed to qemu's, 0 without qemu-riscv64. */
static double speed(const char *what, const char *path, const char *const args[2]) {
    rsp_bytes elf = load(path);
    uint64_t insns = 0, machine_ns = UINT64_MAX, qemu_ns = UINT64_MAX;
    for (int i = 0; i < BEST_OF; i++) {
        uint64_t ns;
        insns = run_machine(elf, args, &ns);
        machine_ns = ns < machine_ns ? ns : machine_ns;
        ns = run_qemu(path, args);
        qemu_ns = ns && ns < qemu_ns ? ns : qemu_ns;
    }
    free((void *)(uintptr_t)elf.ptr);
    printf("  %-26s %12.1f %10.0f", what, (double)insns / 1e6, (double)insns * 1e3 / (double)machine_ns);
    if (qemu_ns == UINT64_MAX) {
        printf("   not installed\n");
        return 0;
    }
    printf(" %14.0f %8.2f\n", (double)insns * 1e3 / (double)qemu_ns, (double)qemu_ns / (double)machine_ns);
    return (double)qemu_ns / (double)machine_ns;
}

/* The kernels of workload_mixed, each with about as many instructions. */
static void speeds(const char *rounds) {
    static const struct {
        const char *name;
        const char *args[2];
    } kernels[] = {
        {"copies", {"0", "20"}},      {"sorting", {"1", "80"}},          {"hash", {"2", "25"}},
        {"compression", {"3", "60"}}, {"interpreter", {"4", "15"}},      {"calls", {"5", "120"}},
        {"words", {"6", "90"}},       {"double precision", {"7", "80"}}, {"single precision", {"8", "100"}},
    };
    printf("best of %d%*s million/s   qemu-riscv64    ratio (qemu translates; its start is included)\n",
           BEST_OF, 31, "M insns");
    (void)speed("ALU and memory loop", BENCH_WORKLOAD, (const char *const[2]){rounds, NULL});
    printf("  (wanted: 300 million or more a second)\n");
    const size_t num = RSP_ARRAY_LEN(kernels);
    double logarithms = 0;
    bool all = true;
    for (size_t i = 0; i < num; i++) {
        double ratio = speed(kernels[i].name, BENCH_MIXED, kernels[i].args);
        all = all && ratio > 0;
        logarithms += ratio > 0 ? log(ratio) : 0;
    }
    if (all)
        printf("  mixed set: machine/qemu %.2f, the geometric mean of %zu (wanted: 0.25 or more)\n",
               exp(logarithms / (double)num), num);
}

/* A machine with this many threads, processes and breakpoints, all at rest. */
typedef struct crowd {
    rsp_machine *m;
    rsp_process *p;
    uint32_t num_threads;
    uint32_t num_processes;
    uint64_t room; /* for breakpoints */
} crowd;

static void run_until_breakpoint(rsp_machine *m) {
    rsp_machine_ran ran;
    do {
        rsp_machine_run(m, &ran, &(rsp_machine_run_limits){.budget_insns = UINT64_MAX});
    } while (ran.event.kind != RSP_MACHINE_BREAK_SW && ran.ended == RSP_RAN_EVENT);
}

static uint64_t breakpoint_of(const char *path);

static crowd gather(uint32_t threads, uint32_t processes, uint32_t breakpoints) {
    static char count[16];
    rsp_machine_options options = rsp_machine_options_default();
    options.files = rsp_programs;
    options.num_files = rsp_num_programs;
    crowd c = {.num_threads = threads, .num_processes = processes};
    (void)snprintf(count, sizeof count, "%u", threads);
    c.m = start(&options, "/bin/many-threads", (const char *const[2]){count, NULL}, &c.p);
    if (rsp_process_insert(c.p, RSP_STOP_BREAK_SW, breakpoint_of("/bin/many-threads"), 4))
        exit(3);
    resume(rsp_process_next_thread(c.p, NULL));
    run_until_breakpoint(c.m);
    rsp_process_hold(c.p);
    for (uint32_t i = 1; i < processes; i++) {
        rsp_process *p;
        if (rsp_machine_launch(c.m, &p, &(rsp_launch){.path = "/bin/hello"}, NULL))
            exit(3);
    }
    if (rsp_process_alloc(c.p, &c.room, 4 * (uint64_t)breakpoints + 8192, RSP_PERM_R | RSP_PERM_X))
        exit(3);
    for (uint32_t i = 0; i < breakpoints; i++)
        if (rsp_process_insert(c.p, RSP_STOP_BREAK_SW, c.room + 8192 + 4 * (uint64_t)i, 4))
            exit(3);
    return c;
}

/* all_here() of many-threads, found by name in the file's symbols without a library: the symbol table
 * of a static executable is small enough to search by hand. */
static uint64_t word(const uint8_t *at, unsigned len) {
    uint64_t value = 0;
    for (unsigned i = 0; i < len; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static uint64_t breakpoint_of(const char *path) {
    rsp_bytes elf = {0};
    for (size_t i = 0; i < rsp_num_programs; i++)
        if (strcmp(rsp_programs[i].path, path) == 0)
            elf = rsp_programs[i].bytes;
    uint64_t sections = elf.ptr ? word(elf.ptr + 40, 8) : 0;
    for (uint64_t i = 0; i < (elf.ptr ? word(elf.ptr + 60, 2) : 0); i++) {
        const uint8_t *section = elf.ptr + sections + 64 * i;
        if (word(section + 4, 4) != 2) /* SHT_SYMTAB */
            continue;
        const uint8_t *strings = elf.ptr + word(elf.ptr + sections + 64 * word(section + 40, 4) + 24, 8);
        const uint8_t *symbols = elf.ptr + word(section + 24, 8);
        for (uint64_t k = 0; k < word(section + 32, 8) / 24; k++)
            if (strcmp((const char *)strings + word(symbols + 24 * k, 4), "all_here") == 0)
                return word(symbols + 24 * k + 8, 8);
    }
    exit(3);
}

typedef void operation(const crowd *c, uint32_t i);

static void look_up_thread(const crowd *c, uint32_t i) {
    if (!rsp_machine_thread(c->m, rsp_process_pid(c->p) + i * 7919 % c->num_threads))
        exit(3);
}

static void look_up_process(const crowd *c, uint32_t i) {
    uint32_t pid = rsp_process_pid(c->p) + (i % 2 ? 0 : c->num_threads + 1);
    (void)rsp_machine_process(c->m, pid);
}

static void read_memory(const crowd *c, uint32_t i) {
    uint8_t bytes[4];
    if (rsp_process_read(c->p, bytes, rsp_process_entry(c->p) + i % 256, sizeof bytes) != sizeof bytes)
        exit(3);
}

static void insert_and_remove(const crowd *c, uint32_t i) {
    uint64_t at = c->room + 4 * (uint64_t)(i % 1024);
    if (rsp_process_insert(c->p, RSP_STOP_BREAK_SW, at, 4) ||
        rsp_process_remove(c->p, RSP_STOP_BREAK_SW, at, 4))
        exit(3);
}

static void resume_and_hold(const crowd *c, uint32_t i) {
    rsp_thread *t = rsp_machine_thread(c->m, rsp_process_pid(c->p) + i * 7919 % c->num_threads);
    resume(t);
    if (rsp_thread_hold(t))
        exit(3);
}

/* One step of one thread: resumed, executed, reported, held. */
static void step_one(const crowd *c, uint32_t i) {
    rsp_thread *t = rsp_process_next_thread(c->p, NULL);
    rsp_machine_ran ran;
    (void)i;
    if (rsp_thread_set_reg(t, RSP_REG_PC, rsp_process_entry(c->p)) ||
        rsp_thread_resume(t, &(rsp_resume){.kind = RSP_RESUME_STEP}))
        exit(3);
    rsp_machine_run(c->m, &ran, &(rsp_machine_run_limits){.budget_insns = 100});
    if (ran.event.kind != RSP_MACHINE_STEP)
        exit(3);
}

static double cost_ns(const crowd *c, operation *op) {
    uint64_t best = UINT64_MAX;
    for (int round = 0; round < BEST_OF; round++) {
        uint64_t begin = now_ns();
        for (uint32_t i = 0; i < OPERATIONS; i++)
            op(c, i);
        uint64_t ns = now_ns() - begin;
        best = ns < best ? ns : best;
    }
    return (double)best / OPERATIONS;
}

static void costs(void) {
    static const struct {
        const char *name;
        operation *op;
    } rows[] = {
        {"look up a thread", look_up_thread},
        {"look up a process", look_up_process},
        {"read 4 bytes", read_memory},
        {"insert and remove a breakpoint", insert_and_remove},
        {"resume and hold a thread", resume_and_hold},
        {"step a thread", step_one},
    };
    crowd few = gather(10, 10, 10);
    crowd many = gather(10000, 1000, 100000);
    printf("\ncost of one operation, ns                     with 10s   with 10,000 threads, 1,000 processes, "
           "100,000 breakpoints\n");
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        double a = cost_ns(&few, rows[i].op), b = cost_ns(&many, rows[i].op);
        printf("  %-40s %11.1f %10.1f   ratio %.2f (wanted: 2 or less)\n", rows[i].name, a, b, b / a);
    }
    rsp_machine_free(few.m);
    rsp_machine_free(many.m);
}

int main(int argc, char **argv) {
    static char rounds[16];
    (void)snprintf(rounds, sizeof rounds, "%ld", argc > 1 ? strtol(argv[1], NULL, 10) : DEFAULT_ROUNDS);
    speeds(rounds);
    costs();
    return 0;
}
