/* Values of expressions: numbers, bytes, lists. Made in an arena, never changed afterwards.
 * Bytes stand for numbers where a number is wanted: as hex digits, as they are written on the wire.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_VALUE_H
#define RSP_SCENARIO_VALUE_H

#include "core/arena.h"
#include <stdbool.h>

/* What a value is. NONE: it has none. */
typedef enum value_kind { VALUE_NONE, VALUE_INT, VALUE_BYTES, VALUE_LIST } value_kind;

typedef struct value {
    value_kind kind;
    uint64_t number;
    rsp_bytes bytes;
    const struct value *items;
    size_t num;
} value;

/* Values of a number, of borrowed bytes, and of a borrowed list. */
static inline value value_int(uint64_t number) {
    return (value){.kind = VALUE_INT, .number = number};
}

static inline value value_bytes(rsp_bytes bytes) {
    return (value){.kind = VALUE_BYTES, .bytes = bytes};
}

static inline value value_list(const value *items, size_t num) {
    return (value){.kind = VALUE_LIST, .items = items, .num = num};
}

/* A number, or text that is one in hex. False otherwise. */
bool value_number(const value *v, uint64_t *out);

/* Equal as numbers when one of them is a number, as thread ids when both look like one, else byte by byte. */
bool value_equal(const value *a, const value *b);

/* As it goes into a payload: a number in hex, bytes as they are, a list joined by ','. */
void value_append(rsp_buf *out, const value *v);

/* As it is shown: 0x20000, printable text, [a, b]. */
void value_show(rsp_buf *out, const value *v);

/* A list with one item more. Only the newest of the lists made from one another may grow further. */
value value_list_add(rsp_arena *arena, const value *list, value item);

/* Names with values. All-zero is empty; entries live in `arena`. */
typedef struct scope_entry {
    const char *name;
    value v;
    struct scope_entry *next;
} scope_entry;

typedef struct scope {
    rsp_arena *arena;
    scope_entry *entries;
} scope;

bool scope_set(scope *s, const char *name, value v);
const value *scope_get(const scope *s, rsp_bytes name);

#endif
