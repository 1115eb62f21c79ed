/* Instructions of RISC-V are as long as their lowest bits say, also where they are not known.
 * On x86-64 a byte that begins no instruction is skipped alone. AArch64 has no decoder here: words are shown.
 * See machine_code.h. */
/* SPDX-License-Identifier: MIT */
#include "code/machine_code.h"

#include "machine/disassemble.h"

#include <Zydis/Zydis.h>
#include <stdio.h>

static void show_bytes(machine_instruction *out, rsp_bytes bytes, size_t len) {
    size_t at = (size_t)snprintf(out->text, sizeof out->text, ".byte");
    out->is_valid = false;
    out->len = len < bytes.len ? len : bytes.len;
    for (size_t i = 0; i < out->len; i++)
        at += (size_t)snprintf(out->text + at, sizeof out->text - at, "%s 0x%02x", i > 0 ? "," : "",
                               bytes.ptr[i]);
}

static void decode_x86(uint64_t address, rsp_bytes bytes, machine_instruction *out) {
    ZydisDisassembledInstruction found;
    if (!ZYAN_SUCCESS(
            ZydisDisassembleATT(ZYDIS_MACHINE_MODE_LONG_64, address, bytes.ptr, bytes.len, &found))) {
        show_bytes(out, bytes, 1);
        return;
    }
    *out = (machine_instruction){.len = found.info.length, .is_valid = true};
    (void)snprintf(out->text, sizeof out->text, "%s", found.text);
}

static void decode_rv64(uint64_t address, rsp_bytes bytes, machine_instruction *out) {
    rsp_buf text = {0};
    if (rsp_machine_disassemble(&text, address, bytes)) {
        *out = (machine_instruction){.len = rsp_machine_instruction_bytes(bytes), .is_valid = true};
        (void)snprintf(out->text, sizeof out->text, "%s", rsp_buf_cstr(&text));
    } else {
        show_bytes(out, bytes, rsp_machine_instruction_bytes(bytes));
    }
    rsp_buf_free(&text);
}

void machine_decode(rsp_debug_machine machine, uint64_t address, rsp_bytes bytes, machine_instruction *out) {
    switch (machine) {
    case RSP_DEBUG_MACHINE_X86_64:
        decode_x86(address, bytes, out);
        return;
    case RSP_DEBUG_MACHINE_RISCV64:
        decode_rv64(address, bytes, out);
        return;
    case RSP_DEBUG_MACHINE_AARCH64:
        show_bytes(out, bytes, 4);
        return;
    }
}

size_t machine_length(rsp_debug_machine machine, uint64_t address, rsp_bytes bytes) {
    machine_instruction found;
    if (machine == RSP_DEBUG_MACHINE_RISCV64) {
        size_t len = rsp_machine_instruction_bytes(bytes);
        return len < bytes.len ? len : bytes.len;
    }
    machine_decode(machine, address, bytes, &found);
    return found.len;
}
