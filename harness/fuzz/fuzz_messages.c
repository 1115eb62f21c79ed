/* Sessions as text: any bytes are read, what is written reads back the same, mutation stays within limits.
 * The first bytes seed the grammar; the rest is the text.
 * See rsp/messages.h, rsp/grammar.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/grammar.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_messages first;
    static rsp_messages again;
    static rsp_buf text;
    rsp_bytes in = rsp_bytes_make(data, size);
    rsp_grammar grammar;
    rsp_grammar_init(&grammar, fuzz_take_number(&in, 2), NULL, NULL);
    rsp_messages_clear(&first);
    (void)rsp_messages_read(&first, in);
    for (unsigned i = 0; i < 3; i++) {
        rsp_messages_clear(&again);
        rsp_buf_clear(&text);
        rsp_messages_write(&text, &first);
        FUZZ_MUST(rsp_messages_read(&again, rsp_buf_bytes(&text)) && again.num == first.num);
        for (size_t at = 0; at < first.num; at++)
            FUZZ_MUST(first.items[at].kind == again.items[at].kind &&
                      rsp_bytes_equal(rsp_messages_bytes(&first, at), rsp_messages_bytes(&again, at)));
        size_t touched = 0;
        (void)rsp_grammar_mutate(&grammar, &first, &touched);
        FUZZ_MUST(first.num <= RSP_LIMIT_MESSAGES && first.text.len <= RSP_LIMIT_MESSAGES_BYTES);
    }
    rsp_grammar_free(&grammar);
    return 0;
}
