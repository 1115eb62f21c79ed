/* Packets as `decode` and `send` show them: an arrow, the payload, and what it says in indented lines.
 * Remembers requests, without which many replies can not be read.
 * What a peer sent is printable when it arrives here. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_PACKET_PRINTER_H
#define STUBBORN_PACKET_PRINTER_H

#include "codec/explain.h"

/* All-zero is a valid start. */
typedef struct packet_printer {
    rsp_buf request;               /* the payload that the next reply answers */
    struct reply_pairing *pairing; /* of a list, which finds that request; NULL: it is the last */
    rsp_buf junk;                  /* junk bytes in a row, shown as one */
    size_t num_shown;              /* events shown, of any kind */
    size_t num_packets;            /* packets and notifications shown */
    size_t num_bad;                /* of them, with a bad checksum; and junk, broken and over-long ones */
} packet_printer;

void packet_printer_free(packet_printer *s);

/* One event of a stream in its direction. Acks in step are left out unless `acks`. */
void packet_printer_event(packet_printer *s, rsp_buf *out, const rsp_event *event, rsp_direction direction,
                          bool acks);

/* Wire bytes of one direction that end where an event ends, or where the stream does: all their events. */
void packet_printer_wire(packet_printer *s, rsp_buf *out, rsp_bytes wire, rsp_direction direction, bool acks);

/* The end of a stream: shows what was held back. */
void packet_printer_end(packet_printer *s, rsp_buf *out, rsp_direction direction);

/* A payload as transmitted, shown with runs expanded and escapes undone; `right` stands behind it ("0.09
 * ms"), may be NULL. */
void packet_printer_payload(packet_printer *s, rsp_buf *out, rsp_bytes payload, rsp_direction direction,
                            bool notification, const char *right);

#endif
