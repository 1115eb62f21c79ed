/* Classes of C++'s standard library that hold other values: texts, rows of elements, one object.
 * People mean what these hold, not the members of the class.
 * Known by name and members, as GNU's library (libstdc++) has them. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_HOLDER_H
#define RSP_DEBUG_HOLDER_H

#include "dwarf/debug_register.h"
#include "dwarf/debug_type.h"

RSP_BEGIN_DECLS

/* What it holds. */
typedef enum rsp_debug_holder_kind {
    RSP_DEBUG_HOLDS_NOTHING, /* it is no such class */
    RSP_DEBUG_HOLDS_TEXT,    /* std::string, std::string_view: any bytes, as many as `last` says */
    RSP_DEBUG_HOLDS_ROW,     /* std::vector: elements from the pointer `first` to the pointer `last` */
    RSP_DEBUG_HOLDS_ARRAY,   /* std::array: `first` is the array itself */
    RSP_DEBUG_HOLDS_ONE,     /* std::unique_ptr, std::shared_ptr: `first` points to it, or is 0 */
} rsp_debug_holder_kind;

/* Offsets of members are from the start of the class. */
typedef struct rsp_debug_holder {
    rsp_debug_holder_kind kind;
    rsp_debug_member first;
    rsp_debug_member last;      /* TEXT: the number of characters; ROW: see above */
    rsp_debug_type_ref element; /* the type of what is held */
    uint64_t element_size;      /* bytes, never 0 */
} rsp_debug_holder;

/* What a structure holds. Its answer is kept for the next time. */
rsp_debug_holder rsp_debug_holder_of(const rsp_debug_file *file, const rsp_debug_type *structure);

/* Where the elements of the one at `address` are, and how many: read from the thread. ONE has no or one
 * element. RSP_FAULT; RSP_MALFORMED: its pointers make no sense, as before its constructor has run. */
rsp_status rsp_debug_holder_range(const rsp_debug_holder *holder, const rsp_debug_thread *thread,
                                  uint64_t address, uint64_t *out_first, uint64_t *out_num) RSP_MUST_USE;

RSP_END_DECLS

#endif
