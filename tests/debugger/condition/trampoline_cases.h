/* What the tests of trampolines of all machines have in common: words as bytes, parsed conditions, and tables
 * of instructions that can be moved or not. Encodings in the tables are those that binutils gives.
 * Included behind rsp_test.h. */
/* SPDX-License-Identifier: MIT */
#ifndef TRAMPOLINE_CASES_H
#define TRAMPOLINE_CASES_H

#include "condition/trampoline.h"
#include "core/arena.h"

/* The bytes of an instruction. */
static inline rsp_bytes word_text(uint8_t bytes[4], uint32_t insn) {
    for (size_t i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(insn >> 8 * i);
    return rsp_bytes_make(bytes, 4);
}

static inline const rsp_condition *condition_of(rsp_arena *arena, const char *text) {
    const rsp_condition *condition = NULL;
    assert_ok(rsp_condition_parse(&condition, arena, rsp_bytes_str(text), NULL, NULL));
    return condition;
}

/* An instruction, and why it can not be moved. */
typedef struct moved_case {
    const char *name;
    uint64_t site;
    uint32_t insn;
    rsp_trampoline_reason reason;
} moved_case;

typedef rsp_trampoline_reason word_check(uint64_t site, uint32_t insn, rsp_bytes before);

static inline void check_cases(const moved_case *cases, size_t num, word_check *check) {
    for (size_t i = 0; i < num; i++) {
        rsp_trampoline_reason reason = check(cases[i].site, cases[i].insn, (rsp_bytes){NULL, 0});
        if (reason != cases[i].reason)
            fail_msg("%s: %s", cases[i].name, rsp_trampoline_reason_text(reason));
    }
}

/* Builds a trampoline at `code` for a site with one instruction. A refusal leaves no code and tells why. */
static inline rsp_trampoline_reason build_words(rsp_trampoline *map, rsp_machine_kind machine, uint64_t site,
                                                uint32_t insn, uint64_t code, const char *condition) {
    rsp_arena arena = {0};
    rsp_buf out = {0};
    rsp_error error = {0};
    rsp_trampoline_reason reason = RSP_TRAMPOLINE_NONE;
    uint8_t text[4];
    const rsp_trampoline_site where = {
        .machine = machine, .address = site, .text = word_text(text, insn), .code = code};
    rsp_status status =
        rsp_trampoline_build(map, &out, &reason, condition_of(&arena, condition), &where, &error);
    assert_int_equal(status, reason == RSP_TRAMPOLINE_NONE ? RSP_OK : RSP_REFUSED);
    if (status == RSP_OK) {
        assert_int_equal(map->end - map->code, out.len);
    } else {
        assert_int_equal(out.len, 0);
        assert_non_null(strstr(error.msg, rsp_trampoline_reason_text(reason)));
    }
    rsp_buf_free(&out);
    rsp_arena_free(&arena);
    return reason;
}

#endif
