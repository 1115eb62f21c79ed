/* Every instruction of 32 bits of RV64IMAFD, Zicsr and Zifencei: encoding and meaning on one row. code.c
 * expands encodings, cpu.c and float_ops.c meanings; A, B, IMM and WIDE are operands, W(v) sign-extends 32
 * bits. Source: The RISC-V Instruction Set Manual, volume I, chapters RV32/64G and their listings. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_OPS_H
#define RSP_MACHINE_OPS_H

/* X(name, format, match, mask, value of rd). PC is the address of the instruction. */
#define ALU_OPS(X)                                                                      \
    X(LUI, U, 0x37, 0x7f, WIDE)                                                         \
    X(AUIPC, U, 0x17, 0x7f, PC + WIDE)                                                  \
    X(ADDI, I, 0x13, 0x707f, A + IMM)                                                   \
    X(SLTI, I, 0x2013, 0x707f, (int64_t)A < (int64_t)IMM)                               \
    X(SLTIU, I, 0x3013, 0x707f, A < IMM)                                                \
    X(XORI, I, 0x4013, 0x707f, A ^ IMM)                                                 \
    X(ORI, I, 0x6013, 0x707f, A | IMM)                                                  \
    X(ANDI, I, 0x7013, 0x707f, (A & IMM))                                               \
    X(SLLI, I, 0x1013, 0xfc00707f, A << (IMM & 63))                                     \
    X(SRLI, I, 0x5013, 0xfc00707f, A >> (IMM & 63))                                     \
    X(SRAI, I, 0x40005013, 0xfc00707f, shift_arithmetic(A, IMM & 63))                   \
    X(ADD, R, 0x33, 0xfe00707f, A + B)                                                  \
    X(SUB, R, 0x40000033, 0xfe00707f, A - B)                                            \
    X(SLL, R, 0x1033, 0xfe00707f, A << (B & 63))                                        \
    X(SLT, R, 0x2033, 0xfe00707f, (int64_t)A < (int64_t)B)                              \
    X(SLTU, R, 0x3033, 0xfe00707f, A < B)                                               \
    X(XOR, R, 0x4033, 0xfe00707f, A ^ B)                                                \
    X(SRL, R, 0x5033, 0xfe00707f, A >> (B & 63))                                        \
    X(SRA, R, 0x40005033, 0xfe00707f, shift_arithmetic(A, B & 63))                      \
    X(OR, R, 0x6033, 0xfe00707f, A | B)                                                 \
    X(AND, R, 0x7033, 0xfe00707f, (A & B))                                              \
    X(ADDIW, I, 0x1b, 0x707f, W(A + IMM))                                               \
    X(SLLIW, I, 0x101b, 0xfe00707f, W(A << (IMM & 31)))                                 \
    X(SRLIW, I, 0x501b, 0xfe00707f, W((uint32_t)A >> (IMM & 31)))                       \
    X(SRAIW, I, 0x4000501b, 0xfe00707f, shift_arithmetic(W(A), IMM & 31))               \
    X(ADDW, R, 0x3b, 0xfe00707f, W(A + B))                                              \
    X(SUBW, R, 0x4000003b, 0xfe00707f, W(A - B))                                        \
    X(SLLW, R, 0x103b, 0xfe00707f, W(A << (B & 31)))                                    \
    X(SRLW, R, 0x503b, 0xfe00707f, W((uint32_t)A >> (B & 31)))                          \
    X(SRAW, R, 0x4000503b, 0xfe00707f, shift_arithmetic(W(A), B & 31))                  \
    X(MUL, R, 0x2000033, 0xfe00707f, (A * B))                                           \
    X(MULH, R, 0x2001033, 0xfe00707f, high_signed(A, B))                                \
    X(MULHSU, R, 0x2002033, 0xfe00707f, high_signed_unsigned(A, B))                     \
    X(MULHU, R, 0x2003033, 0xfe00707f, high_unsigned(A, B))                             \
    X(DIV, R, 0x2004033, 0xfe00707f, divide(A, B))                                      \
    X(DIVU, R, 0x2005033, 0xfe00707f, divide_unsigned(A, B))                            \
    X(REM, R, 0x2006033, 0xfe00707f, remainder_signed(A, B))                            \
    X(REMU, R, 0x2007033, 0xfe00707f, remainder_unsigned(A, B))                         \
    X(MULW, R, 0x200003b, 0xfe00707f, W((A * B)))                                       \
    X(DIVW, R, 0x200403b, 0xfe00707f, W(divide(W(A), W(B))))                            \
    X(DIVUW, R, 0x200503b, 0xfe00707f, W(divide_unsigned((uint32_t)A, (uint32_t)B)))    \
    X(REMW, R, 0x200603b, 0xfe00707f, W(remainder_signed(W(A), W(B))))                  \
    X(REMUW, R, 0x200703b, 0xfe00707f, W(remainder_unsigned((uint32_t)A, (uint32_t)B))) \
    X(FENCE, NONE, 0x0f, 0x707f, 0)

