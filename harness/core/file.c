/* The one place that opens what a user or a configuration names.
 * The descriptor is opened without blocking and made to block afterwards: a pipe is seen, not waited for.
 * See file.h. */
/* SPDX-License-Identifier: MIT */
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
