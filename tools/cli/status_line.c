/* The line is padded with blanks instead of erased by control sequences: any terminal will do.
 * The last column stays free, since some terminals wrap there.
 * See status_line.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/status_line.h"

#include "cli/io.h"

#include "core/text.h"

#include <stdio.h>
#include <unistd.h>

/* Harmless first, and cut then: an escaped byte is longer than it was. */
static void draw_cut(const char *text, int width) {
    rsp_buf shown = {0};
    rsp_text_shown(&shown, rsp_bytes_str(text));
    io_say(stderr, "\r%-*.*s", width, width, rsp_buf_cstr(&shown));
    rsp_buf_free(&shown);
}

void status_line_draw(status_line *line, const char *text) {
    int width = (int)io_columns(STDERR_FILENO) - 1;
    if (width > 0)
        draw_cut(text, width);
    else
        io_say(stderr, "%s\n", text);
    fflush(stderr);
    line->shown = width > 0;
}

void status_line_put(status_line *line, const rsp_buf *text) {
    bool terminal = io_columns(STDERR_FILENO) > 0;
    rsp_buf out = {0};
    rsp_buf_str(&out, terminal ? "\r" : "");
    rsp_buf_append(&out, rsp_buf_bytes(text));
    rsp_buf_str(&out, terminal ? "" : "\n");
    io_put(stderr, &out);
    fflush(stderr);
    line->shown = line->shown || terminal;
}

void status_line_erase(status_line *line) {
    int width = (int)io_columns(STDERR_FILENO) - 1;
    if (line->shown && width > 0)
        io_say(stderr, "\r%*s\r", width, "");
    line->shown = false;
}
