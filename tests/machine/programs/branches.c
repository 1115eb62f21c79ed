/* Every branch on all pairs of edge operands, forwards and backwards, and the two jumps.
 * jalr clears the lowest bit of its target and may overwrite its own source.
 * One hash a mnemonic. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

#define BRANCH(name)                                                                      \
    static u64 do_##name(u64 a, u64 b) {                                                  \
        u64 r = 0;                                                                        \
        __asm__ volatile("j 2f\n1: addi %0, %0, 7\nj 3f\n2: " #name " %1, %2, 1b\n" #name \
                         " %2, %1, 4f\naddi %0, %0, 1\n4: addi %0, %0, 16\n3:"            \
                         : "+r"(r)                                                        \
                         : "r"(a), "r"(b));                                               \
        return r;                                                                         \
    }
#define LIST(X) X(beq) X(bne) X(blt) X(bge) X(bltu) X(bgeu)
LIST(BRANCH)

static const struct {
    const char *name;
    u64 (*fn)(u64, u64);
} rows[] = {
#define ROW(name) {#name, do_##name},
    LIST(ROW)};

int main(void) {
    for (unsigned i = 0; i < COUNT(rows); i++) {
        u64 hash = 0;
        for (unsigned a = 0; a < COUNT(edges); a++)
            for (unsigned b = 0; b < COUNT(edges); b++)
                hash = fold(hash, rows[i].fn(edges[a], edges[b]));
        print_hash(rows[i].name, hash);
    }
    u64 link, target, sum = 0;
    __asm__ volatile("jal %0, 1f\n2: addi %2, %2, 100\nj 3f\n1: addi %2, %2, 1\n"
                     "la %1, 2b + 1\njalr %1, 0(%1)\n3: sub %0, %0, %1"
                     : "=&r"(link), "=&r"(target), "+r"(sum));
    print_hash("jal", link);
    print_hash("jalr", sum);
    return 0;
}
