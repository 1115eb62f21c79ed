/* Where a variable lives at one address of the code, as a description that a condition can be compiled from.
 * A base (a register, or an address of the file) with an offset, perhaps read through pointers.
 * What needs more than that is refused with the reason. Source: DWARF 5, section 2.6. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_LOCATION_H
#define RSP_DEBUG_LOCATION_H

#include "dwarf/debug_file.h"
#include "dwarf/debug_register.h"

RSP_BEGIN_DECLS

/* Most pointers that a location is read through. */
enum { RSP_DEBUG_LOADS = 4 };

/* What the description gives. */
typedef enum rsp_debug_location_kind {
    RSP_DEBUG_IN_MEMORY,   /* the description gives its address */
    RSP_DEBUG_IN_REGISTER, /* it is the register's low bytes; there is nothing but a base */
    RSP_DEBUG_IS_VALUE,    /* the description gives the value itself */
} rsp_debug_location_kind;

/* x = base + offsets[0]; then, num_loads times, x = the 64-bit number at x, plus the next offset. */
typedef struct rsp_debug_location {
    rsp_debug_location_kind kind;
    bool has_register;
    uint32_t base;  /* number of the register in debug information: a general one */
    bool relocated; /* the load bias is to be added to offsets[0] */
    size_t num_loads;
    uint64_t offsets[RSP_DEBUG_LOADS + 1];
} rsp_debug_location;

/* The location of the variable or parameter that rsp_debug_variable calls `entry`, at `address` of the code.
 * RSP_NOT_FOUND: it has no location here (optimized out). RSP_UNSUPPORTED: thread-local, in pieces, or more
 * than a base with offsets. The reason is in `error`. */
rsp_status rsp_debug_location_find(const rsp_debug_file *file, uint64_t entry, uint64_t address,
                                   rsp_debug_location *out, rsp_error *error) RSP_MUST_USE;

/* The number that the description gives for a stopped thread: the variable's address, or for IN_REGISTER and
 * IS_VALUE its value. Else what the thread answered. */
rsp_status rsp_debug_location_eval(const rsp_debug_location *location, const rsp_debug_thread *thread,
                                   uint64_t *out) RSP_MUST_USE;

RSP_END_DECLS

#endif
