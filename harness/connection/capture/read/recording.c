/* Sequence numbers begin at 0 in both directions and count what was written; every packet acknowledges
 * all that came before it, as between two ends without delay.
 * See recording.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/recording.h"

#include "capture/pcapng.h"

#include <assert.h>

enum {
    IPV4_BYTES = 20,
    IPV6_BYTES = 40,
    TCP_BYTES = 20,
    PROTOCOL_TCP = 6,
    HOP_LIMIT = 64,
    TCP_PSH = 8,
    WINDOW = 65535,
};

#define PROXY_ADDRESS UINT32_C(0x7f505258) /* 127.80.82.88 */

rsp_tcp_endpoint rsp_recording_proxy(uint16_t port) {
    return rsp_tcp_endpoint_ipv4(PROXY_ADDRESS, port);
}

bool rsp_recording_is_proxy(const rsp_tcp_endpoint *end) {
    const rsp_tcp_endpoint proxy = rsp_recording_proxy(0);
    return memcmp(end->address, proxy.address, sizeof proxy.address) == 0;
}

void rsp_recording_file(rsp_buf *out, const char *application) {
    rsp_pcapng_section(out, application);
    rsp_pcapng_interface(out, RSP_LINKTYPE_RAW, NULL);
}

static void put16(uint8_t *at, unsigned value) {
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
}

static void put32(uint8_t *at, uint32_t value) {
    put16(at, value >> 16);
    put16(at + 2, value & 0xffff);
}

/* The Internet checksum: ones' complement sum of 16-bit words (RFC 1071). Only the last piece may be odd. */
static uint32_t sum_words(uint32_t sum, rsp_bytes bytes) {
    for (size_t i = 0; i < bytes.len; i++)
        sum += i % 2 ? bytes.ptr[i] : (uint32_t)bytes.ptr[i] << 8;
    return sum;
}

static unsigned fold(uint32_t sum) {
    while (sum >> 16)
        sum = (sum & 0xffff) + (sum >> 16);
    return ~sum & 0xffff;
}

typedef struct outgoing {
    uint64_t time_ns;
    rsp_direction direction;
    uint8_t flags;
    rsp_bytes payload;
    rsp_bytes comment;
} outgoing;

/* The IP header in front of `len` bytes of TCP; returns its size. */
static size_t write_ip(uint8_t *at, rsp_recording *r, const rsp_tcp_endpoint *from,
                       const rsp_tcp_endpoint *to, size_t len) {
    bool v4 = rsp_tcp_endpoint_is_ipv4(from) && rsp_tcp_endpoint_is_ipv4(to);
    if (!v4) {
        at[0] = 0x60;
        put16(at + 4, (unsigned)len);
        at[6] = PROTOCOL_TCP;
        at[7] = HOP_LIMIT;
        memcpy(at + 8, from->address, 16);
        memcpy(at + 24, to->address, 16);
        return IPV6_BYTES;
    }
    at[0] = 0x45;
    put16(at + 2, (unsigned)(IPV4_BYTES + len));
    put16(at + 4, ++r->id);
    at[6] = 0x40; /* not to be fragmented */
    at[8] = HOP_LIMIT;
    at[9] = PROTOCOL_TCP;
    memcpy(at + 12, from->address + 12, 4);
    memcpy(at + 16, to->address + 12, 4);
    put16(at + 10, fold(sum_words(0, rsp_bytes_make(at, IPV4_BYTES))));
    return IPV4_BYTES;
}

static void write_tcp(uint8_t *at, const rsp_recording *r, const outgoing *o) {
    const rsp_tcp_endpoint *from = o->direction == RSP_TO_STUB ? &r->client : &r->stub;
    const rsp_tcp_endpoint *to = o->direction == RSP_TO_STUB ? &r->stub : &r->client;
    memcpy(at, from->port, 2);
    memcpy(at + 2, to->port, 2);
    put32(at + 4, r->next[o->direction]);
    put32(at + 8, o->flags & RSP_TCP_ACK ? r->next[!o->direction] : 0);
    at[12] = TCP_BYTES / 4 << 4;
    at[13] = o->flags;
    put16(at + 14, WINDOW);
    if (o->payload.len)
        memcpy(at + TCP_BYTES, o->payload.ptr, o->payload.len);
    /* Mapped IPv4 addresses would add 0xffff each, which counts as zero: one pseudo header serves both. */
    size_t len = TCP_BYTES + o->payload.len;
    uint32_t sum = PROTOCOL_TCP + (uint32_t)len;
    sum = sum_words(sum, rsp_bytes_make(from->address, sizeof from->address));
    sum = sum_words(sum, rsp_bytes_make(to->address, sizeof to->address));
    put16(at + 16, fold(sum_words(sum, rsp_bytes_make(at, len))));
}

