/* A program that behaves badly on request, for tests of links and sessions: fake_stub WHERE MODE.
 * WHERE is --port N, --socket PATH or --stdio; a mode is one way to serve a client.
 * It never waits for time: every step is set off by a byte that the test sends. */
/* SPDX-License-Identifier: MIT */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *self;
static int listener = -1;

static bool put(int fd, const void *data, size_t len) {
    const char *at = data;
    while (len) {
        ssize_t n = write(fd, at, len);
        if (n <= 0)
            return false;
        at += n;
        len -= (size_t)n;
    }
    return true;
}

static bool put_text(int fd, const char *text) {
    return put(fd, text, strlen(text));
}

/* One byte, 0 at the end. */
static char get(int fd) {
    char c = 0;
    return read(fd, &c, 1) == 1 ? c : 0;
}

static void mode_echo(int in, int out) {
    char chunk[65536];
    for (ssize_t n = read(in, chunk, sizeof chunk); n > 0; n = read(in, chunk, sizeof chunk))
        if (!put(out, chunk, (size_t)n))
            return;
}

/* A stub as small as possible: acks, and answers everything with OK. */
static void mode_ok(int in, int out) {
    for (char c = get(in); c; c = get(in)) {
        char sum[2];
        if (c == '#' && (read(in, sum, 1) != 1 || read(in, sum + 1, 1) != 1 || !put_text(out, "+$OK#9a")))
            return;
    }
}

/* As lldb-server does: it stops listening as soon as it has its client. */
static void mode_once(int in, int out) {
    (void)close(listener);
    mode_ok(in, out);
    exit(0);
}

static void mode_second_is_deaf(int in, int out) {
    static int clients;
    if (clients++ == 0)
        mode_ok(in, out);
    else
        while (get(in))
            ;
}

static void mode_exit3(int in, int out) {
    (void)out;
    (void)get(in);
    (void)put_text(2, "cannot go on\n");
    exit(3);
}

static void mode_segv(int in, int out) {
    (void)out;
    struct rlimit none = {0, 0};
    (void)setrlimit(RLIMIT_CORE, &none);
    (void)get(in);
    (void)signal(SIGSEGV, SIG_DFL);
    (void)raise(SIGSEGV);
}

static void mode_asan(int in, int out) {
    (void)out;
    (void)get(in);
    (void)put_text(2,
                   "=====\n==71==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1 thread T0\n");
    for (int i = 0; i < 4000; i++)
        (void)put_text(2, "    #1 0x1234 in handle_packet stub.c:71\n");
    exit(1);
}

static void die_with(int in, const char *line) {
    (void)get(in);
    (void)put_text(2, line);
    exit(1);
}

static void mode_ubsan(int in, int out) {
    (void)out;
    die_with(in, "../stub.c:7:3: runtime error: index 9 out of bounds\n");
}

/* The log of a program in Go, which has the same words. */
static void mode_go(int in, int out) {
    (void)out;
    die_with(in, "error layer=dap recovered panic: runtime error: not a recording\n");
}

static void mode_deaf(int in, int out) {
    (void)in;
    (void)out;
    for (;;)
        (void)pause();
}

static void mode_flood(int in, int out) {
    static const char chunk[65536];
    (void)get(in);
    while (put(out, chunk, sizeof chunk))
        ;
}

/* A good deal more than any pipe holds goes to standard error before the answer. */
static void mode_words(int in, int out) {
    for (char c = get(in); c; c = get(in)) {
        for (int i = 0; i < 20000; i++)
            (void)put_text(2, "0123456789abcdef\n");
        (void)put_text(2, "the last word\n");
        (void)put(out, &c, 1);
    }
}

static void mode_half_close(int in, int out) {
    (void)put_text(out, "bye");
    (void)shutdown(out, SHUT_WR);
    while (get(in))
        ;
}

static void report_pid(int out, pid_t pid) {
    char text[32];
    (void)snprintf(text, sizeof text, "%ld ", (long)pid);
    (void)put_text(out, text);
}

