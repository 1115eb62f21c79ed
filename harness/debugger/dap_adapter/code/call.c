/* On riscv64 a distant call is a pair: auipc forms the upper bits in the register that jalr goes through.
 * See call.h. Source: Intel SDM, volume 2 (CALL, RET); The RISC-V Instruction Set Manual, volume I (JAL,
 * JALR, C.JALR, and the calling convention's ra); Arm ARM (BL, BLR, RET). */
/* SPDX-License-Identifier: MIT */
#include "code/call.h"

#include "machine/disassemble.h"

#include <Zydis/Zydis.h>

enum {
    RV_RA = 1,
    RV_JAL = 0x6f,
    RV_JALR = 0x67,
    RV_AUIPC = 0x17,
    RV_LD = 0x3003,
    RV_LD_MASK = 0x707f,
    RV_C_RET = 0x8082,
    RV_C_JALR = 0x9002,
    RV_C_JALR_MASK = 0xf07f,
    A64_BYTES = 4,
};

#define A64_BL UINT32_C(0x94000000)
#define A64_BL_MASK UINT32_C(0xfc000000)
#define A64_BLR UINT32_C(0xd63f0000)
#define A64_RET UINT32_C(0xd65f0000)
#define A64_BTI_C UINT32_C(0xd503245f)
#define A64_ADRP UINT32_C(0x90000000)
#define A64_ADRP_MASK UINT32_C(0x9f000000)
#define A64_LDR_X UINT32_C(0xf9400000)
#define A64_LDR_X_MASK UINT32_C(0xffc00000)

/* What decoding has seen so far. */
typedef struct walk {
    rsp_debug_machine machine;
    uint64_t upper; /* riscv64: what the auipc before gave its register */
    uint32_t upper_register;
} walk;

static size_t decode_x86(uint64_t address, rsp_bytes code, machine_call *out, bool *out_call) {
    ZydisDecoder decoder;
    ZydisDecodedInstruction insn;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    if (!ZYAN_SUCCESS(ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)) ||
        !ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code.ptr, code.len, &insn, operands)))
        return 1;
    *out_call = insn.meta.category == ZYDIS_CATEGORY_CALL;
    *out = (machine_call){.address = address, .len = insn.length};
    if (*out_call && operands[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
        out->direct = ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&insn, &operands[0], address, &out->target));
    return insn.length;
}

static uint32_t little_endian(rsp_bytes code, size_t len) {
    uint32_t word = 0;
    for (size_t i = len; i-- > 0;)
        word = word << 8 | code.ptr[i];
    return word;
}

static uint64_t sign_extend(uint64_t value, unsigned bits) {
    const uint64_t sign = UINT64_C(1) << (bits - 1);
    return (value ^ sign) - sign;
}

static uint64_t jal_distance(uint32_t word) {
    const uint32_t distance = (word >> 31 & 1) << 20 | (word >> 12 & 0xff) << 12 | (word >> 20 & 1) << 11 |
                              (word >> 21 & 0x3ff) << 1;
    return sign_extend(distance, 21);
}

static size_t decode_rv64(walk *w, uint64_t address, rsp_bytes code, machine_call *out, bool *out_call) {
    const size_t len = rsp_machine_instruction_bytes(code);
    if (len > code.len)
        return code.len;
    const uint32_t word = little_endian(code, len);
    const uint32_t opcode = word & 0x7f;
    const uint32_t rd = word >> 7 & 0x1f;
    const uint32_t rs1 = word >> 15 & 0x1f;
    const bool compressed = len == 2 && (word & RV_C_JALR_MASK) == RV_C_JALR && rd != 0;
    *out = (machine_call){.address = address, .len = len};
    *out_call = compressed || (len == 4 && rd == RV_RA && (opcode == RV_JAL || opcode == RV_JALR));
    if (*out_call && len == 4 && opcode == RV_JAL) {
        out->direct = true;
        out->target = address + jal_distance(word);
    } else if (*out_call && len == 4 && rs1 != 0 && rs1 == w->upper_register) {
        out->direct = true;
        out->target = w->upper + sign_extend(word >> 20, 12);
    }
    w->upper_register = len == 4 && opcode == RV_AUIPC ? rd : 0;
    w->upper = address + sign_extend(word & 0xfffff000, 32);
    return len;
}

/* blr and ret also as blraa, retaa and their like, which check the address first. */
static bool is_through_register(uint32_t word, uint32_t plain) {
    return (word & 0xfefff000) == plain;
}

static size_t decode_a64(uint64_t address, rsp_bytes code, machine_call *out, bool *out_call) {
    if (code.len < A64_BYTES)
        return code.len;
    const uint32_t word = little_endian(code, A64_BYTES);
    const bool direct = (word & A64_BL_MASK) == A64_BL;
    *out_call = direct || is_through_register(word, A64_BLR);
    *out = (machine_call){.address = address, .len = A64_BYTES, .direct = direct};
    if (direct)
        out->target = address + (sign_extend(word & ~A64_BL_MASK, 26) << 2);
    return A64_BYTES;
}

static size_t decode(walk *w, uint64_t address, rsp_bytes code, machine_call *out, bool *out_call) {
    *out_call = false;
    switch (w->machine) {
    case RSP_DEBUG_MACHINE_X86_64:
        return decode_x86(address, code, out, out_call);
    case RSP_DEBUG_MACHINE_RISCV64:
        return decode_rv64(w, address, code, out, out_call);
    case RSP_DEBUG_MACHINE_AARCH64:
        return decode_a64(address, code, out, out_call);
    }
    return code.len;
}

size_t machine_calls(rsp_debug_machine machine, uint64_t address, rsp_bytes code, machine_call *out,
                     size_t cap) {
    walk w = {.machine = machine};
    size_t num = 0;
    for (size_t at = 0; at < code.len && num < cap;) {
        bool calls = false;
        at += decode(&w, address + at, rsp_bytes_from(code, at), &out[num], &calls);
        num += calls;
    }
    return num;
}

bool machine_call_before(rsp_debug_machine machine, uint64_t address, rsp_bytes code, machine_call *out) {
    walk w = {.machine = machine};
    bool calls = false;
    size_t at = 0;
    while (at < code.len)
        at += decode(&w, address + at, rsp_bytes_from(code, at), out, &calls);
    return calls && at == code.len;
}

bool machine_is_return(rsp_debug_machine machine, rsp_bytes code) {
    const size_t prefix = code.len > 1 && (code.ptr[0] == 0xf3 || code.ptr[0] == 0xf2) ? 1 : 0;
    if (machine == RSP_DEBUG_MACHINE_X86_64)
        return code.len > prefix && (code.ptr[prefix] == 0xc3 || code.ptr[prefix] == 0xc2);
    if (machine == RSP_DEBUG_MACHINE_AARCH64)
        return code.len >= A64_BYTES && is_through_register(little_endian(code, A64_BYTES), A64_RET);
    if (code.len >= 2 && (code.ptr[0] | code.ptr[1] << 8) == RV_C_RET)
        return true;
    return code.len >= 4 && rsp_bytes_equal(rsp_bytes_sub(code, 0, 4), RSP_LIT("\x67\x80\x00\x00"));
}

/* --- procedure linkage tables --- */

/* endbr64 may come first, and bnd before the jump. */
static bool slot_x86(uint64_t address, rsp_bytes code, uint64_t *out) {
    ZydisDecoder decoder;
    ZydisDecodedInstruction insn;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    for (int i = 0; i < 2; i++) {
        if (!ZYAN_SUCCESS(ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)) ||
            !ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, code.ptr, code.len, &insn, operands)))
            return false;
        if (insn.mnemonic == ZYDIS_MNEMONIC_JMP && operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY)
            return operands[0].mem.base == ZYDIS_REGISTER_RIP &&
                   ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&insn, &operands[0], address, out));
        if (insn.mnemonic != ZYDIS_MNEMONIC_ENDBR64)
            return false;
        code = rsp_bytes_from(code, insn.length);
        address += insn.length;
    }
    return false;
}

/* auipc t3, ...; ld t3, ...(t3) */
static bool slot_rv64(uint64_t address, rsp_bytes code, uint64_t *out) {
    if (code.len < 8)
        return false;
    const uint32_t upper = little_endian(code, 4);
    const uint32_t load = little_endian(rsp_bytes_from(code, 4), 4);
    const uint32_t reg = upper >> 7 & 0x1f;
    if ((upper & 0x7f) != RV_AUIPC || (load & RV_LD_MASK) != RV_LD || (load >> 15 & 0x1f) != reg)
        return false;
    *out = address + sign_extend(upper & 0xfffff000, 32) + sign_extend(load >> 20, 12);
    return true;
}

/* adrp x16, ...; ldr x17, [x16, ...]; bti c may come first. */
static bool slot_a64(uint64_t address, rsp_bytes code, uint64_t *out) {
    if (code.len >= A64_BYTES && little_endian(code, A64_BYTES) == A64_BTI_C) {
        code = rsp_bytes_from(code, A64_BYTES);
        address += A64_BYTES;
    }
    if (code.len < 2 * (size_t)A64_BYTES)
        return false;
    const uint32_t page = little_endian(code, A64_BYTES);
    const uint32_t load = little_endian(rsp_bytes_from(code, A64_BYTES), A64_BYTES);
    if ((page & A64_ADRP_MASK) != A64_ADRP || (load & A64_LDR_X_MASK) != A64_LDR_X ||
        (load >> 5 & 0x1f) != (page & 0x1f))
        return false;
    const uint64_t pages = (uint64_t)(page >> 5 & 0x7ffff) << 2 | (page >> 29 & 3);
    *out =
        (address & ~UINT64_C(0xfff)) + (sign_extend(pages, 21) << 12) + ((uint64_t)(load >> 10 & 0xfff) << 3);
    return true;
}

bool machine_linkage_slot(rsp_debug_machine machine, uint64_t address, rsp_bytes code, uint64_t *out) {
    switch (machine) {
    case RSP_DEBUG_MACHINE_X86_64:
        return slot_x86(address, code, out);
    case RSP_DEBUG_MACHINE_RISCV64:
        return slot_rv64(address, code, out);
    case RSP_DEBUG_MACHINE_AARCH64:
        return slot_a64(address, code, out);
    }
    return false;
}
