/* pc among registers that nothing describes: by its moves in steps, in both byte orders, of 2 and of 4 bytes.
 * Counters, addresses that jump and registers that stand still are not taken for it.
 * Source: manners/pc_location.h. */
/* SPDX-License-Identifier: MIT */
#include "pc_location.h"
#include "register_block.h"
#include "rsp_test.h"

#define BYTES(...) ((const uint8_t[]){__VA_ARGS__})
#define REPLIES(...) ((rsp_bytes){BYTES(__VA_ARGS__), sizeof BYTES(__VA_ARGS__)})

static void a_little_pc_of_two_bytes(void **state) {
    (void)state;
    rsp_bytes seen =
        REPLIES(0, 1, 0x00, 0x01, 9, 9, /**/ 1, 1, 0x02, 0x01, 9, 9, /**/ 1, 1, 0x03, 0x01, 9, 9);
    pc_location place;
    assert_true(pc_location_find(seen, 6, 2, 0, &place));
    assert_int_equal(place.offset, 2);
    assert_false(place.big);
}

static void a_big_pc_of_two_bytes_moves_less_as_such(void **state) {
    (void)state;
    rsp_bytes seen = REPLIES(7, 7, 0x01, 0x00, /**/ 7, 7, 0x01, 0x02, /**/ 7, 7, 0x01, 0x04);
    pc_location place;
    assert_true(pc_location_find(seen, 4, 2, 0, &place));
    assert_int_equal(place.offset, 2);
    assert_true(place.big);
}

static void a_big_pc_of_four_bytes(void **state) {
    (void)state;
    rsp_bytes seen =
        REPLIES(0, 0, 0, 1, 0, 0, 0x10, 0, /**/ 0, 0, 0, 1, 0, 0, 0x10, 4, /**/ 0, 0, 0, 2, 0, 0, 0x10, 2);
    pc_location place;
    assert_true(pc_location_find(seen, 8, 4, 0, &place));
    assert_int_equal(place.offset, 4);
    assert_true(place.big);
}

static void what_stands_still_once_or_jumps_is_none(void **state) {
    (void)state;
    pc_location place;
    assert_false(pc_location_find(REPLIES(1, 0, /**/ 2, 0, /**/ 2, 0), 2, 2, 0, &place));
    assert_false(pc_location_find(REPLIES(0, 0x10, 0, 0, /**/ 0, 0x10, 0x10, 0), 4, 4, 0, &place));
    assert_false(pc_location_find(REPLIES(0, 0x10, 0, 0, /**/ 1, 0x10, 0, 0), 4, 4, 0,
                                  &place)); /* odd, where code is aligned */
}

/* or1k: the previous pc stands before the next one. */
static void the_previous_pc_is_none(void **state) {
    (void)state;
    rsp_bytes seen = REPLIES(0, 0, 0x1f, 0xfc, 0, 0, 0x20, 0, /**/ 0, 0, 0x20, 0, 0, 0, 0x20, 4, /**/ 0, 0,
                             0x20, 4, 0, 0, 0x20, 8, /**/ 0, 0, 0x20, 8, 0, 0, 0x20, 0);
    pc_location place;
    assert_true(pc_location_find(seen, 8, 4, 0, &place));
    assert_int_equal(place.offset, 4);
    assert_true(place.big);
}

/* SPARC: pc is where npc was, and GDB's layout has pc there. */
static void the_register_before_the_next_pc_may_be_pc(void **state) {
    (void)state;
    enum { BYTES_OF_G = 288, PC = 272, NPC = 276, STEPS = 4 };
    uint8_t replies[STEPS * BYTES_OF_G] = {0};
    for (unsigned i = 0; i < STEPS; i++) {
        replies[i * BYTES_OF_G + PC + 3] = (uint8_t)(0x10 + 4 * i);
        replies[i * BYTES_OF_G + NPC + 3] = (uint8_t)(0x14 + 4 * i);
    }
    pc_location place;
    assert_true(pc_location_find(rsp_bytes_make(replies, sizeof replies), BYTES_OF_G, 4, 0, &place));
    assert_int_equal(place.offset, PC);
    assert_true(place.big);
}

