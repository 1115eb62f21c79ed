/* The list of messages: changes, limits, failing memory, and its text form.
 * Whatever is written reads back the same, and any bytes can be read.
 * See messages.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/limits.h"
#include "core/mem.h"
#include "core/rng.h"
#include "grammar/messages.h"

static void assert_same(const rsp_messages *a, const rsp_messages *b) {
    assert_int_equal(a->num, b->num);
    for (size_t i = 0; i < a->num; i++) {
        assert_int_equal(a->items[i].kind, b->items[i].kind);
        assert_bytes(rsp_messages_bytes(a, i), rsp_messages_bytes(b, i));
    }
}

static void read_known_text_gives_its_messages(void **state) {
    (void)state;
    rsp_messages list = {0};
    assert_true(
        rsp_messages_read(&list, RSP_LIT("$g\n\n&m10,4\n#x\n=+-\\x03\\n\\\\\\q\n!ignored\n.\n^\nqC\n$")));
    static const struct {
        rsp_message_kind kind;
        const char *bytes;
    } expected[] = {
        {RSP_MESSAGE_PACKET, "g"},        {RSP_MESSAGE_HURRIED, "m10,4"}, {RSP_MESSAGE_BROKEN, "x"},
        {RSP_MESSAGE_RAW, "+-\003\n\\q"}, {RSP_MESSAGE_INTERRUPT, ""},    {RSP_MESSAGE_PAUSE, ""},
        {RSP_MESSAGE_RECONNECT, ""},      {RSP_MESSAGE_PACKET, "qC"},     {RSP_MESSAGE_PACKET, ""},
    };
    assert_int_equal(list.num, RSP_ARRAY_LEN(expected));
    for (size_t i = 0; i < list.num; i++) {
        assert_int_equal(list.items[i].kind, expected[i].kind);
        assert_bytes(rsp_messages_bytes(&list, i), rsp_bytes_str(expected[i].bytes));
    }
    rsp_messages_free(&list);
}

static void write_any_read_text_round_trips(void **state) {
    (void)state;
    rsp_rng rng = {{0}};
    rsp_rng_seed(&rng, 7);
    rsp_messages first = {0};
    rsp_messages second = {0};
    rsp_buf text = {0};
    for (unsigned round = 0; round < 2000; round++) {
        uint8_t noise[96];
        for (size_t i = 0; i < sizeof(noise); i++)
            noise[i] = (uint8_t)(rsp_rng_below(&rng, 3) ? "$&#=!.^\n\\xn0a"[rsp_rng_below(&rng, 13)]
                                                        : (char)rsp_rng_below(&rng, 256));
        rsp_messages_clear(&first);
        rsp_messages_clear(&second);
        rsp_buf_clear(&text);
        assert_true(rsp_messages_read(&first, rsp_bytes_make(noise, rsp_rng_below(&rng, sizeof(noise)))));
        rsp_messages_write(&text, &first);
        assert_true(rsp_messages_read(&second, rsp_buf_bytes(&text)));
        assert_same(&first, &second);
    }
    rsp_buf_free(&text);
    rsp_messages_free(&first);
    rsp_messages_free(&second);
}

static void insert_replace_remove_keep_the_others(void **state) {
    (void)state;
    rsp_messages list = {0};
    assert_true(rsp_messages_append(&list, RSP_MESSAGE_PACKET, RSP_LIT("one")));
    assert_true(rsp_messages_append(&list, RSP_MESSAGE_PACKET, RSP_LIT("three")));
    assert_true(rsp_messages_insert(&list, 1, RSP_MESSAGE_RAW, rsp_messages_bytes(&list, 1)));
    assert_true(rsp_messages_replace(&list, 2, RSP_MESSAGE_PAUSE, RSP_LIT("dropped")));
    assert_bytes_lit(rsp_messages_bytes(&list, 0), "one");
    assert_bytes_lit(rsp_messages_bytes(&list, 1), "three");
    assert_bytes_lit(rsp_messages_bytes(&list, 2), "");
    rsp_messages_remove(&list, 0);
    rsp_messages_remove(&list, 9);
    assert_int_equal(list.num, 2);
    assert_bytes_lit(rsp_messages_bytes(&list, 0), "three");
    assert_false(rsp_messages_replace(&list, 2, RSP_MESSAGE_PACKET, RSP_LIT("x")));
    rsp_messages_free(&list);
    rsp_messages_free(NULL);
}

static void append_at_the_limit_of_messages_and_beyond(void **state) {
    (void)state;
    rsp_messages list = {0};
    for (size_t i = 0; i < RSP_LIMIT_MESSAGES; i++)
        assert_true(rsp_messages_append(&list, RSP_MESSAGE_PACKET, RSP_LIT("g")));
    assert_false(rsp_messages_append(&list, RSP_MESSAGE_PACKET, RSP_LIT("g")));
    assert_false(rsp_messages_read(&list, RSP_LIT("$g\n")));
    assert_int_equal(list.num, RSP_LIMIT_MESSAGES);
    rsp_messages_free(&list);
}

static void append_at_the_limit_of_bytes_and_beyond(void **state) {
    (void)state;
    static const uint8_t big[RSP_LIMIT_MESSAGES_BYTES + 1];
    rsp_messages list = {0};
    assert_false(rsp_messages_append(&list, RSP_MESSAGE_PACKET, rsp_bytes_make(big, sizeof(big))));
    assert_true(rsp_messages_append(&list, RSP_MESSAGE_PACKET, rsp_bytes_make(big, sizeof(big) - 1)));
    assert_false(rsp_messages_append(&list, RSP_MESSAGE_PACKET, RSP_LIT("g")));
    assert_int_equal(list.num, 1);
    /* What is no longer used makes room. */
    rsp_messages_remove(&list, 0);
    assert_true(rsp_messages_append(&list, RSP_MESSAGE_PACKET, RSP_LIT("first")));
    for (size_t i = 0; i < 100; i++) {
        assert_true(rsp_messages_append(&list, RSP_MESSAGE_PACKET, rsp_bytes_make(big, 100000)));
        rsp_messages_remove(&list, 1);
    }
    assert_bytes_lit(rsp_messages_bytes(&list, 0), "first");
    rsp_messages_free(&list);
}

