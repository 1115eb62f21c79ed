/* AArch64 trampolines: which instructions move and why others do not, what is out of reach, what the map
 * says. That moved instructions do what they did is shown under qemu, in tests/interop/aarch64. Encodings are
 * those that binutils gives. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "condition/code/aarch64_code.h"
#include "condition/code/aarch64_move.h"

#include "trampoline_cases.h"

static const uint64_t site = 0x40000000;

static const moved_case refused[] = {
    {"add x0, x0, #1", 0x1000, 0x91000400, RSP_TRAMPOLINE_NONE},
    {"at an odd half", 0x1002, 0x91000400, RSP_TRAMPOLINE_MISALIGNED},
    {"nop", 0x1000, 0xd503201f, RSP_TRAMPOLINE_NONE},
    {"autiasp", 0x1000, 0xd50323bf, RSP_TRAMPOLINE_NONE},
    {"bti", 0x1000, 0xd503241f, RSP_TRAMPOLINE_NONE},
    {"bti c", 0x1000, 0xd503245f, RSP_TRAMPOLINE_LANDING},
    {"bti j", 0x1000, 0xd503249f, RSP_TRAMPOLINE_LANDING},
    {"bti jc", 0x1000, 0xd50324df, RSP_TRAMPOLINE_LANDING},
    {"paciasp", 0x1000, 0xd503233f, RSP_TRAMPOLINE_LANDING},
    {"pacibsp", 0x1000, 0xd503237f, RSP_TRAMPOLINE_LANDING},
    {"svc #0", 0x1000, 0xd4000001, RSP_TRAMPOLINE_ECALL},
    {"hvc #1", 0x1000, 0xd4000022, RSP_TRAMPOLINE_ECALL},
    {"brk #0", 0x1000, 0xd4200000, RSP_TRAMPOLINE_EBREAK},
    {"hlt #0", 0x1000, 0xd4400000, RSP_TRAMPOLINE_EBREAK},
    {"eret", 0x1000, 0xd69f03e0, RSP_TRAMPOLINE_UNDECODED},
    {"udf #0", 0x1000, 0x00000000, RSP_TRAMPOLINE_UNDECODED},
    {"tstart x0", 0x1000, 0xd5233060, RSP_TRAMPOLINE_TRANSACTION},
    {"ldxr x0, [x1]", 0x1000, 0xc85f7c20, RSP_TRAMPOLINE_RESERVATION},
    {"ldaxrb w0, [x1]", 0x1000, 0x085ffc20, RSP_TRAMPOLINE_RESERVATION},
    {"ldxp x0, x2, [x1]", 0x1000, 0xc87f0820, RSP_TRAMPOLINE_RESERVATION},
    {"stxr w2, x0, [x1]", 0x1000, 0xc8027c20, RSP_TRAMPOLINE_RESERVATION},
    {"stlxp w3, x0, x2, [x1]", 0x1000, 0xc8238820, RSP_TRAMPOLINE_RESERVATION},
    {"casp x0, x1, x2, x3, [x4]", 0x1000, 0x48207c82, RSP_TRAMPOLINE_NONE},
    {"cas x0, x1, [x2]", 0x1000, 0xc8a07c41, RSP_TRAMPOLINE_NONE},
    {"ldar x0, [x1]", 0x1000, 0xc8dffc20, RSP_TRAMPOLINE_NONE},
    {"cpyfp [x0]!, [x1]!, x2!", 0x1000, 0x19010440, RSP_TRAMPOLINE_UNDECODED},
    {"blr x30", 0x1000, 0xd63f03c0, RSP_TRAMPOLINE_LINK_REGISTER},
    {"blraa x0, x30", 0x1000, 0xd73f081e, RSP_TRAMPOLINE_LINK_REGISTER},
    {"blraaz x0", 0x1000, 0xd63f081f, RSP_TRAMPOLINE_NONE},
    {"blr x0", 0x1000, 0xd63f0000, RSP_TRAMPOLINE_NONE},
    {"retaa", 0x1000, 0xd65f0bff, RSP_TRAMPOLINE_NONE},
    {"ldr q0, literal", 0x1000, 0x9c000040, RSP_TRAMPOLINE_NONE},
    {"no literal", 0x1000, 0xdc000040, RSP_TRAMPOLINE_UNDECODED},
    {"paciasppc", 0x1000, 0xdac1a3fe, RSP_TRAMPOLINE_UNDECODED},
};

static void check_refuses_with_a_reason(void **state) {
    (void)state;
    check_cases(refused, RSP_ARRAY_LEN(refused), aarch64_check);
}

/* ldxr, cmp, and with stxr behind them: what is between the two is refused. */
static void check_looks_back_for_an_exclusive_load(void **state) {
    (void)state;
    rsp_buf before = {0};
    a64_put(&before, 0xc85f7c20);
    a64_put(&before, 0xeb02001f);
    assert_int_equal(aarch64_check(site, A64_NOP, rsp_buf_bytes(&before)), RSP_TRAMPOLINE_RESERVATION);
    a64_put(&before, 0xc8037c20);
    assert_int_equal(aarch64_check(site, A64_NOP, rsp_buf_bytes(&before)), RSP_TRAMPOLINE_NONE);
    rsp_buf_free(&before);
}