/* Of a SPARC V9 only the low halves of pc and npc are looked at. */
static void the_low_half_of_a_known_pc_is_one(void **state) {
    (void)state;
    enum { STRIDE = 560, PC_LOW = 516, NPC_LOW = 524, STEPS = 5 };
    static uint8_t replies[STEPS * STRIDE];
    pc_location place;
    for (size_t i = 0; i < STEPS; i++) {
        replies[i * STRIDE + PC_LOW + 2] = 1;
        replies[i * STRIDE + NPC_LOW + 2] = 1;
        replies[i * STRIDE + PC_LOW + 3] = (uint8_t)(4 * i);
        replies[i * STRIDE + NPC_LOW + 3] = (uint8_t)(4 * i + 4);
    }
    assert_true(pc_location_find(rsp_bytes_make(replies, sizeof replies), STRIDE, 4, 0, &place));
    assert_int_equal(place.offset, PC_LOW);
    const register_block *s = register_block_with_pc(STRIDE, PC_LOW);
    assert_non_null(s);
    assert_string_equal(s->arch, "sparc64");
    assert_int_equal(s->pc_offset, PC_LOW - 4);
}

/* Without a description GDB has PowerPC's floating-point registers between the general ones and pc. */
static void the_block_of_powerpc_is_known(void **state) {
    (void)state;
    enum { BYTES_32 = 412, PC_32 = 384, BYTES_64 = 556, PC_64 = 512 };
    const register_block *block = register_block_with_pc(BYTES_32, PC_32);
    assert_non_null(block);
    assert_string_equal(block->arch, "powerpc");
    assert_int_equal(block->pc_number, 64);
    assert_null(register_block_with_pc(BYTES_32, PC_32 + 4));
    block = register_block_with_pc(BYTES_64, PC_64);
    assert_non_null(block);
    assert_string_equal(block->arch, "powerpc64");
}

static void too_few_replies_say_nothing(void **state) {
    (void)state;
    pc_location place;
    assert_false(pc_location_find(REPLIES(1, 0), 2, 2, 0, &place));
    assert_false(pc_location_find((rsp_bytes){0}, 0, 2, 0, &place));
    assert_false(pc_location_find(REPLIES(1, 2), 1, 2, 0, &place));
}

/* A counter moves like a pc and never comes again. */
static void code_comes_again(void **state) {
    (void)state;
    rsp_bytes seen = REPLIES(0, 0, 0x10, 0, 0, 0, 0x20, 8, /**/ 0, 0, 0x10, 4, 0, 0, 0x20, 0, /**/ 0, 0, 0x10,
                             8, 0, 0, 0x20, 4, /**/ 0, 0, 0x10, 12, 0, 0, 0x20, 8);
    pc_location place;
    assert_true(pc_location_again(seen, 8, 4, 0, &place));
    assert_int_equal(place.offset, 4);
    assert_true(place.big);
    assert_false(pc_location_again(seen, 8, 4, 8, &place));
    assert_false(pc_location_again(rsp_bytes_sub(seen, 0, 24), 8, 4, 0, &place));
}

/* A far call is no reason: code that is called comes again, too. */
static void code_that_goes_far_comes_again(void **state) {
    (void)state;
    rsp_bytes seen = REPLIES(0, 0x10, 0, 0, /**/ 4, 0x10, 0, 0, /**/ 0, 0, 9, 0, /**/ 0, 0x10, 0, 0);
    pc_location place;
    assert_true(pc_location_again(seen, 4, 4, 0, &place));
    assert_int_equal(place.offset, 0);
    assert_false(place.big);
}