static void changes_without_memory_leave_the_list_as_it_was(void **state) {
    (void)state;
    for (uint64_t fail_at = 1; fail_at < 5; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 1);
        rsp_messages list = {0};
        rsp_messages_init(&list, &fuzzed.mem);
        size_t added = 0;
        for (size_t i = 0; i < 40; i++)
            added += rsp_messages_append(&list, RSP_MESSAGE_PACKET, RSP_LIT("qSupported"));
        assert_int_equal(list.num, added);
        assert_true(added < 40);
        for (size_t i = 0; i < list.num; i++)
            assert_bytes_lit(rsp_messages_bytes(&list, i), "qSupported");
        rsp_messages_free(&list);
    }
}

static void wire_has_frames_and_wrong_checksums(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_message_wire(&out, RSP_MESSAGE_PACKET, RSP_LIT("g"));
    rsp_message_wire(&out, RSP_MESSAGE_HURRIED, RSP_LIT("g"));
    rsp_message_wire(&out, RSP_MESSAGE_BROKEN, RSP_LIT("g"));
    rsp_message_wire(&out, RSP_MESSAGE_RAW, RSP_LIT("+$"));
    rsp_message_wire(&out, RSP_MESSAGE_INTERRUPT, (rsp_bytes){0});
    rsp_message_wire(&out, RSP_MESSAGE_PAUSE, (rsp_bytes){0});
    rsp_message_wire(&out, RSP_MESSAGE_RECONNECT, (rsp_bytes){0});
    assert_bytes_lit(rsp_buf_bytes(&out), "$g#67$g#67$g#68+$\x03");
    rsp_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_known_text_gives_its_messages),
        cmocka_unit_test(write_any_read_text_round_trips),
        cmocka_unit_test(insert_replace_remove_keep_the_others),
        cmocka_unit_test(append_at_the_limit_of_messages_and_beyond),
        cmocka_unit_test(append_at_the_limit_of_bytes_and_beyond),
        cmocka_unit_test(changes_without_memory_leave_the_list_as_it_was),
        cmocka_unit_test(wire_has_frames_and_wrong_checksums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
