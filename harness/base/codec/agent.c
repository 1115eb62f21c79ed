/* The opcode table of agent expressions, and decoding of one instruction.
 * Evaluation is the stub's.
 * Source: GDB manual, Bytecode Descriptions. */
/* SPDX-License-Identifier: MIT */
#include "codec/agent.h"

static const rsp_agent_row rows[256] = {
#define AGENT_ROW(id_, name_, opcode_, operand_, pops_, pushes_) \
    [opcode_] = {.name = (name_),                                \
                 .opcode = (opcode_),                            \
                 .operand_bytes = (operand_),                    \
                 .pops = (pops_),                                \
                 .pushes = (pushes_)},
    RSP_AGENT_LIST(AGENT_ROW)
#undef AGENT_ROW
};

const rsp_agent_row *rsp_agent_lookup(uint8_t opcode) {
    return rows[opcode].name ? &rows[opcode] : NULL;
}

static uint64_t big_endian(rsp_bytes bytes) {
    uint64_t value = 0;
    for (size_t i = 0; i < bytes.len; i++)
        value = value << 8 | bytes.ptr[i];
    return value;
}

rsp_status rsp_agent_decode(rsp_agent_insn *out, rsp_bytes code, size_t offset) {
    rsp_bytes rest = rsp_bytes_from(code, offset);
    if (rest.len == 0)
        return RSP_NOT_FOUND;
    const rsp_agent_row *row = rsp_agent_lookup(rest.ptr[0]);
    if (!row)
        return RSP_MALFORMED;
    rsp_bytes operand = rsp_bytes_sub(rest, 1, row->operand_bytes);
    if (operand.len < row->operand_bytes)
        return RSP_MALFORMED;
    rsp_agent_insn insn = {
        .row = row, .offset = offset, .len = 1 + operand.len, .operand = big_endian(operand)};
    if (row->opcode == RSP_AGENT_PRINTF) {
        size_t format_len = (size_t)(insn.operand & 0xffff);
        insn.operand >>= 16;
        insn.format = rsp_bytes_sub(rest, insn.len, format_len);
        if (insn.format.len < format_len)
            return RSP_MALFORMED;
        insn.len += format_len;
    }
    *out = insn;
    return RSP_OK;
}
