/* A link: bytes to a stub and back, whatever carries them, with a deadline on every wait.
 * One handle for TCP, Unix sockets, spawned programs, serial lines, and peers in this process.
 * Knows no protocol. Deadlines are absolute times of the link's own clock. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_H
#define RSP_LINK_H

#include <rsp/bytes.h>
#include <rsp/clock.h>
#include <signal.h>

RSP_BEGIN_DECLS

/* An open link. For one thread at a time. */
typedef struct rsp_link rsp_link;

/* The tail kept of what a program wrote, unless the options say. */
enum {
    RSP_LIMIT_WORDS_BYTES = 16 * 1024, /* tail kept of a program's stderr or stdout */
};

/* All-zero gives the defaults in brackets. */
typedef struct rsp_link_options {
    rsp_clock clock;             /* [monotonic]; for real links it must run with real time */
    const rsp_mem *mem;          /* [malloc] must outlive the link */
    uint64_t connect_timeout_ns; /* [5 s] for reaching it, starting it included */
    uint64_t end_grace_ns;       /* [200 ms] how long to wait for a child's exit once it has closed */
    size_t words_bytes;          /* [RSP_LIMIT_WORDS_BYTES] tail kept of stderr, and of stdout */
    bool slow_acks;              /* [false] leave delayed TCP acks on, to see the 40 ms signature */
    bool unconnected;            /* [false] of exec: only start the program; rsp_link_reconnect connects */
    const char *cwd;             /* [ours] working directory of a spawned program */
    const char *const
        *environment; /* [none] "NAME=value" besides ours, for a spawned program; NULL ends it */
    struct rsp_fork_server *fork_server; /* [none] leave it so: for our own runs */
    const volatile sig_atomic_t *stop;   /* [none] waits end with RSP_CANCELLED soon after it is non-zero */
    uint64_t end_ns; /* [none] by `clock`: from then on waits end with RSP_CANCELLED, opening included */
} rsp_link_options;

/* State of a spawned program. */
typedef enum rsp_end_kind {
    RSP_END_NO_CHILD, /* the link has not started a program */
    RSP_END_RUNNING,
    RSP_END_EXITED,   /* code is the exit status */
    RSP_END_SIGNALED, /* code is the signal's number */
} rsp_end_kind;

/* The same with the details. */
typedef struct rsp_link_end {
    rsp_end_kind kind;
    int code;
    char text[32];       /* "running", "exit 1", "SIGSEGV"; "" without a child */
    char sanitizer[160]; /* a sanitizer's line, "AddressSanitizer: heap-buffer-overflow ..."; "": none */
} rsp_link_end;

/* What went over the link so far. A reply here is everything received between two sends. */
typedef struct rsp_link_stats {
    uint64_t bytes_out;
    uint64_t bytes_in;
    uint64_t num_sends;   /* calls of rsp_link_send */
    uint64_t num_recvs;   /* pieces received */
    uint64_t num_replies; /* sends that were followed by at least one piece */
    uint64_t
        num_delayed; /* replies with a tail about 40 ms behind its head: delayed acks meeting two writes */
    uint64_t num_connects; /* connections made, the first included */
} rsp_link_stats;

/* Opens what `address` says: "tcp:HOST:PORT", "unix:PATH", "exec:COMMAND", "pipe:COMMAND", "pty:PATH" or
 * "stdio" (docs/scenarios.md). Connects, or starts the program (own session and process group, no
 * shell, only its three standard descriptors open, standard input from /dev/null unless it is the protocol)
 * and, for {port}, picks a free loopback port and connects to it as soon as the program listens. Errors, with
 * the reason and the program's last words in `error` (may be NULL): RSP_USAGE (address unusable here),
 * RSP_CONNECT, RSP_SPAWN, RSP_DIED (the program ended before it could be reached), RSP_NO_MEMORY,
 * RSP_CANCELLED. A supervisor, a fork of this process, stands between us and the program:
 * it adopts orphans where the system has subreapers (Linux), and ends everything below it when the link is
 * closed or this process dies. */
