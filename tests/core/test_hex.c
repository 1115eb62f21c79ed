/* Hex digits both ways, numbers at the edge of 64 bits, the address,length scanner, byte orders.
 * Exhaustive over all single bytes and digit pairs.
 * See hex.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/byte_order.h"
#include "core/hex.h"

static void decode_all_bytes_round_trip(void **state) {
    (void)state;
    rsp_buf text = {0};
    rsp_buf back = {0};
    for (unsigned i = 0; i < 256; i++) {
        uint8_t byte = (uint8_t)i;
        rsp_buf_clear(&text);
        rsp_buf_clear(&back);
        rsp_hex_append(&text, rsp_bytes_make(&byte, 1));
        assert_ok(rsp_hex_decode(&back, rsp_buf_bytes(&text)));
        assert_bytes(rsp_buf_bytes(&back), rsp_bytes_make(&byte, 1));
    }
    rsp_buf_free(&text);
    rsp_buf_free(&back);
}

static void width_is_that_of_the_digits(void **state) {
    (void)state;
    assert_int_equal(rsp_hex_width(0), 1);
    assert_int_equal(rsp_hex_width(UINT64_MAX), 16);
    for (unsigned i = 1; i < 16; i++) {
        uint64_t power = UINT64_C(1) << (4 * i);
        assert_int_equal(rsp_hex_width(power - 1), i);
        assert_int_equal(rsp_hex_width(power), i + 1);
    }
}

static void decode_bad_digits_appends_nothing(void **state) {
    (void)state;
    rsp_buf out = {0};
    assert_int_equal(rsp_hex_decode(&out, RSP_LIT("abc")), RSP_MALFORMED);
    assert_int_equal(rsp_hex_decode(&out, RSP_LIT("00g0")), RSP_MALFORMED);
    assert_int_equal(rsp_hex_decode(&out, RSP_LIT("000g")), RSP_MALFORMED);
    assert_int_equal(out.len, 0);
    assert_ok(rsp_hex_decode(&out, RSP_LIT("aAfF")));
    assert_bytes_lit(rsp_buf_bytes(&out), "\xaa\xff");
    rsp_buf_free(&out);
}

static void value_of_every_byte_matches_digits(void **state) {
    (void)state;
    for (int c = 0; c < 256; c++) {
        int expected = c >= '0' && c <= '9'   ? c - '0'
                       : c >= 'a' && c <= 'f' ? c - 'a' + 10
                       : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                              : -1;
        assert_int_equal(rsp_hex_value((uint8_t)c), expected);
    }
}

static void number_at_64_bits_fits_beyond_is_range(void **state) {
    (void)state;
    uint64_t v = 7;
    assert_ok(rsp_hex_u64(&v, RSP_LIT("0000ffffffffffffffff")));
    assert_true(v == UINT64_MAX);
    assert_int_equal(rsp_hex_u64(&v, RSP_LIT("10000000000000000")), RSP_RANGE);
    assert_int_equal(rsp_hex_u64(&v, RSP_LIT("")), RSP_MALFORMED);
    assert_int_equal(rsp_hex_u64(&v, RSP_LIT("12x")), RSP_MALFORMED);
    assert_true(v == UINT64_MAX);
}

static void append_number_has_no_leading_zeros(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_hex_append_u64(&out, 0);
    rsp_buf_push(&out, ' ');
    rsp_hex_append_u64(&out, 0x10);
    rsp_buf_push(&out, ' ');
    rsp_hex_append_u64(&out, UINT64_MAX);
    rsp_buf_push(&out, ' ');
    rsp_hex_append_fixed(&out, 0x1234, 2);
    assert_bytes_lit(rsp_buf_bytes(&out), "0 10 ffffffffffffffff 34");
    rsp_buf_free(&out);
}

static void addr_len_missing_field_is_malformed(void **state) {
    (void)state;
    uint64_t addr = 0;
    uint64_t len = 0;
    rsp_bytes good = RSP_LIT("1000,4;rest");
    assert_ok(rsp_take_addr_len(&addr, &len, &good));
    assert_true(addr == 0x1000 && len == 4);
    assert_bytes_lit(good, ";rest");
    const char *bad[] = {"", "1000", "1000,", ",4", "x,4"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++) {
        rsp_bytes in = rsp_bytes_str(bad[i]);
        assert_int_equal(rsp_take_addr_len(&addr, &len, &in), RSP_MALFORMED);
        assert_int_equal(in.len, strlen(bad[i]));
    }
}

static void decimal_at_64_bits_fits_beyond_is_range(void **state) {
    (void)state;
    uint64_t v = 0;
    assert_ok(rsp_decimal_u64(&v, RSP_LIT("018446744073709551615")));
    assert_true(v == UINT64_MAX);
    assert_int_equal(rsp_decimal_u64(&v, RSP_LIT("18446744073709551616")), RSP_RANGE);
    assert_int_equal(rsp_decimal_u64(&v, RSP_LIT("99999999999999999999999")), RSP_RANGE);
    assert_int_equal(rsp_decimal_u64(&v, RSP_LIT("")), RSP_MALFORMED);
    assert_int_equal(rsp_decimal_u64(&v, RSP_LIT("12a")), RSP_MALFORMED);
    rsp_bytes in = RSP_LIT("70,x");
    assert_ok(rsp_take_decimal(&v, &in));
    assert_true(v == 70);
    assert_bytes_lit(in, ",x");
    assert_int_equal(rsp_take_decimal(&v, &in), RSP_MALFORMED);
    assert_bytes_lit(in, ",x");
}

static void numbers_follow_the_order_of_bytes(void **state) {
    (void)state;
    static const uint8_t three[] = {1, 2, 3};
    assert_true(rsp_number_of(rsp_bytes_make(three, 3), true) == 0x010203);
    assert_true(rsp_number_of(rsp_bytes_make(three, 3), false) == 0x030201);
    assert_true(rsp_number_of(RSP_LIT(""), true) == 0);
    for (int big = 0; big < 2; big++) {
        uint8_t bytes[10];
        rsp_number_put(bytes, sizeof bytes, UINT64_C(0x0102030405060708), big);
        assert_int_equal(bytes[big ? 0 : 9], 0);
        assert_int_equal(bytes[big ? 9 : 0], 8);
        assert_true(rsp_number_of(rsp_bytes_make(bytes, sizeof bytes), big) == UINT64_C(0x0102030405060708));
        rsp_number_put(bytes, 2, 0xabcd, big);
        assert_int_equal(bytes[0], big ? 0xab : 0xcd);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decode_all_bytes_round_trip),
        cmocka_unit_test(width_is_that_of_the_digits),
        cmocka_unit_test(decode_bad_digits_appends_nothing),
        cmocka_unit_test(value_of_every_byte_matches_digits),
        cmocka_unit_test(number_at_64_bits_fits_beyond_is_range),
        cmocka_unit_test(append_number_has_no_leading_zeros),
        cmocka_unit_test(addr_len_missing_field_is_malformed),
        cmocka_unit_test(decimal_at_64_bits_fits_beyond_is_range),
        cmocka_unit_test(numbers_follow_the_order_of_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
