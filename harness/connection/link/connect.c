/* Sockets are connected without blocking, so that the wait serves the program and the stop flag.
 * A program that was just started refuses until it listens, and is asked again.
 * See connect.h. */
/* SPDX-License-Identifier: MIT */
#include "connect.h"

#include "descriptor.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define RETRY_FIRST_NS RSP_NS_PER_MS
#define RETRY_MOST_NS (20 * RSP_NS_PER_MS)

/* Connecting to a free port of our own range can meet ourselves: both ends are this very socket. */
static bool is_self(int fd) {
    struct sockaddr_storage here = {0};
    struct sockaddr_storage there = {0};
    socklen_t here_len = sizeof here;
    socklen_t there_len = sizeof there;
    return getsockname(fd, (struct sockaddr *)&here, &here_len) == 0 &&
           getpeername(fd, (struct sockaddr *)&there, &there_len) == 0 && here.ss_family != AF_UNIX &&
           here_len == there_len && memcmp(&here, &there, here_len) == 0;
}

/* 0 or an errno. */
static int finish_connect(rsp_fd_link *link, int fd, uint64_t deadline_ns) {
    int why = 0;
    socklen_t size = sizeof why;
    unsigned ready = 0;
    rsp_status status = RSP_OK;
    link->write_fd = fd;
    while (status == RSP_OK && !ready)
        status = rsp_fd_wait(link, &ready, RSP_READY_WRITE, deadline_ns);
    link->write_fd = -1;
    if (status != RSP_OK)
        return status == RSP_CANCELLED ? EINTR : ETIMEDOUT;
    return getsockopt(fd, SOL_SOCKET, SO_ERROR, &why, &size) == 0 ? why : errno;
}

static int try_connect(rsp_fd_link *link, const struct sockaddr *to, socklen_t len, uint64_t deadline_ns) {
    int fd = socket(to->sa_family, SOCK_STREAM, 0);
    int why = fd < 0 || !rsp_set_flags(fd, true) ? errno : 0;
    bool is_tcp = to->sa_family != AF_UNIX;
    if (why == 0 && connect(fd, to, len) != 0)
        why = errno == EINPROGRESS || errno == EINTR ? finish_connect(link, fd, deadline_ns) : errno;
    if (why == 0 && is_tcp && is_self(fd))
        why = ECONNREFUSED;
    if (why != 0) {
        if (fd >= 0)
            (void)close(fd);
        return why;
    }
    if (is_tcp)
        rsp_set_no_delay(fd);
    rsp_fd_link_set(link, fd, fd, is_tcp);
    return 0;
}

static int connect_unix(rsp_fd_link *link, uint64_t deadline_ns) {
    struct sockaddr_un to;
    if (!rsp_unix_address(&to, link->address.path))
        return ENAMETOOLONG;
    return try_connect(link, (const struct sockaddr *)&to, sizeof to, deadline_ns);
}

static int connect_tcp(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error) {
    char port[8];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *all = NULL;
    (void)snprintf(port, sizeof port, "%u", (unsigned)link->address.port);
    int bad = getaddrinfo(link->address.host, port, &hints, &all);
    if (bad) {
        (void)rsp_fail(error, RSP_CONNECT, "%.100s: %s", link->address.host, gai_strerror(bad));
        return ENOENT;
    }
    int why = ECONNREFUSED;
    for (const struct addrinfo *a = all; a && link->read_fd < 0; a = a->ai_next)
        why = try_connect(link, a->ai_addr, a->ai_addrlen, deadline_ns);
    freeaddrinfo(all);
    return link->read_fd < 0 ? why : 0;
}

/* --- several attempts --- */

static rsp_status fail_ended(rsp_fd_link *link, rsp_error *error) {
    rsp_link_end end = rsp_child_how(&link->child);
    char what[96];
    (void)snprintf(what, sizeof what, "the program ended (%s) instead of listening", end.text);
    return rsp_fail_with_words(link, RSP_DIED, error, what);
}

static bool may_come_up(int why) {
    return why == ECONNREFUSED || why == ENOENT || why == ECONNRESET || why == EAGAIN || why == EADDRNOTAVAIL;
}

int rsp_connect_once(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error) {
    return link->address.path ? connect_unix(link, deadline_ns) : connect_tcp(link, deadline_ns, error);
}

/* An eighth of the time spent so far, so that a program which starts quickly is reached quickly. */
static uint64_t retry_pause(uint64_t spent_ns) {
    uint64_t pause = spent_ns / 8;
    pause = pause > RETRY_FIRST_NS ? pause : RETRY_FIRST_NS;
    return pause < RETRY_MOST_NS ? pause : RETRY_MOST_NS;
}

/* Pauses grow. Output of the program is a reason to try again: it may listen now. Its end ends the attempts.
 */
rsp_status rsp_connect_until(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error) {
    unsigned ready;
    uint64_t start = rsp_link_now(&link->base);
    int why = rsp_connect_once(link, deadline_ns, error);
    while (why != 0 && may_come_up(why)) {
        uint64_t now = rsp_link_now(&link->base);
        if (rsp_child_has_ended(&link->child) || now >= deadline_ns)
            break;
        uint64_t next = rsp_deadline(now, retry_pause(now - start));
        next = next < deadline_ns ? next : deadline_ns;
        if (rsp_fd_wait(link, &ready, RSP_READY_WORDS, next) == RSP_CANCELLED)
            return rsp_fail(error, RSP_CANCELLED, "cancelled");
        why = rsp_connect_once(link, deadline_ns, error);
    }
    if (why == 0)
        return RSP_OK;
    rsp_child_poll_done(&link->child);
    if (link->child.ended)
        return fail_ended(link, error);
    if (why == EINTR)
        return rsp_fail(error, RSP_CANCELLED, "cancelled");
    if (link->child.pid > 0)
        return rsp_fail_with_words(link, RSP_CONNECT, error,
                                   "the program does not listen where it was told to");
    if (error && error->status != RSP_OK)
        return error->status; /* of resolving the name */
    return rsp_fail(error, RSP_CONNECT, "%.120s: %s", link->name, strerror(why));
}
