/* A look under way: the line to the stub, what was heard last, and what shows each topic of the page.
 * talk.c speaks, the other files ask; look.c has the order in which they are called.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MANNERS_LOOK_H
#define RSP_MANNERS_LOOK_H

#include <rsp/decoder.h>
#include <rsp/id.h>
#include <rsp/manners.h>
#include <rsp/packet_table.h>

/* X(id, name on the page) in the order of the page. */
#define TOPIC_LIST(X)             \
    X(GREETING, "greeting")       \
    X(CLIENTS, "clients")         \
    X(FIRST, "first")             \
    X(ACKS, "acks")               \
    X(CHECKSUMS, "checksums")     \
    X(NOISE, "between packets")   \
    X(UNKNOWN, "unknown packets") \
    X(ERRORS, "errors")           \
    X(FEATURES, "features")       \
    X(PACKETS, "packets")         \
    X(REGISTERS, "registers")     \
    X(RESUMES, "resumes")         \
    X(BREAKPOINTS, "breakpoints") \
    X(INTERRUPT, "interrupt")     \
    X(MEMORY, "memory")           \
    X(SIZES, "sizes")             \
    X(WRITES, "writes")           \
    X(ANSWERS, "answers")         \
    X(PROGRAM, "program")         \
    X(END, "end")

typedef enum topic {
#define TOPIC_ENUM(id, name) TOPIC_##id,
    TOPIC_LIST(TOPIC_ENUM)
#undef TOPIC_ENUM
        TOPIC_COUNT,
} topic;

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

/* What has ended the line, where nothing was wrong with it. */
typedef enum line_loss {
    LOSS_NONE,
    LOSS_BY_SECOND_PACKET, /* two in one write */
    LOSS_BY_SECOND_CLIENT,
} line_loss;

/* What becomes of the line at the end. */
typedef enum line_plan { LINE_IS_LEFT, LINE_IS_KEPT } line_plan;

/* What a register holds, once it could be read. */
typedef struct known_place {
    uint64_t at;
    bool known;
} known_place;

enum {
    LOOK_TIMES = 64,  /* answer times that the median is taken of */
    LOOK_REVIVALS = 2 /* times that a lost connection is made anew */
};

typedef struct look {
    rsp_manners *m;
    const rsp_manners_options *options;
    rsp_link *link;
    line_state line;
    line_loss loss;
    line_plan plan;
    rsp_status trouble; /* of our own: cancelled, no memory */
    rsp_decoder decoder;
    rsp_buf request; /* as sent */
    rsp_buf frame;
    rsp_buf piece;
    rsp_buf heard;   /* bytes that came for the last request */
    rsp_buf payload; /* of its reply */
    rsp_buf last_asked;
    uint64_t bytes_in;
    bool no_ack;
    bool wrote;        /* look_writes was called */
    bool owed;         /* a request was not answered: its reply may still come */
    bool lost;         /* the connection ended where nothing was wrong with what was asked */
    bool has_program;  /* `?` did not say that there is none */
    unsigned num_long; /* long silences so far */
    unsigned num_revivals;
    uint64_t times[LOOK_TIMES];
    size_t num_times;

    const char *shown[TOPIC_COUNT]; /* bytes, in the arena; NULL */
    const char *last_error;         /* bytes of the first error reply */
    const char *thread;             /* id as the stub writes it; "" when there is none */

    rsp_tdesc target;
    bool have_target;
    rsp_buf registers; /* reply to g, decoded */
    unsigned width;    /* of a register where nothing describes them */
    known_place pc;
    known_place sp;
    const char *breakpoint_text; /* "Z0 OK, Z1 no"; NULL */
} look;

/* --- talk.c --- */

bool look_open(const look *l);
uint64_t patience_of(const look *l); /* for a reply that need not come */
uint64_t due_of(const look *l);      /* for a reply that every stub owes */
void note_bytes(look *l, topic about, const char *sent);
uint64_t soon_of(const look *l); /* for what a good stub does at once, and many do not: an interrupt */
/* Sends exactly these bytes. */
void say(look *l, rsp_bytes bytes);
/* Listens until there were `packets` packets, or for `ns`. Adds to *r. */
void hear(look *l, reply *r, unsigned packets, uint64_t ns);
/* One request, waiting `ns` for its reply. */
reply ask(look *l, rsp_bytes request, uint64_t ns);
reply ask_packet(look *l, rsp_packet_id id, const char *args, uint64_t ns);
/* Notes whether the stub knows the packet, by its reply. */
void note_packet(look *l, rsp_packet_id id, const reply *r);
bool is_answer(const reply *r); /* neither empty nor an error */
void forget_line(look *l);      /* a new connection */
const char *name_of_topic(topic about);
/* Keeps what was written, and frees the buffer. */
const char *keep_text(look *l, rsp_buf *text);
/* Evidence: what was asked last and what came for it. */
const char *show(look *l);

/* --- connection.c --- */

void look_greeting(look *l);
bool look_handshake(look *l);
void look_noack(look *l);
void look_announced_noack(look *l); /* where the stub offers it, as debuggers do before they resume */
void look_writes(look *l);
void look_delays(look *l);

/* --- replies.c --- */

void look_question(look *l);
void look_unknown(look *l);
void look_packets(look *l);
void look_sizes(look *l);

/* --- registers.c --- */

void look_description(look *l);
void look_registers(look *l);
bool read_registers(look *l);
/* Whether `len` bytes at `at` can be read. */
bool can_read(look *l, uint64_t at, unsigned len);
void look_memory(look *l);
bool register_at(const look *l, uint64_t offset, unsigned width, bool big, uint64_t *out_value);
/* A place by stepping is found, or pc is read anew: false when it can not be told. */
bool read_pc(look *l, uint64_t *out_pc);

/* --- program.c --- */

void look_program(look *l);

/* --- life.c --- */

void look_life(look *l);
/* What is named in qSupported: what debuggers of today offer, and text in errors, so that the look sees it.
 * Not on a line that may be kept: there are stubs that never forget what they were offered. */
const char *offered(const look *l);
/* Whether the connection may be the only one, seen while it stays open. */
void look_alone(look *l);
/* Makes a lost connection anew; false when that can not be done. */
bool revive(look *l);
void close_link(look *l);

/* --- lines.c --- */

void compose_lines(look *l);

#endif
