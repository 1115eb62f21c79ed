/* TCP reassembly: pieces of a stream in any order, doubled and cut short, come out as the stream, what never
 * came as a gap of its length. Four bytes are where sequence numbers start and what memory there is, then
 * three for each piece. See rsp/reassembly.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/reassembly.h>

enum { STREAM_BYTES = 4096, MOST_PIECES = 128 };

typedef struct seen {
    uint8_t sent[STREAM_BYTES];
    uint64_t position; /* of the next byte that can come out */
    bool ended;
} seen;

static void on_data(void *ctx, rsp_flow *flow, const rsp_flow_bytes *piece) {
    seen *s = ctx;
    (void)flow;
    FUZZ_MUST(piece->from_first && s->position + piece->bytes.len <= STREAM_BYTES);
    FUZZ_MUST(rsp_bytes_equal(piece->bytes, rsp_bytes_make(s->sent + s->position, piece->bytes.len)));
    s->position += piece->bytes.len;
}

static void on_gap(void *ctx, rsp_flow *flow, bool from_first, uint64_t time_ns, uint64_t missing_bytes) {
    seen *s = ctx;
    (void)flow, (void)from_first, (void)time_ns;
    FUZZ_MUST(missing_bytes > 0 && s->position + missing_bytes <= STREAM_BYTES);
    s->position += missing_bytes;
}

static void on_end(void *ctx, rsp_flow *flow, uint64_t time_ns, rsp_flow_end end) {
    (void)flow, (void)time_ns, (void)end;
    ((seen *)ctx)->ended = true;
}

enum {
    HALF = 0x1000,
    ACKED = 0x2000,
    FIN = 0x4000,
    RESET = 0x8000
}; /* above the twelve bits of a piece's place */

static rsp_segment segment_of(const seen *s, uint32_t start, rsp_bytes *in) {
    uint32_t word = (uint32_t)fuzz_take_number(in, 2);
    size_t len = (size_t)fuzz_take_byte(in) * 3;
    bool back = (word & ACKED) != 0;
    rsp_endpoint ends[] = {rsp_endpoint_ipv4(RSP_LOOPBACK, 4000), rsp_endpoint_ipv4(RSP_LOOPBACK, 1234)};
    rsp_segment segment = {.source = ends[back], .target = ends[!back], .flags = RSP_TCP_ACK};
    segment.flags |= word & FIN ? RSP_TCP_FIN : 0;
    segment.flags |= (word & RESET) && (word & FIN) ? RSP_TCP_RST : 0;
    if (back) { /* the other side only acknowledges */
        segment.ack = start + word % STREAM_BYTES;
        return segment;
    }
    segment.seq = start + word % STREAM_BYTES;
    segment.payload = rsp_bytes_sub(rsp_bytes_make(s->sent, STREAM_BYTES), word % STREAM_BYTES, len);
    segment.wire_len = (uint32_t)segment.payload.len;
    if (word & HALF)
        segment.payload.len /= 2;
    return segment;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static seen s;
    rsp_bytes in = rsp_bytes_make(data, size);
    s.position = 0;
    s.ended = false;
    for (size_t i = 0; i < STREAM_BYTES; i++)
        s.sent[i] = (uint8_t)(i * 131 >> 3);
    uint32_t start = (uint32_t)fuzz_take_number(&in, 4);
    fuzz_mem mem;
    fuzz_mem_init(&mem, (size_t)16 << 20, start % 4 == 3 ? 3 + start / 4 % 64 : 0);
    rsp_reassembly_sink sink = {.data = on_data, .gap = on_gap, .end = on_end, .ctx = &s};
    rsp_reassembly *r = rsp_reassembly_new(&sink, 4, &mem.mem);
    FUZZ_MUST(r != NULL);
    rsp_segment segment = {.source = rsp_endpoint_ipv4(RSP_LOOPBACK, 4000),
                           .target = rsp_endpoint_ipv4(RSP_LOOPBACK, 1234),
                           .seq = start - 1,
                           .flags = RSP_TCP_SYN};
    FUZZ_MUST(rsp_reassembly_feed(r, &segment) == RSP_OK);
    for (unsigned i = 0; i < MOST_PIECES && in.len > 0 && !s.ended; i++) {
        segment = segment_of(&s, start, &in);
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
