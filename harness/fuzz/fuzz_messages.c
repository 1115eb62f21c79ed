/* Sessions as text: any bytes are read, what is written reads back the same, mutation stays within limits.
 * The first bytes seed the grammar and choose how much is changed; the rest is the text.
 * See rsp/messages.h, rsp/grammar.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/grammar.h>

static void check(const rsp_messages *list) {
    static rsp_messages again;
    static rsp_buf text;
    rsp_messages_clear(&again);
    rsp_buf_clear(&text);
    rsp_messages_write(&text, list);
    FUZZ_MUST(rsp_messages_read(&again, rsp_buf_bytes(&text)) && again.num == list->num);
    for (size_t at = 0; at < list->num; at++) {
        FUZZ_MUST(list->items[at].kind == again.items[at].kind &&
                  rsp_bytes_equal(rsp_messages_bytes(list, at), rsp_messages_bytes(&again, at)));
        FUZZ_MUST(*rsp_message_kind_text(list->items[at].kind) != '?');
    }
    FUZZ_MUST(list->num <= RSP_LIMIT_MESSAGES && list->text.len <= RSP_LIMIT_MESSAGES_BYTES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_messages list;
    static rsp_messages spliced;
    static const uint8_t large[1 << 18];
    rsp_bytes in = rsp_bytes_make(data, size);
    uint64_t seed = fuzz_take_number(&in, 2);
    fuzz_mem mem;
    fuzz_mem_init(&mem, (size_t)64 << 20, seed % 8 == 1 ? 1 + seed / 8 % 64 : 0);
    rsp_grammar grammar;
    rsp_grammar_init(&grammar, seed, NULL, &mem.mem);
    rsp_messages_init(&list, &mem.mem);
    rsp_messages_init(&spliced, &mem.mem);
    if (!rsp_messages_read(&list, in) || list.num == 0)
        rsp_grammar_generate(&grammar, &list, 1 + in.len % 8);
    bool often = seed % 1024 == 2; /* until what changes left behind has to be thrown away */
    if (often)
        (void)rsp_messages_append(&list, RSP_MESSAGE_RAW, rsp_bytes_make(large, sizeof large));
    for (unsigned i = often ? 40 : 3; i > 0; i--) {
        if (!often || i == 40)
            check(&list);
        FUZZ_MUST(*rsp_mutation_text(rsp_grammar_mutate(&grammar, &list, NULL)) != '?');
    }
    rsp_grammar_splice(&grammar, &spliced, &list, &list);
    check(&spliced);
    rsp_messages_free(&spliced);
    rsp_messages_free(&list);
    rsp_grammar_free(&grammar);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
