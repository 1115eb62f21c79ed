/* Programs of both machines are opened, and what is no program is refused with the reason.
 * Lines, functions and places lead to the same addresses.
 * A file that is cut anywhere does no harm. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "dwarf_world.h"

#include "debug_function.h"
#include "debug_probe.h"
#include "debug_symbol.h"
#include "debug_variable.h"

static void file_of_each_machine_says_what_it_is(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(dwarf_programs); i++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[i]);
        const rsp_debug_facts *facts = rsp_debug_file_facts(file);
        bool riscv = i == 2;
        assert_int_equal(facts->machine, riscv ? RSP_DEBUG_MACHINE_RISCV64 : RSP_DEBUG_MACHINE_X86_64);
        assert_int_equal(facts->relocated, !riscv);
        assert_true(facts->has_debug);
        assert_true(facts->entry != 0);
        assert_null(facts->separate);
        rsp_debug_file_free(file);
    }
}

static void other_files_are_refused_with_the_reason(void **state) {
    static const struct {
        rsp_bytes image;
        const char *message;
    } cases[] = {
        {{0}, "it is no ELF file"},
        {{(const uint8_t *)"int main;", 9}, "it is no ELF file"},
        {{(const uint8_t *)"\x7f"
                           "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0",
          16},
         "f: "},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_debug_file *file = NULL;
        rsp_error error = {0};
        assert_int_equal(rsp_debug_file_read(&file, cases[i].image, "f", &error), RSP_BAD_FILE);
        assert_non_null(strstr(error.msg, cases[i].message));
    }
    rsp_debug_file *file = NULL;
    rsp_error error = {0};
    assert_int_equal(rsp_debug_file_open(&file, DWARF_PROGRAMS "/nothing", &error), RSP_NOT_FOUND);
    rsp_debug_file_free(NULL);
}

/* Whatever is left of it is refused, or read as far as it goes. */
static void file_that_is_cut_does_no_harm(void **state) {
    rsp_buf image = {0};
    (void)state;
    assert_ok(rsp_file_read(&image, DWARF_PROGRAMS "/values-5", NULL));
    for (size_t len = 0; len < image.len; len += image.len / 97 + 1) {
        rsp_debug_file *file = NULL;
        rsp_debug_variable variable;
        uint64_t addresses[4];
        size_t num = 0;
        if (rsp_debug_file_read(&file, rsp_bytes_make(image.ptr, len), "cut", NULL) != RSP_OK)
            continue;
        (void)!rsp_debug_place_find(file, "work", addresses, 4, &num, NULL);
        (void)!rsp_debug_variable_find(file, 0x1139, RSP_LIT("table"), &variable);
        (void)rsp_debug_place_at(file, 0x1139);
        (void)rsp_debug_symbol_of_slot(file, 0x3fe0);
        (void)rsp_debug_symbol_is_linkage(file, 0x1030);
        (void)rsp_debug_symbol_exported(file, "main", &addresses[0]);
        rsp_debug_file_free(file);
    }
    rsp_buf_free(&image);
}

static void program_of_libraries_names_its_loader_and_what_it_binds(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(dwarf_programs); i++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[i]);
        const rsp_debug_facts *facts = rsp_debug_file_facts(file);
        uint64_t address = 0;
        size_t num = 0;
        for (uint64_t slot = facts->low; slot < facts->high; slot += 8) {
            const char *name = rsp_debug_symbol_of_slot(file, slot);
            num += name && strcmp(name, "__libc_start_main") == 0;
        }
        const bool riscv = i == 2; /* linked without libraries */
        assert_int_equal(num, riscv ? 0 : 1);
        assert_int_equal(facts->loader != NULL, !riscv);
        assert_int_equal(facts->dynamic_bytes > 0, !riscv);
        assert_false(rsp_debug_symbol_exported(file, "__libc_start_main", &address)); /* it is another's */
        assert_false(rsp_debug_symbol_is_linkage(file, facts->entry));
        assert_false(rsp_debug_symbol_is_linkage(file, 0));
        rsp_debug_file_free(file);
    }
}

