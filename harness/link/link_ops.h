/* What the files of this layer share: the vtable, descriptors with deadlines, children, the system's extras.
 * Nothing here is installed.
 * Each ops function may rely on the checks of link.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_LINK_OPS_H
#define RSP_LINK_LINK_OPS_H

#include <rsp/link.h>

#include <poll.h>
#include <sys/types.h>

/* What a link waits for: descriptors, and a time at which it has something to do anyway. */
enum { RSP_LINK_WATCH_FDS = 6 };
typedef struct rsp_link_watch {
    struct pollfd fds[RSP_LINK_WATCH_FDS];
    size_t num;
    uint64_t at_ns; /* 0: at once */
    const volatile sig_atomic_t *stop;
} rsp_link_watch;

typedef struct rsp_link_ops {
    rsp_status (*send)(rsp_link *link, rsp_bytes data, uint64_t deadline_ns);
    rsp_status (*recv)(rsp_link *link, rsp_buf *out, size_t max, uint64_t deadline_ns);
    rsp_status (*half_close)(rsp_link *link);
    void (*shut)(rsp_link *link);
    rsp_status (*reconnect)(rsp_link *link, uint64_t deadline_ns, rsp_error *error);
    rsp_status (*visit)(rsp_link *link, rsp_link **out_visitor, uint64_t deadline_ns, rsp_error *error);
    void (*close)(rsp_link *link);
    void (*wait)(rsp_link *link, uint64_t until_ns);
    void (*limit)(rsp_link *link, uint64_t end_ns);           /* NULL: waits end by their deadlines only */
    bool (*watch)(const rsp_link *link, rsp_link_watch *out); /* NULL: can not be waited for with others */
    bool (*slow_acks)(rsp_link *link, bool on);               /* NULL: no TCP */
    void (*describe)(const rsp_link *link, rsp_buf *out);
    rsp_link_end (*ended)(rsp_link *link);
    long (*pid)(const rsp_link *link);
    uint16_t (*port)(const rsp_link *link);
    rsp_bytes (*words)(rsp_link *link, bool of_output);
} rsp_link_ops;

/* The first member of every kind of link. */
struct rsp_link {
    const rsp_link_ops *ops;
    const rsp_mem *mem;
    rsp_clock clock;
    bool is_virtual;
    rsp_link_stats stats;
    rsp_link_tap_fn *tap; /* NULL for none */
    void *tap_ctx;
    uint64_t last_piece_ns; /* of the reply that is coming in */
    bool answered;          /* something came since the last send */
    bool delayed;           /* this reply counts as delayed already */
};

/* --- system.h: what only some systems have (system_linux.c, system_posix.c) --- */

/* poll with nanoseconds where there is ppoll; < 0 waits for ever. */
int rsp_system_poll(struct pollfd *fds, size_t num, int64_t timeout_ns);
void rsp_system_quick_ack(int fd);
/* Says to others of our kind that the port is taken, until the descriptor is closed: -1 when one of them has
 * it, RSP_NO_CLAIM where that can not be said. */
enum { RSP_NO_CLAIM = -2 };
int rsp_system_claim_port(uint16_t port);
/* For a supervisor: orphans of its descendants become its own children. */
void rsp_system_adopt_orphans(void);
/* For a program: it is killed when its supervisor dies. */
void rsp_system_die_with_parent(void);
/* Kills all children of this process; false where they can not be listed. Async-signal-safe, as the rest. */
bool rsp_system_kill_children(void);
/* Closes every descriptor from `first` on, or marks it close-on-exec. */
void rsp_system_close_from(int first, bool on_exec);

/* --- supervisor.c --- */

/* Everything a new process needs, prepared before fork. */
typedef struct rsp_launch {
    int null; /* /dev/null */
    int in;
    int out;
    int err;
    int report;      /* gets errno when exec fails; closed by exec */
    int life;        /* supervisor: ends when we close our side or die */
    int status;      /* supervisor: tells the pid, then the end */
    const char *cwd; /* NULL: where it is forked */
    const char *const *argv;
    char **environment;
} rsp_launch;

/* What a supervisor tells: first the pid, later the end as in rsp_child. Small enough to be written at once.
 */
typedef struct rsp_news {
    long value;
} rsp_news;

/* For a process that was forked to be one. */
_Noreturn void rsp_supervise(const rsp_launch *launch);

/* All signals to their defaults, none blocked: for a process that was forked. */
void rsp_reset_signals(void);

/* --- fork_server.c --- */

/* Has the nursery fork a supervisor for it. False when the nursery is gone, or this is more than it takes. */
bool rsp_fork_server_start(rsp_fork_server *fork_server, const rsp_launch *launch);

