/* Stack dumps of dying stubs are cut to what names the place; other words stay as they are.
 * One dump of each kind.
 * See run/words.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "run/words.h"

static void assert_cut(const char *text, const char *expected) {
    rsp_buf out = {0};
    words_cut(&out, rsp_bytes_str(text));
    assert_string_equal(rsp_buf_cstr(&out), expected);
    rsp_buf_free(&out);
}

static void plain_words_stay(void **state) {
    (void)state;
    assert_cut("", "");
    assert_cut("buffer at 0x7fff\n  indented\nSegmentation fault\n",
               "buffer at 0x7fff\n  indented\nSegmentation fault\n");
}

static void traceback_keeps_its_end(void **state) {
    (void)state;
    assert_cut("Traceback (most recent call last):\n"
               "  File \"stub.py\", line 90, in <module>\n    main()\n"
               "  File \"stub.py\", line 70, in main\n    serve()\n"
               "  File \"stub.py\", line 12, in read\n    return memory[at]\n"
               "IndexError: list index out of range\n",
               "Traceback (most recent call last):\n"
               "(4 lines of the stack left out)\n"
               "  File \"stub.py\", line 12, in read\n    return memory[at]\n"
               "IndexError: list index out of range\n");
}

static void javascript_keeps_its_beginning(void **state) {
    (void)state;
    assert_cut("RangeError: out of range\n    at read (stub.mjs:3:4)\n    at serve (stub.mjs:9:1)\n"
               "    at Socket.emit (node:events:519:28)\n    at addChunk (node:internal:561:12)\n",
               "RangeError: out of range\n    at read (stub.mjs:3:4)\n    at serve (stub.mjs:9:1)\n"
               "(2 lines of the stack left out)\n");
}

static void sanitizer_keeps_error_place_and_summary(void **state) {
    (void)state;
    assert_cut(
        "==7==ERROR: AddressSanitizer: heap-buffer-overflow\n    #0 0x4f in f a.c:1\n"
        "    #1 0x50 in g a.c:2\n    #2 0x51 in main a.c:3\n"
        "SUMMARY: AddressSanitizer: heap-buffer-overflow a.c:1 in f\nShadow bytes around:\n  0x0c: fa\n",
        "==7==ERROR: AddressSanitizer: heap-buffer-overflow\n    #0 0x4f in f a.c:1\n"
        "    #1 0x50 in g a.c:2\n(1 line of the stack left out)\n"
        "SUMMARY: AddressSanitizer: heap-buffer-overflow a.c:1 in f\n");
}

static void addresses_of_gdbserver_go(void **state) {
    (void)state;
    assert_cut("gdbserver.cc:10: internal-error: handle: Assertion failed.\n"
               "----- Backtrace -----\n0x55d0 ???\n0x55d1 ???\n---------------------\nended\n",
               "gdbserver.cc:10: internal-error: handle: Assertion failed.\n"
               "(2 lines of the stack left out)\nended\n");
}

/* The bytes of a stream that are kept slide on. */
static void words_from_before_are_left_out(void **state) {
    (void)state;
    static const struct {
        const char *before, *now, *since;
    } rows[] = {
        {"", "a\n", "a\n"},
        {"hello\n", "hello\ndied\n", "died\n"},
        {"hello\n", "hello\n", ""},
        {"hello\n", "lo\ndied\n", "died\n"},
        {"hello\n", "died\n", "died\n"},
        {"hello\n", "", ""},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const rsp_bytes since = words_since(rsp_bytes_str(rows[i].before), rsp_bytes_str(rows[i].now));
        assert_true(rsp_bytes_equal(since, rsp_bytes_str(rows[i].since)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_words_stay),
        cmocka_unit_test(traceback_keeps_its_end),
        cmocka_unit_test(javascript_keeps_its_beginning),
        cmocka_unit_test(sanitizer_keeps_error_place_and_summary),
        cmocka_unit_test(addresses_of_gdbserver_go),
        cmocka_unit_test(words_from_before_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
