/* g, G, p, P, the thread suffix, saved states and qRegisterInfo.
 * Values are set and read back through every way there is; refused requests change nothing.
 * Source: GDB manual, Packets; LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ask.h"

#include "core/hex.h"
#include <inttypes.h>
#include <stdio.h>

enum { WIDE = 65, NUM = 68, BLOCK_DIGITS = WIDE * 16 + (NUM - WIDE) * 8 };

/* x0 to f31 have 64 bits, the three of control 32. */
static unsigned digits_of(unsigned reg) {
    return reg < WIDE ? 16 : 8;
}

static int setup(void **state) {
    return ask_setup(state, "/bin/threads4");
}

static void every_register_is_its_slice_of_g(void **state) {
    ask *a = *state;
    rsp_buf block = {0};
    rsp_buf_append(&block, ask_for(a, "g"));
    assert_int_equal(block.len, BLOCK_DIGITS);
    for (unsigned i = 0, at = 0; i < NUM; at += digits_of(i++))
        assert_bytes(ask_for(a, "p%x", i), rsp_bytes_sub(rsp_buf_bytes(&block), at, digits_of(i)));
    rsp_buf_free(&block);
}

static void registers_are_written_one_by_one_and_at_once(void **state) {
    ask *a = *state;
    rsp_buf block = {0};
    assert_reply(a, "P5=0102030405060708", "OK");
    assert_reply(a, "P1f=1112131415161718", "OK");
    assert_reply(a, "p5", "0102030405060708");
    assert_reply(a, "p1f", "1112131415161718");
    assert_reply(a, "P0=0102030405060708", "OK");
    assert_reply(a, "p0", "0000000000000000");
    rsp_buf_push(&block, 'G');
    rsp_buf_append(&block, ask_for(a, "g"));
    memset(block.ptr + (size_t)1 + (size_t)16 * 6, 'a', 16);
    memset(block.ptr + (size_t)1 + (size_t)16 * 28, 'B', 16);
    assert_bytes_lit(ask_bytes(a, rsp_buf_bytes(&block)), "OK");
    assert_reply(a, "p6", "aaaaaaaaaaaaaaaa");
    assert_reply(a, "p1c", "bbbbbbbbbbbbbbbb");
    assert_reply(a, "p5", "0102030405060708");
    assert_reply(a, "P40=0000000000000140", "OK"); /* f31 */
    assert_reply(a, "P43=bf000000", "OK");
    assert_reply(a, "p40", "0000000000000140");
    assert_reply(a, "p41", "1f000000");
    assert_reply(a, "p42", "05000000");
    rsp_buf_free(&block);
}

static void refused_requests_change_nothing(void **state) {
    ask *a = *state;
    static const char *const bad[] = {"p44",
                                      "pffff",
                                      "pzz",
                                      "p",
                                      "p11111111111111111",
                                      "P5=00",
                                      "P5=zz",
                                      "P5=",
                                      "P5",
                                      "P",
                                      "G00",
                                      "G",
                                      "P44=0000000000000000",
                                      "P41=0000000000000000",
                                      "P5=01020304050607080900",
                                      "P5=010203040506070z",
                                      "P=00"};
    rsp_buf before = {0};
    rsp_buf_append(&before, ask_for(a, "g"));
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_error_reply(ask_for(a, "%s", bad[i]));
    assert_bytes(ask_for(a, "g"), rsp_buf_bytes(&before));
    rsp_buf_free(&before);
}

/* GDB takes x for what is unavailable, in p and g; a block that comes back as it was sent changes nothing.
 * Stops tell LLDB of such registers, and nobody else. */
