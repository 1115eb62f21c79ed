/* A conversation as packets: bytes with direction and time become TCP segments over IP, as a capture would
 * have shown them, in a pcapng file. For a proxy that records, and for tests that need a capture. Source: RFC
 * 791, 8200 (IP), 9293 (TCP). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_RECORDING_H
#define RSP_RECORDING_H

#include "capture/segment.h"
#include <rsp/frame.h>

RSP_BEGIN_DECLS

enum { RSP_RECORDING_SEGMENT_BYTES = 1440 }; /* most payload in one packet: 1,500 with IPv6 and TCP headers */

/* One TCP connection. Set the first three fields, the rest to zero. Several may share a file: each with ports
 * or addresses of its own. */
typedef struct rsp_recording {
    rsp_tcp_endpoint client; /* two IPv4 (mapped) addresses give IPv4 packets, else IPv6 */
    rsp_tcp_endpoint stub;
    uint32_t interface; /* of the pcapng section; its link type must be RSP_LINKTYPE_RAW */

    /* private */
    uint32_t next[2]; /* sequence number by direction */
    bool fin[2];
    bool open;
    uint16_t id;
} rsp_recording;

/* The address of a proxy in a recording of both its sides: the debugger's conversation ends there, and the
 * stub's begins there. No machine has it (127.80.82.88), so that readers know the two apart. */
rsp_tcp_endpoint rsp_recording_proxy(uint16_t port);

/* Whether it is that address. */
bool rsp_recording_is_proxy(const rsp_tcp_endpoint *end);

/* Begins a pcapng file for recordings: section and one interface (number 0). Once per file. */
void rsp_recording_file(rsp_buf *out, const char *application);

/* Each of the following appends whole packets to `out`, whose status tells when something is missing. Times
 * are nanoseconds since 1970 and should not go back. */

/* The handshake. */
void rsp_recording_open(rsp_recording *r, rsp_buf *out, uint64_t time_ns);

/* Bytes that passed, in as many packets as they need; `comment` is put on the first, empty: none. Opens the
 * connection when that was not done. Empty bytes write nothing. */
void rsp_recording_data(rsp_recording *r, rsp_buf *out, uint64_t time_ns, rsp_direction direction,
                        rsp_bytes bytes, rsp_bytes comment);

/* The sender of `direction` closes its half; the other end acknowledges. After both, the connection is over.
 * The second time does nothing. */
void rsp_recording_fin(rsp_recording *r, rsp_buf *out, uint64_t time_ns, rsp_direction direction);

/* The sender of `direction` breaks the connection. */
void rsp_recording_reset(rsp_recording *r, rsp_buf *out, uint64_t time_ns, rsp_direction direction);

RSP_END_DECLS

#endif
