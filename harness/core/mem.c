/* The default allocator and the one that fails on request.
 * Everything that allocates goes through these four functions.
 * A NULL rsp_mem is malloc. */
/* SPDX-License-Identifier: MIT */
#include <rsp/mem.h>

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
