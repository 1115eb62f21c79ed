/* Values as text, read from memory that a test wrote: of each kind and width, with what is too long or cannot
 * be read. The types are those of programs/values.c, and some made by hand.
 * See debug_value.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "dwarf_thread.h"
#include "dwarf_world.h"

#include "core/limits.h"
#include "debug_value.h"

enum { AT = 0x1000 };

typedef struct world {
    rsp_debug_file *file;
    dwarf_thread thread;
    rsp_buf text;
} world;

static void begin(world *w) {
    *w = (world){.file = dwarf_open("values-5"), .thread = {.at = AT}};
}

static void end(world *w) {
    rsp_buf_free(&w->text);
    rsp_debug_file_free(w->file);
}

static rsp_debug_type type_of(const world *w, const char *name) {
    rsp_debug_variable variable;
    rsp_debug_type type;
    assert_ok(rsp_debug_variable_find(w->file, dwarf_mark(w->file, "body"), rsp_bytes_str(name), &variable));
    assert_ok(rsp_debug_type_read(w->file, variable.type, &type));
    return type;
}

static rsp_status append(world *w, const rsp_debug_type *type, uint64_t address) {
    const rsp_debug_thread thread = dwarf_thread_of(&w->thread);
    rsp_buf_clear(&w->text);
    return rsp_debug_value_append(&w->text, w->file, type, &thread, address);
}

static const char *shown(world *w, const rsp_debug_type *type, uint64_t address) {
    assert_ok(append(w, type, address));
    return rsp_buf_cstr(&w->text);
}

/* --- numbers --- */

static void number_is_extended_as_its_type_says(void **state) {
    (void)state;
    static const struct {
        uint64_t size;
        bool is_signed;
        uint64_t number;
        uint64_t cut;
        const char *text;
    } cases[] = {
        {1, true, 0x1ff, UINT64_MAX, "-1"},
        {1, false, 0x1ff, 0xff, "255"},
        {2, true, 0x8000, (uint64_t)-32768, "-32768"},
        {4, true, 0x7fffffff, 0x7fffffff, "2147483647"},
        {4, false, UINT64_MAX, 0xffffffff, "4294967295"},
        {8, true, UINT64_MAX, UINT64_MAX, "-1"},
        {8, false, UINT64_MAX, UINT64_MAX, "18446744073709551615"},
    };
    world w;
    begin(&w);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const rsp_debug_type type = {
            .kind = RSP_DEBUG_INTEGER, .size = cases[i].size, .is_signed = cases[i].is_signed};
        assert_int_equal(rsp_debug_number_cut(&type, cases[i].number), cases[i].cut);
        dwarf_thread_put(&w.thread, AT, 8, cases[i].number);
        assert_string_equal(shown(&w, &type, AT), cases[i].text);
    }
    end(&w);
}

static void character_is_shown_beside_its_number(void **state) {
    (void)state;
    static const struct {
        uint8_t number;
        const char *text;
    } cases[] = {{'x', "120 'x'"},   {'\'', "39 '\\''"},   {'"', "34 '\"'"},     {'\\', "92 '\\\\'"},
                 {'\n', "10 '\\n'"}, {0x1b, "27 '\\x1b'"}, {0x80, "128 '\\x80'"}};
    const rsp_debug_type type = {.kind = RSP_DEBUG_INTEGER, .size = 1, .is_character = true};
    world w;
    begin(&w);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        dwarf_thread_put(&w.thread, AT, 1, cases[i].number);
        assert_string_equal(shown(&w, &type, AT), cases[i].text);
    }
    end(&w);
}

static void floats_of_each_width_are_shown(void **state) {
    (void)state;
    static const struct {
        uint64_t size;
        uint64_t low;
        uint64_t high;
        const char *text;
    } cases[] = {
        {4, 0x3fc00000, 0, "1.5"},
        {4, 0x3dcccccd, 0, "0.100000001"},
        {8, 0x3ff8000000000000, 0, "1.5"},
        {8, 0xfff0000000000000, 0, "-inf"},
        {16, 0xc000000000000000, 0x3fff, "1.5"}, /* x87 */
        {16, 0x8000000000000000, 0xffff, "-inf"},
        {16, 0xc000000000000000, 0x7fff, "nan"},
        {2, 0x3e00, 0, "(2 bytes)"},
    };
    world w;
    begin(&w);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const rsp_debug_type type = {.kind = RSP_DEBUG_FLOAT, .size = cases[i].size};
        dwarf_thread_put(&w.thread, AT, 8, cases[i].low);
        dwarf_thread_put(&w.thread, AT + 8, 8, cases[i].high);
        assert_string_equal(shown(&w, &type, AT), cases[i].text);
    }
    end(&w);
}

