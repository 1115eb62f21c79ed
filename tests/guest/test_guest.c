/* The guests themselves: each has what scenarios ask for, at places that do not overlap, in its byte order.
 * Source: corpora/guests/README.md.
 * That the bytes are those of the sources is guest.assembled. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "guest/guest_load.h"

#include "core/byte_order.h"

static void each_has_all_functions_and_variables(void **state) {
    (void)state;
    static const char *const names[] = {
        "main",          "main_spin",    "main_watch", "main_recursion", "main_steps",     "end",
        "work",          "loop",         "tail",       "spin",           "start_watching", "touch",
        "done_watching", "factorial",    "deepest",    "sizes",          "outer",          "inner",
        "straight",      "straight_end", "counter",    "marks",          "spins",          "stop",
        "watched",       "neighbour",    "sink",       "array",          "narrow",         "depth",
        "one",           "two",          "four",       "eight",          "magic",          "bytes",
        "spinning",
    };
    size_t num = 0;
    for (const rsp_guest *g = rsp_guest_at(0); g; g = rsp_guest_at(++num)) {
        for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++)
            if (!rsp_guest_find(g, names[i]))
                fail_msg("%s has no %s", g->name, names[i]);
        assert_in_range(g->image.len, 512, RSP_GUEST_IMAGE_MOST);
        for (size_t i = 0; i + 1 < g->num_symbols; i++)
            assert_true(g->symbols[i].size > 0 &&
                        g->symbols[i].offset + g->symbols[i].size <= g->symbols[i + 1].offset);
    }
    assert_in_range(num, 11, 100);
    assert_null(rsp_guest_find(rsp_guest_at(0), "no_such"));
}

/* What replaces an instruction has its bytes, and stands elsewhere. An AVR can not write its code. */
static void code_that_changes_has_two_instructions_of_the_same_size(void **state) {
    (void)state;
    for (size_t i = 0; rsp_guest_at(i); i++) {
        const rsp_guest *g = rsp_guest_at(i);
        const rsp_guest_symbol *changed = rsp_guest_find(g, "changed");
        const rsp_guest_symbol *other = rsp_guest_find(g, "other");
        const rsp_guest_symbol *next = rsp_guest_find(g, "outcome_end");
        assert_int_equal(!other, g->mode == RSP_GUEST_FLASH);
        if (!other)
            continue;
        assert_true(changed->size <= other->size && changed->offset + other->size <= next->offset);
        assert_memory_not_equal(g->image.ptr + changed->offset, g->image.ptr + other->offset, changed->size);
        const uint32_t rest = other->size - changed->size;
        assert_memory_equal(g->image.ptr + changed->offset + changed->size,
                            g->image.ptr + other->offset + changed->size, rest);
        assert_non_null(rsp_guest_find(g, "illegal_at"));
        assert_non_null(rsp_guest_find(g, "trap_at"));
    }
}

static void data_is_in_the_byte_order_of_the_guest(void **state) {
    (void)state;
    for (size_t i = 0; rsp_guest_at(i); i++) {
        const rsp_guest *g = rsp_guest_at(i);
        const rsp_bytes magic = rsp_bytes_sub(g->image, rsp_guest_find(g, "magic")->offset, 4);
        const rsp_bytes bytes = rsp_bytes_sub(g->image, rsp_guest_find(g, "bytes")->offset, 256);
        assert_int_equal(rsp_number_of(magic, g->big_endian), 0x12345678);
        for (size_t k = 0; k < 256; k++)
            assert_int_equal(bytes.ptr[k], k);
    }
}

/* As the variables of that name in the debuggees have them; 0 is a word of the machine. What spins would go
 * round in a byte. */
static void variables_have_their_own_sizes(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint32_t size;
    } rows[] = {
        {"counter", 0}, {"spins", 0},  {"watched", 0}, {"neighbour", 0}, {"sink", 0}, {"marks", 16},
        {"stop", 4},    {"array", 32}, {"narrow", 4},  {"depth", 4},     {"one", 1},  {"two", 2},
        {"four", 4},    {"eight", 8},  {"magic", 4},   {"bytes", 256},
    };
    for (size_t i = 0; rsp_guest_at(i); i++)
        for (size_t k = 0; k < RSP_ARRAY_LEN(rows); k++) {
            const rsp_guest *g = rsp_guest_at(i);
            const bool narrow = g->word_bytes < 4 && strcmp(rows[k].name, "spins") == 0;
            const uint32_t size = rows[k].size ? rows[k].size : narrow ? 4 : g->word_bytes;
            if (rsp_guest_find(g, rows[k].name)->size != size)
                fail_msg("%s of %s has not %u bytes", rows[k].name, g->name, (unsigned)size);
        }
}

static void guests_are_found_by_architecture_and_byte_order(void **state) {
    (void)state;
    assert_string_equal(rsp_guest_for("mips", true, 0)->name, "mips");
    assert_string_equal(rsp_guest_for("mips", false, 0)->name, "mipsel");
    assert_string_equal(rsp_guest_for("arm", false, 1)->name, "thumb");
    assert_string_equal(rsp_guest_for("m68k:isa-a:nodiv", true, 0)->name, "m68k");
    assert_string_equal(rsp_guest_for("mips64", true, 0)->name, "mips64");
    assert_string_equal(rsp_guest_for("mips64", false, 0)->name, "mips64el");
    assert_string_equal(rsp_guest_for("powerpc", true, 0)->name, "powerpc");
    assert_string_equal(rsp_guest_for("powerpc64", true, 0)->name, "powerpc64");
    assert_string_equal(rsp_guest_for("powerpc64", false, 0)->name, "powerpc64le");
    assert_string_equal(rsp_guest_for("s390", true, 0)->name, "s390x");
    assert_null(rsp_guest_for("mips", true, 1)); /* not that of mips64 */
    assert_null(rsp_guest_for("sh", true, 0));
    assert_null(rsp_guest_for("arm", false, 2));
    assert_null(rsp_guest_for("arm", true, 0));
    assert_null(rsp_guest_for("", false, 0));
    assert_null(rsp_guest_for("armada", false, 0));
}

static void programs_without_a_part_in_the_guest_have_no_entry(void **state) {
    (void)state;
    assert_string_equal(rsp_guest_entry("spin"), "main_spin");
    assert_string_equal(rsp_guest_entry("changes-code"), "main_changing");
    assert_true(rsp_guest_traps("illegal"));
    assert_true(rsp_guest_traps("trap"));
    assert_false(rsp_guest_traps("changes-code"));
    assert_false(rsp_guest_traps("threads4"));
    assert_null(rsp_guest_entry("threads4"));
    assert_null(rsp_guest_entry(""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_has_all_functions_and_variables),
        cmocka_unit_test(code_that_changes_has_two_instructions_of_the_same_size),
        cmocka_unit_test(data_is_in_the_byte_order_of_the_guest),
        cmocka_unit_test(variables_have_their_own_sizes),
        cmocka_unit_test(guests_are_found_by_architecture_and_byte_order),
        cmocka_unit_test(programs_without_a_part_in_the_guest_have_no_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
