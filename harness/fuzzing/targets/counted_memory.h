/* Counted memory for fuzz targets: an allocator that knows how much is live, fails when told to, and ends the
 * target beyond a limit.
 * For targets whose code allocates by input. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_COUNTED_MEMORY_H
#define FUZZ_COUNTED_MEMORY_H

#include "fuzz.h"

#include "core/mem.h"

/* A counting allocator. More than `limit` live bytes fail the target (`soft`: the allocation fails instead).
 * Allocation number `fail_at` fails (from 1; 0: none), and all later ones if `for_good`. */
typedef struct fuzz_mem {
    rsp_mem mem;
    size_t live;
    size_t peak;
    size_t limit;
    uint64_t count;
    uint64_t fail_at;
    bool for_good;
    bool soft;
} fuzz_mem;

void fuzz_mem_init(fuzz_mem *mem, size_t limit, uint64_t fail_at);

/* From one or two bytes of the input; for most inputs no allocation fails. */
void fuzz_mem_from(fuzz_mem *mem, size_t limit, rsp_bytes *in);

#endif
