/* What was wrong first in a failed conversation, in a form that is the same wherever it shows: which packet,
 * what came, and what stood around it. Read from the transcript, so that whoever judges only says what came.
 * Causes are made of symptoms (cause.h). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SYMPTOM_H
#define RSP_SYMPTOM_H

#include <rsp/packets.h>
#include <rsp/transcript.h>

RSP_BEGIN_DECLS

/* X(NAME, "name", what it does to a packet's sender, as the end of "vCont ..."). */
#define RSP_CAME_LIST(X)                                                 \
    X(UNKNOWN, "unknown", "is not answered as it must be")               \
    X(SILENCE, "silence", "gets no reply")                               \
    X(NO_STOP, "no stop", "is never followed by a stop reply")           \
    X(NO_ACK, "no acknowledgment", "is not acknowledged")                \
    X(EMPTY, "empty", "gets the empty reply")                            \
    X(ERROR, "error", "is answered by an error")                         \
    X(OK, "OK", "is answered OK")                                        \
    X(STOP, "stop", "is answered by a stop reply")                       \
    X(OTHER, "other", "gets another reply than is due")                  \
    X(MISFIT, "misfit", "gets a reply of another form than it asks for") \
    X(DAMAGED, "damaged", "gets a damaged reply")                        \
    X(ENDLESS, "endless", "is answered without end")                     \
    X(CLOSED, "closed", "makes the stub close the connection")           \
    X(DIED, "died", "ends the stub")                                     \
    X(LATE, "late", "is answered later than debuggers wait")

/* What came in place of the good reply. */
typedef enum rsp_came {
#define RSP_CAME_ENUM(name, text, phrase) RSP_CAME_##name,
    RSP_CAME_LIST(RSP_CAME_ENUM)
#undef RSP_CAME_ENUM
        RSP_CAME_COUNT,
} rsp_came;

/* "silence"; "?" for an unknown value. */
const char *rsp_came_name(rsp_came came);

/* "gets no reply"; "?" for an unknown value. */
const char *rsp_came_phrase(rsp_came came);

/* Which of them a reply is. */
rsp_came rsp_came_of(rsp_bytes reply);

/* What no debugger sends, as the subject of a sentence; `%s` is the packet's name. X(NAME, "name", subject)
 */
#define RSP_ODDITY_LIST(X)                                                   \
    X(PLAIN, "plain", "%s")                                                  \
    X(LONG, "long", "%s of many bytes")                                      \
    X(MALFORMED, "malformed", "a malformed %s")                              \
    X(DAMAGED, "damaged", "a damaged packet")                                \
    X(BYTES, "bytes", "a sequence of bytes that is no packet")               \
    X(OVERLONG, "overlong", "a packet longer than the announced PacketSize") \
    X(NAMELESS, "nameless", "an unknown packet")                             \
    X(HALT, "halt", "0x03 while the program runs")                           \
    X(STOPPED, "stopped", "0x03 while the program is stopped")               \
    X(LEAVING, "leaving", "a client that goes away")                         \
    X(HIGH, "high", "a byte above 127")                                      \
    X(EMPTY, "without payload", "a packet without payload")                  \
    X(FLOOD, "flood", "a row of several 0x03")                               \
    X(UNSENT, "unsent", "%s in a form that no debugger sends")               \
    X(PIECES, "pieces", "a packet that comes in pieces")                     \
    X(REFUSED, "refused", "a request that it answers by an error")

/* In which of these ways something that was sent is odd. */
typedef enum rsp_oddity {
#define RSP_ODDITY_ENUM(name, text, subject) RSP_ODDITY_##name,
    RSP_ODDITY_LIST(RSP_ODDITY_ENUM)
#undef RSP_ODDITY_ENUM
        RSP_ODDITY_COUNT,
} rsp_oddity;

/* "malformed"; "?" for an unknown value. */
const char *rsp_oddity_name(rsp_oddity oddity);

/* "a malformed %s" with a packet's name in place of %s; "?" for an unknown value. Static. */
const char *rsp_oddity_subject(rsp_oddity oddity);

