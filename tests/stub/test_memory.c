/* m, M, x, X, qCRC, qSearch:memory, _M, _m and qMemoryRegionInfo on a real program.
 * Edges of mappings and of the address space, reserved bytes, refused requests.
 * Source: GDB manual, Packets; General Query Packets. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ask.h"

#include "codec/escape.h"
#include "core/hex.h"
#include <inttypes.h>

/* Past the fill of scratch[4096..4351] and the bytes in front of the edge. */
static void start_at_tail(ask *a) {
    ask_init(a, "/bin/scratch");
    ask_start(a);
    assert_bytes_lit(ask_for(a, "Z0,%" PRIx64 ",4", ask_symbol(a, "tail")), "OK");
    assert_true(rsp_bytes_starts(ask_resume(a, "c"), RSP_LIT("T05")));
    assert_bytes_lit(ask_for(a, "z0,%" PRIx64 ",4", ask_symbol(a, "tail")), "OK");
}

static int setup(void **state) {
    ask *a = test_malloc(sizeof *a);
    start_at_tail(a);
    *state = a;
    return 0;
}

/* First address that can not be read, from the program's own variable. */
static uint64_t edge_of(ask *a) {
    uint8_t bytes[8];
    rsp_bytes reply = ask_for(a, "m%" PRIx64 ",8", ask_symbol(a, "edge"));
    assert_int_equal(reply.len, 16);
    assert_ok(rsp_hex_decode_into(bytes, reply));
    uint64_t value = 0;
    for (unsigned i = 8; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

static void m_reads_any_length_at_any_address(void **state) {
    ask *a = *state;
    uint64_t at = ask_symbol(a, "scratch") + 4096;
    for (unsigned offset = 0; offset < 8; offset++) {
        for (unsigned len = 1; len <= 17; len++) {
            rsp_buf expected = {0};
            for (unsigned i = 0; i < len; i++)
                rsp_hex_append_fixed(&expected, offset + i, 2);
            assert_bytes(ask_for(a, "m%" PRIx64 ",%x", at + offset, len), rsp_buf_bytes(&expected));
            rsp_buf_free(&expected);
        }
    }
    assert_reply(a, "m0,0", "OK");
}

static void m_gives_the_readable_start_or_an_error(void **state) {
    ask *a = *state;
    uint64_t edge = edge_of(a);
    assert_bytes_lit(ask_for(a, "m%" PRIx64 ",4", edge - 2), "00ff");
    assert_error_reply(ask_for(a, "m%" PRIx64 ",4", edge));
    assert_error_reply(ask_for(a, "m0,4"));
    assert_error_reply(ask_for(a, "mffffffffffffffff,2"));
    assert_error_reply(ask_for(a, "mfffffffffffffff0,ffffffffffffffff"));
    rsp_bytes huge = ask_for(a, "m%" PRIx64 ",ffffffffffffffff", ask_symbol(a, "scratch"));
    assert_true(huge.len > 120000 && huge.len <= a->options.packet_bytes);
}

static void malformed_reads_are_refused(void **state) {
    ask *a = *state;
    static const char *const bad[] = {"m",       "m1000",
                                      "m1000,",  "m,4",
                                      "mxyz,4",  "m1000,4,",
                                      "m1000:4", "m11111111111111111,4",
                                      "x",       "x10,",
                                      "xzz,1",   "qCRC:zz",
                                      "qCRC:1",  "_Mxx,rw",
                                      "_M10",    "_M10,q",
                                      "_mzz",    "qMemoryRegionInfo:zz"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_error_reply(ask_for(a, "%s", bad[i]));
}

static void m_writes_whole_or_not_at_all(void **state) {
    ask *a = *state;
    uint64_t at = ask_symbol(a, "scratch");
    uint64_t edge = edge_of(a);
    assert_bytes_lit(ask_for(a, "M%" PRIx64 ",4:0a1b2C3d", at + 1), "OK");
    assert_bytes_lit(ask_for(a, "m%" PRIx64 ",4", at + 1), "0a1b2c3d");
    assert_error_reply(ask_for(a, "M%" PRIx64 ",4:11223344", edge - 2));
    assert_bytes_lit(ask_for(a, "m%" PRIx64 ",2", edge - 2), "00ff");
    assert_bytes_lit(ask_for(a, "M%" PRIx64 ",0:", at), "OK");
    assert_bytes_lit(ask_for(a, "X%" PRIx64 ",0:", at), "OK");
    static const char *const tails[] = {",4:00", ",1:0", ",1:zz", ",1:0000", ",1", ",1;00", ":00"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(tails); i++)
        assert_error_reply(ask_for(a, "M%" PRIx64 "%s", at + 1, tails[i]));
    assert_error_reply(ask_for(a, "Mfffffffffffffffe,4:00000000"));
    assert_bytes_lit(ask_for(a, "m%" PRIx64 ",4", at + 1), "0a1b2c3d");
}

static rsp_bytes write_x(ask *a, uint64_t addr, size_t len, rsp_bytes wire) {
    rsp_buf request = {0};
    rsp_buf_printf(&request, "X%" PRIx64 ",%zx:", addr, len);
    rsp_buf_append(&request, wire);
    rsp_bytes reply = ask_bytes(a, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    return reply;
}

static void all_bytes_survive_every_way_in_and_out(void **state) {
    ask *a = *state;
    uint64_t at = ask_symbol(a, "scratch");
    rsp_buf bytes = {0};
    rsp_buf wire = {0};
    rsp_buf marked = {0};
    for (unsigned i = 0; i < 256; i++)
        rsp_buf_push(&bytes, (uint8_t)i);
    rsp_escape_append(&wire, rsp_buf_bytes(&bytes));
    assert_bytes_lit(write_x(a, at, 256, rsp_buf_bytes(&wire)), "OK");
    rsp_buf_push(&marked, 'b');
    rsp_buf_append(&marked, rsp_buf_bytes(&bytes));
    assert_bytes(ask_decoded(a, "x%" PRIx64 ",100", at), rsp_buf_bytes(&marked));
    rsp_buf_clear(&marked);
    rsp_hex_append(&marked, rsp_buf_bytes(&bytes));
    assert_bytes(ask_for(a, "m%" PRIx64 ",100", at), rsp_buf_bytes(&marked));
    rsp_buf_free(&bytes);
    rsp_buf_free(&wire);
    rsp_buf_free(&marked);
}

static void x_data_is_decoded_once_and_counted_decoded(void **state) {
    ask *a = *state;
    uint64_t at = ask_symbol(a, "scratch");
    assert_bytes_lit(write_x(a, at, 1, RSP_LIT("}a")), "OK");
    assert_bytes_lit(ask_for(a, "m%" PRIx64 ",1", at), "41");
    assert_bytes_lit(write_x(a, at, 3, RSP_LIT("a*b")), "OK");
    assert_bytes_lit(ask_for(a, "m%" PRIx64 ",3", at), "612a62");
    assert_bytes_lit(write_x(a, at, 5, RSP_LIT(",:;%n")), "OK");
    assert_error_reply(write_x(a, at, 1, RSP_LIT("}")));
    assert_error_reply(write_x(a, at, 4, RSP_LIT("ab")));
    assert_error_reply(write_x(a, at, 1, RSP_LIT("ab")));
    assert_error_reply(write_x(a, 0, 1, RSP_LIT("a")));
    assert_bytes_lit(ask_for(a, "m%" PRIx64 ",5", at), "2c3a3b256e");
}

static void x_marks_its_data_and_never_cuts_an_escape(void **state) {
    ask *a = *state;
    uint64_t edge = edge_of(a);
    assert_bytes_lit(ask_for(a, "x%" PRIx64 ",8", edge - 8), "b}\x03}\x04}\x0a}]|\x03\x00\xff");
    assert_bytes_lit(ask_for(a, "x0,0"), "b");
    assert_error_reply(ask_for(a, "x0,4"));
}

static void x_reply_fits_the_packet(void **state) {
    (void)state;
    ask a;
    ask_init(&a, "/bin/scratch");
    a.options.packet_bytes = 256;
    ask_start(&a);
    uint64_t at = ask_symbol(&a, "scratch");
    for (unsigned i = 0; i < 256; i += 16)
        assert_bytes_lit(ask_for(&a, "M%" PRIx64 ",10:7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d7d", at + i), "OK");
    rsp_bytes reply = ask_for(&a, "x%" PRIx64 ",100", at);
    assert_true(reply.len >= 254 && reply.len <= 256);
    assert_int_equal(ask_decoded(&a, "x%" PRIx64 ",100", at).len, 128);
    assert_int_equal(ask_for(&a, "m%" PRIx64 ",100", at).len, 256);
    ask_end(&a);
}

static void x_in_lldbs_form_has_no_marker(void **state) {
    (void)state;
    ask a;
    ask_init(&a, "/bin/scratch");
    a.options.x_dialect = RSP_X_LLDB;
    ask_start(&a);
    assert_reply(&a, "x0,0", "OK");
    rsp_bytes magic = ask_for(&a, "x%" PRIx64 ",4", ask_symbol(&a, "magic"));
    assert_bytes_lit(magic, "\x78\x56\x34\x12");
    ask_end(&a);
}

static void crc_and_search_look_at_memory(void **state) {
    ask *a = *state;
    uint64_t at = ask_symbol(a, "scratch") + 4096;
    assert_bytes_lit(ask_for(a, "qCRC:%" PRIx64 ",9", at + 0x31), "C376e6e7"); /* "123456789" */
    assert_bytes_lit(ask_for(a, "qCRC:%" PRIx64 ",0", at), "Cffffffff");
    assert_error_reply(ask_for(a, "qCRC:0,4"));
    assert_error_reply(ask_for(a, "qCRC:%" PRIx64 ",4", edge_of(a) - 2));
    assert_error_reply(ask_for(a, "qCRC:%" PRIx64 ",ffffffffffff", at));
    rsp_buf expected = {0};
    rsp_buf_printf(&expected, "1,%" PRIx64, at + 0x41);
    assert_bytes(ask_for(a, "qSearch:memory:%" PRIx64 ";2000;ABC", at - 4096), rsp_buf_bytes(&expected));
    rsp_buf_clear(&expected);
    rsp_buf_printf(&expected, "1,%" PRIx64, at + 0x22);
    assert_bytes(ask_for(a, "qSearch:memory:%" PRIx64 ";100;\"}\x03}\x04", at), rsp_buf_bytes(&expected));
    rsp_buf_free(&expected);
    assert_bytes_lit(ask_for(a, "qSearch:memory:%" PRIx64 ";100;ACB", at), "0");
    assert_bytes_lit(ask_for(a, "qSearch:memory:%" PRIx64 ";43;ABC", at), "0"); /* ends behind the B */
    assert_error_reply(ask_for(a, "qSearch:memory:0;10;A"));
    assert_error_reply(ask_for(a, "qSearch:memory:%" PRIx64 ";10;", at));
    assert_error_reply(ask_for(a, "qSearch:memory:%" PRIx64 ";10;}", at));
    assert_error_reply(ask_for(a, "qSearch:memory:%" PRIx64 ",10;A", at));
    assert_error_reply(ask_for(a, "qSearch:memory:zz;10;A"));
}

static void search_finds_what_lies_across_two_pieces(void **state) {
    ask *a = *state;
    uint64_t at = ask_symbol(a, "scratch");
    assert_bytes_lit(ask_for(a, "M%" PRIx64 ",6:616162616163", at + 8192 + 4093), "OK");
    rsp_buf expected = {0};
    rsp_buf_printf(&expected, "1,%" PRIx64, at + 8192 + 4096);
    assert_bytes(ask_for(a, "qSearch:memory:%" PRIx64 ";2000;aac", at + 8192), rsp_buf_bytes(&expected));
    rsp_buf_free(&expected);
}

static void memory_is_allocated_and_given_back(void **state) {
    ask *a = *state;
    uint64_t addr = 0;
    assert_ok(rsp_hex_u64(&addr, ask_for(a, "_M1000,rw")));
    assert_bytes_lit(ask_for(a, "M%" PRIx64 ",2:beef", addr), "OK");
    assert_bytes_lit(ask_for(a, "m%" PRIx64 ",2", addr), "beef");
    assert_bytes_lit(ask_for(a, "_m%" PRIx64, addr), "OK");
    assert_error_reply(ask_for(a, "_m%" PRIx64, addr));
    assert_error_reply(ask_for(a, "m%" PRIx64 ",2", addr));
    assert_error_reply(ask_for(a, "_Mffffffffffffffff,rwx"));
    assert_error_reply(ask_for(a, "_M0,r"));
}

static void address_spaces_are_memory_and_registers(void **state) {
    ask a;
    rsp_buf block = {0};
    (void)state;
    ask_init(&a, "/bin/scratch");
    a.options.offer_address_spaces = true;
    ask_start(&a);
    const uint64_t at = ask_symbol(&a, "magic");
    assert_true(rsp_bytes_starts(ask_for(&a, "jAddressSpacesInfo"), RSP_LIT("[{")));
    assert_bytes_lit(ask_for(&a, "m%" PRIx64 ",4;address_space:1;", at), "78563412");
    assert_bytes_lit(ask_for(&a, "M%" PRIx64 ",1:79;address_space:1;", at), "OK");
    assert_bytes_lit(ask_for(&a, "m%" PRIx64 ",4", at), "79563412");
    assert_bytes_lit(ask_for(&a, "m%" PRIx64 ",4;address_space:0;", at), "79563412");
    rsp_buf_append(&block, ask_for(&a, "g"));
    assert_true(block.len > 512);
    assert_bytes(ask_for(&a, "m8,10;address_space:1a;"), rsp_bytes_sub(rsp_buf_bytes(&block), 16, 32));
    assert_bytes(ask_for(&a, "m0,ffff;thread:0;address_space:1a;"), rsp_buf_bytes(&block));
    assert_reply(&a, "M10,8:0102030405060708;address_space:1a;", "OK");
    assert_reply(&a, "x10,2;address_space:1a;", "b\001\002");
    assert_reply(&a, "p2", "0102030405060708");
    /* Nothing behind the block, no other space, no other thread, and data that only looks like a suffix. */
    static const char *const bad[] = {
        "m1000,1;address_space:1a;", "m0,1;address_space:26;",   "m0,1;address_space:1a;thread:7fff;",
        "m0,1;address_space:1a",     "m0,1;thread:1;",           "Mffffffffffffffff,2:0102;address_space:1a;",
        "M0,2:01;address_space:1a;", "X10,1:a;address_space:1a;"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_error_reply(ask_for(&a, "%s", bad[i]));
    assert_reply(&a, "p2", "0102030405060708");
    rsp_buf_free(&block);
    ask_end(&a);
}

static void a_stub_without_address_spaces_refuses_them(void **state) {
    ask *a = *state;
    const uint64_t at = ask_symbol(a, "magic");
    assert_reply(a, "jAddressSpacesInfo", "");
    assert_error_reply(ask_for(a, "m%" PRIx64 ",4;address_space:1;", at));
    assert_error_reply(ask_for(a, "x%" PRIx64 ",4;address_space:1;", at));
    assert_error_reply(ask_for(a, "M%" PRIx64 ",1:79;address_space:1;", at));
    assert_bytes_lit(ask_for(a, "m%" PRIx64 ",1", at), "78");
}

static void what_was_read_last_comes_along(void **state) {
    ask a;
    rsp_buf expected = {0};
    (void)state;
    ask_init(&a, "/bin/scratch");
    a.options.expedite_reads = true;
    ask_start(&a);
    const uint64_t at = ask_symbol(&a, "magic");
    assert_bytes_lit(ask_for(&a, "Z0,%" PRIx64 ",4", ask_symbol(&a, "tail")), "OK");
    assert_true(rsp_bytes_starts(ask_resume(&a, "c"), RSP_LIT("T05")));
    for (unsigned i = 0; i < 20; i++) /* the oldest give way */
        assert_int_equal(ask_for(&a, "m%" PRIx64 ",%x", at, i + 1).len, 2 * (i + 1));
    assert_int_equal(ask_for(&a, "m%" PRIx64 ",4", at).len, 8); /* gone, so that it is new */
    assert_int_equal(ask_for(&a, "m%" PRIx64 ",14", at).len, 40);
    assert_int_equal(ask_for(&a, "m%" PRIx64 ",201", ask_symbol(&a, "scratch")).len, 0x402); /* too long */
    rsp_buf_printf(&expected, "\"memory\":[{\"address\":%" PRIu64 ",\"bytes\":\"78563412", at);
    const rsp_bytes reply = ask_decoded(&a, "jThreadsInfo");
    const size_t found = rsp_bytes_search(reply, rsp_buf_bytes(&expected));
    assert_true(found < reply.len);
    unsigned num = 0;
    for (size_t i = found; i < reply.len; i++)
        num += reply.ptr[i] == '{';
    assert_int_equal(num, 16);
    rsp_buf_free(&expected);
    ask_end(&a);
}

static void regions_walk_to_the_end_of_the_address_space(void **state) {
    ask *a = *state;
    uint64_t at = 0;
    unsigned mapped = 0;
    unsigned steps = 0;
    do {
        rsp_bytes reply = ask_for(a, "qMemoryRegionInfo:%" PRIx64, at);
        uint64_t start = 0;
        uint64_t size = 0;
        assert_true(rsp_take_text(&reply, RSP_LIT("start:")));
        assert_ok(rsp_take_hex(&start, &reply));
        assert_true(rsp_take_text(&reply, RSP_LIT(";size:")));
        assert_ok(rsp_take_hex(&size, &reply));
        assert_int_equal(start, at);
        assert_true(size > 0);
        mapped += rsp_bytes_search(reply, RSP_LIT("permissions:")) < reply.len;
        at += size;
        assert_true(++steps < 100);
    } while (at != 0);
    assert_true(mapped >= 3 && steps > mapped);
    assert_reply(a, "qMemoryRegionInfo", "OK");
    rsp_bytes code = ask_for(a, "qMemoryRegionInfo:%" PRIx64, ask_symbol(a, "main"));
    assert_true(rsp_bytes_search(code, RSP_LIT("permissions:r")) < code.len);
    assert_true(rsp_bytes_search(code, RSP_LIT("name:2f62696e2f73637261746368;")) < code.len);
}

static void without_a_process_there_is_no_memory(void **state) {
    (void)state;
    ask a;
    ask_init(&a, "");
    a.path.len = 0;
    ask_start(&a);
    static const char *const requests[] = {"m0,1",   "M0,1:00",  "X0,1:a",
                                           "x0,1",   "qCRC:0,1", "qSearch:memory:0;1;a",
                                           "_M10,r", "_m10",     "qMemoryRegionInfo:0"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(requests); i++)
        assert_error_reply(ask_for(&a, "%s", requests[i]));
    ask_end(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(m_reads_any_length_at_any_address, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(m_gives_the_readable_start_or_an_error, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(malformed_reads_are_refused, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(m_writes_whole_or_not_at_all, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(all_bytes_survive_every_way_in_and_out, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(x_data_is_decoded_once_and_counted_decoded, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(x_marks_its_data_and_never_cuts_an_escape, setup, ask_teardown),
        cmocka_unit_test(x_reply_fits_the_packet),
        cmocka_unit_test(x_in_lldbs_form_has_no_marker),
        cmocka_unit_test_setup_teardown(crc_and_search_look_at_memory, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(search_finds_what_lies_across_two_pieces, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(memory_is_allocated_and_given_back, setup, ask_teardown),
        cmocka_unit_test(address_spaces_are_memory_and_registers),
        cmocka_unit_test_setup_teardown(a_stub_without_address_spaces_refuses_them, setup, ask_teardown),
        cmocka_unit_test(what_was_read_last_comes_along),
        cmocka_unit_test_setup_teardown(regions_walk_to_the_end_of_the_address_space, setup, ask_teardown),
        cmocka_unit_test(without_a_process_there_is_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
