/* Conditions: what parses has one value, on the host and in the stub's interpreter, and compiles to code.
 * Registers and memory are made of the input's last bytes, so that everything is there but low memory.
 * See rsp/condition.h and rsp/trampoline.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "../stub/agent_eval.h"

#include <rsp/limits.h>
#include <rsp/trampoline.h>

enum { LOW = 0x1000 };

static rsp_status name_value(void *ctx, rsp_bytes name, uint64_t *out) {
    (void)ctx;
    *out = name.len;
    return name.len < 6 ? RSP_OK : RSP_NOT_FOUND;
}

static rsp_status read_register(void *ctx, uint64_t number, uint64_t *out) {
    *out = fuzz_digest(*(const uint64_t *)ctx, number) >> (number & 63);
    return number < 40 ? RSP_OK : RSP_NOT_FOUND;
}

static size_t read_some(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (address + i < LOW)
            return i;
        dst[i] = (uint8_t)fuzz_digest(*(const uint64_t *)ctx, address + i);
    }
    return len;
}

static rsp_status read_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    return read_some(ctx, address, dst, len) == len ? RSP_OK : RSP_FAULT;
}

static void check_agent(const rsp_condition *condition, uint64_t *seed, rsp_status status, uint64_t value) {
    rsp_buf code = {0};
    stub_agent_result result;
    stub_agent_host host = {.ctx = seed, .read_register = read_register, .read_memory = read_some};
    FUZZ_MUST(rsp_condition_to_agent(&code, condition) == RSP_OK);
    FUZZ_MUST(stub_agent_eval(&result, &host, rsp_buf_bytes(&code)) == status);
    FUZZ_MUST(status != RSP_OK || (result.has_value && result.value == value));
    rsp_buf_free(&code);
}

/* The code has an instruction for every address of its map, and each leads back to the program. */
static void check_trampoline(const rsp_condition *condition, uint32_t insn) {
    rsp_buf code = {0};
    rsp_trampoline map;
    rsp_trampoline_reason reason;
    rsp_trampoline_site site = {.address = 0x10000, .insn = insn, .code = 0x20000};
    rsp_status status = rsp_trampoline_build(&map, &code, &reason, condition, &site, NULL);
    FUZZ_MUST((status == RSP_OK) == (reason == RSP_TRAMPOLINE_NONE));
    FUZZ_MUST(status == RSP_OK || (status == RSP_REFUSED && code.len == 0));
    for (uint64_t pc = 0x20000; status == RSP_OK && pc < map.end; pc += 4) {
        rsp_trampoline_place place;
        FUZZ_MUST(rsp_trampoline_find(&place, &map, pc));
        FUZZ_MUST(place.pc == map.site || place.pc == map.site + 4 || place.pc == map.taken_target);
    }
    FUZZ_MUST(status != RSP_OK || map.end - map.code == code.len);
    rsp_buf_free(&code);
}

/* What a condition will look at is counted the same with room for nothing as with room for all of it. */
static void check_needs(const rsp_condition *condition) {
    rsp_condition_read reads[RSP_LIMIT_CONDITION_BYTES];
    uint64_t registers[RSP_LIMIT_CONDITION_BYTES];
    size_t num = rsp_condition_reads(reads, RSP_ARRAY_LEN(reads), condition);
    FUZZ_MUST(num <= RSP_ARRAY_LEN(reads) && num == rsp_condition_reads(NULL, 0, condition));
    for (size_t i = 0; i < num; i++)
        FUZZ_MUST(reads[i].len > 0 && reads[i].len <= 8);
    num = rsp_condition_registers(registers, RSP_ARRAY_LEN(registers), condition);
    FUZZ_MUST(num <= RSP_ARRAY_LEN(registers) && num == rsp_condition_registers(NULL, 0, condition));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint64_t seed = fuzz_take_number(&in, 4);
    rsp_arena arena = {0};
    rsp_error error = {0};
    uint64_t value = 0;
    const rsp_condition *condition = NULL;
    const rsp_condition_names names = {.find_register = name_value, .find_symbol = name_value};
    const rsp_condition_host host = {
        .ctx = &seed, .read_register = read_register, .read_memory = read_memory};
    rsp_status status = rsp_condition_parse(&condition, &arena, in, &names, &error);
    if (status != RSP_OK) {
        rsp_buf shown = {0};
        FUZZ_MUST(error.offset <= in.len);
        rsp_condition_show_place(&shown, in, error.offset);
        FUZZ_MUST(shown.len == in.len + 1 + (size_t)error.offset + 2);
        rsp_buf_free(&shown);
    } else {
        FUZZ_MUST(rsp_bytes_equal(rsp_condition_text(condition), in));
        check_needs(condition);
        status = rsp_condition_eval(&value, condition, &host, NULL);
        check_agent(condition, &seed, status, value);
        check_trampoline(condition, (uint32_t)seed | 3);
    }
    rsp_arena_free(&arena);
    return 0;
}