/* What stood around the wrong exchange: a set. */
typedef enum rsp_beside {
    RSP_BESIDE_BATCHED = 1 << 0,       /* the request was sent while another waited for its reply */
    RSP_BESIDE_REFUSED = 1 << 1,       /* the last thing sent was '-': the last packet was due once more */
    RSP_BESIDE_INTERRUPTED = 1 << 2,   /* 0x03 was sent to a program that ran */
    RSP_BESIDE_NAMELESS = 1 << 3,      /* the request is a packet that nobody knows */
    RSP_BESIDE_RAW = 1 << 4,           /* bytes that make no packet were sent before */
    RSP_BESIDE_DAMAGED = 1 << 5,       /* the request itself had a wrong checksum */
    RSP_BESIDE_WROTE = 1 << 6,         /* M wrote memory before, and was confirmed */
    RSP_BESIDE_LOST = 1 << 7,          /* ... and m showed other bytes after it */
    RSP_BESIDE_SHOWN = 1 << 8,         /* ... and m showed these bytes after it, and others before */
    RSP_BESIDE_WROTE_BINARY = 1 << 9,  /* the same for X */
    RSP_BESIDE_LOST_BINARY = 1 << 10,  /* ... */
    RSP_BESIDE_SHOWN_BINARY = 1 << 11, /* ... */
    RSP_BESIDE_HARDWARE = 1 << 12, /* the program was let run while a Z1 to Z4 stood, or one was an error */
    RSP_BESIDE_AGAIN = 1 << 13,    /* a packet of this kind was answered before in the connection */
    RSP_BESIDE_AT_ONCE = 1 << 14,  /* 0x03 was sent in one write with the request before it */
    RSP_BESIDE_BEHIND_STOP = 1 << 16, /* nothing was sent between the '+' of a stop reply and the request */
    RSP_BESIDE_CONFIRMED = 1 << 15,   /* the request is the last thing that was sent, and was answered OK */
    RSP_BESIDE_PERCENT = 1 << 17,     /* the request has a '%' in it, which begins a notification */
    RSP_BESIDE_STOPPED = 1 << 18,     /* 0x03 was sent before, to a program that stood still */
    RSP_BESIDE_UNGREETED = 1 << 19,   /* the request is the first thing of its connection, no '+' before it */
    RSP_BESIDE_ERRED = 1 << 20,       /* DIED, CLOSED: the last reply before the end was an error */
    RSP_BESIDE_EXITED = 1 << 22,      /* the request, which lets nothing run, was answered by W or X */
    RSP_BESIDE_AFTER_DAMAGE = 1 << 21, /* a packet with a wrong checksum was sent before in the connection */
    /* what the request was sent with or after, which may be to blame in its place */
    RSP_BESIDE_OTHERS = RSP_BESIDE_BATCHED | RSP_BESIDE_REFUSED | RSP_BESIDE_INTERRUPTED | RSP_BESIDE_RAW |
                        RSP_BESIDE_DAMAGED,
} rsp_beside;

/* All-zero: nothing is known. */
typedef struct rsp_symptom {
    rsp_came came;
    rsp_packet_id packet; /* of the request; UNKNOWN: nobody's packet, or none was sent */
    char type;            /* of a Z or z packet: '0' to '4'; else 0 */
    char breakpoint;      /* NO_STOP: the type of the breakpoint that was confirmed last and still stands */
    unsigned beside;      /* set of rsp_beside */
    rsp_oddity oddity;    /* of the request; DIED, CLOSED: of what was sent last */
    rsp_oddity suspect;   /* ... and of something odd shortly before it; PLAIN: there is nothing */
    rsp_packet_id suspected; /* the packet of the suspect */
    rsp_packet_id erred;     /* BESIDE_ERRED: the packet that was answered by the error */
    uint64_t length;         /* bytes that the request asks for, where it is an m; else 0 */
    uint64_t longest;        /* the most of all m of the connection up to it */
    uint64_t size;           /* bytes of the request's payload */
    uint64_t entry;          /* of the transcript, by which it was seen */
    uint64_t request;        /* ... and the request's entry; RSP_NO_ENTRY: none was sent */
    const char *asked;       /* its payload, printable and cut; may be NULL, or "" */
    const char *send;        /* arguments of `stubborn send` that lead to it; may be NULL, or "" */
    bool bare;               /* ... with its --bare: the connection was not opened as that does */
} rsp_symptom;

/* Completes a symptom of which `came` and `entry` are given by what the transcript says up to that entry:
 * the request that was answered wrongly, or waits. A request before it that got no reply is the earlier
 * symptom, and takes its place. Texts stay as they are. The requests of the conversation that matter for it
 * are appended to `out_send`, quoted for a shell, where they are few and printable. */
void rsp_symptom_read(rsp_symptom *symptom, const rsp_transcript *transcript, rsp_buf *out_send);

RSP_END_DECLS

#endif
