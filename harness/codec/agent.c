/* The opcode table of agent expressions, decoding of one instruction, and the disassembler.
 * The text that the disassembler writes is what the assembler reads.
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

/* The format as a string for the assembler, which puts the final NUL back; one without it is shown as \0. */
static void put_format(rsp_buf *out, rsp_bytes format) {
    if (format.len > 0 && format.ptr[format.len - 1] == 0)
        format.len--;
    rsp_buf_push(out, '"');
    for (size_t i = 0; i < format.len; i++) {
        uint8_t c = format.ptr[i];
        if (c == '\n' || c == '\t')
            rsp_buf_str(out, c == '\n' ? "\\n" : "\\t");
        else if (c == '"' || c == '\\')
            rsp_buf_printf(out, "\\%c", c);
        else if (c < 0x20 || c > 0x7e)
            rsp_buf_printf(out, "\\x%02x", c);
        else
            rsp_buf_push(out, c);
    }
    rsp_buf_push(out, '"');
}

static bool is_jump(const rsp_agent_row *row) {
    return row->opcode == RSP_AGENT_GOTO || row->opcode == RSP_AGENT_IF_GOTO;
}

/* A format whose last byte is no NUL can not be written as a string. */
static bool has_text_form(const rsp_agent_insn *insn) {
    return insn->row->opcode != RSP_AGENT_PRINTF ||
           (insn->format.len > 0 && insn->format.ptr[insn->format.len - 1] == 0);
}

static void put_insn(rsp_buf *out, const rsp_agent_insn *insn) {
    rsp_buf_str(out, insn->row->name);
    if (insn->row->opcode == RSP_AGENT_PRINTF) {
        rsp_buf_printf(out, " %u ", (unsigned)insn->operand);
        put_format(out, insn->format);
    } else if (insn->row->operand_bytes > 0 && !is_jump(insn->row) && insn->operand > 9) {
        rsp_buf_printf(out, " 0x%llx", (unsigned long long)insn->operand);
    } else if (insn->row->operand_bytes > 0) {
        rsp_buf_printf(out, " %llu", (unsigned long long)insn->operand);
    }
}

void rsp_agent_disassemble(rsp_buf *out, rsp_bytes code) {
    rsp_agent_insn insn;
    for (size_t at = 0; at < code.len && out->status == RSP_OK;) {
        rsp_buf_printf(out, "%zu: ", at);
        if (rsp_agent_decode(&insn, code, at) == RSP_OK && has_text_form(&insn)) {
            put_insn(out, &insn);
            at += insn.len;
        } else {
            rsp_buf_printf(out, ".byte 0x%02x", code.ptr[at++]);
        }
        rsp_buf_push(out, '\n');
    }
}
