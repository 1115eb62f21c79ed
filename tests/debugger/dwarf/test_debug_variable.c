/* Variables in scope with their types as C writes them, and where they live.
 * An inner variable hides the outer one of its name.
 * What no condition can read is refused with the reason. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "dwarf_world.h"

#include "core/limits.h"
#include "debug_function.h"
#include "debug_location.h"
#include "debug_variable.h"
#include "source_condition.h"

static void check_type(const rsp_debug_file *file, uint64_t address, const char *name, const char *type,
                       uint64_t size) {
    rsp_debug_variable variable;
    rsp_debug_type found;
    rsp_buf text = {0};
    if (rsp_debug_variable_find(file, address, rsp_bytes_str(name), &variable) != RSP_OK)
        fail_msg("no variable %s", name);
    rsp_debug_type_append(&text, file, variable.type);
    assert_string_equal(rsp_buf_cstr(&text), type);
    assert_ok(rsp_debug_type_read(file, variable.type, &found));
    assert_int_equal(found.size, size);
    rsp_buf_free(&text);
}

static void variable_of_each_type_is_described(void **state) {
    static const struct {
        const char *name;
        const char *type;
        uint64_t size;
    } cases[] = {
        {"it", "struct item *", 8},      {"i", "int", 4},
        {"name", "char *", 8},           {"calls", "int", 4},
        {"ratio", "float", 4},           {"table", "unsigned char [6]", 6},
        {"grid", "long int [3][4]", 96}, {"hidden", "word", 8},
        {"sign", "enum sign", 4},        {"global_counter", "int", 4},
        {"function", "function *", 8},   {"pointer", "struct item *", 8},
    };
    (void)state;
    for (size_t p = 0; p < RSP_ARRAY_LEN(dwarf_programs); p++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[p]);
        uint64_t address = dwarf_mark(file, "body");
        for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
            check_type(file, address, cases[i].name, cases[i].type, cases[i].size);
        rsp_debug_file_free(file);
    }
}

static void inner_variable_hides_the_outer_one(void **state) {
    (void)state;
    for (size_t p = 0; p < RSP_ARRAY_LEN(dwarf_programs); p++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[p]);
        check_type(file, dwarf_mark(file, "body"), "local", "int", 4);
        check_type(file, dwarf_mark(file, "inner"), "local", "long int", 8);
        check_type(file, dwarf_mark(file, "inlined"), "doubled", "int", 4);
        rsp_debug_file_free(file);
    }
}

static void scope_lists_the_innermost_first(void **state) {
    rsp_debug_variable found[16];
    (void)state;
    rsp_debug_file *file = dwarf_open("values-5");
    size_t num = rsp_debug_variables_at(file, dwarf_mark(file, "inner"), found, 16);
    assert_int_equal(num, 7);
    assert_string_equal(found[0].name, "local");
    assert_int_equal(found[0].depth, 0);
    assert_int_equal(found[1].depth, 1);
    assert_int_equal(found[1].kind, RSP_DEBUG_PARAMETER);
    assert_int_equal(rsp_debug_variables_at(file, dwarf_mark(file, "inner"), found, 2), 2);
    assert_true(rsp_debug_globals_at(file, dwarf_mark(file, "inner"), 0, found, 16) >= 7);
    assert_int_equal(rsp_debug_variables_at(file, 1, found, 16), 0);
    rsp_debug_file_free(file);
}

static void member_of_each_kind_has_its_place(void **state) {
    static const struct {
        const char *name;
        uint64_t offset;
        uint32_t bit_size;
        uint32_t bit_offset;
    } cases[] = {{"name", 0, 0, 0},    {"count", 8, 0, 0},  {"flag", 12, 3, 0},  {"small", 12, 5, 3},
                 {"at", 14, 0, 0},     {"whole", 20, 0, 0}, {"part", 20, 0, 0},  {"label", 24, 0, 0},
                 {"colour", 36, 0, 0}, {"next", 40, 0, 0},  {"weight", 48, 0, 0}};
    (void)state;
    for (size_t p = 0; p < RSP_ARRAY_LEN(dwarf_programs); p++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[p]);
        rsp_debug_variable variable;
        rsp_debug_type type;
        rsp_debug_member member;
        assert_ok(rsp_debug_variable_find(file, dwarf_mark(file, "body"), RSP_LIT("it"), &variable));
        assert_ok(rsp_debug_type_read(file, variable.type, &type));
        assert_int_equal(type.kind, RSP_DEBUG_POINTER);
        assert_ok(rsp_debug_type_read(file, type.target, &type));
        assert_int_equal(type.kind, RSP_DEBUG_STRUCTURE);
        for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
            assert_ok(rsp_debug_member_find(file, &type, rsp_bytes_str(cases[i].name), &member));
            assert_int_equal(member.offset, cases[i].offset);
            assert_int_equal(member.bit_size, cases[i].bit_size);
            assert_int_equal(member.bit_offset, cases[i].bit_offset);
        }
        assert_int_equal(rsp_debug_member_find(file, &type, RSP_LIT("nothing"), &member), RSP_NOT_FOUND);
        assert_ok(rsp_debug_member_at(file, &type, 9, &member));
        assert_int_equal(rsp_debug_member_at(file, &type, 10, &member), RSP_NOT_FOUND);
        rsp_debug_file_free(file);
    }
}

/* Structures of members.S: a file may have as many members as it likes, and each may be the structure again.
 */
