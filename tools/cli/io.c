/* "-" and the terminal; files themselves are read and written by core/file.h and core/file_writer.h.
 * Standard output is written past stdio, after a flush: a failed write is then noticed.
 * See io.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/io.h"

#include "core/file.h"
#include "core/file_writer.h"
#include "core/text.h"
#include <errno.h>
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

int io_print(rsp_buf *text) {
    bool fine = text->status == RSP_OK;
    fflush(stdout);
    fine = rsp_file_write_fd(STDOUT_FILENO, rsp_buf_bytes(text)) && fine;
    rsp_buf_free(text);
    return fine ? 0 : 3;
}

void io_put(FILE *to, rsp_buf *text) {
    (void)fwrite(text->ptr ? (const char *)text->ptr : "", 1, text->len, to);
    rsp_buf_free(text);
}

void io_say_v(FILE *to, const char *fmt, va_list ap) {
    rsp_buf text = {0};
    rsp_text_printf_v(&text, fmt, ap);
    io_put(to, &text);
}

void io_say(FILE *to, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    io_say_v(to, fmt, ap);
    va_end(ap);
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
