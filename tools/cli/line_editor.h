/* Lines from a person at a terminal, with editing, history and completion; or from a pipe, one after another.
 * The waiting for keys is the caller's, who may have something else to wait for, too.
 * Editing is libedit's. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_LINE_EDITOR_H
#define STUBBORN_LINE_EDITOR_H

#include <rsp/bytes.h>

/* One reader of standard input. */
typedef struct line_editor line_editor;

/* The caller's part. `complete` and `interrupt` may be NULL. */
typedef struct line_editor_calls {
    /* What stands before the line; valid until the next call. */
    const char *(*prompt)(void *ctx);
    /* Returns as soon as the descriptor can be read, or RSP_OK for another reason, such as a signal. */
    rsp_status (*wait)(void *ctx, int fd);
    /* The key for completion was pressed behind `text`: calls line_editor_insert, or lists what there is. */
    void (*complete)(void *ctx, rsp_bytes text);
    /* The key for interrupts was pressed on an empty line. */
    void (*interrupt)(void *ctx);
    void *ctx;
} line_editor_calls;

/* Edits lines where standard input and output are terminals. `history` is a file, made with its folder where
 * it is missing; NULL for none. NULL without memory. `calls` is copied. */
line_editor *line_editor_new(const line_editor_calls *calls, const char *history);

/* Whether standard input and output are terminals on which lines can be edited. */
bool line_editor_is_possible(void);

/* Frees it, and writes the history. NULL is fine. */
void line_editor_free(line_editor *editor);

/* Whether a person edits: else lines come from a pipe or file. */
bool line_editor_is_interactive(const line_editor *editor);

/* Puts the next line, without its end, in place of what `out` holds. RSP_CLOSED at the end of the input,
 * RSP_LIMIT for a line of more than 64 KiB, RSP_IO; `wait`'s status where that failed. */
rsp_status line_editor_read(line_editor *editor, rsp_buf *out) RSP_MUST_USE;

/* Within `complete`: puts `text` behind the cursor. */
void line_editor_insert(line_editor *editor, rsp_bytes text);

/* Before something is printed while a line is edited: takes the line off the screen. */
void line_editor_hide(line_editor *editor);

/* Behind that: draws prompt and line again. */
void line_editor_show(line_editor *editor);

#endif