static void send(rsp_recording *r, rsp_buf *out, const outgoing *o) {
    uint8_t frame[IPV6_BYTES + TCP_BYTES + RSP_RECORDING_SEGMENT_BYTES] = {0};
    const rsp_tcp_endpoint *from = o->direction == RSP_TO_STUB ? &r->client : &r->stub;
    const rsp_tcp_endpoint *to = o->direction == RSP_TO_STUB ? &r->stub : &r->client;
    size_t len = TCP_BYTES + o->payload.len;
    size_t ip = write_ip(frame, r, from, to, len);
    write_tcp(frame + ip, r, o);
    rsp_pcapng_packet packet = {.interface = r->interface,
                                .time_ns = o->time_ns,
                                .frame = rsp_bytes_make(frame, ip + len),
                                .comment = o->comment};
    rsp_pcapng_write(out, &packet);
    r->next[o->direction] += (uint32_t)o->payload.len + ((o->flags & (RSP_TCP_SYN | RSP_TCP_FIN)) != 0);
}

void rsp_recording_open(rsp_recording *r, rsp_buf *out, uint64_t time_ns) {
    assert(r && out);
    if (r->open)
        return;
    r->open = true;
    send(r, out, &(outgoing){.time_ns = time_ns, .direction = RSP_TO_STUB, .flags = RSP_TCP_SYN});
    send(r, out,
         &(outgoing){.time_ns = time_ns, .direction = RSP_TO_CLIENT, .flags = RSP_TCP_SYN | RSP_TCP_ACK});
    send(r, out, &(outgoing){.time_ns = time_ns, .direction = RSP_TO_STUB, .flags = RSP_TCP_ACK});
}

void rsp_recording_data(rsp_recording *r, rsp_buf *out, uint64_t time_ns, rsp_direction direction,
                        rsp_bytes bytes, rsp_bytes comment) {
    if (bytes.len > 0)
        rsp_recording_open(r, out, time_ns);
    while (bytes.len > 0) {
        outgoing o = {.time_ns = time_ns,
                      .direction = direction,
                      .flags = RSP_TCP_ACK,
                      .payload = rsp_bytes_sub(bytes, 0, RSP_RECORDING_SEGMENT_BYTES),
                      .comment = comment};
        bytes = rsp_bytes_from(bytes, o.payload.len);
        if (bytes.len == 0)
            o.flags |= TCP_PSH;
        send(r, out, &o);
        comment = rsp_bytes_make(NULL, 0);
    }
}

void rsp_recording_fin(rsp_recording *r, rsp_buf *out, uint64_t time_ns, rsp_direction direction) {
    assert(r && out);
    if (r->fin[direction])
        return;
    rsp_recording_open(r, out, time_ns);
    r->fin[direction] = true;
    send(r, out, &(outgoing){.time_ns = time_ns, .direction = direction, .flags = RSP_TCP_FIN | RSP_TCP_ACK});
    send(r, out,
         &(outgoing){.time_ns = time_ns,
                     .direction = direction == RSP_TO_STUB ? RSP_TO_CLIENT : RSP_TO_STUB,
                     .flags = RSP_TCP_ACK});
}

void rsp_recording_reset(rsp_recording *r, rsp_buf *out, uint64_t time_ns, rsp_direction direction) {
    assert(r && out);
    rsp_recording_open(r, out, time_ns);
    send(r, out, &(outgoing){.time_ns = time_ns, .direction = direction, .flags = RSP_TCP_RST | RSP_TCP_ACK});
}
