/* Variables in scope at an address of the code: locals, parameters, statics and globals.
 * The innermost block comes first, inlined functions before the function they are inlined into.
 * Names and types only; where a variable lives is debug_location.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_VARIABLE_H
#define RSP_DEBUG_VARIABLE_H

#include "dwarf/debug_file.h"
#include "dwarf/debug_type.h"

RSP_BEGIN_DECLS

/* What kind of variable it is. */
typedef enum rsp_debug_variable_kind {
    RSP_DEBUG_PARAMETER,
    RSP_DEBUG_LOCAL,  /* statics of a function, too */
    RSP_DEBUG_GLOBAL, /* of the unit, or of another one */
} rsp_debug_variable_kind;

/* A variable of the file. */
typedef struct rsp_debug_variable {
    const char *name; /* borrowed from the file */
    rsp_debug_variable_kind kind;
    uint64_t entry; /* for rsp_debug_location_pieces */
    rsp_debug_type_ref type;
    uint32_t line;  /* of its declaration; 0: not known */
    uint32_t depth; /* blocks and inlined functions around it, from the innermost: 0 is the nearest */
} rsp_debug_variable;

/* Those of the functions around an address, at most `cap`; a name that is hidden by an inner one comes after
 * it. Returns how many were stored. */
size_t rsp_debug_variables_at(const rsp_debug_file *file, uint64_t address, rsp_debug_variable *out,
                              size_t cap);

/* The globals and statics of the unit around an address, from number `first` on; as above. */
size_t rsp_debug_globals_at(const rsp_debug_file *file, uint64_t address, size_t first,
                            rsp_debug_variable *out, size_t cap);

/* What a name means at an address, as C and C++ have it: the innermost variable of the function (one that is
 * inlined there has its own, and none of its caller's), then one of the namespaces and classes around the
 * function, of the unit, of another unit. A name of C++ may have its namespaces: "config::depth". The `inner`
 * innermost scopes at the address are left out: for a function into which another one is inlined there.
 * RSP_NOT_FOUND. */
rsp_status rsp_debug_variable_find_outside(const rsp_debug_file *file, uint64_t address, uint32_t inner,
                                           rsp_bytes name, rsp_debug_variable *out) RSP_MUST_USE;

/* The same with all scopes. */
RSP_MUST_USE static inline rsp_status rsp_debug_variable_find(const rsp_debug_file *file, uint64_t address,
                                                              rsp_bytes name, rsp_debug_variable *out) {
    return rsp_debug_variable_find_outside(file, address, 0, name, out);
}

/* An enumerator by its name, of the scopes, namespaces and classes around an address, or of its unit: its
 * value, and its type. It may have names before it: "space::Colour::red". RSP_NOT_FOUND. */
rsp_status rsp_debug_enumerator_find(const rsp_debug_file *file, uint64_t address, rsp_bytes name,
                                     uint64_t *out_value, rsp_debug_type_ref *out_type) RSP_MUST_USE;

RSP_END_DECLS

#endif
