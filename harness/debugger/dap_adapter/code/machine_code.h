/* Instructions as text: of x86-64 by Zydis, of riscv64 by the machine's own rows.
 * One at a time; what is no instruction is shown as bytes.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_MACHINE_CODE_H
#define RSP_DAP_ADAPTER_MACHINE_CODE_H

#include "dwarf/debug_file.h"

enum { MACHINE_TEXT_MAX = 160, MACHINE_INSTRUCTION_MAX = 15 };

/* One instruction. */
typedef struct machine_instruction {
    size_t len;    /* bytes, at least 1 */
    bool is_valid; /* else the text shows bytes */
    char text[MACHINE_TEXT_MAX];
} machine_instruction;

/* The instruction that begins with these bytes, of which there is at least one. */
void machine_decode(rsp_debug_machine machine, uint64_t address, rsp_bytes bytes, machine_instruction *out);

/* The length alone. */
size_t machine_length(rsp_debug_machine machine, uint64_t address, rsp_bytes bytes);

#endif
