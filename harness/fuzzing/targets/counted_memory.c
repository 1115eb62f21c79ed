/* Each block carries its size in front, so the count of live bytes is exact.
 * What is freed or grown is counted by that.
 * See counted_memory.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"

#include <stdlib.h>

enum { HEAD_BYTES = 16 }; /* keeps the alignment of malloc */

static void *counted_realloc(void *ctx, void *ptr, size_t size) {
    fuzz_mem *m = ctx;
    uint8_t *block = ptr ? (uint8_t *)ptr - HEAD_BYTES : NULL;
    size_t old = 0;
    if (block)
        memcpy(&old, block, sizeof(old));
    if (size == 0) {
        m->live -= old;
        free(block);
        return NULL;
    }
    m->count++;
    if (m->count == m->fail_at || (m->for_good && m->fail_at > 0 && m->count > m->fail_at))
        return NULL;
    bool beyond = size > m->limit || m->live - old + size > m->limit;
    FUZZ_MUST(!beyond || m->soft);
    if (beyond)
        return NULL;
    uint8_t *fresh = realloc(block, HEAD_BYTES + size);
    if (!fresh)
        return NULL;
    memcpy(fresh, &size, sizeof(size));
    m->live = m->live - old + size;
    m->peak = m->live > m->peak ? m->live : m->peak;
    return fresh + HEAD_BYTES;
}

void fuzz_mem_init(fuzz_mem *mem, size_t limit, uint64_t fail_at) {
    *mem = (fuzz_mem){.mem = {.realloc = counted_realloc, .ctx = mem}, .limit = limit, .fail_at = fail_at};
}

void fuzz_mem_from(fuzz_mem *mem, size_t limit, rsp_bytes *in) {
    uint8_t how = fuzz_take_byte(in);
    fuzz_mem_init(mem, limit, how < 192 ? 0 : 1 + fuzz_take_byte(in));
    mem->for_good = how & 1;
}