static void unreadable_registers_are_crossed_out(void **state) {
    ask *a = *state;
    rsp_buf block = {0};
    rsp_machine_target_hide_registers(a->target, true);
    for (unsigned i = 0x41; i <= 0x43; i++)
        assert_bytes_lit(ask_for(a, "p%x", i), "xxxxxxxx");
    rsp_buf_push(&block, 'G');
    rsp_buf_append(&block, ask_for(a, "g"));
    assert_int_equal(block.len, 1 + BLOCK_DIGITS);
    assert_bytes_lit(rsp_bytes_from(rsp_buf_bytes(&block), block.len - 24), "xxxxxxxxxxxxxxxxxxxxxxxx");
    assert_int_equal(rsp_bytes_index(rsp_buf_bytes(&block), 'x'), block.len - 24);
    memset(block.ptr + (size_t)1 + (size_t)16 * 6, 'a', 16);
    assert_bytes_lit(ask_bytes(a, rsp_buf_bytes(&block)), "OK");
    assert_reply(a, "p6", "aaaaaaaaaaaaaaaa");
    block.ptr[1] = 'x';
    assert_error_reply(ask_bytes(a, rsp_buf_bytes(&block)));
    rsp_bytes stop = ask_for(a, "?");
    assert_int_equal(rsp_bytes_search(stop, RSP_LIT("43:")), stop.len);
    rsp_machine_target_hide_registers(a->target, false);
    assert_reply(a, "p43", "00000000");
    assert_int_equal(rsp_bytes_index(ask_for(a, "g"), 'x'), BLOCK_DIGITS);
    rsp_buf_free(&block);
}

static void lldb_is_told_of_unreadable_registers(void **state) {
    ask *a = *state;
    rsp_machine_target_hide_registers(a->target, true);
    assert_reply(a, "QThreadSuffixSupported", "OK");
    rsp_bytes stop = ask_for(a, "?");
    assert_int_equal(rsp_bytes_search(stop, RSP_LIT(";41:;42:;43:;")), stop.len - 13);
    assert_error_reply(ask_for(a, "p43;thread:2a1;"));
    rsp_bytes json = ask_for(a, "jThreadsInfo");
    assert_true(rsp_bytes_search(json, RSP_LIT(",\"65\":\"\",\"66\":\"\",\"67\":\"\"}")) < json.len);
    rsp_machine_target_hide_registers(a->target, false);
    stop = ask_for(a, "?");
    assert_int_equal(rsp_bytes_search(stop, RSP_LIT(":;")), stop.len);
}

/* All four workers exist once one of them is in work(). */
static void stop_in_work(ask *a) {
    assert_bytes_lit(ask_for(a, "Z0,%" PRIx64 ",4", ask_symbol(a, "work")), "OK");
    assert_true(rsp_bytes_starts(ask_resume(a, "c"), RSP_LIT("T05")));
}

static void suffix_names_the_thread_and_selects_nothing(void **state) {
    ask *a = *state;
    rsp_buf threads = {0};
    stop_in_work(a);
    assert_reply(a, "QThreadSuffixSupported", "OK");
    rsp_bytes list = ask_for(a, "qfThreadInfo");
    rsp_buf_append(&threads, rsp_bytes_from(list, 1));
    rsp_bytes rest = rsp_buf_bytes(&threads);
    rsp_bytes first = rsp_bytes_split(&rest, ',');
    rsp_bytes second = rsp_bytes_split(&rest, ',');
    assert_bytes_lit(ask_for(a, "Hg%.*s", (int)first.len, (const char *)first.ptr), "OK");
    assert_bytes_lit(
        ask_for(a, "P5=5555555555555555;thread:%.*s;", (int)second.len, (const char *)second.ptr), "OK");
    assert_bytes_lit(ask_for(a, "p5;thread:%.*s;", (int)second.len, (const char *)second.ptr),
                     "5555555555555555");
    assert_false(rsp_bytes_equal(ask_for(a, "p5"), RSP_LIT("5555555555555555")));
    rsp_bytes block = ask_for(a, "g;thread:%.*s;", (int)second.len, (const char *)second.ptr);
    assert_bytes_lit(rsp_bytes_sub(block, 80, 16), "5555555555555555");
    assert_error_reply(ask_for(a, "p5;thread:7fff;"));
    assert_error_reply(ask_for(a, "p5;thread:zz;"));
    assert_error_reply(ask_for(a, "g;x"));
    rsp_buf_free(&threads);
}

