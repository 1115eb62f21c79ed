/* A spawned program: started without a shell in a session of its own, listened to, and ended with all its
 * family. Its exit status is looked at without reaping (its pid can not be reused meanwhile); closing reaps.
 * Between fork and exec only async-signal-safe calls are made. */
/* SPDX-License-Identifier: MIT */
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <rsp/limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define MARKER_NAME "STUBBORN_LINK="

/* Guarded by `lock`, held for a few instructions. */
static rsp_child *children;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static atomic_ulong serial;

static void lock_children(void) {
    while (atomic_flag_test_and_set(&lock))
        ;
}

static void unlock_children(void) {
    atomic_flag_clear(&lock);
}

bool rsp_child_is_known(pid_t pid) {
    bool known = false;
    lock_children();
    for (const rsp_child *c = children; c && !known; c = c->next)
        known = c->pid == pid;
    unlock_children();
    return known;
}

static void remember(rsp_child *child) {
    lock_children();
    child->next = children;
    children = child;
    unlock_children();
}

static void forget(const rsp_child *child) {
    lock_children();
    for (rsp_child **at = &children; *at; at = &(*at)->next) {
        if (*at == child) {
            *at = child->next;
            break;
        }
    }
    unlock_children();
}

/* --- starting --- */

/* Everything the new process needs, prepared before fork. */
typedef struct launch {
    int in;
    int out;
    int err;
    int report; /* gets errno when exec fails; closed by exec */
    const char *cwd;
    const char *const *argv;
    char **env;
} launch;

static void close_fd(int *fd) {
    if (*fd >= 0)
        (void)close(*fd);
    *fd = -1;
}

/* Above the standard three, so that dup2 in the child can not overwrite one that is still needed. */
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

/* Our environment with the marker in front; markers of stubborns around us stay in it. */
static char **make_env(rsp_child *child, const rsp_mem *mem) {
    size_t num = 0;
    const char *outer = getenv("STUBBORN_LINK");
    size_t size = sizeof MARKER_NAME + sizeof child->marker + (outer ? strlen(outer) : 0);
    while (environ && environ[num])
        num++;
    char **env = rsp_mem_calloc(mem, 1, (num + 2) * sizeof *env + size);
    if (!env)
        return NULL;
    (void)snprintf(child->marker, sizeof child->marker, ":%ld.%lu;", (long)getpid(),
                   atomic_fetch_add(&serial, 1));
    env[0] = (char *)(env + num + 2);
    (void)snprintf(env[0], size, MARKER_NAME "%s%s", child->marker, outer ? outer : "");
    size_t used = 1;
    for (size_t i = 0; i < num; i++)
        if (strncmp(environ[i], MARKER_NAME, strlen(MARKER_NAME)) != 0)
            env[used++] = environ[i];
    return env;
}

