/* Every atomic instruction of both widths on all pairs of edge operands, and lr/sc that succeed and fail.
 * The old value is sign-extended, and memory beside a word is left alone.
 * One hash a mnemonic. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static volatile u64 cell[3];

#define AMO(name, width)                                       \
    static u64 do_##name##_##width(u64 a, u64 b) {             \
        u64 r;                                                 \
        cell[1] = a;                                           \
        __asm__ volatile(#name "." #width ".aqrl %0, %1, (%2)" \
                         : "=r"(r)                             \
                         : "r"(b), "r"(&cell[1])               \
                         : "memory");                          \
        return fold(r, cell[1]);                               \
    }
#define BOTH(X, name) X(name, w) X(name, d)
#define LIST(X)      \
    BOTH(X, amoswap) \
    BOTH(X, amoadd)  \
    BOTH(X, amoxor)  \
    BOTH(X, amoand) BOTH(X, amoor) BOTH(X, amomin) BOTH(X, amomax) BOTH(X, amominu) BOTH(X, amomaxu)
LIST(AMO)

#define PAIR(width)                                                                                          \
    static u64 do_pair_##width(u64 a, u64 b) {                                                               \
        u64 r, first, second, other;                                                                         \
        cell[1] = a;                                                                                         \
        __asm__ volatile("lr." #width " %0, (%4)\nsc." #width " %1, %5, (%4)\n"                              \
                         "sc." #width " %2, %5, (%4)\nlr." #width ".aq %3, (%4)\nsc." #width " %3, %5, (%6)" \
                         : "=&r"(r), "=&r"(first), "=&r"(second), "=&r"(other)                               \
                         : "r"(&cell[1]), "r"(b), "r"(&cell[2])                                              \
                         : "memory");                                                                        \
        return fold(fold(r, first * 4 + second * 2 + other), cell[1]);                                       \
    }
PAIR(w)
PAIR(d)

static const struct {
    const char *name;
    u64 (*fn)(u64, u64);
} rows[] = {
#define ROW(name, width) {#name "." #width, do_##name##_##width},
    LIST(ROW) ROW(pair, w) ROW(pair, d)};

int main(void) {
    cell[0] = cell[2] = 0x1122334455667788UL;
    for (unsigned i = 0; i < COUNT(rows); i++) {
        u64 hash = 0;
        for (unsigned a = 0; a < COUNT(edges); a++)
            for (unsigned b = 0; b < COUNT(edges); b++)
                hash = fold(hash, rows[i].fn(edges[a], edges[b]));
        print_hash(rows[i].name, hash);
    }
    print_hash("beside", cell[0] ^ cell[2]);
    return 0;
}
