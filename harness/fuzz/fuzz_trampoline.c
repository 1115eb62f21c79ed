/* Trampolines: every address of the code maps back to the program, or there is a reason for no code.
 * The seed's low bits are the instruction at the site; the rest is the condition.
 * See condition_input.h, client/trampoline.h. */
/* SPDX-License-Identifier: MIT */
#include "condition_input.h"

#include "client/trampoline.h"

static void check(const rsp_condition *condition, uint32_t insn) {
    rsp_buf code = {0};
    rsp_trampoline map;
    rsp_trampoline_reason reason;
    const uint8_t text[4] = {(uint8_t)insn, (uint8_t)(insn >> 8), (uint8_t)(insn >> 16),
                             (uint8_t)(insn >> 24)};
    rsp_trampoline_site site = {.machine = RSP_KIND_RV64,
                                .address = 0x10000,
                                .text = rsp_bytes_make(text, sizeof text),
                                .code = 0x20000};
    rsp_status status = rsp_trampoline_build(&map, &code, &reason, condition, &site, NULL);
    FUZZ_MUST((status == RSP_OK) == (reason == RSP_TRAMPOLINE_NONE));
    FUZZ_MUST(status == RSP_OK || (status == RSP_REFUSED && code.len == 0));
    for (uint64_t pc = site.code; status == RSP_OK && pc < map.end; pc += 4) {
        rsp_trampoline_origin place;
        FUZZ_MUST(rsp_trampoline_find(&place, &map, pc));
        bool known = place.pc == map.site;
        for (size_t i = 0; i < map.num_places; i++)
            known = known || place.pc == map.places[i].pc;
        FUZZ_MUST(known);
    }
    FUZZ_MUST(status != RSP_OK || map.end - map.code == code.len);
    rsp_buf_free(&code);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    condition_input c;
    condition_input_take(&c, rsp_bytes_make(data, size));
    if (c.condition)
        check(c.condition, (uint32_t)c.seed | 3);
    condition_input_free(&c);
    return 0;
}
