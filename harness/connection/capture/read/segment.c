/* Headers from the outside in: each step takes its header off the front and says what comes next. Lengths in
 * headers are believed only as far as bytes are there. Most frames have headers of the usual lengths, and are
 * decoded in one step. See segment.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/segment.h"

enum {
    TYPE_IPV4 = 0x0800,
    TYPE_IPV6 = 0x86dd,
    TYPE_VLAN = 0x8100,
    TYPE_QINQ = 0x88a8,
    TYPE_QINQ_OLD = 0x9100,
    MAX_VLAN_TAGS = 4,
    MAX_EXTENSIONS = 8,
    PROTOCOL_TCP = 6,
    PROTOCOL_FRAGMENT = 44,
    IPV4_MIN = 20,
    IPV6_MIN = 40,
    TCP_MIN = 20,
};

const char *rsp_frame_class_name(rsp_frame_class class_) {
    static const char *const names[] = {
#define CLASS_NAME(name, text) text,
        RSP_FRAME_CLASS_LIST(CLASS_NAME)
#undef CLASS_NAME
    };
    return (unsigned)class_ < RSP_ARRAY_LEN(names) ? names[class_] : "?";
}

static unsigned be16(const uint8_t *p) {
    return (unsigned)(p[0] << 8 | p[1]);
}

static uint32_t be32(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

const rsp_tcp_endpoint rsp_log_ends[2] = {{.address = {[15] = 1}}, {.address = {[15] = 2}}};

rsp_tcp_endpoint rsp_tcp_endpoint_ipv4(uint32_t address, uint16_t port) {
    rsp_tcp_endpoint end = {.port = {(uint8_t)(port >> 8), (uint8_t)port}};
    end.address[10] = end.address[11] = 0xff;
    for (int i = 0; i < 4; i++)
        end.address[12 + i] = (uint8_t)(address >> (24 - 8 * i));
    return end;
}

bool rsp_tcp_endpoint_is_ipv4(const rsp_tcp_endpoint *end) {
    static const uint8_t prefix[12] = {[10] = 0xff, [11] = 0xff};
    return memcmp(end->address, prefix, sizeof prefix) == 0;
}

void rsp_tcp_endpoint_append(rsp_buf *out, const rsp_tcp_endpoint *end) {
    const uint8_t *a = end->address;
    if (rsp_tcp_endpoint_is_log(end)) {
        rsp_buf_str(out, "log");
        return;
    }
    if (rsp_tcp_endpoint_is_ipv4(end)) {
        rsp_buf_printf(out, "%u.%u.%u.%u:%u", a[12], a[13], a[14], a[15], rsp_tcp_endpoint_port(end));
        return;
    }
    /* The longest run of zero groups becomes "::" (RFC 5952). */
    int best = -1, best_len = 1;
    for (int i = 0; i < 8; i++) {
        int len = 0;
        while (i + len < 8 && be16(a + (size_t)2 * (size_t)(i + len)) == 0)
            len++;
        if (len > best_len) {
            best = i;
            best_len = len;
        }
    }
    rsp_buf_push(out, '[');
    for (int i = 0; i < 8; i++) {
        if (i == best) {
            rsp_buf_str(out, "::");
            i += best_len - 1;
            continue;
        }
        bool colon = i > 0 && i != best + best_len;
        rsp_buf_printf(out, "%s%x", best < 0 ? (i > 0 ? ":" : "") : (colon ? ":" : ""),
                       be16(a + (size_t)2 * (size_t)i));
    }
    rsp_buf_printf(out, "]:%u", rsp_tcp_endpoint_port(end));
}

/* `wire` counts the bytes that the frame had on the wire from here on. */
typedef struct rest {
    rsp_bytes bytes;
    size_t wire;
} rest;

static bool skip(rest *r, size_t len) {
    if (len > r->bytes.len || len > r->wire)
        return false;
    r->bytes = rsp_bytes_from(r->bytes, len);
    r->wire -= len;
    return true;
}

