/* Every instruction of RV64IMA with fence.i and the counters: encoding and meaning on one row.
 * decode.c expands encodings, cpu.c meanings; A, B and IMM are the operands, W(v) sign-extends 32 bits.
 * Source: The RISC-V Instruction Set Manual, volume I, chapters RV32/64G and their listings. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_OPS_H
#define RSP_MACHINE_OPS_H

/* X(name, format, match, mask, value of rd). PC is the address of the instruction. */
#define ALU_OPS(X)                                                                      \
    X(LUI, U, 0x37, 0x7f, IMM)                                                          \
    X(AUIPC, U, 0x17, 0x7f, PC + IMM)                                                   \
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

/* X(name, match without width, new value in memory). Format R, mask 0xf800707f; `old` is what memory
 * held, B the source, both as the signed or unsigned type of the width. */
#define AMO_OPS(X)                                  \
    X(AMOADD, 0x0000002f, uold + ub)                \
    X(AMOSWAP, 0x0800002f, ub)                      \
    X(AMOXOR, 0x2000002f, uold ^ ub)                \
    X(AMOOR, 0x4000002f, uold | ub)                 \
    X(AMOAND, 0x6000002f, (uold & ub))              \
    X(AMOMIN, 0x8000002f, (sold < sb ? uold : ub))  \
    X(AMOMAX, 0xa000002f, (sold > sb ? uold : ub))  \
    X(AMOMINU, 0xc000002f, (uold < ub ? uold : ub)) \
    X(AMOMAXU, 0xe000002f, (uold > ub ? uold : ub))

/* X(name, format, match, mask): those with a place of their own in the interpreter. */
#define OTHER_OPS(X)                      \
    X(JAL, J, 0x6f, 0x7f)                 \
    X(JALR, I, 0x67, 0x707f)              \
    X(LR_W, R, 0x1000202f, 0xf9f0707f)    \
    X(LR_D, R, 0x1000302f, 0xf9f0707f)    \
    X(SC_W, R, 0x1800202f, 0xf800707f)    \
    X(SC_D, R, 0x1800302f, 0xf800707f)    \
    X(FENCE_I, NONE, 0x100f, 0x707f)      \
    X(ECALL, NONE, 0x73, 0xffffffff)      \
    X(EBREAK, NONE, 0x100073, 0xffffffff) \
    X(RDCYCLE, I, 0xc0002073, 0xfffff07f) \
    X(RDTIME, I, 0xc0102073, 0xfffff07f)  \
    X(RDINSTRET, I, 0xc0202073, 0xfffff07f)

/* Slots that are no instruction of the program. UNDECODED is 0, so that a zeroed page is undecoded. */
#define INTERNAL_OPS(X)                            \
    X(BREAKPOINT, "the debugger's")                \
    X(NEXT_PAGE, "behind the last slot of a page") \
    X(ILLEGAL, "no instruction")

typedef enum op {
    OP_UNDECODED,
#define OP_ENUM(name, ...) OP_##name,
#define OP_ENUM_AMO(name, ...) OP_##name##_W, OP_##name##_D,
    ALU_OPS(OP_ENUM) BRANCH_OPS(OP_ENUM) LOAD_OPS(OP_ENUM) STORE_OPS(OP_ENUM) AMO_OPS(OP_ENUM_AMO)
        OTHER_OPS(OP_ENUM) INTERNAL_OPS(OP_ENUM)
#undef OP_ENUM
#undef OP_ENUM_AMO
} op;

#endif
