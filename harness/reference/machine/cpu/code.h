/* Decoded instructions of a page, and the breakpoints that replace them there.
 * Memory itself never holds a breakpoint.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_CODE_H
#define RSP_MACHINE_CODE_H

#include "page_table.h"

#include "machine/thread.h"
#include <rsp/status.h>

/* One decoded instruction. Registers have the numbers of thread.h, floating-point ones, too; REG_SINK
 * swallows what is written to x0. */
typedef struct insn {
    uint16_t op; /* enum op */
    uint8_t rd;
    uint8_t rs3;
    union {
        struct {
            uint8_t rs1;
            uint8_t rs2;
            int16_t imm; /* of atomics: bytes; of FLOAT_OPS: rounding mode and FLOAT_DOUBLE */
        };
        int32_t wide; /* the immediate of formats U and J */
    };
} insn;
enum { REG_SINK = RSP_NUM_REGS, NUM_REG_SLOTS };

/* A page's decoded instructions, made on demand, a slot for every two bytes; the last slot leads to the next
 * page. */
typedef struct code_page {
    code_link link; /* first */
    struct pte *owner;
    uint64_t address;
    insn slots[PAGE_SLOTS + 1];
} code_page;

/* Slots of a page that hold a software breakpoint. */
typedef struct breaks {
    uint32_t num;
    uint32_t bits[PAGE_SLOTS / 32];
} breaks;

/* One instruction, compressed ones by their lower half; OP_ILLEGAL for what is none. */
insn code_decode(uint32_t word);
/* Decodes the instruction at an address of a page that has code. */
void code_decode_slot(space *s, uint64_t address);
/* The decoded form of a page, nothing of it decoded yet. NULL without memory. */
code_page *code_make(space *s, pte *entry, uint64_t address);
/* Frees the decoded form of a page. */
void code_drop(space *s, code_page *c);
/* The same for all pages of the space. */
void code_drop_all(space *s);
/* The instructions in these bytes are decoded anew when they are executed next. */
void code_forget(pte *entry, uint64_t address, size_t len);

/* Software breakpoints, one for each address. RSP_FAULT: nothing is mapped there; RSP_NOT_FOUND;
 * RSP_NO_MEMORY. */
bool break_test(const pte *entry, uint64_t address);
/* Inserts one; RSP_OK when it is there already. */
rsp_status break_insert(space *s, uint64_t address);
/* Removes one. */
rsp_status break_remove(space *s, uint64_t address);
/* Removes all of the space. */
void break_remove_all(space *s);
/* Inserts those of another space. */
rsp_status break_copy_all(space *to, const space *from);

/* Hardware breakpoints: one for each user of the space, also at the same address. RSP_NO_MEMORY. */
rsp_status hw_break_add(space *s, uint64_t address);
/* Removes one; the others at the same address stay. */
void hw_break_remove(space *s, uint64_t address);

#endif