static rsp_trampoline_reason build_at(rsp_trampoline *map, uint32_t insn, uint64_t code,
                                      const char *condition) {
    return build_words(map, RSP_KIND_AARCH64, site, insn, code, condition);
}

static void build_refuses_what_is_out_of_reach(void **state) {
    (void)state;
    rsp_trampoline map;
    const uint64_t reach = UINT64_C(1) << 27;
    const uint32_t far = 0x15ffffff;  /* b +128 MiB - 4 */
    const uint32_t near = 0x14000001; /* b +4 */
    assert_int_equal(build_at(&map, A64_NOP, site + reach - 256, "1"), RSP_TRAMPOLINE_NONE);
    assert_int_equal(build_at(&map, A64_NOP, site + reach - 4, "1"), RSP_TRAMPOLINE_SITE_TOO_FAR);
    assert_int_equal(build_at(&map, A64_NOP, site + reach, "1"), RSP_TRAMPOLINE_SITE_TOO_FAR);
    assert_int_equal(build_at(&map, A64_NOP, site - reach, "1"), RSP_TRAMPOLINE_NONE);
    assert_int_equal(build_at(&map, A64_NOP, site - reach - 4, "1"), RSP_TRAMPOLINE_SITE_TOO_FAR);
    assert_int_equal(build_at(&map, far, site - 0x1000, "1"), RSP_TRAMPOLINE_TARGET_TOO_FAR);
    assert_int_equal(build_at(&map, far, site + 0x1000, "1"), RSP_TRAMPOLINE_NONE);
    assert_int_equal(build_at(&map, near, site + 0x1000, "1"), RSP_TRAMPOLINE_NONE);
    assert_int_equal(build_at(&map, A64_NOP, site + 0x1000, "$33"), RSP_TRAMPOLINE_REGISTER);
    assert_int_equal(build_at(&map, A64_NOP, site + 0x1000, "$32 == $31"), RSP_TRAMPOLINE_NONE);
}

/* ldr q0 keeps x16 on the stack for a moment, and the map knows. */
static void map_knows_the_register_of_a_literal(void **state) {
    (void)state;
    rsp_trampoline map;
    rsp_trampoline_origin place;
    assert_int_equal(build_at(&map, 0x9c000040, site + 0x1000, "1"), RSP_TRAMPOLINE_NONE);
    assert_true(rsp_trampoline_find(&place, &map, map.moved));
    assert_int_equal(place.saved, 0);
    assert_int_equal(place.sp_offset, 0);
    assert_true(rsp_trampoline_find(&place, &map, map.moved + 4));
    assert_int_equal(place.saved, UINT32_C(1) << A64_X16);
    assert_int_equal(place.sp_offset, 144);
    assert_int_equal(place.pc, site);
    assert_true(rsp_trampoline_find(&place, &map, map.done));
    assert_int_equal(place.saved, 0);
    assert_int_equal(place.pc, site + 4);
}

