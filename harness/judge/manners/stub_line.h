/* The line of a look to the stub: what is asked, what was heard for it, and the times of answers.
 * Notes what a conversation shows by itself: acknowledgments, checksums, forms of errors, sizes.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MANNERS_STUB_LINE_H
#define RSP_MANNERS_STUB_LINE_H

#include "topic.h"

#include "manners/manners.h"
#include <rsp/frame.h>
#include <rsp/packets.h>

/* Whether a packet came. */
typedef enum reply_kind {
    REPLY_SILENT, /* no packet before the deadline */
    REPLY_PACKET,
    REPLY_GONE, /* the connection ended, or the stub never stops sending */
} reply_kind;

/* What came for one request. Slices are valid until the next one. */
typedef struct reply {
    reply_kind kind;
    rsp_bytes payload; /* of the packet that answers */
    unsigned packets;
    unsigned acks_before; /* '+' before the first packet */
    unsigned acks_after;
    unsigned naks;
    unsigned junk; /* bytes that belong to no packet */
    unsigned bad;  /* packets with a bad checksum */
    uint64_t took_ns;
} reply;

/* How the line is. */
typedef enum line_state {
    LINE_OPEN,
    LINE_GONE,    /* the connection ended */
    LINE_RUNNING, /* the program runs and can not be stopped: nothing can be asked */
    LINE_LOST,    /* nor is there another connection */
} line_state;

enum { STUB_LINE_TIMES = 64 }; /* answer times that the median is taken of */

/* The line, and what it has shown by itself. */
typedef struct stub_line {
    rsp_manners *m;
    const rsp_manners_options *options;
    rsp_link *link;
    line_state line;
    rsp_status trouble; /* of our own: cancelled, no memory */
    rsp_decoder decoder;
    rsp_buf request; /* as sent */
    rsp_buf frame;
    rsp_buf piece;
    rsp_buf heard;   /* bytes that came for the last request */
    rsp_buf came;    /* bytes that came before the first packet, the first of them */
    rsp_buf payload; /* of its reply */
    rsp_buf last_asked;
    uint64_t bytes_in;
    uint64_t packets_in;
    bool no_ack;
    bool owed;         /* a request was not answered: its reply may still come */
    unsigned num_long; /* long silences so far */
    uint64_t late_ns;  /* what a reply took that came when it was given up; 0: none did */
    uint64_t times[STUB_LINE_TIMES];
    size_t num_times;
    const char *shown[TOPIC_COUNT]; /* bytes, in the arena; NULL */
} stub_line;

/* No link yet: the look opens it, and closes it. */
void stub_line_begin(stub_line *t, rsp_manners *m, const rsp_manners_options *options);
/* Frees the buffers. The link is the look's. */
void stub_line_end(stub_line *t);

/* Whether requests can be made. */
bool line_open(const stub_line *t);
uint64_t patience_of(const stub_line *t); /* for a reply that need not come */
uint64_t due_of(const stub_line *t);      /* for a reply that every stub owes */
void note_bytes(stub_line *t, topic about, const char *sent);
uint64_t soon_of(const stub_line *t); /* for what a good stub does at once, and many do not: an interrupt */
/* Sends exactly these bytes. */
void say(stub_line *t, rsp_bytes bytes);
/* Listens until there were `packets` packets, or for `ns`. Adds to *r. */
void hear(stub_line *t, reply *r, unsigned packets, uint64_t ns);
/* One request, waiting `ns` for its reply. */
reply ask(stub_line *t, rsp_bytes request, uint64_t ns);
/* The same for a packet of the table with these arguments (NULL: none). */
reply ask_packet(stub_line *t, rsp_packet_id id, const char *args, uint64_t ns);
/* Notes whether the stub knows the packet, by its reply. */
void note_packet(stub_line *t, rsp_packet_id id, const reply *r);
bool is_answer(const reply *r); /* neither empty nor an error */
void forget_line(stub_line *t); /* a new connection */
/* Keeps what was written, and frees the buffer. */
const char *keep_text(stub_line *t, rsp_buf *text);
/* Evidence: what was asked last and what came for it. */
const char *show(stub_line *t);

#endif
