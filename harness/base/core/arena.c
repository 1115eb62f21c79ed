/* A chain of blocks that is freed at once.
 * Large requests get a block of their own.
 * Aligned for any type. */
/* SPDX-License-Identifier: MIT */
#include "core/arena.h"

#include "core/limits.h"
#include "core/mem.h"
#include <assert.h>
#include <stdio.h>

struct rsp_arena_block {
    struct rsp_arena_block *next;
    size_t used;
    size_t cap;
    max_align_t data[];
};

void rsp_arena_free(rsp_arena *arena) {
    if (!arena)
        return;
    for (struct rsp_arena_block *b = arena->blocks; b;) {
        struct rsp_arena_block *next = b->next;
        rsp_mem_free(arena->mem, b);
        b = next;
    }
    *arena = (rsp_arena){.mem = arena->mem, .limit = arena->limit};
}

static struct rsp_arena_block *add_block(rsp_arena *arena, size_t size) {
    size_t cap = size > RSP_LIMIT_ARENA_BLOCK_BYTES ? size : (size_t)RSP_LIMIT_ARENA_BLOCK_BYTES;
    struct rsp_arena_block *b = rsp_mem_alloc(arena->mem, sizeof *b + cap);
    if (!b) {
        arena->status = RSP_NO_MEMORY;
        return NULL;
    }
    *b = (struct rsp_arena_block){.next = arena->blocks, .cap = cap};
    arena->blocks = b;
    return b;
}

void *rsp_arena_alloc(rsp_arena *arena, size_t size) {
    if (arena->status != RSP_OK)
        return NULL;
    if (size > (size_t)RSP_LIMIT_BUF_BYTES || (arena->limit && size > arena->limit - arena->used)) {
        arena->status = RSP_LIMIT;
        return NULL;
    }
    const size_t align = sizeof(max_align_t);
    size_t rounded = size ? (size + align - 1) / align * align : align;
    struct rsp_arena_block *b = arena->blocks;
    if (!b || rounded > b->cap - b->used)
        b = add_block(arena, rounded);
    if (!b)
        return NULL;
    unsigned char *at = (unsigned char *)b->data + b->used;
    b->used += rounded;
    arena->used += size;
    return memset(at, 0, rounded);
}

rsp_bytes rsp_arena_bytes(rsp_arena *arena, rsp_bytes bytes) {
    assert(bytes.ptr || bytes.len == 0);
    uint8_t *at = rsp_arena_alloc(arena, bytes.len + 1);
    if (!at)
        return rsp_bytes_make(NULL, 0);
    if (bytes.len)
        memcpy(at, bytes.ptr, bytes.len);
    return rsp_bytes_make(at, bytes.len);
}

const char *rsp_arena_str(rsp_arena *arena, const char *text) {
    rsp_bytes copy = rsp_arena_bytes(arena, rsp_bytes_str(text));
    return copy.ptr ? (const char *)copy.ptr : "";
}

const char *rsp_arena_printf(rsp_arena *arena, const char *fmt, ...) {
    rsp_buf text = {.mem = arena->mem};
    va_list ap;
    va_start(ap, fmt);
    rsp_buf_printf_v(&text, fmt, ap);
    va_end(ap);
    const char *copy = rsp_arena_str(arena, rsp_buf_cstr(&text));
    if (text.status != RSP_OK && arena->status == RSP_OK)
        arena->status = text.status;
    rsp_buf_free(&text);
    return copy;
}
