/* Which names of a source mean a path that a compiler wrote.
 * Each row is looked at by its text; no file is there.
 * `..` and `.` in either change nothing. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "source_path.h"

static void names_mean_what_they_lead_to(void **state) {
    (void)state;
    static const struct row {
        const char *whole;
        const char *wanted;
        bool named;
    } rows[] = {
        {"/x/src/a.c", "/x/src/a.c", true},
        {"/x/src/a.c", "a.c", true},
        {"/x/src/a.c", "src/a.c", true},
        {"/x/src/a.c", "rc/a.c", false},
        {"/x/src/a.c", "/src/a.c", false},
        {"/x/src/a.c", "/y/x/src/a.c", false},
        {"/x/src/a.c", "y/x/src/a.c", false},
        {"/x/src/a.c", "b.c", false},
        {"/x/src/a.c", "", false},
        {"/x/src/a.c", "/x/src/a.c/", false},
        {"/x/build/../src/a.c", "/x/src/a.c", true}, /* the compiler was given ../src/a.c */
        {"/x/build/../src/a.c", "src/a.c", true},
        {"/x/build/../src/a.c", "../src/a.c", true},
        {"/x/build/../src/a.c", "build/../src/a.c", true},
        {"/x/build/../src/a.c", "/x/build/../src/a.c", true},
        {"/x/build/../src/a.c", "build/src/a.c", false},
        {"/x/build/../src/a.c", "/x/build/src/a.c", false},
        {"/x/b/c/../../src/./a.c", "/x/src/a.c", true},
        {"/x/b/c/../../src/./a.c", "/x/b/src/a.c", false},
        {"/x//src/a.c", "/x/src/a.c", true},
        {"/x/./src/a.c", "/x/src/a.c", true},
        {"./a.c", "a.c", true},
        {"/x/src/a.c", "./a.c", true},
        {"/x/src/a.c", "/x/other/../src/a.c", true},
        {"/x/src/a.c", "../src/a.c", false}, /* from where, nobody knows */
        {"../src/a.c", "../src/a.c", true},
        {"../../src/a.c", "../src/a.c", true},
        {"../src/a.c", "/src/a.c", false},
        {"/../src/a.c", "/src/a.c", true},
        {"src/a.c", "/src/a.c", false},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        if (source_path_is_named(rsp_bytes_str(rows[i].whole), rsp_bytes_str(rows[i].wanted)) !=
            rows[i].named)
            fail_msg("%s named by %s", rows[i].whole, rows[i].wanted);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_mean_what_they_lead_to)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