static rsp_frame_class decode_tcp(rsp_segment *out, rest r) {
    if (r.bytes.len < TCP_MIN)
        return RSP_FRAME_DAMAGED;
    const uint8_t *p = r.bytes.ptr;
    size_t header = (size_t)(p[12] >> 4) * 4;
    memcpy(out->source.port, p, 2);
    memcpy(out->target.port, p + 2, 2);
    out->seq = be32(p + 4);
    out->ack = be32(p + 8);
    out->flags = p[13];
    if (header < TCP_MIN || header > r.wire)
        return RSP_FRAME_DAMAGED;
    size_t there = header < r.bytes.len ? header : r.bytes.len; /* options may be cut off */
    out->payload = rsp_bytes_from(r.bytes, there);
    out->wire_len = r.wire - header < UINT32_MAX / 4 ? (uint32_t)(r.wire - header) : UINT32_MAX / 4;
    out->payload = rsp_bytes_sub(out->payload, 0, out->wire_len);
    return RSP_FRAME_TCP;
}

/* The link may have padded the frame, or cut it: the IP length says what belongs to the packet. A length of
 * 0 is a segment that the network card was to cut up. */
static bool bound(rest *r, size_t len) {
    if (len > r->wire)
        return false;
    if (len > 0) {
        r->wire = len;
        r->bytes = rsp_bytes_sub(r->bytes, 0, len);
    }
    return true;
}

static void map_address(rsp_tcp_endpoint *end, const uint8_t *ipv4) {
    memset(end->address, 0, 10);
    end->address[10] = end->address[11] = 0xff;
    memcpy(end->address + 12, ipv4, 4);
}

static rsp_frame_class decode_ipv4(rsp_segment *out, rest r) {
    if (r.bytes.len < IPV4_MIN || r.bytes.ptr[0] >> 4 != 4)
        return RSP_FRAME_DAMAGED;
    const uint8_t *p = r.bytes.ptr;
    size_t header = (size_t)(p[0] & 15) * 4;
    if (p[9] != PROTOCOL_TCP)
        return RSP_FRAME_OTHER;
    if ((be16(p + 6) & 0x3fff) != 0)
        return RSP_FRAME_FRAGMENT;
    map_address(&out->source, p + 12);
    map_address(&out->target, p + 16);
    if (header < IPV4_MIN || !bound(&r, be16(p + 2)) || !skip(&r, header))
        return RSP_FRAME_DAMAGED;
    return decode_tcp(out, r);
}

static rsp_frame_class decode_ipv6(rsp_segment *out, rest r) {
    if (r.bytes.len < IPV6_MIN || r.bytes.ptr[0] >> 4 != 6)
        return RSP_FRAME_DAMAGED;
    const uint8_t *p = r.bytes.ptr;
    uint8_t next = p[6];
    size_t payload = be16(p + 4);
    memcpy(out->source.address, p + 8, 16);
    memcpy(out->target.address, p + 24, 16);
    if (!bound(&r, payload ? payload + IPV6_MIN : 0) || !skip(&r, IPV6_MIN))
        return RSP_FRAME_DAMAGED;
    for (int i = 0; i < MAX_EXTENSIONS && (next == 0 || next == 43 || next == 60); i++) {
        if (r.bytes.len < 8)
            return RSP_FRAME_DAMAGED;
        next = r.bytes.ptr[0];
        if (!skip(&r, ((size_t)r.bytes.ptr[1] + 1) * 8))
            return RSP_FRAME_DAMAGED;
    }
    if (next == PROTOCOL_FRAGMENT)
        return RSP_FRAME_FRAGMENT;
    return next == PROTOCOL_TCP ? decode_tcp(out, r) : RSP_FRAME_OTHER;
}

static rsp_frame_class decode_type(rsp_segment *out, rest r, unsigned type) {
    for (int i = 0; i < MAX_VLAN_TAGS && (type == TYPE_VLAN || type == TYPE_QINQ || type == TYPE_QINQ_OLD);
         i++) {
        if (r.bytes.len < 4)
            return RSP_FRAME_DAMAGED;
        type = be16(r.bytes.ptr + 2);
        if (!skip(&r, 4))
            return RSP_FRAME_DAMAGED;
    }
    if (type == TYPE_IPV4)
        return decode_ipv4(out, r);
    return type == TYPE_IPV6 ? decode_ipv6(out, r) : RSP_FRAME_OTHER;
}

static rsp_frame_class decode_raw(rsp_segment *out, rest r) {
    if (r.bytes.len == 0)
        return RSP_FRAME_DAMAGED;
    return r.bytes.ptr[0] >> 4 == 6 ? decode_ipv6(out, r) : decode_ipv4(out, r);
}

