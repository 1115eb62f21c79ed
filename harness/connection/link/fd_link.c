/* Every wait is one poll, which also serves the program's output, its end, and clients to be refused.
 * A blocked send takes in what the peer sends, so that neither waits for the other.
 * See fd_link.h. */
/* SPDX-License-Identifier: MIT */
#include "fd_link.h"

#include "descriptor.h"
#include "system.h"

#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define CHUNK_BYTES ((size_t)64 * 1024)
#define PIPE_CHUNK_BYTES ((size_t)4096)     /* what a pipe that polls writable takes without blocking */
#define STOP_SLICE_NS (100 * RSP_NS_PER_MS) /* looking at the stop flag */

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

static rsp_fd_link *fd_link(rsp_link *link) {
    return (rsp_fd_link *)(void *)link;
}

/* --- waiting --- */

uint64_t rsp_fd_link_end_ns(const rsp_fd_link *link) {
    uint64_t end = link->options.end_ns ? link->options.end_ns : RSP_NEVER_NS;
    return link->limit_ns && link->limit_ns < end ? link->limit_ns : end;
}

static bool is_over(const rsp_fd_link *link) {
    uint64_t end = rsp_fd_link_end_ns(link);
    bool stopped = link->options.stop && *link->options.stop;
    return stopped || (end != RSP_NEVER_NS && rsp_link_now(&link->base) >= end);
}

static int64_t poll_ns(const rsp_fd_link *link, uint64_t now, uint64_t deadline_ns) {
    uint64_t end = rsp_fd_link_end_ns(link);
    deadline_ns = end < deadline_ns ? end : deadline_ns;
    uint64_t left = deadline_ns > now ? deadline_ns - now : 0;
    if (link->options.stop && left > STOP_SLICE_NS)
        left = STOP_SLICE_NS;
    return left > INT64_MAX ? -1 : (int64_t)left;
}

static void refuse_client(int listener) {
    int fd = accept(listener, NULL, NULL);
    if (fd >= 0)
        (void)close(fd);
}

typedef struct watch {
    struct pollfd fds[6];
    size_t num;
    size_t num_data; /* the first of them are the connection */
} watch;

static void add(watch *w, int fd, short events) {
    if (fd >= 0)
        w->fds[w->num++] = (struct pollfd){.fd = fd, .events = events};
}

static void watch_set(watch *w, const rsp_fd_link *link, unsigned want) {
    w->num = 0;
    if ((want & RSP_READY_READ) && !link->flow.ended)
        add(w, link->read_fd, POLLIN);
    if (want & RSP_READY_WRITE)
        add(w, link->write_fd, POLLOUT);
    w->num_data = w->num;
    add(w, link->refuse_fd, POLLIN);
    w->num += rsp_child_poll_add(&link->child, w->fds + w->num);
}

/* Errors count as ready: the next call reports them. The child's output is read only when there is some: most
 * waits end with a reply and nothing else. */
static unsigned watch_result(const watch *w, rsp_fd_link *link) {
    unsigned ready = 0;
    bool child = false;
    for (size_t i = 0; i < w->num; i++) {
        const struct pollfd *p = &w->fds[i];
        if (p->revents == 0)
            continue;
        if (i < w->num_data)
            ready |= p->events == POLLIN ? RSP_READY_READ : RSP_READY_WRITE;
        else if (p->fd == link->refuse_fd)
            refuse_client(p->fd);
        else
            child = true;
    }
    if (child)
        rsp_child_poll_done(&link->child);
    return ready | (child ? RSP_READY_WORDS : 0U);
}

rsp_status rsp_fd_wait(rsp_fd_link *link, unsigned *out_ready, unsigned want, uint64_t deadline_ns) {
    watch w;
    *out_ready = 0;
    for (;;) {
        if (is_over(link))
            return RSP_CANCELLED;
        uint64_t now = rsp_link_now(&link->base);
        bool ended = link->child.ended;
        watch_set(&w, link, want);
        int num = rsp_system_poll(w.fds, w.num, poll_ns(link, now, deadline_ns));
        if (num < 0 && errno != EINTR)
            return RSP_IO;
        if (num > 0)
            *out_ready = watch_result(&w, link) & want;
        if (*out_ready || link->child.ended != ended)
            return RSP_OK;
        if (now >= deadline_ns || rsp_link_now(&link->base) >= deadline_ns)
            return RSP_TIMEOUT;
    }
}