static void floats_of_sixteen_bytes_have_the_machines_format(void **state) {
    (void)state;
    const rsp_debug_type type = {.kind = RSP_DEBUG_FLOAT, .size = 16};
    world w = {.file = dwarf_open("values-riscv64"), .thread = {.at = AT}};
    dwarf_thread_put(&w.thread, AT + 8, 8, 0x3fff800000000000);
    assert_string_equal(shown(&w, &type, AT), "1.5");
    dwarf_thread_put(&w.thread, AT + 8, 8, 0xffff000000000000);
    assert_string_equal(shown(&w, &type, AT), "-inf");
    end(&w);
}

static void number_of_sixteen_bytes_is_hexadecimal_and_a_longer_one_counted(void **state) {
    (void)state;
    const rsp_debug_type wide = {.kind = RSP_DEBUG_INTEGER, .size = 16};
    const rsp_debug_type other = {.kind = RSP_DEBUG_OTHER, .size = 12};
    world w;
    begin(&w);
    dwarf_thread_put(&w.thread, AT, 8, 5);
    dwarf_thread_put(&w.thread, AT + 8, 8, 1);
    assert_string_equal(shown(&w, &wide, AT), "0x10000000000000005");
    assert_string_equal(shown(&w, &other, AT), "(12 bytes)");
    end(&w);
}

static void boolean_is_a_word(void **state) {
    (void)state;
    static const char *const words[] = {"false", "true", "true (neither 0 nor 1)"};
    const rsp_debug_type type = {.kind = RSP_DEBUG_BOOLEAN, .size = 1};
    world w;
    begin(&w);
    for (uint64_t i = 0; i < RSP_ARRAY_LEN(words); i++) {
        dwarf_thread_put(&w.thread, AT, 1, i);
        assert_string_equal(shown(&w, &type, AT), words[i]);
    }
    end(&w);
}

static void enumerator_is_named_and_another_value_a_number(void **state) {
    (void)state;
    world w;
    begin(&w);
    const rsp_debug_type sign = type_of(&w, "sign");
    dwarf_thread_put(&w.thread, AT, 4, UINT32_MAX);
    assert_string_equal(shown(&w, &sign, AT), "MINUS");
    dwarf_thread_put(&w.thread, AT, 4, UINT32_MAX - 1);
    assert_string_equal(shown(&w, &sign, AT), "-2");
    end(&w);
}

/* --- pointers and texts --- */

static void pointer_to_characters_shows_its_text(void **state) {
    (void)state;
    world w;
    begin(&w);
    const rsp_debug_type name = type_of(&w, "name");
    dwarf_thread_put(&w.thread, AT, 8, AT + 16);
    dwarf_thread_text_at(&w.thread, AT + 16, "say \"h\xc3\xa9\"\x1b[2J\xc3");
    assert_string_equal(shown(&w, &name, AT), "0x1010 \"say \\\"h\xc3\xa9\\\"\\x1b[2J\\xc3\"");
    assert_int_equal(w.thread.text, AT + 16);
    dwarf_thread_put(&w.thread, AT, 8, 0);
    assert_string_equal(shown(&w, &name, AT), "0x0");
    dwarf_thread_put(&w.thread, AT, 8, 0x99999);
    assert_string_equal(shown(&w, &name, AT), "0x99999");
    end(&w);
}

/* What is not seen in a text may turn its letters round, or hide some: it is written out. */
static void letters_that_are_not_seen_are_written_out(void **state) {
    (void)state;
    world w;
    begin(&w);
    const rsp_debug_type name = type_of(&w, "name");
    dwarf_thread_put(&w.thread, AT, 8, AT + 16);
    dwarf_thread_text_at(&w.thread, AT + 16,
                         "\xe2\x80\xae"
                         "a\xc0\x80\xed\xa0\x80");
    assert_string_equal(shown(&w, &name, AT), "0x1010 \"\\xe2\\x80\\xaea\\xc0\\x80\\xed\\xa0\\x80\"");
    end(&w);
}

static void long_text_is_cut_and_one_at_the_end_of_memory_too(void **state) {
    (void)state;
    rsp_buf wanted = {0};
    world w;
    begin(&w);
    const rsp_debug_type name = type_of(&w, "name");
    memset(w.thread.memory + 8, 'a', DWARF_MEMORY - 8);
    dwarf_thread_put(&w.thread, AT, 8, AT + 8);
    rsp_buf_printf(&wanted, "0x1008 \"");
    for (int i = 0; i < 200; i++)
        rsp_buf_push(&wanted, 'a');
    rsp_buf_str(&wanted, "\"...");
    assert_string_equal(shown(&w, &name, AT), rsp_buf_cstr(&wanted));
    dwarf_thread_put(&w.thread, AT, 8, AT + DWARF_MEMORY - 3);
    assert_string_equal(shown(&w, &name, AT), "0x13fd \"aaa\"...");
    rsp_buf_free(&wanted);
    end(&w);
}

