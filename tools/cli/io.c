/* "-" and the terminal; files themselves are read and written by core/file.h and core/file_writer.h.
 * Standard output is written past stdio, after a flush: a failed write is then noticed.
 * See io.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/io.h"

#include "core/file.h"
#include "core/file_writer.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

rsp_status io_read_file(rsp_buf *out, const char *path, rsp_error *error) {
    if (strcmp(path, "-") == 0)
        return rsp_file_read_fd(out, STDIN_FILENO, "standard input", error);
    return rsp_file_read(out, path, error);
}

rsp_status io_write_file(const char *path, rsp_bytes data, rsp_error *error) {
    if (strcmp(path, "-") != 0)
        return rsp_file_write(path, data, error);
    fflush(stdout);
    if (rsp_file_write_fd(STDOUT_FILENO, data))
        return RSP_OK;
    return rsp_fail_at(error, RSP_IO, "standard output", 0, 0, "can not be written: %s", strerror(errno));
}

bool io_is_left(void) {
    if (errno != EPIPE)
        fprintf(stderr, "stubborn: standard output can not be written: %s\n", strerror(errno));
    return errno == EPIPE;
}

int io_print(rsp_buf *text) {
    bool whole = text->status == RSP_OK;
    fflush(stdout);
    bool written = rsp_file_write_fd(STDOUT_FILENO, rsp_buf_bytes(text));
    rsp_buf_free(text);
    return whole && (written || io_is_left()) ? 0 : 3;
}

bool io_is_terminal(int fd) {
    const char *term = getenv("TERM");
    return isatty(fd) == 1 && term && strcmp(term, "dumb") != 0;
}

static io_colour colour;

void io_set_colour(io_colour when) {
    colour = when;
}

static bool is_set(const char *variable) {
    const char *value = getenv(variable);
    return value && *value;
}

static bool forces(const char *variable) {
    const char *value = getenv(variable);
    return value && *value && strcmp(value, "0") != 0;
}

bool io_wants_colour(int fd) {
    if (colour != IO_COLOUR_AUTO)
        return colour == IO_COLOUR_ALWAYS;
    if (is_set("NO_COLOR"))
        return false;
    return forces("FORCE_COLOR") || forces("CLICOLOR_FORCE") || io_is_terminal(fd);
}

unsigned io_columns(int fd) {
    struct winsize size;
    if (isatty(fd) != 1 || ioctl(fd, TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col;
}