/* The program decides what an end of the connection means. */
static rsp_status end_so_far(const rsp_fd_link *link) {
    return rsp_child_failed(&link->child) ? RSP_DIED : RSP_CLOSED;
}

/* A program that closed its side may need a moment to exit; it gets it once. */
static rsp_status await_exit(rsp_fd_link *link) {
    uint64_t deadline = rsp_deadline(rsp_link_now(&link->base), link->options.end_grace_ns);
    unsigned ready;
    rsp_status status = RSP_OK;
    while (link->child.pid > 0 && !link->child.ended && link->options.end_grace_ns && status == RSP_OK)
        status = rsp_fd_wait(link, &ready, 0, deadline);
    link->options.end_grace_ns = 0;
    return end_so_far(link);
}

/* Nothing more comes. */
static rsp_status end_status(rsp_fd_link *link) {
    link->flow.ended = true;
    return await_exit(link);
}

/* --- receiving --- */

static size_t room_of(const rsp_buf *out, size_t max) {
    size_t limit = out->limit ? out->limit : (size_t)RSP_LIMIT_BUF_BYTES;
    size_t room = limit > out->len ? limit - out->len : 1; /* 1: the buffer reports that it is full */
    size_t chunk = max < CHUNK_BYTES ? max : CHUNK_BYTES;
    return chunk < room ? chunk : room;
}

static bool is_again(int why) {
    return why == EAGAIN || why == EWOULDBLOCK || why == EINTR;
}

/* One read: RSP_OK, RSP_WOULD_BLOCK, or how it ended. */
static rsp_status read_some(rsp_fd_link *link, rsp_buf *out, size_t max, int flags) {
    size_t chunk = room_of(out, max);
    if (!rsp_buf_reserve(out, chunk))
        return out->status;
    ssize_t got = link->is_socket ? recv(link->read_fd, out->ptr + out->len, chunk, flags)
                                  : read(link->read_fd, out->ptr + out->len, chunk);
    if (got > 0) {
        out->len += (size_t)got;
        return RSP_OK;
    }
    if (got < 0 && is_again(errno))
        return RSP_WOULD_BLOCK;
    return end_status(link);
}

static void take_inbox(rsp_fd_link *link, rsp_buf *out, size_t max) {
    rsp_bytes piece = rsp_bytes_sub(rsp_buf_bytes(&link->inbox), 0, room_of(out, max));
    rsp_buf_append(out, piece);
    if (out->status == RSP_OK)
        rsp_buf_consume(&link->inbox, piece.len);
}

/* The socket's own timeout, a slice, lets us look at the stop flag and the deadline. RSP_WOULD_BLOCK when the
 * rest of the wait needs a poll. */
static rsp_status recv_blocking(rsp_fd_link *link, rsp_buf *out, size_t max, uint64_t deadline_ns) {
    rsp_status status = RSP_WOULD_BLOCK;
    while (status == RSP_WOULD_BLOCK) {
        if (is_over(link))
            return RSP_CANCELLED;
        uint64_t until_ns = rsp_fd_link_end_ns(link) < deadline_ns ? rsp_fd_link_end_ns(link) : deadline_ns;
        if (until_ns != RSP_NEVER_NS && until_ns < rsp_deadline(rsp_link_now(&link->base), 2 * STOP_SLICE_NS))
            return RSP_WOULD_BLOCK;
        status = read_some(link, out, max, 0);
    }
    return status;
}

