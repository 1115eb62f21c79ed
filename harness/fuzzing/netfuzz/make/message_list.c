/* Kinds and bytes of messages count, and nothing else.
 * The hash of a list is FNV-1a over both.
 * See message_list.h. */
/* SPDX-License-Identifier: MIT */
#include "make/message_list.h"
#include "core/hash.h"
#include "core/mem.h"

rsp_messages *message_list_copy(const rsp_mem *mem, const rsp_messages *list) {
    rsp_messages *copy = rsp_mem_calloc(mem, 1, sizeof *copy);
    if (!copy)
        return NULL;
    rsp_messages_init(copy, mem);
    if (rsp_messages_copy(copy, list, 0, list->num))
        return copy;
    message_list_drop(mem, copy);
    return NULL;
}

void message_list_drop(const rsp_mem *mem, rsp_messages *list) {
    if (!list)
        return;
    rsp_messages_free(list);
    rsp_mem_free(mem, list);
}

bool message_list_equal(const rsp_messages *a, const rsp_messages *b) {
    if (a->num != b->num)
        return false;
    for (size_t i = 0; i < a->num; i++)
        if (a->items[i].kind != b->items[i].kind ||
            !rsp_bytes_equal(rsp_messages_bytes(a, i), rsp_messages_bytes(b, i)))
            return false;
    return true;
}

uint64_t message_list_hash(const rsp_messages *list) {
    uint64_t hash = RSP_FNV;
    for (size_t i = 0; i < list->num; i++) {
        hash = rsp_fnv_add(hash, 256U + (unsigned)list->items[i].kind);
        hash = rsp_fnv_bytes(hash, rsp_messages_bytes(list, i));
    }
    return hash;
}
