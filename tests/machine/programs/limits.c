/* Runs into the machine's own limits and prints what the system calls say at the limit and one beyond.
 * Not for qemu: its limits are others.
 * Numbers are those of core/limits.h. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

enum { FILES = 256, OUTPUT = 65536, PATHS = 4096, PENDING = 64, REGIONS = 65536, CODE_PAGES = 16384 };

static char big[OUTPUT + 1];

static void files(const char *self) {
    int fd, last = -1;
    while ((fd = open(self, O_RDONLY)) >= 0)
        last = fd;
    print_line("last descriptor", last);
    print_line("one more", fd);
    for (fd = 3; fd <= last; fd++)
        close(fd);
}

static void paths(void) {
    memset(big, '/', PATHS);
    memcpy(big + PATHS - 1 - 11, "/nonexistent", 11);
    big[PATHS - 1] = 0;
    print_line("longest path", open(big, O_RDONLY));
    memset(big, '/', PATHS);
    big[PATHS] = 0;
    print_line("longer", open(big, O_RDONLY));
}

static void pending(void) {
    block(BLOCK, BIT(40), NULL);
    long result = 0;
    int num = 0;
    while ((result = syscall(131, (long)getpid(), (long)gettid(), 40L, 0L, 0L, 0L)) == 0)
        num++;
    print_line("pending", num);
    print_line("one more", result);
    act(40, (void *)1, 0, 0);
}

/* A child whose death would send a signal that does not exist sends none. */
static void exit_signal(void) {
    enum { ALL = 0x40000000 };
    pid_t child = (pid_t)syscall(220, 162L, 0L, 0L, 0L, 0L, 0L);
    if (child == 0)
        _exit(0);
    print_line("strange exit signal", waitpid(child, NULL, ALL) == child);
}

static void regions(void) {
    char *at = (char *)0x3000000000UL;
    long num = 0;
    while (mmap(at + num * 8192, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) !=
           MAP_FAILED)
        num++;
    print_line("regions", num > REGIONS - 20 && num < REGIONS);
    print_line("one more", syscall(222, (long)(at + num * 8192), 4096L, 1L, 0x32L, -1L, 0L));
    print_line("unmapped", munmap(at, (unsigned long)num * 8192));
}

/* More decoded pages than are kept: the oldest are decoded again. */
static void code_pages(void) {
    unsigned long num = CODE_PAGES + 2, sum = 0;
    u32 *code =
        mmap(NULL, num * 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (unsigned long i = 0; i < num; i++) {
        code[i * 1024] = (u32)(i & 0x7ff) << 20 | 10u << 7 | 0x13; /* li a0, i */
        code[i * 1024 + 1] = 0x00008067;
    }
    __asm__ volatile("fence.i" ::: "memory");
    for (unsigned long i = 0; i < num; i++)
        sum += ((unsigned long (*)(void))(code + i * 1024))() == (i & 0x7ff);
    sum += ((unsigned long (*)(void))(code + 1024))();
    print_line("code pages", sum == num + 1);
}

int main(int argc, char **argv) {
    (void)argc;
    files(argv[0]);
    paths();
    pending();
    exit_signal();
    regions();
    code_pages();
    memset(big, 'x', sizeof big);
    long written = write(1, big, sizeof big);
    print("\n");
    print_line("written", written);
    return 0;
}
