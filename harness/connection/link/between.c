/* Two forks, so that nobody here has a child to wait for, and who kills us and our children leaves it alone.
 * It holds the supervisor's descriptor of the program, as we do.
 * See between.h. */
/* SPDX-License-Identifier: MIT */
#include "link/between.h"

#include "descriptor.h"
#include "fd_link.h"
#include "supervisor.h"
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BETWEEN_NEAR = 3, BETWEEN_READ, BETWEEN_WRITE, BETWEEN_LIFE, BETWEEN_FREE };
enum { PIECE_BYTES = 64 * 1024 };

/* Puts the descriptors at their places, and closes all others. A program need not be there. */
static bool arrange(const rsp_fd_link *link, int near) {
    const int null = open("/dev/null", O_RDWR);
    const int life = link->child.life_fd >= 0 ? link->child.life_fd : null;
    const int from[] = {null, null, null, near, link->read_fd, link->write_fd, life};
    int high[RSP_ARRAY_LEN(from)];
    for (size_t i = 0; i < RSP_ARRAY_LEN(from); i++) {
        high[i] = from[i] < 0 ? -1 : fcntl(from[i], F_DUPFD, 64);
        if (high[i] < 0)
            return false;
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(from); i++)
        if (dup2(high[i], (int)i) < 0)
            return false;
    rsp_system_close_from(BETWEEN_FREE, false);
    return true;
}

/* The peer's descriptors are one where it is a socket. */
static _Noreturn void stand(const rsp_fd_link *link, int near_fd, rsp_link_between_fn *between, void *ctx) {
    rsp_link *near = NULL;
    rsp_link *far = NULL;
    const bool one = link->read_fd == link->write_fd;
    const char ready = 0;
    (void)setsid();
    rsp_reset_signals();
    (void)signal(SIGPIPE, SIG_IGN);
    if (arrange(link, near_fd) &&
        rsp_link_open_fds(&near, BETWEEN_NEAR, BETWEEN_NEAR, "near", NULL) == RSP_OK &&
        rsp_link_open_fds(&far, BETWEEN_READ, one ? BETWEEN_READ : BETWEEN_WRITE, "far", NULL) == RSP_OK &&
        write(BETWEEN_NEAR, &ready, 1) == 1)
        between(ctx, near, far);
    _exit(0); /* what is ours alone is freed with the process; what is theirs is not */
}

/* False: there is no process. */
static bool fork_twice(const rsp_fd_link *link, int near, rsp_link_between_fn *between, void *ctx) {
    const pid_t first = fork();
    if (first == 0) {
        const pid_t second = fork();
        if (second == 0)
            stand(link, near, between, ctx);
        _exit(second > 0 ? 0 : 1);
    }
    int how = 0;
    while (first > 0 && waitpid(first, &how, 0) < 0 && errno == EINTR)
        ;
    return first > 0 && how == 0;
}

/* It has come so far that it holds all that it needs. */
static bool is_ready(int fd) {
    char byte;
    ssize_t got;
    do
        got = read(fd, &byte, 1);
    while (got < 0 && errno == EINTR);
    return got == 1;
}

rsp_status rsp_link_put_between(rsp_link *base, rsp_link_between_fn *between, void *ctx, rsp_error *error) {
    rsp_fd_link *link = rsp_fd_link_of(base);
    int pair[2];
    if (!link || link->read_fd < 0 || link->write_fd < 0)
        return rsp_fail(error, RSP_UNSUPPORTED, "no process can stand between the ends of this link");
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return rsp_fail(error, RSP_SPAWN, "no descriptors: %s", strerror(errno));
    const bool there = fork_twice(link, pair[1], between, ctx);
    (void)close(pair[1]);
    if (!there || !is_ready(pair[0]) || !rsp_set_flags(pair[0], true)) {
        (void)close(pair[0]);
        return rsp_fail(error, RSP_SPAWN, "no process can be made: %s", strerror(errno));
    }
    if (link->write_fd != link->read_fd)
        (void)close(link->write_fd);
    (void)close(link->read_fd);
    rsp_fd_link_set(link, pair[0], pair[0], false);
    return RSP_OK;
}

rsp_status rsp_link_await_between(rsp_link *base, uint64_t deadline_ns) {
    const rsp_fd_link *link = rsp_fd_link_of(base);
    rsp_buf unread = {0};
    rsp_status status = RSP_OK;
    if (!link || link->write_fd < 0 || shutdown(link->write_fd, SHUT_WR) != 0)
        return RSP_UNSUPPORTED;
    while (status == RSP_OK) {
        rsp_buf_clear(&unread);
        status = rsp_link_recv(base, &unread, PIECE_BYTES, deadline_ns);
    }
    rsp_buf_free(&unread);
    return status == RSP_TIMEOUT ? status : RSP_OK;
}
