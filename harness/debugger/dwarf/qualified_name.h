/* Names of C++ as people write them: "space::Class::method", "largest<int>", "show(int, char *)".
 * Debug information has such names in parts: an entry is found by those around it, or around its declaration.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_QUALIFIED_NAME_H
#define RSP_QUALIFIED_NAME_H

#include "die.h"

enum { QUALIFIED_PARTS = 8, QUALIFIED_FOUND = 64 };

/* A name taken apart; borrows the text. */
typedef struct qualified_name {
    rsp_bytes parts[QUALIFIED_PARTS]; /* the innermost last */
    size_t num;
    rsp_bytes parameters; /* between the brackets */
    bool has_parameters;
    bool rooted; /* it begins with "::": nothing stands around the first part */
} qualified_name;

/* False for a text that is no such name. */
bool qualified_parse(qualified_name *out, rsp_bytes text);

/* Whether names of variables and types stand in entries with the tag: namespaces and classes. */
bool qualified_is_space(int tag);

/* The entries of a unit with that name, declared or defined. */
typedef struct qualified_found {
    uint64_t entries[QUALIFIED_FOUND];
    size_t num;
} qualified_found;
void qualified_find(const rsp_debug_file *file, Dwarf_Die *unit, const qualified_name *name, bool functions,
                    qualified_found *out);

/* The enumerator of a unit with that name: its value, and its type. An enumeration's own name is needed only
 * where C++ wants it. */
bool qualified_enumerator(Dwarf_Die *unit, const qualified_name *name, uint64_t *out_value,
                          Dwarf_Die *out_type);

/* Whether an entry is one of them, or an instance or definition of one. */
bool qualified_is(Dwarf_Die *die, const qualified_found *found);

#endif
