/* Values of a stopped program as a tree: variables of a frame, and what they are made of, page by page.
 * Making children reads nothing but the pointer that they hang on; a page is shown with one vectored read for
 * all of it, and one more for texts behind pointers. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_VALUE_H
#define RSP_VALUE_H

#include "debuggee/stack.h"
#include "dwarf/debug_type.h"
#include "dwarf/debug_variable.h"

RSP_BEGIN_DECLS

/* Where a value is. */
typedef enum rsp_value_home {
    RSP_VALUE_IN_MEMORY,   /* at `address` */
    RSP_VALUE_IN_REGISTER, /* `number` is the low bytes of a general register; of a member its bytes */
    RSP_VALUE_COMPUTED,    /* `number`; it has no place */
    RSP_VALUE_IN_PIECES, /* in several places, or a structure in a register; `address` is for reading alone */
} rsp_value_home;

/* What a value is to the one that it is part of. */
typedef enum rsp_value_role {
    RSP_VALUE_PLAIN,     /* a variable, member or element */
    RSP_VALUE_BASE,      /* a base class: its expression is that of the object */
    RSP_VALUE_ANONYMOUS, /* a structure or union without a name: the same */
    RSP_VALUE_POINTEE,   /* what a pointer points to */
    RSP_VALUE_HIDDEN,    /* a variable whose name means an inner one */
} rsp_value_role;

/* A value. Texts are in the arena of the stop, or the file's. */
typedef struct rsp_value {
    const char *name;
    const char *expression; /* gives the same value in the same frame, but see the roles; NULL: none does */
    rsp_module *module;     /* whose types it has */
    rsp_debug_type_ref ref;
    rsp_debug_type type;
    rsp_value_home home;
    rsp_value_role role;
    uint64_t address;
    uint64_t number;
    uint32_t base;     /* the register, by its number in debug information */
    uint32_t shift;    /* IN_REGISTER: of a member, bits of the register below it */
    uint32_t bit_size; /* of a bit-field; 0: it is none */
    uint32_t bit_offset;
    const struct rsp_debug_found_piece *pieces; /* IN_PIECES: of the whole variable */
    size_t num_pieces;
    const char *trouble; /* why it has no value; NULL: it may have one */
    const char *text;    /* by rsp_values_show */
    bool readable;       /* the same */
} rsp_value;

/* The parameters and locals of a frame (or the globals and statics of its unit), at most `cap`, from number
 * `first` on. Those of functions inlined into it, or that it is inlined into, are not its own. *out_num is
 * how many were stored. RSP_OK; a variable that cannot be read says so in its trouble; else what reading
 * said. */
rsp_status rsp_values_of_frame(const rsp_stack *stack, const rsp_stack_frame *frame, bool globals,
                               size_t first, rsp_value *out, size_t cap, size_t *out_num) RSP_MUST_USE;

/* The one with this name in a frame, by the rules of the language. RSP_NOT_FOUND. */
rsp_status rsp_value_of_name(const rsp_stack *stack, const rsp_stack_frame *frame, rsp_bytes name,
                             rsp_value *out) RSP_MUST_USE;

/* How many parts it has: members and what it points to are named, elements are indexed. Reads the pointer. */
rsp_status rsp_value_count(const rsp_stack *stack, const rsp_value *value, uint64_t *out_named,
                           uint64_t *out_indexed) RSP_MUST_USE;

/* Its parts from number `first` on, named ones before indexed ones, at most `cap`; *out_num is how many were
 * stored. They are not shown yet. */
rsp_status rsp_value_parts(const rsp_stack *stack, const rsp_value *value, uint64_t first, rsp_value *out,
                           size_t cap, size_t *out_num) RSP_MUST_USE;

/* Fills in text and readable of all of them. `hex`: integers in hexadecimal. What cannot be read says so;
 * other failures are what ended reading. */
rsp_status rsp_values_show(const rsp_stack *stack, rsp_value *values, size_t num, bool hex) RSP_MUST_USE;

/* The number that it is, extended as its type says. RSP_FAULT; RSP_UNSUPPORTED: it is none of at most 8
 * bytes. */
rsp_status rsp_value_number(const rsp_stack *stack, const rsp_value *value, uint64_t *out) RSP_MUST_USE;

/* The address of what can be looked at in memory: of the value, or for a pointer what it points to. False:
 * there is none. */
bool rsp_value_memory(const rsp_stack *stack, const rsp_value *value, uint64_t *out);

/* A copy with all its texts and pieces in an arena, but not what rsp_values_show gave; NULL: no memory. */
rsp_value *rsp_value_copy(rsp_arena *arena, const rsp_value *value);

/* Appends its type as C writes it. */
void rsp_value_type_append(rsp_buf *out, const rsp_value *value);

RSP_END_DECLS

#endif