/* X(name, match, taken when). Format B, mask 0x707f. */
#define BRANCH_OPS(X)                        \
    X(BEQ, 0x63, A == B)                     \
    X(BNE, 0x1063, A != B)                   \
    X(BLT, 0x4063, (int64_t)A < (int64_t)B)  \
    X(BGE, 0x5063, (int64_t)A >= (int64_t)B) \
    X(BLTU, 0x6063, A < B)                   \
    X(BGEU, 0x7063, A >= B)

/* X(name, match, bytes, type to extend from). Format I, mask 0x707f. */
#define LOAD_OPS(X)             \
    X(LB, 0x03, 1, int8_t)      \
    X(LH, 0x1003, 2, int16_t)   \
    X(LW, 0x2003, 4, int32_t)   \
    X(LD, 0x3003, 8, int64_t)   \
    X(LBU, 0x4003, 1, uint8_t)  \
    X(LHU, 0x5003, 2, uint16_t) \
    X(LWU, 0x6003, 4, uint32_t)

/* X(name, match, bytes). Format S, mask 0x707f. */
#define STORE_OPS(X) \
    X(SB, 0x23, 1)   \
    X(SH, 0x1023, 2) \
    X(SW, 0x2023, 4) \
    X(SD, 0x3023, 8)

/* X(name, match, new value in memory). Format A, mask 0xf800607f: bit 12 is the width. `old` is what memory
 * held, `b` the source; of words both are sign-extended, which keeps their order as unsigned numbers, too. */
#define AMO_OPS(X)                                             \
    X(AMOADD, 0x0000202f, old + b)                             \
    X(AMOSWAP, 0x0800202f, b)                                  \
    X(AMOXOR, 0x2000202f, old ^ b)                             \
    X(AMOOR, 0x4000202f, old | b)                              \
    X(AMOAND, 0x6000202f, (old & b))                           \
    X(AMOMIN, 0x8000202f, (int64_t)old < (int64_t)b ? old : b) \
    X(AMOMAX, 0xa000202f, (int64_t)old > (int64_t)b ? old : b) \
    X(AMOMINU, 0xc000202f, old < b ? old : b)                  \
    X(AMOMAXU, 0xe000202f, old > b ? old : b)

/* X(name, format, match, mask, value of rd) of the format that bit 25 says. FA, FB and FC are the operands
 * out of their boxes, RAW the first as it is; O is the operation, F its format, E its environment. Without
 * funct3 in the mask it is the rounding mode. */
#define FLOAT_OPS(X)                                                                            \
    X(FMADD, FF, 0x43, 0x0400007f, multiply_add(O, FA, FB, FC))                                 \
    X(FMSUB, FF, 0x47, 0x0400007f, multiply_add(O, FA, FB, flipped(O, FC)))                     \
    X(FNMSUB, FF, 0x4b, 0x0400007f, multiply_add(O, flipped(O, FA), FB, FC))                    \
    X(FNMADD, FF, 0x4f, 0x0400007f, multiply_add(O, flipped(O, FA), FB, flipped(O, FC)))        \
    X(FADD, FF, 0x53, 0xfc00007f, add(O, FA, FB))                                               \
    X(FSUB, FF, 0x08000053, 0xfc00007f, subtract(O, FA, FB))                                    \
    X(FMUL, FF, 0x10000053, 0xfc00007f, multiply(O, FA, FB))                                    \
    X(FDIV, FF, 0x18000053, 0xfc00007f, divide(O, FA, FB))                                      \
    X(FSQRT, FF, 0x58000053, 0xfdf0007f, square_root(O, FA))                                    \
    X(FSGNJ, FF, 0x20000053, 0xfc00707f, with_sign(O, FA, FB))                                  \
    X(FSGNJN, FF, 0x20001053, 0xfc00707f, with_sign(O, FA, ~FB))                                \
    X(FSGNJX, FF, 0x20002053, 0xfc00707f, with_sign(O, FA, FA ^ FB))                            \
    X(FMIN, FF, 0x28000053, 0xfc00707f, float_minimum(F, E, FA, FB))                            \
    X(FMAX, FF, 0x28001053, 0xfc00707f, float_maximum(F, E, FA, FB))                            \
    X(FCVT_S_D, FF, 0x40100053, 0xfff0007f, float_convert(F, &float_double, E, RAW))            \
    X(FCVT_D_S, FF, 0x42000053, 0xfff0007f, float_convert(F, &float_single, E, single_in(RAW))) \
    X(FLE, XF, 0xa0000053, 0xfc00707f, float_less_or_equal(F, E, FA, FB))                       \
    X(FLT, XF, 0xa0001053, 0xfc00707f, float_less(F, E, FA, FB))                                \
    X(FEQ, XF, 0xa0002053, 0xfc00707f, float_equal(F, E, FA, FB))                               \
    X(FCVT_W, XF, 0xc0000053, 0xfdf0007f, to_integer(O, FA, 32, true))                          \
    X(FCVT_WU, XF, 0xc0100053, 0xfdf0007f, to_integer(O, FA, 32, false))                        \
    X(FCVT_L, XF, 0xc0200053, 0xfdf0007f, to_integer(O, FA, 64, true))                          \
    X(FCVT_LU, XF, 0xc0300053, 0xfdf0007f, to_integer(O, FA, 64, false))                        \
    X(FCVT_F_W, FX, 0xd0000053, 0xfdf0007f, from_integer(O, W(RAW), true))                      \
    X(FCVT_F_WU, FX, 0xd0100053, 0xfdf0007f, from_integer(O, (uint32_t)RAW, false))             \
    X(FCVT_F_L, FX, 0xd0200053, 0xfdf0007f, from_integer(O, RAW, true))                         \
    X(FCVT_F_LU, FX, 0xd0300053, 0xfdf0007f, from_integer(O, RAW, false))                       \
    X(FMV_X_F, XF, 0xe0000053, 0xfdf0707f, o.single ? W(RAW) : RAW)                             \
    X(FCLASS, XF, 0xe0001053, 0xfdf0707f, float_classify(F, FA))                                \
    X(FMV_F_X, FX, 0xf0000053, 0xfdf0707f, o.single ? (uint32_t)RAW : RAW)

