/* The workload of bench_machine: a loop of ALU and memory instructions, as compilers emit it.
 * Fills an array, mixes it in place and sums it; the argument says how often.
 * Also runs under qemu-riscv64. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

enum { WORDS = 4096 };

static unsigned long words[WORDS];

static unsigned long round_of(unsigned long seed) {
    for (unsigned long i = 0; i < WORDS; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        words[i] = words[(i * 17) % WORDS] + (seed & 0xffff);
    }
    unsigned long sum = 0;
    for (unsigned long i = 0; i < WORDS; i++)
        if (words[i] & 1)
            sum += words[i];
        else
            sum ^= words[i] >> 3;
    return sum;
}

int main(int argc, char **argv) {
    long rounds = argument(argc, argv, 1, 1000);
    unsigned long sum = 1;
    for (long i = 0; i < rounds; i++)
        sum = round_of(sum | 1);
    print_line("sum", (long)(sum & 0xffffff));
    return 0;
}
