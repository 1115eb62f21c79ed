/* One switch over decoded instructions, its cases expanded from the rows of ops.h.
 * pc and the slot pointer advance together; jumps within a page only recompute the slot.
 * Source: The RISC-V Instruction Set Manual, volume I. */
/* SPDX-License-Identifier: MIT */
#include "cpu.h"

#include "ops.h"

#include "machine/thread.h"

static uint64_t shift_arithmetic(uint64_t value, uint64_t by) {
    uint64_t sign = value >> 63 ? ~UINT64_C(0) : 0;
    return by ? value >> by | sign << (64 - by) : value;
}

static uint64_t high_unsigned(uint64_t a, uint64_t b) {
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t mid = a1 * b0 + (a0 * b0 >> 32);
    uint64_t mid2 = a0 * b1 + (uint32_t)mid;
    return a1 * b1 + (mid >> 32) + (mid2 >> 32);
}

static uint64_t high_signed_unsigned(uint64_t a, uint64_t b) {
    return high_unsigned(a, b) - (a >> 63 ? b : 0);
}

static uint64_t high_signed(uint64_t a, uint64_t b) {
    return high_signed_unsigned(a, b) - (b >> 63 ? a : 0);
}

/* Division never traps: by zero gives all ones and the dividend, and the one overflow wraps. */
static uint64_t divide_unsigned(uint64_t a, uint64_t b) {
    return b ? a / b : UINT64_MAX;
}

static uint64_t remainder_unsigned(uint64_t a, uint64_t b) {
    return b ? a % b : a;
}

static uint64_t magnitude(uint64_t v) {
    return v >> 63 ? 0 - v : v;
}

static uint64_t divide(uint64_t a, uint64_t b) {
    if (b == 0)
        return UINT64_MAX;
    uint64_t q = magnitude(a) / magnitude(b);
    return (a ^ b) >> 63 ? 0 - q : q;
}

static uint64_t remainder_signed(uint64_t a, uint64_t b) {
    if (b == 0)
        return a;
    uint64_t r = magnitude(a) % magnitude(b);
    return a >> 63 ? 0 - r : r;
}

static bool is_misaligned(space *s, uint64_t address, unsigned len) {
    if (!(address & (len - 1)))
        return false;
    s->fault = ACCESS_MISALIGNED;
    s->fault_address = address;
    return true;
}

/* A store that faults after this leaves rd as it was, so the instruction has done nothing. */
static bool amo_begin(space *s, uint64_t address, unsigned len, uint64_t *out_old) {
    return !is_misaligned(s, address, len) && space_load(s, address, len, out_old);
}

static bool load_reserved(cpu *c, const insn *i, unsigned len) {
    uint64_t address = c->x[i->rs1];
    uint64_t value;
    if (!amo_begin(c->space, address, len, &value))
        return false;
    if (len == 4)
        value = (uint64_t)(int64_t)(int32_t)value;
    *c->reserved_address = address;
    *c->reserved_value = value;
    c->x[i->rd] = value;
    return true;
}

static bool store_conditional(cpu *c, const insn *i, unsigned len) {
    uint64_t address = c->x[i->rs1];
    uint64_t now;
    uint64_t failed = 1;
    if (is_misaligned(c->space, address, len))
        return false;
    if (address == *c->reserved_address) {
        if (!space_load(c->space, address, len, &now))
            return false;
        if (len == 4)
            now = (uint64_t)(int64_t)(int32_t)now;
        if (now == *c->reserved_value && !space_store(c->space, address, len, c->x[i->rs2]))
            return false;
        failed = now != *c->reserved_value;
    }
    *c->reserved_address = CPU_NO_RESERVATION;
    c->x[i->rd] = failed;
    return true;
}

#define A x[i->rs1]
#define B x[i->rs2]
#define IMM ((uint64_t)(int64_t)i->imm)
#define PC pc
#define W(v) ((uint64_t)(int64_t)(int32_t)(uint32_t)(v))

/* The new value of memory for an AMO of each width, from the same rows. */
#define AMO_FUNCTION(name, bits, value)                                            \
    static inline uint##bits##_t value_##name##_##bits(uint64_t old, uint64_t b) { \
        uint##bits##_t uold = (uint##bits##_t)old, ub = (uint##bits##_t)b;         \
        int##bits##_t sold = (int##bits##_t)uold, sb = (int##bits##_t)ub;          \
        (void)sold;                                                                \
        (void)sb;                                                                  \
        (void)uold;                                                                \
        return (uint##bits##_t)(value);                                            \
    }
#define AMO_FUNCTIONS(name, match, value) AMO_FUNCTION(name, 32, value) AMO_FUNCTION(name, 64, value)
AMO_OPS(AMO_FUNCTIONS)

