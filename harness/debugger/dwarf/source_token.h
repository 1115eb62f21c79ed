/* Words of a source condition: names, numbers, characters, texts, operators.
 * One at a time, by offset.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SOURCE_TOKEN_H
#define RSP_SOURCE_TOKEN_H

#include <rsp/bytes.h>

typedef enum token_kind {
    TOKEN_END,
    TOKEN_NAME,     /* "x", "a::b" */
    TOKEN_REGISTER, /* "$rax": text without the dollar */
    TOKEN_NUMBER,   /* also a character */
    TOKEN_REAL,     /* "1.5", "1e3", "2.5f" */
    TOKEN_TEXT,     /* content, escapes undone */
    TOKEN_SIGN,     /* an operator or bracket */
} token_kind;

enum { TOKEN_TEXT_MAX = 64 };

/* One word. */
typedef struct token {
    token_kind kind;
    size_t begin; /* in the source */
    size_t end;
    rsp_bytes text;  /* NAME, REGISTER, SIGN: borrowed from the source */
    uint64_t number; /* NUMBER */
    bool is_long;    /* NUMBER: of 64 bits */
    bool is_unsigned;
    double real;   /* REAL */
    bool is_float; /* REAL: a float instead of a double */
    size_t length; /* TEXT */
    uint8_t bytes[TOKEN_TEXT_MAX];
} token;

/* The word at `at` or after the blanks there. */
rsp_status token_read(token *out, rsp_bytes source, size_t at, rsp_error *error);

bool token_is(const token *word, const char *sign);

#endif
