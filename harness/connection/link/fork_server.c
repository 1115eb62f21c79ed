/* A process forked early, while this one is small, which forks the supervisors of its programs.
 * A large process pays for a fork with its page tables, and afterwards with a fault for each page it writes.
 * A socket carries what a launch needs: the descriptors, and the strings one after the other. */
/* SPDX-License-Identifier: MIT */
#include "fork_server.h"
#include "supervisor.h"

#include "descriptor.h"
#include "system.h"

#include "core/mem.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

enum { FORK_SERVER_SOCKET = 3, NUM_FDS = 7, MAX_STRINGS = 4096, MAX_TEXT_BYTES = 256 * 1024 };

struct rsp_fork_server {
    const rsp_mem *mem;
    rsp_buf text;
    pid_t pid;
    int fd;
};

/* Sent first, with the descriptors. `len` bytes of strings follow, each with its NUL: the directory if there
 * is one, the arguments, the environment. */
typedef struct head {
    uint32_t has_cwd;
    uint32_t num_args;
    uint32_t num_environment;
    uint32_t len;
} head;

typedef union fd_space {
    struct cmsghdr aligned;
    uint8_t bytes[CMSG_SPACE(NUM_FDS * sizeof(int))];
} fd_space;

/* --- in the fork server: only async-signal-safe calls, as it may be the fork of a process with threads ---
 */

/* The head and the descriptors, which come with its first byte. */
static bool receive_head(head *out, int fds[NUM_FDS]) {
    fd_space space;
    struct iovec data = {.iov_base = out, .iov_len = sizeof *out};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = space.bytes, .msg_controllen = sizeof space.bytes};
    ssize_t got;
    do
        got = recvmsg(FORK_SERVER_SOCKET, &message, 0);
    while (got < 0 && errno == EINTR);
    const struct cmsghdr *c = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (!c || c->cmsg_type != SCM_RIGHTS || c->cmsg_len != CMSG_LEN(NUM_FDS * sizeof(int)))
        return false;
    memcpy(fds, CMSG_DATA(c), NUM_FDS * sizeof(int));
    return rsp_read_all(FORK_SERVER_SOCKET, (uint8_t *)out + got, sizeof *out - (size_t)got);
}

/* The next string of the text, which ends with a NUL. */
static char *next_string(char **at) {
    char *string = *at;
    *at += strlen(string) + 1;
    return string;
}

static _Noreturn void become_supervisor(const head *h, char *text, const int fds[NUM_FDS]) {
    static char *strings[MAX_STRINGS + 2];
    rsp_launch launch = {.null = fds[0],
                         .in = fds[1],
                         .out = fds[2],
                         .err = fds[3],
                         .report = fds[4],
                         .life = fds[5],
                         .status = fds[6]};
    launch.cwd = h->has_cwd ? next_string(&text) : NULL;
    char **args = strings;
    char **environment = strings + h->num_args + 1;
    for (uint32_t i = 0; i < h->num_args; i++)
        args[i] = next_string(&text);
    for (uint32_t i = 0; i < h->num_environment; i++)
        environment[i] = next_string(&text);
    launch.argv = (const char *const *)args;
    launch.environment = environment;
    rsp_supervise(&launch);
}

/* So that the time of ended supervisors counts for ours, and ours for our parent. */
static void reap(void) {
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ;
}

static _Noreturn void serve(void) {
    static char text[MAX_TEXT_BYTES];
    head h;
    int fds[NUM_FDS];
    while (receive_head(&h, fds) && h.len <= sizeof text && rsp_read_all(FORK_SERVER_SOCKET, text, h.len)) {
        reap();
        pid_t pid = fork();
        if (pid == 0)
            become_supervisor(&h, text, fds);
        int why = errno;
        if (pid < 0)
            (void)!write(fds[4], &why, sizeof why);
        for (size_t i = 0; i < NUM_FDS; i++)
            (void)close(fds[i]);
    }
    reap();
    _exit(0);
}

/* Nothing of ours but the socket, and no terminal's signals. */
static _Noreturn void settle_down(int fd) {
    (void)setsid();
    rsp_reset_signals();
    (void)signal(SIGPIPE, SIG_IGN);
    int null = open("/dev/null", O_RDWR);
    int high = fcntl(fd, F_DUPFD, 64);
    if (null < 0 || high < 0)
        _exit(1);
    for (int i = 0; i < FORK_SERVER_SOCKET; i++)
        if (dup2(null, i) < 0)
            _exit(1);
    if (dup2(high, FORK_SERVER_SOCKET) < 0)
        _exit(1);
    rsp_system_close_from(FORK_SERVER_SOCKET + 1, false);
    serve();
}

/* --- on our side --- */

rsp_fork_server *rsp_fork_server_new(const rsp_mem *mem) {
    int fds[2];
    rsp_fork_server *n = rsp_mem_calloc(mem, 1, sizeof *n);
    if (!n || socketpair(AF_UNIX, SOCK_STREAM, 0, fds) != 0) {
        rsp_mem_free(mem, n);
        return NULL;
    }
    n->mem = mem;
    n->text.mem = mem;
    n->fd = fds[0];
    (void)fcntl(fds[0], F_SETFD, FD_CLOEXEC);
    n->pid = fork();
    if (n->pid == 0)
        settle_down(fds[1]);
    (void)close(fds[1]);
    if (n->pid > 0)
        return n;
    (void)close(fds[0]);
    rsp_mem_free(mem, n);
    return NULL;
}

void rsp_fork_server_free(rsp_fork_server *n) {
    if (!n)
        return;
    (void)close(n->fd);
    while (waitpid(n->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    rsp_buf_free(&n->text);
    rsp_mem_free(n->mem, n);
}

long rsp_fork_server_pid(const rsp_fork_server *n) {
    return (long)n->pid;
}

static uint32_t put_strings(rsp_buf *out, const char *const *strings) {
    uint32_t num = 0;
    for (; strings[num]; num++)
        rsp_buf_append(out, rsp_bytes_make(strings[num], strlen(strings[num]) + 1));
    return num;
}

static bool send_head(const rsp_fork_server *n, head *h, const rsp_launch *l) {
    const int fds[NUM_FDS] = {l->null, l->in, l->out, l->err, l->report, l->life, l->status};
    fd_space space = {.bytes = {0}};
    struct iovec data = {.iov_base = h, .iov_len = sizeof *h};
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = space.bytes, .msg_controllen = sizeof space.bytes};
    struct cmsghdr *c = CMSG_FIRSTHDR(&message);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof fds);
    memcpy(CMSG_DATA(c), fds, sizeof fds);
    ssize_t done;
    do
        done = sendmsg(n->fd, &message, MSG_NOSIGNAL);
    while (done < 0 && errno == EINTR);
    return done == (ssize_t)sizeof *h;
}

bool rsp_fork_server_start(rsp_fork_server *n, const rsp_launch *l) {
    head h = {.has_cwd = l->cwd != NULL};
    rsp_buf_clear(&n->text);
    if (l->cwd)
        rsp_buf_append(&n->text, rsp_bytes_make(l->cwd, strlen(l->cwd) + 1));
    h.num_args = put_strings(&n->text, l->argv);
    h.num_environment = put_strings(&n->text, (const char *const *)l->environment);
    h.len = (uint32_t)n->text.len;
    bool fits = n->text.status == RSP_OK && n->text.len <= MAX_TEXT_BYTES &&
                h.num_args + h.num_environment <= MAX_STRINGS;
    return fits && send_head(n, &h, l) && rsp_send_all(n->fd, rsp_buf_bytes(&n->text));
}
