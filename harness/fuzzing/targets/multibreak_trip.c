/* The first parse has counted memory, the second as much as it wants.
 * Items are compared one by one.
 * See multibreak_trip.h. */
/* SPDX-License-Identifier: MIT */
#include "multibreak_trip.h"
#include "core/arena.h"
#include "counted_memory.h"

enum { MEMORY_BYTES = 16 << 20 };

void multibreak_trip(multibreak_parse *parse, multibreak_build *build, rsp_bytes in) {
    rsp_multibreak_form form = fuzz_take_byte(&in) & 1 ? RSP_MULTIBREAK_RFC : RSP_MULTIBREAK_LLDB;
    fuzz_mem mem;
    fuzz_mem_from(&mem, MEMORY_BYTES, &in);
    rsp_arena arena = {.mem = &mem.mem};
    rsp_arena plain = {0};
    rsp_multibreak_list first = {0};
    rsp_multibreak_list again = {0};
    rsp_buf out = {0};
    if (parse(&first, in, form, &arena, NULL) == RSP_OK) {
        build(&out, first.items, first.num, form);
        FUZZ_MUST(parse(&again, rsp_buf_bytes(&out), form, &plain, NULL) == RSP_OK);
        FUZZ_MUST(first.num == again.num);
        for (size_t i = 0; i < first.num; i++)
            FUZZ_MUST(rsp_bytes_equal(first.items[i], again.items[i]));
    }
    rsp_buf_free(&out);
    rsp_arena_free(&plain);
    rsp_arena_free(&arena);
    FUZZ_MUST(mem.live == 0);
}
