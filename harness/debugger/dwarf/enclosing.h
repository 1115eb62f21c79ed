/* The namespaces and classes that a function is declared in: what C++ looks through for a name without parts.
 * A member's definition stands elsewhere than its declaration, and an inlined copy elsewhere than both.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_ENCLOSING_H
#define RSP_ENCLOSING_H

#include "qualified_name.h"

/* By name, the outermost first. Those without a name are left out. */
typedef struct enclosing {
    rsp_bytes names[QUALIFIED_PARTS];
    size_t num;
} enclosing;

/* Around the function that has the innermost of the scopes but `inner`. */
void enclosing_find(die_scopes *scopes, uint32_t inner, enclosing *out);

/* Whether a child of `scope` is declared there. The definition of a static member is a child of the unit, and
 * declared in its class. */
bool enclosing_declares(Dwarf_Die *scope, Dwarf_Die *die);

/* A name as it reads within the outermost `num` of them. False for a text that is no such name. */
bool enclosing_name(const enclosing *around, size_t num, rsp_bytes name, qualified_name *out);

#endif
