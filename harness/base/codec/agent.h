/* Agent expressions: the opcode table, and decoding of one instruction.
 * Operands and jump targets are big-endian; evaluation is the stub's.
 * Source: GDB manual, The GDB Agent Expression Mechanism. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_AGENT_H
#define RSP_AGENT_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* X(NAME, text, opcode, operand bytes, pops, pushes). printf has 3 operand bytes (argument count, 16-bit
 * length) and then that many bytes of format; it pops 2 plus its arguments. pick pushes a copy from below
 * without popping. */
#define RSP_AGENT_LIST(X)                                \
    X(FLOAT, "float", 0x01, 0, 0, 0)                     \
    X(ADD, "add", 0x02, 0, 2, 1)                         \
    X(SUB, "sub", 0x03, 0, 2, 1)                         \
    X(MUL, "mul", 0x04, 0, 2, 1)                         \
    X(DIV_SIGNED, "div_signed", 0x05, 0, 2, 1)           \
    X(DIV_UNSIGNED, "div_unsigned", 0x06, 0, 2, 1)       \
    X(REM_SIGNED, "rem_signed", 0x07, 0, 2, 1)           \
    X(REM_UNSIGNED, "rem_unsigned", 0x08, 0, 2, 1)       \
    X(LSH, "lsh", 0x09, 0, 2, 1)                         \
    X(RSH_SIGNED, "rsh_signed", 0x0a, 0, 2, 1)           \
    X(RSH_UNSIGNED, "rsh_unsigned", 0x0b, 0, 2, 1)       \
    X(TRACE, "trace", 0x0c, 0, 2, 0)                     \
    X(TRACE_QUICK, "trace_quick", 0x0d, 1, 1, 1)         \
    X(LOG_NOT, "log_not", 0x0e, 0, 1, 1)                 \
    X(BIT_AND, "bit_and", 0x0f, 0, 2, 1)                 \
    X(BIT_OR, "bit_or", 0x10, 0, 2, 1)                   \
    X(BIT_XOR, "bit_xor", 0x11, 0, 2, 1)                 \
    X(BIT_NOT, "bit_not", 0x12, 0, 1, 1)                 \
    X(EQUAL, "equal", 0x13, 0, 2, 1)                     \
    X(LESS_SIGNED, "less_signed", 0x14, 0, 2, 1)         \
    X(LESS_UNSIGNED, "less_unsigned", 0x15, 0, 2, 1)     \
    X(EXT, "ext", 0x16, 1, 1, 1)                         \
    X(REF8, "ref8", 0x17, 0, 1, 1)                       \
    X(REF16, "ref16", 0x18, 0, 1, 1)                     \
    X(REF32, "ref32", 0x19, 0, 1, 1)                     \
    X(REF64, "ref64", 0x1a, 0, 1, 1)                     \
    X(REF_FLOAT, "ref_float", 0x1b, 0, 1, 1)             \
    X(REF_DOUBLE, "ref_double", 0x1c, 0, 1, 1)           \
    X(REF_LONG_DOUBLE, "ref_long_double", 0x1d, 0, 1, 1) \
    X(L_TO_D, "l_to_d", 0x1e, 0, 1, 1)                   \
    X(D_TO_L, "d_to_l", 0x1f, 0, 1, 1)                   \
    X(IF_GOTO, "if_goto", 0x20, 2, 1, 0)                 \
    X(GOTO, "goto", 0x21, 2, 0, 0)                       \
    X(CONST8, "const8", 0x22, 1, 0, 1)                   \
    X(CONST16, "const16", 0x23, 2, 0, 1)                 \
    X(CONST32, "const32", 0x24, 4, 0, 1)                 \
    X(CONST64, "const64", 0x25, 8, 0, 1)                 \
    X(REG, "reg", 0x26, 2, 0, 1)                         \
    X(END, "end", 0x27, 0, 0, 0)                         \
    X(DUP, "dup", 0x28, 0, 1, 2)                         \
    X(POP, "pop", 0x29, 0, 1, 0)                         \
    X(ZERO_EXT, "zero_ext", 0x2a, 1, 1, 1)               \
    X(SWAP, "swap", 0x2b, 0, 2, 2)                       \
    X(GETV, "getv", 0x2c, 2, 0, 1)                       \
    X(SETV, "setv", 0x2d, 2, 1, 1)                       \
    X(TRACEV, "tracev", 0x2e, 2, 0, 0)                   \
    X(TRACENZ, "tracenz", 0x2f, 0, 2, 0)                 \
    X(TRACE16, "trace16", 0x30, 2, 1, 1)                 \
    X(PICK, "pick", 0x32, 1, 0, 1)                       \
    X(ROT, "rot", 0x33, 0, 3, 3)                         \
    X(PRINTF, "printf", 0x34, 3, 2, 0)

/* The opcodes: RSP_AGENT_ADD and so on. */
typedef enum rsp_agent_op {
#define RSP_AGENT_ENUM(name, text, opcode, operand, pops, pushes) RSP_AGENT_##name = (opcode),
    RSP_AGENT_LIST(RSP_AGENT_ENUM)
#undef RSP_AGENT_ENUM
} rsp_agent_op;

/* One instruction. pops and pushes count values on the stack. */
typedef struct rsp_agent_row {
    const char *name;
    uint8_t opcode;
    uint8_t operand_bytes;
    uint8_t pops;
    uint8_t pushes;
} rsp_agent_row;

/* The row of an opcode, or NULL for a byte that is none. */
const rsp_agent_row *rsp_agent_lookup(uint8_t opcode);

/* One instruction of an expression. */
typedef struct rsp_agent_insn {
    const rsp_agent_row *row;
    size_t offset;    /* in the expression */
    size_t len;       /* with operands */
    uint64_t operand; /* big-endian value of the operand bytes; printf: the argument count */
    rsp_bytes format; /* printf: the format with its NUL */
} rsp_agent_insn;

/* The instruction at `offset` of `code`. RSP_NOT_FOUND at its end, RSP_MALFORMED for an unknown opcode or
 * operands that are cut off. */
rsp_status rsp_agent_decode(rsp_agent_insn *out, rsp_bytes code, size_t offset) RSP_MUST_USE;

RSP_END_DECLS

#endif
