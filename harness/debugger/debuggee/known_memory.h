/* What is known of a stopped program's memory. Whoever shows values asks for it piece by piece: first all
 * pieces are noted, then they are read together, in one vectored read, and then they are there. Nothing is
 * read that nobody asked for, but around texts and stacks. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_KNOWN_MEMORY_H
#define RSP_KNOWN_MEMORY_H

#include "core/arena.h"
#include <rsp/client.h>

RSP_BEGIN_DECLS

/* Memory is kept in lines of this size. */
enum { RSP_KNOWN_LINE_BYTES = 64 };

/* A stretch that somebody wants. */
typedef struct rsp_known_want {
    uint64_t address;
    uint64_t len;
} rsp_known_want;

/* What is known of one process. Its storage is in the arena, so nothing has to be freed. */
typedef struct rsp_known_memory {
    rsp_client *client;
    int64_t pid; /* 0: the selected one */
    rsp_arena *arena;
    struct rsp_known_line **lines; /* by address, chained */
    size_t num_lines;
    bool collecting;       /* what is not known is noted, not read */
    rsp_known_want *wants; /* noted */
    size_t num_wants;
    size_t cap_wants;
    rsp_status ended; /* why reading came to an end: RSP_CANCELLED, RSP_TIMEOUT, ...; RSP_OK: it has not */
} rsp_known_memory;

/* Nothing is known yet. `pid` as in rsp_read_memory_vectorized. */
void rsp_known_memory_init(rsp_known_memory *memory, rsp_client *client, int64_t pid, rsp_arena *arena);

/* Notes that a stretch is wanted, unless it is known. More than RSP_LIMIT_KNOWN_BYTES at a time is forgotten.
 */
void rsp_known_memory_want(rsp_known_memory *memory, uint64_t address, uint64_t len);

/* Notes the rest of the line and the next one in the same page: for texts, whose length nobody knows. */
void rsp_known_memory_want_text(rsp_known_memory *memory, uint64_t address);

/* Reads all that was noted, neighbours in one range. RSP_OK also where memory cannot be read; else what ended
 * it, which all further reads return, too. */
rsp_status rsp_known_memory_fetch(rsp_known_memory *memory) RSP_MUST_USE;

/* Exactly `len` bytes: what is known, else RSP_FAULT and a note while collecting, else read. RSP_FAULT: it
 * cannot be read. */
rsp_status rsp_known_memory_read(rsp_known_memory *memory, uint64_t address, uint8_t *dst,
                                 size_t len) RSP_MUST_USE;

/* The same; what is read anyway goes on for `ahead` bytes, at most to the end of the page. */
rsp_status rsp_known_memory_read_ahead(rsp_known_memory *memory, uint64_t address, uint8_t *dst, size_t len,
                                       size_t ahead) RSP_MUST_USE;

/* Memory was written: nothing is known any more. */
void rsp_known_memory_forget(rsp_known_memory *memory);

RSP_END_DECLS

#endif
