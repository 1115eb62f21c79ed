/* Zydis says what an instruction is; here is what that means for one that is moved.
 * Branches with an operand size of 16 bits are refused: Intel and AMD do not agree about them.
 * See x86_64_decode.h. */
/* SPDX-License-Identifier: MIT */
#include "x86_64_decode.h"

#include <Zydis/Zydis.h>
#include <string.h>

static bool is_rip_relative(const ZydisDecodedInstruction *insn) {
    return (insn->attributes & ZYDIS_ATTRIB_HAS_MODRM) != 0 && insn->raw.modrm.mod == 0 &&
           insn->raw.modrm.rm == 5;
}

/* Those that trap, or that report and restart by their own address. */
static bool find_special(x86_kind *out, ZydisMnemonic mnemonic) {
    static const struct {
        ZydisMnemonic mnemonic;
        x86_kind kind;
    } rows[] = {
        {ZYDIS_MNEMONIC_SYSCALL, X86_SYSTEM_CALL},
        {ZYDIS_MNEMONIC_SYSENTER, X86_SYSTEM_CALL},
        {ZYDIS_MNEMONIC_INT, X86_SYSTEM_CALL},
        {ZYDIS_MNEMONIC_INT3, X86_TRAP},
        {ZYDIS_MNEMONIC_INT1, X86_TRAP},
        {ZYDIS_MNEMONIC_UD0, X86_TRAP},
        {ZYDIS_MNEMONIC_UD1, X86_TRAP},
        {ZYDIS_MNEMONIC_UD2, X86_TRAP},
        {ZYDIS_MNEMONIC_HLT, X86_TRAP},
        {ZYDIS_MNEMONIC_XBEGIN, X86_TRANSACTION},
        {ZYDIS_MNEMONIC_XEND, X86_TRANSACTION},
        {ZYDIS_MNEMONIC_XABORT, X86_TRANSACTION},
        {ZYDIS_MNEMONIC_NOP, X86_NOTHING},
        {ZYDIS_MNEMONIC_SYSRET, X86_REFUSED},
        {ZYDIS_MNEMONIC_SYSEXIT, X86_REFUSED},
        {ZYDIS_MNEMONIC_IRET, X86_REFUSED},
        {ZYDIS_MNEMONIC_IRETD, X86_REFUSED},
        {ZYDIS_MNEMONIC_IRETQ, X86_REFUSED},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        if (rows[i].mnemonic != mnemonic)
            continue;
        *out = rows[i].kind;
        return true;
    }
    return false;
}

static x86_kind kind_of_relative(const ZydisDecodedInstruction *insn, uint8_t *out_condition) {
    uint8_t high = insn->opcode & 0xf0;
    if (insn->operand_width == 16 || (insn->attributes & ZYDIS_ATTRIB_HAS_OPERANDSIZE) != 0)
        return X86_REFUSED;
    if (insn->meta.category == ZYDIS_CATEGORY_CALL)
        return X86_CALL;
    if (insn->meta.category == ZYDIS_CATEGORY_UNCOND_BR)
        return X86_JUMP;
    *out_condition = insn->opcode & 15;
    if ((insn->opcode_map == ZYDIS_OPCODE_MAP_DEFAULT && high == 0x70) ||
        (insn->opcode_map == ZYDIS_OPCODE_MAP_0F && high == 0x80))
        return X86_JUMP_IF;
    return insn->opcode_map == ZYDIS_OPCODE_MAP_DEFAULT && high == 0xe0 ? X86_LOOP : X86_REFUSED;
}

/* By ff /2 and ff /4; far ones and those of 16 bits are refused. */
static x86_kind kind_of_through(const ZydisDecodedInstruction *insn, x86_insn *out) {
    const struct ZydisDecodedInstructionModRm_ *modrm = &insn->raw.modrm;
    bool in_register = modrm->mod == 3;
    bool has_sib = !in_register && modrm->rm == 4;
    bool is_near = insn->opcode == 0xff && (modrm->reg == 2 || modrm->reg == 4);
    if (!is_near || insn->operand_width == 16)
        return X86_REFUSED;
    bool extended = insn->raw.rex.B != 0;
    out->through_rsp = !extended && ((in_register && modrm->rm == 4) || (has_sib && insn->raw.sib.base == 4));
    out->through_table = in_register || (has_sib && (insn->raw.sib.index != 4 || insn->raw.rex.X != 0));
    return modrm->reg == 2 ? X86_CALL_THROUGH : X86_JUMP_THROUGH;
}

static x86_kind kind_of(const ZydisDecodedInstruction *insn, x86_insn *out) {
    x86_kind special = X86_REFUSED;
    if (find_special(&special, insn->mnemonic))
        return special;
    if (insn->raw.imm[0].is_relative)
        return kind_of_relative(insn, &out->condition);
    if (insn->mnemonic == ZYDIS_MNEMONIC_CALL || insn->mnemonic == ZYDIS_MNEMONIC_JMP)
        return kind_of_through(insn, out);
    if (insn->mnemonic == ZYDIS_MNEMONIC_RET)
        return insn->meta.branch_type == ZYDIS_BRANCH_TYPE_NEAR ? X86_RETURN : X86_REFUSED;
    bool plain = insn->meta.branch_type == ZYDIS_BRANCH_TYPE_NONE;
    return plain ? X86_PLAIN : X86_REFUSED;
}

bool x86_decode(x86_insn *out, rsp_bytes code, uint64_t address) {
    ZydisDecoder decoder;
    ZydisDecodedInstruction insn;
    bool ok = ZYAN_SUCCESS(ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64));
    if (!ok || code.len == 0 ||
        !ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder, NULL, code.ptr, code.len, &insn)))
        return false;
    *out = (x86_insn){.len = insn.length};
    memcpy(out->bytes, code.ptr, insn.length);
    out->kind = kind_of(&insn, out);
    if ((insn.attributes & ZYDIS_ATTRIB_HAS_MODRM) != 0)
        out->modrm = insn.raw.modrm.offset;
    if (is_rip_relative(&insn))
        out->displacement = insn.raw.disp.offset;
    if (is_rip_relative(&insn) && (insn.address_width != 64 || insn.raw.disp.size != 32))
        out->kind = X86_REFUSED;
    if (insn.raw.imm[0].is_relative)
        out->target = address + insn.length + (uint64_t)insn.raw.imm[0].value.s;
    return true;
}
