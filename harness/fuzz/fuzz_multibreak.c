/* MultiBreakpoint and jMultiBreakpoint: requests and replies that parse are built again and parse to the
 * same. The first byte chooses form and direction; two more may make an allocation fail. See
 * rsp/multibreak.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/multibreak.h>

enum { MOST_BYTES = 16 << 20 };

typedef rsp_status parse(rsp_multibreak_list *out, rsp_bytes payload, rsp_multibreak_form form,
                         rsp_arena *arena, rsp_error *error);
typedef void build(rsp_buf *out, const rsp_bytes *items, size_t num, rsp_multibreak_form form);

static void round_trip(parse *parse_it, build *build_it, rsp_bytes in, rsp_multibreak_form form) {
    rsp_bytes rest = in;
    fuzz_mem mem;
    fuzz_mem_from(&mem, MOST_BYTES, &rest);
    rsp_arena arena = {.mem = &mem.mem};
    rsp_arena plain = {0};
    rsp_multibreak_list first = {0};
    rsp_multibreak_list again = {0};
    rsp_buf out = {0};
    if (parse_it(&first, rest, form, &arena, NULL) == RSP_OK) {
        build_it(&out, first.items, first.num, form);
        FUZZ_MUST(parse_it(&again, rsp_buf_bytes(&out), form, &plain, NULL) == RSP_OK);
        FUZZ_MUST(first.num == again.num);
        for (size_t i = 0; i < first.num; i++)
            FUZZ_MUST(rsp_bytes_equal(first.items[i], again.items[i]));
    }
    rsp_buf_free(&out);
    rsp_arena_free(&plain);
    rsp_arena_free(&arena);
    FUZZ_MUST(mem.live == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_multibreak_form form = choice & 1 ? RSP_MULTIBREAK_RFC : RSP_MULTIBREAK_LLDB;
    if (choice & 2)
        round_trip(rsp_multibreak_reply_parse, rsp_multibreak_reply_build, in, form);
    else
        round_trip(rsp_multibreak_parse, rsp_multibreak_build, in, form);
    return 0;
}
