/* How a stub behaves, learned once by a short and safe look before anything is judged.
 * Legal differences and breaches alike: what is learned is allowed for, not excused.
 * Used by the runner, the fuzzer and `stubborn probe`. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MANNERS_H
#define RSP_MANNERS_H

#include "codec/tdesc.h"
#include "core/arena.h"
#include <rsp/link.h>
#include <rsp/packets.h>

RSP_BEGIN_DECLS

/* What was found out about a habit that a stub has or has not. */
typedef enum rsp_habit { RSP_HABIT_UNKNOWN, RSP_HABIT_NO, RSP_HABIT_YES } rsp_habit;

/* X(name, text): what becomes of a second client when the first is gone. */
#define RSP_LIFE_LIST(X)                                 \
    X(UNKNOWN, "unknown")                                \
    X(STAYS, "serves one client after the other")        \
    X(EXITS, "exits after one client")                   \
    X(REFUSES, "refuses a second client")                \
    X(DEAF, "accepts a second client and never answers") \
    X(ONCE, "has only one connection")                   \
    X(ALONE, "listens no more while it serves a client")

/* What becomes of a second client, by the list above. */
typedef enum rsp_life {
#define RSP_LIFE_ENUM(name, text) RSP_LIFE_##name,
    RSP_LIFE_LIST(RSP_LIFE_ENUM)
#undef RSP_LIFE_ENUM
} rsp_life;

/* The text of the list; "unknown" for a value that is not in it. */
const char *rsp_life_text(rsp_life life);

/* When '+' comes for a good packet. */
typedef enum rsp_ack_habit {
    RSP_ACKS_UNKNOWN,
    RSP_ACKS_FIRST,  /* before the reply, once */
    RSP_ACKS_NEVER,  /* neither sent nor asked for */
    RSP_ACKS_LATE,   /* behind the reply */
    RSP_ACKS_SEVERAL /* more than one for a packet */
} rsp_ack_habit;

/* What comes for a packet that the stub does not know. */
typedef enum rsp_unknown_habit {
    RSP_UNKNOWNS_UNKNOWN,
    RSP_UNKNOWNS_EMPTY,
    RSP_UNKNOWNS_SILENT,
    RSP_UNKNOWNS_ERROR,
    RSP_UNKNOWNS_OTHER, /* "OK", an echo */
} rsp_unknown_habit;

/* How error replies are written. OTHER: "E" and something else. */
typedef enum rsp_error_form {
    RSP_ERRORS_UNKNOWN,
    RSP_ERRORS_DIGITS, /* "E01" */
    RSP_ERRORS_TEXT,   /* "E.text" */
    RSP_ERRORS_OTHER,
} rsp_error_form;

/* What the program does when it is let run. */
typedef enum rsp_program_habit {
    RSP_PROGRAM_UNKNOWN,
    RSP_PROGRAM_LOOPS, /* a place comes again within RSP_MANNERS_STEPS steps */
    RSP_PROGRAM_RUNS,  /* it was interrupted, and no place came again */
    RSP_PROGRAM_ENDS,
    RSP_PROGRAM_STUCK,  /* neither resumes nor steps move it */
    RSP_PROGRAM_ABSENT, /* there is none: `?` says that it has exited */
} rsp_program_habit;

/* Limits of the look. */
enum {
    RSP_MANNERS_STEPS = 64,          /* most steps that the look takes */
    RSP_MANNERS_LOOP = 16,           /* most places of a loop that are kept */
    RSP_MANNERS_MEMORY = 4,          /* most places of memory that are kept */
    RSP_MANNERS_GREETING_BYTES = 256 /* most bytes of a greeting that are kept */
};

/* One thing that was learned, with the bytes that show it. */
typedef struct rsp_manners_line {
    const char *name;   /* "greeting", "acks", "unknown packets": what the page has on its left */
    const char *text;   /* "silent (waited 50 ms, 3 of 3)" */
    const char *remark; /* "expected: empty"; "" for none */
    const char *bytes;  /* what was sent and what came, printable; "" for none */
    bool breach;        /* the manual asks for something else */
} rsp_manners_line;

