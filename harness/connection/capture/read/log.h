/* Reads packet logs, of GDB, of LLDB, and any text with packets in it: bytes with direction, and times if
 * any. A line in, at most a few segments out; what can not be read as a packet is counted and passed over.
 * Private to the capture layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CAPTURE_LOG_H
#define RSP_CAPTURE_LOG_H

#include "capture/other_lines.h"
#include "capture/segment.h"
#include <rsp/clock.h>
#include <rsp/frame.h>
#include <stdio.h>

/* X(name, text) */
#define LOG_FORM_LIST(X)                    \
    X(NONE, "no log")                       \
    X(GDB_SERIAL, "GDB remotelogfile")      \
    X(GDB_DEBUG, "GDB debug remote output") \
    X(LLDB, "LLDB gdb-remote packets log")  \
    X(TEXT, "packets in a text, by their content")

/* Who wrote the log, and how. */
typedef enum log_form {
#define LOG_FORM_ENUM(name, text) LOG_##name,
    LOG_FORM_LIST(LOG_FORM_ENUM)
#undef LOG_FORM_ENUM
} log_form;

/* The text above; "?" for an unknown value. */
const char *log_form_name(log_form form);

/* How much of a file its form is told by. */
enum { LOG_HEAD_BYTES = 64 * 1024 };

/* One run of bytes in one direction. */
typedef struct log_piece {
    rsp_direction direction; /* as the writer of the log has it: a stub's log has it the wrong way round */
    uint64_t time_ns;        /* 0: the log has none */
    rsp_buf *bytes;          /* where it is put; wire bytes, as they were or framed anew */
} log_piece;

/* The words in front of packets, numbers left out, and what these packets were. */
typedef struct log_words {
    uint32_t key;
    uint32_t requests; /* in the head of the file: those that only a debugger can have sent */
    uint32_t replies;  /* ... those that only a stub can have sent */
} log_words;

enum { LOG_WORDS = 64 };

/* The line that is read. */
typedef struct log_line {
    bool in_line;       /* the front of `pending` is the rest of a line that gave a piece */
    bool is_ours;       /* the line is one that the log's writer has beside packets: "c info registers" */
    uint8_t answer_due; /* '+' or '-': the line had "...Ack" or "...Nak" behind its packet; 0: neither */
    uint64_t recorded;  /* hash of the line before where it was GDB's output in quotes; 0: it was not */
} log_line;

/* All-zero but file, name and form is valid. `pending` may hold what was read of the file already. */
typedef struct log_reader {
    FILE *file; /* not owned */
    const char *name;
    log_form form;
    rsp_buf pending;
    uint64_t line;     /* of the last piece, from 1 */
    uint64_t offset;   /* of `pending` in the file */
    uint64_t packets;  /* pieces so far */
    uint64_t cut;      /* packets that the log shortened: what is there counts */
    uint64_t restored; /* packets of which the log has the meaning: framed anew */
    uint64_t odd;      /* lines of packets that make no sense */
    uint64_t untimed;  /* pieces without a time */
    rsp_other_lines others;
    bool at_end;
    log_line at;
    size_t used; /* of pending, by the last line */
    uint32_t seq[2];
    bool begun;
    bool have_piece; /* `wire` waits for the segment that opens the connection to be taken */
    log_piece piece;
    rsp_buf wire;
    log_words words[LOG_WORDS]; /* of a text: learned from its head */
    size_t num_words;
    rsp_direction last; /* of the packet before, where there was one */
    bool has_acks;      /* the head of a text has acknowledgments beside its packets */
} log_reader;

/* Sets the form by what is pending, the first bytes of the file; of a text it learns the words, too. */
void log_detect(log_reader *log);

/* Frees what was read ahead; the file stays open. */
void log_free(log_reader *log);

/* The next piece as a segment between the rsp_log_ends; its payload is valid until the next
 * call. RSP_CLOSED at the end; RSP_BAD_FILE, RSP_LIMIT, RSP_NO_MEMORY with the line. */
rsp_status log_next(log_reader *log, rsp_segment *out, rsp_error *error) RSP_MUST_USE;

/* The parts of log_next that know one form. Looks at the line at the front of `text` (all that is pending),
 * whose end without newline is `line`. *out_used: bytes taken, newline included; 0: a packet with newlines
 * in it is not whole yet. True when *piece was filled. */
bool log_take_gdb_serial(log_reader *log, rsp_bytes text, size_t line, size_t *out_used, log_piece *piece);
bool log_take_gdb_debug(log_reader *log, rsp_bytes text, size_t line, size_t *out_used, log_piece *piece);
bool log_take_text(log_reader *log, rsp_bytes text, size_t line, size_t *out_used, log_piece *piece);
bool log_take_lldb(log_reader *log, rsp_bytes text, size_t line, size_t *out_used, log_piece *piece);

/* Learns from what is pending, the head of the file, which words stand before requests and which before
 * replies. False where it does not have both. */
bool log_learn(log_reader *log);

/* Decimal digits at the front, the first 18 of them counted; *out_digits is how many there are. */
uint64_t log_take_decimal(rsp_bytes *text, size_t *out_digits);

/* "1795213639.634094238" or "13407.691125" at the front: nanoseconds, 0 when it is no such time. */
uint64_t log_take_time(rsp_bytes *text);

/* A time among words: "1795213639.634094", "12:03:04.250", OpenOCD's "Debug: 40 3000" (ms); 0: none. */
uint64_t log_time_in(rsp_bytes words);

/* The bytes of a line of a hex dump, appended to `out`, and the blanks in front: what came from the other end
 * is indented. False if it is no such line. */
bool log_hex_line(rsp_bytes line, rsp_buf *out, size_t *out_indent);

/* Undoes C's escapes. */
void log_append_unescaped(rsp_buf *out, rsp_bytes text);

#endif
