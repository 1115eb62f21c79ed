/* Names of up to five letters are known, forty registers, and memory from LOW on.
 * The bytes there follow from the seed and the address.
 * See condition_input.h. */
/* SPDX-License-Identifier: MIT */
#include "condition_input.h"

#include "core/arena.h"
#include "core/limits.h"

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

/* What it will look at is counted the same with room for nothing as with room for all of it. */
static void check_needs(const rsp_condition *condition) {
    rsp_condition_read reads[RSP_LIMIT_CONDITION_BYTES];
    size_t num = rsp_condition_reads(reads, RSP_ARRAY_LEN(reads), condition);
    FUZZ_MUST(num <= RSP_ARRAY_LEN(reads) && num == rsp_condition_reads(NULL, 0, condition));
    for (size_t i = 0; i < num; i++)
        FUZZ_MUST(reads[i].len > 0 && reads[i].len <= 8);
}

static void check_place(rsp_bytes text, uint64_t offset) {
    rsp_buf shown = {0};
    FUZZ_MUST(offset <= text.len);
    rsp_condition_show_place(&shown, text, offset);
    FUZZ_MUST(shown.len == text.len + 1 + (size_t)offset + 2);
    rsp_buf_free(&shown);
}

void condition_input_take(condition_input *c, rsp_bytes in) {
    static const rsp_condition_names names = {.find_register = name_value, .find_symbol = name_value};
    rsp_error error = {0};
    *c = (condition_input){.seed = fuzz_take_number(&in, 4)};
    if (rsp_condition_parse(&c->condition, &c->arena, in, &names, &error) != RSP_OK) {
        check_place(in, error.offset);
        c->condition = NULL;
        return;
    }
    FUZZ_MUST(rsp_bytes_equal(rsp_condition_text(c->condition), in));
    check_needs(c->condition);
}

void condition_input_free(condition_input *c) {
    rsp_arena_free(&c->arena);
}

rsp_condition_host condition_input_host(condition_input *c) {
    return (rsp_condition_host){.ctx = &c->seed, .read_register = read_register, .read_memory = read_memory};
}

stub_agent_host condition_input_agent_host(condition_input *c) {
    return (stub_agent_host){.ctx = &c->seed, .read_register = read_register, .read_memory = read_some};
}
