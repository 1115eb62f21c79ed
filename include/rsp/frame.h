/* Frames: wire bytes to events, and payloads to wire bytes. Packets, notifications, acks, interrupts, junk.
 * Every wire byte belongs to exactly one event; no split or merge of the input changes the events.
 * Source: GDB manual, Overview; Packet Acknowledgment; Notification Packets; Interrupts. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FRAME_H
#define RSP_FRAME_H

#include <rsp/bytes.h>
#include <stdbool.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* Which way bytes travel. Towards the stub `%` is junk and 0x03 an interrupt; towards the client `%`
 * starts a notification and 0x03 is junk. Run-length coding exists only towards the client. */
typedef enum rsp_direction {
    RSP_TO_STUB,
    RSP_TO_CLIENT,
} rsp_direction;

/* What the bytes of an event are. */
typedef enum rsp_event_kind {
    RSP_EVENT_NONE,         /* the input was taken, no event is complete yet */
    RSP_EVENT_PACKET,       /* $payload#cs, whatever its checksum says */
    RSP_EVENT_NOTIFICATION, /* %payload#cs, likewise */
    RSP_EVENT_ACK,          /* + */
    RSP_EVENT_NAK,          /* - */
    RSP_EVENT_INTERRUPT,    /* 0x03 towards the stub */
    RSP_EVENT_JUNK,         /* one byte that is none of these: an event a byte, so that it is seen at once */
    RSP_EVENT_OVERLONG,     /* packet or notification beyond the limit; eaten with its checksum digits */
    RSP_EVENT_ABANDONED,    /* packet or notification cut short by the `$` of the next one (anywhere before
                             * its second checksum digit); that `$` belongs to the next event */
    RSP_EVENT_TRUNCATED,    /* what was unfinished at the end of the stream; only from rsp_decode_flush */
} rsp_event_kind;

/* "PACKET", "ACK", ...; "?" for an unknown value. */
const char *rsp_event_kind_name(rsp_event_kind kind);

/* The limit of a decoder that sets none. */
enum {
    RSP_LIMIT_PACKET_BYTES = 16 * 1024 * 1024, /* longest packet kept whole; longer is an over-long event */
};

/* How a decoder reads its stream. All-zero: towards the stub, with the default limit. */
typedef struct rsp_deframer_options {
    rsp_direction direction;
    size_t max_payload; /* longest payload kept, in wire bytes; 0 is RSP_LIMIT_PACKET_BYTES */
    const rsp_mem *mem; /* NULL is malloc */
} rsp_deframer_options;

/* The part of a decoder that finds frames. Fields are private. */
typedef struct rsp_deframer {
    rsp_deframer_options options;
    rsp_buf hold;         /* the unfinished event, or the one last given out */
    uint64_t offset;      /* stream offset of the event under way */
    uint64_t wire_len;    /* its wire bytes so far */
    uint64_t payload_len; /* its payload bytes so far */
    uint8_t state;
    uint8_t lead;
    uint8_t sum;
    uint8_t digits[2];
    bool emitted;  /* hold belongs to an event given out; drop it first */
    bool coded;    /* its payload has a `*` or `}` */
    bool reopened; /* the `$` that abandoned that event has been consumed and starts the next */
} rsp_deframer;

/* What undoing runs and escapes met. Facts, not a verdict: each reader of the event decides what it accepts.
 */
enum {
    RSP_CODING_RUNS = 1,        /* the payload holds run-length tokens */
    RSP_CODING_BAD_RUN = 2,     /* a token that the manual does not allow */
    RSP_CODING_BAD_ESCAPE = 4,  /* the last byte is a lone 0x7d */
    RSP_CODING_TOO_LONG = 8,    /* its runs make more of it than max_payload: they are left as they are */
    RSP_CODING_NO_MEMORY = 16,  /* likewise, for want of memory */
    RSP_CODING_COMPRESSED = 32, /* the payload was compressed, or marked as not compressed */
    RSP_CODING_BAD_COMPRESSION = 64, /* it is neither, or its data is damaged */
    RSP_CODING_BAD_EXPANSION = RSP_CODING_BAD_RUN | RSP_CODING_TOO_LONG | RSP_CODING_NO_MEMORY,
    /* Any of these: the event has no meaning, payload is the wire form. */
    RSP_CODING_DAMAGE = RSP_CODING_BAD_EXPANSION | RSP_CODING_BAD_ESCAPE | RSP_CODING_BAD_COMPRESSION,
};

