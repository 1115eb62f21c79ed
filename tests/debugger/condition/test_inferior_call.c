/* A system call by x86-64 code in idle room, against a table: what is written, where the thread is set, and
 * what a failure on the way leaves. That such code runs is shown on gdbserver.
 * See inferior_call.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "liar.h"

#include "condition/place/inferior_call.h"

#define GREETING                                                                            \
    {"qSupported", "PacketSize=800"}, {"vCont?", "vCont;c;C;s;S"}, {"?", "T05thread:1;"}, { \
        "H", "OK"                                                                           \
    }
#define BEHIND "0010000000000000" /* pc: 0x1000 */
#define STACK "0080000000000000"  /* sp: 0x8000 */

static const uint64_t args[6] = {0x1111, 0x2222, 0x3333, 0x4444, 0x5555, 0x6666};
static const code_tail room = {.address = 0x2000, .bytes = 256};

/* mov rdi, rsi, rdx, r10, r8, r9; mov eax, number; syscall */
static const char loads[] = "48bf1111000000000000"
                            "48be2222000000000000"
                            "48ba3333000000000000"
                            "49ba4444000000000000"
                            "49b85555000000000000"
                            "49b96666000000000000"
                            "b809000000"
                            "0f05";

static void open_table(liar *l, const liar_line *lines, size_t num) {
    /* Not by X: liar.h keeps what it saw as text. */
    liar_open(l, lines, num, (rsp_client_options){.off = RSP_USE_BIT(RSP_USE_BINARY_WRITE)});
    assert_ok(rsp_client_connect(l->client));
}

static void call_hands_over_its_arguments_and_fetches_the_result(void **state) {
    (void)state;
    const liar_line lines[] = {GREETING,
                               {"p10", BEHIND},
                               {"p7", STACK},
                               {"P10=", "OK"},
                               {"M2000,", "OK"},
                               {"vCont;s", "T05thread:1;"},
                               {"m7f20,8", "0807060504030201"}};
    liar l;
    uint64_t result = 0;
    open_table(&l, lines, RSP_ARRAY_LEN(lines));
    assert_ok(inferior_call_in(l.client, &room, 9, args, &result, NULL));
    assert_int_equal(result, 0x0102030405060708);
    assert_non_null(strstr(rsp_buf_cstr(&l.seen), loads));
    assert_int_equal(liar_count(&l, "P10=0220000000000000"), 1); /* behind the first jump */
    assert_int_equal(liar_count(&l, "vCont;s"), 1);
    assert_int_equal(liar_count(&l, "M2000,"), 2); /* and zeros again */
    liar_close(&l);
}

/* The stub announces vCont and knows it not. */
static void call_steps_plainly_where_vcont_was_a_promise(void **state) {
    (void)state;
    const liar_line lines[] = {{"qSupported", "PacketSize=800;vContSupported+"},
                               {"?", "T05thread:1;"},
                               {"H", "OK"},
                               {"p10", BEHIND},
                               {"p7", STACK},
                               {"P10=", "OK"},
                               {"M2000,", "OK"},
                               {"s", "T05thread:1;"},
                               {"m7f20,8", "0807060504030201"}};
    liar l;
    uint64_t result = 0;
    open_table(&l, lines, RSP_ARRAY_LEN(lines));
    assert_ok(inferior_call_in(l.client, &room, 9, args, &result, NULL));
    assert_int_equal(result, 0x0102030405060708);
    assert_int_equal(liar_count(&l, "vCont;s"), 1);
    assert_int_equal(liar_count(&l, "s\n"), 1);
    liar_close(&l);
}

static void call_goes_nowhere_where_the_pc_cannot_be_written(void **state) {
    (void)state;
    const liar_line lines[] = {GREETING, {"p10", BEHIND}, {"p7", STACK}, {"P10=", "E01"}, {"M2000,", "OK"}};
    liar l;
    uint64_t result = 0;
    open_table(&l, lines, RSP_ARRAY_LEN(lines));
    assert_int_equal(inferior_call_in(l.client, &room, 9, args, &result, NULL), RSP_REFUSED);
    assert_int_equal(result, 0);
    assert_int_equal(liar_count(&l, "vCont;"), 0);
    liar_close(&l);
}

static void call_needs_room_for_all_of_its_code(void **state) {
    (void)state;
    const liar_line lines[] = {GREETING, {"p10", BEHIND}, {"p7", STACK}, {"P10=", "OK"}, {"M2000,", "OK"}};
    const code_tail little = {.address = 0x2000, .bytes = 64};
    liar l;
    uint64_t result = 0;
    open_table(&l, lines, RSP_ARRAY_LEN(lines));
    assert_int_equal(inferior_call_in(l.client, &little, 9, args, &result, NULL), RSP_REFUSED);
    assert_int_equal(liar_count(&l, "M"), 0);
    assert_int_equal(liar_count(&l, "P"), 0);
    liar_close(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(call_hands_over_its_arguments_and_fetches_the_result),
        cmocka_unit_test(call_steps_plainly_where_vcont_was_a_promise),
        cmocka_unit_test(call_goes_nowhere_where_the_pc_cannot_be_written),
        cmocka_unit_test(call_needs_room_for_all_of_its_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