/* pc and where it goes next move alike. At a breakpoint pc alone has its address. */
static void the_breakpoint_tells_which(void **state) {
    (void)state;
    rsp_bytes seen =
        REPLIES(1, 0, 0x20, 0, 0x20, 4, /**/ 1, 0, 0x20, 4, 0x20, 8, /**/ 1, 0, 0x20, 8, 0x20, 0);
    rsp_bytes now = REPLIES(0x20, 4, 0x20, 4, 0x20, 8);
    pc_location place;
    assert_true(pc_location_at(seen, 6, 2, now, 0x2004, &place));
    assert_int_equal(place.offset, 2); /* the first holds it, too, and stood still */
    assert_true(place.big);
    assert_true(pc_location_at(seen, 6, 2, now, 0x2008, &place));
    assert_int_equal(place.offset, 4);
    assert_false(pc_location_at(seen, 6, 2, now, 0x2000, &place));
    assert_false(pc_location_at(seen, 6, 2, rsp_bytes_sub(now, 0, 3), 0x2004, &place));
    assert_false(pc_location_at((rsp_bytes){0}, 6, 2, now, 0x2004, &place));
    assert_false(pc_location_at(seen, 0, 2, now, 0x2004, &place));
}

/* The widths of a block's registers come to its size, and widths are said only of blocks that there are. */
static void runs_of_registers_fill_their_block(void **state) {
    (void)state;
    static const struct {
        const char *arch;
        size_t g_bytes;
        size_t num;
    } rows[] = {{"arm", 168, 26},    {"i386", 176, 32},    {"i386", 308, 41},    {"i386", 312, 42},
                {"x86-64", 164, 24}, {"x86-64", 276, 40},  {"x86-64", 536, 57},  {"x86-64", 560, 60},
                {"x86-64", 608, 66}, {"aarch64", 268, 34}, {"aarch64", 788, 68}, {"avr", 39, 35},
                {"m68k", 180, 29},   {"sparc64", 560, 86}, {"powerpc", 412, 71}, {"powerpc64", 556, 71}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const register_run *runs = register_block_runs(rows[i].arch, rows[i].g_bytes);
        size_t bytes = 0;
        size_t num = 0;
        assert_non_null(runs);
        for (size_t k = 0; k < REGISTER_RUNS; k++) {
            bytes += (size_t)runs[k].num * runs[k].width;
            num += runs[k].num;
        }
        assert_int_equal(bytes, rows[i].g_bytes);
        assert_int_equal(num, rows[i].num);
        assert_non_null(register_block_next(NULL, rows[i].g_bytes));
    }
    assert_null(register_block_runs("riscv32", 132));
    assert_null(register_block_runs("powerpc", 160));
    assert_null(register_block_runs(NULL, 412));
}

/* ... one or two registers before its pc ends. */
static void block_may_end_before_its_pc(void **state) {
    (void)state;
    const register_block *b = register_block_beyond(NULL, 124);
    assert_string_equal(b->arch, "riscv32");
    assert_string_equal(register_block_beyond(NULL, 128)->arch, "riscv32");
    assert_null(register_block_beyond(NULL, 4));
    assert_null(register_block_beyond(NULL, 116));
    assert_null(register_block_beyond(NULL, 126));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_little_pc_of_two_bytes),
        cmocka_unit_test(a_big_pc_of_two_bytes_moves_less_as_such),
        cmocka_unit_test(a_big_pc_of_four_bytes),
        cmocka_unit_test(what_stands_still_once_or_jumps_is_none),
        cmocka_unit_test(the_previous_pc_is_none),
        cmocka_unit_test(the_register_before_the_next_pc_may_be_pc),
        cmocka_unit_test(the_low_half_of_a_known_pc_is_one),
        cmocka_unit_test(the_block_of_powerpc_is_known),
        cmocka_unit_test(too_few_replies_say_nothing),
        cmocka_unit_test(code_comes_again),
        cmocka_unit_test(code_that_goes_far_comes_again),
        cmocka_unit_test(the_breakpoint_tells_which),
        cmocka_unit_test(runs_of_registers_fill_their_block),
        cmocka_unit_test(block_may_end_before_its_pc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
