/* A field of fcsr or a counter is read, and the field is written, as the instruction says.
 * Setting or clearing by x0 or by 0 does not write: so counters are read.
 * Source: The RISC-V Instruction Set Manual, volume I, chapters "Zicsr" and "Zicntr". */
/* SPDX-License-Identifier: MIT */
#include "csr.h"

#include "ops.h"

enum { CSR_FFLAGS = 1, CSR_FRM = 2, CSR_FCSR = 3, CSR_CYCLE = 0xc00, CSR_TIME = 0xc01, CSR_INSTRET = 0xc02 };

/* A register that is bits of fcsr. */
typedef struct field {
    unsigned shift;
    uint64_t mask;
} field;

static const field fields[] = {
    [CSR_FFLAGS] = {.mask = 31}, [CSR_FRM] = {.mask = 7, .shift = 5}, [CSR_FCSR] = {.mask = FCSR_MASK}};

static bool read_counter(const cpu *c, unsigned number, uint64_t insns, uint64_t *out) {
    *out = number == CSR_TIME ? (insns + c->time_offset_ns) / CPU_TIME_UNIT_NS : insns;
    return number == CSR_CYCLE || number == CSR_TIME || number == CSR_INSTRET;
}

static uint64_t changed(unsigned which, uint64_t old, uint64_t operand) {
    switch (which) {
    case OP_CSRRS:
    case OP_CSRRSI:
        return old | operand;
    case OP_CSRRC:
    case OP_CSRRCI:
        return old & ~operand;
    default:
        return operand;
    }
}

bool csr_execute(cpu *c, const insn *i, uint64_t insns) {
    unsigned number = (unsigned)i->imm & 0xfff;
    bool immediate = i->op == OP_CSRRWI || i->op == OP_CSRRSI || i->op == OP_CSRRCI;
    bool writes = i->rs1 != 0 || i->op == OP_CSRRW || i->op == OP_CSRRWI;
    uint64_t operand = immediate ? i->rs1 : c->x[i->rs1];
    uint64_t old;
    if (number < CSR_FFLAGS || number > CSR_FCSR) {
        if (writes || !read_counter(c, number, insns, &old))
            return false;
        c->x[i->rd] = old;
        return true;
    }
    const field *f = &fields[number];
    uint64_t *fcsr = &c->x[RSP_REG_FCSR];
    old = *fcsr >> f->shift & f->mask;
    if (writes)
        *fcsr = (*fcsr & ~(f->mask << f->shift)) | (changed(i->op, old, operand) & f->mask) << f->shift;
    c->x[i->rd] = old;
    return true;
}