/* Memory that can be read. */
typedef struct rsp_manners_memory {
    uint64_t start;
    uint64_t bytes; /* as far as it is known */
    bool writable;  /* perhaps */
} rsp_manners_memory;

/* The connection. */
typedef struct rsp_manners_connection {
    uint64_t silent_ns;    /* no packet came for so long, and the look ended; 0: one came */
    const char *said;      /* then: bytes that came in its place, or else stderr, printable; NULL: none */
    const char *closed_at; /* request at which the connection was lost, printable; NULL: it was not */
    rsp_bytes greeting;    /* bytes that came before the first request; empty for none */
    uint64_t greeting_ns;  /* after the connection, where it came later than anybody listens; else 0 */
    rsp_habit greets_next; /* greets a later client of the same process, too */
    rsp_habit line_noise;  /* bytes between packets that belong to none: CR LF */
    rsp_ack_habit acks;
    rsp_habit no_ack;        /* takes QStartNoAckMode */
    rsp_habit bad_checksums; /* sends some */
} rsp_manners_connection;

/* What becomes of clients that leave, and of others. */
typedef struct rsp_manners_clients {
    rsp_life life;          /* what becomes of a next client */
    rsp_habit several;      /* serves clients at the same time */
    rsp_habit spins;        /* serves nobody after its client has left, and computes on */
    rsp_habit ends_cleanly; /* ends with status 0 when its client leaves: no crash */
} rsp_manners_clients;

/* What it needs before it answers. */
typedef struct rsp_manners_opening {
    rsp_habit plus_first;        /* answers nothing before a first '+', which debuggers send */
    rsp_habit question_first;    /* memory opens only after '?' */
    rsp_habit question_once;     /* a second '?' is not answered by a stop */
    rsp_habit description_first; /* g or p opens, or is complete, only after target.xml was read */
} rsp_manners_opening;

/* Replies. */
typedef struct rsp_manners_replies {
    rsp_unknown_habit unknowns;
    rsp_error_form errors;
    rsp_habit upper_hex;
    rsp_habit packets[RSP_PACKET_MOST]; /* YES: answered, and not by an empty reply */
    unsigned breakpoints;   /* bit N: ZN answered OK, and was taken away again; with run_program */
    const char *supported;  /* reply to qSupported; NULL when it was not given */
    const char *vcont;      /* reply to vCont?; NULL when there is none */
    uint64_t packet_size;   /* as announced; 0 for not at all */
    uint64_t takes_bytes;   /* the largest packet that was tried and answered */
    uint64_t sends_bytes;   /* the largest reply that was seen */
    uint64_t answer_ns;     /* median time of an answer */
    rsp_habit delayed_acks; /* the 40 ms of a delayed TCP acknowledgment are seen */
} rsp_manners_replies;

/* What it does with the bytes that are sent. */
typedef struct rsp_manners_bytes {
    rsp_habit loses_second;     /* of two packets in one write */
    rsp_habit loses_pieces;     /* a packet that comes in several */
    rsp_habit interrupt;        /* 0x03 stops a running program */
    rsp_habit interrupt_beside; /* also when it stands in one write with the resume */
} rsp_manners_bytes;

/* Registers and addresses. */
typedef struct rsp_manners_registers {
    const char *arch;       /* as codec/tdesc.h names it; NULL: not known */
    const char *described;  /* the architecture as target.xml names it; NULL: it names none */
    uint64_t num_described; /* how many target.xml has; 0 also where there is none */
    rsp_habit big_endian;
    uint64_t g_bytes;       /* of the reply to g, decoded; 0 for none */
    int pc_number;          /* -1: not known */
    int sp_number;          /* -1: not known */
    unsigned pc_offset;     /* in g; valid with pc_number and no description */
    unsigned sp_offset;     /* in g, of sp_bytes; valid with sp_bytes */
    unsigned sp_bytes;      /* 0: as wide as pc, and where its number says */
    unsigned address_bytes; /* of pc in g; 0: not known */
    uint64_t address_mask;  /* its bits that are an address; 0: not known */
    rsp_habit p_differs;    /* of pc or sp p answers another value than g has */
    rsp_habit pc_by_p;      /* g's pc stands still in steps, and p's moves */
} rsp_manners_registers;

