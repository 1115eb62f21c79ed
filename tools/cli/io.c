/* Files and standard streams for the subcommands. Writing goes to a temporary file in the target's folder,
 * which has no name where the system knows such files, and takes the target's name when it is whole. Nothing
 * here knows what the bytes mean. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_TMPFILE */ /* NOLINT(bugprone-reserved-identifier) */
#include "cli/io.h"

#include "core/file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK_BYTES = 65536 };

static rsp_status fail_errno(rsp_error *error, const char *path, const char *what) {
    int why = errno;
    rsp_status status = why == ENOENT ? RSP_NOT_FOUND : why == EISDIR ? RSP_BAD_FILE : RSP_IO;
    return rsp_fail_at(error, status, path, 0, 0, "%s: %s", what, strerror(why));
}

static rsp_status read_all(rsp_buf *out, int fd, const char *path, rsp_error *error) {
    for (;;) {
        uint8_t chunk[CHUNK_BYTES];
        ssize_t got = read(fd, chunk, sizeof(chunk));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail_errno(error, path, "can not be read");
        if (got == 0)
            return RSP_OK;
        rsp_buf_append(out, rsp_bytes_make(chunk, (size_t)got));
        if (out->status != RSP_OK)
            return rsp_fail_at(error, out->status, path, 0, 0, "too large to be read");
    }
}

rsp_status io_read_file(rsp_buf *out, const char *path, rsp_error *error) {
    if (strcmp(path, "-") == 0)
        return read_all(out, STDIN_FILENO, "standard input", error);
    rsp_error why = {0};
    int fd = -1;
    rsp_status opened = rsp_file_open(&fd, path, &why);
    if (opened != RSP_OK)
        return rsp_fail_at(error, opened, path, 0, 0, "can not be opened: %s", why.msg);
    rsp_status status = read_all(out, fd, path, error);
    close(fd);
    return status;
}

static bool write_all(int fd, rsp_bytes data) {
    while (data.len > 0) {
        ssize_t done = write(fd, data.ptr, data.len);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        data = rsp_bytes_from(data, (size_t)done);
    }
    return true;
}

/* For a file to be written a missing folder is our trouble, not a wrong argument's. */
static rsp_status fail_write(rsp_error *error, const char *path) {
    (void)fail_errno(error, path, "can not be written");
    if (error)
        error->status = RSP_IO;
    return RSP_IO;
}

/* A file without a name, in the folder of `path`: whoever is killed leaves nothing of it. -1 where the system
 * or the file store has none, or it could not be given a name later. */
static int open_nameless(const char *path) {
#ifdef O_TMPFILE
    const char *slash = strrchr(path, '/');
    size_t len = slash == path ? 1 : slash ? (size_t)(slash - path) : 0;
    char folder[4096] = ".";
    if (len >= sizeof folder || access("/proc/self/fd", X_OK) != 0)
        return -1;
    if (len > 0)
        (void)snprintf(folder, sizeof folder, "%.*s", (int)len, path);
    return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
#else
    (void)path;
    return -1;
#endif
}

/* A name can be given to it only where there is none yet: it takes the place of `path` by a second step. */
static bool give_name(int fd, const char *name) {
    char self[64];
    (void)snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    (void)unlink(name);
    return linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

rsp_status io_writer_open(io_writer *w, const char *path, rsp_error *error) {
    struct stat st;
    w->path = path;
    /* Into what is there already and no regular file: a pipe, a terminal, /dev/null. */
    bool device = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
    if (!device)
        rsp_buf_printf(&w->part, "%s.%ld.part", path, (long)getpid());
    w->fd = device ? open(path, O_WRONLY | O_CLOEXEC) : open_nameless(path);
    w->nameless = !device && w->fd >= 0;
    if (!device && w->fd < 0)
        w->fd = open(rsp_buf_cstr(&w->part), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    w->open = w->fd >= 0;
    return w->open ? RSP_OK : fail_write(error, path);
}

rsp_status io_writer_put(io_writer *w, rsp_bytes data, rsp_error *error) {
    return write_all(w->fd, data) ? RSP_OK : fail_write(error, w->path);
}

rsp_status io_writer_close(io_writer *w, bool keep, rsp_error *error) {
    rsp_status status = RSP_OK;
    bool named = !w->nameless;
    if (w->open && w->nameless && keep) {
        named = give_name(w->fd, rsp_buf_cstr(&w->part));
        status = named ? RSP_OK : fail_write(error, w->path);
    }
    if (w->open && close(w->fd) != 0 && keep)
        status = fail_write(error, w->path);
    if (w->open && named && w->part.len > 0) {
        const char *part = rsp_buf_cstr(&w->part);
        if (keep && status == RSP_OK && rename(part, w->path) != 0)
            status = fail_write(error, w->path);
        if (!keep || status != RSP_OK)
            unlink(part);
    }
    rsp_buf_free(&w->part);
    w->open = false;
    return status;
}

rsp_status io_write_file(const char *path, rsp_bytes data, rsp_error *error) {
    if (strcmp(path, "-") == 0) {
        fflush(stdout);
        return write_all(STDOUT_FILENO, data) ? RSP_OK
                                              : fail_errno(error, "standard output", "can not be written");
    }
    io_writer writer = {0};
    rsp_status status = io_writer_open(&writer, path, error);
    if (status == RSP_OK)
        status = io_writer_put(&writer, data, error);
    rsp_error ignored;
    rsp_status closed = io_writer_close(&writer, status == RSP_OK, status == RSP_OK ? error : &ignored);
    return status == RSP_OK ? closed : status;
}

int io_print(rsp_buf *text) {
    bool fine = text->status == RSP_OK;
    fflush(stdout);
    fine = write_all(STDOUT_FILENO, rsp_buf_bytes(text)) && fine;
    rsp_buf_free(text);
    return fine ? 0 : 3;
}

bool io_exists(const char *path) {
    struct stat st;
    /* What can not be looked at may be there: whoever opens it gets to know why not. */
    return stat(path, &st) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

bool io_is_folder(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool io_is_file(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

bool io_is_terminal(int fd) {
    const char *term = getenv("TERM");
    return isatty(fd) == 1 && term && strcmp(term, "dumb") != 0;
}

bool io_wants_colour(int fd) {
    const char *no = getenv("NO_COLOR");
    return io_is_terminal(fd) && !(no && no[0] != '\0');
}

unsigned io_columns(int fd) {
    struct winsize size;
    if (isatty(fd) != 1 || ioctl(fd, TIOCGWINSZ, &size) != 0)
        return 0;
    return size.ws_col;
}
