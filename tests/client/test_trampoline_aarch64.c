/* AArch64 trampolines: which instructions move and why others do not, what is out of reach, what the map
 * says. That moved instructions do what they did is shown under qemu, in tests/interop/aarch64. Encodings are
 * those that binutils gives. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "condition/aarch64_code.h"
#include "condition/aarch64_move.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_refuses_with_a_reason),
        cmocka_unit_test(check_looks_back_for_an_exclusive_load),
        cmocka_unit_test(build_refuses_what_is_out_of_reach),
        cmocka_unit_test(map_knows_the_register_of_a_literal),
        cmocka_unit_test(map_gives_the_frame_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
