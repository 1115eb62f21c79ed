/* Trampolines: every address of the code maps back to the program, or there is a reason for no code.
 * RV64 and AArch64: the seed gives the instruction at the site; x86-64: all of the input is the code there.
 * See condition_input.h, condition/trampoline.h. */
/* SPDX-License-Identifier: MIT */
#include "condition_input.h"

#include "condition/trampoline.h"

static void check_map(const rsp_trampoline *map, uint64_t step) {
    for (uint64_t pc = map->code; pc < map->end; pc += step) {
        rsp_trampoline_origin place;
        FUZZ_MUST(rsp_trampoline_find(&place, map, pc));
        bool known = place.pc == map->site;
        for (size_t i = 0; i < map->num_places; i++)
            known = known || place.pc == map->places[i].pc;
        FUZZ_MUST(known);
    }
}

static void check(const rsp_condition *condition, const rsp_trampoline_site *site) {
    rsp_buf code = {0};
    rsp_trampoline map;
    rsp_trampoline_reason reason;
    rsp_status status = rsp_trampoline_build(&map, &code, &reason, condition, site, NULL);
    FUZZ_MUST((status == RSP_OK) == (reason == RSP_TRAMPOLINE_NONE));
    FUZZ_MUST(status == RSP_OK || (status == RSP_REFUSED && code.len == 0));
    if (status == RSP_OK) {
        check_map(&map, site->machine == RSP_KIND_X86_64 ? 1 : 4);
        FUZZ_MUST(map.end - map.code == code.len);
        FUZZ_MUST(map.num_displaced >= map.num_jump && map.num_displaced <= site->text.len);
    }
    rsp_buf_free(&code);
}

static void check_word(rsp_machine_kind machine, const rsp_condition *condition, uint32_t insn) {
    const uint8_t text[4] = {(uint8_t)insn, (uint8_t)(insn >> 8), (uint8_t)(insn >> 16),
                             (uint8_t)(insn >> 24)};
    const rsp_trampoline_site site = {
        .machine = machine, .address = 0x10000, .text = rsp_bytes_make(text, sizeof text), .code = 0x20000};
    check(condition, &site);
}

/* Any bytes: cut in two by the first, before the site and from it on. */
static void check_x86_64(rsp_bytes bytes) {
    rsp_arena arena = {0};
    const rsp_condition *condition = NULL;
    rsp_status status =
        rsp_condition_parse(&condition, &arena, RSP_LIT("$0 / u8[$7] && $5 << 3"), NULL, NULL);
    size_t before = bytes.len > 0 && bytes.ptr[0] < bytes.len ? bytes.ptr[0] : 0;
    const rsp_trampoline_site site = {.machine = RSP_KIND_X86_64,
                                      .address = 0x10000000,
                                      .text = rsp_bytes_from(bytes, before),
                                      .before = rsp_bytes_sub(bytes, 0, before),
                                      .whole = bytes.len % 2 != 0,
                                      .code = 0x20000000};
    if (status == RSP_OK)
        check(condition, &site);
    rsp_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    condition_input c;
    condition_input_take(&c, rsp_bytes_make(data, size));
    if (c.condition)
        check_word(RSP_KIND_RV64, c.condition, (uint32_t)c.seed | 3);
    if (c.condition)
        check_word(RSP_KIND_AARCH64, c.condition, (uint32_t)(c.seed >> 8));
    condition_input_free(&c);
    check_x86_64(rsp_bytes_make(data, size));
    return 0;
}
