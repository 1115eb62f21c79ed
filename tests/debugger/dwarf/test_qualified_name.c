/* Names in parts lead to the functions and variables that C++ means, and to no others.
 * Left out where there is no compiler for C++.
 * See programs/names.cpp. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "debug_function.h"
#include "debug_line.h"
#include "debug_variable.h"
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

/* What a name means at an address; false for nothing. */
static bool translate(const rsp_debug_file *file, uint64_t at, const char *source, char *out, size_t cap) {
    rsp_arena arena = {0};
    rsp_source_condition found;
    const rsp_source_place place = {.file = file, .address = at};
    rsp_status status = rsp_source_expression_compile(&found, &arena, rsp_bytes_str(source), &place, NULL);
    if (status == RSP_OK)
        (void)snprintf(out, cap, "%.*s", (int)found.value.text.len, (const char *)found.value.text.ptr);
    else
        assert_int_equal(status, RSP_NOT_FOUND);
    rsp_arena_free(&arena);
    return status == RSP_OK;
}

static uint64_t body_of(const rsp_debug_file *file, const char *function) {
    uint64_t body = 0;
    size_t num = 0;
    assert_ok(rsp_debug_function_find(file, rsp_bytes_str(function), &body, 1, &num, NULL));
    return body;
}

/* The address in the translation; 0 for none. */
static uint64_t address_of(const rsp_debug_file *file, const char *source, rsp_status *out_status) {
    char text[128];
    uint64_t address = 0;
    bool known = translate(file, body_of(file, "main"), source, text, sizeof text);
    *out_status = known ? RSP_OK : RSP_NOT_FOUND;
    if (known && strncmp(text, "0x", 2) == 0)
        assert_ok(rsp_hex_u64(&address, rsp_bytes_str(text + 2)));
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

/* `same` is what the name means, written in full; NULL: nothing. */
static void name_means_what_it_means_there(void **state) {
    static const struct {
        const char *function;
        const char *name;
        const char *same;
    } cases[] = {
        {"enclosed", "depth", "outer::depth"},
        {"enclosed", "deep", "outer::inner::deep"},
        {"enclosed", "inner::deep", "outer::inner::deep"},
        {"enclosed", "before::depth", "before::depth"},
        {"enclosed", "LOW", "4"},
        {"enclosed", "outer::HIGH", "8"},
        {"enclosed", "Plain::HIGH", "8"},
        {"enclosed", "Scoped::HIGH", "80"},
        {"enclosed", "Kind::ROUND", "7"},
        {"enclosed", "ROUND", NULL},
        {"enclosed", "outer::Scoped::NONE", NULL},
        {"enclosed", "made", NULL},
        {"member", "depth", "outer::depth"},
        {"member", "made", "outer::Kind::made"},
        {"member", "Kind::made", "outer::Kind::made"},
        {"member", "ROUND", "7"},
        {"member", "Shape::ROUND", "7"},
        {"member", "outer::Kind::ROUND", "7"},
        {"main", "outer::Scoped::LOW", "40"},
        {"main", "HIGH", NULL},
    };
    char text[128];
    char wanted[128];
    (void)state;
    rsp_debug_file *file = open_names();
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        bool known = translate(file, body_of(file, cases[i].function), cases[i].name, text, sizeof text);
        bool number = cases[i].same && strspn(cases[i].same, "0123456789") > 0;
        if (cases[i].same && !number)
            assert_true(translate(file, body_of(file, "main"), cases[i].same, wanted, sizeof wanted));
        else
            (void)snprintf(wanted, sizeof wanted, "%s", cases[i].same ? cases[i].same : "");
        if (known != (cases[i].same != NULL) || (known && strcmp(text, wanted) != 0))
            fail_msg("%s in %s: %s, not %s", cases[i].name, cases[i].function, known ? text : "nothing",
                     wanted);
    }
    rsp_debug_file_free(file);
}

/* The variable of a unit that only this one sees is no other unit's. */
static void declaration_leads_to_what_others_see(void **state) {
    char seen[128];
    char own[128];
    (void)state;
    rsp_debug_file *file = open_names();
    assert_true(translate(file, body_of(file, "main"), "level", seen, sizeof seen));
    assert_true(translate(file, body_of(file, "level_of_other"), "level", own, sizeof own));
    assert_string_not_equal(seen, own);
    rsp_debug_file_free(file);
}

/* The caller has a local variable with the name of the global one. */
static void inlined_function_has_no_variables_of_its_caller(void **state) {
    char place[64];
    char text[128];
    char global[128];
    uint64_t address = 0;
    size_t num = 0;
    rsp_debug_variable found[32];
    (void)state;
    rsp_debug_file *file = open_names();
    (void)snprintf(place, sizeof place, "names.cpp:%u", (unsigned)dwarf_line_in(DWARF_NAMES, "inlined copy"));
    assert_ok(rsp_debug_place_find(file, place, &address, 1, &num, NULL));
    assert_true(translate(file, address, "of_caller", text, sizeof text));
    assert_true(translate(file, body_of(file, "enclosed"), "of_caller", global, sizeof global));
    assert_string_equal(text, global);
    assert_false(translate(file, address, "argc", text, sizeof text));
    num = rsp_debug_variables_at(file, address, found, RSP_ARRAY_LEN(found));
    assert_true(num > 1);
    const rsp_debug_place meant = rsp_debug_place_meant(file, place, address);
    for (size_t i = 0; i < num; i++)
        assert_int_equal(rsp_debug_place_has(&meant, &found[i]), strcmp(found[i].name, "number") == 0);
    rsp_debug_file_free(file);
}

/* Whether a function is split is the compiler's decision: GCC's, not Clang's. */
static void function_may_have_a_piece_apart(void **state) {
    rsp_debug_file *file = NULL;
    rsp_debug_extent here;
    rsp_debug_extent apart;
    rsp_debug_extent there;
    rsp_debug_extent back;
    (void)state;
    if (!rsp_path_is_file(DWARF_PROGRAMS "/pieces"))
        skip();
    assert_ok(rsp_debug_file_open(&file, DWARF_PROGRAMS "/pieces", NULL));
    assert_true(rsp_debug_function_pieces(file, body_of(file, "refuse"), &here, &apart));
    assert_true(here.bytes > 0);
    uint64_t body = body_of(file, "split");
    assert_true(rsp_debug_function_pieces(file, body, &here, &apart));
    assert_true(body - here.low < here.bytes);
    if (apart.bytes > 0) {
        assert_true(rsp_debug_function_pieces(file, apart.low, &there, &back));
        assert_memory_equal(&there, &apart, sizeof apart);
        assert_memory_equal(&back, &here, sizeof here);
    }
    assert_false(rsp_debug_function_pieces(file, 1, &here, &apart));
    rsp_debug_file_free(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(name_leads_to_what_it_means),
        cmocka_unit_test(static_member_is_that_of_its_class),
        cmocka_unit_test(name_means_what_it_means_there),
        cmocka_unit_test(declaration_leads_to_what_others_see),
        cmocka_unit_test(inlined_function_has_no_variables_of_its_caller),
        cmocka_unit_test(function_may_have_a_piece_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
