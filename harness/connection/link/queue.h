/* Pieces of a byte stream that are on their way, each with the time at which it arrives.
 * First in, first out; shared by the link to a peer in this process and by shaped links.
 * Owns copies of the bytes. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_QUEUE_H
#define RSP_LINK_QUEUE_H

#include <rsp/bytes.h>

typedef struct rsp_piece {
    struct rsp_piece *next;
    uint64_t time_ns;
    size_t len;
    size_t taken;
    bool half_close; /* no bytes, but the end of them */
    uint8_t bytes[];
} rsp_piece;

/* All-zero is empty, with malloc. */
typedef struct rsp_queue {
    rsp_piece *head;
    rsp_piece *tail;
    size_t num_bytes;
    const rsp_mem *mem;
} rsp_queue;

/* False without memory. An empty piece stands for the half-close. */
bool rsp_queue_push(rsp_queue *queue, rsp_bytes bytes, uint64_t time_ns);
void rsp_queue_pop(rsp_queue *queue);
void rsp_queue_clear(rsp_queue *queue);

/* When the first piece is due, RSP_NEVER_NS without one. */
uint64_t rsp_queue_time(const rsp_queue *queue);

static inline rsp_bytes rsp_piece_bytes(const rsp_piece *piece) {
    return rsp_bytes_make(piece->bytes + piece->taken, piece->len - piece->taken);
}

/* Takes up to `max` bytes of what is due at `now_ns`; only from the first piece when `one`. */
void rsp_queue_take(rsp_queue *queue, rsp_buf *out, size_t max, uint64_t now_ns, bool one);

#endif
