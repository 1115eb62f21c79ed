/* Copies a capture and puts comments on packets, so that Wireshark shows them there. The packets stay as they
 * were: a pcapng file is copied block by block, a pcap file becomes pcapng. Bytes in, bytes out.
 * Source: IETF draft-ietf-opsawg-pcapng and draft-ietf-opsawg-pcap. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_ANNOTATE_H
#define RSP_ANNOTATE_H

#include <rsp/bytes.h>
#include <stdbool.h>

RSP_BEGIN_DECLS

/* A comment on one frame; frames are numbered from 1 through the file, as Wireshark does. Several on one
 * frame are shown one under the other. */
typedef struct rsp_frame_comment {
    uint64_t frame;
    rsp_bytes text; /* UTF-8; cut at RSP_LIMIT_PCAPNG_COMMENT_BYTES */
} rsp_frame_comment;

/* All-zero but for the comments is valid. `comments` must be sorted by frame and outlive the work. */
typedef struct rsp_annotator {
    const rsp_frame_comment *comments;
    size_t num_comments;
    const char *application; /* named in the file when it was pcap; NULL: none */
    const char *name;        /* of the input, for messages */

    uint64_t frames;   /* copied so far */
    uint64_t placed;   /* comments written */
    uint64_t unplaced; /* on packets of a kind that takes none (simple packet blocks) */

    /* private */
    rsp_buf pending;     /* the block or packet that is not whole yet */
    size_t next_comment; /* of `comments` */
    uint64_t offset;     /* of `pending` in the input */
    int form;
    bool big;          /* numbers are big-endian */
    uint32_t fraction; /* pcap: nanoseconds in a unit of the times */
    int lengths;       /* pcap: which of a packet's two lengths comes first */
} rsp_annotator;

/* Frees what is pending. NULL is fine. */
void rsp_annotator_free(rsp_annotator *a);

/* The next bytes of the input, in pieces of any size; what is whole is appended to `out`. RSP_BAD_FILE with
 * the offset where the input makes no sense, RSP_LIMIT for a block above RSP_LIMIT_CAPTURE_BLOCK_BYTES: what
 * was copied before stays a readable file. RSP_NO_MEMORY, also when `out` is full. */
rsp_status rsp_annotate(rsp_annotator *a, rsp_buf *out, rsp_bytes piece, rsp_error *error) RSP_MUST_USE;

/* The end of the input: RSP_BAD_FILE when it breaks off inside a packet. */
rsp_status rsp_annotate_end(rsp_annotator *a, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
