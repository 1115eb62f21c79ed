/* What holds of any list of messages, and when two lists are equal.
 * For the fuzz targets messages and mutate.
 * See grammar/messages.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_MESSAGES_CHECK_H
#define FUZZ_MESSAGES_CHECK_H

#include "counted_memory.h"

#include "grammar/grammar.h"

/* A grammar and a list with counted memory. Two bytes are the seed, whose low bits may make an allocation
 * fail or leave no room in the list. The rest is the text of the list; without one the grammar generates it.
 */
void messages_begin(fuzz_mem *mem, rsp_grammar *grammar, rsp_messages *list, rsp_bytes in);

/* Within its limits; each message has a kind, and its bytes lie in the list. */
void messages_must_be_sound(const rsp_messages *list);

/* Whether the first `num` messages of `list` are those of `other` from message `from` on. */
bool messages_are_same(const rsp_messages *list, const rsp_messages *other, size_t from, size_t num);

/* The written list reads back the same. `full`: into a list that has room for these messages only. Lists of
 * more than 64 KiB are not written: they take too long. */
void messages_must_read_back(const rsp_messages *list, bool full);

#endif
