/* One place for each operation, expanded from the rows of ops.h; each place leads to the next one by itself.
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

/* Each operation jumps to the next one by the address of its place, so that the processor predicts every jump
 * by itself: twice as fast as a switch. Compilers without such addresses, and builds that do not optimise,
 * take the switch. See docs/decisions/0045. */
#if defined(__GNUC__) && defined(__OPTIMIZE__)
#pragma GCC diagnostic ignored "-Wpedantic"
#define THREADED 1
#define PLACE(name) at_##name:
#define EXECUTE goto *places[i->op];
#define GO goto *places[i->op]
#else
#define PLACE(name) case OP_##name:
#define EXECUTE switch ((op)i->op)
#define GO goto execute
#endif
#define NEXT(num)    \
    i += (num);      \
    if (--left == 0) \
        goto stop;   \
    GO;

#define ALU_PLACE(name, num, value) \
    PLACE(name)                     \
    x[i->rd] = (uint64_t)(value);   \
    NEXT(num)
#define ALU_CASE(name, format, match, mask, value) \
    ALU_PLACE(name, 2, value)                      \
    ALU_PLACE(SHORT_##name, 1, value)
#define BRANCH_PLACE(name, num, taken) \
    PLACE(name)                        \
    if (taken) {                       \
        target = PC + IMM;             \
        goto jump;                     \
    }                                  \
    NEXT(num)
#define NEAR_PLACE(name, num, taken) \
    PLACE(name)                      \
    if (taken) {                     \
        NEXT(i->imm)                 \
    }                                \
    NEXT(num)
#define BRANCH_CASE(name, match, taken)  \
    BRANCH_PLACE(name, 2, taken)         \
    BRANCH_PLACE(SHORT_##name, 1, taken) \
    NEAR_PLACE(NEAR_##name, 2, taken)    \
    NEAR_PLACE(SHORT_NEAR_##name, 1, taken)
#define LOAD_PLACE(name, num, len, result)      \
    PLACE(name)                                 \
    if (!space_load(s, A + IMM, (len), &value)) \
        goto access;                            \
    x[i->rd] = (result);                        \
    NEXT(num)
#define LOAD_CASE(name, match, len, type)           \
    LOAD_PLACE(name, 2, len, (uint64_t)(type)value) \
    LOAD_PLACE(SHORT_##name, 1, len, (uint64_t)(type)value)
#define STORE_PLACE(name, num, len)         \
    PLACE(name)                             \
    if (!space_store(s, A + IMM, (len), B)) \
        goto access;                        \
    NEXT(num)
#define STORE_CASE(name, match, len) \
    STORE_PLACE(name, 2, len)        \
    STORE_PLACE(SHORT_##name, 1, len)
#define JUMP_PLACE(name, num, to)               \
    PLACE(name)                                 \
    target = (to);                              \
    x[i->rd] = PC + (uint64_t)(num)*SLOT_BYTES; \
    goto jump;
#define JUMP_CASE(name, to) \
    JUMP_PLACE(name, 2, to) \
    JUMP_PLACE(SHORT_##name, 1, to)
#define NEAR_JUMP_PLACE(name, num)              \
    PLACE(name)                                 \
    x[i->rd] = PC + (uint64_t)(num)*SLOT_BYTES; \
    NEXT(i->wide)
#define NEAR_JUMP_CASE(name)        \
    NEAR_JUMP_PLACE(NEAR_##name, 2) \
    NEAR_JUMP_PLACE(SHORT_NEAR_##name, 1)
/* Where the target is known only when it is executed, no jump has been made a near one. */
#define FAR_JUMP_CASE(name, to) \
    PLACE(NEAR_##name)          \
    PLACE(SHORT_NEAR_##name)    \
    JUMP_CASE(name, to)
#define SHARED_CASE(name, ...) PLACE(name)
#define TRY(done, otherwise) \
    if (!(done))             \
        goto otherwise;      \
    NEXT(2)
#define TRY_CASE(name, done, otherwise) \
    PLACE(name)                         \
    TRY(done, otherwise)
#define TRY_CASES(ops, done, otherwise) ops(SHARED_CASE) TRY(done, otherwise)
#define LEAVE_CASE(name, first, where) \
    PLACE(name)                        \
    first;                             \
    goto where;
#define END(how, where) \
    {                   \
        exit = (how);   \
        goto where;     \
    }
#define EXIT_CASE(name, how) \
    PLACE(name)              \
    END(how, stop)

/* X(name, how it ends): operations that are somebody else's. */
#define EXIT_OPS(X)               \
    X(FENCE_I, CPU_FENCE_I)       \
    X(ECALL, CPU_ECALL)           \
    X(EBREAK, CPU_EBREAK)         \
    X(BREAKPOINT, CPU_BREAKPOINT) \
    X(ILLEGAL, CPU_ILLEGAL)

#ifdef THREADED
#define AT(name, ...) &&at_##name,
#define AT_SHORT(name, ...) &&at_##name, &&at_SHORT_##name,
#define AT_NEAR(name, ...) &&at_##name, &&at_SHORT_##name, &&at_NEAR_##name, &&at_SHORT_NEAR_##name,
#define PLACES static const void *const places[] = {ALL_OPS(AT, AT_SHORT, AT_NEAR)}
#else
#define PLACES (void)0
#endif

/* All operations in one function: cut in pieces it would lose its registers, and half its speed. It fits a
 * screen, but not with what its rows expand to. */
/* NOLINTNEXTLINE(readability-function-size) */
cpu_exit cpu_run(cpu *c, bool original) {
    insn single[] = {{0}, {.op = OP_NEXT_PAGE}, {.op = OP_NEXT_PAGE}}; /* an instruction out of its page */
    uint64_t *const x = c->x;
    space *const s = c->space;
    uint64_t pc = x[RSP_REG_PC], base, left = c->left, target, value;
    uint32_t word;
    cpu_exit exit = CPU_BUDGET;
    const insn *slots, *i;
    PLACES;
    if (original)
        goto fetch;
locate: /* pc is in another page than before, or anything may have changed */
    if (left == 0)
        goto out;
    if (pc & 1) {
        s->fault_address = pc;
        END(CPU_MISALIGNED, out);
    }
    slots = space_fetch(s, pc);
    if (!slots)
        END(CPU_FETCH, out);
    base = pc & PAGE_MASK;
    i = slots + (pc - base) / SLOT_BYTES;
execute:
    EXECUTE {
        ALU_OPS(ALU_CASE);
        BRANCH_OPS(BRANCH_CASE);
        LOAD_OPS(LOAD_CASE);
        STORE_OPS(STORE_CASE);
        TRY_CASES(AMO_OPS, read_modify_write(c, i), access);
        EXIT_OPS(EXIT_CASE);
        JUMP_CASE(JAL, PC + WIDE);
        NEAR_JUMP_CASE(JAL);
        FAR_JUMP_CASE(JALR, (A + IMM) & ~UINT64_C(1));
        TRY_CASE(LR, load_reserved(c, i), access);
        TRY_CASE(SC, store_conditional(c, i), access);
        LOAD_PLACE(FLW, 2, 4, value | FLOAT_BOX);
        TRY_CASES(FLOAT_OPS, float_execute(x, i), illegal);
        TRY_CASES(CSR_OPS, csr_execute(c, i, c->insns_end - left), illegal);
        LEAVE_CASE(UNDECODED, code_decode_slot(s, PC), execute);
        LEAVE_CASE(NEXT_PAGE, pc = PC, locate);
        LEAVE_CASE(STRADDLE, pc = PC, fetch);
    }
jump:
    left--;
    if ((target ^ base) < PAGE_BYTES && left > 0 && slots != single) {
        i = slots + (target ^ base) / SLOT_BYTES;
        goto execute;
    }
    pc = target;
    goto locate;
fetch: /* the instruction at pc, from memory and not from its page's slots */
    if (!space_fetch_word(s, pc, &word))
        END(CPU_FETCH, out);
    single[0] = code_decode(word);
    slots = i = single;
    base = pc;
    goto execute;
illegal:
    END(CPU_ILLEGAL, stop);
access:
    exit = CPU_ACCESS;
stop:
    pc = PC;
out:
    x[RSP_REG_PC] = pc;
    c->left = left;
    return exit;
}