/* A debuggee: in our session, in its own, or a daemon without parent and environment. */
static void spawn_one(int out, bool own_session, bool daemonize) {
    int ready[2];
    if (pipe(ready) != 0)
        exit(9);
    pid_t pid = fork();
    if (pid == 0) {
        if (own_session)
            (void)setsid();
        if (daemonize && fork() != 0)
            _exit(0);
        report_pid(out, getpid());
        (void)put_text(ready[1], "r");
        char *none[] = {NULL};
        if (daemonize)
            (void)execle(self, self, "--stdio", "deaf", (char *)NULL, none);
        mode_deaf(0, 0);
    }
    if (daemonize)
        (void)waitpid(pid, NULL, 0);
    (void)get(ready[0]);
}

static void make_family(int out) {
    spawn_one(out, false, false);
    spawn_one(out, true, false);
    spawn_one(out, true, true);
    (void)put_text(out, "\n");
}

static void mode_family(int in, int out) {
    make_family(out);
    (void)get(in);
    (void)kill(getpid(), SIGKILL);
}

/* Tells which descriptors it has beyond the standard three, and its working directory. */
static void mode_look(int in, int out) {
    char dir[4096] = "?";
    int extra = 0;
    for (int fd = 3; fd < 1024; fd++)
        extra += fd != in && fd != out && lseek(fd, 0, SEEK_CUR) != (off_t)-1;
    (void)!getcwd(dir, sizeof dir);
    char text[5000];
    (void)snprintf(text, sizeof text, "extra %d leader %d cwd %s\n", extra, getsid(0) == getpid(), dir);
    (void)put_text(out, text);
    mode_echo(in, out);
}

static const struct mode {
    const char *name;
    void (*serve)(int in, int out);
} modes[] = {
    {"echo", mode_echo},
    {"ok", mode_ok},
    {"once", mode_once},
    {"second-is-deaf", mode_second_is_deaf},
    {"exit3", mode_exit3},
    {"segv", mode_segv},
    {"asan", mode_asan},
    {"ubsan", mode_ubsan},
    {"go", mode_go},
    {"deaf", mode_deaf},
    {"flood", mode_flood},
    {"words", mode_words},
    {"half-close", mode_half_close},
    {"family", mode_family},
    {"look", mode_look},
};

static int listen_on(const char *kind, const char *where) {
    struct sockaddr_in tcp = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_un local = {.sun_family = AF_UNIX};
    bool is_tcp = strcmp(kind, "--port") == 0;
    int on = 1;
    int fd = socket(is_tcp ? AF_INET : AF_UNIX, SOCK_STREAM, 0);
    tcp.sin_port = htons((uint16_t)strtol(where, NULL, 10));
    (void)snprintf(local.sun_path, sizeof local.sun_path, "%s", where);
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    int bad = is_tcp ? bind(fd, (const struct sockaddr *)&tcp, sizeof tcp)
                     : bind(fd, (const struct sockaddr *)&local, sizeof local);
    if (bad || listen(fd, 4) != 0) {
        perror("fake_stub");
        exit(2);
    }
    return fd;
}

int main(int argc, char **argv) {
    self = argv[0];
    (void)signal(SIGPIPE, SIG_IGN);
    bool stdio = argc > 1 && strcmp(argv[1], "--stdio") == 0;
    const char *name = argc > 1 ? argv[argc - 1] : "";
    if (argc > 3 && strcmp(name, "refuse-to-start") == 0) {
        (void)put_text(2, "fake_stub: bad weather\n");
        return 7;
    }
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        if (strcmp(modes[i].name, name) != 0)
            continue;
        listener = stdio ? -1 : listen_on(argv[1], argv[2]);
        for (int fd = listener; stdio || (fd = accept(listener, NULL, NULL)) >= 0; (void)close(fd)) {
            modes[i].serve(stdio ? 0 : fd, stdio ? 1 : fd);
            if (stdio)
                return 0;
        }
        return 0;
    }
    return 64;
}