/* A protocol family in the byte order of the capturing machine; the IP version is more telling. */
static rsp_frame_class decode_loopback(rsp_segment *out, rest r) {
    if (!skip(&r, 4) || r.bytes.len == 0)
        return RSP_FRAME_DAMAGED;
    unsigned version = r.bytes.ptr[0] >> 4;
    return version == 4 || version == 6 ? decode_raw(out, r) : RSP_FRAME_OTHER;
}

/* `at` is where the protocol type stands in a link header of `header` bytes. */
static rsp_frame_class decode_typed(rsp_segment *out, rest r, size_t at, size_t header) {
    if (r.bytes.len < header)
        return RSP_FRAME_DAMAGED;
    unsigned type = be16(r.bytes.ptr + at);
    return skip(&r, header) ? decode_type(out, r, type) : RSP_FRAME_DAMAGED;
}

/* --- plain frames --------------------------------------------------------------------------------------- */

enum { ETHERNET = 14, AT_IP = ETHERNET, AT_TCP = ETHERNET + IPV4_MIN, AT_PAYLOAD_MIN = AT_TCP + TCP_MIN };

uint32_t rsp_segment_ends(const rsp_segment *s) {
    if (s->ends != 0)
        return s->ends;
    uint8_t addresses[8] = {0};
    uint8_t ports[4];
    memcpy(ports, s->source.port, 2);
    memcpy(ports + 2, s->target.port, 2);
    if (rsp_tcp_endpoint_is_ipv4(&s->source) && rsp_tcp_endpoint_is_ipv4(&s->target)) {
        memcpy(addresses, s->source.address + 12, 4);
        memcpy(addresses + 4, s->target.address + 12, 4);
    } else {
        for (size_t i = 0; i < 16; i++) { /* folded, so that every byte counts */
            addresses[i % 4] = (uint8_t)(addresses[i % 4] * 31 + s->source.address[i]);
            addresses[4 + i % 4] = (uint8_t)(addresses[4 + i % 4] * 31 + s->target.address[i]);
        }
    }
    return rsp_segment_ends_ipv4(addresses, ports);
}

/* False where a length is odd: then the steps above find out what it is. */
static bool decode_plain(rsp_segment *out, rsp_bytes frame, size_t wire) {
    const uint8_t *p = frame.ptr;
    const size_t ip_len = be16(p + AT_IP + 2);
    const size_t header = (size_t)(p[AT_TCP + 12] >> 4) * 4;
    const size_t at = AT_TCP + header;
    if (header < TCP_MIN || at > frame.len || ip_len < IPV4_MIN + header || ip_len > wire - ETHERNET)
        return false;
    map_address(&out->source, p + AT_IP + 12);
    map_address(&out->target, p + AT_IP + 16);
    memcpy(out->source.port, p + AT_TCP, 2);
    memcpy(out->target.port, p + AT_TCP + 2, 2);
    out->ends = rsp_segment_ends_ipv4(p + AT_IP + 12, p + AT_TCP);
    out->seq = be32(p + AT_TCP + 4);
    out->ack = be32(p + AT_TCP + 8);
    out->flags = p[AT_TCP + 13];
    out->wire_len = (uint32_t)(ip_len - IPV4_MIN - header);
    out->payload = rsp_bytes_make(p + at, frame.len - at < out->wire_len ? frame.len - at : out->wire_len);
    return true;
}

rsp_frame_class rsp_segment_decode(rsp_segment *out, rsp_bytes frame, size_t wire_len, int link_type) {
    rest r = {.bytes = frame, .wire = wire_len > frame.len ? wire_len : frame.len};
    if (rsp_segment_is_plain(frame, link_type) && decode_plain(out, frame, r.wire))
        return RSP_FRAME_TCP;
    out->ends = 0;
    switch (link_type) {
    case RSP_LINKTYPE_ETHERNET:
        return decode_typed(out, r, 12, 14);
    case RSP_LINKTYPE_LINUX_SLL:
        return decode_typed(out, r, 14, 16);
    case RSP_LINKTYPE_LINUX_SLL2:
        return decode_typed(out, r, 0, 20);
    case RSP_LINKTYPE_NULL:
    case RSP_LINKTYPE_LOOP:
        return decode_loopback(out, r);
    case RSP_LINKTYPE_RAW:
    case RSP_LINKTYPE_RAW_BSD:
    case RSP_LINKTYPE_RAW_OPENBSD:
    case RSP_LINKTYPE_IPV4:
    case RSP_LINKTYPE_IPV6:
        return decode_raw(out, r);
    }
    return RSP_FRAME_FOREIGN;
}
