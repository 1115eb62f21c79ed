/* Compares kinds and bytes, not offsets: a list may hold bytes that none of its messages has.
 * Written, a list takes up to four times its bytes; the counted memory leaves that out.
 * See messages_check.h. */
/* SPDX-License-Identifier: MIT */
#include "messages_check.h"
#include "core/limits.h"

enum { MEMORY_BYTES = 64 << 20, MOST_WRITTEN = 1 << 16 };

static const uint8_t zeros[RSP_LIMIT_MESSAGES_BYTES];

/* A message that stays and takes a third of the room; or bytes that no message has any more, which have to be
 * thrown away before anything else can be held. */
static void fill(rsp_messages *list, bool stays) {
    size_t room = RSP_LIMIT_MESSAGES_BYTES - list->text.len;
    size_t len = stays ? room / 3 : room;
    if (rsp_messages_append(list, RSP_MESSAGE_RAW, rsp_bytes_make(zeros, len)) && !stays)
        rsp_messages_remove(list, list->num - 1);
}

void messages_begin(fuzz_mem *mem, rsp_grammar *grammar, rsp_messages *list, rsp_bytes in) {
    uint64_t seed = fuzz_take_number(&in, 2);
    fuzz_mem_init(mem, MEMORY_BYTES, seed % 8 == 1 ? 1 + seed / 8 % 64 : 0);
    rsp_grammar_init(grammar, seed, NULL, &mem->mem);
    rsp_messages_init(list, &mem->mem);
    if (!rsp_messages_read(list, in) || list->num == 0)
        rsp_grammar_generate(grammar, list, 1 + in.len % 8);
    if (seed % 64 == 2)
        fill(list, seed / 64 % 2);
}

static size_t len_of(const rsp_messages *list) {
    size_t len = 0;
    for (size_t i = 0; i < list->num; i++)
        len += list->items[i].len;
    return len;
}

void messages_must_be_sound(const rsp_messages *list) {
    FUZZ_MUST(list->num <= RSP_LIMIT_MESSAGES && list->text.len <= RSP_LIMIT_MESSAGES_BYTES);
    for (size_t i = 0; i < list->num; i++) {
        const rsp_message *m = &list->items[i];
        FUZZ_MUST((unsigned)m->kind < RSP_MESSAGE_KINDS);
        FUZZ_MUST(m->len == 0 || (m->len <= list->text.len && m->offset <= list->text.len - m->len));
    }
}

bool messages_are_same(const rsp_messages *list, const rsp_messages *other, size_t from, size_t num) {
    if (num > list->num || from + num > other->num)
        return false;
    for (size_t i = 0; i < num; i++)
        if (list->items[i].kind != other->items[from + i].kind ||
            !rsp_bytes_equal(rsp_messages_bytes(list, i), rsp_messages_bytes(other, from + i)))
            return false;
    return true;
}

void messages_must_read_back(const rsp_messages *list, bool full) {
    static rsp_messages again;
    static rsp_buf text;
    size_t len = len_of(list);
    if (len > MOST_WRITTEN)
        return;
    rsp_messages_clear(&again);
    rsp_buf_clear(&text);
    rsp_messages_write(&text, list);
    if (full && list->num < RSP_LIMIT_MESSAGES)
        FUZZ_MUST(rsp_messages_append(&again, RSP_MESSAGE_RAW,
                                      rsp_bytes_make(zeros, RSP_LIMIT_MESSAGES_BYTES - len)));
    size_t from = again.num;
    FUZZ_MUST(rsp_messages_read(&again, rsp_buf_bytes(&text)) && again.num == from + list->num);
    FUZZ_MUST(messages_are_same(list, &again, from, list->num));
    messages_must_be_sound(&again);
}