/* --- child.c --- */

/* The last bytes of a stream, and the first line in it that a sanitizer wrote. */
typedef struct rsp_tail {
    int fd; /* -1 when there is none or it has ended */
    rsp_buf kept;
    size_t max;
    char line[160];
    size_t line_len;
    char *sanitizer; /* 160 bytes, NULL for not looking */
} rsp_tail;

typedef struct rsp_child {
    pid_t pid;        /* of the program; 0 for none */
    pid_t supervisor; /* our own child, the program's parent; 0 when it is the nursery's */
    int life_fd;      /* closing it ends the supervisor and everything below it */
    int status_fd;    /* how the program ended is read from it */
    bool ended;
    int wait_status; /* exit status, or the signal's number negated */
    rsp_tail err;
    rsp_tail out;
    char sanitizer[160];
} rsp_child;

typedef struct rsp_spawn {
    const char *const *argv;
    const char *cwd;
    const char *const *environment; /* as in rsp_link_options */
    bool protocol;                  /* standard input and output carry the protocol */
    size_t words_bytes;
    rsp_fork_server *fork_server; /* NULL for none */
    const rsp_mem *mem;
} rsp_spawn;

/* Starts the program; *out_fd is our end of the protocol's socket pair, -1 without. The zeroed child is
 * released with rsp_child_end whatever comes back. */
rsp_status rsp_child_start(rsp_child *child, int *out_fd, const rsp_spawn *spawn, rsp_error *error);
void rsp_child_end(rsp_child *child);

/* Takes the exit status if there is one; true once the program has ended. */
bool rsp_child_has_ended(rsp_child *child);
/* Ended by a signal or with a status other than 0. */
bool rsp_child_failed(const rsp_child *child);
rsp_link_end rsp_child_how(rsp_child *child);
/* The descriptors to watch for it (at most 3), and what to do after a poll. */
size_t rsp_child_poll_add(const rsp_child *child, struct pollfd *fds);
void rsp_child_poll_done(rsp_child *child);

/* --- fd.c --- */

typedef struct rsp_fd_link {
    rsp_link base;
    rsp_link_options options;
    rsp_address address; /* where to connect again; strings in arena */
    rsp_arena arena;
    const char *name;
    int read_fd; /* -1 when shut */
    int write_fd;
    int claim_fd;      /* while it is open nobody of our kind takes the port picked for {port}; < 0 */
    int refuse_fd;     /* a listener whose clients are turned away; -1 */
    uint64_t limit_ns; /* as options.end_ns, and it may come and go; 0 for none */
    bool is_tcp;
    bool is_socket;
    bool ended;         /* the peer has closed its side */
    bool broken;        /* sending is over */
    bool blocks;        /* the socket blocks, with a timeout: for a server's waits */
    bool received_last; /* the last thing done was receiving */
    rsp_buf inbox;
    rsp_child child;
    const char *socket_dir; /* made for {socket}; NULL */
} rsp_fd_link;

enum { RSP_READY_READ = 1, RSP_READY_WRITE = 2, RSP_READY_WORDS = 4 };

/* A link without descriptors, or NULL. */
rsp_fd_link *rsp_fd_link_new(const rsp_link_options *options);
void rsp_fd_link_set(rsp_fd_link *link, int read_fd, int write_fd, bool is_tcp);
/* Makes a server's socket one that is waited for by reading. */
void rsp_fd_link_block(rsp_fd_link *link);
void rsp_fd_link_close(rsp_link *link);

/* Waits until one of `want` is possible (WORDS: the child has said something, or is gone), serving the child
 * and refusing clients meanwhile. RSP_OK with *out_ready (0 when the child has ended), RSP_TIMEOUT,
 * RSP_CANCELLED. */
rsp_status rsp_fd_wait(rsp_fd_link *link, unsigned *out_ready, unsigned want, uint64_t deadline_ns);

/* --- open.c --- */

rsp_status rsp_open_again(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error);
/* Starts the program of `address` ({port} filled in), without connecting to it. */
rsp_status rsp_open_program(rsp_fd_link *link, const rsp_address *address, uint16_t port, rsp_error *error);
/* Fails with `what` and the program's last line. */
rsp_status rsp_fail_with_words(const rsp_fd_link *link, rsp_status status, rsp_error *error,
                               const char *what);
bool rsp_set_flags(int fd, bool non_blocking);
/* Fills a Unix address; false when the path is too long. */
struct sockaddr_un;
bool rsp_unix_address(struct sockaddr_un *out, const char *path);

/* --- serial.c --- */

rsp_status rsp_serial_open(int *out_fd, const rsp_address *address, rsp_error *error);

#endif
