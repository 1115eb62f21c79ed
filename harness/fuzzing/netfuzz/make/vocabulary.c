/* Words are kept until there is no more room, each once: the first ones lead to the most states.
 * See vocabulary.h for what they are for.
 * Over-long requests are left out. */
/* SPDX-License-Identifier: MIT */
#include "make/vocabulary.h"
#include "core/mem.h"

enum { MAX_WORD_BYTES = 512 };

static const uint64_t lengths[] = {1, 4, 8, 0x40, 0x100, 0x400, 0x1000, 0x4000, 0x10000};

void vocabulary_free(vocabulary *v) {
    for (size_t i = 0; i < v->num_words; i++)
        rsp_mem_free(v->mem, v->word_text[i]);
}

void vocabulary_add_word(vocabulary *v, rsp_bytes request) {
    if (request.len == 0 || request.len > MAX_WORD_BYTES || v->num_words == MAX_WORDS)
        return;
    for (size_t i = 0; i < v->num_words; i++)
        if (rsp_bytes_equal(v->words[i], request))
            return;
    uint8_t *copy = rsp_mem_alloc(v->mem, request.len);
    if (!copy)
        return;
    memcpy(copy, request.ptr, request.len);
    v->word_text[v->num_words] = copy;
    v->words[v->num_words++] = rsp_bytes_make(copy, request.len);
}

void vocabulary_set_numbers(vocabulary *v, const uint64_t *learnt, size_t num) {
    size_t most = MAX_NUMBERS - RSP_ARRAY_LEN(lengths);
    v->num_learnt = num < most ? num : most;
    if (v->num_learnt > 0)
        memcpy(v->numbers, learnt, v->num_learnt * sizeof *learnt);
    memcpy(v->numbers + v->num_learnt, lengths, sizeof lengths);
    v->num_numbers = v->num_learnt + RSP_ARRAY_LEN(lengths);
}

rsp_grammar_facts vocabulary_facts(const vocabulary *v) {
    return (rsp_grammar_facts){
        .numbers = v->numbers, .num_numbers = v->num_numbers, .words = v->words, .num_words = v->num_words};
}
