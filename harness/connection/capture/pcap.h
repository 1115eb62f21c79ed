/* Reads captures, pcap and pcapng, frame by frame from a file, standard input or memory; and the packet logs
 * of GDB and LLDB, line by line, which is found out by content. Damage ends the reading with what was wrong
 * and where. Reads captures with libpcap, offline only: nothing is ever captured. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PCAP_H
#define RSP_PCAP_H

#include "capture/other_lines.h"
#include "capture/segment.h"
#include <stdio.h>

RSP_BEGIN_DECLS

/* A reader of one file. */
typedef struct rsp_pcap rsp_pcap;

/* Opens `path` ("-": standard input). NULL with *error: RSP_NOT_FOUND, RSP_IO, RSP_BAD_FILE, RSP_NO_MEMORY.
 */
rsp_pcap *rsp_pcap_open(const char *path, rsp_error *error);

/* The same from memory, for tests; `name` is for messages. Both must outlive the reader. */
rsp_pcap *rsp_pcap_open_bytes(rsp_bytes bytes, const char *name, rsp_error *error);

/* The same from a stream of which `head`, at most RSP_PCAP_HEAD_BYTES, has been read already. `file` is taken
 * over, also when that fails; `name` must outlive the reader. */
rsp_pcap *rsp_pcap_open_stream(FILE *file, rsp_bytes head, const char *name, rsp_error *error);

/* The first bytes of a file that tell what it is. */
enum { RSP_PCAP_HEAD_BYTES = 4 };

/* Whether a file that begins with `head` is a capture, or one that is packed: no log, and no text by hand. */
bool rsp_pcap_is_capture(rsp_bytes head);

/* Closes the file and frees the reader. NULL is fine. */
void rsp_pcap_close(rsp_pcap *pcap);

/* The next TCP segment; its payload is valid until the next call. Frames that are none are counted.
 * RSP_CLOSED at the end; RSP_BAD_FILE with the number of the frame and the byte offset where the file breaks
 * off or makes no sense: what came before stays valid. */
rsp_status rsp_pcap_next(rsp_pcap *pcap, rsp_segment *out, rsp_error *error) RSP_MUST_USE;

/* What a packet log contains and what it lacks, counted up to the place that was read. */
typedef struct rsp_pcap_log {
    const char *form; /* "GDB remotelogfile" */
    uint64_t pieces;  /* runs of bytes in one direction */
    uint64_t untimed; /* those without a time */
    uint64_t cut;     /* packets that the log shortened: their bytes count short */
    uint64_t
        restored; /* packets of which it has the meaning only: framed anew, checksums and runs are ours */
    uint64_t odd; /* lines that should have a packet and make no sense */
    const rsp_other_lines *others; /* lines that have none */
} rsp_pcap_log;

/* The counts of a packet log, borrowed until the next call with `pcap`; NULL for a capture. */
const rsp_pcap_log *rsp_pcap_log_of(rsp_pcap *pcap);

/* Frames of a class so far; in a log runs of bytes. */
uint64_t rsp_pcap_count(const rsp_pcap *pcap, rsp_frame_class class_);

/* Frames of all classes so far. */
uint64_t rsp_pcap_frames(const rsp_pcap *pcap);

/* Captured bytes of these frames, headers included. */
uint64_t rsp_pcap_bytes(const rsp_pcap *pcap);

/* The name of the file's link type ("EN10MB"; "?" if libpcap knows none), or the form of a log. */
const char *rsp_pcap_link_name(const rsp_pcap *pcap);

/* Appends the header of a classic pcap file (nanoseconds, little-endian). */
void rsp_pcap_write_header(rsp_buf *out, int link_type);

/* Appends one frame to such a file, of which `wire_len` bytes were on the wire. */
void rsp_pcap_write_frame(rsp_buf *out, uint64_t time_ns, rsp_bytes frame, size_t wire_len);

RSP_END_DECLS

#endif
