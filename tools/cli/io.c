/* "-" and the terminal; files themselves are read and written by core/file.h and core/file_writer.h.
 * Standard output is written past stdio, after a flush: a failed write is then noticed.
 * See io.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/io.h"

#include "core/file.h"
#include "core/file_writer.h"
#include "core/text.h"
#include <errno.h>
#include <poll.h>
#include <rsp/clock.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_UNWRITTEN = 3 };

/* Why the first write to standard output failed, unless its reader went away; 0: none did. */
static int out_errno;
static bool out_told;

static bool write_out(rsp_bytes data) {
    io_flush();
    if (rsp_file_write_fd(STDOUT_FILENO, data))
        return true;
    if (out_errno == 0 && errno != EPIPE)
        out_errno = errno;
    return false;
}

void io_flush(void) {
    if (fflush(stdout) != 0 && out_errno == 0 && errno != EPIPE)
        out_errno = errno;
}

/* stdio keeps that a write failed, and not why. */
static bool has_failed_unseen(void) {
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return out_errno == 0 && ferror(stdout) && !(poll(&out, 1, 0) == 1 && (out.revents & POLLERR));
}

int io_end(int code) {
    io_flush();
    if (has_failed_unseen())
        out_errno = EIO;
    if (out_errno == 0)
        return code;
    if (!out_told)
        io_say(stderr, "stubborn: standard output can not be written: %s\n", strerror(out_errno));
    return EXIT_UNWRITTEN;
}

rsp_status io_read_file(rsp_buf *out, const char *path, rsp_error *error) {
    if (strcmp(path, "-") == 0)
        return rsp_file_read_fd(out, STDIN_FILENO, "standard input", error);
    return rsp_file_read(out, path, error);
}

rsp_status io_write_file(const char *path, rsp_bytes data, rsp_error *error) {
    if (strcmp(path, "-") != 0)
        return rsp_file_write(path, data, error);
    if (write_out(data))
        return RSP_OK;
    out_told = true;
    return rsp_fail_at(error, RSP_IO, "standard output", 0, 0, "can not be written: %s", strerror(errno));
}

int io_print(rsp_buf *text) {
    bool fine = text->status == RSP_OK;
    fine = (write_out(rsp_buf_bytes(text)) || errno == EPIPE) && fine;
    rsp_buf_free(text);
    return fine ? 0 : EXIT_UNWRITTEN;
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

bool io_is_one_stream(void) {
    struct stat out;
    struct stat err;
    return fstat(STDOUT_FILENO, &out) == 0 && fstat(STDERR_FILENO, &err) == 0 && out.st_dev == err.st_dev &&
           out.st_ino == err.st_ino && out.st_rdev == err.st_rdev;
}

uint64_t io_unix_now_ns(void) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * RSP_NS_PER_S + (uint64_t)now.tv_nsec;
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
