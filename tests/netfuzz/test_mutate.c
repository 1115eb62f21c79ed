/* Mutations of a list of messages: elements of lists come as often as tables end, within bounds.
 * Many seeds are drawn, so that none of them matters.
 * See make/mutate.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "make/mutate.h"

/* How often an element stands in the payload, one behind the other. */
static size_t repeats(rsp_bytes payload, rsp_bytes element) {
    size_t num = 0;
    size_t at = rsp_bytes_search(payload, element);
    for (; rsp_bytes_starts(rsp_bytes_from(payload, at), element); at += element.len)
        num++;
    return num;
}

static void elements_come_as_often_as_tables_end(void **state) {
    (void)state;
    enum { TRIES = 20000, MOST_BYTES = 64 * 1024 };
    static const size_t wanted[] = {2, 9, 17, 65, 257};
    bool seen[RSP_ARRAY_LEN(wanted)] = {false};
    vocabulary v = {0};
    const uint64_t learnt = 0x1000;
    vocabulary_set_numbers(&v, &learnt, 1);
    const rsp_grammar_facts facts = vocabulary_facts(&v);
    rsp_grammar g;
    rsp_messages list;
    rsp_messages_init(&list, NULL);
    rsp_grammar_init(&g, 1, &facts, NULL);
    for (int i = 0; i < TRIES; i++) {
        rsp_messages_clear(&list);
        assert_true(rsp_messages_append(&list, RSP_MESSAGE_PACKET, RSP_LIT("vCont;s:1;c")));
        mutate_list(&list, &g, &v);
        for (size_t k = 0; k < list.num; k++) {
            const rsp_bytes payload = rsp_messages_bytes(&list, k);
            assert_true(payload.len < MOST_BYTES);
            for (size_t w = 0; w < RSP_ARRAY_LEN(wanted); w++)
                seen[w] = seen[w] || repeats(payload, RSP_LIT(";s:1")) == wanted[w];
        }
    }
    for (size_t w = 0; w < RSP_ARRAY_LEN(wanted); w++)
        assert_true(seen[w]);
    rsp_messages_free(&list);
    rsp_grammar_free(&g);
    vocabulary_free(&v);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(elements_come_as_often_as_tables_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