static rsp_status fd_recv(rsp_link *base, rsp_buf *out, size_t max, uint64_t deadline_ns) {
    rsp_fd_link *link = fd_link(base);
    if (link->inbox.len) {
        take_inbox(link, out, max);
        return out->status;
    }
    if (link->read_fd < 0 || link->flow.ended)
        return end_status(link);
    if (link->is_tcp && link->flow.received_last && !link->options.slow_acks)
        rsp_system_quick_ack(link->read_fd);
    /* A caller that polls has mostly waited for the descriptor already: one system call instead of two. */
    if (deadline_ns == 0 && link->is_socket) {
        rsp_status status = read_some(link, out, max, MSG_DONTWAIT);
        link->flow.received_last = true;
        if (status != RSP_WOULD_BLOCK)
            return status;
    }
    if (link->flow.blocks && link->refuse_fd < 0) {
        rsp_status status = recv_blocking(link, out, max, deadline_ns);
        if (status != RSP_WOULD_BLOCK)
            return status;
    }
    for (;;) {
        unsigned ready;
        rsp_status status = rsp_fd_wait(link, &ready, RSP_READY_READ, deadline_ns);
        if (status != RSP_OK)
            return status;
        /* The child has ended, without data: look once more. A socket may go on, if the child left a server.
         */
        status = !ready && !link->is_socket ? RSP_WOULD_BLOCK : read_some(link, out, max, MSG_DONTWAIT);
        link->flow.received_last = true;
        if (status != RSP_WOULD_BLOCK)
            return status;
        if (rsp_child_failed(&link->child))
            return end_status(link);
    }
}

/* --- sending --- */

/* A write to a pipe without a reader must not end this process: the signal is taken back. */
static ssize_t write_quietly(int fd, rsp_bytes data) {
    sigset_t pipe_only;
    sigset_t old;
    sigset_t pending;
    (void)sigemptyset(&pipe_only);
    (void)sigaddset(&pipe_only, SIGPIPE);
    (void)sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE) == 1;
    (void)pthread_sigmask(SIG_BLOCK, &pipe_only, &old);
    ssize_t put = write(fd, data.ptr, data.len < PIPE_CHUNK_BYTES ? data.len : PIPE_CHUNK_BYTES);
    int why = errno;
    int number;
    (void)sigpending(&pending);
    if (put < 0 && why == EPIPE && !was_pending && sigismember(&pending, SIGPIPE) == 1)
        (void)sigwait(&pipe_only, &number);
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = why;
    return put;
}

static rsp_status write_some(rsp_fd_link *link, rsp_bytes *data) {
    ssize_t put = link->is_socket ? send(link->write_fd, data->ptr, data->len, MSG_NOSIGNAL | MSG_DONTWAIT)
                                  : write_quietly(link->write_fd, *data);
    if (put >= 0) {
        *data = rsp_bytes_from(*data, (size_t)put);
        link->base.stats.bytes_out += (uint64_t)put;
        return RSP_OK;
    }
    if (is_again(errno))
        return RSP_WOULD_BLOCK;
    link->flow.broken = true;
    return RSP_CLOSED;
}

/* Waits for room and takes in what comes; an error of taking in shows in the next receive. */
static rsp_status wait_for_room(rsp_fd_link *link, uint64_t deadline_ns) {
    unsigned ready;
    size_t room = link->inbox.limit - link->inbox.len;
    unsigned want = RSP_READY_WRITE | (room && !link->flow.ended ? RSP_READY_READ : 0U);
    rsp_status status = rsp_fd_wait(link, &ready, want, deadline_ns);
    if (status != RSP_OK)
        return status;
    if ((ready & RSP_READY_READ) && read_some(link, &link->inbox, room, MSG_DONTWAIT) == RSP_NO_MEMORY)
        return RSP_NO_MEMORY;
    return rsp_child_failed(&link->child) ? RSP_DIED : RSP_OK;
}

static rsp_status fd_send(rsp_link *base, rsp_bytes data, uint64_t deadline_ns) {
    rsp_fd_link *link = fd_link(base);
    rsp_status status = RSP_OK;
    if (link->write_fd < 0 || link->flow.broken)
        return end_so_far(link);
    link->flow.received_last = false;
    /* Only a socket can be tried without a wait first. */
    bool ask = !link->is_socket;
    while (data.len && status == RSP_OK) {
        if (ask)
            status = wait_for_room(link, deadline_ns);
        if (status == RSP_OK)
            status = write_some(link, &data);
        ask = !link->is_socket || status == RSP_WOULD_BLOCK;
        if (status == RSP_WOULD_BLOCK)
            status = RSP_OK;
    }
    /* What the peer sent before it closed is still to be received. */
    return status == RSP_CLOSED ? await_exit(link) : status;
}

