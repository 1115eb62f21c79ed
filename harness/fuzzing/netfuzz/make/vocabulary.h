/* What sequences are made of, beyond the packet table: requests that showed something new, numbers.
 * Numbers are those that replies held, and lengths that buffers often have.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_VOCABULARY_H
#define RSP_NETFUZZ_VOCABULARY_H

#include "grammar/grammar.h"

enum { MAX_WORDS = 96, MAX_NUMBERS = 72 };

/* All-zero is empty. */
typedef struct vocabulary {
    const rsp_mem *mem;
    rsp_bytes words[MAX_WORDS];
    uint8_t *word_text[MAX_WORDS];
    size_t num_words;
    uint64_t numbers[MAX_NUMBERS];
    size_t num_learnt; /* of the numbers, from the first: those of replies */
    size_t num_numbers;
} vocabulary;

void vocabulary_free(vocabulary *v);
void vocabulary_add_word(vocabulary *v, rsp_bytes request);

/* The numbers that replies held up to now take the place of those before. */
void vocabulary_set_numbers(vocabulary *v, const uint64_t *learnt, size_t num);

/* For the grammar; valid while the vocabulary is. */
rsp_grammar_facts vocabulary_facts(const vocabulary *v);

#endif
