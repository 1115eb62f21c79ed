/* Mutated sessions are sound lists that read back; messages before the change are untouched.
 * Two bytes seed the grammar and choose memory and room; the rest is a session as text.
 * See grammar/grammar.h, messages_check.h. */
/* SPDX-License-Identifier: MIT */
#include "messages_check.h"

enum { MUTATIONS = 3 };

static void mutate(rsp_grammar *grammar, rsp_messages *list) {
    static rsp_messages before;
    size_t at = 0;
    rsp_messages_clear(&before);
    FUZZ_MUST(rsp_messages_copy(&before, list, 0, list->num));
    rsp_mutation mutation = rsp_grammar_mutate(grammar, list, &at);
    FUZZ_MUST((unsigned)mutation < RSP_MUTATION_COUNT);
    FUZZ_MUST(mutation == RSP_MUTATION_SWAP || messages_are_same(&before, list, 0, at));
    messages_must_be_sound(list);
    messages_must_read_back(list, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_mem mem;
    rsp_grammar grammar;
    rsp_messages list;
    rsp_messages spliced;
    messages_begin(&mem, &grammar, &list, rsp_bytes_make(data, size));
    rsp_messages_init(&spliced, &mem.mem);
    for (unsigned i = 0; i < MUTATIONS; i++)
        mutate(&grammar, &list);
    rsp_grammar_splice(&grammar, &spliced, &list, &list);
    messages_must_be_sound(&spliced);
    messages_must_read_back(&spliced, false);
    rsp_messages_free(&spliced);
    rsp_messages_free(&list);
    rsp_grammar_free(&grammar);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
