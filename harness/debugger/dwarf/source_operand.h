/* Operands of a source condition while it is translated: typed texts, constants, places in memory.
 * Each operation gives a text of the condition language and the type that C gives it.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SOURCE_OPERAND_H
#define RSP_SOURCE_OPERAND_H

#include "core/arena.h"
#include "debug_type.h"
#include "source_token.h"

/* How tightly a text of the condition language binds. */
enum {
    BIND_EITHER = 1,
    BIND_BOTH = 2,
    BIND_OR = 3,
    BIND_XOR = 4,
    BIND_AND = 5,
    BIND_EQUAL = 6,
    BIND_LESS = 7,
    BIND_SHIFT = 8,
    BIND_SUM = 9,
    BIND_PRODUCT = 10,
    BIND_PREFIX = 11,
    BIND_WHOLE = 12,
};

typedef enum operand_kind {
    OPERAND_CONSTANT, /* number */
    OPERAND_VALUE,    /* text, extended to 64 bits as the type says */
    OPERAND_MEMORY,   /* at address text + number; the text may be empty */
    OPERAND_PIECES,   /* a structure or array that is not in memory; number is the offset of this part */
    OPERAND_STRING,   /* a text in quotes */
    OPERAND_NAME,     /* the thread's name: compared with a text, and nothing else */
} operand_kind;

typedef struct operand_piece operand_piece; /* see source_piece.h */

typedef struct operand {
    operand_kind kind;
    rsp_debug_type type;
    rsp_debug_type_ref ref; /* all-zero: a type of the language's own */
    rsp_bytes text;
    int bind; /* of the text */
    uint64_t number;
    uint32_t bit_size; /* MEMORY: of a bit-field, else 0 */
    uint32_t bit_offset;
    const token *string;
    const operand_piece *pieces; /* PIECES: of all of the structure */
    size_t num_pieces;
    bool is_order; /* of strcmp or compare(): the text says whether both are the same, and only 0 is
                      understood */
} operand;

/* What operations work with. */
typedef struct operand_maker {
    rsp_arena *arena;
    const rsp_debug_file *file;
    rsp_error *error;
    size_t offset; /* of what is translated, for errors */
} operand_maker;

rsp_status operand_fail(const operand_maker *m, rsp_status status, const char *what);

/* Types of the language's own. */
rsp_debug_type operand_integer(uint64_t size, bool is_signed);
operand operand_constant(uint64_t number, rsp_debug_type type);
/* A text whose value is extended as the type says. */
operand operand_text(rsp_bytes text, int bind, rsp_debug_type type);

/* A value's 64 bits cut to its type: of a register, or of wrapped arithmetic. */
operand operand_narrow(const operand_maker *m, const operand *wide, rsp_debug_type type);
/* The text of an operand in a place that needs `bind`: in brackets where it binds less. Of MEMORY: its
 * address. */
rsp_bytes operand_bind(const operand_maker *m, const operand *o, int bind);

/* Whether a number of this type is read from a register: an integer, pointer or the like of at most 8 bytes.
 */
bool operand_fits(const rsp_debug_type *type);
/* A bit-field, whose place is known to `o`, of a number. */
rsp_status operand_bits(const operand_maker *m, operand *o, const operand *number);

/* A place or part with its address moved. */
operand operand_move(const operand_maker *m, const operand *place, uint64_t bytes);
/* What a pointer points to. */
rsp_status operand_follow(const operand_maker *m, operand *o);
/* The number that an operand has as a value: loaded, an array or function as a pointer to it. */
rsp_status operand_value(const operand_maker *m, operand *o);
rsp_status operand_index(const operand_maker *m, operand *base, const operand *index);
rsp_status operand_member(const operand_maker *m, operand *base, rsp_bytes name);
/* The bytes at a place are those of the text up to `whole`, with a zero after its end. `all_there`: so many
 * can be read; else those up to the first difference. */
operand operand_same_bytes(const operand_maker *m, const operand *place, const token *string, size_t whole,
                           bool all_there);
rsp_status operand_address_of(const operand_maker *m, operand *o);
rsp_status operand_prefix(const operand_maker *m, operand *o, char sign);
/* A binary operator of C, by its text. */
rsp_status operand_binary(const operand_maker *m, operand *left, const operand *right, rsp_bytes sign,
                          int bind);

#endif
