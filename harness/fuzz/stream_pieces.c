/* Two bytes are a piece's place and what is odd about it, one its length.
 * The other side only acknowledges.
 * See stream_pieces.h. */
/* SPDX-License-Identifier: MIT */
#include "stream_pieces.h"

enum { HALF = 0x1000, ACKED = 0x2000, FIN = 0x4000, RESET = 0x8000 }; /* above the twelve bits of the place */

/* The same for all. */
static rsp_bytes stream(void) {
    static uint8_t sent[STREAM_BYTES];
    for (size_t i = 0; sent[STREAM_BYTES - 1] == 0 && i < STREAM_BYTES; i++)
        sent[i] = (uint8_t)(i * 131 >> 3);
    return rsp_bytes_make(sent, STREAM_BYTES);
}

static void on_data(void *ctx, rsp_flow *flow, const rsp_flow_bytes *piece) {
    stream_pieces *s = ctx;
    (void)flow;
    FUZZ_MUST(piece->from_first && s->position + piece->bytes.len <= STREAM_BYTES);
    FUZZ_MUST(rsp_bytes_equal(piece->bytes, rsp_bytes_sub(stream(), s->position, piece->bytes.len)));
    s->position += piece->bytes.len;
}

static void on_gap(void *ctx, rsp_flow *flow, bool from_first, uint64_t time_ns, uint64_t missing_bytes) {
    stream_pieces *s = ctx;
    (void)flow, (void)from_first, (void)time_ns;
    FUZZ_MUST(missing_bytes > 0 && s->position + missing_bytes <= STREAM_BYTES);
    s->position += missing_bytes;
}

static void on_end(void *ctx, rsp_flow *flow, uint64_t time_ns, rsp_flow_end end) {
    (void)flow, (void)time_ns, (void)end;
    ((stream_pieces *)ctx)->ended = true;
}

rsp_reassembly_sink stream_pieces_sink(stream_pieces *s) {
    return (rsp_reassembly_sink){.data = on_data, .gap = on_gap, .end = on_end, .ctx = s};
}

static rsp_segment between(bool back, unsigned flags) {
    rsp_tcp_endpoint ends[] = {rsp_tcp_endpoint_ipv4(RSP_LOOPBACK, 4000),
                               rsp_tcp_endpoint_ipv4(RSP_LOOPBACK, 1234)};
    return (rsp_segment){.source = ends[back], .target = ends[!back], .flags = (uint8_t)flags};
}

rsp_segment stream_pieces_begin(const stream_pieces *s) {
    rsp_segment segment = between(false, RSP_TCP_SYN);
    segment.seq = s->start - 1;
    return segment;
}

rsp_segment stream_pieces_take(const stream_pieces *s, rsp_bytes *in) {
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
