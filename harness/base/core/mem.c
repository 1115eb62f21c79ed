/* The default allocator, the one that fails on request, and the one with a limit.
 * Everything that allocates goes through these four functions.
 * A NULL rsp_mem is malloc. */
/* SPDX-License-Identifier: MIT */
#include "core/mem.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *rsp_mem_realloc(const rsp_mem *mem, void *ptr, size_t size) {
    if (mem)
        return mem->realloc(mem->ctx, ptr, size);
    if (size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, size);
}

void *rsp_mem_alloc(const rsp_mem *mem, size_t size) {
    return rsp_mem_realloc(mem, NULL, size ? size : 1);
}

void *rsp_mem_calloc(const rsp_mem *mem, size_t num, size_t size) {
    if (size && num > SIZE_MAX / size)
        return NULL;
    if (!mem)
        return calloc(num ? num : 1, size ? size : 1);
    size_t total = num * size;
    unsigned char *ptr = rsp_mem_alloc(mem, total);
    if (ptr && total > 0)
        memset(ptr, 0, total);
    return ptr;
}

void rsp_mem_free(const rsp_mem *mem, void *ptr) {
    if (ptr)
        (void)rsp_mem_realloc(mem, ptr, 0);
}

static void *fuzzed_realloc(void *ctx, void *ptr, size_t size) {
    rsp_mem_fuzzed *fuzzed = ctx;
    if (size == 0)
        return rsp_mem_realloc(NULL, ptr, 0);
    fuzzed->count++;
    if (fuzzed->fail_at &&
        (fuzzed->from_then_on ? fuzzed->count >= fuzzed->fail_at : fuzzed->count == fuzzed->fail_at))
        return NULL;
    return rsp_mem_realloc(NULL, ptr, size);
}

void rsp_mem_fuzzed_init(rsp_mem_fuzzed *fuzzed, uint64_t fail_at, int from_then_on) {
    *fuzzed = (rsp_mem_fuzzed){.fail_at = fail_at, .from_then_on = from_then_on};
    fuzzed->mem = (rsp_mem){.realloc = fuzzed_realloc, .ctx = fuzzed};
}

/* --- a budget --- */

struct rsp_mem_budget {
    rsp_mem mem;
    size_t limit;
    atomic_size_t used;
};

/* In front of each block, as the interface does not tell the size of what is freed. */
typedef union block_head {
    size_t size;
    max_align_t align;
} block_head;

int rsp_mem_budget_take(rsp_mem_budget *budget, size_t size) {
    size_t before = atomic_fetch_add(&budget->used, size);
    if (before > budget->limit || size > budget->limit - before) {
        atomic_fetch_sub(&budget->used, size);
        return 0;
    }
    return 1;
}

static void *budget_realloc(void *ctx, void *ptr, size_t size) {
    rsp_mem_budget *budget = ctx;
    block_head *old = ptr ? (block_head *)ptr - 1 : NULL;
    const size_t had = old ? old->size : 0;
    if (size == 0) {
        atomic_fetch_sub(&budget->used, had);
        free(old);
        return NULL;
    }
    if (size > SIZE_MAX - sizeof *old || (size > had && !rsp_mem_budget_take(budget, size - had)))
        return NULL;
    block_head *block = realloc(old, sizeof *block + size);
    if (!block) {
        atomic_fetch_sub(&budget->used, size > had ? size - had : 0);
        return NULL;
    }
    if (size < had)
        atomic_fetch_sub(&budget->used, had - size);
    block->size = size;
    return block + 1;
}

rsp_mem_budget *rsp_mem_budget_new(size_t limit) {
    rsp_mem_budget *budget = calloc(1, sizeof *budget);
    if (!budget)
        return NULL;
    budget->limit = limit;
    budget->mem = (rsp_mem){.realloc = budget_realloc, .ctx = budget};
    return budget;
}

void rsp_mem_budget_free(rsp_mem_budget *budget) {
    free(budget);
}

const rsp_mem *rsp_mem_budget_mem(const rsp_mem_budget *budget) {
    return &budget->mem;
}

size_t rsp_mem_budget_used(const rsp_mem_budget *budget) {
    return atomic_load(&budget->used);
}
