/* Source lines of a program: where the code of a line begins, and which line an address belongs to.
 * A line is found in each file whose path ends in the one asked for.
 * Addresses are those of the file, without a load bias. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_LINE_H
#define RSP_DEBUG_LINE_H

#include "dwarf/debug_file.h"

RSP_BEGIN_DECLS

/* A line of source. `path` is the compiler's, and borrowed from the file. */
typedef struct rsp_debug_line {
    const char *path;
    uint32_t line;
    uint32_t column;  /* 0: not known */
    uint64_t address; /* where the row of the line table begins */
} rsp_debug_line;

/* The addresses at which statements of `line` begin: one for each function or inlined function that has the
 * line, the lowest. Where a function begins there, the address after its prologue. A line without code means
 * the next one that has some; *out_line says which. At most `cap`; *out_num is how many were stored.
 * RSP_NOT_FOUND: no such file, or no code at or after the line, with the reason; RSP_UNSUPPORTED: no debug
 * information. */
rsp_status rsp_debug_line_find(const rsp_debug_file *file, rsp_bytes path, uint32_t line, uint64_t *out,
                               size_t cap, size_t *out_num, uint32_t *out_line,
                               rsp_error *error) RSP_MUST_USE;

/* The line of an address. RSP_NOT_FOUND. */
rsp_status rsp_debug_line_at(const rsp_debug_file *file, uint64_t address, rsp_debug_line *out) RSP_MUST_USE;

/* Whether a statement of the line begins at the address, whatever else does. */
bool rsp_debug_line_begins(const rsp_debug_file *file, uint64_t address, uint32_t line);

/* The stretch of code around an address whose rows have the same line: where a step by line goes on without a
 * stop. *out_statement: a statement of the line begins at the address. RSP_NOT_FOUND. */
rsp_status rsp_debug_line_extent(const rsp_debug_file *file, uint64_t address, uint64_t *out_low,
                                 uint64_t *out_high, bool *out_statement) RSP_MUST_USE;

RSP_END_DECLS

#endif
