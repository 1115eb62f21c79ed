/* Entries of debug information: walks that end whatever the file says, and attributes as plain values.
 * Only iteration here: a file that nests its entries deeply must not exhaust the stack.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DIE_H
#define RSP_DIE_H

#include "debug_file_state.h"
#include "debug_function.h"

#include <dwarf.h>

enum { DIE_DEPTH = 48, DIE_SCOPES = 32 };

/* A walk below one entry. */
typedef struct die_walk {
    Dwarf_Die path[DIE_DEPTH]; /* the entry itself is the last */
    size_t depth;              /* 0: at the end */
    size_t steps;              /* that are left */
    bool started;
} die_walk;

/* Begins below `parent`. */
void die_walk_begin(die_walk *walk, const Dwarf_Die *parent);

/* The next entry; `inside`: of those below the last one, if there are any. NULL at the end. */
Dwarf_Die *die_walk_next(die_walk *walk, bool inside);

/* Compile units in order. All-zero starts; false at the end. */
typedef struct die_units {
    Dwarf_CU *unit;
    size_t num;
} die_units;
bool die_next_unit(const rsp_debug_file *file, die_units *units, Dwarf_Die *out);

/* The entry at an offset that die_offset gave. */
bool die_at(const rsp_debug_file *file, uint64_t offset, Dwarf_Die *out);
uint64_t die_offset(Dwarf_Die *die);

/* Attributes. A text or number that is not there is NULL or false. The origin of an inlined or declared entry
 * is looked at, too. */
const char *die_name(Dwarf_Die *die);
bool die_number(Dwarf_Die *die, unsigned name, uint64_t *out);
bool die_flag(Dwarf_Die *die, unsigned name);
/* The entry that an attribute refers to. */
bool die_reference(Dwarf_Die *die, unsigned name, Dwarf_Die *out);
/* The entry of its type; 0: it has none, as void. */
uint64_t die_type(Dwarf_Die *die);

/* Whether functions may stand below: in Fortran and Ada within functions, in C++ within a local class. */
bool die_holds_functions(int tag);

/* Whether the code of an entry is at this address of the file. */
bool die_covers(Dwarf_Die *die, uint64_t address);

/* Where control enters it: what it says, else its first address, else that of its first piece. */
bool die_entry(Dwarf_Die *die, uint64_t *out);

/* The entries around an address: unit, functions, inlined functions, blocks. Innermost last. */
typedef struct die_scopes {
    Dwarf_Die dies[DIE_SCOPES];
    size_t num;
} die_scopes;

/* False when no unit covers the address. */
bool die_scopes_at(const rsp_debug_file *file, uint64_t address, die_scopes *out);

/* --- debug_function.c --- */

/* What an entry of a function says; `depth` is that of none. */
rsp_debug_function debug_function_describe(const rsp_debug_file *file, Dwarf_Die *unit, Dwarf_Die *die);

#endif
