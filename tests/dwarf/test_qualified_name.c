/* Names in parts lead to the functions and variables that C++ means, and to no others.
 * Left out where there is no compiler for C++.
 * See programs/names.cpp. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "debug_function.h"
#include "debug_line.h"
#include "dwarf_world.h"
#include "source_condition.h"

static rsp_debug_file *open_names(void) {
    rsp_debug_file *file = NULL;
    if (!rsp_path_is_file(DWARF_PROGRAMS "/names"))
        skip();
    assert_ok(rsp_debug_file_open(&file, DWARF_PROGRAMS "/names", NULL));
    return file;
}

static void name_leads_to_what_it_means(void **state) {
    static const struct {
        const char *name;
        size_t num;
        const char *marks[3]; /* in any order */
    } cases[] = {
        {"Till::add", 2, {"add int", "add text"}},
        {"shop::Till::add(int)", 1, {"add int"}},
        {"Till::add( const char * )", 1, {"add text"}},
        {"add", 3, {"add int", "add text", "plain add"}},
        {"add(int)", 2, {"add int", "plain add"}},
        {"Till::operator<", 1, {"less"}},
        {"hidden", 1, {"hidden"}},
        {"within", 1, {"within"}},
        {"around::Local::within(int)", 1, {"within"}},
        {"shop::hidden", 1, {"hidden"}},
        {"::shop::peek", 1, {"peek"}},
        {"_ZN4shop4peekEi", 1, {"peek"}},
        {"largest", 2, {"largest"}},
        {"largest<int>", 1, {"largest"}},
        {"largest<double>(double, double)", 1, {"largest"}},
        {"largest<char>", 0, {NULL}},
        {"Box::add", 0, {NULL}},
        {"hop::peek", 0, {NULL}},
        {"peek()", 0, {NULL}},
        {"peek(int, int)", 0, {NULL}},
        {"peek(", 0, {NULL}},
        {"::", 0, {NULL}},
        {"shop::", 0, {NULL}},
        {"a::b::c::d::e::f::g::h::i", 0, {NULL}},
    };
    (void)state;
    rsp_debug_file *file = open_names();
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        uint64_t addresses[8];
        size_t num = 0;
        rsp_status status =
            rsp_debug_function_find(file, rsp_bytes_str(cases[i].name), addresses, 8, &num, NULL);
        if (num != cases[i].num || (status == RSP_OK) != (num > 0))
            fail_msg("%s: %u places", cases[i].name, (unsigned)num);
        for (size_t j = 0; j < num; j++) {
            rsp_debug_line at;
            bool known = false;
            assert_ok(rsp_debug_line_at(file, addresses[j], &at));
            for (size_t k = 0; k < RSP_ARRAY_LEN(cases[i].marks) && cases[i].marks[k]; k++)
                known = known || at.line - dwarf_line_in(DWARF_NAMES, cases[i].marks[k]) <=
                                     1; /* there or in the next line */
            if (!known)
                fail_msg("%s: line %u", cases[i].name, (unsigned)at.line);
        }
    }
    rsp_debug_file_free(file);
}

/* The address in the translation; 0 for none. */
static uint64_t address_of(const rsp_debug_file *file, const char *source, rsp_status *out_status) {
    uint64_t body = 0;
    uint64_t address = 0;
    size_t num = 0;
    rsp_arena arena = {0};
    rsp_source_condition found;
    assert_ok(rsp_debug_function_find(file, RSP_LIT("main"), &body, 1, &num, NULL));
    const rsp_source_place place = {.file = file, .address = body};
    *out_status = rsp_source_expression_compile(&found, &arena, rsp_bytes_str(source), &place, NULL);
    if (*out_status == RSP_OK && found.value.is_address)
        assert_ok(rsp_hex_u64(&address, rsp_bytes_from(found.value.text, 2)));
    rsp_arena_free(&arena);
    return address;
}

static void static_member_is_that_of_its_class(void **state) {
    rsp_status status = RSP_OK;
    (void)state;
    rsp_debug_file *file = open_names();
    uint64_t till = address_of(file, "Till::opened", &status);
    assert_ok(status);
    uint64_t box = address_of(file, "shop::Box::opened", &status);
    assert_ok(status);
    assert_true(till != 0 && box != 0 && till != box);
    assert_int_equal(address_of(file, "shop::Till::opened", &status), till);
    assert_int_equal(address_of(file, "Till::most", &status), 0); /* a constant */
    assert_ok(status);
    (void)address_of(file, "Bill::opened", &status);
    assert_int_equal(status, RSP_NOT_FOUND);
    rsp_debug_file_free(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(name_leads_to_what_it_means),
        cmocka_unit_test(static_member_is_that_of_its_class),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
