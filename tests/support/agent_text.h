/* Agent expressions as text, for tests: a small assembler, and a disassembler whose text it reads.
 * start: reg 10; const8 7; equal; if_goto yes; const8 0; end; yes: const8 1; end
 * Bytecode is decoded by codec/agent.h. */
/* SPDX-License-Identifier: MIT */
#ifndef AGENT_TEXT_H
#define AGENT_TEXT_H

#include "codec/agent.h"

enum { AGENT_LABELS = 256 }; /* in the text of one expression */

/* Appends one line per instruction, "<offset>: <name> <operand>\n" in the assembler's notation with the
 * offset in front; bytes that are no instruction as ".byte 0xNN". Never fails but by the buffer. */
void agent_disassemble(rsp_buf *out, rsp_bytes code);

/* Appends the bytecode of `text`: instructions separated by newline or `;`, operands decimal or 0x hex,
 * `label:` and jumps to labels or numbers, `printf <args> "format"` with \n \t \\ \" escapes, `#` comments,
 * `.byte`. A number in front of `:`, as the disassembler prints, must be the offset. RSP_SYNTAX with line and
 * column, RSP_LIMIT beyond RSP_LIMIT_AGENT_BYTES.
 */
rsp_status agent_assemble(rsp_buf *out, rsp_bytes text, rsp_error *error) RSP_MUST_USE;

#endif