/* An event with its meaning. Only PACKET and NOTIFICATION are: in other events wire, expanded and payload are
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
    rsp_bytes
        expanded; /* towards the client: compression and runs undone, bad tokens of runs kept; escapes kept */
    rsp_bytes payload; /* the meaning: runs and escapes undone; the wire form where there is none */
    uint64_t offset;   /* of the first wire byte, from the start of the stream */
    uint64_t wire_len; /* wire bytes; more than raw.len only where raw is cut */
} rsp_wire_event;

/* Whether replies are compressed (LLDB's QEnableCompression). */
typedef enum rsp_compression {
    RSP_COMPRESSION_OFF,
    RSP_COMPRESSION_ASKED, /* by the last request: the OK itself is not compressed */
    RSP_COMPRESSION_ON,
} rsp_compression;

/* Finds the frames of one stream and undoes compression, run lengths and escapes. All-zero is a valid decoder
 * towards the stub with the default limit. Fields are private. */
typedef struct rsp_decoder {
    rsp_deframer deframer;
    rsp_buf expanded; /* of the event given out last, where it has runs */
    rsp_buf plain;    /* likewise, where it has escapes */
    rsp_buf inflated; /* likewise, where it was compressed */
    rsp_compression compression;
} rsp_decoder;

/* Sets options (NULL: all default) on a decoder that holds no memory. Cannot fail. max_payload bounds a
 * payload as transmitted and with its runs undone; memory is at most four times that. */
void rsp_decoder_init(rsp_decoder *d, const rsp_deframer_options *options);

/* Forgets the stream (for a new connection), keeps options and memory. */
void rsp_decoder_reset(rsp_decoder *d);

/* A request was sent, whose reply this decoder will see: after OK to QEnableCompression, all packets towards
 * the client are compressed. `request` is the payload. */
void rsp_decoder_request(rsp_decoder *d, rsp_bytes request);

/* Frees the memory, keeps the options. NULL is fine. */
void rsp_decoder_free(rsp_decoder *d);

/* Takes bytes off the front of `in` until an event is complete or `in` is used up, as rsp_deframe does:
 * returns how many, and *out with kind RSP_EVENT_NONE when there is no event yet. */
size_t rsp_decode(rsp_decoder *d, rsp_bytes in, rsp_wire_event *out);

/* End of the stream: true and a TRUNCATED event in *out when a packet was unfinished. */
bool rsp_decode_flush(rsp_decoder *d, rsp_wire_event *out);

/* Wire bytes taken that belong to an event not complete yet. */
uint64_t rsp_decoder_pending(const rsp_decoder *d);

/* The sum of all bytes modulo 256: of a payload as transmitted, its checksum. */
uint8_t rsp_checksum(rsp_bytes bytes);

/* Appends $payload#cs. The payload must be escaped already where it holds binary data;
 * nothing is checked or changed. On failure the buffer's status sticks and what it held stays. */
void rsp_frame_packet(rsp_buf *out, rsp_bytes payload);

/* The same for a notification, %payload#cs. */
void rsp_frame_notification(rsp_buf *out, rsp_bytes payload);

/* Begins a frame that is built in place: appends the lead, '$' or '%', and returns a mark. The caller appends
 * payload bytes, and rsp_frame_end closes the frame.
 *
 *     size_t mark = rsp_frame_begin(out, '$');
 *     rsp_buf_str(out, "OK");
 *     rsp_frame_end(out, mark, false);
 */
static inline size_t rsp_frame_begin(rsp_buf *out, char lead) {
    rsp_buf_push(out, (uint8_t)lead);
    return out->len;
}

/* Ends a frame: run-length codes the payload when `rle` (only towards the client), and appends `#` and the
 * checksum. `mark` is what rsp_frame_begin returned. */
void rsp_frame_end(rsp_buf *out, size_t mark, bool rle);

RSP_END_DECLS

#endif
