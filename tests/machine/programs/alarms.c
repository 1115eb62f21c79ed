/* Timers that send signals, signals that are waited for, children that are waited for by waitid.
 * What is printed depends on order alone, not on how long anything takes.
 * Also memory that moves, that is given back, and limits. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static long call(long number, long a, long b, long c, long d, long e, long f) {
    return syscall(number, a, b, c, d, e, f);
}

static volatile int rang;

static void ring(int number) {
    (void)number;
    rang++;
}

static void intervals(void) {
    long timer[4] = {0, 1000, 0, 1000}; /* timeval: every millisecond */
    act(14, ring, 0, 0);
    print_line("setitimer", call(103, 0, (long)timer, 0, 0, 0, 0));
    while (rang < 3)
        ;
    long off[4] = {0}, old[4] = {0};
    print_line("stop", call(103, 0, (long)off, (long)old, 0, 0, 0));
    print_line("interval", old[1]);
    print_line("which", call(103, 3, (long)off, 0, 0, 0, 0));
    rang = 0;
    timer[1] = 0;
    call(103, 0, (long)timer, 0, 0, 0, 0);
    long mask[1] = {0};
    print_line("pause", call(133, (long)mask, 8, 0, 0, 0, 0));
    print_line("rang", rang);
}

static void awaited(void) {
    int info[32];
    long little[2] = {0, 1000000};
    block(BLOCK, BIT(10) | BIT(40), NULL);
    u64 set = BIT(10) | BIT(40);
    print_line("in vain", call(137, (long)&set, (long)info, (long)little, 8, 0, 0));
    call(129, getpid(), 10, 0, 0, 0, 0);
    print_line("awaited", call(137, (long)&set, (long)info, 0, 8, 0, 0));
    print_line("code", info[2]);
    int queued[32] = {40, 0, -1, 0, 0, 0, 77, 0};
    print_line("queue", call(138, getpid(), 40, (long)queued, 0, 0, 0));
    print_line("awaited", call(137, (long)&set, (long)info, (long)little, 8, 0, 0));
    print_line("value", info[6]);
}

static void children(void) {
    int info[32] = {0};
    if (fork() == 0)
        exit(9);
    print_line("waitid", call(95, 0, 0, (long)info, 4, 0, 0));
    print_line("signal", info[0]);
    print_line("code", info[2]);
    print_line("status", info[6]);
    print_line("none left", call(95, 0, 0, (long)info, 4, 0, 0));
    print_line("wrong", call(95, 0, 0, (long)info, 0, 0, 0));
}

static void memory(void) {
    char *a = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    a[0] = 1;
    a[4096] = 2;
    char *b = (char *)call(216, (long)a, 8192, 65536, 1, 0, 0);
    print_line("moved", b[0] + b[4096] + b[8192]);
    b[60000] = 3;
    print_line("shrunk", (char *)call(216, (long)b, 65536, 4096, 0, 0, 0) == b);
    print_line("given back", call(233, (long)b, 4096, 4, 0, 0, 0));
    print_line("zero", b[0]);
}

static void limits(void) {
    long limit[2] = {0};
    print_line("stack", call(261, 0, 3, 0, (long)limit, 0, 0));
    limit[0] = 5;
    limit[1] = 4;
    print_line("above", call(261, 0, 4, (long)limit, 0, 0, 0));
    print_line("which", call(261, 0, 99, 0, (long)limit, 0, 0));
    print_line("umask", call(166, 077, 0, 0, 0, 0, 0) >= 0);
    print_line("umask", call(166, 022, 0, 0, 0, 0, 0));
    print_line("priority", call(125, 1, 0, 0, 0, 0, 0));
    print_line("priority", call(126, 0, 0, 0, 0, 0, 0));
}

int main(void) {
    intervals();
    awaited();
    children();
    memory();
    limits();
    return 0;
}
