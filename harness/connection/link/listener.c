/* Waiting for clients: one listening socket, or our own standard input and output once.
 * Links that come out of it are ordinary descriptor links.
 * A second client waits in the system's queue, or is turned away by the link that is served. */
/* SPDX-License-Identifier: MIT */
#include "link/listener.h"

#include "descriptor.h"
#include "program.h"

#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"
#include "link/address.h"
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

struct rsp_listener {
    rsp_listener_options options;
    rsp_clock clock;
    const rsp_mem *mem;
    int fd; /* -1 for stdio */
    rsp_address_kind kind;
    uint16_t port;
    bool served; /* stdio: there is no second */
    rsp_arena arena;
    const char *host;
    const char *path;
};

static int backlog_of(const rsp_listener *l) {
    return l->options.backlog > 0 ? l->options.backlog : 4;
}

static rsp_status bind_tcp(rsp_listener *l, const rsp_address *address, rsp_error *error) {
    char port[8];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *all = NULL;
    int why = 0;
    (void)snprintf(port, sizeof port, "%u", (unsigned)address->port);
    int bad = getaddrinfo(address->host, port, &hints, &all);
    if (bad)
        return rsp_fail(error, RSP_IO, "%.100s: %s", address->host, gai_strerror(bad));
    for (const struct addrinfo *a = all; a && l->fd < 0; a = a->ai_next) {
        int on = 1;
        int fd = socket(a->ai_family, SOCK_STREAM, 0);
        if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
            bind(fd, a->ai_addr, a->ai_addrlen) != 0 || listen(fd, backlog_of(l)) != 0) {
            why = errno;
            if (fd >= 0)
                (void)close(fd);
            continue;
        }
        l->fd = fd;
    }
    freeaddrinfo(all);
    return l->fd >= 0 ? RSP_OK
                      : rsp_fail(error, RSP_IO, "tcp:%.90s:%u: %s", address->host, (unsigned)address->port,
                                 strerror(why));
}

static void learn_port(rsp_listener *l) {
    struct sockaddr_storage at = {0};
    socklen_t len = sizeof at;
    if (getsockname(l->fd, (struct sockaddr *)&at, &len) != 0)
        return;
    if (at.ss_family == AF_INET)
        l->port = ntohs(((const struct sockaddr_in *)(const void *)&at)->sin_port);
    else if (at.ss_family == AF_INET6)
        l->port = ntohs(((const struct sockaddr_in6 *)(const void *)&at)->sin6_port);
}

/* A socket file without a listener was left by a process that died. */
static void remove_stale(const struct sockaddr_un *at) {
    struct stat st;
    if (lstat(at->sun_path, &st) != 0 || !S_ISSOCK(st.st_mode))
        return;
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0)
        return;
    if (connect(fd, (const struct sockaddr *)at, sizeof *at) != 0 && errno == ECONNREFUSED)
        (void)unlink(at->sun_path);
    (void)close(fd);
}

static rsp_status bind_unix(rsp_listener *l, const rsp_address *address, rsp_error *error) {
    struct sockaddr_un at;
    if (!rsp_unix_address(&at, address->path))
        return rsp_fail(error, RSP_IO, "%.100s: path too long for a socket", address->path);
    remove_stale(&at);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&at, sizeof at) != 0 || listen(fd, backlog_of(l)) != 0) {
        int why = errno;
        if (fd >= 0)
            (void)close(fd);
        return rsp_fail(error, RSP_IO, "%.100s: %s", address->path, strerror(why));
    }
    l->fd = fd;
    l->path = rsp_arena_str(&l->arena, address->path);
    return RSP_OK;
}

static rsp_status bind_kind(rsp_listener *l, const rsp_address *address, rsp_error *error) {
    switch (address->kind) {
    case RSP_ADDRESS_TCP:
        l->host = rsp_arena_str(&l->arena, address->host);
        return bind_tcp(l, address, error);
    case RSP_ADDRESS_UNIX:
        return bind_unix(l, address, error);
    case RSP_ADDRESS_STDIO:
        return RSP_OK;
    case RSP_ADDRESS_NONE:
    case RSP_ADDRESS_EXEC:
    case RSP_ADDRESS_PIPE:
    case RSP_ADDRESS_PTY:
        break;
    }
    return rsp_fail(error, RSP_USAGE, "one can listen on tcp:, unix: and stdio");
}

rsp_status rsp_listener_open(rsp_listener **out_listener, const rsp_address *address,
                             const rsp_listener_options *options, rsp_error *error) {
    rsp_listener_options set = options ? *options : (rsp_listener_options){0};
    *out_listener = NULL;
    rsp_listener *l = rsp_mem_calloc(set.link.mem, 1, sizeof *l);
    if (!l)
        return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    if (!set.link.clock.now_ns)
        set.link.clock = rsp_clock_monotonic();
    *l = (rsp_listener){.options = set, .clock = set.link.clock, .mem = set.link.mem, .fd = -1};
    l->kind = address->kind;
    l->arena.mem = l->mem;
    rsp_status status = bind_kind(l, address, error);
    if (status == RSP_OK && (l->arena.status != RSP_OK || (l->fd >= 0 && !rsp_set_flags(l->fd, true))))
        status = rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    if (status != RSP_OK) {
        rsp_listener_close(l);
        return status;
    }
    learn_port(l);
    *out_listener = l;
    return RSP_OK;
}