#define ALU_CASE(name, format, match, mask, value) \
    case OP_##name:                                \
        x[i->rd] = (uint64_t)(value);              \
        break;
#define BRANCH_CASE(name, match, taken) \
    case OP_##name:                     \
        if (taken) {                    \
            target = pc + IMM;          \
            goto jump;                  \
        }                               \
        break;
#define LOAD_CASE(name, match, len, type)           \
    case OP_##name:                                 \
        if (!space_load(s, A + IMM, (len), &value)) \
            goto access;                            \
        x[i->rd] = (uint64_t)(type)value;           \
        break;
#define STORE_CASE(name, match, len)            \
    case OP_##name:                             \
        if (!space_store(s, A + IMM, (len), B)) \
            goto access;                        \
        break;
#define AMO_CASE(name, width, bits, extend)                                       \
    case OP_##name##_##width:                                                     \
        target = A;                                                               \
        if (!amo_begin(s, target, (bits) / 8, &value) ||                          \
            !space_store(s, target, (bits) / 8, value_##name##_##bits(value, B))) \
            goto access;                                                          \
        x[i->rd] = extend(value);                                                 \
        break;
#define AMO_CASES(name, match, value) AMO_CASE(name, W, 32, W) AMO_CASE(name, D, 64, )
#define EXIT_CASE(name, how) \
    case OP_##name:          \
        exit = (how);        \
        goto out;

/* One switch over all operations: cut in pieces it would lose its registers, and half its speed. */
/* NOLINTNEXTLINE(readability-function-size) */
cpu_exit cpu_run(cpu *c, const insn *only) {
    uint64_t *const x = c->x;
    space *const s = c->space;
    uint64_t pc = x[RSP_REG_PC], left = c->left, target, value;
    cpu_exit exit = CPU_BUDGET;
    insn *slots = NULL;
    const insn *i = only;
    if (only)
        goto execute;
locate: /* pc is in another page than before, or anything may have changed */
    if (left == 0)
        goto out;
    if (pc & 3) {
        s->fault_address = pc;
        exit = CPU_MISALIGNED;
        goto out;
    }
    exit = CPU_FETCH;
    slots = space_fetch(s, pc);
    if (!slots)
        goto out;
    exit = CPU_BUDGET;
    i = slots + (pc & (PAGE_BYTES - 1)) / 4;
    for (; left > 0; left--, i++, pc += 4) {
    execute:
        switch ((op)i->op) {
            ALU_OPS(ALU_CASE)
            BRANCH_OPS(BRANCH_CASE)
            LOAD_OPS(LOAD_CASE)
            STORE_OPS(STORE_CASE)
            AMO_OPS(AMO_CASES)
            EXIT_CASE(FENCE_I, CPU_FENCE_I)
            EXIT_CASE(ECALL, CPU_ECALL)
            EXIT_CASE(EBREAK, CPU_EBREAK)
            EXIT_CASE(BREAKPOINT, CPU_BREAKPOINT)
            EXIT_CASE(ILLEGAL, CPU_ILLEGAL)
        case OP_JAL:
            target = pc + IMM;
            goto jump;
        case OP_JALR:
            target = (A + IMM) & ~UINT64_C(1);
            goto jump;
        case OP_LR_W:
        case OP_LR_D:
            if (!load_reserved(c, i, i->op == OP_LR_W ? 4 : 8))
                goto access;
            break;
        case OP_SC_W:
        case OP_SC_D:
            if (!store_conditional(c, i, i->op == OP_SC_W ? 4 : 8))
                goto access;
            break;
        case OP_RDCYCLE:
        case OP_RDINSTRET:
            x[i->rd] = c->insns_end - left;
            break;
        case OP_RDTIME:
            x[i->rd] = (c->insns_end - left + c->time_offset_ns) / CPU_TIME_UNIT_NS;
            break;
        case OP_UNDECODED:
            code_decode_slot(s, pc);
            goto execute;
        case OP_NEXT_PAGE:
            goto locate;
        }
    }
    goto out;
jump: /* rd is the sink for branches */
    if (target & 3) {
        s->fault_address = target;
        exit = CPU_MISALIGNED;
        goto out;
    }
    x[i->rd] = pc + 4;
    left--;
    if (slots && ((target ^ pc) & PAGE_MASK) == 0) {
        i = slots + (target & (PAGE_BYTES - 1)) / 4;
        pc = target;
        if (left > 0)
            goto execute;
        goto out;
    }
    pc = target;
    goto locate;
access:
    exit = CPU_ACCESS;
out:
    x[RSP_REG_PC] = pc;
    c->left = left;
    return exit;
}
