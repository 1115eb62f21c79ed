/* Makes captures in memory: Ethernet, IPv4, TCP, with sequence numbers kept per side.
 * A test says who sends what and in which order frames are written; faults are made by leaving frames out.
 * Side 0 is the debugger at 10.0.0.1:40000, side 1 the stub at 10.0.0.2:1234 unless `ports` says else. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_WIRE_H
#define RSP_CAPTURE_WIRE_H

#include "capture/pcap.h"
#include <rsp/frame.h>

typedef struct capture_wire {
    rsp_buf file;
    uint64_t now_ns;
    uint64_t step_ns; /* between frames; 0 is 1 ms */
    uint32_t seq[2];
    uint16_t ports[2];
    bool no_acks; /* segments carry no acknowledgment */
} capture_wire;

static inline void capture_wire_begin(capture_wire *w) {
    *w = (capture_wire){.now_ns = UINT64_C(1700000000000000000),
                        .step_ns = 1000000,
                        .seq = {1000, UINT32_MAX - 20}, /* the stub's numbers wrap early */
                        .ports = {40000, 1234}};
    rsp_pcap_write_header(&w->file, RSP_LINKTYPE_ETHERNET);
}

static inline void capture_wire_put32(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* A frame with given sequence number; `wire_len` payload bytes on the wire, of which `payload` was captured.
 */
static inline void capture_wire_frame(capture_wire *w, int side, uint32_t seq, uint8_t flags,
                                      rsp_bytes payload, size_t wire_len) {
    enum { HEADERS = 54 };
    uint8_t head[HEADERS] = {[12] = 8, [13] = 0, [14] = 0x45, [22] = 64, [23] = 6};
    size_t ip_len = 40 + wire_len;
    head[16] = (uint8_t)(ip_len >> 8);
    head[17] = (uint8_t)ip_len;
    head[26] = head[30] = 10;
    head[29] = side == 0 ? 1 : 2;
    head[33] = side == 0 ? 2 : 1;
    head[34] = (uint8_t)(w->ports[side] >> 8);
    head[35] = (uint8_t)w->ports[side];
    head[36] = (uint8_t)(w->ports[!side] >> 8);
    head[37] = (uint8_t)w->ports[!side];
    capture_wire_put32(head + 38, seq);
    capture_wire_put32(head + 42, w->no_acks ? 0 : w->seq[!side]);
    head[46] = 5 << 4;
    head[47] = (uint8_t)(flags | (w->no_acks || flags == RSP_TCP_SYN ? 0 : RSP_TCP_ACK));
    rsp_buf frame = {0};
    rsp_buf_append(&frame, rsp_bytes_make(head, sizeof head));
    rsp_buf_append(&frame, payload);
    rsp_pcap_write_frame(&w->file, w->now_ns, rsp_buf_bytes(&frame), HEADERS + wire_len);
    rsp_buf_free(&frame);
    w->now_ns += w->step_ns;
}

static inline void capture_wire_open(capture_wire *w) {
    capture_wire_frame(w, 0, w->seq[0]++, RSP_TCP_SYN, rsp_bytes_make(NULL, 0), 0);
    capture_wire_frame(w, 1, w->seq[1]++, RSP_TCP_SYN | RSP_TCP_ACK, rsp_bytes_make(NULL, 0), 0);
}

static inline void capture_wire_send(capture_wire *w, int side, rsp_bytes bytes) {
    capture_wire_frame(w, side, w->seq[side], 0, bytes, bytes.len);
    w->seq[side] += (uint32_t)bytes.len;
}

/* Sent, received, and not in the capture. */
static inline void capture_wire_lose(capture_wire *w, int side, rsp_bytes bytes) {
    w->seq[side] += (uint32_t)bytes.len;
    w->now_ns += w->step_ns;
}

static inline void capture_wire_packet(capture_wire *w, int side, const char *payload) {
    rsp_buf wire = {0};
    rsp_frame_packet(&wire, rsp_bytes_str(payload));
    capture_wire_send(w, side, rsp_buf_bytes(&wire));
    rsp_buf_free(&wire);
}

static inline void capture_wire_ask(capture_wire *w, const char *request, const char *reply) {
    capture_wire_packet(w, 0, request);
    capture_wire_packet(w, 1, reply);
}

static inline void capture_wire_close(capture_wire *w) {
    for (int side = 0; side < 2; side++)
        capture_wire_frame(w, side, w->seq[side]++, RSP_TCP_FIN, rsp_bytes_make(NULL, 0), 0);
}

#endif
