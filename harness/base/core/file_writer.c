/* Writes to a temporary file in the target's folder and renames it when it is whole.
 * Where the system can (O_TMPFILE) the temporary file has no name until then.
 * See file_writer.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_POSIX
#define _GNU_SOURCE /* O_TMPFILE */ /* NOLINT(bugprone-reserved-identifier) */
#endif
#include "core/file_writer.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool rsp_file_write_fd(int fd, rsp_bytes data) {
    assert(fd >= 0);
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

bool rsp_file_sync_fd(int fd) {
    while (fsync(fd) != 0) {
        if (errno == EINVAL || errno == ENOTSUP || errno == EROFS)
            return true;
        if (errno != EINTR)
            return false;
    }
    return true;
}

/* A missing folder, too, is RSP_IO. */
static rsp_status fail_write(rsp_error *error, const char *path) {
    return rsp_fail_at(error, RSP_IO, path, 0, 0, "can not be written: %s", strerror(errno));
}

/* Opens the folder of `path`. -1 with errno. */
static int open_folder(const char *path, int flags) {
    const char *slash = strrchr(path, '/');
    size_t len = slash == path ? 1 : slash ? (size_t)(slash - path) : 0;
    char folder[4096] = ".";
    if (len >= sizeof folder) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (len > 0)
        (void)snprintf(folder, sizeof folder, "%.*s", (int)len, path);
    return open(folder, flags | O_CLOEXEC, 0666);
}

/* A file without a name, in the folder of `path`: a process that is killed leaves nothing of it. -1 where the
 * system or the file system has no such files, or could not give it a name later. */
static int open_nameless(const char *path) {
#ifdef O_TMPFILE
    return access("/proc/self/fd", X_OK) == 0 ? open_folder(path, O_TMPFILE | O_WRONLY) : -1;
#else
    (void)path;
    return -1;
#endif
}

/* linkat replaces nothing, so it takes a temporary name first. */
static bool give_name(int fd, const char *name) {
    char self[64];
    (void)snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    (void)unlink(name);
    return linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

/* Threads of one process may write the same file at once: the last name counts. */
static void choose_part(rsp_buf *part, const char *path) {
    static atomic_uint number;
    rsp_buf_printf(part, "%s.%ld-%u.part", path, (long)getpid(), atomic_fetch_add(&number, 1));
}

rsp_status rsp_file_writer_open(rsp_file_writer *w, const char *path, rsp_error *error) {
    struct stat st;
    w->path = path;
    /* A pipe, a terminal, /dev/null. */
    bool device = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
    if (!device)
        choose_part(&w->part, path);
    w->fd = device ? open(path, O_WRONLY | O_CLOEXEC) : open_nameless(path);
    w->nameless = !device && w->fd >= 0;
    if (!device && w->fd < 0)
        w->fd = open(rsp_buf_cstr(&w->part), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    w->open = w->fd >= 0;
    return w->open ? RSP_OK : fail_write(error, path);
}

rsp_status rsp_file_writer_put(rsp_file_writer *w, rsp_bytes data, rsp_error *error) {
    return rsp_file_write_fd(w->fd, data) ? RSP_OK : fail_write(error, w->path);
}

/* A folder that can not be read has the name all the same. */
bool rsp_file_sync_name(const char *path) {
    const int fd = open_folder(path, O_RDONLY | O_DIRECTORY);
    const bool synced = fd < 0 || rsp_file_sync_fd(fd);
    const int why = errno;
    if (fd >= 0)
        (void)close(fd);
    errno = why;
    return synced;
}

/* The temporary file replaces the one of its name, or goes. */
static rsp_status take_name(rsp_file_writer *w, bool keep, rsp_status status, rsp_error *error) {
    const char *part = rsp_buf_cstr(&w->part);
    if (keep && rename(part, w->path) == 0)
        return rsp_file_sync_name(w->path) ? RSP_OK : fail_write(error, w->path);
    if (keep)
        status = fail_write(error, w->path);
    (void)unlink(part);
    return status;
}

rsp_status rsp_file_writer_close(rsp_file_writer *w, bool keep, rsp_error *error) {
    rsp_status status = RSP_OK;
    bool named = !w->nameless;
    if (w->open && keep && !rsp_file_sync_fd(w->fd))
        status = fail_write(error, w->path);
    if (w->open && w->nameless && keep && status == RSP_OK) {
        named = give_name(w->fd, rsp_buf_cstr(&w->part));
        status = named ? RSP_OK : fail_write(error, w->path);
    }
    if (w->open && close(w->fd) != 0 && keep && status == RSP_OK)
        status = fail_write(error, w->path);
    if (w->open && named && w->part.len > 0)
        status = take_name(w, keep && status == RSP_OK, status, error);
    rsp_buf_free(&w->part);
    w->open = false;
    return status;
}

rsp_status rsp_file_write(const char *path, rsp_bytes data, rsp_error *error) {
    rsp_file_writer writer = {0};
    rsp_status status = rsp_file_writer_open(&writer, path, error);
    if (status == RSP_OK)
        status = rsp_file_writer_put(&writer, data, error);
    rsp_error ignored;
    rsp_status closed = rsp_file_writer_close(&writer, status == RSP_OK, status == RSP_OK ? error : &ignored);
    return status == RSP_OK ? closed : status;
}
