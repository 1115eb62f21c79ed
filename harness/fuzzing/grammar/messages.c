/* The list of messages: its bytes lie in one text that only grows; what changed is written behind it.
 * When the text is full of what is no longer used, it is written anew.
 * See messages.h for the line format. */
/* SPDX-License-Identifier: MIT */
#include "grammar/messages.h"

#include "core/hex.h"
#include "core/limits.h"
#include <rsp/frame.h>

static const char marks[] = {
#define ROW(name, mark) mark,
    RSP_MESSAGE_LIST(ROW)
#undef ROW
};

static bool has_bytes(rsp_message_kind kind) {
    return kind <= RSP_MESSAGE_RAW;
}

void rsp_messages_init(rsp_messages *list, const rsp_mem *mem) {
    list->num = 0;
    rsp_buf_init(&list->text, mem, RSP_LIMIT_MESSAGES_BYTES);
}

void rsp_messages_free(rsp_messages *list) {
    if (!list)
        return;
    list->num = 0;
    rsp_buf_free(&list->text);
}

void rsp_messages_clear(rsp_messages *list) {
    list->num = 0;
    rsp_buf_clear(&list->text);
}

/* A text of only what is in use, with `bytes` behind it. */
static bool pack(rsp_messages *list, rsp_bytes bytes) {
    rsp_buf fresh = {0};
    rsp_buf_init(&fresh, list->text.mem, RSP_LIMIT_MESSAGES_BYTES);
    for (size_t i = 0; i < list->num; i++)
        rsp_buf_append(&fresh, rsp_messages_bytes(list, i));
    rsp_buf_append(&fresh, bytes);
    if (fresh.status != RSP_OK) {
        rsp_buf_free(&fresh);
        return false;
    }
    uint32_t offset = 0;
    for (size_t i = 0; i < list->num; i++) {
        list->items[i].offset = offset;
        offset += list->items[i].len;
    }
    rsp_buf_free(&list->text);
    list->text = fresh;
    return true;
}

static bool lies_in(const rsp_buf *text, rsp_bytes bytes) {
    return text->ptr && bytes.ptr >= text->ptr && bytes.ptr < text->ptr + text->len;
}

/* Puts bytes at the end of the text; they may lie in it, so that growing may move them. */
static bool hold(rsp_messages *list, rsp_bytes bytes) {
    if (bytes.len > RSP_LIMIT_MESSAGES_BYTES)
        return false;
    if (list->text.len + bytes.len > RSP_LIMIT_MESSAGES_BYTES)
        return pack(list, bytes);
    bool inside = lies_in(&list->text, bytes);
    size_t at = inside ? (size_t)(bytes.ptr - list->text.ptr) : 0;
    if (!rsp_buf_reserve(&list->text, bytes.len)) {
        list->text.status = RSP_OK;
        return false;
    }
    if (inside)
        bytes.ptr = list->text.ptr + at;
    rsp_buf_append(&list->text, bytes);
    return true;
}

static rsp_message last_held(const rsp_messages *list, rsp_message_kind kind, size_t len) {
    return (rsp_message){.kind = kind, .offset = (uint32_t)(list->text.len - len), .len = (uint32_t)len};
}

bool rsp_messages_insert(rsp_messages *list, size_t index, rsp_message_kind kind, rsp_bytes bytes) {
    if (!has_bytes(kind))
        bytes.len = 0;
    if (list->num == RSP_LIMIT_MESSAGES || !hold(list, bytes))
        return false;
    if (index > list->num)
        index = list->num;
    memmove(&list->items[index + 1], &list->items[index], (list->num - index) * sizeof(list->items[0]));
    list->items[index] = last_held(list, kind, bytes.len);
    list->num++;
    return true;
}

bool rsp_messages_append(rsp_messages *list, rsp_message_kind kind, rsp_bytes bytes) {
    return rsp_messages_insert(list, list->num, kind, bytes);
}

bool rsp_messages_replace(rsp_messages *list, size_t index, rsp_message_kind kind, rsp_bytes bytes) {
    if (!has_bytes(kind))
        bytes.len = 0;
    if (index >= list->num || !hold(list, bytes))
        return false;
    list->items[index] = last_held(list, kind, bytes.len);
    return true;
}

void rsp_messages_remove(rsp_messages *list, size_t index) {
    if (index >= list->num)
        return;
    list->num--;
    memmove(&list->items[index], &list->items[index + 1], (list->num - index) * sizeof(list->items[0]));
}