/* One accept: RSP_OK, RSP_WOULD_BLOCK (also for a client that has left already), RSP_IO. */
static rsp_status accept_one(rsp_listener *l, rsp_fd_link *link) {
    int fd = accept(l->fd, NULL, NULL);
    if (fd < 0)
        return errno == EMFILE || errno == ENFILE || errno == EBADF || errno == EINVAL ? RSP_IO
                                                                                       : RSP_WOULD_BLOCK;
    bool is_tcp = l->kind == RSP_ADDRESS_TCP;
    if (is_tcp)
        rsp_set_no_delay(fd);
    rsp_fd_link_set(link, fd, fd, is_tcp);
    /* For a program of ours we wait for its output and its end, too. */
    if (link->child.pid <= 0)
        rsp_fd_link_block(link);
    else
        (void)rsp_set_flags(fd, true);
    return RSP_OK;
}

static rsp_status accept_until(rsp_listener *l, rsp_fd_link *link, uint64_t deadline_ns) {
    rsp_status status = accept_one(l, link);
    while (status == RSP_WOULD_BLOCK) {
        unsigned ready = 0;
        link->read_fd = l->fd; /* only to wait on it */
        status = rsp_fd_wait(link, &ready, RSP_READY_READ, deadline_ns);
        link->read_fd = -1;
        if (status == RSP_OK)
            status = accept_one(l, link);
        /* A connection made before it ended may wait in the queue: that was looked at last. */
        if (status == RSP_WOULD_BLOCK && link->child.ended)
            return RSP_DIED;
    }
    return status;
}

rsp_status rsp_listener_accept(rsp_listener *l, rsp_link **out_link, uint64_t deadline_ns) {
    *out_link = NULL;
    if (l->served)
        return RSP_CLOSED;
    rsp_fd_link *link = rsp_fd_link_new(&l->options.link);
    if (!link)
        return RSP_NO_MEMORY;
    /* A server's reply carries the acknowledgment; a packet of its own would only cost. */
    link->options.slow_acks = true;
    link->name = l->kind == RSP_ADDRESS_TCP ? "tcp client" : l->path ? "unix client" : "stdio";
    rsp_status status = RSP_OK;
    if (l->kind == RSP_ADDRESS_STDIO) {
        rsp_fd_link_set(link, 0, 1, false);
        l->served = true;
    } else {
        status = accept_until(l, link, deadline_ns);
        link->refuse_fd = l->options.second == RSP_SECOND_REFUSED ? l->fd : -1;
    }
    if (status != RSP_OK) {
        rsp_fd_link_close(&link->base);
        return status;
    }
    link->base.stats.num_connects = 1;
    *out_link = &link->base;
    return RSP_OK;
}

/* What a program did instead of connecting. */
static rsp_status fail_spawned(rsp_fd_link *link, rsp_status status, rsp_error *error) {
    rsp_link_end end = rsp_child_how(&link->child);
    char what[96];
    if (status == RSP_DIED)
        (void)snprintf(what, sizeof what, "the program ended (%s) instead of connecting", end.text);
    else
        (void)snprintf(what, sizeof what, "the program did not connect: %s", rsp_status_text(status));
    return rsp_fail_with_words(link, status, error, what);
}

rsp_status rsp_listener_spawn(rsp_listener *l, rsp_link **out_link, const rsp_address *command,
                              uint64_t deadline_ns, rsp_error *error) {
    *out_link = NULL;
    if (l->kind != RSP_ADDRESS_TCP || command->argc == 0)
        return rsp_fail(error, RSP_USAGE, "a program can be started to connect by tcp only");
    rsp_fd_link *link = rsp_fd_link_new(&l->options.link);
    if (!link)
        return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    rsp_status status = rsp_program_open(link, command, l->port, error);
    if (status == RSP_OK) {
        status = accept_until(l, link, deadline_ns);
        status = status == RSP_OK ? RSP_OK : fail_spawned(link, status, error);
    }
    if (status != RSP_OK) {
        rsp_fd_link_close(&link->base);
        return status;
    }
    link->base.stats.num_connects = 1;
    *out_link = &link->base;
    return RSP_OK;
}

uint16_t rsp_listener_port(const rsp_listener *l) {
    return l->port;
}

void rsp_listener_describe(const rsp_listener *l, rsp_buf *out) {
    rsp_address address = {.kind = l->kind, .host = l->host, .port = l->port, .path = l->path};
    rsp_address_format(out, &address);
}

rsp_clock rsp_listener_clock(const rsp_listener *l) {
    return l->clock;
}

void rsp_listener_close(rsp_listener *l) {
    if (!l)
        return;
    if (l->fd >= 0)
        (void)close(l->fd);
    if (l->path && l->path[0])
        (void)unlink(l->path);
    rsp_arena_free(&l->arena);
    rsp_mem_free(l->mem, l);
}
