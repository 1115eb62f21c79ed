/* From an address to an open link: connecting, starting programs, waiting until they listen.
 * Also the second connection to the same place or program.
 * Everything is bounded by one deadline; what a program says meanwhile goes into the error. */
/* SPDX-License-Identifier: MIT */
#include "link_ops.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <rsp/limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define RETRY_FIRST_NS RSP_NS_PER_MS
#define RETRY_MOST_NS (20 * RSP_NS_PER_MS)
#define CLAIM_TRIES 16U

bool rsp_set_flags(int fd, bool non_blocking) {
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

/* --- one attempt --- */

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
    int on = 1;
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
        (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
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

/* The last line that the program wrote, for messages. */
static rsp_bytes last_line(const rsp_child *child) {
    rsp_bytes words = rsp_buf_bytes(&child->err.kept);
    if (words.len == 0)
        words = rsp_buf_bytes(&child->out.kept);
    while (words.len && (words.ptr[words.len - 1] == '\n' || words.ptr[words.len - 1] == '\r'))
        words.len--;
    size_t start = words.len;
    while (start && words.ptr[start - 1] != '\n')
        start--;
    return rsp_bytes_from(words, start);
}

rsp_status rsp_fail_with_words(const rsp_fd_link *link, rsp_status status, rsp_error *error,
                               const char *what) {
    rsp_bytes line = last_line(&link->child);
    char text[100] = {0};
    for (size_t i = 0; i < line.len && i + 1 < sizeof text; i++)
        text[i] = line.ptr[i] >= 0x20 && line.ptr[i] < 0x7f ? (char)line.ptr[i] : '?';
    return rsp_fail(error, status, "%s%s%s", what, text[0] ? "; its last words: " : "", text);
}

static rsp_status fail_ended(rsp_fd_link *link, rsp_error *error) {
    rsp_link_end end = rsp_child_how(&link->child);
    char what[96];
    (void)snprintf(what, sizeof what, "the program ended (%s) instead of listening", end.text);
    return rsp_fail_with_words(link, RSP_DIED, error, what);
}

static bool may_come_up(int why) {
    return why == ECONNREFUSED || why == ENOENT || why == ECONNRESET || why == EAGAIN || why == EADDRNOTAVAIL;
}

static int try_once(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error) {
    return link->address.path ? connect_unix(link, deadline_ns) : connect_tcp(link, deadline_ns, error);
}

/* Once more after an eighth of the time that it took so far, so that a program which was quick is had
 * quickly. */
static uint64_t retry_pause(uint64_t spent_ns) {
    uint64_t pause = spent_ns / 8;
    pause = pause > RETRY_FIRST_NS ? pause : RETRY_FIRST_NS;
    return pause < RETRY_MOST_NS ? pause : RETRY_MOST_NS;
}

/* Tries until `deadline_ns`, a little more slowly each time, and when the program says something: it may be
 * that it listens. Its end ends it at once. */
static rsp_status connect_until(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error) {
    unsigned ready;
    uint64_t start = rsp_link_now(&link->base);
    int why = try_once(link, deadline_ns, error);
    while (why != 0 && may_come_up(why)) {
        uint64_t now = rsp_link_now(&link->base);
        if (rsp_child_has_ended(&link->child) || now >= deadline_ns)
            break;
        uint64_t next = rsp_deadline(now, retry_pause(now - start));
        next = next < deadline_ns ? next : deadline_ns;
        if (rsp_fd_wait(link, &ready, RSP_READY_WORDS, next) == RSP_CANCELLED)
            return rsp_fail(error, RSP_CANCELLED, "cancelled");
        why = try_once(link, deadline_ns, error);
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
        return error->status; /* the name could not be resolved */
    return rsp_fail(error, RSP_CONNECT, "%.120s: %s", link->name, strerror(why));
}

rsp_status rsp_open_again(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error) {
    uint64_t patience = rsp_deadline(rsp_link_now(&link->base), 200 * RSP_NS_PER_MS);
    if (error)
        *error = (rsp_error){0};
    switch (link->address.kind) {
    case RSP_ADDRESS_EXEC:
        return connect_until(link, deadline_ns, error);
    case RSP_ADDRESS_TCP:
    case RSP_ADDRESS_UNIX: /* a server between two clients may refuse for a moment */
        return connect_until(link, patience < deadline_ns ? patience : deadline_ns, error);
    case RSP_ADDRESS_PTY: {
        int fd;
        rsp_status status = rsp_serial_open(&fd, &link->address, error);
        if (status == RSP_OK)
            rsp_fd_link_set(link, fd, fd, false);
        return status;
    }
    case RSP_ADDRESS_PIPE:
    case RSP_ADDRESS_STDIO:
    case RSP_ADDRESS_NONE:
        break;
    }
    return rsp_fail(error, RSP_UNSUPPORTED, "this link has only one connection");
}

/* --- programs --- */

/* Binds to `port`, or to any for 0; the port, or 0 when it is taken. */
static uint16_t bind_port(uint16_t port) {
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof at;
    int on = 1;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0)
        return 0;
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    bool ok = bind(fd, (struct sockaddr *)&at, sizeof at) == 0 &&
              getsockname(fd, (struct sockaddr *)&at, &len) == 0;
    int why = errno;
    (void)close(fd);
    errno = why;
    return ok ? ntohs(at.sin_port) : 0;
}

/* A port that nobody uses at this moment. The system gives out those above 32767, which connections that
 * ended in the last minute may have used up; below them nearly all are free. */
static uint16_t free_port(rsp_fd_link *link) {
    enum { LOWEST = 20000, NUM = 12768, STEP = 4099 };
    uint16_t port = bind_port(0);
    uint64_t at = rsp_link_now(&link->base) >> 10 ^ (uint64_t)getpid();
    for (unsigned i = 0; i < NUM && port == 0; i++)
        port = bind_port((uint16_t)(LOWEST + (at + (uint64_t)i * STEP) % NUM));
    return port;
}

/* One that nobody uses, and that no other program of ours has picked for one which does not listen yet. */
static uint16_t claim_port(rsp_fd_link *link) {
    uint16_t port = 0;
    for (unsigned i = 0; i < CLAIM_TRIES && link->claim_fd == -1; i++) {
        port = free_port(link);
        link->claim_fd = port ? rsp_system_claim_port(port) : RSP_NO_CLAIM;
    }
    return port;
}

static bool uses(const rsp_address *address, const char *placeholder) {
    for (size_t i = 0; i < address->argc; i++)
        if (strstr(address->argv[i], placeholder))
            return true;
    return false;
}

static bool make_socket_path(rsp_fd_link *link) {
    const char *tmp = getenv("TMPDIR");
    const char *dir = rsp_arena_printf(&link->arena, "%s/stubborn-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (link->arena.status != RSP_OK || !mkdtemp((char *)(uintptr_t)dir))
        return false;
    link->socket_dir = dir;
    link->address.path = rsp_arena_printf(&link->arena, "%s/s", dir);
    return link->arena.status == RSP_OK;
}

static const char *substitute(rsp_fd_link *link, const char *word) {
    rsp_buf out = {.mem = link->base.mem};
    while (*word) {
        if (strncmp(word, "{port}", 6) == 0) {
            rsp_buf_printf(&out, "%u", (unsigned)link->address.port);
            word += 6;
        } else if (link->address.path && strncmp(word, "{socket}", 8) == 0) {
            rsp_buf_str(&out, link->address.path);
            word += 8;
        } else {
            rsp_buf_push(&out, (uint8_t)*word++);
        }
    }
    const char *text = rsp_arena_str(&link->arena, rsp_buf_cstr(&out));
    if (out.status != RSP_OK)
        link->arena.status = out.status;
    rsp_buf_free(&out);
    return text;
}

static void set_name(rsp_fd_link *link) {
    rsp_buf name = {.mem = link->base.mem};
    rsp_address_format(&name, &link->address);
    link->name = rsp_arena_str(&link->arena, rsp_buf_cstr(&name));
    if (name.status != RSP_OK)
        link->arena.status = name.status;
    rsp_buf_free(&name);
}

/* Fills the placeholders in; the words stay in the arena. */
static rsp_status fill_in(rsp_fd_link *link, rsp_error *error) {
    rsp_address *address = &link->address;
    const char **argv = rsp_arena_alloc(&link->arena, (address->argc + 1) * sizeof *argv);
    if (!argv)
        return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < address->argc; i++)
        argv[i] = substitute(link, address->argv[i]);
    address->argv = argv;
    address->host = "127.0.0.1";
    set_name(link);
    return link->arena.status == RSP_OK ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "out of memory");
}

static rsp_status prepare(rsp_fd_link *link, rsp_error *error) {
    rsp_address *address = &link->address;
    if (uses(address, "{port}") && (address->port = claim_port(link)) == 0)
        return rsp_fail(error, RSP_SPAWN, "no free loopback port: %s", strerror(errno));
    if (uses(address, "{socket}") && !make_socket_path(link))
        return rsp_fail(error, RSP_SPAWN, "no directory for a socket: %s", strerror(errno));
    return fill_in(link, error);
}

static rsp_status start(rsp_fd_link *link, bool protocol, rsp_error *error) {
    rsp_spawn spawn = {.argv = link->address.argv,
                       .cwd = link->options.cwd,
                       .environment = link->options.environment,
                       .protocol = protocol,
                       .words_bytes = link->options.words_bytes,
                       .fork_server = link->options.fork_server,
                       .mem = link->base.mem};
    int fd;
    rsp_status status = rsp_child_start(&link->child, &fd, &spawn, error);
    if (status == RSP_OK && protocol)
        rsp_fd_link_set(link, fd, fd, false);
    return status;
}

static rsp_status open_exec(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error) {
    rsp_status status = prepare(link, error);
    if (status == RSP_OK)
        status = start(link, false, error);
    return status == RSP_OK && !link->options.unconnected ? connect_until(link, deadline_ns, error) : status;
}

/* --- the door --- */

static rsp_status open_kind(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error) {
    switch (link->address.kind) {
    case RSP_ADDRESS_TCP:
    case RSP_ADDRESS_UNIX: {
        int why = try_once(link, deadline_ns, error);
        if (why == 0 || (error && error->status != RSP_OK))
            return why == 0 ? RSP_OK : error->status;
        if (why == EINTR)
            return rsp_fail(error, RSP_CANCELLED, "cancelled");
        return rsp_fail(error, RSP_CONNECT, "%.120s: %s", link->name, strerror(why));
    }
    case RSP_ADDRESS_PTY:
        return rsp_open_again(link, deadline_ns, error);
    case RSP_ADDRESS_PIPE:
        return start(link, true, error);
    case RSP_ADDRESS_EXEC:
        return open_exec(link, deadline_ns, error);
    case RSP_ADDRESS_STDIO:
        rsp_fd_link_set(link, 0, 1, false);
        return RSP_OK;
    case RSP_ADDRESS_NONE:
        break;
    }
    return rsp_fail(error, RSP_USAGE, "no address");
}

/* Its own copy: the caller's may be gone when the link is connected again. */
static void copy_address(rsp_fd_link *link, const rsp_address *from) {
    rsp_arena *arena = &link->arena;
    rsp_address *to = &link->address;
    *to = *from;
    to->host = from->host ? rsp_arena_str(arena, from->host) : NULL;
    to->path = from->path ? rsp_arena_str(arena, from->path) : NULL;
    if (from->argc) {
        const char **argv = rsp_arena_alloc(arena, (from->argc + 1) * sizeof *argv);
        to->argc = argv ? from->argc : 0;
        for (size_t i = 0; i < to->argc; i++)
            argv[i] = rsp_arena_str(arena, from->argv[i]);
        to->argv = argv;
    }
    set_name(link);
}

rsp_status rsp_open_program(rsp_fd_link *link, const rsp_address *address, uint16_t port, rsp_error *error) {
    copy_address(link, address);
    link->address.port = port;
    rsp_status status =
        link->arena.status == RSP_OK ? fill_in(link, error) : rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    return status == RSP_OK ? start(link, false, error) : status;
}

rsp_status rsp_link_open(rsp_link **out_link, const rsp_address *address, const rsp_link_options *options,
                         rsp_error *error) {
    *out_link = NULL;
    if (error)
        *error = (rsp_error){0};
    rsp_fd_link *link = rsp_fd_link_new(options);
    if (!link)
        return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    copy_address(link, address);
    rsp_status status = link->arena.status;
    if (status != RSP_OK)
        status = rsp_fail(error, status, "out of memory");
    uint64_t deadline = rsp_deadline(rsp_link_now(&link->base), link->options.connect_timeout_ns);
    if (status == RSP_OK)
        status = open_kind(link, deadline, error);
    if (status != RSP_OK) {
        rsp_fd_link_close(&link->base);
        return status;
    }
    link->base.stats.num_connects = link->read_fd >= 0;
    *out_link = &link->base;
    return RSP_OK;
}
