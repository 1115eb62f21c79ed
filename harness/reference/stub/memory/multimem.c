/* MultiMemRead in both wire forms, built in two passes: what can be read is decided range by range, then
 * counts and data are written. A range that does not fit any more is shortened, later ones are empty.
 * Source: LLDB gdb-remote extensions, MultiMemRead; requirement groups MMR and MMR-RFC. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "memory.h"
#include "recent_reads.h"
#include "trace_frame.h"

#include "codec/escape.h"
#include "codec/multimem.h"
#include "core/limits.h"
#include "core/mem.h"

typedef struct batch {
    rsp_stub *s;
    int64_t pid;
    const rsp_mem_range *ranges;
    size_t num;
    rsp_bytes *chunks; /* per range, into s->scratch */
    size_t room;       /* wire bytes that data may still take */
} batch;

/* Reads one range to the end of s->scratch, no more than fits into the reply. False without memory. */
static bool read_chunk(batch *b, size_t i) {
    rsp_buf *data = &b->s->scratch;
    size_t want = b->ranges[i].len < b->room ? (size_t)b->ranges[i].len : b->room;
    size_t start = data->len;
    uint8_t *at = want > 0 ? rsp_buf_extend(data, want) : NULL;
    if (want > 0 && !at)
        return false;
    size_t got = want > 0 ? stub_read_shown(b->s, b->pid, b->ranges[i].addr, at, want) : 0;
    rsp_bytes chunk = rsp_bytes_make(at, got);
    chunk.len = rsp_escape_fit(chunk, b->room);
    b->room -= rsp_escaped_len(chunk);
    if (got > 0)
        stub_recent_note(b->s, b->pid, b->ranges[i].addr, b->ranges[i].len);
    rsp_buf_truncate(data, start + chunk.len);
    /* The buffer may move as it grows: keep offsets until all is read. */
    b->chunks[i] = rsp_bytes_make(NULL, chunk.len);
    return true;
}

static bool read_all(batch *b) {
    rsp_buf_clear(&b->s->scratch);
    for (size_t i = 0; i < b->num; i++)
        if (!read_chunk(b, i))
            return false;
    const uint8_t *at = b->s->scratch.ptr;
    for (size_t i = 0; i < b->num; i++) {
        b->chunks[i].ptr = at;
        at = at ? at + b->chunks[i].len : NULL;
    }
    return true;
}

static stub_reply_kind answer(batch *b, rsp_buf *reply) {
    size_t limit = b->s->opt.packet_bytes;
    size_t counts = rsp_multimem_counts_bytes(b->ranges, b->num, limit);
    b->room = counts < limit ? limit - counts : 0;
    if (!read_all(b))
        return stub_error(b->s, reply, STUB_E_LIMIT, "out of memory");
    rsp_multimem_reply_build(reply, b->chunks, b->num, b->s->opt.multimem);
    /* Only a great many ranges get here: their counts alone are too long. */
    if (reply->len > limit) {
        rsp_buf_clear(reply);
        stub_error(b->s, reply, STUB_E_LIMIT, "the reply would be too long");
    }
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_multi_mem_read(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    size_t num = 0;
    int64_t pid = 0;
    if (rsp_multimem_parse(NULL, 0, &num, s->request, s->opt.multimem, NULL) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "not a list of ranges");
    rsp_status status = stub_memory_process(s, &pid);
    if (status != RSP_OK)
        return stub_memory_error(s, reply, status);
    /* One block for both arrays: as many as the request holds, which bounds it. */
    rsp_bytes *chunks = rsp_mem_alloc(s->opt.mem, num * (sizeof *chunks + sizeof(rsp_mem_range)));
    if (!chunks)
        return stub_error(s, reply, STUB_E_LIMIT, "out of memory");
    rsp_mem_range *ranges = (rsp_mem_range *)(void *)(chunks + num);
    status = rsp_multimem_parse(ranges, num, &num, s->request, s->opt.multimem, NULL);
    batch b = {.s = s, .pid = pid, .ranges = ranges, .num = num, .chunks = chunks};
    if (status == RSP_OK)
        answer(&b, reply);
    else
        stub_error(s, reply, STUB_E_SYNTAX, "not a list of ranges");
    rsp_mem_free(s->opt.mem, chunks);
    return STUB_REPLY_SEND;
}