static void saved_state_is_restored_once(void **state) {
    ask *a = *state;
    assert_reply(a, "P5=0100000000000000", "OK");
    assert_reply(a, "QSaveRegisterState", "1");
    assert_reply(a, "P5=0200000000000000", "OK");
    assert_reply(a, "QSaveRegisterState", "2");
    assert_reply(a, "QRestoreRegisterState:1", "OK");
    assert_reply(a, "p5", "0100000000000000");
    assert_error_reply(ask_for(a, "QRestoreRegisterState:1"));
    assert_reply(a, "QRestoreRegisterState:2", "OK");
    assert_reply(a, "p5", "0200000000000000");
    assert_error_reply(ask_for(a, "QRestoreRegisterState:0"));
    assert_error_reply(ask_for(a, "QRestoreRegisterState:x"));
    assert_error_reply(ask_for(a, "QRestoreRegisterState:"));
    assert_error_reply(ask_for(a, "QRestoreRegisterState:99999999999999"));
}

static void saved_states_are_bounded_and_end_with_the_connection(void **state) {
    ask *a = *state;
    for (unsigned i = 1; i <= 1024; i++) {
        rsp_bytes reply = ask_for(a, "QSaveRegisterState");
        assert_true(reply.len > 0 && reply.ptr[0] != 'E');
    }
    assert_error_reply(ask_for(a, "QSaveRegisterState"));
    rsp_stub_disconnect(a->stub);
    rsp_stub_connect(a->stub);
    (void)ask_for(a, "QStartNoAckMode");
    assert_error_reply(ask_for(a, "QRestoreRegisterState:7"));
}

static void register_info_counts_to_its_end(void **state) {
    ask *a = *state;
    for (unsigned i = 0, at = 0; i < NUM; at += digits_of(i++)) {
        rsp_bytes reply = ask_for(a, "qRegisterInfo%x", i);
        char offset[32];
        (void)snprintf(offset, sizeof offset, "bitsize:%u;offset:%u;", digits_of(i) * 4, at / 2);
        assert_true(rsp_bytes_starts(reply, RSP_LIT("name:")));
        assert_true(rsp_bytes_search(reply, rsp_bytes_str(offset)) < reply.len);
    }
    assert_reply(a, "qRegisterInfo2",
                 "name:sp;alt-name:x2;bitsize:64;offset:16;encoding:uint;format:hex;set:General Purpose "
                 "Registers;ehframe:2;dwarf:2;generic:sp;");
    assert_error_reply(ask_for(a, "qRegisterInfo44"));
    assert_error_reply(ask_for(a, "qRegisterInfoffffffffffffffffff"));
}

static void without_a_thread_there_are_no_registers(void **state) {
    (void)state;
    ask a;
    ask_init(&a, "");
    a.path.len = 0;
    ask_start(&a);
    static const char *const requests[] = {
        "g", "G00", "p0", "P0=00", "QSaveRegisterState", "QRestoreRegisterState:1"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(requests); i++)
        assert_error_reply(ask_for(&a, "%s", requests[i]));
    ask_end(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_register_is_its_slice_of_g, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(registers_are_written_one_by_one_and_at_once, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(refused_requests_change_nothing, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(unreadable_registers_are_crossed_out, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(lldb_is_told_of_unreadable_registers, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(suffix_names_the_thread_and_selects_nothing, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(saved_state_is_restored_once, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(saved_states_are_bounded_and_end_with_the_connection, setup,
                                        ask_teardown),
        cmocka_unit_test_setup_teardown(register_info_counts_to_its_end, setup, ask_teardown),
        cmocka_unit_test(without_a_thread_there_are_no_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
