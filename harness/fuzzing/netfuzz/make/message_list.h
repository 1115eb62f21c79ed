/* Lists of messages on the heap: copies, equality, and a hash that tells most of them apart.
 * NULL allocators mean the default one, as everywhere.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_MESSAGE_LIST_H
#define RSP_NETFUZZ_MESSAGE_LIST_H

#include "grammar/messages.h"

rsp_messages *message_list_copy(const rsp_mem *mem, const rsp_messages *list); /* NULL without memory */
void message_list_drop(const rsp_mem *mem, rsp_messages *list);                /* NULL is fine */
bool message_list_equal(const rsp_messages *a, const rsp_messages *b);
uint64_t message_list_hash(const rsp_messages *list);

#endif
