/* TCP reassembly: pieces in any order, repeated or cut, join to the stream; lost bytes become a gap.
 * Four bytes: the first sequence number, and an allocation that fails. Then three for each piece.
 * See capture/reassembly.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"

#include "capture/reassembly.h"

enum { MEMORY_BYTES = 16 << 20, STREAM_BYTES = 4096, MOST_PIECES = 128 };

typedef struct stream_state {
    uint32_t start;    /* sequence number of the first byte */
    uint64_t position; /* of the next byte to come out */
    bool ended;
} stream_state;

/* Flags of a piece, above the twelve bits of its place. ACKED: the other side acknowledges instead. */
enum { HALF = 0x1000, ACKED = 0x2000, FIN = 0x4000, RESET = 0x8000 };

/* The same bytes for all inputs. */
static rsp_bytes stream(void) {
    static uint8_t sent[STREAM_BYTES];
    for (size_t i = 0; sent[STREAM_BYTES - 1] == 0 && i < STREAM_BYTES; i++)
        sent[i] = (uint8_t)(i * 131 >> 3);
    return rsp_bytes_make(sent, STREAM_BYTES);
}

/* Each byte is the one sent at this position. */
static void on_data(void *ctx, rsp_flow *flow, const rsp_flow_bytes *piece) {
    stream_state *s = ctx;
    (void)flow;
    FUZZ_MUST(piece->from_first && s->position + piece->bytes.len <= STREAM_BYTES);
    FUZZ_MUST(rsp_bytes_equal(piece->bytes, rsp_bytes_sub(stream(), s->position, piece->bytes.len)));
    s->position += piece->bytes.len;
}

static void on_gap(void *ctx, rsp_flow *flow, bool from_first, uint64_t time_ns, uint64_t missing_bytes) {
    stream_state *s = ctx;
    (void)flow, (void)from_first, (void)time_ns;
    FUZZ_MUST(missing_bytes > 0 && s->position + missing_bytes <= STREAM_BYTES);
    s->position += missing_bytes;
}

static void on_end(void *ctx, rsp_flow *flow, uint64_t time_ns, rsp_flow_end end) {
    (void)flow, (void)time_ns, (void)end;
    ((stream_state *)ctx)->ended = true;
}

static rsp_reassembly_sink sink_of(stream_state *s) {
    return (rsp_reassembly_sink){.data = on_data, .gap = on_gap, .end = on_end, .ctx = s};
}

static rsp_segment between(bool back, unsigned flags) {
    rsp_tcp_endpoint ends[] = {rsp_tcp_endpoint_ipv4(RSP_LOOPBACK, 4000),
                               rsp_tcp_endpoint_ipv4(RSP_LOOPBACK, 1234)};
    return (rsp_segment){.source = ends[back], .target = ends[!back], .flags = (uint8_t)flags};
}

static rsp_segment first_segment(const stream_state *s) {
    rsp_segment segment = between(false, RSP_TCP_SYN);
    segment.seq = s->start - 1;
    return segment;
}

/* From three bytes of the input: two for place and flags, one for the length. */
static rsp_segment next_segment(const stream_state *s, rsp_bytes *in) {
    uint32_t word = (uint32_t)fuzz_take_number(in, 2);
    size_t len = (size_t)fuzz_take_byte(in) * 3;
    uint32_t place = word % STREAM_BYTES;
    unsigned end = !(word & FIN) ? 0 : word & RESET ? RSP_TCP_FIN | RSP_TCP_RST : RSP_TCP_FIN;
    rsp_segment segment = between((word & ACKED) != 0, RSP_TCP_ACK | end);
    if (word & ACKED) {
        segment.ack = s->start + place;
        return segment;
    }
    segment.seq = s->start + place;
    segment.payload = rsp_bytes_sub(stream(), place, len);
    segment.wire_len = (uint32_t)segment.payload.len;
    if (word & HALF)
        segment.payload.len /= 2;
    return segment;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    stream_state s = {.start = (uint32_t)fuzz_take_number(&in, 4)};
    fuzz_mem mem;
    fuzz_mem_init(&mem, MEMORY_BYTES, s.start % 4 == 3 ? 3 + s.start / 4 % 64 : 0);
    rsp_reassembly_sink sink = sink_of(&s);
    rsp_reassembly *r = rsp_reassembly_new(&sink, 4, &mem.mem);
    FUZZ_MUST(r != NULL);
    rsp_segment segment = first_segment(&s);
    FUZZ_MUST(rsp_reassembly_feed(r, &segment) == RSP_OK);
    for (unsigned i = 0; i < MOST_PIECES && in.len > 0 && !s.ended; i++) {
        segment = next_segment(&s, &in);
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