bool rsp_messages_copy(rsp_messages *list, const rsp_messages *other, size_t from, size_t num) {
    for (size_t i = from; i < other->num && i - from < num; i++)
        if (!rsp_messages_append(list, other->items[i].kind, rsp_messages_bytes(other, i)))
            return false;
    return true;
}

static rsp_message_kind take_mark(rsp_bytes *line) {
    for (unsigned i = 0; i < RSP_ARRAY_LEN(marks); i++)
        if (rsp_take_byte(line, (uint8_t)marks[i]))
            return (rsp_message_kind)i;
    return RSP_MESSAGE_PACKET;
}

/* One byte off the front of what stands behind a backslash. */
static uint8_t take_escaped(rsp_bytes *rest) {
    uint8_t c = rest->ptr[0];
    const int value = c == 'x' ? rsp_hex_pair(rsp_bytes_from(*rest, 1)) : -1;
    if (value >= 0) {
        *rest = rsp_bytes_from(*rest, 3);
        return (uint8_t)value;
    }
    *rest = rsp_bytes_from(*rest, 1);
    return c == 'n' ? '\n' : c;
}

static uint8_t take_character(rsp_bytes *rest) {
    uint8_t c = rest->ptr[0];
    *rest = rsp_bytes_from(*rest, 1);
    return c == '\\' && rest->len > 0 ? take_escaped(rest) : c;
}

/* Room is taken for what the escapes stand for, not for how they are written: what was within the limits when
 * it was written is so when it is read. */
static bool read_line(rsp_messages *list, rsp_bytes line) {
    rsp_message_kind kind = take_mark(&line);
    if (rsp_bytes_index(line, '\\') == line.len)
        return rsp_messages_append(list, kind, line);
    size_t len = 0;
    for (rsp_bytes rest = line; rest.len > 0; len++)
        (void)take_character(&rest);
    if (!rsp_messages_append(list, kind, rsp_bytes_sub(line, 0, len)))
        return false;
    const rsp_message *item = &list->items[list->num - 1];
    for (uint32_t i = 0; i < item->len; i++)
        list->text.ptr[item->offset + i] = take_character(&line);
    return true;
}

bool rsp_messages_read(rsp_messages *list, rsp_bytes text) {
    while (text.len > 0) {
        rsp_bytes line = rsp_bytes_split(&text, '\n');
        if (line.len > 0 && !read_line(list, line))
            return false;
    }
    return true;
}

static bool is_plain(uint8_t c) {
    return c >= 0x20 && c <= 0x7e && c != '\\';
}

static void write_special(rsp_buf *out, uint8_t c) {
    if (c == '\n') {
        rsp_buf_str(out, "\\n");
    } else if (c == '\\') {
        rsp_buf_str(out, "\\\\");
    } else {
        rsp_buf_str(out, "\\x");
        rsp_hex_append_fixed(out, c, 2);
    }
}

/* By runs: nearly all is plain. */
static void write_bytes(rsp_buf *out, rsp_bytes bytes) {
    while (bytes.len > 0) {
        size_t run = 0;
        while (run < bytes.len && is_plain(bytes.ptr[run]))
            run++;
        rsp_buf_append(out, rsp_bytes_sub(bytes, 0, run));
        if (run < bytes.len)
            write_special(out, bytes.ptr[run++]);
        bytes = rsp_bytes_from(bytes, run);
    }
}

void rsp_messages_write(rsp_buf *out, const rsp_messages *list) {
    for (size_t i = 0; i < list->num; i++) {
        rsp_buf_push(out, (uint8_t)marks[list->items[i].kind]);
        write_bytes(out, rsp_messages_bytes(list, i));
        rsp_buf_push(out, '\n');
    }
}

static void append_broken(rsp_buf *out, rsp_bytes bytes) {
    rsp_buf_push(out, '$');
    rsp_buf_append(out, bytes);
    rsp_buf_push(out, '#');
    rsp_hex_append_fixed(out, (rsp_checksum(bytes) + 1U) & 0xff, 2);
}

void rsp_message_wire(rsp_buf *out, rsp_message_kind kind, rsp_bytes bytes) {
    switch (kind) {
    case RSP_MESSAGE_PACKET:
    case RSP_MESSAGE_HURRIED:
        rsp_frame_packet(out, bytes);
        break;
    case RSP_MESSAGE_BROKEN:
        append_broken(out, bytes);
        break;
    case RSP_MESSAGE_RAW:
        rsp_buf_append(out, bytes);
        break;
    case RSP_MESSAGE_INTERRUPT:
        rsp_buf_push(out, 3);
        break;
    case RSP_MESSAGE_PAUSE:
    case RSP_MESSAGE_RECONNECT:
    case RSP_MESSAGE_KINDS:
        break;
    }
}
