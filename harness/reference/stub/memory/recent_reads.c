/* The ranges that the client read last. Their bytes are read anew for each reply, so that none is out of
 * date. A range that is read again moves to the front; the oldest one gives way. Source: LLDB gdb-remote
 * extensions, jThreadsInfo (memory); llvm#223417. */
/* SPDX-License-Identifier: MIT */
#include "recent_reads.h"

#include "memory.h"

#include "core/hex.h"
#include <inttypes.h>

void stub_recent_note(rsp_stub *s, int64_t pid, uint64_t addr, uint64_t len) {
    stub_recent_range *ranges = s->recent.ranges;
    size_t at = 0;
    if (!s->opt.expedite_reads || len == 0 || len > STUB_MOST_RECENT_BYTES)
        return;
    while (at + 1 < STUB_MOST_RECENT &&
           (ranges[at].pid != pid || ranges[at].addr != addr || ranges[at].len != len))
        at++;
    memmove(ranges + 1, ranges, at * sizeof *ranges);
    ranges[0] = (stub_recent_range){.pid = pid, .addr = addr, .len = (uint32_t)len};
}

void stub_recent_forget(rsp_stub *s, int64_t pid) {
    for (size_t i = 0; i < STUB_MOST_RECENT; i++)
        if (pid == 0 || s->recent.ranges[i].pid == pid)
            s->recent.ranges[i] = (stub_recent_range){0};
}

void stub_recent_append(const rsp_stub *s, int64_t pid, size_t most, rsp_buf *json) {
    enum { FRAME_BYTES = 64 }; /* of an entry without its digits */
    const size_t start = json->len;
    uint8_t bytes[STUB_MOST_RECENT_BYTES];
    for (size_t i = 0; i < STUB_MOST_RECENT; i++) {
        const stub_recent_range *range = &s->recent.ranges[i];
        if (range->len == 0 || range->pid != pid ||
            json->len - start + 2 * (size_t)range->len + FRAME_BYTES > most)
            continue;
        const size_t got = stub_read(s, pid, range->addr, bytes, range->len);
        if (got == 0)
            continue;
        rsp_buf_printf(json, "%s{\"address\":%" PRIu64 ",\"bytes\":\"",
                       json->len == start ? ",\"memory\":[" : ",", range->addr);
        rsp_hex_append(json, rsp_bytes_make(bytes, got));
        rsp_buf_str(json, "\"}");
    }
    if (json->len > start)
        rsp_buf_push(json, ']');
}