static void loader_gives_debuggers_a_function_to_stop_at(void **state) {
    rsp_debug_file *program = dwarf_open("values-5");
    rsp_debug_file *loader = NULL;
    uint64_t address = 0;
    (void)state;
    assert_ok(rsp_debug_file_open(&loader, rsp_debug_file_facts(program)->loader, NULL));
    assert_null(rsp_debug_file_facts(loader)->loader);
    assert_true(rsp_debug_symbol_exported(loader, "_dl_debug_state", &address));
    assert_true(address >= rsp_debug_file_facts(loader)->low && address < rsp_debug_file_facts(loader)->high);
    assert_false(rsp_debug_symbol_exported(loader, "_dl_debug_stat", &address));
    rsp_debug_file_free(loader);
    rsp_debug_file_free(program);
}

static void place_text_leads_to_its_line(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(dwarf_programs); i++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[i]);
        uint64_t body = dwarf_mark(file, "body");
        uint64_t addresses[4];
        size_t num = 0;
        rsp_debug_place place = rsp_debug_place_at(file, body);
        assert_true(place.has_line);
        assert_int_equal(place.line.line, dwarf_line("body"));
        assert_string_equal(place.function, "work");
        /* a function means its first line behind the prologue */
        assert_ok(rsp_debug_place_find(file, "work", addresses, 4, &num, NULL));
        assert_int_equal(num, 1);
        assert_int_equal(addresses[0], body);
        assert_ok(rsp_debug_place_find(file, "*0x1234", addresses, 4, &num, NULL));
        assert_int_equal(addresses[0], 0x1234);
        rsp_debug_file_free(file);
    }
}

/* Editors name sources by their whole paths, and the compiler was started elsewhere, with ../... */
static void place_is_found_by_the_whole_path_of_a_source_that_was_named_upwards(void **state) {
    (void)state;
    static const char *const names[] = {DWARF_SOURCE, "programs/values.c", "values.c"};
    rsp_debug_file *file = dwarf_open("values-up");
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++) {
        uint64_t addresses[4];
        size_t num = 0;
        uint32_t line = 0;
        rsp_error error = {0};
        if (rsp_debug_line_find(file, rsp_bytes_str(names[i]), dwarf_line("body"), addresses, 4, &num, &line,
                                &error) != RSP_OK)
            fail_msg("%s: %s", names[i], error.msg);
        assert_int_equal(num, 1);
        assert_int_equal(line, dwarf_line("body"));
    }
    rsp_debug_file_free(file);
}

static void inlined_function_is_named_with_its_caller(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(dwarf_programs); i++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[i]);
        rsp_debug_function functions[4];
        uint64_t address = dwarf_mark(file, "inlined");
        assert_int_equal(rsp_debug_function_at(file, address, functions, 4), 2);
        assert_string_equal(functions[0].name, "twice");
        assert_true(functions[0].inlined);
        assert_non_null(functions[0].call_path);
        assert_true(functions[0].call_line > 0);
        assert_string_equal(functions[1].name, "work");
        assert_false(functions[1].inlined);
        rsp_debug_file_free(file);
    }
}

/* The same address is of the call's line and of the function that is called; so are the names there. */
static void call_in_line_is_its_callers(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(dwarf_programs); i++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[i]);
        rsp_debug_function functions[4];
        char line[64];
        (void)rsp_debug_function_at(file, dwarf_mark(file, "inlined"), functions, 4);
        const rsp_debug_function called = functions[0];
        (void)snprintf(line, sizeof line, "values.c:%u", (unsigned)called.call_line);
        rsp_debug_place place = rsp_debug_place_meant(file, line, called.low);
        assert_string_equal(place.function, functions[1].name);
        assert_int_equal(place.line.line, called.call_line);
        assert_int_equal(place.inner, called.depth + 1);
        assert_int_equal(place.outer, functions[1].depth);
        (void)snprintf(line, sizeof line, "values.c:%u", (unsigned)called.call_line + 1);
        place = rsp_debug_place_meant(file, line, called.low);
        assert_string_equal(place.function, called.name);
        place = rsp_debug_place_meant(file, called.name, called.low);
        assert_string_equal(place.function, called.name);
        assert_int_equal(place.inner, 0);
        place = rsp_debug_place_meant(file, functions[1].name, called.low);
        assert_string_equal(place.function, functions[1].name);
        place = rsp_debug_place_meant(file, "*0x10", called.low);
        assert_string_equal(place.function, called.name);
        rsp_debug_file_free(file);
    }
}

