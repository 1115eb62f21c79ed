/* Types of a program: what a value of one looks like, members, enumerators, and its name in C.
 * A type is named by a reference; reading it looks through typedefs and qualifiers.
 * What the file says is bounded: chains of types end, sizes are checked by who reads memory. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_TYPE_H
#define RSP_DEBUG_TYPE_H

#include "dwarf/debug_file.h"

RSP_BEGIN_DECLS

/* A type of the file. All-zero is void. */
typedef struct rsp_debug_type_ref {
    uint64_t entry;
    uint32_t dimension; /* of an array with several: those before it are taken off */
} rsp_debug_type_ref;

/* What kind of type it is. */
typedef enum rsp_debug_type_kind {
    RSP_DEBUG_VOID,
    RSP_DEBUG_BOOLEAN,
    RSP_DEBUG_INTEGER, /* characters, too */
    RSP_DEBUG_FLOAT,
    RSP_DEBUG_POINTER,   /* C++ references, too */
    RSP_DEBUG_STRUCTURE, /* classes and unions, too */
    RSP_DEBUG_ARRAY,
    RSP_DEBUG_ENUMERATION,
    RSP_DEBUG_FUNCTION,
    RSP_DEBUG_OTHER, /* known to be there, but not understood */
} rsp_debug_type_kind;

/* A type as it is without typedefs and qualifiers. */
typedef struct rsp_debug_type {
    rsp_debug_type_kind kind;
    const char *name;          /* borrowed from the file; NULL: it has none */
    uint64_t entry;            /* of a structure or enumeration, for its members */
    uint64_t size;             /* bytes; 0: not known */
    bool is_signed;            /* INTEGER, ENUMERATION */
    bool is_character;         /* INTEGER: one letter of a text */
    bool is_reference;         /* POINTER: one that is followed by itself */
    bool is_union;             /* STRUCTURE */
    bool has_count;            /* ARRAY: its length is known */
    uint64_t count;            /* ARRAY: elements */
    rsp_debug_type_ref target; /* what a POINTER points to, elements of an ARRAY */
} rsp_debug_type;

/* RSP_BAD_FILE when the file makes no sense there. */
rsp_status rsp_debug_type_read(const rsp_debug_file *file, rsp_debug_type_ref ref,
                               rsp_debug_type *out) RSP_MUST_USE;

/* A member of a structure. */
typedef struct rsp_debug_member {
    const char *name; /* borrowed; NULL: an anonymous structure, or a base class */
    bool is_base;     /* C++: a base class */
    bool is_virtual;  /* a base class whose place is found at run time: the offset means nothing */
    rsp_debug_type_ref type;
    uint64_t offset;     /* bytes from the structure's start */
    uint32_t bit_size;   /* of a bit-field; 0: it is none */
    uint32_t bit_offset; /* from the lowest bit of the byte at `offset`: below 8 */
} rsp_debug_member;

/* The member at `index`, in the order of the source. RSP_NOT_FOUND after the last. */
rsp_status rsp_debug_member_at(const rsp_debug_file *file, const rsp_debug_type *structure, size_t index,
                               rsp_debug_member *out) RSP_MUST_USE;

/* Those from number `first` on, at most `cap`: in one walk. Returns how many were stored. */
size_t rsp_debug_members(const rsp_debug_file *file, const rsp_debug_type *structure, size_t first,
                         rsp_debug_member *out, size_t cap);

/* How many there are. */
size_t rsp_debug_num_members(const rsp_debug_file *file, const rsp_debug_type *structure);

/* The member with this name, also within anonymous members and base classes; the offset is from the start of
 * `structure`. RSP_NOT_FOUND; RSP_UNSUPPORTED: it is in a virtual base class; RSP_LIMIT: it is not among the
 * first RSP_LIMIT_DEBUG_MEMBERS. */
rsp_status rsp_debug_member_find(const rsp_debug_file *file, const rsp_debug_type *structure, rsp_bytes name,
                                 rsp_debug_member *out) RSP_MUST_USE;

/* The enumerator with this value; NULL for none. */
const char *rsp_debug_enumerator_name(const rsp_debug_file *file, const rsp_debug_type *enumeration,
                                      uint64_t value);

/* The value of the enumerator with this name. RSP_NOT_FOUND. */
rsp_status rsp_debug_enumerator_value(const rsp_debug_file *file, const rsp_debug_type *enumeration,
                                      rsp_bytes name, uint64_t *out_value) RSP_MUST_USE;

/* Appends the type as C writes it: "struct item *", "char [16]". */
void rsp_debug_type_append(rsp_buf *out, const rsp_debug_file *file, rsp_debug_type_ref ref);

RSP_END_DECLS

#endif
