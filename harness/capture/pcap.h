/* Reads captures, pcap and pcapng, frame by frame from a file, standard input or memory; and the packet logs
 * of GDB and LLDB, line by line, which is found out by content. Damage ends the reading with what was wrong
 * and where. Reads captures with libpcap, offline only: nothing is ever captured. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PCAP_H
#define RSP_PCAP_H

#include "capture/segment.h"

RSP_BEGIN_DECLS

/* A reader of one file. */
typedef struct rsp_pcap rsp_pcap;

/* Opens `path` ("-": standard input). NULL with *error: RSP_NOT_FOUND, RSP_IO, RSP_BAD_FILE, RSP_NO_MEMORY.
 */
rsp_pcap *rsp_pcap_open(const char *path, rsp_error *error);

/* The same from memory, for tests; `name` is for messages. Both must outlive the reader. */
rsp_pcap *rsp_pcap_open_bytes(rsp_bytes bytes, const char *name, rsp_error *error);
/* Closes the file and frees the reader. NULL is fine. */
void rsp_pcap_close(rsp_pcap *pcap);

/* The next TCP segment; its payload is valid until the next call. Frames that are none are counted.
 * RSP_CLOSED at the end; RSP_BAD_FILE with the number of the frame and the byte offset where the file breaks
 * off or makes no sense: what came before stays valid. */
rsp_status rsp_pcap_next(rsp_pcap *pcap, rsp_segment *out, rsp_error *error) RSP_MUST_USE;

/* What a packet log tells and what it keeps to itself; NULL for a capture. Counts are of what was read so
 * far. */
typedef struct rsp_pcap_log {
    const char *form; /* "GDB remotelogfile" */
    uint64_t pieces;  /* runs of bytes in one direction */
    uint64_t untimed; /* those without a time */
    uint64_t cut;     /* packets that the log shortened: their bytes count short */
    uint64_t
        restored; /* packets of which it has the meaning only: framed anew, checksums and runs are ours */
    uint64_t odd; /* lines that should have a packet and make no sense */
} rsp_pcap_log;
const rsp_pcap_log *rsp_pcap_log_of(rsp_pcap *pcap);

/* Frames (in a log: runs of bytes) so far, by class; all bytes of frames. */
uint64_t rsp_pcap_count(const rsp_pcap *pcap, rsp_frame_class class_);
uint64_t rsp_pcap_frames(const rsp_pcap *pcap);
uint64_t rsp_pcap_bytes(const rsp_pcap *pcap);

/* The name of the file's link type ("EN10MB"; "?" if libpcap knows none), or the form of a log. */
const char *rsp_pcap_link_name(const rsp_pcap *pcap);

/* Appends the header of a classic pcap file (nanoseconds, little-endian), and one frame to it. */
void rsp_pcap_write_header(rsp_buf *out, int link_type);
void rsp_pcap_write_frame(rsp_buf *out, uint64_t time_ns, rsp_bytes frame, size_t wire_len);

RSP_END_DECLS

#endif