static void reset_signals(void) {
    sigset_t none;
    (void)sigemptyset(&none);
    for (int sig = 1; sig < 32; sig++)
        if (sig != SIGKILL && sig != SIGSTOP)
            (void)signal(sig, SIG_DFL);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void run_child(const launch *l) {
    (void)setsid();
    reset_signals();
    bool ok = dup2(l->in, 0) >= 0 && dup2(l->out, 1) >= 0 && dup2(l->err, 2) >= 0;
    rsp_system_close_from(3);
    if (ok && (!l->cwd || chdir(l->cwd) == 0)) {
        environ = l->env;
        (void)execvp(l->argv[0], (char *const *)(uintptr_t)l->argv);
    }
    int why = errno;
    (void)!write(l->report, &why, sizeof why);
    _exit(127);
}

/* Waits for exec: its end of the pipe closes without a word when that went well. */
static int exec_result(int report) {
    int why = 0;
    ssize_t got;
    do
        got = read(report, &why, sizeof why);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof why ? why : 0;
}

static void tail_open(rsp_tail *tail, int fd, const rsp_spawn *spawn, char *sanitizer) {
    *tail = (rsp_tail){.fd = fd, .max = spawn->words_bytes, .sanitizer = sanitizer};
    tail->kept.mem = spawn->mem;
    (void)rsp_set_flags(fd, true);
}

static rsp_status fork_and_exec(rsp_child *child, const launch *l, int *report, rsp_error *error) {
    rsp_system_adopt_orphans();
    child->pid = fork();
    if (child->pid == 0)
        run_child(l);
    if (child->pid < 0) {
        child->pid = 0;
        return rsp_fail(error, RSP_SPAWN, "fork: %s", strerror(errno));
    }
    remember(child);
    child->pid_fd = rsp_system_pid_fd(child->pid);
    close_fd(&report[1]);
    int why = exec_result(report[0]);
    if (why == 0)
        return RSP_OK;
    return rsp_fail(error, RSP_SPAWN, "%.100s: %s", l->argv[0], strerror(why));
}

rsp_status rsp_child_start(rsp_child *child, int *out_fd, const rsp_spawn *spawn, rsp_error *error) {
    int data[2] = {-1, -1};
    int words[2] = {-1, -1};
    int report[2] = {-1, -1};
    int null = above_standard(open("/dev/null", O_RDONLY | O_CLOEXEC));
    char **env = make_env(child, spawn->mem);
    rsp_status status = RSP_OK;
    *out_fd = -1;
    child->pid_fd = child->err.fd = child->out.fd = -1;
    if (!env)
        status = rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    else if (null < 0 || !make_pair(data, spawn->protocol) || !make_pair(words, false) ||
             !make_pair(report, false))
        status = rsp_fail(error, RSP_SPAWN, "no descriptors: %s", strerror(errno));
    if (status == RSP_OK) {
        launch l = {.in = spawn->protocol ? data[1] : null,
                    .out = data[1],
                    .err = words[1],
                    .report = report[1],
                    .cwd = spawn->cwd,
                    .argv = spawn->argv,
                    .env = env};
        status = fork_and_exec(child, &l, report, error);
    }
    if (status == RSP_OK) {
        tail_open(&child->err, words[0], spawn, child->sanitizer);
        words[0] = -1;
        if (spawn->protocol)
            *out_fd = data[0];
        else
            tail_open(&child->out, data[0], spawn, NULL);
        data[0] = -1;
    }
    int *left[] = {&data[0], &data[1], &words[0], &words[1], &report[0], &report[1], &null};
    for (size_t i = 0; i < RSP_ARRAY_LEN(left); i++)
        close_fd(left[i]);
    rsp_mem_free(spawn->mem, env);
    return status;
}

void rsp_child_end(rsp_child *child, const rsp_mem *mem) {
    if (child->pid > 0) {
        rsp_system_end_family(child->pid, child->marker, mem);
        while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
            ;
        forget(child);
        close_fd(&child->pid_fd);
        close_fd(&child->err.fd);
        close_fd(&child->out.fd);
    }
    rsp_buf_free(&child->err.kept);
    rsp_buf_free(&child->out.kept);
    *child = (rsp_child){0};
}

/* --- how it ended --- */

bool rsp_child_reap(rsp_child *child) {
    siginfo_t info = {0};
    if (child->reaped || child->pid <= 0)
        return child->reaped;
    if (waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != child->pid)
        return false;
    child->reaped = true;
    child->wait_status = info.si_code == CLD_EXITED ? info.si_status : -info.si_status;
    return true;
}

bool rsp_child_failed(const rsp_child *child) {
    return child->reaped && child->wait_status != 0;
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

rsp_link_end rsp_child_how(rsp_child *child) {
    rsp_link_end end = {.kind = RSP_END_NO_CHILD};
    if (child->pid <= 0)
        return end;
    if (!rsp_child_reap(child)) {
        end.kind = RSP_END_RUNNING;
        (void)snprintf(end.text, sizeof end.text, "running");
    } else if (child->wait_status >= 0) {
        end.kind = RSP_END_EXITED;
        end.code = child->wait_status;
        (void)snprintf(end.text, sizeof end.text, "exit %d", end.code);
    } else {
        end.kind = RSP_END_SIGNALED;
        end.code = -child->wait_status;
        name_signal(end.text, sizeof end.text, end.code);
    }
    memcpy(end.sanitizer, child->sanitizer, sizeof end.sanitizer);
    return end;
}

/* --- last words --- */

static const char *const sanitizer_words[] = {
    "AddressSanitizer: ", "UndefinedBehaviorSanitizer: ",
    "LeakSanitizer: ",    "MemorySanitizer: ",
    "ThreadSanitizer: ",  "runtime error: ",
};

/* The line is kept from the tool's name on: what stands before it has a process id in it. */
static void look_for_sanitizer(rsp_tail *tail) {
    tail->line[tail->line_len] = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(sanitizer_words); i++) {
        const char *at = strstr(tail->line, sanitizer_words[i]);
        if (at)
            (void)snprintf(tail->sanitizer, sizeof tail->line, "%s",
                           strncmp(at, "runtime", 7) == 0 ? tail->line : at);
        if (at)
            return;
    }
}

static void scan_lines(rsp_tail *tail, rsp_bytes in) {
    for (size_t i = 0; i < in.len && !tail->sanitizer[0]; i++) {
        uint8_t c = in.ptr[i];
        if (c == '\n') {
            look_for_sanitizer(tail);
            tail->line_len = 0;
        } else if (tail->line_len + 1 < sizeof tail->line) {
            tail->line[tail->line_len++] = c >= 0x20 && c < 0x7f ? (char)c : '?';
        }
    }
}

static void tail_keep(rsp_tail *tail, rsp_bytes in) {
    if (tail->sanitizer)
        scan_lines(tail, in);
    if (in.len > tail->max)
        in = rsp_bytes_from(in, in.len - tail->max);
    if (tail->kept.len + in.len > tail->max)
        rsp_buf_consume(&tail->kept, tail->kept.len + in.len - tail->max);
    rsp_buf_append(&tail->kept, in);
}

/* A bounded number of reads: a program that floods its standard error must not keep us here. */
static void tail_read(rsp_tail *tail) {
    uint8_t chunk[4096];
    for (int i = 0; i < 16 && tail->fd >= 0; i++) {
        ssize_t got = read(tail->fd, chunk, sizeof chunk);
        if (got > 0)
            tail_keep(tail, rsp_bytes_make(chunk, (size_t)got));
        else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            close_fd(&tail->fd);
        else
            return;
    }
}

size_t rsp_child_poll_add(const rsp_child *child, struct pollfd *fds) {
    const int all[] = {child->err.fd, child->out.fd, child->reaped ? -1 : child->pid_fd};
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
    (void)rsp_child_reap(child); /* before reading, so that all of its words are there when it has ended */
    tail_read(&child->err);
    tail_read(&child->out);
}
