/* cmocka with the headers it wants, and comparisons for rsp_bytes.
 * Included first by every test; the functions are named <unit>_<condition>_<outcome>.
 * Source: docs/conventions.md, idiom 24. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TEST_H
#define RSP_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <rsp/bytes.h>

#define assert_bytes(actual, expected) rsp_assert_bytes((actual), (expected), #actual, __FILE__, __LINE__)

/* The same against a string literal. */
#define assert_bytes_lit(actual, literal) assert_bytes((actual), RSP_LIT(literal))

#define assert_ok(status_expression) assert_int_equal((status_expression), RSP_OK)

static inline void rsp_assert_bytes(rsp_bytes actual, rsp_bytes expected, const char *what, const char *file,
                                    int line) {
    if (rsp_bytes_equal(actual, expected))
        return;
    print_error("%s: is \"%.*s\" (%zu bytes), should be \"%.*s\" (%zu bytes)\n", what, (int)actual.len,
                (const char *)actual.ptr, actual.len, (int)expected.len, (const char *)expected.ptr,
                expected.len);
    _fail(file, line);
}

#endif