/* X(instruction, the one it is executed as, format, match), mask 0x707f. A double is loaded and stored as an
 * integer is: registers have one numbering. */
#define FLOAT_MEMORY_OPS(X) \
    X(FLW, FLW, FI, 0x2007) \
    X(FLD, LD, FI, 0x3007)  \
    X(FSW, SW, FS, 0x2027)  \
    X(FSD, SD, FS, 0x3027)

/* X(name, match), format I, mask 0x707f; the immediate is the number of the register. */
#define CSR_OPS(X)    \
    X(CSRRW, 0x1073)  \
    X(CSRRS, 0x2073)  \
    X(CSRRC, 0x3073)  \
    X(CSRRWI, 0x5073) \
    X(CSRRSI, 0x6073) \
    X(CSRRCI, 0x7073)

/* X(name, format, match, mask): jumps. The target of JALR is known only when it is executed. */
#define JUMP_OPS(X)       \
    X(JAL, J, 0x6f, 0x7f) \
    X(JALR, I, 0x67, 0x707f)

/* X(name, format, match, mask): those with a place of their own in the interpreter. */
#define OTHER_OPS(X)                 \
    X(LR, A, 0x1000202f, 0xf9f0607f) \
    X(SC, A, 0x1800202f, 0xf800607f) \
    X(FENCE_I, NONE, 0x100f, 0x707f) \
    X(ECALL, NONE, 0x73, 0xffffffff) \
    X(EBREAK, NONE, 0x100073, 0xffffffff)

/* Slots that are no instruction of the program. UNDECODED is 0, so that a zeroed page is undecoded. */
#define INTERNAL_OPS(X)                            \
    X(BREAKPOINT, "the debugger's")                \
    X(NEXT_PAGE, "behind the last slot of a page") \
    X(STRADDLE, "half of it is in the next page")  \
    X(ILLEGAL, "no instruction")

#define W(v) ((uint64_t)(int64_t)(int32_t)(uint32_t)(v))

/* In the immediate of FLOAT_OPS, beside a rounding mode: it is about doubles. */
enum { FLOAT_DOUBLE = 8 };

/* All operations. What a compressed instruction means is executed as SHORT operation, which takes one slot
 * where others take two. Branches and jumps to a target in their page are NEAR: their immediate counts slots.
 */
#define ALL_OPS(X, X_SHORT, X_NEAR) \
    X(UNDECODED, )                  \
    X(FLW, )                        \
    ALU_OPS(X_SHORT)                \
    BRANCH_OPS(X_NEAR)              \
    LOAD_OPS(X_SHORT)               \
    STORE_OPS(X_SHORT) JUMP_OPS(X_NEAR) AMO_OPS(X) FLOAT_OPS(X) CSR_OPS(X) OTHER_OPS(X) INTERNAL_OPS(X)

typedef enum op {
#define OP_ENUM(name, ...) OP_##name,
#define OP_ENUM_SHORT(name, ...) OP_##name, OP_SHORT_##name,
#define OP_ENUM_NEAR(name, ...) OP_##name, OP_SHORT_##name, OP_NEAR_##name, OP_SHORT_NEAR_##name,
    ALL_OPS(OP_ENUM, OP_ENUM_SHORT, OP_ENUM_NEAR)
#undef OP_ENUM
#undef OP_ENUM_SHORT
#undef OP_ENUM_NEAR
} op;
enum { OP_TO_SHORT = 1, OP_TO_NEAR = 2 };

#endif