/* --- messages --- */

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

/* --- the rest --- */

static rsp_status fd_half_close(rsp_link *base) {
    rsp_fd_link *link = fd_link(base);
    if (link->write_fd < 0)
        return RSP_CLOSED;
    if (link->is_socket)
        return shutdown(link->write_fd, SHUT_WR) == 0 ? RSP_OK : RSP_CLOSED;
    if (link->write_fd == link->read_fd)
        return RSP_UNSUPPORTED;
    (void)close(link->write_fd);
    link->write_fd = -1;
    return RSP_OK;
}

static void fd_shut(rsp_link *base) {
    rsp_fd_link *link = fd_link(base);
    if (link->write_fd >= 0 && link->write_fd != link->read_fd)
        (void)close(link->write_fd);
    if (link->read_fd >= 0)
        (void)close(link->read_fd);
    link->read_fd = link->write_fd = -1;
    link->flow.ended = true;
    rsp_buf_clear(&link->inbox);
}

void rsp_fd_link_close(rsp_link *base) {
    rsp_fd_link *link = fd_link(base);
    fd_shut(base);
    rsp_child_end(&link->child);
    if (link->claim_fd >= 0)
        (void)close(link->claim_fd);
    if (link->socket_dir) {
        (void)unlink(link->address.path);
        (void)rmdir(link->socket_dir);
    }
    rsp_buf_free(&link->inbox);
    rsp_arena_free(&link->arena);
    rsp_mem_free(base->mem, link);
}

static void fd_wait_until(rsp_link *base, uint64_t until_ns) {
    unsigned ready;
    rsp_status status = RSP_OK;
    while (status == RSP_OK)
        status = rsp_fd_wait(fd_link(base), &ready, 0, until_ns);
}

static void fd_limit(rsp_link *base, uint64_t end_ns) {
    fd_link(base)->limit_ns = end_ns;
}

static bool fd_watch(const rsp_link *base, rsp_link_watch *out) {
    const rsp_fd_link *link = (const rsp_fd_link *)(const void *)base;
    out->stop = link->options.stop;
    if (rsp_fd_link_end_ns(link) < out->at_ns)
        out->at_ns = rsp_fd_link_end_ns(link);
    if (link->inbox.len > 0 || link->read_fd < 0 || link->flow.ended) {
        out->at_ns = 0;
        return true;
    }
    out->fds[out->num++] = (struct pollfd){.fd = link->read_fd, .events = POLLIN};
    if (link->refuse_fd >= 0)
        out->fds[out->num++] = (struct pollfd){.fd = link->refuse_fd, .events = POLLIN};
    out->num += rsp_child_poll_add(&link->child, out->fds + out->num);
    return true;
}

static void fd_describe(const rsp_link *base, rsp_buf *out) {
    const rsp_fd_link *link = (const rsp_fd_link *)(const void *)base;
    if (link->name)
        rsp_buf_str(out, link->name);
    if (link->child.pid > 0)
        rsp_buf_printf(out, " (pid %ld)", (long)link->child.pid);
}

static rsp_link_end fd_ended(rsp_link *base) {
    rsp_child_poll_done(&fd_link(base)->child);
    return rsp_child_how(&fd_link(base)->child);
}

static long fd_pid(const rsp_link *base) {
    return (long)((const rsp_fd_link *)(const void *)base)->child.pid;
}

static uint16_t fd_port(const rsp_link *base) {
    return ((const rsp_fd_link *)(const void *)base)->address.port;
}

static rsp_bytes fd_words(rsp_link *base, bool of_output) {
    rsp_child *child = &fd_link(base)->child;
    rsp_child_poll_done(child);
    return rsp_buf_bytes(of_output ? &child->out.kept : &child->err.kept);
}

static rsp_status only_one_connection(rsp_error *error) {
    return rsp_fail(error, RSP_UNSUPPORTED, "this link has only one connection");
}

static rsp_status fd_reconnect(rsp_link *base, uint64_t deadline_ns, rsp_error *error) {
    rsp_fd_link *link = fd_link(base);
    return link->reopener ? link->reopener->reconnect(link, deadline_ns, error) : only_one_connection(error);
}

