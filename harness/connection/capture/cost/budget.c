/* Each block has its size in front, so that what is freed is known.
 * The prefix is as large as the strictest alignment.
 * See budget.h. */
/* SPDX-License-Identifier: MIT */
#include "budget.h"

#include <stdlib.h>

typedef union prefix {
    size_t size;
    max_align_t align;
} prefix;

static void *budget_realloc(void *ctx, void *ptr, size_t size) {
    budget *b = ctx;
    prefix *old = ptr ? (prefix *)ptr - 1 : NULL;
    size_t had = old ? old->size : 0;
    if (size == 0) {
        b->held_bytes -= had;
        free(old);
        return NULL;
    }
    if (size > SIZE_MAX - sizeof(prefix))
        return NULL;
    size_t whole = size + sizeof(prefix);
    if (whole > had && whole - had > b->limit_bytes - b->held_bytes)
        return NULL;
    prefix *block = realloc(old, whole);
    if (!block)
        return NULL;
    block->size = whole;
    b->held_bytes = b->held_bytes - had + whole;
    if (b->held_bytes > b->most_bytes)
        b->most_bytes = b->held_bytes;
    return block + 1;
}

void budget_init(budget *b, size_t limit_bytes) {
    *b = (budget){.mem = {.realloc = budget_realloc, .ctx = b}, .limit_bytes = limit_bytes};
}
