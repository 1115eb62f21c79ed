/* Both ways to look at a body find what a loop over its bytes finds, for every length and alignment.
 * Each byte that means something stands at every place.
 * See codec/body_scan.c. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "codec/body_scan.h"
#include "core/rng.h"

static body_scan by_bytes(rsp_bytes bytes) {
    body_scan s = {0};
    for (; s.len < bytes.len && bytes.ptr[s.len] != '#' && bytes.ptr[s.len] != '$'; s.len++) {
        s.sum = (uint8_t)(s.sum + bytes.ptr[s.len]);
        s.coded = s.coded || bytes.ptr[s.len] == '*' || bytes.ptr[s.len] == '}';
    }
    return s;
}

static void assert_same(rsp_bytes bytes) {
    const body_scan expected = by_bytes(bytes);
    const body_scan found[] = {scan_body(bytes), scan_body_portably(bytes)};
    for (size_t i = 0; i < RSP_ARRAY_LEN(found); i++) {
        assert_int_equal(found[i].len, expected.len);
        assert_int_equal(found[i].sum, expected.sum);
        assert_int_equal(found[i].coded, expected.coded);
    }
}

static void every_place_of_a_byte_that_means_something(void **state) {
    (void)state;
    static const uint8_t special[] = {'#', '$', '*', '}', 0, 255, '"', '%', '+', 0xa3, 0xa4};
    uint8_t text[80];
    for (size_t len = 0; len <= 70; len++) {
        for (size_t at = 0; at < len; at++) {
            for (size_t i = 0; i < RSP_ARRAY_LEN(special); i++) {
                memset(text, (int)('a' + i), sizeof text);
                text[len % 5 + at] = special[i];
                assert_same(rsp_bytes_make(text + len % 5, len));
            }
        }
    }
    assert_same(rsp_bytes_make(NULL, 0));
}

static void any_bytes(void **state) {
    (void)state;
    rsp_rng rng;
    rsp_rng_seed(&rng, 38);
    static uint8_t bytes[4096];
    for (int round = 0; round < 300; round++) {
        const size_t len = (size_t)rsp_rng_below(&rng, sizeof bytes);
        const uint64_t rare = 1 + rsp_rng_below(&rng, 3000);
        for (size_t i = 0; i < len; i++)
            bytes[i] = (uint8_t)(rsp_rng_below(&rng, rare) ? 0x80 | rsp_rng_below(&rng, 128)
                                                           : rsp_rng_below(&rng, 128));
        assert_same(rsp_bytes_make(bytes, len));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_place_of_a_byte_that_means_something),
        cmocka_unit_test(any_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