static void inlined_function_begins_where_its_code_does(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(dwarf_programs); i++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[i]);
        rsp_debug_function functions[4];
        uint64_t low = 0;
        uint64_t high = 0;
        const uint64_t address = dwarf_mark(file, "inlined");
        (void)rsp_debug_function_at(file, address, functions, 4);
        const rsp_debug_function inlined = functions[0];
        assert_int_equal(rsp_debug_function_at(file, inlined.low, functions, 4), 2);
        assert_true(functions[0].id == inlined.id);
        assert_int_equal(rsp_debug_functions_ahead(functions, 2), 1);
        assert_int_equal(rsp_debug_function_at(file, inlined.low + 4, functions, 4), 2);
        assert_int_equal(rsp_debug_functions_ahead(functions, 2), 0);
        assert_true(rsp_debug_function_stretch(file, inlined.id, inlined.low + 4, &low, &high));
        assert_true(low == inlined.low && high > inlined.low + 4);
        assert_int_equal(rsp_debug_function_at(file, high, functions, 4), 1);
        assert_false(rsp_debug_function_stretch(file, inlined.id, high, &low, &high));
        rsp_debug_file_free(file);
    }
}

static void probe_is_found_by_provider_and_name(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(dwarf_programs); i++) {
        rsp_debug_file *file = dwarf_open(dwarf_programs[i]);
        uint64_t probes[2];
        uint64_t function = 0;
        assert_int_equal(rsp_debug_probe_find(file, "maker", "mark", probes, 2), 1);
        assert_true(rsp_debug_symbol_named(file, "main", &function));
        assert_true(probes[0] == function);
        assert_int_equal(rsp_debug_probe_find(file, "maker", "mar", probes, 2), 0);
        assert_int_equal(rsp_debug_probe_find(file, "other", "mark", probes, 2), 0);
        assert_false(rsp_debug_symbol_named(file, "mai", &function));
        rsp_debug_file_free(file);
    }
}

static void wrong_place_is_told(void **state) {
    static const struct {
        const char *text;
        rsp_status status;
        const char *message;
    } cases[] = {
        {"", RSP_SYNTAX, "a place is expected"},
        {"*12", RSP_SYNTAX, "an address is written"},
        {"alues.c:10", RSP_NOT_FOUND, "no source file 'alues.c'"},
        {"values.c:99999", RSP_NOT_FOUND, "no code at or after line 99999"},
        {"values.c:0", RSP_NOT_FOUND, "no function 'values.c:0'"},
        {"worc", RSP_NOT_FOUND, "no function 'worc'"},
    };
    (void)state;
    rsp_debug_file *file = dwarf_open("values-5");
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        uint64_t addresses[4];
        size_t num = 1;
        rsp_error error = {0};
        assert_int_equal(rsp_debug_place_find(file, cases[i].text, addresses, 4, &num, &error),
                         cases[i].status);
        assert_non_null(strstr(error.msg, cases[i].message));
        assert_int_equal(num, 0);
    }
    rsp_debug_file_free(file);
}

static void split_debug_information_is_told(void **state) {
    static const char *const programs[] = {"split-4", "split-5"};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(programs); i++) {
        rsp_debug_file *file = dwarf_open(programs[i]);
        static const char *const places[] = {"work", "values.c:10"};
        assert_false(rsp_debug_file_facts(file)->has_debug);
        for (size_t j = 0; j < RSP_ARRAY_LEN(places); j++) {
            uint64_t address = 0;
            size_t num = 0;
            rsp_error error = {0};
            assert_int_equal(rsp_debug_place_find(file, places[j], &address, 1, &num, &error),
                             RSP_UNSUPPORTED);
            assert_non_null(strstr(error.msg, "compile it without -gsplit-dwarf"));
        }
        rsp_debug_file_free(file);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(file_of_each_machine_says_what_it_is),
        cmocka_unit_test(other_files_are_refused_with_the_reason),
        cmocka_unit_test(file_that_is_cut_does_no_harm),
        cmocka_unit_test(program_of_libraries_names_its_loader_and_what_it_binds),
        cmocka_unit_test(loader_gives_debuggers_a_function_to_stop_at),
        cmocka_unit_test(place_text_leads_to_its_line),
        cmocka_unit_test(place_is_found_by_the_whole_path_of_a_source_that_was_named_upwards),
        cmocka_unit_test(inlined_function_is_named_with_its_caller),
        cmocka_unit_test(call_in_line_is_its_callers),
        cmocka_unit_test(inlined_function_begins_where_its_code_does),
        cmocka_unit_test(probe_is_found_by_provider_and_name),
        cmocka_unit_test(wrong_place_is_told),
        cmocka_unit_test(split_debug_information_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