static void search_for_a_member_ends(void **state) {
    static const struct {
        const char *expression;
        rsp_status status;
        const char *message;
    } cases[] = {
        {"a.x", RSP_OK, ""},
        {"a.last", RSP_OK, ""},
        {"a.nothing", RSP_NOT_FOUND, "no member 'nothing' in within"},
        {"b.x", RSP_OK, ""},
        {"b.last", RSP_LIMIT, "the structure has too many members to find this one"},
        {"c.first", RSP_OK, ""},
        {"c.nothing", RSP_LIMIT, "the structure has too many members to find this one"},
    };
    (void)state;
    assert_int_equal(RSP_LIMIT_DEBUG_MEMBERS, 65536); /* as members.S has it */
    rsp_debug_file *file = dwarf_open("members");
    const rsp_source_place place = {.file = file, .address = rsp_debug_file_facts(file)->entry};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_arena arena = {0};
        rsp_source_condition out;
        rsp_error error = {0};
        rsp_status status =
            rsp_source_condition_compile(&out, &arena, rsp_bytes_str(cases[i].expression), &place, &error);
        if (status != cases[i].status || strcmp(error.msg, cases[i].message) != 0)
            fail_msg("%s: %s: %s", cases[i].expression, rsp_status_text(status), error.msg);
        rsp_arena_free(&arena);
    }
    rsp_debug_file_free(file);
}

static void enumerator_has_value_and_name(void **state) {
    (void)state;
    for (size_t p = 0; p < RSP_ARRAY_LEN(dwarf_programs); p++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[p]);
        uint64_t address = dwarf_mark(file, "body");
        rsp_debug_type_ref ref;
        rsp_debug_type type;
        uint64_t value = 0;
        assert_ok(rsp_debug_enumerator_find(file, address, RSP_LIT("BLUE"), &value, &ref));
        assert_int_equal(value, 7);
        assert_ok(rsp_debug_type_read(file, ref, &type));
        assert_false(type.is_signed);
        assert_string_equal(rsp_debug_enumerator_name(file, &type, 1), "GREEN");
        assert_null(rsp_debug_enumerator_name(file, &type, 2));
        assert_ok(rsp_debug_enumerator_find(file, address, RSP_LIT("MINUS"), &value, &ref));
        assert_int_equal((int64_t)value, -1);
        assert_ok(rsp_debug_type_read(file, ref, &type));
        assert_true(type.is_signed);
        assert_int_equal(rsp_debug_enumerator_find(file, address, RSP_LIT("PINK"), &value, &ref),
                         RSP_NOT_FOUND);
        rsp_debug_file_free(file);
    }
}

static void location_is_a_base_with_an_offset(void **state) {
    (void)state;
    for (size_t p = 0; p < RSP_ARRAY_LEN(dwarf_programs); p++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[p]);
        const rsp_debug_facts *facts = rsp_debug_file_facts(file);
        uint64_t address = dwarf_mark(file, "body");
        rsp_debug_variable variable;
        rsp_debug_pieces pieces;
        const rsp_debug_location *location = &pieces.items[0].location;
        rsp_error error = {0};
        assert_ok(rsp_debug_variable_find(file, address, RSP_LIT("local"), &variable));
        assert_ok(rsp_debug_location_pieces(file, variable.entry, address, 8, &pieces, &error));
        assert_int_equal(location->kind, RSP_DEBUG_IN_MEMORY);
        assert_true(location->has_register);
        assert_int_equal(location->base, rsp_debug_register_fp(facts->machine));
        assert_true((int64_t)location->offsets[0] < 0);
        assert_ok(rsp_debug_variable_find(file, address, RSP_LIT("hidden"), &variable));
        assert_int_equal(variable.kind, RSP_DEBUG_GLOBAL);
        assert_ok(rsp_debug_location_pieces(file, variable.entry, address, 8, &pieces, &error));
        assert_false(location->has_register);
        assert_int_equal(location->relocated, facts->relocated);
        assert_ok(rsp_debug_variable_find(file, address, RSP_LIT("of_thread"), &variable));
        if (facts->machine == RSP_DEBUG_MACHINE_RISCV64) { /* the compiler gives it no location at all */
            rsp_debug_file_free(file);
            continue;
        }
        assert_ok(rsp_debug_location_pieces(file, variable.entry, address, 8, &pieces, &error));
        assert_int_equal(location->base, RSP_DEBUG_THREAD_POINTER);
        assert_int_equal(location->offsets[0], (uint64_t)-4); /* the only one */
        rsp_debug_file_free(file);
    }
}

/* Where a function begins its variables lie below the stack, which belongs to nobody. */
static void location_below_the_stack_is_none(void **state) {
    (void)state;
    rsp_debug_file *file = dwarf_open("values-riscv64");
    rsp_debug_function function;
    rsp_debug_variable variable;
    rsp_debug_pieces pieces;
    rsp_error error = {0};
    assert_int_equal(rsp_debug_function_at(file, dwarf_mark(file, "body"), &function, 1), 1);
    assert_ok(rsp_debug_variable_find(file, function.low, RSP_LIT("local"), &variable));
    assert_int_equal(rsp_debug_location_pieces(file, variable.entry, function.low, 8, &pieces, &error),
                     RSP_NOT_FOUND);
    assert_string_equal(error.msg, "the function has not made its frame here yet");
    rsp_debug_file_free(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variable_of_each_type_is_described),
        cmocka_unit_test(inner_variable_hides_the_outer_one),
        cmocka_unit_test(scope_lists_the_innermost_first),
        cmocka_unit_test(member_of_each_kind_has_its_place),
        cmocka_unit_test(search_for_a_member_ends),
        cmocka_unit_test(enumerator_has_value_and_name),
        cmocka_unit_test(location_is_a_base_with_an_offset),
        cmocka_unit_test(location_below_the_stack_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
