/* The printf opcode's formatted output: C's conversions for integers, characters, pointers, strings.
 * Every width, precision, string and the whole output are bounded.
 * Not public. Source: GDB manual, Bytecode Descriptions (printf); Commands for Controlled Output. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_AGENT_PRINTF_H
#define STUB_AGENT_PRINTF_H

#include "agent_eval.h"

/* Appends to host->out. `format` is as in C source: backslash escapes are expanded here. RSP_MALFORMED:
 * unknown conversion or escape, more conversions than arguments. RSP_FAULT: %s of memory that can not be
 * read. RSP_UNSUPPORTED: no output, or a floating-point conversion. Else host->out's status. */
rsp_status stub_agent_printf(const stub_agent_host *host, rsp_bytes format, const uint64_t *args,
                             size_t num_args) RSP_MUST_USE;

#endif
