/* LLDB's search for a Darwin kernel, where the stub names no operating system and pc has its top bit set: the
 * beginning of each page below pc, 128 MiB down or to the first that cannot be read. A few pages tell how
 * long all take. Source: conversations of lldb 19 with openocd. See lldb.h. */
/* SPDX-License-Identifier: MIT */
#include "lldb.h"

enum {
    SAMPLES = 8,
    HEADER_BYTES = 0x200,
    OWN_US = 500, /* what LLDB itself takes for a page */
    NARROW_PAGE = 0x1000,
    WIDE_PAGE = 0x4000,
    SEARCHED = 128 * 1024 * 1024,
};

static bool read_page(lldb *l, uint64_t at) {
    rsp_buf header = {.mem = l->base.options->mem};
    const bool read = lldb_read_memory(l, at, HEADER_BYTES, &header) && header.len == HEADER_BYTES;
    rsp_buf_free(&header);
    return read;
}

unsigned lldb_kernel_seconds(lldb *l) {
    const unsigned bytes = l->pc >= 0 ? l->registers[l->pc].bytes : 0;
    const uint64_t page = bytes > 4 ? WIDE_PAGE : NARROW_PAGE;
    uint64_t pc;
    if (l->has_system || (bytes != 4 && bytes != 8) || !lldb_read_register(l, l->pc, &pc) ||
        !(pc >> (8 * bytes - 1) & 1))
        return 0;
    const uint64_t begin_ns = stage_now(&l->base.stage);
    for (unsigned i = 0; i < SAMPLES; i++)
        if (!read_page(l, (pc & ~(page - 1)) - i * page))
            return 0;
    const uint64_t one_ns = (stage_now(&l->base.stage) - begin_ns) / SAMPLES + OWN_US * RSP_NS_PER_US;
    return (unsigned)(SEARCHED / page * one_ns / RSP_NS_PER_S);
}
