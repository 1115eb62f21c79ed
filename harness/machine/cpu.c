/* One switch over decoded instructions, its cases expanded from the rows of ops.h.
 * The slot pointer stands for pc, which is computed where it is asked for; jumps within a page only move it.
 * Source: The RISC-V Instruction Set Manual, volume I. */
/* SPDX-License-Identifier: MIT */
#include "cpu.h"

#include "csr.h"
#include "float_ops.h"
#include "ops.h"
#include "wide.h"

#include "machine/thread.h"

static uint64_t shift_arithmetic(uint64_t value, uint64_t by) {
    uint64_t sign = value >> 63 ? ~UINT64_C(0) : 0;
    return by ? value >> by | sign << (64 - by) : value;
}

static uint64_t high_unsigned(uint64_t a, uint64_t b) {
    return wide_product(a, b).high;
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

static bool load_reserved(cpu *c, const insn *i) {
    unsigned len = (unsigned)i->imm;
    uint64_t address = c->x[i->rs1];
    uint64_t value;
    if (!amo_begin(c->space, address, len, &value))
        return false;
    if (len == 4)
        value = W(value);
    *c->reserved_address = address;
    *c->reserved_value = value;
    c->x[i->rd] = value;
    return true;
}

static bool store_conditional(cpu *c, const insn *i) {
    unsigned len = (unsigned)i->imm;
    uint64_t address = c->x[i->rs1];
    uint64_t now;
    uint64_t failed = 1;
    if (is_misaligned(c->space, address, len))
        return false;
    if (address == *c->reserved_address) {
        if (!space_load(c->space, address, len, &now))
            return false;
        if (len == 4)
            now = W(now);
        if (now == *c->reserved_value && !space_store(c->space, address, len, c->x[i->rs2]))
            return false;
        failed = now != *c->reserved_value;
    }
    *c->reserved_address = CPU_NO_RESERVATION;
    c->x[i->rd] = failed;
    return true;
}

static uint64_t amo_value(unsigned which, uint64_t old, uint64_t b) {
    switch (which) {
#define AMO_VALUE(name, match, value) \
    case OP_##name:                   \
        return value;
        AMO_OPS(AMO_VALUE)
    default:
        return b;
    }
}

static bool read_modify_write(cpu *c, const insn *i) {
    unsigned len = (unsigned)i->imm;
    uint64_t address = c->x[i->rs1];
    uint64_t b = c->x[i->rs2];
    uint64_t old;
    if (!amo_begin(c->space, address, len, &old))
        return false;
    if (len == 4) {
        old = W(old);
        b = W(b);
    }
    if (!space_store(c->space, address, len, amo_value(i->op, old, b)))
        return false;
    c->x[i->rd] = old;
    return true;
}

#define A x[i->rs1]
#define B x[i->rs2]
#define IMM ((uint64_t)(int64_t)i->imm)
#define WIDE ((uint64_t)(int64_t)i->wide)
#define PC (base + (uint64_t)(i - slots) * SLOT_BYTES)

#define ALU_CASE(name, format, match, mask, value) \
    case OP_##name:                                \
        x[i->rd] = (uint64_t)(value);              \
        break;
#define BRANCH_CASE(name, match, taken) \
    case OP_##name:                     \
        if (taken) {                    \
            target = PC + IMM;          \
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
#define SHARED_CASE(name, ...) case OP_##name:
#define EXIT_CASE(name, how) \
    case OP_##name:          \
        exit = (how);        \
        goto stop;

/* One switch over all operations: cut in pieces it would lose its registers, and half its speed. */
/* NOLINTNEXTLINE(readability-function-size) */
cpu_exit cpu_run(cpu *c, bool original) {
    insn single[] = {{0}, {.op = OP_NEXT_PAGE}, {.op = OP_NEXT_PAGE}}; /* an instruction out of its page */
    uint64_t *const x = c->x;
    space *const s = c->space;
    uint64_t pc = x[RSP_REG_PC], base, left = c->left, target, value;
    uint32_t word;
    cpu_exit exit = CPU_BUDGET;
    const insn *slots, *i;
    if (original)
        goto fetch;
locate: /* pc is in another page than before, or anything may have changed */
    if (left == 0)
        goto out;
    if (pc & 1) {
        s->fault_address = pc;
        exit = CPU_MISALIGNED;
        goto out;
    }
    slots = space_fetch(s, pc);
    if (!slots) {
        exit = CPU_FETCH;
        goto out;
    }
    base = pc & PAGE_MASK;
    i = slots + (pc - base) / SLOT_BYTES;
    for (; left > 0; left--, i += i->slots) {
    execute:
        switch ((op)i->op) {
            ALU_OPS(ALU_CASE)
            BRANCH_OPS(BRANCH_CASE)
            LOAD_OPS(LOAD_CASE)
            STORE_OPS(STORE_CASE)
            AMO_OPS(SHARED_CASE)
            if (!read_modify_write(c, i))
                goto access;
            break;
            EXIT_CASE(FENCE_I, CPU_FENCE_I)
            EXIT_CASE(ECALL, CPU_ECALL)
            EXIT_CASE(EBREAK, CPU_EBREAK)
            EXIT_CASE(BREAKPOINT, CPU_BREAKPOINT)
            EXIT_CASE(ILLEGAL, CPU_ILLEGAL)
        case OP_JAL:
            target = PC + WIDE;
            goto jump;
        case OP_JALR:
            target = (A + IMM) & ~UINT64_C(1);
            goto jump;
        case OP_LR:
            if (!load_reserved(c, i))
                goto access;
            break;
        case OP_SC:
            if (!store_conditional(c, i))
                goto access;
            break;
        case OP_FLW:
            if (!space_load(s, A + IMM, 4, &value))
                goto access;
            x[i->rd] = value | FLOAT_BOX;
            break;
            FLOAT_OPS(SHARED_CASE)
            if (!float_execute(x, i))
                goto illegal;
            break;
            CSR_OPS(SHARED_CASE)
            if (!csr_execute(c, i, c->insns_end - left))
                goto illegal;
            break;
        case OP_UNDECODED:
            code_decode_slot(s, PC);
            goto execute;
        case OP_NEXT_PAGE:
            pc = PC;
            goto locate;
        case OP_STRADDLE:
            pc = PC;
            goto fetch;
        }
    }
    goto stop;
jump: /* rd is the sink for branches */
    x[i->rd] = PC + (uint64_t)i->slots * SLOT_BYTES;
    left--;
    if ((target ^ base) < PAGE_BYTES && left > 0 && slots != single) {
        i = slots + (target ^ base) / SLOT_BYTES;
        goto execute;
    }
    pc = target;
    goto locate;
fetch: /* the instruction at pc, from memory and not from its page's slots */
    if (!space_fetch_word(s, pc, &word)) {
        exit = CPU_FETCH;
        goto out;
    }
    single[0] = code_decode(word);
    slots = i = single;
    base = pc;
    goto execute;
illegal:
    exit = CPU_ILLEGAL;
    goto stop;
access:
    exit = CPU_ACCESS;
stop:
    pc = PC;
out:
    x[RSP_REG_PC] = pc;
    c->left = left;
    return exit;
}
