/* A loaded guest as messages: the image is whole, registers have their bytes in the block and one by one, and
 * each sequence sets its breakpoint where the guest comes by.
 * Source: harness/fuzzing/campaign/guest_seeds.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "campaign/guest_seeds.h"
#include "core/hex.h"
#include <stdio.h>

#define AT UINT64_C(0x80010000)
#define SP UINT64_C(0x80010fc0)

static rsp_tdesc_register registers[] = {
    {.name = "ra", .alt_name = "", .generic = "", .number = 1, .bits = 32, .offset = 0},
    {.name = "sp", .alt_name = "", .generic = "sp", .number = 2, .bits = 32, .offset = 4},
    {.name = "pc", .alt_name = "", .generic = "pc", .number = 32, .bits = 32, .offset = 8},
};
static const rsp_tdesc target = {
    .architecture = "riscv:rv32", .registers = registers, .num = 3, .g_bytes = 12};

static rsp_guest_load loaded(const char *arch) {
    rsp_guest_load load = {.guest = rsp_guest_for(arch, false, 0), .at = AT, .sp = SP, .bytes = 0x11000};
    rsp_buf_str(&load.registers, "111111112222222233333333");
    return load;
}

/* The image that the list's M packets write, in their order. */
static void expect_image(const rsp_messages *list, const rsp_guest *guest, size_t piece_most) {
    rsp_buf got = {0};
    for (size_t i = 0; i < list->num; i++) {
        const rsp_bytes payload = rsp_messages_bytes(list, i);
        if (payload.len == 0 || payload.ptr[0] != 'M')
            continue;
        char head[40];
        (void)snprintf(head, sizeof head, "M%x,", (unsigned)(AT + got.len));
        assert_true(rsp_bytes_starts(payload, rsp_bytes_str(head)));
        assert_true(payload.len <= piece_most);
        assert_ok(rsp_hex_decode(&got, rsp_bytes_from(payload, rsp_bytes_index(payload, ':') + 1)));
    }
    assert_true(rsp_bytes_equal(rsp_buf_bytes(&got), guest->image));
    rsp_buf_free(&got);
}

static bool has(const rsp_messages *list, const char *payload) {
    for (size_t i = 0; i < list->num; i++)
        if (rsp_bytes_equal(rsp_messages_bytes(list, i), rsp_bytes_str(payload)))
            return true;
    return false;
}

/* What a list's line is: "Z0,80010078,4". */
static const char *point(const rsp_guest *guest, const char *name, const char *before, unsigned kind) {
    static char text[40];
    (void)snprintf(text, sizeof text, "%s,%x,%x", before,
                   (unsigned)(AT + rsp_guest_find(guest, name)->offset), kind);
    return text;
}

static void the_opening_brings_the_guest(void **state) {
    (void)state;
    rsp_guest_load load = loaded("riscv32");
    rsp_guest_seeds seeds = {.num = 0};
    assert_ok(rsp_guest_seeds_make(&seeds, &load, &target, 0x200));
    expect_image(&seeds.opening, load.guest, 0x200);
    const uint64_t main_at = AT + rsp_guest_find(load.guest, "main")->offset;
    assert_int_equal(main_at, AT);
    assert_true(has(&seeds.opening, "G11111111c00f018000000180"));
    assert_true(has(&seeds.opening, "P20=00000180"));
    assert_true(has(&seeds.opening, "P2=c00f0180"));
    assert_false(has(&seeds.opening, "_M11000,rwx"));
    rsp_guest_seeds_free(&seeds);
    assert_int_equal(seeds.opening.num, 0);
    rsp_guest_load_free(&load);
}

static void memory_of_the_stub_is_asked_for_again(void **state) {
    (void)state;
    rsp_guest_load load = loaded("riscv64");
    rsp_guest_seeds seeds = {.num = 0};
    load.given = RSP_GUEST_BY_STUB;
    assert_ok(rsp_guest_seeds_make(&seeds, &load, &target, 0)); /* no size was announced */
    assert_true(rsp_bytes_equal(rsp_messages_bytes(&seeds.opening, 1), RSP_LIT("_M11000,rwx")));
    expect_image(&seeds.opening, load.guest, 64);
    rsp_guest_seeds_free(&seeds);
    rsp_guest_load_free(&load);
}

