/* What is generated from the packet table: the reference for people and the dictionary for fuzzers.
 * Both are plain text in the order of the table.
 * See docs/packet-reference.md for the result. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PACKET_REFERENCE_H
#define RSP_PACKET_REFERENCE_H

#include <rsp/bytes.h>
#include <rsp/packet_ids.h>

RSP_BEGIN_DECLS

/* Appends docs/packet-reference.md. On failure the buffer's status sticks. */
void rsp_packet_reference_write(rsp_buf *out);

/* Appends a libFuzzer dictionary of the names and fixed parts of packets. */
void rsp_packet_dictionary_write(rsp_buf *out);

RSP_END_DECLS

#endif
