/* Starts programs through a supervisor, which we fork, or the fork server where there is one.
 * Pipes carry the pid, errors of exec, the output, and how the program ended.
 * See child.h. */
/* SPDX-License-Identifier: MIT */
#include "child.h"

#include "descriptor.h"
#include "fork_server.h"
#include "supervisor.h"

#include "core/limits.h"
#include "core/mem.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

extern char **environ; /* not every system's unistd.h has it */

/* --- starting --- */

/* Above the standard three, so that dup2 in the child cannot overwrite one that is still needed. */
static int above_standard(int fd) {
    int moved = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 3);
    if (fd >= 0)
        (void)close(fd);
    return moved;
}

static bool make_pair(int fds[2], bool socket_pair) {
    int made[2] = {-1, -1};
    bool ok = (socket_pair ? socketpair(AF_UNIX, SOCK_STREAM, 0, made) : pipe(made)) == 0;
    fds[0] = above_standard(made[0]);
    fds[1] = above_standard(made[1]);
    return ok && fds[0] >= 0 && fds[1] >= 0;
}

/* Waits for exec: a success closes the pipe without writing to it. */
static int exec_result(int report) {
    int why = 0;
    ssize_t got;
    do
        got = read(report, &why, sizeof why);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof why ? why : 0;
}

static bool read_news(int fd, long *out_value) {
    rsp_news n;
    ssize_t got;
    do
        got = read(fd, &n, sizeof n);
    while (got < 0 && errno == EINTR);
    *out_value = n.value;
    return got == (ssize_t)sizeof n;
}

/* Closes our copies of the child's ends, so that its end shows as the end of the pipes. */
static rsp_status fork_and_exec(rsp_child *child, rsp_launch *l, rsp_fork_server *fork_server, int report,
                                rsp_error *error) {
    long pid = 0;
    if (!fork_server || !rsp_fork_server_start(fork_server, l)) {
        child->supervisor = fork();
        if (child->supervisor == 0)
            rsp_supervise(l);
    }
    int why = errno;
    rsp_close_fd(&l->report);
    rsp_close_fd(&l->status);
    rsp_close_fd(&l->life);
    if (child->supervisor < 0) {
        child->supervisor = 0;
        return rsp_fail(error, RSP_SPAWN, "fork: %s", strerror(why));
    }
    why = exec_result(report);
    if (why != 0 || !read_news(child->status_fd, &pid))
        return rsp_fail(error, RSP_SPAWN, "%.100s: %s", l->argv[0],
                        why ? strerror(why) : "its supervisor died");
    child->pid = (pid_t)pid;
    (void)rsp_set_flags(child->status_fd, true);
    return RSP_OK;
}

typedef struct pipes {
    int data[2];   /* standard output, or the protocol both ways */
    int words[2];  /* standard error */
    int report[2]; /* errno of exec */
    int status[2];
    int life[2];
    int null;
} pipes;

