/* Writes pcapng, block by block: what Wireshark, tshark, libpcap and our own reader take.
 * Little-endian, times in nanoseconds, a comment on any packet. Bytes go into a buffer; no file is touched.
 * Source: IETF draft-ietf-opsawg-pcapng, PCAP Next Generation Capture File Format. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PCAPNG_H
#define RSP_PCAPNG_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* Begins a file (or a new section of one). `application` is the program that wrote it; NULL leaves it out.
 */
void rsp_pcapng_section(rsp_buf *out, const char *application);

/* Declares the section's next interface, from 0: LINKTYPE_ number (segment.h), no length limit. `name` is
 * shown as the interface's name; NULL leaves it out. */
void rsp_pcapng_interface(rsp_buf *out, int link_type, const char *name);

/* A packet to be written. All slices are borrowed for the call. */
typedef struct rsp_pcapng_packet {
    uint32_t interface; /* number within the section */
    uint64_t time_ns;   /* since 1970 */
    rsp_bytes frame;    /* as captured, link header included */
    size_t wire_len;    /* bytes it had on the wire; less than frame.len counts as frame.len */
    rsp_bytes comment;  /* UTF-8; empty: none. Cut at RSP_LIMIT_PCAPNG_COMMENT_BYTES, at a character's end */
} rsp_pcapng_packet;

/* The part of a comment that a file can hold: all of it, or up to the last whole character within the limit.
 */
rsp_bytes rsp_pcapng_cut(rsp_bytes comment);

/* Appends one packet. Nothing at all is appended when it does not fit: the buffer's status tells, and the
 * file stays readable. */
void rsp_pcapng_write(rsp_buf *out, const rsp_pcapng_packet *packet);

RSP_END_DECLS

#endif
