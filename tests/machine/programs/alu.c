/* Every register-register and register-immediate instruction on all pairs of edge operands.
 * One hash a mnemonic, so that a difference names the instruction.
 * Source: The RISC-V Instruction Set Manual, volume I. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

#define RR(name)                                                          \
    static u64 do_##name(u64 a, u64 b) {                                  \
        u64 r;                                                            \
        __asm__ volatile(#name " %0, %1, %2" : "=r"(r) : "r"(a), "r"(b)); \
        return r;                                                         \
    }
#define RI(name, imm)                                                                                   \
    static u64 do_##name(u64 a, u64 b) {                                                                \
        u64 r, q;                                                                                       \
        (void)b;                                                                                        \
        __asm__ volatile(#name " %0, %2, " #imm "\n" #name " %1, %2, 5" : "=&r"(r), "=&r"(q) : "r"(a)); \
        return r * 3 + q;                                                                               \
    }
#define LIST_RR(X)                                                                                          \
    X(add)                                                                                                  \
    X(sub)                                                                                                  \
    X(sll)                                                                                                  \
    X(slt) X(sltu) X(xor) X(srl) X(sra) X(or) X(and) X(addw) X(subw) X(sllw) X(srlw) X(sraw) X(mul) X(mulh) \
        X(mulhsu) X(mulhu) X(div) X(divu) X(rem) X(remu) X(mulw) X(divw) X(divuw) X(remw) X(remuw)
#define LIST_RI(X)                                                                                        \
    X(addi, -2048)                                                                                        \
    X(slti, -1)                                                                                           \
    X(sltiu, -1)                                                                                          \
    X(xori, 2047) X(ori, -256) X(andi, -16) X(slli, 63) X(srli, 63) X(srai, 63) X(addiw, -1) X(slliw, 31) \
        X(srliw, 31) X(sraiw, 31)

LIST_RR(RR)
LIST_RI(RI)

struct row {
    const char *name;
    u64 (*fn)(u64, u64);
};
#define ROW(name, ...) {#name, do_##name},
static const struct row rows[] = {LIST_RR(ROW) LIST_RI(ROW)};

int main(void) {
    for (unsigned i = 0; i < COUNT(rows); i++) {
        u64 hash = 0;
        for (unsigned a = 0; a < COUNT(edges); a++)
            for (unsigned b = 0; b < COUNT(edges); b++)
                hash = fold(hash, rows[i].fn(edges[a], edges[b]));
        print_hash(rows[i].name, hash);
    }
    u64 upper, where;
    __asm__ volatile("lui %0, 0x80000\nauipc %1, 0xfffff" : "=r"(upper), "=r"(where));
    print_hash("lui", upper);
    print_hash("auipc", where);
    __asm__ volatile("fence\nfence rw, w\nfence.i\nadd x0, %0, %0\nsub %0, x0, %0" : "+r"(upper));
    print_hash("x0", upper);
    return 0;
}
