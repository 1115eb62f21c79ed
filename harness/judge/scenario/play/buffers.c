/* A list of buffers, the newest first: those of an inner step go before those of the outer one.
 * Each keeps its status for itself, as any rsp_buf does.
 * See buffers.h. */
/* SPDX-License-Identifier: MIT */
#include "play/buffers.h"

#include "core/limits.h"
#include "core/mem.h"

struct play_buffer {
    rsp_buf buf;
    struct play_buffer *older;
};

rsp_buf *play_buf(play *p) {
    struct play_buffer *made = rsp_mem_alloc(p->room.arena.mem, sizeof *made);
    if (!made) {
        p->room.no_buffer = (rsp_buf){.status = RSP_NO_MEMORY};
        return &p->room.no_buffer;
    }
    *made = (struct play_buffer){.buf = {.mem = p->room.arena.mem, .limit = RSP_LIMIT_VALUE_BYTES},
                                 .older = p->room.buffers};
    p->room.buffers = made;
    return &made->buf;
}

struct play_buffer *play_buffers_mark(const play *p) {
    return p->room.buffers;
}

void play_buffers_release(play *p, const struct play_buffer *mark) {
    while (p->room.buffers != mark) {
        struct play_buffer *gone = p->room.buffers;
        p->room.buffers = gone->older;
        rsp_buf_free(&gone->buf);
        rsp_mem_free(p->room.arena.mem, gone);
    }
}
