/* Packets as people type and log them: escapes in arguments, hex dumps, lines of debuggers' logs.
 * Turns such text into bytes and a direction; the codec does the rest.
 * Source: GDB's "set debug remote", LLDB's "log enable gdb-remote packets", gdbserver's --remote-debug. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_WIRETEXT_H
#define STUBBORN_WIRETEXT_H

#include <rsp/frame.h>
#include <rsp/status.h>

/* Appends the bytes that `text` stands for: \xNN is a byte, \\ a backslash, \n, \r and \t the usual; all else
 * is itself. RSP_USAGE with the column for any other backslash. */
rsp_status wiretext_unescape(rsp_buf *out, const char *text, rsp_error *error) RSP_MUST_USE;

/* Appends the bytes of a hex dump: pairs of digits, blanks anywhere between. RSP_USAGE with the column. */
rsp_status wiretext_hex(rsp_buf *out, rsp_bytes text, rsp_error *error) RSP_MUST_USE;

/* What a log line says. */
typedef struct wiretext_line {
    rsp_direction direction;
    bool known;     /* direction was found in the line */
    bool framed;    /* text is wire bytes: $...#cs, +, -; otherwise a bare payload */
    rsp_bytes text; /* borrowed from the line, escapes as they are in it */
} wiretext_line;

/* Finds the next packet in a line, moving *rest behind it; false when there is no more. A line without any
 * log's marks is taken as it is: wire bytes where it starts with $, %, + or -, else a payload. */
bool wiretext_next(wiretext_line *out, rsp_bytes *rest);

/* Whether a bare line can be a payload: a request that has a name of the protocol, or a reply without blanks.
 * Blanks are only in packets with binary or textual data. */
bool wiretext_may_be_packet(rsp_bytes text, rsp_direction direction);

/* How many programs' marks the lines of a text have: GDB, LLDB, gdbserver, and we. */
unsigned wiretext_num_writers(rsp_bytes text);

#endif
