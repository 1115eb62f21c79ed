/* The frame around the random instructions that generate.c writes.
 * Prints a hash of all registers after each block, and of the memory they used.
 * sp, gp and tp are left out: they differ between implementations. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

void random_blocks(void);
void probe_registers(const u64 *x);

static int blocks;

void probe_registers(const u64 *x) {
    u64 hash = 0;
    for (int i = 1; i < 32; i++)
        if (i != 2 && i != 3 && i != 4)
            hash = fold(hash, x[i]);
    const unsigned char *memory = (const unsigned char *)x - 1024 - 2048;
    for (int i = 0; i < 3072; i++)
        hash = fold(hash, memory[i]);
    print_number(blocks++);
    print_hash("", hash);
}

int main(void) {
    random_blocks();
    return 0;
}
