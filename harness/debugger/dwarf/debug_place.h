/* A place in a program as people write it: "file.c:42", "function", "*0x401136".
 * One text can mean several addresses: inlined copies, static functions of the same name.
 * Addresses are those of the file, without a load bias. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_PLACE_H
#define RSP_DEBUG_PLACE_H

#include "dwarf/debug_file.h"
#include "dwarf/debug_line.h"
#include "dwarf/debug_variable.h"

RSP_BEGIN_DECLS

/* Where an address is, for people. */
typedef struct rsp_debug_place {
    uint64_t address;
    bool has_line;
    rsp_debug_line line;
    const char *function; /* the innermost, inlined or not; NULL: not known. Borrowed from the file */
    uint32_t inner;       /* innermost scopes at the address that the place is not in: of calls in line */
    uint32_t outer;       /* the scope of its function, counted from the innermost */
} rsp_debug_place;

/* The addresses that `text` means, at most `cap`. RSP_SYNTAX for a text of none of the forms; the errors of
 * rsp_debug_line_find and rsp_debug_function_find. */
rsp_status rsp_debug_place_find(const rsp_debug_file *file, const char *text, uint64_t *out, size_t cap,
                                size_t *out_num, rsp_error *error) RSP_MUST_USE;

/* What is known of an address. */
rsp_debug_place rsp_debug_place_at(const rsp_debug_file *file, uint64_t address);

/* The same for an address that rsp_debug_place_find gave for `text`. Where an inlined function begins, a line
 * that calls it is the caller's, and so are names there. */
rsp_debug_place rsp_debug_place_meant(const rsp_debug_file *file, const char *text, uint64_t address);

/* Whether a variable of rsp_debug_variables_at is one of the place's function, or of a block around it. */
bool rsp_debug_place_has(const rsp_debug_place *place, const rsp_debug_variable *variable);

/* "count.c:12 in main", with the last component of the path; "0x401136" where nothing is known. */
void rsp_debug_place_append(rsp_buf *out, const rsp_debug_place *place);

RSP_END_DECLS

#endif
