/* File-I/O requests: what is one, where the text of a write is, and the addresses of architectures.
 * Source: GDB manual, File-I/O Remote Protocol Extension; GDB's addresses of MIPS.
 * See codec/file_call.h, codec/tdesc.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "codec/file_call.h"
#include "codec/tdesc.h"

static void a_call_is_no_result(void **state) {
    (void)state;
    assert_true(rsp_file_call_is(RSP_LIT("Fwrite,1,2000,5")));
    assert_true(rsp_file_call_is(RSP_LIT("Fisatty,1")));
    static const char *const others[] = {"", "F", "F5", "F-1,9", "Fwrite", "OK", "T05"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(others); i++)
        assert_false(rsp_file_call_is(rsp_bytes_str(others[i])));
}

static void a_write_names_its_text(void **state) {
    (void)state;
    rsp_file_write text = {0};
    assert_true(rsp_file_write_parse(&text, RSP_LIT("Fwrite,1,80010300,16")));
    assert_int_equal(text.at, 0x80010300);
    assert_int_equal(text.len, 0x16);
    assert_true(rsp_file_write_parse(&text, RSP_LIT("Fwrite,1,0,1000"))); /* the limit */
    static const char *const bad[] = {"Fwrite,1,0,1001", "Fread,1,0,10", "Fwrite,1,0", "Fwrite,x,0,1",
                                      "Fwrite"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_false(rsp_file_write_parse(&text, rsp_bytes_str(bad[i])));
}

static void addresses_are_as_wide_as_gdb_takes_them(void **state) {
    (void)state;
    assert_int_equal(rsp_arch_address_mask("mips"), UINT32_MAX);
    assert_int_equal(rsp_arch_address_mask("avr"), UINT32_MAX);
    assert_true(rsp_arch_address_mask("riscv64") == UINT64_MAX);
    assert_true(rsp_arch_address_mask("toy") == UINT64_MAX);
    assert_true(rsp_arch_stack_address("avr", 0x7f0) == 0x8007f0);
    assert_true(rsp_arch_stack_address("avr", 0x8007f0) == 0x8007f0);
    assert_true(rsp_arch_stack_address("arm", 0x7f0) == 0x7f0);
    assert_true(rsp_arch_address_widened("mips", 0x80001000, 8) == UINT64_C(0xffffffff80001000));
    assert_true(rsp_arch_address_widened("mips", 0x80001000, 4) == 0x80001000);
    assert_true(rsp_arch_address_widened("mips", 0x70001000, 8) == 0x70001000);
    assert_true(rsp_arch_address_widened("riscv32", 0x80001000, 8) == 0x80001000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_is_no_result),
        cmocka_unit_test(a_write_names_its_text),
        cmocka_unit_test(addresses_are_as_wide_as_gdb_takes_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
