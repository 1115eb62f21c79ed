/* A list of timed pieces; pieces are taken in order, whole or in part.
 * Nothing is bounded here: the owners look at num_bytes before they push.
 * See queue.h. */
/* SPDX-License-Identifier: MIT */
#include "queue.h"

#include "core/mem.h"
#include <assert.h>
#include <rsp/clock.h>

bool rsp_queue_push(rsp_queue *queue, rsp_bytes bytes, uint64_t time_ns) {
    assert(bytes.ptr || bytes.len == 0);
    assert((queue->head != NULL) == (queue->tail != NULL));
    rsp_piece *piece = rsp_mem_alloc(queue->mem, sizeof *piece + bytes.len);
    if (!piece)
        return false;
    *piece = (rsp_piece){.time_ns = time_ns, .len = bytes.len, .half_close = bytes.len == 0};
    if (bytes.len)
        memcpy(piece->bytes, bytes.ptr, bytes.len);
    if (queue->tail)
        queue->tail->next = piece;
    else
        queue->head = piece;
    queue->tail = piece;
    queue->num_bytes += bytes.len;
    return true;
}

void rsp_queue_pop(rsp_queue *queue) {
    assert(queue->head || queue->num_bytes == 0);
    rsp_piece *piece = queue->head;
    if (!piece)
        return;
    queue->num_bytes -= piece->len - piece->taken;
    queue->head = piece->next;
    if (!queue->head)
        queue->tail = NULL;
    rsp_mem_free(queue->mem, piece);
}

void rsp_queue_clear(rsp_queue *queue) {
    while (queue->head)
        rsp_queue_pop(queue);
}

uint64_t rsp_queue_time(const rsp_queue *queue) {
    return queue->head ? queue->head->time_ns : RSP_NEVER_NS;
}

void rsp_queue_take(rsp_queue *queue, rsp_buf *out, size_t max, uint64_t now_ns, bool one) {
    assert(out);
    while (max && queue->head && queue->head->time_ns <= now_ns) {
        rsp_piece *piece = queue->head;
        rsp_bytes bytes = rsp_bytes_sub(rsp_piece_bytes(piece), 0, max);
        rsp_buf_append(out, bytes);
        if (out->status != RSP_OK)
            return;
        max -= bytes.len;
        piece->taken += bytes.len;
        queue->num_bytes -= bytes.len;
        if (piece->taken == piece->len)
            rsp_queue_pop(queue);
        if (one)
            return;
    }
}
