/* One captured frame to one TCP segment: link layer, VLAN tags, IPv4 or IPv6, TCP.
 * Understands Ethernet, Linux cooked v1 and v2, BSD loopback and raw IP; never reads beyond the frame.
 * Source: tcpdump.org, Link-Layer Header Types; RFC 791, 8200, 9293. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SEGMENT_H
#define RSP_SEGMENT_H

#include <rsp/bytes.h>
#include <stdbool.h>

RSP_BEGIN_DECLS

/* One end of a connection. IPv4 addresses are mapped (::ffff:a.b.c.d). */
typedef struct rsp_tcp_endpoint {
    uint8_t address[16];
    uint8_t port[2]; /* big-endian, so that the whole can be compared by memcmp */
} rsp_tcp_endpoint;

/* The port as a number; 0 for an end of a log. */
static inline uint16_t rsp_tcp_endpoint_port(const rsp_tcp_endpoint *end) {
    return (uint16_t)(end->port[0] << 8 | end->port[1]);
}

/* The IPv4 address 127.0.0.1. */
#define RSP_LOOPBACK UINT32_C(0x7f000001)

/* The end with an IPv4 address and a port, both in the byte order of the host. */
rsp_tcp_endpoint rsp_tcp_endpoint_ipv4(uint32_t address, uint16_t port);

/* The address is a mapped IPv4 one. */
bool rsp_tcp_endpoint_is_ipv4(const rsp_tcp_endpoint *end);

/* The ends of a conversation in a debugger's log, which has no addresses: their port is 0. The first is the
 * one that wrote the log. */
extern const rsp_tcp_endpoint rsp_log_ends[2];

/* Whether it is an end of a log. */
static inline bool rsp_tcp_endpoint_is_log(const rsp_tcp_endpoint *end) {
    return rsp_tcp_endpoint_port(end) == 0;
}

/* Appends "127.0.0.1:1234" or "[::1]:1234"; for an end of a log "log". */
void rsp_tcp_endpoint_append(rsp_buf *out, const rsp_tcp_endpoint *end);

/* The flags of a TCP header that matter here. */
enum { RSP_TCP_FIN = 1, RSP_TCP_SYN = 2, RSP_TCP_RST = 4, RSP_TCP_ACK = 16 };

/* One TCP segment as captured, or one run of bytes of a log. */
typedef struct rsp_segment {
    rsp_tcp_endpoint source;
    rsp_tcp_endpoint target;
    uint64_t time_ns; /* since 1970, as captured; set by the reader */
    uint64_t frame;   /* number in the file from 1; set by the reader. In a log the number of the line */
    uint32_t seq;
    uint32_t ack;
    uint32_t wire_len; /* payload bytes on the wire */
    uint32_t ends;     /* rsp_segment_ends, where somebody knows it already; else 0 */
    uint8_t flags;
    bool untimed;      /* nobody knows when: time_ns is 0 */
    rsp_bytes payload; /* what was captured of them; lies in the frame */
} rsp_segment;

/* What a frame was. X(name, text) */
#define RSP_FRAME_CLASS_LIST(X)                      \
    X(TCP, "TCP")                                    \
    X(OTHER, "not TCP")                              \
    X(FRAGMENT, "IP fragment, not reassembled")      \
    X(DAMAGED, "headers cut short or contradictory") \
    X(FOREIGN, "of a link type that is not understood")

/* The class of a frame. */
typedef enum rsp_frame_class {
#define RSP_FRAME_CLASS_ENUM(name, text) RSP_FRAME_##name,
    RSP_FRAME_CLASS_LIST(RSP_FRAME_CLASS_ENUM)
#undef RSP_FRAME_CLASS_ENUM
        RSP_FRAME_CLASSES,
} rsp_frame_class;

/* "TCP" and so on; "?" for an unknown value. */
const char *rsp_frame_class_name(rsp_frame_class class_);

/* Link types that are understood, by their number in the file (LINKTYPE_...). */
enum {
    RSP_LINKTYPE_NULL = 0,
    RSP_LINKTYPE_ETHERNET = 1,
    RSP_LINKTYPE_RAW_BSD = 12, /* DLT_RAW on most systems: libpcap tells it for LINKTYPE_RAW */
    RSP_LINKTYPE_RAW_OPENBSD = 14,
    RSP_LINKTYPE_RAW = 101,
    RSP_LINKTYPE_LOOP = 108,
    RSP_LINKTYPE_LINUX_SLL = 113,
    RSP_LINKTYPE_IPV4 = 228,
    RSP_LINKTYPE_IPV6 = 229,
    RSP_LINKTYPE_LINUX_SLL2 = 276,
};

/* The two ends as one number, the same for both directions, for hash tables. Never 0. */
uint32_t rsp_segment_ends(const rsp_segment *segment);

/* The same number for two IPv4 ends, from their bytes in a frame. */
static inline uint32_t rsp_segment_ends_ipv4(const uint8_t addresses[8], const uint8_t ports[4]) {
    uint32_t one;
    uint32_t other;
    memcpy(&one, addresses, sizeof one);
    memcpy(&other, addresses + 4, sizeof other);
    const uint32_t sum = (uint32_t)(ports[0] << 8 | ports[1]) + (uint32_t)(ports[2] << 8 | ports[3]);
    return (one + other + UINT32_C(0x10001) * sum) * UINT32_C(0x9e3779b1) | 1;
}

/* A frame with Ethernet, IPv4 without options and fragments, and TCP. */
static inline bool rsp_segment_is_plain(rsp_bytes frame, int link_type) {
    const uint8_t *p = frame.ptr;
    return link_type == RSP_LINKTYPE_ETHERNET && frame.len >= 14 + 20 + 20 && p[12] == 8 && p[13] == 0 &&
           p[14] == 0x45 && p[14 + 9] == 6 && (p[14 + 6] & 0x3f) == 0 && p[14 + 7] == 0;
}

/* Decodes the captured bytes of a frame that had `wire_len` bytes. *out is filled only for RSP_FRAME_TCP, all
 * but time_ns and frame. */
rsp_frame_class rsp_segment_decode(rsp_segment *out, rsp_bytes frame, size_t wire_len, int link_type);

RSP_END_DECLS

#endif
