/* A pcap file, or a pcapng file of one interface, as windows of memory, whose frames several threads walk
 * over at the same time. Only for files without surprises: where anything is odd the caller reads the file by
 * rsp_pcap_next, which has the messages. Opens nothing. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PCAP_WINDOW_H
#define RSP_PCAP_WINDOW_H

#include "capture/pcap.h"

RSP_BEGIN_DECLS

/* How the records of a file are read. */
typedef struct rsp_pcap_format {
    int fd; /* of the reader, borrowed; a regular file */
    int link_type;
    uint32_t most_captured; /* bytes of a frame; more is odd */
    bool blocks;            /* pcapng */
    bool swapped;           /* its numbers have the other byte order */
    bool nanoseconds;
    uint64_t begin; /* the first record's offset, and the file's size now */
    uint64_t end;
} rsp_pcap_format;

/* The format of a reader that has just been opened by path. False where it has to be read by rsp_pcap_next:
 * logs, pipes, old versions, pcapng of several interfaces or with other times than micro- or nanoseconds. */
bool rsp_pcap_format_of(const rsp_pcap *pcap, rsp_pcap_format *out);

/* What the first blocks of a pcapng file tell: byte order, link type, bytes of a frame, times, and where the
 * blocks after the interface begin. The other members are left alone. False as before, or when `head` ends
 * too soon. */
bool rsp_pcap_format_of_blocks(rsp_bytes head, rsp_pcap_format *out);

/* A walk over the frames of one window after the other. Set `format`, and `rest` for each window. */
typedef struct rsp_pcap_walk {
    const rsp_pcap_format *format;
    rsp_bytes rest; /* of the window: at its end what belongs to the next one */
    uint64_t frames;
    uint64_t bytes;                     /* captured */
    uint64_t counts[RSP_FRAME_CLASSES]; /* of what the walk took; counted by its user */
} rsp_pcap_walk;

/* One frame of the window. */
typedef struct rsp_pcap_frame {
    const uint8_t *record; /* that the frame is in */
    rsp_bytes bytes;
    uint64_t time_ns;
    uint32_t wire_len;
    uint32_t ends; /* rsp_segment_ends of a plain frame; 0: it has to be decoded first */
} rsp_pcap_frame;

/* What comes next. */
typedef enum rsp_pcap_step {
    RSP_PCAP_FRAME,
    RSP_PCAP_END, /* no further frame is whole */
    RSP_PCAP_ODD, /* a record that rsp_pcap_next has to judge */
} rsp_pcap_step;

/* The next frame of the window, whose number is walk->frames then. */
rsp_pcap_step rsp_pcap_walk_next(rsp_pcap_walk *walk, rsp_pcap_frame *out);

/* A frame that has been walked over before, from its record. `ends` is not set. */
rsp_pcap_frame rsp_pcap_frame_at(const rsp_pcap_format *format, const uint8_t *record);

/* Decodes the frame that was walked to last. *out is filled for RSP_FRAME_TCP. The class is not counted. */
rsp_frame_class rsp_pcap_walk_decode(const rsp_pcap_walk *walk, const rsp_pcap_frame *frame,
                                     rsp_segment *out);

/* The reader goes on behind the first of `num` walks, which went over all frames; the counts of all add up.
 * rsp_pcap_next tells the end of the file, or what is wrong with a record that is not whole. */
void rsp_pcap_take_walks(rsp_pcap *pcap, const rsp_pcap_walk *const *walks, unsigned num);

RSP_END_DECLS

#endif
