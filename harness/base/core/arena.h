/* Memory for a tree that is freed at once: scenario trees, reports, parsed documents.
 * Pointers stay valid until rsp_arena_free. All-zero is a valid empty arena.
 * The status is sticky, like that of rsp_buf. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_ARENA_H
#define RSP_ARENA_H

#include "core/mem.h"
#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* Memory that is allocated piece by piece and freed at once. */
typedef struct rsp_arena {
    struct rsp_arena_block *blocks;
    const rsp_mem *mem;
    size_t limit; /* most bytes in all, 0 for none */
    size_t used;
    rsp_status status;
} rsp_arena;

/* Frees everything; the arena can be used again. NULL is fine. */
void rsp_arena_free(rsp_arena *arena);

/* Zeroed memory aligned for any type; NULL when limit or memory is exhausted. */
void *rsp_arena_alloc(rsp_arena *arena, size_t size);

/* A copy that lives as long as the arena, with a NUL after it that is not counted. {NULL, 0} on failure. */
rsp_bytes rsp_arena_bytes(rsp_arena *arena, rsp_bytes bytes);

/* A copy of a text; "" on failure. */
const char *rsp_arena_str(rsp_arena *arena, const char *text);

/* A formatted text; "" on failure. */
const char *rsp_arena_printf(rsp_arena *arena, const char *fmt, ...) RSP_PRINTF(2, 3);

RSP_END_DECLS

#endif
