/* Instructions of RV64GC as text, by the rows that the interpreter decodes them by.
 * Compressed ones are shown as those that they stand for; a few have the usual short names, such as ret.
 * Source: The RISC-V Instruction Set Manual, volume I; RISC-V Assembly Programmer's Manual. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_DISASSEMBLE_H
#define RSP_MACHINE_DISASSEMBLE_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* Bytes of the instruction that begins with these: 2 or 4; 0 without any. */
size_t rsp_machine_instruction_bytes(rsp_bytes code);

/* Appends the instruction at the front of `code`, which lies at `address`: "addi sp, sp, -16". False, and
 * nothing appended, for bytes that are none, or not all of one. */
bool rsp_machine_disassemble(rsp_buf *out, uint64_t address, rsp_bytes code);

RSP_END_DECLS

#endif
