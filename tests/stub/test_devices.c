/* Flash memory and memory tags of the built-in machine, and what programs make of them.
 * The suite has the packets; here are their limits, and forks, execs and options.
 * Source: GDB manual, Packets (vFlashErase); General Query Packets (qMemTags). */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ask.h"

static int setup(void **state) {
    return ask_setup(state, "/bin/fork-exit");
}

static void flash_is_erased_in_blocks(void **state) {
    ask *a = *state;
    assert_reply(a, "m3000000000,4", "ffffffff");
    assert_reply(a, "vFlashErase:3000000000,10000", "OK");
    assert_error_reply(ask_for(a, "vFlashErase:3000000000,11000"));
    assert_error_reply(ask_for(a, "vFlashErase:2fffffff000,2000"));
    assert_error_reply(ask_for(a, "vFlashErase:3000000001,fff"));
    assert_error_reply(ask_for(a, "vFlashErase:3000000000,1"));
    assert_error_reply(ask_for(a, "vFlashErase:fffffffffffff000,2000"));
    assert_error_reply(ask_for(a, "vFlashErase:3000000000"));
    assert_reply(a, "vFlashErase:3000000000,0", "OK");
}

/* As NOR flash: a write clears bits, an erase sets them. */
static void writes_only_clear_bits(void **state) {
    ask *a = *state;
    assert_reply(a, "vFlashWrite:3000000ffe:\x0f\x70\x33", "OK");
    assert_reply(a, "vFlashWrite:3000000ffe:\x3c\x7f\x33", "OK");
    assert_reply(a, "vFlashDone", "OK");
    assert_reply(a, "m3000000ffe,4", "0c7033ff");
    assert_reply(a, "vFlashErase:3000000000,1000", "OK");
    assert_reply(a, "m3000000ffe,4", "ffff33ff");
}

static void flash_ends(void **state) {
    ask *a = *state;
    assert_reply(a, "vFlashWrite:300000ffff:x", "OK");
    assert_reply(a, "vFlashWrite:300000ffff:xy", "E.memtype");
    assert_reply(a, "vFlashWrite:2fffffffff:x", "E.memtype");
    assert_reply(a, "vFlashWrite:ffffffffffffffff:xy", "E.memtype");
    assert_reply(a, "vFlashWrite:3000000000:", "OK");
    assert_error_reply(ask_for(a, "vFlashWrite:3000000000"));
    assert_error_reply(ask_for(a, "vFlashWrite:3000000000:}"));
}

static void plain_writes_leave_flash_alone(void **state) {
    ask *a = *state;
    assert_error_reply(ask_for(a, "M3000000000,1:00"));
    assert_error_reply(ask_for(a, "X3000000000,1:a"));
    assert_error_reply(ask_for(a, "Z0,3000000000,4"));
    assert_reply(a, "Z1,3000000000,4", "OK");
    assert_reply(a, "m3000000000,1", "ff");
}

static void tags_end_with_their_page(void **state) {
    ask *a = *state;
    assert_reply(a, "QMemTags:3100000ff0,10:1:07", "OK");
    assert_reply(a, "qMemTags:3100000fef,2:1", "m0007");
    assert_reply(a, "qMemTags:3100000fff,1:1", "m07");
    assert_error_reply(ask_for(a, "qMemTags:3100000fff,2:1"));
    assert_error_reply(ask_for(a, "qMemTags:30ffffffff,2:1"));
    assert_error_reply(ask_for(a, "qMemTags:ffffffffffffffff,2:1"));
    assert_error_reply(ask_for(a, "QMemTags:ffffffffffffffff,2:1:01"));
    assert_int_equal(ask_for(a, "qMemTags:3100000000,1000:1").len, 1 + 2 * 256);
    assert_error_reply(ask_for(a, "QMemTags:3100000000,10:1:zz"));
    assert_error_reply(ask_for(a, "qIsAddressTagged:zz"));
    assert_reply(a, "qIsAddressTagged:3100000000", "01");
    assert_reply(a, "qIsAddressTagged:30ffffffff", "00");
}

/* As many as fit into a reply. */
static void more_tags_than_a_packet_holds(void **state) {
    (void)state;
    ask a;
    ask_init(&a, "/bin/hello");
    a.options.packet_bytes = 256;
    ask_start(&a);
    assert_int_equal(ask_for(&a, "qMemTags:3100000000,7f0:1").len, 1 + 2 * 127);
    assert_error_reply(ask_for(&a, "qMemTags:3100000000,7f1:1"));
    ask_end(&a);
}

static void a_child_has_copies(void **state) {
    ask *a = *state;
    assert_true(ask_for(a, "qSupported:multiprocess+;fork-events+").len > 0);
    assert_reply(a, "vFlashWrite:3000000000:a", "OK");
    assert_reply(a, "QMemTags:3100000000,10:1:05", "OK");
    rsp_bytes stop = ask_resume(a, "c");
    assert_true(rsp_bytes_search(stop, RSP_LIT("fork:p")) < stop.len);
    assert_reply(a, "Hgp2a2.2a2", "OK");
    assert_reply(a, "m3000000000,1", "61");
    assert_reply(a, "qMemTags:3100000000,10:1", "m05");
    assert_reply(a, "QMemTags:3100000000,10:1:06", "OK");
    assert_reply(a, "vFlashErase:3000000000,1000", "OK");
    assert_reply(a, "Hgp2a1.2a1", "OK");
    assert_reply(a, "m3000000000,1", "61");
    assert_reply(a, "qMemTags:3100000000,10:1", "m05");
}

static void both_can_be_left_out(void **state) {
    (void)state;
    ask a;
    ask_init(&a, "/bin/hello");
    a.machine.flash = false;
    a.machine.tagged_memory = false;
    ask_start(&a);
    assert_error_reply(ask_for(&a, "m3000000000,1"));
    assert_error_reply(ask_for(&a, "vFlashErase:3000000000,1000"));
    assert_reply(&a, "vFlashWrite:3000000000:a", "E.memtype");
    assert_reply(&a, "qIsAddressTagged:3100000000", "00");
    rsp_bytes map = ask_for(&a, "qXfer:memory-map:read::0,1000");
    assert_true(rsp_bytes_search(map, RSP_LIT("flash")) == map.len);
    ask_end(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(flash_is_erased_in_blocks, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(writes_only_clear_bits, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(flash_ends, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(plain_writes_leave_flash_alone, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(tags_end_with_their_page, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(a_child_has_copies, setup, ask_teardown),
        cmocka_unit_test(more_tags_than_a_packet_holds),
        cmocka_unit_test(both_can_be_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
