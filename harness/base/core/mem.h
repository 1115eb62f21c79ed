/* The allocator that objects are given, so that tests can make allocation fail.
 * A NULL rsp_mem always means malloc, realloc and free.
 * rsp_mem_fuzzed fails the n-th allocation, for tests and fuzz targets; rsp_mem_budget bounds a sum. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MEM_H
#define RSP_MEM_H

#include <rsp/bytes.h>
#include <stddef.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* `size` bytes, uninitialised; NULL on failure. As everywhere, mem NULL is malloc. */
void *rsp_mem_alloc(const rsp_mem *mem, size_t size);

/* num * size zeroed bytes; NULL on failure, and where the product overflows. */
void *rsp_mem_calloc(const rsp_mem *mem, size_t num, size_t size);

/* As realloc: NULL on failure, and then `ptr` is still valid. */
void *rsp_mem_realloc(const rsp_mem *mem, void *ptr, size_t size);

/* Frees what one of them gave. NULL is fine. */
void rsp_mem_free(const rsp_mem *mem, void *ptr);

/* Fails the allocation number `fail_at` (from 1) and, when `from_then_on`, all later ones.
 * 0 never fails. `count` tells how many were asked for. */
typedef struct rsp_mem_fuzzed {
    rsp_mem mem;
    uint64_t count;
    uint64_t fail_at;
    int from_then_on;
} rsp_mem_fuzzed;

/* Makes `fuzzed->mem` ready to be handed out; it must outlive its users. */
void rsp_mem_fuzzed_init(rsp_mem_fuzzed *fuzzed, uint64_t fail_at, int from_then_on);

/* A bound on all memory that several objects take together, for any number of threads. Beyond it an
 * allocation fails as if there were no memory. */
typedef struct rsp_mem_budget rsp_mem_budget;

/* A budget of `limit` bytes; NULL without memory. */
rsp_mem_budget *rsp_mem_budget_new(size_t limit);

/* Frees it, after everything that was allocated from it. NULL is fine. */
void rsp_mem_budget_free(rsp_mem_budget *budget);

/* The allocator; valid as long as the budget. */
const rsp_mem *rsp_mem_budget_mem(const rsp_mem_budget *budget);

/* Counts `size` bytes that are allocated elsewhere. False, and nothing is counted, beyond the limit. */
int rsp_mem_budget_take(rsp_mem_budget *budget, size_t size);

/* Bytes counted now. */
size_t rsp_mem_budget_used(const rsp_mem_budget *budget);

RSP_END_DECLS

#endif