rsp_status rsp_link_open(rsp_link **out_link, const char *address, const rsp_link_options *options,
                         rsp_error *error) RSP_MUST_USE;

/* A link on descriptors that are already open (equal for a socket); they are closed with it.
 * `name` is copied, for describe. */
rsp_status rsp_link_open_fds(rsp_link **out_link, int read_fd, int write_fd, const char *name,
                             const rsp_link_options *options) RSP_MUST_USE;

/* Sends all of `data`, continuing partial writes, and taking in meanwhile (bounded) what the peer sends, so
 * that two full pipes do not wait for each other. RSP_TIMEOUT when the deadline passes first: an unknown part
 * has then been sent (stats tell). RSP_CLOSED, RSP_DIED, RSP_IO, RSP_CANCELLED. */
rsp_status rsp_link_send(rsp_link *link, rsp_bytes data, uint64_t deadline_ns) RSP_MUST_USE;

/* Appends 1..max bytes to `out` as soon as there are any. A deadline that has passed polls. RSP_TIMEOUT when
 * none came; RSP_CLOSED when the peer has closed its side; RSP_DIED when the program on the other end was
 * ended by a signal or with a status other than 0; RSP_IO; RSP_NO_MEMORY or RSP_LIMIT of `out`. What was sent
 * before the end is always delivered before the end is reported. */
rsp_status rsp_link_recv(rsp_link *link, rsp_buf *out, size_t max, uint64_t deadline_ns) RSP_MUST_USE;

/* Whether this status of a link says that the other end is gone: closed by the peer, or with its program. */
static inline bool rsp_link_is_gone(rsp_status status) {
    return status == RSP_CLOSED || status == RSP_DIED;
}

/* Tells the peer that no more will be sent; receiving goes on. RSP_UNSUPPORTED on serial lines. */
rsp_status rsp_link_half_close(rsp_link *link) RSP_MUST_USE;

/* Ends the connection in both directions at once and keeps the link (and the program) for
 * reconnect, last words and end. */
void rsp_link_shut(rsp_link *link);

/* Ends the connection and makes a new one to the same place, or to the same program. RSP_CONNECT or
 * RSP_DIED when that is not possible, RSP_UNSUPPORTED where there is only one connection (pipe, fds). */
rsp_status rsp_link_reconnect(rsp_link *link, uint64_t deadline_ns, rsp_error *error) RSP_MUST_USE;

/* Closes, ends the program and everything that it started, reaps, frees. NULL is fine. */
void rsp_link_close(rsp_link *link);

/* The link's clock; valid as long as the link. */
rsp_clock rsp_link_clock(const rsp_link *link);

/* The time now, by that clock. */
static inline uint64_t rsp_link_now(const rsp_link *link) {
    rsp_clock clock = rsp_link_clock(link);
    return rsp_clock_now(&clock);
}

/* One line for people: "tcp:127.0.0.1:1234", "exec:./stub --port 41233 (pid 71)". */
void rsp_link_describe(const rsp_link *link, rsp_buf *out);

/* Whether the program runs, or how it ended; does not wait. */
rsp_link_end rsp_link_ended(rsp_link *link);

/* Whether the link started a program that has ended. */
static inline bool rsp_link_has_ended(rsp_link *link) {
    rsp_end_kind kind = rsp_link_ended(link).kind;
    return kind == RSP_END_EXITED || kind == RSP_END_SIGNALED;
}

/* Its process id, 0 without one. */
long rsp_link_pid(const rsp_link *link);

/* The TCP port that the link connects to (the one picked for {port}); 0 when it is not TCP. */
uint16_t rsp_link_port(const rsp_link *link);

/* The last bytes of the program's standard error; borrowed until the next call on the link. */
rsp_bytes rsp_link_last_words(rsp_link *link);

/* The last bytes of its standard output where that does not carry the protocol; likewise. */
rsp_bytes rsp_link_last_output(rsp_link *link);

/* A copy of the counters. */
rsp_link_stats rsp_link_stats_get(const rsp_link *link);

RSP_END_DECLS

#endif
