/* The line is padded with blanks instead of erased by control sequences: any terminal will do.
 * The last column stays free, since some terminals wrap there.
 * See status_line.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/status_line.h"

#include "cli/io.h"

#include <stdio.h>
#include <unistd.h>

void status_line_draw(status_line *line, const char *text) {
    int width = (int)io_columns(STDERR_FILENO) - 1;
    if (width > 0)
        fprintf(stderr, "\r%-*.*s", width, width, text);
    else
        fprintf(stderr, "%s\n", text);
    fflush(stderr);
    line->shown = width > 0;
}

void status_line_put(status_line *line, const char *text) {
    bool terminal = io_columns(STDERR_FILENO) > 0;
    fprintf(stderr, terminal ? "\r%s" : "%s\n", text);
    fflush(stderr);
    line->shown = line->shown || terminal;
}

void status_line_erase(status_line *line) {
    int width = (int)io_columns(STDERR_FILENO) - 1;
    if (line->shown && width > 0)
        fprintf(stderr, "\r%*s\r", width, "");
    line->shown = false;
}
