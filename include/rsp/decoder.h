/* One direction of a conversation, decoded in one pass: frames, run lengths and escapes.
 * An event carries the bytes as sent, with runs undone, and what they mean; flags say what was irregular.
 * Source: GDB manual, Overview (run-length encoding, Binary Data). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DECODER_H
#define RSP_DECODER_H

#include <rsp/frame.h>

RSP_BEGIN_DECLS

/* What undoing runs and escapes met. Facts, not a verdict: each reader of the event decides what it accepts.
 */
enum {
    RSP_CODING_RUNS = 1,       /* the payload holds run-length tokens */
    RSP_CODING_BAD_RUN = 2,    /* a token that the manual does not allow */
    RSP_CODING_BAD_ESCAPE = 4, /* the last byte is a lone 0x7d */
    RSP_CODING_TOO_LONG = 8,   /* its runs make more of it than max_payload: they are left as they are */
    RSP_CODING_NO_MEMORY = 16, /* likewise, for want of memory */
    RSP_CODING_BAD_EXPANSION = RSP_CODING_BAD_RUN | RSP_CODING_TOO_LONG | RSP_CODING_NO_MEMORY,
    /* Any of these: the event has no meaning, payload is the wire form. */
    RSP_CODING_DAMAGE = RSP_CODING_BAD_EXPANSION | RSP_CODING_BAD_ESCAPE,
};

/* As rsp_event, and decoded. Only PACKET and NOTIFICATION are: in other events wire, expanded and payload are
 * the same. The slices are the same memory where there is nothing to undo. They belong to the decoder or lie
 * in its input: valid until the next call, and while that input is left alone. */
typedef struct rsp_wire_event {
    rsp_event_kind kind;
    rsp_direction direction;
    unsigned coding;           /* set of RSP_CODING_ */
    bool checksum_hex;         /* as in rsp_event */
    bool checksum_ok;          /* likewise */
    uint8_t checksum_received; /* likewise */
    uint8_t checksum_computed; /* likewise */
    rsp_bytes raw;             /* the wire bytes, lead and checksum included; cut in OVERLONG */
    rsp_bytes wire;            /* between lead and `#` as transmitted; JUNK: the byte; else empty */
    rsp_bytes expanded; /* towards the client: runs undone as GDB does, bad tokens kept; escapes kept */
    rsp_bytes payload;  /* the meaning: runs and escapes undone; the wire form where there is none */
    uint64_t offset;    /* of the first wire byte, from the start of the stream */
    uint64_t wire_len;  /* wire bytes; more than raw.len only where raw is cut */
} rsp_wire_event;

/* All-zero is a valid decoder towards the stub with the default limit. Fields are private. */
typedef struct rsp_decoder {
    rsp_deframer deframer;
    rsp_buf expanded; /* of the event given out last, where it has runs */
    rsp_buf plain;    /* likewise, where it has escapes */
} rsp_decoder;

/* Sets options (NULL: all default) on a decoder that holds no memory. Cannot fail. max_payload bounds a
 * payload as transmitted and with its runs undone; memory is at most three times that. */
void rsp_decoder_init(rsp_decoder *d, const rsp_deframer_options *options);

/* Forgets the stream (for a new connection), keeps options and memory. */
void rsp_decoder_reset(rsp_decoder *d);

/* Frees the memory, keeps the options. NULL is fine. */
void rsp_decoder_free(rsp_decoder *d);

/* Takes bytes off the front of `in` until an event is complete or `in` is used up, as rsp_deframe does:
 * returns how many, and *out with kind RSP_EVENT_NONE when there is no event yet. */
size_t rsp_decode(rsp_decoder *d, rsp_bytes in, rsp_wire_event *out);

/* End of the stream: true and a TRUNCATED event in *out when a packet was unfinished. */
bool rsp_decode_flush(rsp_decoder *d, rsp_wire_event *out);

/* Wire bytes taken that belong to an event not complete yet. */
static inline uint64_t rsp_decoder_pending(const rsp_decoder *d) {
    return rsp_deframer_pending(&d->deframer);
}

RSP_END_DECLS

#endif