static bool make_pipes(pipes *p, bool protocol) {
    *p = (pipes){{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, -1};
    p->null = above_standard(open("/dev/null", O_RDWR | O_CLOEXEC));
    return p->null >= 0 && make_pair(p->data, protocol) && make_pair(p->words, false) &&
           make_pair(p->report, false) && make_pair(p->status, false) && make_pair(p->life, true);
}

static void close_pipes(pipes *p) {
    int *const pairs[] = {p->data, p->words, p->report, p->status, p->life};
    for (size_t i = 0; i < RSP_ARRAY_LEN(pairs); i++) {
        rsp_close_fd(&pairs[i][0]);
        rsp_close_fd(&pairs[i][1]);
    }
    rsp_close_fd(&p->null);
}

static int take(int *fd) {
    int taken = *fd;
    *fd = -1;
    return taken;
}

static rsp_status give_up(rsp_launch *l, rsp_error *error) {
    rsp_close_fd(&l->report);
    rsp_close_fd(&l->status);
    rsp_close_fd(&l->life);
    return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
}

static bool is_named(const char *pair, const char *const *set) {
    for (; set && *set; set++)
        if (strncmp(pair, *set, strcspn(*set, "=") + 1) == 0)
            return true;
    return false;
}

/* Our own environment, with `more` in it: an array that borrows its strings. NULL without memory. */
static char **make_environment(const char *const *more, const rsp_mem *mem) {
    size_t num = 1;
    for (char **pair = environ; pair && *pair; pair++)
        num++;
    for (size_t i = 0; more && more[i]; i++)
        num++;
    char **all = rsp_mem_calloc(mem, num, sizeof(char *));
    char **to = all;
    for (char **pair = environ; all && pair && *pair; pair++)
        if (!is_named(*pair, more))
            *to++ = *pair;
    for (size_t i = 0; all && more && more[i]; i++)
        *to++ = (char *)(uintptr_t)more[i];
    return all;
}

void rsp_child_init(rsp_child *child) {
    *child = (rsp_child){.life_fd = -1, .status_fd = -1, .err = {.fd = -1}, .out = {.fd = -1}};
}

rsp_status rsp_child_start(rsp_child *child, int *out_fd, const rsp_spawn *spawn, rsp_error *error) {
    pipes p;
    *out_fd = -1;
    if (!make_pipes(&p, spawn->protocol)) {
        rsp_status status = rsp_fail(error, RSP_SPAWN, "no descriptors: %s", strerror(errno));
        close_pipes(&p);
        return status;
    }
    child->life_fd = take(&p.life[1]);
    child->status_fd = take(&p.status[0]);
    rsp_launch l = {.null = p.null,
                    .in = spawn->protocol ? p.data[1] : p.null,
                    .out = p.data[1],
                    .err = p.words[1],
                    .report = take(&p.report[1]),
                    .life = take(&p.life[0]),
                    .status = take(&p.status[1]),
                    .cwd = spawn->cwd,
                    .argv = spawn->argv,
                    .environment = make_environment(spawn->environment, spawn->mem)};
    rsp_status status =
        l.environment ? fork_and_exec(child, &l, spawn->fork_server, p.report[0], error) : give_up(&l, error);
    rsp_mem_free(spawn->mem, l.environment);
    if (status == RSP_OK) {
        rsp_tail_open(&child->err, take(&p.words[0]), spawn->words_bytes, child->sanitizer, spawn->mem);
        if (spawn->protocol)
            *out_fd = take(&p.data[0]);
        else
            rsp_tail_open(&child->out, take(&p.data[0]), spawn->words_bytes, NULL, spawn->mem);
    }
    close_pipes(&p);
    return status;
}

/* The supervisor kills, reaps and ends. It may hang on a process that cannot be killed: not waited for
 * longer. */
#define LAST_WAIT_MS 10000

void rsp_child_end(rsp_child *child) {
    /* Also a byte: a process forked by our caller may hold a copy of this end. */
    if (child->life_fd >= 0)
        (void)!send(child->life_fd, child->leaves ? RSP_LIFE_LEAVE : RSP_LIFE_END, 1, MSG_NOSIGNAL);
    rsp_close_fd(&child->life_fd);
    if (child->status_fd >= 0) {
        char drop[64];
        struct pollfd gone = {.fd = child->status_fd, .events = POLLIN};
        while (poll(&gone, 1, LAST_WAIT_MS) != 0)
            if (read(child->status_fd, drop, sizeof drop) == 0)
                break;
    }
    if (child->supervisor > 0) {
        (void)kill(child->supervisor, SIGKILL);
        while (waitpid(child->supervisor, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    rsp_close_fd(&child->status_fd);
    rsp_tail_close(&child->err);
    rsp_tail_close(&child->out);
    rsp_child_init(child);
}

/* --- how it ended --- */

bool rsp_child_has_ended(rsp_child *child) {
    rsp_news n = {0};
    if (child->ended || child->pid <= 0)
        return child->ended;
    ssize_t got = read(child->status_fd, &n, sizeof n);
    if (got != (ssize_t)sizeof n && got != 0)
        return false;
    /* A supervisor that ends without news was killed, and the program with it. */
    child->ended = true;
    child->wait_status = got ? (int)n.value : -SIGKILL;
    return true;
}

bool rsp_child_failed(const rsp_child *child) {
    return child->ended && child->wait_status != 0;
}

static const struct signal_name {
    int number;
    const char *name;
} signal_names[] = {
    {SIGABRT, "SIGABRT"}, {SIGALRM, "SIGALRM"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
    {SIGHUP, "SIGHUP"},   {SIGILL, "SIGILL"},   {SIGINT, "SIGINT"},   {SIGKILL, "SIGKILL"},
    {SIGPIPE, "SIGPIPE"}, {SIGQUIT, "SIGQUIT"}, {SIGSEGV, "SIGSEGV"}, {SIGTERM, "SIGTERM"},
    {SIGTRAP, "SIGTRAP"}, {SIGXCPU, "SIGXCPU"}, {SIGSYS, "SIGSYS"},
};

static void name_signal(char *out, size_t size, int number) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(signal_names); i++) {
        if (signal_names[i].number == number) {
            (void)snprintf(out, size, "%s", signal_names[i].name);
            return;
        }
    }
    (void)snprintf(out, size, "signal %d", number);
}

rsp_link_end rsp_end_of(int exit_or_signal) {
    rsp_link_end end = {.kind = RSP_END_EXITED, .code = exit_or_signal};
    if (exit_or_signal >= 0) {
        (void)snprintf(end.text, sizeof end.text, "exit %d", end.code);
    } else {
        end.kind = RSP_END_SIGNALED;
        end.code = -exit_or_signal;
        name_signal(end.text, sizeof end.text, end.code);
    }
    return end;
}

rsp_link_end rsp_child_how(rsp_child *child) {
    rsp_link_end end = {.kind = RSP_END_NO_CHILD};
    if (child->pid <= 0)
        return end;
    if (rsp_child_has_ended(child)) {
        end = rsp_end_of(child->wait_status);
    } else {
        end.kind = RSP_END_RUNNING;
        (void)snprintf(end.text, sizeof end.text, "running");
    }
    memcpy(end.sanitizer, child->sanitizer, sizeof end.sanitizer);
    return end;
}

size_t rsp_child_poll_add(const rsp_child *child, struct pollfd *fds) {
    const int all[] = {child->err.fd, child->out.fd, child->ended ? -1 : child->status_fd};
    size_t num = 0;
    if (child->pid <= 0)
        return 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(all); i++)
        if (all[i] >= 0)
            fds[num++] = (struct pollfd){.fd = all[i], .events = POLLIN};
    return num;
}

void rsp_child_poll_done(rsp_child *child) {
    if (child->pid <= 0)
        return;
    /* Before reading: once it has ended, all of its output is there. */
    (void)rsp_child_has_ended(child);
    rsp_tail_read(&child->err);
    rsp_tail_read(&child->out);
}
