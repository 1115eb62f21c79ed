/* What holds of any list of messages, and when two are the same.
 * For the fuzz targets of messages and of their mutations.
 * See grammar/messages.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_MESSAGES_CHECK_H
#define FUZZ_MESSAGES_CHECK_H

#include "fuzz.h"

#include "grammar/grammar.h"

/* A grammar and a list with counted memory. Two bytes are the seed, whose low bits may make an allocation
 * fail or leave no room in the list; the rest is its text, and where that is none the grammar makes
 * one. */
void messages_begin(fuzz_mem *mem, rsp_grammar *grammar, rsp_messages *list, rsp_bytes in);

/* Within its limits; each message has a kind, and its bytes lie in the list. */
void messages_must_be_sound(const rsp_messages *list);

/* Whether the first `num` messages of `list` are those of `other` from message `from` on. */
bool messages_are_same(const rsp_messages *list, const rsp_messages *other, size_t from, size_t num);

/* What is written reads back the same. `full`: also where so many bytes stand in front of it in a list that
 * it has room for these messages and nothing else. Lists of more than 64 KiB are not written, for their time.
 */
void messages_must_read_back(const rsp_messages *list, bool full);

#endif
