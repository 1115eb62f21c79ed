/* The failing check, parts of inputs, digests, and the counting allocator.
 * Each block carries its size in front, so the count of live bytes is exact.
 * See fuzz.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

enum { HEAD_BYTES = 16 }; /* keeps the alignment of malloc */

_Noreturn void fuzz_fail(const char *what, const char *file, int line) {
    (void)fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    abort();
}

uint8_t fuzz_take_byte(rsp_bytes *in) {
    return (uint8_t)fuzz_take_number(in, 1);
}

uint64_t fuzz_take_number(rsp_bytes *in, unsigned bytes) {
    uint64_t number = 0;
    for (unsigned i = 0; i < bytes && in->len > 0; i++) {
        number |= (uint64_t)in->ptr[0] << (8 * i);
        *in = rsp_bytes_from(*in, 1);
    }
    return number;
}

rsp_bytes fuzz_take(rsp_bytes *in, size_t len) {
    rsp_bytes part = rsp_bytes_sub(*in, 0, len);
    *in = rsp_bytes_from(*in, part.len);
    return part;
}

uint64_t fuzz_digest_bytes(uint64_t digest, rsp_bytes bytes) {
    digest = fuzz_digest(digest, bytes.len);
    for (; bytes.len >= 8; bytes = rsp_bytes_from(bytes, 8)) {
        uint64_t word = 0;
        memcpy(&word, bytes.ptr, 8);
        digest = fuzz_digest(digest, word);
    }
    for (size_t i = 0; i < bytes.len; i++)
        digest = fuzz_digest(digest, bytes.ptr[i]);
    return digest;
}

size_t fuzz_piece(uint64_t *state, size_t rest) {
    *state = fuzz_digest(*state, rest);
    size_t len = 1 + (*state >> 7) % 16;
    return len > rest || *state % 32 == 0 ? rest : len;
}

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
