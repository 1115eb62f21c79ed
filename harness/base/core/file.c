/* The one place that opens files named by a user or a configuration.
 * The descriptor is opened without blocking and made to block afterwards: a pipe is seen, not waited for.
 * See file.h. */
/* SPDX-License-Identifier: MIT */
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK_BYTES = 65536 };

/* Both ends of such a pipe are there already. */
static bool is_open_already(const char *path) {
    return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0;
}

static rsp_status fail_errno(rsp_error *error) {
    int why = errno;
    return rsp_fail(error, why == ENOENT || why == ENOTDIR ? RSP_NOT_FOUND : RSP_IO, "%s", strerror(why));
}

rsp_status rsp_file_open(int *out_fd, const char *path, rsp_error *error) {
    struct stat info;
    *out_fd = -1;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return fail_errno(error);
    int flags = fcntl(fd, F_GETFL);
    rsp_status status = RSP_OK;
    if (fstat(fd, &info) != 0 || flags < 0 || fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) != 0)
        status = fail_errno(error);
    else if (S_ISFIFO(info.st_mode) && !is_open_already(path))
        status = rsp_fail(error, RSP_BAD_FILE, "is a named pipe, which is not waited for: name a file");
    if (status == RSP_OK)
        *out_fd = fd;
    else
        (void)close(fd);
    return status;
}

static rsp_status fail_reading(rsp_error *error, const char *where) {
    int why = errno;
    rsp_status status = why == ENOENT ? RSP_NOT_FOUND : why == EISDIR ? RSP_BAD_FILE : RSP_IO;
    return rsp_fail_at(error, status, where, 0, 0, "can not be read: %s", strerror(why));
}

rsp_status rsp_file_read_fd(rsp_buf *out, int fd, const char *where, rsp_error *error) {
    for (;;) {
        uint8_t chunk[CHUNK_BYTES];
        ssize_t got = read(fd, chunk, sizeof(chunk));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail_reading(error, where);
        if (got == 0)
            return RSP_OK;
        rsp_buf_append(out, rsp_bytes_make(chunk, (size_t)got));
        if (out->status != RSP_OK)
            return rsp_fail_at(error, out->status, where, 0, 0, "too large to be read");
    }
}

rsp_status rsp_file_read(rsp_buf *out, const char *path, rsp_error *error) {
    rsp_error why = {0};
    int fd = -1;
    rsp_status opened = rsp_file_open(&fd, path, &why);
    if (opened != RSP_OK)
        return rsp_fail_at(error, opened, path, 0, 0, "can not be opened: %s", why.msg);
    rsp_status status = rsp_file_read_fd(out, fd, path, error);
    (void)close(fd);
    return status;
}

rsp_status rsp_file_lock(int *out_fd, const char *path, rsp_error *error) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    *out_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*out_fd < 0)
        return rsp_fail(error, RSP_IO, "%s: %s", path, strerror(errno));
    const bool is_held = fcntl(*out_fd, F_SETLK, &whole) != 0 && (errno == EACCES || errno == EAGAIN);
    return is_held ? RSP_REFUSED : RSP_OK;
}

bool rsp_path_exists(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

bool rsp_path_is_folder(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool rsp_path_is_file(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

bool rsp_path_is_meant(const char *word) {
    return strchr(word, '/') || rsp_path_is_file(word);
}
