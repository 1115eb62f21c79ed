/* Which pcapng files several threads may read: the options of the interface decide.
 * The first two blocks are written here, byte by byte.
 * See capture/pcap_window.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "capture/pcap_window.h"

static void put32(rsp_buf *out, uint32_t value) {
    for (int i = 0; i < 4; i++)
        rsp_buf_push(out, (uint8_t)(value >> (8 * i)));
}

/* A section and an Ethernet interface with these options. */
static bool format_with(rsp_bytes options, rsp_pcap_format *out) {
    const uint32_t len = 20 + (uint32_t)options.len;
    const uint32_t before[] = {0x0a0d0d0a, 28, 0x1a2b3c4d, 1, UINT32_MAX, UINT32_MAX, 28, 1, len, 1, 65535};
    rsp_buf head = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(before); i++)
        put32(&head, before[i]);
    rsp_buf_append(&head, options);
    put32(&head, len);
    *out = (rsp_pcap_format){0};
    bool known = rsp_pcap_format_of_blocks(rsp_buf_bytes(&head), out);
    rsp_buf_free(&head);
    return known;
}

static void options_may_end_with_or_without_an_end(void **state) {
    (void)state;
    rsp_pcap_format format;
    assert_true(format_with(RSP_LIT(""), &format));
    assert_false(format.nanoseconds);
    assert_int_equal(format.begin, 48);
    assert_true(format_with(RSP_LIT("\x09\0\x01\0\x09\0\0\0"), &format));
    assert_true(format.nanoseconds);
    assert_int_equal(format.begin, 56);
    assert_true(format_with(RSP_LIT("\x09\0\x01\0\x06\0\0\0\0\0\0\0"), &format));
    assert_false(format.nanoseconds);
    assert_true(format_with(RSP_LIT("\x02\0\x03\0lo0\0\x09\0\x01\0\x09\0\0\0\0\0\0\0"), &format));
    assert_true(format.nanoseconds);
}

static void times_other_than_micro_or_nanoseconds_are_for_one_reader(void **state) {
    (void)state;
    rsp_pcap_format format;
    assert_false(format_with(RSP_LIT("\x09\0\x01\0\x03\0\0\0"), &format));
    assert_false(format_with(RSP_LIT("\x09\0\x01\0\x89\0\0\0"), &format));
    assert_false(format_with(RSP_LIT("\x09\0\x02\0\x09\0\0\0"), &format));
    assert_false(format_with(RSP_LIT("\x09\0\x00\0"), &format));
    assert_false(format_with(RSP_LIT("\x0e\0\x08\0\x01\0\0\0\0\0\0\0"), &format)); /* an offset */
}

static void option_longer_than_its_block_is_for_one_reader(void **state) {
    (void)state;
    rsp_pcap_format format;
    assert_false(format_with(RSP_LIT("\x02\0\x05\0lo0\0"), &format));
    assert_false(format_with(RSP_LIT("\x02\0\xff\xfflo0\0"), &format));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_may_end_with_or_without_an_end),
        cmocka_unit_test(times_other_than_micro_or_nanoseconds_are_for_one_reader),
        cmocka_unit_test(option_longer_than_its_block_is_for_one_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