static void map_gives_the_frame_back(void **state) {
    (void)state;
    rsp_trampoline map;
    rsp_trampoline_origin place;
    assert_int_equal(build_at(&map, A64_NOP, site + 0x1000, "$0 + ($1 + $2) == 1"), RSP_TRAMPOLINE_NONE);
    assert_int_equal(map.frame_bytes % 16, 0);
    assert_int_equal(map.saved, 0x30007); /* x0 to x2, x16, x17 */
    for (uint64_t pc = map.code; pc < map.end; pc += 4) {
        assert_true(rsp_trampoline_find(&place, &map, pc));
        bool framed = (pc > map.code && pc <= map.leave_false) || (pc >= map.error && pc <= map.leave_true);
        assert_int_equal(place.sp_offset, framed ? map.frame_bytes : 0);
        assert_int_equal(place.pc, pc == map.done ? site + 4 : site);
    }
    assert_int_equal(rsp_trampoline_rest(&map), map.stop);
}

/* --- what the code is --------------------------------------------------------------------------------------
 */

enum { MOST_WORDS = 8, MOVED_SITE = 0x40001238, MOVED_CODE = 0x40005000 };

/* The words of an instruction in its new place, then branches to distances from the site; 0: none. */
typedef struct words_case {
    const char *name;
    uint32_t insn;
    uint32_t words[MOST_WORDS];
    int32_t to[2];
} words_case;

static const words_case moves[] = {
    {"nop", 0xd503201f, {0xd503201f}, {4}},
    {"b.eq +64", 0x54000200, {0x54000040}, {4, 64}},
    {"cbz x3, -8", 0xb4ffffc3, {0xb4000043}, {4, -8}},
    {"tbz x1, #3, +64", 0x36180201, {0x36180041}, {4, 64}},
    {"b +64", 0x14000010, {0}, {64}},
    {"bl +64", 0x94000010, {0xd282479e, 0xf2a8001e}, {64}},
    {"blr x0", 0xd63f0000, {0xd282479e, 0xf2a8001e, 0xd61f0000}, {0}},
    {"blraaz x0", 0xd63f081f, {0xd282479e, 0xf2a8001e, 0xd61f081f}, {0}},
    {"ret", 0xd65f03c0, {0xd65f03c0}, {0}},
    {"adr x0, +5", 0x30000020, {0xd28247a0, 0xf2a80000}, {4}},
    {"adrp x0, two pages on", 0xd0000000, {0xd2860000, 0xf2a80000}, {4}},
    {"ldr x1, +16", 0x58000081, {0xd2824901, 0xf2a80001, 0xf9400021}, {4}},
    {"ldr w1, +16", 0x18000081, {0xd2824901, 0xf2a80001, 0xb9400021}, {4}},
    {"ldrsw x1, +16", 0x98000081, {0xd2824901, 0xf2a80001, 0xb9800021}, {4}},
    {"prfm +16", 0xd8000080, {0xd503201f}, {4}},
    {"ldr q0, +16", 0x9c000080, {0xf8170ff0, 0xd2824910, 0xf2a80010, 0x3dc00200, 0xf84907f0}, {4}},
};

static size_t put_words(rsp_buf *out, const uint32_t words[MOST_WORDS]) {
    size_t num = 0;
    for (; num < MOST_WORDS && words[num] != 0; num++)
        a64_put(out, words[num]);
    return num;
}

