/* Mutations of a sequence that know how requests are built: fields, numbers, reads and writes of memory.
 * Most of the rest is left to the grammar's own mutations.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_MUTATE_H
#define RSP_NETFUZZ_MUTATE_H

#include "make/vocabulary.h"

/* Applies a few mutations by chance, drawn from the grammar's random numbers. The list may not be empty. */
void mutate_list(rsp_messages *list, rsp_grammar *g, const vocabulary *v);

#endif
