/* The status line on standard error: drawn over on a terminal, a line each time on a pipe.
 * Whatever else is printed erases it first.
 * Callers decide how often to draw. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_STATUS_LINE_H
#define STUBBORN_STATUS_LINE_H

#include <rsp/bytes.h>
#include <stdbool.h>

/* All-zero: nothing is drawn. */
typedef struct status_line {
    bool shown;
} status_line;

/* Draws `text` in place of what is shown, cut to the terminal. */
void status_line_draw(status_line *line, const char *text);

/* The same for a line that was rendered, is harmless and fits the terminal, such as a coloured one. */
void status_line_put(status_line *line, const rsp_buf *text);

/* Erases what is shown. */
void status_line_erase(status_line *line);

#endif
