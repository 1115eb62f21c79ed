/* The deframer: finds the frames of one stream and undoes nothing. Decoders stand on it (rsp/frame.h), and so
 * does whoever wants bytes as they were transmitted. Every wire byte belongs to exactly one event.
 * Source: GDB manual, Overview; Packet Acknowledgment; Notification Packets; Interrupts. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEFRAMER_H
#define RSP_DEFRAMER_H

#include <rsp/frame.h>

RSP_BEGIN_DECLS

/* One event of a stream, as transmitted. The spans belong to the deframer or lie in its input: they are valid
 * until the next call on the deframer, and while the input of this call is left alone. */
typedef struct rsp_event {
    rsp_event_kind kind;
    rsp_bytes raw;             /* the wire bytes, lead and checksum included; OVERLONG: the first 1 + limit;
                                * an over-long packet that is ABANDONED or TRUNCATED is cut likewise */
    rsp_bytes payload;         /* as transmitted, between lead and `#` (cut likewise) */
    uint64_t offset;           /* of the first wire byte, from the start of the stream */
    uint64_t wire_len;         /* wire bytes of this event; more than raw.len only where raw is cut */
    uint8_t checksum_received; /* from the two digits; 0 where checksum_hex is false */
    uint8_t checksum_computed; /* over all payload bytes as transmitted */
    bool checksum_hex;         /* both digits are there and hexadecimal */
    bool checksum_ok;          /* checksum_hex, and both sums agree */
    bool coded;                /* the payload has a `*` or `}`: runs or escapes may be to undo */
} rsp_event;

/* Sets options (NULL: all default) on a deframer that holds no memory. Cannot fail. */
void rsp_deframer_init(rsp_deframer *d, const rsp_deframer_options *options);

/* Forgets the stream (for a new connection), keeps options and memory. */
void rsp_deframer_reset(rsp_deframer *d);

/* Frees the memory, keeps the options. NULL is fine. */
void rsp_deframer_free(rsp_deframer *d);

/* Takes bytes off the front of `in` until an event is complete or `in` is used up: returns how many
 * (1..in.len; 0 only for an empty `in`) and sets *out, whose kind is RSP_EVENT_NONE when there is no
 * event yet. Call again with the rest. Memory is bounded by max_payload; a packet for which no memory
 * can be had is treated as over-long, its raw span is what could be kept.
 *
 *     while (in.len > 0) {
 *         rsp_event event;
 *         in = rsp_bytes_from(in, rsp_deframe(d, in, &event));
 *         if (event.kind != RSP_EVENT_NONE)
 *             handle(&event);
 *     }
 */
size_t rsp_deframe(rsp_deframer *d, rsp_bytes in, rsp_event *out);

/* End of the stream: true and a TRUNCATED event in *out when a packet was unfinished. */
bool rsp_deframe_flush(rsp_deframer *d, rsp_event *out);

/* Wire bytes taken that belong to an event not complete yet (kept or not): how far a packet that does
 * not end has come. */
uint64_t rsp_deframer_pending(const rsp_deframer *d);

RSP_END_DECLS

#endif
