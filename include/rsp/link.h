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

/* A small process that forks the programs of this one, which may be large: a fork costs about 0.2 ms a MiB.
 * Make it early, while this process is small; use it from one thread at a time. It ends with this process. */
typedef struct rsp_fork_server rsp_fork_server;

/* Starts the process. NULL without descriptors, processes or memory: links work without one, too. */
rsp_fork_server *rsp_fork_server_new(const rsp_mem *mem);

/* Ends the process. NULL is fine. Programs that it has started go on. */
void rsp_fork_server_free(rsp_fork_server *fork_server);

/* Its process id. */

/* Its process id. */
long rsp_fork_server_pid(const rsp_fork_server *fork_server);

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
        *environment;             /* [none] "NAME=value" besides ours, for a spawned program; NULL ends it */
    rsp_fork_server *fork_server; /* [none] forks for us; must outlive the link's opening */
    const volatile sig_atomic_t *stop; /* [none] waits end with RSP_CANCELLED soon after it is non-zero */
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

/* The most links that rsp_link_wait_any waits for. */
enum { RSP_LINK_WAIT_MAX = 4 };

/* Waits until a poll by rsp_link_recv has something to do on one of the links: bytes, an end, or what a
 * shaped link has to send or deliver now. Bit i of *out_ready stands for links[i]; a ready link may have
 * nothing to give after all. At most RSP_LINK_WAIT_MAX links; the deadline is of the clock of the first.
 * RSP_TIMEOUT, RSP_CANCELLED, RSP_IO; RSP_UNSUPPORTED for peers in this process and for more links. */
rsp_status rsp_link_wait_any(rsp_link *const *links, size_t num, unsigned *out_ready,
                             uint64_t deadline_ns) RSP_MUST_USE;

/* Sees a piece that was received or, with `sent`, handed to the system: of a failing send the part that was
 * sent. Must not use the link. */
typedef void rsp_link_tap_fn(void *ctx, bool sent, uint64_t now_ns, rsp_bytes piece);

/* Calls `tap` for every piece. One tap at a time; NULL ends it. On the link inside a shaped link it sees what
 * the peer sees. `ctx` is not owned. */
void rsp_link_tap(rsp_link *link, rsp_link_tap_fn *tap, void *ctx);

/* Tells the peer that no more will be sent; receiving goes on. RSP_UNSUPPORTED on serial lines. */
rsp_status rsp_link_half_close(rsp_link *link) RSP_MUST_USE;

/* Ends the connection in both directions at once and keeps the link (and the program) for
 * reconnect, last words and end. */
void rsp_link_shut(rsp_link *link);

/* Ends the connection and makes a new one to the same place, or to the same program. RSP_CONNECT or
 * RSP_DIED when that is not possible, RSP_UNSUPPORTED where there is only one connection (pipe, fds). */
rsp_status rsp_link_reconnect(rsp_link *link, uint64_t deadline_ns, rsp_error *error) RSP_MUST_USE;

/* How rsp_link_reconnect_soon tries again, in milliseconds: the pause, and the time in all. */
enum { RSP_LINK_RETRY_MS = 10, RSP_LINK_AGAIN_MS = 500 };

/* As rsp_link_reconnect, but a refused connection is tried again every RSP_LINK_RETRY_MS, for at most
 * RSP_LINK_AGAIN_MS, until the deadline, or until the program has ended: a stub may need a moment to listen
 * again. Returns the last status. */
rsp_status rsp_link_reconnect_soon(rsp_link *link, uint64_t deadline_ns, rsp_error *error) RSP_MUST_USE;

/* A second connection to the same place, or the same program, while this one stays: a link of its own, to be
 * closed before this one. RSP_CONNECT when it is refused or not accepted before the deadline; RSP_UNSUPPORTED
 * where there is only one connection (pipe, fds, serial lines, shaped links). */
rsp_status rsp_link_visit(rsp_link *link, rsp_link **out_visitor, uint64_t deadline_ns,
                          rsp_error *error) RSP_MUST_USE;

/* A link on the connection of `host`, which stays open when this one is shut or closed, and must outlive it.
 * Use one at a time. Reconnecting a lent link gives RSP_UNSUPPORTED. RSP_OK or RSP_NO_MEMORY. */
rsp_status rsp_link_lend(rsp_link **out_link, rsp_link *host) RSP_MUST_USE;

/* Closes, ends the program and everything that it started, reaps, frees. NULL is fine. */
void rsp_link_close(rsp_link *link);

/* Brings the `end_ns` of the options forward, by the link's clock; 0 restores it. Without effect in virtual
 * time, where waits take no time. */
void rsp_link_limit(rsp_link *link, uint64_t end_ns);

/* Waits until `until_ns`. A virtual clock jumps there, after everything that is due before. */
void rsp_link_wait(rsp_link *link, uint64_t until_ns);

/* The link's clock; valid as long as the link. */
rsp_clock rsp_link_clock(const rsp_link *link);

/* The time now, by that clock. */
static inline uint64_t rsp_link_now(const rsp_link *link) {
    rsp_clock clock = rsp_link_clock(link);
    return rsp_clock_now(&clock);
}

/* Changes the option slow_acks. False when the link is not TCP. */
bool rsp_link_slow_acks(rsp_link *link, bool on);

/* Whether time is virtual: waiting costs nothing. */
bool rsp_link_is_virtual(const rsp_link *link);

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

/* Whether the stub is in this process, or was started for this link: it ends with it, and can be started
 * again. */
static inline bool rsp_link_is_ours(const rsp_link *link) {
    return rsp_link_is_virtual(link) || rsp_link_pid(link) > 0;
}

/* The TCP port that the link connects to (the one picked for {port}); 0 when it is not TCP. */
uint16_t rsp_link_port(const rsp_link *link);

/* The last bytes of the program's standard error; borrowed until the next call on the link. */
rsp_bytes rsp_link_last_words(rsp_link *link);

/* The last bytes of its standard output where that does not carry the protocol; likewise. */
rsp_bytes rsp_link_last_output(rsp_link *link);

/* A copy of the counters. */
rsp_link_stats rsp_link_stats_get(const rsp_link *link);

/* Appends a sentence when the 40 ms signature is there (at least three replies and a tenth of all), and
 * returns whether it is. */
bool rsp_link_warning(const rsp_link *link, rsp_buf *out);

RSP_END_DECLS

#endif
