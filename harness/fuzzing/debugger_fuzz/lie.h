/* Lies: how a stub answers a debugger otherwise than it would. A list of them and the
 * lines that the debugger is given make a session that can be played again. Written
 * and read as JSON; what would make a debugger act on its own machine is told apart. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LIE_H
#define RSP_LIE_H

#include "core/arena.h"
#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* X(NAME, "name", "what is done"). */
#define RSP_LIE_LIST(X)                                                            \
    X(SAY, "say", "this packet comes instead of the reply")                        \
    X(RAW, "raw", "these bytes come instead of the reply, without a frame")        \
    X(DOCUMENT, "document", "windows of this document come instead of the stub's") \
    X(SILENCE, "silence", "nothing comes")                                         \
    X(BEFORE, "before", "these bytes come before the reply")                       \
    X(AFTER, "after", "these bytes come after the reply")

/* RSP_LIE_SAY and so on. */
typedef enum rsp_lie_kind {
#define RSP_LIE_ENUM(name, text, what) RSP_LIE_##name,
    RSP_LIE_LIST(RSP_LIE_ENUM)
#undef RSP_LIE_ENUM
        RSP_LIE_KINDS
} rsp_lie_kind;

/* "say"; "?" for an unknown value. */
const char *rsp_lie_kind_name(unsigned kind);
/* What is done, in words; "?" for an unknown value. */
const char *rsp_lie_kind_text(unsigned kind);

/* Limits of one session. */
enum { RSP_LIES_MOST = 16, RSP_LIES_MOST_LINES = 64, RSP_LIE_MOST_BYTES = 256 * 1024 };

/* One lie. All is borrowed. */
typedef struct rsp_lie {
    rsp_lie_kind kind;
    const char *packet; /* the name of the requests' row in the table, "qSupported"; "": any request */
    uint64_t nth;       /* the first of their replies that it is about, counted from 0 */
    bool every;         /* and all that follow */
    rsp_bytes bytes; /* SAY: a payload as transmitted; RAW, BEFORE, AFTER: wire bytes; DOCUMENT: all of it */
} rsp_lie;

/* What a session is made of. All-zero is empty; all texts are the arena's. */
typedef struct rsp_lies {
    rsp_arena arena;
    rsp_lie items[RSP_LIES_MOST];
    size_t num;
    const char *lines[RSP_LIES_MOST_LINES]; /* typed one after the other, with placeholders */
    size_t num_lines;
} rsp_lies;

/* Empties it. NULL is fine. */
void rsp_lies_free(rsp_lies *lies);
/* Adds copies of a lie, of a line. False at the limits and without memory. */
bool rsp_lies_add(rsp_lies *lies, const rsp_lie *lie);
bool rsp_lies_add_line(rsp_lies *lies, const char *line); /* the same for a line */
/* A copy without the lies from `at` on, `num` of them, and without the lines from `line` on. */
bool rsp_lies_without(rsp_lies *out, const rsp_lies *lies, size_t at, size_t num, size_t line,
                      size_t num_lines);

/* The first lie about the nth reply to a packet that has one of `kinds`, a set; NULL: there is none. */
const rsp_lie *rsp_lies_find(const rsp_lies *lies, const char *packet, uint64_t nth, unsigned kinds);

/* Whether bytes on their way to a debugger ask it to write, remove or run something on its own machine:
 * File-I/O (GDB manual, File-I/O Remote Protocol Extension). They are never sent. */
bool rsp_lie_is_harmful(rsp_bytes bytes);

/* Appends it as JSON; the buffer's status. */
rsp_status rsp_lies_write(rsp_buf *out, const rsp_lies *lies) RSP_MUST_USE;
/* Reads such JSON into an empty list. RSP_BAD_FILE with what is wrong, RSP_NO_MEMORY; empty then. */
rsp_status rsp_lies_read(rsp_lies *out, rsp_bytes json, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif
