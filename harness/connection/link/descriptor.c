/* Flags of descriptors, whole reads and sends, and addresses of Unix sockets.
 * Errors are left in errno.
 * See descriptor.h. */
/* SPDX-License-Identifier: MIT */
#include "descriptor.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

bool rsp_set_flags(int fd, bool non_blocking) {
    assert(fd >= 0);
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) != 0)
        return false;
    return fcntl(fd, F_SETFL, non_blocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK) == 0;
}

bool rsp_unix_address(struct sockaddr_un *out, const char *path) {
    size_t len = strlen(path);
    *out = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (len >= sizeof out->sun_path)
        return false;
    memcpy(out->sun_path, path, len);
    return true;
}

bool rsp_read_all(int fd, void *to, size_t len) {
    assert(fd >= 0 && (to || len == 0));
    uint8_t *at = to;
    while (len > 0) {
        const ssize_t got = read(fd, at, len);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        len -= (size_t)got;
    }
    return true;
}

bool rsp_send_all(int fd, rsp_bytes bytes) {
    assert(fd >= 0);
    while (bytes.len > 0) {
        const ssize_t done = send(fd, bytes.ptr, bytes.len, MSG_NOSIGNAL);
        if (done < 0 && errno != EINTR)
            return false;
        bytes = rsp_bytes_from(bytes, done > 0 ? (size_t)done : 0);
    }
    return true;
}

void rsp_close_fd(int *fd) {
    assert(fd);
    if (*fd >= 0)
        (void)close(*fd);
    *fd = -1;
}

void rsp_set_no_delay(int fd) {
    int on = 1;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}
