/* Two texts for each value of an enum: a name that files and options use, and words for people.
 * Tables are made from the list that the enum is made from, X(ID, name, text).
 * All texts are constant. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_WORD_H
#define RSP_WORD_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* A row of such a table. */
typedef struct rsp_word {
    const char *name;
    const char *text;
} rsp_word;

/* The X of the list. */
#define RSP_WORD_ROW(id, name, text) {name, text},

/* The row of a value in an array of rows; "?" and "?" for a value that has none. */
#define RSP_WORD_AT(rows, value) rsp_word_at(rows, RSP_ARRAY_LEN(rows), (size_t)(value))

/* The same for `num` rows at a pointer. */
static inline rsp_word rsp_word_at(const rsp_word *rows, size_t num, size_t at) {
    return at < num ? rows[at] : (rsp_word){"?", "?"};
}

RSP_END_DECLS

#endif
