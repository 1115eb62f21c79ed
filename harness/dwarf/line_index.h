/* Which units have a source file of a name: a search for a line looks at their line tables alone.
 * The debug information of a C library has some thousand units and half a million lines.
 * Private to this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINE_INDEX_H
#define RSP_LINE_INDEX_H

#include "debug_file_state.h"

/* One file of one unit. */
typedef struct line_index_entry {
    uint64_t name; /* hash of the last component of its path */
    uint64_t unit; /* offset of the unit's entry */
} line_index_entry;

/* All-zero is valid: it is made when it is asked for the first time. */
struct line_index {
    bool built;
    line_index_entry *entries; /* by name, then by unit */
    size_t num;
    size_t cap;
};

/* RSP_OK, or RSP_NO_MEMORY. */
rsp_status line_index_make(const rsp_debug_file *file) RSP_MUST_USE;

/* The next unit, in the order of the file, with a file whose name is the last component of `path`; and
 * perhaps others. `at` begins with 0; false at the end. */
bool line_index_next(const rsp_debug_file *file, rsp_bytes path, size_t *at, Dwarf_Die *out);

void line_index_free(struct line_index *index);

#endif
