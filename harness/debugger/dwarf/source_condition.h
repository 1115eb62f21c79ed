/* Conditions in the words of the source: `i == 1999 && name[0] == 120`, translated for one address of the
 * code. The result is a text of the language of docs/conditions.md, whose leaves are registers and memory, so
 * that host, stub and inferior decide it alike. Types give widths and signs, as in C. Does no I/O. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SOURCE_CONDITION_H
#define RSP_SOURCE_CONDITION_H

#include "core/arena.h"
#include "dwarf/debug_file.h"
#include "dwarf/debug_type.h"

RSP_BEGIN_DECLS

/* The language:
 *   names        locals, parameters, statics and globals in scope, enumerators; members of `this`
 *   parts        p->m, s.m, a[i], *p, &x; bit-fields; anonymous members and base classes
 *   constants    12, 0x1f, 017, 12u, 12l, 1.5, 1e-3, 0.1f, 'c', '\n', true, false
 *   texts        name == "abc", name != "abc" for pointers to and arrays of characters, up to
 *                RSP_LIMIT_SOURCE_STRING bytes, compared like strcmp
 *   operators    those of C but assignment, comma and ?:, with C's precedence and conversions; arithmetic
 *                wraps; casts to the integer types
 *   the thread   $_tid, its id; $_thread_name == "abc", $_thread_name != "abc"
 *   the machine  $rax, $a0; u8[e] ... s64[e] for memory at an address
 *   floats       float and double, compared with one another or with constants; !d, -d, (long)d
 * Division by zero and memory that cannot be read leave it without a value. Arithmetic of floating-point
 * values, and what is longer than 8 bytes, are refused. */

/* For which place it is translated. */
typedef struct rsp_source_place {
    const rsp_debug_file *file;
    uint64_t address; /* of the file, without the bias */
    uint64_t bias;    /* what the loader adds */
    uint32_t inner;   /* innermost scopes at the address whose names are not meant: of inlined functions */
} rsp_source_place;

/* A value of the program, as an expression over registers and memory. Texts live in the arena. */
typedef struct rsp_source_value {
    rsp_bytes source; /* as written: "p->count" */
    rsp_bytes text;   /* its value, or the address of it, in the language of docs/conditions.md */
    bool is_address;  /* the text is the address: it is of any type, in memory */
    rsp_debug_type type;
    rsp_debug_type_ref ref; /* for its name; all-zero with a type of the language's own, such as int */
} rsp_source_value;

/* The translation. */
typedef struct rsp_source_condition {
    rsp_source_value value;       /* of all of it; for _condition a number that is 0 or not */
    const rsp_source_value *uses; /* the program's values in it, each once, in the order of the source */
    size_t num_uses;
} rsp_source_condition;

/* Translates `source`, which is copied. The value's text is never longer than RSP_LIMIT_CONDITION_BYTES.
 * Failures have the offset in the source: RSP_SYNTAX; RSP_NOT_FOUND (a name, or a variable that is optimized
 * out); RSP_UNSUPPORTED (a location or type that no condition can read); RSP_RANGE (a number); RSP_LIMIT;
 * RSP_NO_MEMORY. */
rsp_status rsp_source_condition_compile(rsp_source_condition *out, rsp_arena *arena, rsp_bytes source,
                                        const rsp_source_place *place, rsp_error *error) RSP_MUST_USE;

/* The same for any expression, whose value may be a structure or an array: then it is an address. */
rsp_status rsp_source_expression_compile(rsp_source_condition *out, rsp_arena *arena, rsp_bytes source,
                                         const rsp_source_place *place, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
