/* A relay between a debug adapter and its stub: the wire has a round-trip time, and packets are counted.
 * It has a thread of its own, and serves one adapter after the other.
 * See adapter_bench.c. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_ADAPTER_WIRE_H
#define STUBBORN_ADAPTER_WIRE_H

#include <rsp/bytes.h>

typedef struct adapter_wire adapter_wire;

/* Listens on a free port of loopback. `stub` is an address of a stub, {port} in it is a free port; it is
 * started for each adapter that connects, and copied. RSP_IO with the reason, RSP_NO_MEMORY. */
rsp_status adapter_wire_open(adapter_wire **out_wire, const char *stub, uint64_t rtt_ns,
                             rsp_error *error) RSP_MUST_USE;

/* Ends the thread and its stub. NULL is fine. */
void adapter_wire_close(adapter_wire *wire);

uint16_t adapter_wire_port(const adapter_wire *wire);

/* Packets so far, in both directions. From any thread. */
uint64_t adapter_wire_packets(const adapter_wire *wire);

/* Why there was no stub for an adapter that connected; "" if there always was. After the close of the link
 * to the adapter. */
const char *adapter_wire_trouble(const adapter_wire *wire);

#endif