static rsp_status fd_visit(rsp_link *base, rsp_link **out_visitor, uint64_t deadline_ns, rsp_error *error) {
    rsp_fd_link *link = fd_link(base);
    return link->reopener ? link->reopener->visit(link, out_visitor, deadline_ns, error)
                          : only_one_connection(error);
}

static bool fd_slow_acks(rsp_link *base, bool on) {
    rsp_fd_link *link = fd_link(base);
    link->options.slow_acks = on;
    return link->is_tcp;
}

static void fd_leave(rsp_link *base) {
    fd_link(base)->child.leaves = true;
}

static void fd_ignore_stop(rsp_link *base) {
    fd_link(base)->options.stop = NULL;
}

static const rsp_link_ops fd_ops = {
    .send = fd_send,
    .recv = fd_recv,
    .half_close = fd_half_close,
    .shut = fd_shut,
    .reconnect = fd_reconnect,
    .visit = fd_visit,
    .close = rsp_fd_link_close,
    .wait = fd_wait_until,
    .limit = fd_limit,
    .watch = fd_watch,
    .slow_acks = fd_slow_acks,
    .leave = fd_leave,
    .ignore_stop = fd_ignore_stop,
    .describe = fd_describe,
    .ended = fd_ended,
    .pid = fd_pid,
    .port = fd_port,
    .words = fd_words,
};

rsp_fd_link *rsp_fd_link_of(rsp_link *link) {
    return link->ops == &fd_ops ? fd_link(link) : NULL;
}

rsp_fd_link *rsp_fd_link_new(const rsp_link_options *options) {
    rsp_link_options set = options ? *options : (rsp_link_options){0};
    rsp_fd_link *link = rsp_mem_calloc(set.mem, 1, sizeof *link);
    if (!link)
        return NULL;
    if (!set.clock.now_ns)
        set.clock = rsp_clock_monotonic();
    if (!set.connect_timeout_ns)
        set.connect_timeout_ns = 5 * RSP_NS_PER_S;
    if (!set.end_grace_ns)
        set.end_grace_ns = 200 * RSP_NS_PER_MS;
    if (!set.words_bytes)
        set.words_bytes = RSP_LIMIT_WORDS_BYTES;
    link->base = (rsp_link){.ops = &fd_ops, .mem = set.mem, .clock = set.clock};
    link->options = set;
    link->arena.mem = set.mem;
    link->inbox = (rsp_buf){.mem = set.mem, .limit = RSP_LIMIT_LINK_INBOX_BYTES};
    link->read_fd = link->write_fd = link->refuse_fd = link->claim_fd = -1;
    rsp_child_init(&link->child);
    return link;
}

void rsp_fd_link_block(rsp_fd_link *link) {
    const struct timeval slice = {.tv_usec = STOP_SLICE_NS / RSP_NS_PER_US};
    link->flow.blocks = rsp_set_flags(link->read_fd, false) &&
                        setsockopt(link->read_fd, SOL_SOCKET, SO_RCVTIMEO, &slice, sizeof slice) == 0;
}

void rsp_fd_link_set(rsp_fd_link *link, int read_fd, int write_fd, bool is_tcp) {
    int type;
    socklen_t size = sizeof type;
    link->read_fd = read_fd;
    link->write_fd = write_fd;
    link->is_tcp = is_tcp;
    link->is_socket = read_fd == write_fd && getsockopt(read_fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0;
    link->flow.ended = link->flow.broken = link->flow.received_last = false;
}

rsp_status rsp_link_open_fds(rsp_link **out_link, int read_fd, int write_fd, const char *name,
                             const rsp_link_options *options) {
    *out_link = NULL;
    rsp_fd_link *link = rsp_fd_link_new(options);
    if (!link)
        return RSP_NO_MEMORY;
    link->name = rsp_arena_str(&link->arena, name);
    if (link->arena.status != RSP_OK) {
        rsp_fd_link_close(&link->base);
        return RSP_NO_MEMORY;
    }
    link->base.stats.num_connects = 1;
    rsp_fd_link_set(link, read_fd, write_fd, false);
    *out_link = &link->base;
    return RSP_OK;
}
