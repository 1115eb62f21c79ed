/* Addresses: every scheme, quoting of commands, what is refused and where, and writing them back.
 * Limits at the limit and one beyond.
 * See address.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"
#include "link/address.h"
#include <stdlib.h>

static void every_scheme_reads_and_writes_back(void **state) {
    (void)state;
    static const struct row {
        const char *text;
        rsp_address_kind kind;
        const char *written;
    } rows[] = {
        {"tcp:localhost:1234", RSP_ADDRESS_TCP, "tcp:localhost:1234"},
        {"tcp::1234", RSP_ADDRESS_TCP, "tcp:127.0.0.1:1234"},
        {"tcp:65535", RSP_ADDRESS_TCP, "tcp:127.0.0.1:65535"},
        {"tcp:[::1]:0", RSP_ADDRESS_TCP, "tcp:[::1]:0"},
        {"unix:/a b:c", RSP_ADDRESS_UNIX, "unix:/a b:c"},
        {"exec:stub", RSP_ADDRESS_PIPE, "pipe:stub"},
        {"exec:stub  --port={port} x", RSP_ADDRESS_EXEC, "exec:stub --port={port} x"},
        {"exec:stub unix:{socket}", RSP_ADDRESS_EXEC, "exec:stub unix:{socket}"},
        {"pipe:stub {port}", RSP_ADDRESS_PIPE, "pipe:stub {port}"},
        {"pipe:'a b' \"c\\\"d\\e\" f\\ g'h'\"i\" ''", RSP_ADDRESS_PIPE,
         "pipe:\"a b\" \"c\\\"d\\\\e\" \"f ghi\" \"\""},
        {"pipe:a $HOME * `b` > c", RSP_ADDRESS_PIPE, "pipe:a $HOME * `b` > c"},
        {"pty:/dev/ttyS0", RSP_ADDRESS_PTY, "pty:/dev/ttyS0"},
        {"pty:/dev/ttyS0:115200", RSP_ADDRESS_PTY, "pty:/dev/ttyS0:115200"},
        {"pty:/dev/by:id", RSP_ADDRESS_PTY, "pty:/dev/by:id"},
        {"stdio", RSP_ADDRESS_STDIO, "stdio"},
        {"-", RSP_ADDRESS_STDIO, "stdio"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_arena arena = {0};
        rsp_address address;
        rsp_address again;
        rsp_buf out = {0};
        assert_ok(rsp_address_parse(&address, &arena, rows[i].text, NULL));
        assert_int_equal(address.kind, rows[i].kind);
        rsp_address_format(&out, &address);
        assert_string_equal(rsp_buf_cstr(&out), rows[i].written);
        assert_ok(rsp_address_parse(&again, &arena, rsp_buf_cstr(&out), NULL));
        assert_int_equal(again.argc, address.argc);
        for (size_t k = 0; k < again.argc; k++)
            assert_string_equal(again.argv[k], address.argv[k]);
        rsp_buf_free(&out);
        rsp_arena_free(&arena);
    }
}

static void bad_addresses_are_refused_at_their_column(void **state) {
    (void)state;
    static const struct row {
        const char *text;
        uint32_t column;
    } rows[] = {
        {"", 1},           {"http://x", 1},  {"tcp:", 5},       {"tcp:host", 5},  {"tcp:a:65536", 7},
        {"tcp:a:-1", 7},   {"tcp:::1:2", 5}, {"tcp:[::1:2", 5}, {"tcp:[]:2", 5},  {"unix:", 6},
        {"pty:", 5},       {"pty::9600", 5}, {"exec:", 6},      {"exec:  ", 6},   {"pipe:a 'b", 8},
        {"pipe:a \"b", 8}, {"pipe:a\\", 7},  {"stdio:", 6},     {"pipe:'' x", 6}, {"tcp:a:99999999999", 7},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_arena arena = {0};
        rsp_address address;
        rsp_error error = {0};
        assert_int_equal(rsp_address_parse(&address, &arena, rows[i].text, &error), RSP_USAGE);
        if (error.column != rows[i].column)
            print_error("%s\n", rows[i].text);
        assert_int_equal(error.column, rows[i].column);
        assert_int_equal(rsp_address_parse(&address, &arena, rows[i].text, NULL), RSP_USAGE);
        rsp_arena_free(&arena);
    }
}

static void words_at_limit_fit_beyond_are_refused(void **state) {
    (void)state;
    rsp_arena arena = {0};
    rsp_address address;
    rsp_buf text = {0};
    rsp_buf_str(&text, "pipe:");
    for (int i = 0; i < RSP_LIMIT_ARGV; i++)
        rsp_buf_str(&text, "x ");
    assert_ok(rsp_address_parse(&address, &arena, rsp_buf_cstr(&text), NULL));
    assert_int_equal(address.argc, RSP_LIMIT_ARGV);
    assert_null(address.argv[RSP_LIMIT_ARGV]);
    rsp_buf_str(&text, "x");
    assert_int_equal(rsp_address_parse(&address, &arena, rsp_buf_cstr(&text), NULL), RSP_LIMIT);
    rsp_buf_free(&text);
    rsp_arena_free(&arena);
}

static void text_at_limit_fits_beyond_is_refused(void **state) {
    (void)state;
    rsp_arena arena = {0};
    rsp_address address;
    char *text = malloc((size_t)RSP_LIMIT_ADDRESS_BYTES + 2);
    assert_non_null(text);
    memset(text, 'a', (size_t)RSP_LIMIT_ADDRESS_BYTES + 1);
    memcpy(text, "unix:", 5);
    text[RSP_LIMIT_ADDRESS_BYTES + 1] = 0;
    assert_int_equal(rsp_address_parse(&address, &arena, text, NULL), RSP_LIMIT);
    text[RSP_LIMIT_ADDRESS_BYTES] = 0;
    assert_ok(rsp_address_parse(&address, &arena, text, NULL));
    free(text);
    rsp_arena_free(&arena);
}

static void parsing_without_memory_fails_cleanly(void **state) {
    (void)state;
    for (uint64_t fail_at = 1;; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 1);
        rsp_arena arena = {.mem = &fuzzed.mem};
        rsp_address address;
        rsp_status status = rsp_address_parse(&address, &arena, "exec:stub 'a b' {port}", NULL);
        rsp_arena_free(&arena);
        if (status == RSP_OK)
            break;
        assert_int_equal(status, RSP_NO_MEMORY);
        assert_true(fail_at < 20);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scheme_reads_and_writes_back),
        cmocka_unit_test(bad_addresses_are_refused_at_their_column),
        cmocka_unit_test(words_at_limit_fit_beyond_are_refused),
        cmocka_unit_test(text_at_limit_fits_beyond_is_refused),
        cmocka_unit_test(parsing_without_memory_fails_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