/* Memory that can be read. */
typedef struct rsp_manners_places {
    rsp_habit at_pc; /* can be read */
    rsp_habit at_sp;
    size_t num; /* where pc or sp lead nowhere: other memory, what is likely to be writable first */
    rsp_manners_memory others[RSP_MANNERS_MEMORY];
} rsp_manners_places;

/* The program. */
typedef struct rsp_manners_program {
    rsp_program_habit kind;
    rsp_habit steps;           /* a step moves pc */
    rsp_habit doubles_stops;   /* each stop is told twice */
    rsp_habit bare_continue;   /* NO: a vCont;c that names no thread lets nothing run, and c does */
    rsp_habit early_ok;        /* a resume is answered OK before its stop */
    rsp_habit stops_by_itself; /* without 0x03, after a while */
    rsp_habit restarts;        /* R, or vRun in extended mode */
    rsp_habit traps;           /* an illegal instruction is reported as a stop; only a profile says so */
    size_t num_loop;
    uint64_t
        loop[RSP_MANNERS_LOOP]; /* LOOPS: places in the order in which they come, in the look's process */
} rsp_manners_program;

/* All-zero: nothing is known, and a stub is expected to do what the manual says. Texts and lists live in the
 * arena, or with the manners that they were copied from. */
typedef struct rsp_manners {
    rsp_arena arena;
    bool looked;
    rsp_manners_connection line;
    rsp_manners_clients clients;
    rsp_manners_opening opening;
    rsp_manners_replies replies;
    rsp_manners_bytes bytes;
    rsp_manners_registers registers;
    rsp_manners_places places;
    rsp_manners_program runs;

    const rsp_manners_line *lines; /* in the order of the page */
    size_t num_lines;
} rsp_manners;

/* All-zero gives the defaults in brackets. */
typedef struct rsp_manners_options {
    /* A fresh connection to the stub, to be closed with rsp_link_close. Required. RSP_CONNECT, RSP_SPAWN,
     * RSP_DIED: the stub can not be had (again). */
    rsp_status (*open)(void *ctx, rsp_link **out_link, rsp_error *error);
    void (*close)(void *ctx, rsp_link *link); /* [rsp_link_close] the look is done with that link */
    /* [NULL] Takes over the link, open and with the program stopped, when it may be the only one: we did not
     * start the stub, and it refuses a second client. If NULL, the look closes the link and tries a next
     * client. `no_ack`: no-ack mode is on. */
    void (*keep)(void *ctx, rsp_link *link, bool no_ack);
    bool one_connection; /* [false] keep the link without trying a second client. Ignored when the link has
                          * started the program. */
    void *ctx;
    uint64_t timeout_ns; /* [2 s] for an answer that every stub must give */
    uint64_t quiet_ns;   /* [50 ms] silence after which nothing more is expected */
    bool run_program;    /* [false] also resumes, steps and interrupts; else it only asks */
    const volatile sig_atomic_t *stop;
    const rsp_mem *mem;
} rsp_manners_options;

/* Looks at a stub. Asks first, then (run_program) sets breakpoints and takes them away, steps, resumes and
 * interrupts; a program of a system that somebody else started, and that may end, is only stepped. Last,
 * what becomes of the next client. RSP_OK when `out` describes it, whatever it does; RSP_CONNECT, RSP_SPAWN,
 * RSP_DIED when it could not be had, or died before it sent a byte (error->msg has its last words);
 * RSP_CANCELLED, RSP_NO_MEMORY. Sends nothing that changes registers or memory. `out` is freed by
 * rsp_manners_free in each case. */
rsp_status rsp_manners_look(rsp_manners *out, const rsp_manners_options *options,
                            rsp_error *error) RSP_MUST_USE;
/* Frees lists and texts. All-zero is fine. */
void rsp_manners_free(rsp_manners *manners);

