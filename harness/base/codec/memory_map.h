/* The memory map of a stub: which memory there is, and of what kind: qXfer:memory-map:read.
 * Flash has blocks, which are erased as a whole.
 * Source: GDB manual, Memory Map Format. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MEMORY_MAP_H
#define RSP_MEMORY_MAP_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* What kind of memory it is. */
typedef enum rsp_memory_kind {
    RSP_MEMORY_RAM,
    RSP_MEMORY_ROM,
    RSP_MEMORY_FLASH,
} rsp_memory_kind;

/* One region. */
typedef struct rsp_memory_region {
    uint64_t start;
    uint64_t len;
    uint64_t block; /* bytes of a block of flash; 0 elsewhere */
    rsp_memory_kind kind;
} rsp_memory_region;

/* The regions by their start, at most `cap`. *out_num is how many there are in `out`. RSP_MALFORMED, as GDB
 * refuses a map: no such document, a number or a kind that is none, flash without a block size, regions that
 * overlap. RSP_LIMIT beyond `cap`; RSP_NO_MEMORY. */
rsp_status rsp_memory_map_read(rsp_bytes document, rsp_memory_region *out, size_t cap, size_t *out_num,
                               rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
