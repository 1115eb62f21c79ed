/* Lines of a dump come in runs. Most dumps begin with the place of the failure, Python's ends with it;
 * gdbserver's backtrace has addresses that name nothing.
 * What a sanitizer says after its summary is a map of memory. */
/* SPDX-License-Identifier: MIT */
#include "run/words.h"

#include "core/hex.h"

enum { KEPT = 2 }; /* lines of a run */

typedef enum line_kind {
    LINE_PLAIN,
    LINE_FRAME,     /* "    #0 0x4f in main a.c:1", "    at f (a.js:1:2)": the place stands first */
    LINE_TRACEBACK, /* "  File "a.py", line 1, in f" and its source: the place stands last */
    LINE_ADDRESS,   /* "0x55d0 ???" */
    LINE_FENCE,     /* "----- Backtrace -----" */
} line_kind;

static bool is_python(rsp_bytes line) {
    return rsp_bytes_starts(line, RSP_LIT("  File \"")) ||
           rsp_bytes_starts(line, RSP_LIT("  [Previous line "));
}

static bool is_fence(rsp_bytes line) {
    return rsp_bytes_starts(line, RSP_LIT("-----")) && line.len >= 20;
}

/* `before` is the kind of the line before: source lines stand under their "File". */
static line_kind kind_of(rsp_bytes line, line_kind before) {
    rsp_bytes rest = line;
    while (rsp_take_byte(&rest, ' '))
        ;
    const bool inside = before == LINE_FENCE || before == LINE_ADDRESS;
    if (is_python(line) || (before == LINE_TRACEBACK && rsp_bytes_starts(line, RSP_LIT("    "))))
        return LINE_TRACEBACK;
    if (rest.len < line.len &&
        (rsp_bytes_starts(rest, RSP_LIT("at ")) || rsp_bytes_starts(rest, RSP_LIT("#"))))
        return LINE_FRAME;
    if (is_fence(line))
        return LINE_FENCE;
    return inside && rsp_bytes_starts(rest, RSP_LIT("0x")) ? LINE_ADDRESS : LINE_PLAIN;
}

static void append_line(rsp_buf *out, rsp_bytes line) {
    rsp_buf_append(out, line);
    rsp_buf_push(out, '\n');
}

static void append_left_out(rsp_buf *out, size_t num) {
    if (num > 0)
        rsp_buf_printf(out, "(%zu line%s of the stack left out)\n", num, num == 1 ? "" : "s");
}

/* The lines of one run, as far as they are kept. `start` is the text from its first line on. */
static void append_run(rsp_buf *out, rsp_bytes start, size_t num, line_kind kind) {
    const size_t kept = kind == LINE_PLAIN ? num : kind >= LINE_ADDRESS ? 0 : num < KEPT ? num : KEPT;
    const size_t first = kind == LINE_TRACEBACK ? num - kept : 0;
    if (first > 0)
        append_left_out(out, first);
    for (size_t i = 0; i < num; i++) {
        const rsp_bytes line = rsp_bytes_split(&start, '\n');
        if (i >= first && i < first + kept)
            append_line(out, line);
    }
    if (kind != LINE_FENCE)
        append_left_out(out, num - kept - first);
}

rsp_bytes words_since(rsp_bytes before, rsp_bytes now) {
    for (size_t gone = 0; gone < before.len; gone++) {
        const rsp_bytes still = rsp_bytes_from(before, gone);
        if (still.len <= now.len && memcmp(now.ptr, still.ptr, still.len) == 0)
            return rsp_bytes_from(now, still.len);
    }
    return now;
}

void words_cut(rsp_buf *out, rsp_bytes text) {
    line_kind kind = LINE_PLAIN;
    rsp_bytes start = text;
    size_t num = 0;
    bool over = false;
    while (text.len > 0 && !over) {
        const rsp_bytes here = text;
        const rsp_bytes line = rsp_bytes_split(&text, '\n');
        const line_kind next = kind_of(line, kind);
        if (next != kind && num > 0) {
            append_run(out, start, num, kind);
            start = here;
            num = 0;
        }
        kind = next;
        num++;
        over = rsp_bytes_starts(line, RSP_LIT("SUMMARY: "));
    }
    append_run(out, start, num, kind);
}
