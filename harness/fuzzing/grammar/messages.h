/* A session as a list of messages from the client, with a text form in which seeds and findings are kept.
 * Any bytes are a list, so that a fuzzer may mutate the text; one line is one message.
 * Used by the fuzz targets of harness/fuzzing/targets, by the network fuzzer and by the embed kit. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MESSAGES_H
#define RSP_MESSAGES_H

#include "core/limits.h"
#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* X(name, mark). The mark is the first character of the line; a line that starts with another is
 * a PACKET in whole. */
#define RSP_MESSAGE_LIST(X)                                    \
    X(PACKET, '$')    /* framed; its reply is waited for */    \
    X(HURRIED, '&')   /* framed; the next follows in one go */ \
    X(BROKEN, '#')    /* framed with a wrong checksum */       \
    X(RAW, '=')       /* exactly these: acks, junk, halves */  \
    X(INTERRUPT, '!') /* 0x03 */                               \
    X(PAUSE, '.')     /* nothing is sent, the stub may run */  \
    X(RECONNECT, '^') /* the client goes and comes again */

/* How a message is framed. */
typedef enum rsp_message_kind {
#define RSP_MESSAGE_ENUM(name, mark) RSP_MESSAGE_##name,
    RSP_MESSAGE_LIST(RSP_MESSAGE_ENUM)
#undef RSP_MESSAGE_ENUM
        RSP_MESSAGE_KINDS
} rsp_message_kind;

/* One message. The bytes lie in the list's text at [offset, offset + len): the payload as transmitted
 * (escapes in place, no `$` and checksum) of PACKET, HURRIED and BROKEN, the wire bytes of RAW; nothing
 * else has any. */
typedef struct rsp_message {
    rsp_message_kind kind;
    uint32_t offset;
    uint32_t len;
} rsp_message;

/* All-zero is an empty list with the default allocator. At most RSP_LIMIT_MESSAGES messages. */
typedef struct rsp_messages {
    rsp_message items[RSP_LIMIT_MESSAGES];
    size_t num;
    rsp_buf text; /* private: all bytes, at most RSP_LIMIT_MESSAGES_BYTES */
} rsp_messages;

/* An empty list; `mem` NULL is malloc. */
void rsp_messages_init(rsp_messages *list, const rsp_mem *mem);
void rsp_messages_free(rsp_messages *list); /* NULL is fine; the list is empty and can be used again */
/* Empties the list and keeps its memory. */
void rsp_messages_clear(rsp_messages *list);

/* The bytes of message `index` (empty beyond the end), valid until the list changes. */
static inline rsp_bytes rsp_messages_bytes(const rsp_messages *list, size_t index) {
    if (index >= list->num || list->items[index].len == 0)
        return rsp_bytes_make(NULL, 0);
    return rsp_bytes_make(list->text.ptr + list->items[index].offset, list->items[index].len);
}

/* Inserts a message and moves the rest up; an index beyond the end appends. False, and the list as it was, at
 * the limits or without memory. `bytes` are copied and may lie in the list itself. */
bool rsp_messages_insert(rsp_messages *list, size_t index, rsp_message_kind kind, rsp_bytes bytes);

/* The same at the end. */
bool rsp_messages_append(rsp_messages *list, rsp_message_kind kind, rsp_bytes bytes);

/* The same in place of another message. */
bool rsp_messages_replace(rsp_messages *list, size_t index, rsp_message_kind kind, rsp_bytes bytes);

/* Takes message `index` out (no effect beyond the end). */
void rsp_messages_remove(rsp_messages *list, size_t index);

/* Appends messages [from, from + num) of another list (clamped); false where not all had room. */
bool rsp_messages_copy(rsp_messages *list, const rsp_messages *other, size_t from, size_t num);

/* The text form: a line a message, its mark first; in the bytes `\n`, `\\` and \xNN for what does not print.
 * Lenient: any bytes are read, an unknown mark means PACKET, an unknown escape stands for itself, empty lines
 * count for nothing. False where limits cut the list short (what fitted is there). Writing appends, and what
 * is written reads back the same; only messages without bytes whose kind has none lose nothing. */
bool rsp_messages_read(rsp_messages *list, rsp_bytes text);
/* Appends the list as text. */
void rsp_messages_write(rsp_buf *out, const rsp_messages *list);

/* Appends the wire bytes of one message: nothing for PAUSE and RECONNECT. The checksum of BROKEN is off by
 * one. */
void rsp_message_wire(rsp_buf *out, rsp_message_kind kind, rsp_bytes bytes);

RSP_END_DECLS

#endif