static void sequences_stop_where_the_guest_comes_by(void **state) {
    (void)state;
    rsp_guest_load load = loaded("riscv32");
    const rsp_guest *guest = load.guest;
    rsp_guest_seeds seeds = {.num = 0};
    assert_ok(rsp_guest_seeds_make(&seeds, &load, &target, 0x1000));
    assert_true(seeds.num >= 6 && seeds.num <= RSP_GUEST_SEEDS_MOST);
    assert_true(has(&seeds.lists[0], point(guest, "work", "Z0", 4)));
    assert_true(has(&seeds.lists[0], point(guest, "work", "z0", 4)));
    assert_true(has(&seeds.lists[1], point(guest, "factorial", "Z1", 4)));
    assert_true(has(&seeds.lists[2], point(guest, "watched", "Z2", 4)));
    assert_true(has(&seeds.lists[4], point(guest, "watched", "Z4", 4)));
    for (size_t i = 0; i < seeds.num; i++) {
        expect_image(&seeds.lists[i], guest, 0x1000);
        assert_true(has(&seeds.lists[i], "c"));
    }
    bool interrupted = false;
    for (size_t i = 0; i < seeds.lists[5].num; i++)
        interrupted |= seeds.lists[5].items[i].kind == RSP_MESSAGE_INTERRUPT;
    assert_true(interrupted);
    rsp_guest_seeds_free(&seeds);
    rsp_guest_load_free(&load);
}

/* Whatever a load sets where it enters is there: a SPARC goes on at npc. */
static void all_that_a_load_sets_is_set(void **state) {
    (void)state;
    static rsp_tdesc_register of_sparc[] = {
        {.name = "sp", .alt_name = "", .generic = "sp", .number = 14, .bits = 32, .offset = 0},
        {.name = "pc", .alt_name = "", .generic = "pc", .number = 68, .bits = 32, .offset = 4},
        {.name = "npc", .alt_name = "", .generic = "", .number = 69, .bits = 32, .offset = 8},
    };
    static const rsp_tdesc sparc = {.architecture = "sparc", .registers = of_sparc, .num = 3, .g_bytes = 12};
    rsp_guest_load load = loaded("riscv32");
    load.guest = rsp_guest_for("sparc", true, 0);
    assert_non_null(load.guest);
    rsp_guest_seeds seeds = {.num = 0};
    assert_ok(rsp_guest_seeds_make(&seeds, &load, &sparc, 0x1000));
    assert_true(has(&seeds.opening, "P44=80010000"));
    assert_true(has(&seeds.opening, "P45=80010004"));
    assert_true(has(&seeds.opening, "G80010fc08001000080010004"));
    rsp_guest_seeds_free(&seeds);
    rsp_guest_load_free(&load);
}

/* A stub whose registers are not known is given the image alone, and the block as it was. */
static void unknown_registers_are_left_alone(void **state) {
    (void)state;
    static const rsp_tdesc nothing = {.architecture = ""};
    rsp_guest_load load = loaded("riscv32");
    rsp_guest_seeds seeds = {.num = 0};
    assert_ok(rsp_guest_seeds_make(&seeds, &load, &nothing, 0x1000));
    assert_true(has(&seeds.opening, "G111111112222222233333333"));
    for (size_t i = 0; i < seeds.opening.num; i++)
        assert_false(rsp_bytes_starts(rsp_messages_bytes(&seeds.opening, i), RSP_LIT("P")));
    rsp_guest_seeds_free(&seeds);
    rsp_guest_load_free(&load);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_opening_brings_the_guest),
        cmocka_unit_test(memory_of_the_stub_is_asked_for_again),
        cmocka_unit_test(sequences_stop_where_the_guest_comes_by),
        cmocka_unit_test(all_that_a_load_sets_is_set),
        cmocka_unit_test(unknown_registers_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
