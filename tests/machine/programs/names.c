/* Who and where we are: ids, names, uname, the initial stack with its auxiliary vector.
 * Only what must be the same everywhere is printed.
 * Also unknown system calls. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

extern char _start[];

int main(int argc, char **argv) {
    char name[16] = "";
    char uts[6][65];
    print_line("argc", argc);
    print_line("argv ends", argv[argc] == NULL);
    char **e = environ;
    while (*e)
        e++;
    u64 values[64] = {0};
    u64 seen = 0;
    for (u64 *auxv = (u64 *)(e + 1); auxv[0]; auxv += 2) {
        if (auxv[0] >= 64)
            continue;
        seen |= 1UL << auxv[0];
        values[auxv[0]] = auxv[1];
    }
    print_line("page size", (long)values[6]);
    print_line("entry", values[9] == (u64)_start);
    print_line("program headers", (long)values[5]);
    print_line("size of one", (long)values[4]);
    print_line("first type", *(int *)values[3]);
    print_line("random", values[25] != 0);
    const u64 needed = 1UL << 3 | 1UL << 4 | 1UL << 5 | 1UL << 6 | 1UL << 9 | 1UL << 25 | 1UL << 11;
    print_line("auxv", (seen & needed) == needed);
    print_line("aligned", ((u64)(argv - 1) & 15) == 0);
    print_line("set name", syscall(167, 15L, (long)"a name that is too long", 0L, 0L, 0L, 0L));
    print_line("get name", syscall(167, 16L, (long)name, 0L, 0L, 0L, 0L));
    print(name);
    print("\n");
    print_line("uname", syscall(160, (long)uts, 0L, 0L, 0L, 0L, 0L));
    print(uts[0]);
    print(" ");
    print(uts[4]);
    print("\n");
    print_line("pid is tid", getpid() == gettid());
    print_line("uid is euid", syscall(174, 0L, 0L, 0L, 0L, 0L, 0L) == syscall(175, 0L, 0L, 0L, 0L, 0L, 0L));
    print_line("tid address", syscall(96, 0L, 0L, 0L, 0L, 0L, 0L) == gettid());
    u64 random[2] = {0, 0};
    print_line("getrandom", syscall(278, (long)random, 16L, 0L, 0L, 0L, 0L));
    print_line("is random", random[0] != random[1]);
    print_line("unknown", syscall(400, 0L, 0L, 0L, 0L, 0L, 0L));
    print_line("unknown", syscall(-1, 0L, 0L, 0L, 0L, 0L, 0L));
    print_line("unknown", syscall(1000000, 0L, 0L, 0L, 0L, 0L, 0L));
    return 0;
}