/* What is worth a headline: "little endian, 33 registers   no vCont   one client at a time". `num_registers`
 * is what a description names; 0: it is counted in g, where that comes out even. */
void rsp_manners_brief(rsp_buf *out, const rsp_manners *manners, uint64_t num_registers);

/* The page for people, one line for each thing that was learned. */
void rsp_manners_page(rsp_buf *out, const rsp_manners *manners);

/* A profile that says the same, to be edited: `title` and `address` as given. */
void rsp_manners_profile(rsp_buf *out, const rsp_manners *manners, const char *title, const char *address);

/* --- by name: for profiles and scenarios -------------------------------------------------------------------
 */

/* X(member, key, words): `words` names the values that the member can have. */
#define RSP_MANNERS_KEY_LIST(X)                              \
    X(clients.life, "clients", life)                         \
    X(clients.several, "several-clients", habit)             \
    X(clients.ends_cleanly, "ends-cleanly", habit)           \
    X(opening.plus_first, "plus-first", habit)               \
    X(opening.question_first, "question-first", habit)       \
    X(opening.description_first, "description-first", habit) \
    X(line.acks, "acks", ack)                                \
    X(line.no_ack, "no-ack", habit)                          \
    X(line.line_noise, "line-noise", habit)                  \
    X(line.bad_checksums, "bad-checksums", habit)            \
    X(replies.unknowns, "unknown-packets", unknown)          \
    X(replies.errors, "errors", error)                       \
    X(replies.upper_hex, "upper-hex", habit)                 \
    X(bytes.loses_second, "loses-second", habit)             \
    X(bytes.loses_pieces, "loses-pieces", habit)             \
    X(bytes.interrupt, "interrupt", habit)                   \
    X(bytes.interrupt_beside, "interrupt-beside", habit)     \
    X(runs.bare_continue, "bare-continue", habit)            \
    X(registers.big_endian, "big-endian", habit)             \
    X(registers.p_differs, "p-differs", habit)               \
    X(registers.pc_by_p, "pc-by-p", habit)                   \
    X(places.at_pc, "memory-at-pc", habit)                   \
    X(places.at_sp, "memory-at-sp", habit)                   \
    X(runs.kind, "program", program)                         \
    X(runs.steps, "steps", habit)                            \
    X(runs.doubles_stops, "doubles-stops", habit)            \
    X(runs.early_ok, "early-ok", habit)                      \
    X(opening.question_once, "question-once", habit)         \
    X(runs.stops_by_itself, "stops-by-itself", habit)        \
    X(runs.restarts, "restarts", habit)                      \
    X(runs.traps, "traps", habit)                            \
    X(replies.delayed_acks, "delayed-acks", habit)

/* Key `i` in the order of the list; NULL after the last. */
const char *rsp_manners_key(size_t i);

/* The value of key `i` as a word; "" when nothing is known. */
const char *rsp_manners_value(const rsp_manners *manners, size_t i);

/* Sets one by its words, "yes" and "no" for habits. RSP_NOT_FOUND for an unknown key, RSP_RANGE for a word
 * that is no value of it. */
rsp_status rsp_manners_set(rsp_manners *manners, rsp_bytes key, rsp_bytes value,
                           rsp_error *error) RSP_MUST_USE;

/* Whether the stub has a manner: "steps" of a habit, "acks-late" or "program-loops" of a value.
 * RSP_HABIT_UNKNOWN where nothing was learned about it. */
rsp_habit rsp_manners_has(const rsp_manners *manners, rsp_bytes name);

/* Whether there is a manner of this name. */
bool rsp_manner_exists(rsp_bytes name);

/* How long an answer that may not come is worth waiting for: twenty times what the stub takes, at least 50 ms
 * and at most `timeout_ns`. */
uint64_t rsp_manners_patience_ns(const rsp_manners *manners, uint64_t timeout_ns);

/* How long a greeting is waited for: `usual_ns`, or several times what it took when it came late. */
uint64_t rsp_manners_greeting_ns(const rsp_manners *manners, uint64_t usual_ns);

RSP_END_DECLS

#endif
