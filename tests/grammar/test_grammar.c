/* The grammar: what it makes is known to the packet table, follows the seed, and stays within limits.
 * Every mutation changes something; every packet with a handler is made sooner or later.
 * See grammar.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/limits.h"
#include "core/mem.h"
#include "grammar/grammar.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static void request_always_is_in_the_table(void **state) {
    (void)state;
    rsp_grammar grammar;
    rsp_grammar_init(&grammar, 1, NULL, NULL);
    rsp_buf out = {0};
    bool seen[RSP_PACKET_END] = {false};
    for (unsigned i = 0; i < 50000; i++) {
        rsp_buf_clear(&out);
        rsp_grammar_request(&grammar, &out);
        const rsp_packet_row *row = rsp_packet_lookup(rsp_buf_bytes(&out), NULL);
        assert_non_null(row);
        seen[row->id] = true;
    }
    for (unsigned id = RSP_PACKET_UNKNOWN + 1; id < RSP_PACKET_END; id++)
        assert_true(seen[id]);
    rsp_buf_free(&out);
    rsp_grammar_free(&grammar);
}

static void request_with_facts_uses_them(void **state) {
    (void)state;
    static const uint64_t numbers[] = {0x123456789aU};
    const rsp_bytes words[] = {RSP_LIT("qWord")};
    rsp_grammar_facts facts = {.numbers = numbers, .num_numbers = 1, .words = words, .num_words = 1};
    rsp_grammar grammar;
    rsp_grammar_init(&grammar, 1, &facts, NULL);
    rsp_buf out = {0};
    unsigned with_number = 0;
    unsigned with_word = 0;
    for (unsigned i = 0; i < 2000; i++) {
        rsp_buf_clear(&out);
        rsp_grammar_request(&grammar, &out);
        with_number += rsp_bytes_search(rsp_buf_bytes(&out), RSP_LIT("123456789a")) < out.len;
        with_word += rsp_bytes_equal(rsp_buf_bytes(&out), words[0]);
    }
    assert_true(with_number > 200);
    assert_true(with_word > 200);
    rsp_buf_free(&out);
    rsp_grammar_free(&grammar);
}

/* A long run of everything; its text is the result. */
static void campaign(rsp_buf *out, uint64_t seed) {
    rsp_grammar grammar;
    rsp_grammar_init(&grammar, seed, NULL, NULL);
    rsp_messages a = {0};
    rsp_messages b = {0};
    rsp_messages c = {0};
    for (unsigned round = 0; round < 20; round++) {
        rsp_messages_clear(&a);
        rsp_grammar_generate(&grammar, &a, 12);
        for (unsigned i = 0; i < 30; i++) {
            size_t at = SIZE_MAX;
            (void)rsp_grammar_mutate(&grammar, &a, &at);
            assert_true(at < RSP_LIMIT_MESSAGES);
        }
        rsp_grammar_generate(&grammar, &b, 3);
        rsp_grammar_splice(&grammar, &c, &a, &b);
        assert_true(c.num <= a.num + b.num);
        rsp_messages_write(out, &c);
    }
    rsp_messages_free(&a);
    rsp_messages_free(&b);
    rsp_messages_free(&c);
    rsp_grammar_free(&grammar);
}

static void same_seed_same_sessions(void **state) {
    (void)state;
    rsp_buf first = {0};
    rsp_buf second = {0};
    rsp_buf other = {0};
    campaign(&first, 42);
    campaign(&second, 42);
    campaign(&other, 43);
    assert_int_equal(first.status, RSP_OK);
    assert_bytes(rsp_buf_bytes(&second), rsp_buf_bytes(&first));
    assert_false(rsp_bytes_equal(rsp_buf_bytes(&other), rsp_buf_bytes(&first)));
    rsp_buf_free(&first);
    rsp_buf_free(&second);
    rsp_buf_free(&other);
}

static void every_mutation_changes_a_session(void **state) {
    (void)state;
    static const uint64_t numbers[] = {0xabcdef};
    rsp_grammar_facts facts = {.numbers = numbers, .num_numbers = 1};
    rsp_grammar grammar;
    rsp_grammar_init(&grammar, 3, &facts, NULL);
    rsp_messages list = {0};
    rsp_buf text = {0};
    static const char before[] = "$m1000,4\n$X2000,2:}\\x03a\n$vCont;c:1\n";
    for (unsigned m = 0; m < RSP_MUTATION_COUNT; m++) {
        unsigned changed = 0;
        for (unsigned i = 0; i < 50; i++) {
            rsp_messages_clear(&list);
            rsp_buf_clear(&text);
            assert_true(rsp_messages_read(&list, rsp_bytes_str(before)));
            rsp_grammar_apply(&grammar, &list, (rsp_mutation)m, i % 3);
            rsp_messages_write(&text, &list);
            changed += !rsp_bytes_equal(rsp_buf_bytes(&text), rsp_bytes_str(before));
        }
        if (changed < 25)
            print_error("mutation %u\n", m);
        assert_true(changed >= 25);
    }
    rsp_buf_free(&text);
    rsp_messages_free(&list);
    rsp_grammar_free(&grammar);
}

static void mutate_of_an_empty_or_full_list_is_safe(void **state) {
    (void)state;
    rsp_grammar grammar;
    rsp_grammar_init(&grammar, 5, NULL, NULL);
    rsp_messages list = {0};
    assert_int_equal(rsp_grammar_mutate(&grammar, &list, NULL), RSP_MUTATION_INSERT);
    assert_int_equal(list.num, 1);
    rsp_grammar_generate(&grammar, &list, 100000);
    assert_int_equal(list.num, RSP_LIMIT_MESSAGES);
    for (unsigned i = 0; i < 5000; i++) {
        (void)rsp_grammar_mutate(&grammar, &list, NULL);
        assert_true(list.num <= RSP_LIMIT_MESSAGES);
        assert_true(list.text.len <= RSP_LIMIT_MESSAGES_BYTES);
    }
    rsp_messages_free(&list);
    rsp_grammar_free(&grammar);
}

static void mutate_without_memory_is_safe(void **state) {
    (void)state;
    for (uint64_t fail_at = 1; fail_at < 200; fail_at += 3) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 0);
        rsp_grammar grammar;
        rsp_grammar_init(&grammar, fail_at, NULL, &fuzzed.mem);
        rsp_messages list = {0};
        rsp_messages_init(&list, &fuzzed.mem);
        rsp_grammar_generate(&grammar, &list, 8);
        for (unsigned i = 0; i < 60; i++)
            (void)rsp_grammar_mutate(&grammar, &list, NULL);
        rsp_messages_free(&list);
        rsp_grammar_free(&grammar);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(request_always_is_in_the_table),
        cmocka_unit_test(request_with_facts_uses_them),
        cmocka_unit_test(same_seed_same_sessions),
        cmocka_unit_test(every_mutation_changes_a_session),
        cmocka_unit_test(mutate_of_an_empty_or_full_list_is_safe),
        cmocka_unit_test(mutate_without_memory_is_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
