/* The transcript: a conversation as one list of entries, whatever it came from.
 * Events or raw bytes go in with their times; entries with wire bytes and meaning come out, and observers see
 * each once. Bounded: at the limit the oldest entries are dropped and counted. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TRANSCRIPT_H
#define RSP_TRANSCRIPT_H

#include <rsp/frame.h>
#include <stdbool.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* X(name, text): what an entry is. As the events of frame.h; JUNK is one byte. ABANDONED was cut by the '$'
 * of the next packet, TRUNCATED by the end of the connection. The last four are ours, without wire bytes. */
#define RSP_ENTRY_KIND_LIST(X)        \
    X(PACKET, "packet")               \
    X(NOTIFICATION, "notification")   \
    X(ACK, "ack")                     \
    X(NAK, "nak")                     \
    X(INTERRUPT, "interrupt")         \
    X(JUNK, "junk")                   \
    X(OVERLONG, "over-long packet")   \
    X(ABANDONED, "abandoned packet")  \
    X(TRUNCATED, "unfinished packet") \
    X(CONNECT, "connected")           \
    X(CLOSE, "closed")                \
    X(NOTE, "note")                   \
    X(GAP, "bytes missing")

/* RSP_ENTRY_PACKET and so on. */
typedef enum rsp_entry_kind {
#define RSP_ENTRY_KIND_ENUM(name, text) RSP_ENTRY_##name,
    RSP_ENTRY_KIND_LIST(RSP_ENTRY_KIND_ENUM)
#undef RSP_ENTRY_KIND_ENUM
} rsp_entry_kind;

/* "packet" and so on; "?" for an unknown value. */
const char *rsp_entry_kind_name(rsp_entry_kind kind);

/* The index of no entry. */
#define RSP_NO_ENTRY UINT64_MAX

/* One entry. The slices point into the transcript (or the fed bytes, inside an observer) and are valid
 * until the next is added. */
typedef struct rsp_entry {
    uint64_t index;      /* position in the conversation from 0; never reused, also after dropping */
    uint64_t time_ns;    /* when its last byte was fed */
    uint64_t offset;     /* of its first wire byte in this direction of this connection */
    uint64_t wire_len;   /* wire bytes; more than raw.len where raw is cut */
    uint32_t connection; /* 0 is the first */
    rsp_direction direction;
    rsp_entry_kind kind;
    bool checksum_hex; /* PACKET, NOTIFICATION: both digits are hexadecimal */
    bool checksum_ok;  /* ... and are those of the wire bytes */
    bool bad_encoding; /* PACKET, NOTIFICATION from the stub: a run-length token could not be expanded */
    bool cut;          /* raw and payload hold only the first part: too long to be kept whole */
    rsp_bytes raw;     /* wire bytes, lead and "#cs" included; empty for CONNECT, CLOSE, NOTE */
    rsp_bytes payload; /* run lengths expanded, escapes not undone; JUNK: the byte; CONNECT, CLOSE, NOTE: the
                          text */
} rsp_entry;

/* A conversation as a list of entries. For one thread at a time. */
typedef struct rsp_transcript rsp_transcript;

/* Called for each entry when it is complete, in order. `ctx` is as given to rsp_transcript_observe. Must not
 * feed. */
typedef void (*rsp_transcript_observer)(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry);

/* The limits of a transcript that sets none, and the number of its observers. */
enum {
    RSP_LIMIT_TRANSCRIPT_BYTES = 64 * 1024 * 1024, /* raw bytes kept per transcript */
    RSP_LIMIT_TRANSCRIPT_EVENTS = 1024 * 1024,     /* events kept per transcript */
    RSP_LIMIT_TRANSCRIPT_OBSERVERS = 8,            /* observers of one transcript */
};

/* All-zero gives the limits above. */
typedef struct rsp_transcript_options {
    size_t max_bytes;   /* of raw bytes and decoded payloads kept; at least 256 */
    size_t max_entries; /* at least 1 */
    size_t max_packet;  /* longest payload kept whole; 0 is RSP_LIMIT_PACKET_BYTES */
    size_t max_request; /* the same for the debugger's packets; 0 is max_packet */
    bool requests_only; /* of acks and of what the stub sent no bytes are kept; observers still see them whole
                         */
    const rsp_mem *mem; /* NULL is malloc; must outlive the transcript */
} rsp_transcript_options;

/* An empty transcript, or NULL without memory. options may be NULL. */
rsp_transcript *rsp_transcript_new(const rsp_transcript_options *options);

/* Frees it. NULL is fine; observers are not called. */
void rsp_transcript_free(rsp_transcript *transcript);

/* Forgets everything but observers and memory; indices start at 0 again. */
void rsp_transcript_reset(rsp_transcript *transcript);

