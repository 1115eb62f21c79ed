/* TCP reassembly: pieces of a stream in any order, doubled and cut short, come out as the stream, what never
 * came as a gap of its length. Four bytes are where sequence numbers start and what memory there is, then
 * three for each piece. See stream_pieces.h. */
/* SPDX-License-Identifier: MIT */
#include "stream_pieces.h"

enum { MOST_PIECES = 128, MEMORY_BYTES = 16 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    stream_pieces s = {.start = (uint32_t)fuzz_take_number(&in, 4)};
    fuzz_mem mem;
    fuzz_mem_init(&mem, MEMORY_BYTES, s.start % 4 == 3 ? 3 + s.start / 4 % 64 : 0);
    rsp_reassembly_sink sink = stream_pieces_sink(&s);
    rsp_reassembly *r = rsp_reassembly_new(&sink, 4, &mem.mem);
    FUZZ_MUST(r != NULL);
    rsp_segment segment = stream_pieces_begin(&s);
    FUZZ_MUST(rsp_reassembly_feed(r, &segment) == RSP_OK);
    for (unsigned i = 0; i < MOST_PIECES && in.len > 0 && !s.ended; i++) {
        segment = stream_pieces_take(&s, &in);
        segment.frame = i + 2;
        rsp_status status = rsp_reassembly_feed(r, &segment);
        FUZZ_MUST(status == RSP_OK || mem.fail_at > 0);
    }
    rsp_reassembly_finish(r);
    FUZZ_MUST(s.ended);
    rsp_reassembly_free(r);
    FUZZ_MUST(mem.live == 0);
    return 0;
}
