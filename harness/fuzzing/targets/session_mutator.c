/* Mutation and crossover of sessions by the grammar, for libFuzzer and AFL++.
 * One to four changes per input; one input in eight goes to the byte-level mutator of the engine.
 * See session_mutator.h. */
/* SPDX-License-Identifier: MIT */
#include "session_mutator.h"

#include "grammar/grammar.h"

/* Addresses of the bundled programs: code, data, stack; lengths; ids of the machine's first processes. */
static const uint64_t numbers[] = {
    0x10000, 0x10200, 0x102c4, 0x11000, 0x12000, 0x3ffffff000, 0x3fffffe000, 0,
    1,       2,       3,       4,       8,       0x20,         0x21,         0x40};
static const rsp_grammar_facts facts = {.numbers = numbers, .num_numbers = RSP_ARRAY_LEN(numbers)};

uint8_t session_input(rsp_messages *list, rsp_bytes in) {
    uint8_t choice = fuzz_take_byte(&in);
    if (in.len > 0 && in.ptr[0] == '\n')
        in = rsp_bytes_from(in, 1);
    (void)rsp_messages_read(list, in);
    return choice;
}

void session_runs(rsp_bytes in, session_run *run, unsigned allocations) {
    static rsp_messages list;
    rsp_messages_clear(&list);
    uint8_t choice = session_input(&list, in);
    uint64_t digest = run(&list, choice, 0);
    if (digest % 8 == 0)
        FUZZ_MUST(run(&list, choice, 0) == digest);
    if (digest % 8 == 1)
        (void)run(&list, choice, 1 + digest / 8 % allocations);
}

static bool holds(rsp_bytes bytes, uint8_t byte) {
    return rsp_bytes_index(bytes, byte) < bytes.len;
}

bool session_is_sane(const rsp_messages *list) {
    for (size_t i = 0; i < list->num; i++) {
        rsp_bytes bytes = rsp_messages_bytes(list, i);
        bool twice = list->items[i].kind == RSP_MESSAGE_HURRIED &&
                     rsp_bytes_equal(bytes, rsp_messages_bytes(list, i + 1));
        if (list->items[i].kind == RSP_MESSAGE_RAW || twice || holds(bytes, '#') || holds(bytes, '$'))
            return false;
    }
    return true;
}

/* Writes choice and messages; as many of the last messages are left out as do not fit. */
static size_t put(uint8_t *out, size_t max_size, uint8_t choice, rsp_messages *list) {
    static rsp_buf text;
    for (;;) {
        rsp_buf_clear(&text);
        rsp_buf_push(&text, choice);
        rsp_buf_push(&text, '\n');
        rsp_messages_write(&text, list);
        if (text.len <= max_size || list->num == 0)
            break;
        list->num--;
    }
    size_t len = text.len < max_size ? text.len : max_size;
    memcpy(out, text.ptr, len);
    return len;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    static rsp_messages list;
    static rsp_grammar grammar;
    if (seed % 8 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    grammar.facts = &facts;
    rsp_rng_seed(&grammar.rng, seed);
    rsp_messages_clear(&list);
    uint8_t choice = session_input(&list, rsp_bytes_make(data, size));
    if (rsp_rng_below(&grammar.rng, 16) == 0)
        choice = (uint8_t)('@' + rsp_rng_below(&grammar.rng, 64));
    if (list.num == 0)
        rsp_grammar_generate(&grammar, &list, 1 + rsp_rng_below(&grammar.rng, 10));
    for (uint64_t i = rsp_rng_below(&grammar.rng, 4) + 1; i > 0; i--)
        (void)rsp_grammar_mutate(&grammar, &list, NULL);
    return put(data, max_size, choice, &list);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *two, size_t two_size,
                                 uint8_t *out, size_t max_size, unsigned seed) {
    static rsp_messages a;
    static rsp_messages b;
    static rsp_messages spliced;
    static rsp_grammar grammar;
    rsp_rng_seed(&grammar.rng, seed);
    rsp_messages_clear(&a);
    rsp_messages_clear(&b);
    uint8_t choice = session_input(&a, rsp_bytes_make(one, one_size));
    (void)session_input(&b, rsp_bytes_make(two, two_size));
    rsp_grammar_splice(&grammar, &spliced, &a, &b);
    return put(out, max_size, choice, &spliced);
}
