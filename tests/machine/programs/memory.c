/* Every load and store at every alignment, across cache lines and pages.
 * Misaligned accesses of plain loads and stores succeed in Linux user mode.
 * One hash a mnemonic and the final memory. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static unsigned char buffer[3 * 4096] __attribute__((aligned(4096)));

#define LOAD(name)                                                          \
    static u64 do_##name(unsigned char *p) {                                \
        u64 r;                                                              \
        __asm__ volatile(#name " %0, 3(%1)" : "=r"(r) : "r"(p) : "memory"); \
        return r;                                                           \
    }
#define STORE(name)                                                           \
    static u64 do_##name(unsigned char *p) {                                  \
        __asm__ volatile(#name " %1, -5(%0)"                                  \
                         :                                                    \
                         : "r"(p), "r"(0xf1e2d3c4b5a69788UL * ((u64)p & 255)) \
                         : "memory");                                         \
        return p[-5];                                                         \
    }
#define LOADS(X) X(lb) X(lh) X(lw) X(ld) X(lbu) X(lhu) X(lwu)
#define STORES(X) X(sb) X(sh) X(sw) X(sd)
LOADS(LOAD)
STORES(STORE)

static const struct {
    const char *name;
    u64 (*fn)(unsigned char *);
} rows[] = {
#define ROW(name) {#name, do_##name},
    STORES(ROW) LOADS(ROW)};

int main(void) {
    for (unsigned i = 0; i < sizeof buffer; i++)
        buffer[i] = (unsigned char)(i * 167 + (i >> 7));
    for (unsigned i = 0; i < COUNT(rows); i++) {
        u64 hash = 0;
        for (int offset = -40; offset < 40; offset++) {
            hash = fold(hash, rows[i].fn(buffer + 4096 + offset));
            hash = fold(hash, rows[i].fn(buffer + 2 * 4096 + offset));
            hash = fold(hash, rows[i].fn(buffer + 2048 + offset));
        }
        print_hash(rows[i].name, hash);
    }
    u64 hash = 0;
    for (unsigned i = 0; i < sizeof buffer; i++)
        hash = fold(hash, buffer[i]);
    print_hash("memory", hash);
    return 0;
}
