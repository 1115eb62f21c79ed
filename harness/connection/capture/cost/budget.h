/* An allocator with a bound on what is held at a time: refused beyond, as if memory had run out.
 * Everything that one analysis keeps comes from one budget.
 * Private to the capture layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_BUDGET_H
#define RSP_CAPTURE_BUDGET_H

#include "core/mem.h"

/* The allocator and its account, in bytes. */
typedef struct budget {
    rsp_mem mem; /* to be handed out */
    size_t limit_bytes;
    size_t held_bytes;
    size_t most_bytes;
} budget;

/* Begins with nothing held. Blocks point to `b`, which must stay where it is. */
void budget_init(budget *b, size_t limit_bytes);

#endif