/* --- structures and arrays --- */

/* What `it` points to. */
static rsp_debug_type item_of(world *w) {
    rsp_debug_type item;
    assert_ok(rsp_debug_type_read(w->file, type_of(w, "it").target, &item));
    return item;
}

static void structure_shows_its_members_two_levels_deep(void **state) {
    (void)state;
    world w;
    begin(&w);
    const rsp_debug_type item = item_of(&w);
    dwarf_thread_put(&w.thread, AT + 8, 4, 42);    /* count */
    dwarf_thread_put(&w.thread, AT + 12, 1, 0xfd); /* flag 5, small -1 */
    dwarf_thread_put(&w.thread, AT + 14, 2, 3);
    dwarf_thread_put(&w.thread, AT + 16, 2, 0xffff);
    dwarf_thread_text_at(&w.thread, AT + 24, "lab");
    dwarf_thread_put(&w.thread, AT + 36, 4, 7);
    dwarf_thread_put(&w.thread, AT + 48, 8, 0x3fe0000000000000);
    assert_string_equal(shown(&w, &item, AT),
                        "{name = 0x0, count = 42, flag = 5, small = -1, at = {x = 3, y = -1}, "
                        "{whole = 0, part = 0 '\\x00'}, label = \"lab\", colour = BLUE, next = 0x0, "
                        "weight = 0.5}");
    end(&w);
}

static void part_that_cannot_be_read_says_so_in_its_place(void **state) {
    (void)state;
    world w;
    begin(&w);
    const rsp_debug_type item = item_of(&w);
    const char *text = shown(&w, &item, AT + DWARF_MEMORY - 40);
    assert_non_null(strstr(text, "colour = RED, next = (not readable), weight = (not readable)}"));
    rsp_buf_clear(&w.text);
    assert_int_equal(append(&w, &item, 0x99990000), RSP_FAULT);
    assert_int_equal(w.text.len, 0);
    end(&w);
}

static void array_shows_its_rows_and_ends_where_memory_does(void **state) {
    (void)state;
    world w;
    begin(&w);
    const rsp_debug_type grid = type_of(&w, "grid");
    const rsp_debug_type table = type_of(&w, "table");
    for (uint64_t i = 0; i < 12; i++)
        dwarf_thread_put(&w.thread, AT + 8 * i, 8, i);
    assert_string_equal(shown(&w, &grid, AT), "{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}");
    const char *text = shown(&w, &grid, AT + DWARF_MEMORY - 40);
    assert_non_null(strstr(text, "{0, 0, 0, 0}, {0, (not readable)}, (not readable)}"));
    assert_int_equal(append(&w, &grid, 0x99990000), RSP_FAULT);
    dwarf_thread_text_at(&w.thread, AT, "abcdef");
    assert_string_equal(shown(&w, &table, AT), "\"abcdef\"");
    end(&w);
}

static void long_array_is_cut_at_its_limit(void **state) {
    (void)state;
    world w;
    begin(&w);
    rsp_debug_type row = type_of(&w, "grid");
    assert_ok(rsp_debug_type_read(w.file, row.target, &row));
    row.count = RSP_LIMIT_DEBUG_SHOWN;
    assert_null(strstr(shown(&w, &row, AT), "..."));
    row.count++;
    assert_non_null(strstr(shown(&w, &row, AT), ", ...}"));
    row.has_count = false;
    assert_string_equal(shown(&w, &row, AT), "[...]");
    end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(number_is_extended_as_its_type_says),
        cmocka_unit_test(character_is_shown_beside_its_number),
        cmocka_unit_test(floats_of_each_width_are_shown),
        cmocka_unit_test(floats_of_sixteen_bytes_have_the_machines_format),
        cmocka_unit_test(number_of_sixteen_bytes_is_hexadecimal_and_a_longer_one_counted),
        cmocka_unit_test(boolean_is_a_word),
        cmocka_unit_test(enumerator_is_named_and_another_value_a_number),
        cmocka_unit_test(pointer_to_characters_shows_its_text),
        cmocka_unit_test(letters_that_are_not_seen_are_written_out),
        cmocka_unit_test(long_text_is_cut_and_one_at_the_end_of_memory_too),
        cmocka_unit_test(structure_shows_its_members_two_levels_deep),
        cmocka_unit_test(part_that_cannot_be_read_says_so_in_its_place),
        cmocka_unit_test(array_shows_its_rows_and_ends_where_memory_does),
        cmocka_unit_test(long_array_is_cut_at_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