/* Adds an observer, for the life of the transcript. False beyond RSP_LIMIT_TRANSCRIPT_OBSERVERS. `ctx` is not
 * owned. */
bool rsp_transcript_observe(rsp_transcript *transcript, rsp_transcript_observer observer, void *ctx);

/* An event of a live conversation, decoded by whoever takes part in it. Times as for rsp_transcript_feed.
 * RSP_NO_MEMORY when it could not be kept (observers still saw it). */
rsp_status rsp_transcript_add(rsp_transcript *transcript, uint64_t time_ns,
                              const rsp_wire_event *event) RSP_MUST_USE;

/* Says how many bytes of an event that is not complete yet a direction has whose events are added. A new
 * connection and the end forget it. */
void rsp_transcript_hang(rsp_transcript *transcript, rsp_direction direction, uint64_t num_bytes);

/* Bytes that somebody else takes part with: captures, what a proxy passes, what we send. A direction is fed
 * or its events are added, not both. Any split gives the same entries. Times must not go back; an earlier
 * time counts as the latest seen. RSP_NO_MEMORY when entries could not be kept (observers still saw them). */
rsp_status rsp_transcript_feed(rsp_transcript *transcript, rsp_direction direction, uint64_t time_ns,
                               rsp_bytes bytes) RSP_MUST_USE;

/* Marks a new connection: unfinished frames that were fed become TRUNCATED, offsets start at 0. The first
 * connection needs no mark. `text` names the peer, e.g. "tcp:127.0.0.1:1234"; NULL is "". */
rsp_status rsp_transcript_connect(rsp_transcript *transcript, uint64_t time_ns,
                                  const char *text) RSP_MUST_USE;

/* Marks the end: unfinished frames become TRUNCATED. `text` says why. */
rsp_status rsp_transcript_close(rsp_transcript *transcript, uint64_t time_ns, const char *text) RSP_MUST_USE;

/* The recording lacks bytes here (a capture that lost frames): what the direction had unfinished becomes
 * TRUNCATED, and what the missing bytes said is claimed by nobody. `text` says how many. */
rsp_status rsp_transcript_gap(rsp_transcript *transcript, rsp_direction direction, uint64_t time_ns,
                              const char *text) RSP_MUST_USE;

/* A remark, e.g. "stub stderr: ...". Bytes may be hostile; rendering escapes them. */
rsp_status rsp_transcript_note(rsp_transcript *transcript, uint64_t time_ns, rsp_bytes text) RSP_MUST_USE;

/* The index of the oldest entry still held. */
uint64_t rsp_transcript_first(const rsp_transcript *transcript);

/* The index after the newest entry. */
uint64_t rsp_transcript_end(const rsp_transcript *transcript);

/* Copies an entry to *out_entry; its slices are valid until the next is added. False when it was dropped or
 * does not exist yet. The last entry is always held. */
bool rsp_transcript_get(const rsp_transcript *transcript, uint64_t index, rsp_entry *out_entry);

/* How many entries the limits have dropped. */
uint64_t rsp_transcript_dropped_entries(const rsp_transcript *transcript);

/* The wire bytes in them. */
uint64_t rsp_transcript_dropped_bytes(const rsp_transcript *transcript);

/* Bytes of a frame that is not complete yet: what hangs in a direction at this moment. */
uint64_t rsp_transcript_pending(const rsp_transcript *transcript, rsp_direction direction);

/* How to print. Zero fields: time from 0, everything, 100 characters, acks hidden. */
typedef struct rsp_transcript_style {
    uint64_t epoch_ns;  /* this time is printed as 0.000 ms */
    size_t before;      /* entries shown before the one asked for (acks not counted when hidden); 0 is all */
    size_t after;       /* the same behind it */
    size_t max_columns; /* of text per payload, cut with "... (N bytes)"; 0 is 100, SIZE_MAX is no cut */
    size_t indent;      /* spaces before each line */
    bool acks;          /* show + and - that are as they should be */
    bool explain;       /* put behind a payload what it means, where that is not plain */
    bool wire;          /* print wire bytes with lead and checksum instead of payloads */
} rsp_transcript_style;

/* One line: "  12.055 ms  <-  T05swbreak:;thread:p2a1.2a1;\n". Printable ASCII whatever the peer sent.
 * `request` is the payload that a reply answers, for explaining; empty when unknown. */
void rsp_entry_render(rsp_buf *out, const rsp_entry *entry, rsp_bytes request,
                      const rsp_transcript_style *style);

/* The lines around entry `around` (RSP_NO_ENTRY: the end). Says what was dropped, and what hangs unfinished
 * at the end. style may be NULL. */
void rsp_transcript_render(const rsp_transcript *transcript, rsp_buf *out, uint64_t around,
                           const rsp_transcript_style *style);

RSP_END_DECLS

#endif
