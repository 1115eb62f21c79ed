/* Which units have a source file of a name, and where they call inlined functions: a search for a line looks
 * at these units alone. The debug information of a C library has some thousand, and half a million lines.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINE_INDEX_H
#define RSP_LINE_INDEX_H

#include "core/hash_table.h"
#include "debug_file_state.h"

/* One file of one unit. */
typedef struct line_index_entry {
    uint64_t name; /* hash of the last component of its path */
    uint64_t unit; /* offset of the unit's entry */
} line_index_entry;

/* A call of an inlined function. */
typedef struct line_index_call {
    const char *path; /* of the line that calls it, borrowed from the file; NULL: not known */
    uint32_t line;
    uint64_t address; /* where the inlined code begins */
} line_index_call;

/* All calls of one unit: with templates they are ten thousand entries to look at. */
typedef struct line_index_calls {
    rsp_hash_node node;
    uint64_t unit;
    line_index_call *items;
    size_t num;
    size_t cap;
} line_index_calls;

/* A path that says where it begins, in place of one that does not. */
typedef struct line_index_path {
    rsp_hash_node node;
    const char *part; /* libdw's */
    char *whole;
} line_index_path;

/* All-zero is valid: everything is made when it is asked for the first time. */
struct line_index {
    bool built;
    line_index_entry *entries; /* by name, then by unit */
    size_t num;
    size_t cap;
    rsp_hash_table calls; /* of units that were asked for */
    rsp_hash_table paths; /* that do not begin at the root, by the address of their text */
};

/* RSP_OK, or RSP_NO_MEMORY. */
rsp_status line_index_make(const rsp_debug_file *file) RSP_MUST_USE;

/* The next unit, in the order of the file, with a file whose name is the last component of `path`; and
 * perhaps others. `at` begins with 0; false at the end. */
bool line_index_next(const rsp_debug_file *file, rsp_bytes path, size_t *at, Dwarf_Die *out);

/* The unit's calls; NULL: no memory. */
const line_index_calls *line_index_calls_of(const rsp_debug_file *file, Dwarf_Die *unit);

/* A path of the unit's line table, from the root: the folder in which the compiler ran comes before it where
 * it does not say (libdw leaves that out for DWARF 5). As it is where nobody tells, and without memory. The
 * same text for the same path, which lives as long as the file. */
const char *line_index_whole_path(const rsp_debug_file *file, Dwarf_Die *unit, const char *path);

void line_index_free(struct line_index *index);

#endif