static void moved_instructions_do_from_there_what_they_did_at_the_site(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(moves); i++) {
        rsp_buf out = {0};
        rsp_buf expected = {0};
        rsp_trampoline map;
        uint8_t text[4];
        uint64_t at = 0;
        const rsp_trampoline_site where = {.machine = RSP_KIND_AARCH64,
                                           .address = MOVED_SITE,
                                           .text = word_text(text, moves[i].insn),
                                           .code = MOVED_CODE};
        size_t num = put_words(&expected, moves[i].words);
        for (size_t j = 0; j < 2 && moves[i].to[j] != 0; j++)
            a64_put(&expected,
                    a64_branch(MOVED_CODE + expected.len, (uint64_t)MOVED_SITE + (uint64_t)moves[i].to[j]));
        assert_ok(rsp_trampoline_copy(&map, &out, NULL, &where, NULL));
        if (!rsp_bytes_equal(rsp_buf_bytes(&out), rsp_buf_bytes(&expected)))
            fail_msg("%s is moved as other instructions", moves[i].name);
        /* A thread that stands at the site goes on where the instruction is now. */
        if (rsp_trampoline_place_of(&at, &map, MOVED_SITE) != (num > 0) || at != (num > 0 ? MOVED_CODE : 0))
            fail_msg("%s: the site is at 0x%llx", moves[i].name, (unsigned long long)at);
        rsp_buf_free(&out);
        rsp_buf_free(&expected);
    }
}

typedef struct comparison_case {
    const char *condition;
    uint32_t words[MOST_WORDS];
} comparison_case;

/* sub x16, eon x17, and x16, bic x0, orr x0, lsr x0; and eor x0 where it is the opposite. */
static const comparison_case comparisons[] = {
    {"$0 < $1", {0xcb010010, 0xca210011, 0x8a110210, 0x8a210000, 0xaa100000, 0xd37ffc00}},
    {"$0 >= $1", {0xcb010010, 0xca210011, 0x8a110210, 0x8a210000, 0xaa100000, 0xd37ffc00, 0xd2400000}},
    {"$0 > $1", {0xcb000030, 0xca200031, 0x8a110210, 0x8a200020, 0xaa100000, 0xd37ffc00}},
    {"$0 <= $1", {0xcb000030, 0xca200031, 0x8a110210, 0x8a200020, 0xaa100000, 0xd37ffc00, 0xd2400000}},
    {"$0 <u $1", {0xcb010010, 0xca210011, 0x8a110210, 0x8a200020, 0xaa100000, 0xd37ffc00}},
    {"$0 >=u $1", {0xcb010010, 0xca210011, 0x8a110210, 0x8a200020, 0xaa100000, 0xd37ffc00, 0xd2400000}},
    {"$0 >u $1", {0xcb000030, 0xca200031, 0x8a110210, 0x8a210000, 0xaa100000, 0xd37ffc00}},
    {"$0 <=u $1", {0xcb000030, 0xca200031, 0x8a110210, 0x8a210000, 0xaa100000, 0xd37ffc00, 0xd2400000}},
};

static bool has_words(const rsp_buf *code, const rsp_buf *words) {
    const rsp_bytes wanted = rsp_buf_bytes(words);
    for (size_t at = 0; at + wanted.len <= code->len; at += 4)
        if (rsp_bytes_starts(rsp_bytes_from(rsp_buf_bytes(code), at), wanted))
            return true;
    return false;
}

static void comparisons_are_made_without_flags(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(comparisons); i++) {
        rsp_arena arena = {0};
        rsp_buf out = {0};
        rsp_buf expected = {0};
        rsp_trampoline map;
        uint8_t text[4];
        const rsp_trampoline_site where = {.machine = RSP_KIND_AARCH64,
                                           .address = MOVED_SITE,
                                           .text = word_text(text, A64_NOP),
                                           .code = MOVED_CODE};
        const rsp_condition *condition = condition_of(&arena, comparisons[i].condition);
        assert_ok(rsp_trampoline_build(&map, &out, NULL, condition, &where, NULL));
        (void)put_words(&expected, comparisons[i].words);
        if (!has_words(&out, &expected))
            fail_msg("%s is another comparison", comparisons[i].condition);
        rsp_buf_free(&out);
        rsp_buf_free(&expected);
        rsp_arena_free(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_refuses_with_a_reason),
        cmocka_unit_test(check_looks_back_for_an_exclusive_load),
        cmocka_unit_test(build_refuses_what_is_out_of_reach),
        cmocka_unit_test(map_knows_the_register_of_a_literal),
        cmocka_unit_test(map_gives_the_frame_back),
        cmocka_unit_test(moved_instructions_do_from_there_what_they_did_at_the_site),
        cmocka_unit_test(comparisons_are_made_without_flags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
