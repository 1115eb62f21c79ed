/* Round trips over loopback TCP: a bare echo server, an echo through our own link, and a stub, side by side.
 * Blocks of round trips take turns, so that what else the machine does hits all of them; medians are
 * compared. Usage: bench_echo [-n ROUNDS] [STUB WORD... with {port} in one of them] */
/* SPDX-License-Identifier: MIT */
#include <rsp/clock.h>
#include <rsp/listener.h>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BLOCK = 200, DEFAULT_BLOCKS = 100, MAX_SERVERS = 3 };

typedef struct server {
    const char *name;
    int fd; /* our connection */
    pid_t pid;
    rsp_link *link; /* keeps a spawned stub alive */
    uint64_t *samples;
    size_t num_samples;
} server;

static void die(const char *what) {
    perror(what);
    exit(3);
}

static struct sockaddr_in loopback(uint16_t port) {
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_port = htons(port)};
}

static void no_delay(int fd) {
    int on = 1;
    if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0)
        die("TCP_NODELAY");
}

static int connect_port(uint16_t port) {
    struct sockaddr_in to = loopback(port);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&to, sizeof to) != 0)
        die("connect");
    no_delay(fd);
    return fd;
}

/* --- the servers --- */

static _Noreturn void echo_bare(int listener) {
    char chunk[4096];
    int fd = accept(listener, NULL, NULL);
    if (fd < 0)
        _exit(1);
    no_delay(fd);
    for (ssize_t n = read(fd, chunk, sizeof chunk); n > 0; n = read(fd, chunk, sizeof chunk))
        if (write(fd, chunk, (size_t)n) != n)
            break;
    _exit(0);
}

static void start_bare(server *s) {
    struct sockaddr_in at = loopback(0);
    socklen_t len = sizeof at;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0 || bind(listener, (const struct sockaddr *)&at, sizeof at) != 0 ||
        listen(listener, 1) != 0 || getsockname(listener, (struct sockaddr *)&at, &len) != 0)
        die("listen");
    s->name = "bare echo";
    s->pid = fork();
    if (s->pid == 0)
        echo_bare(listener);
    s->fd = connect_port(ntohs(at.sin_port));
    (void)close(listener);
}

static _Noreturn void echo_link(rsp_listener *listener) {
    rsp_link *link = NULL;
    rsp_buf in = {0};
    rsp_status status = rsp_listener_accept(listener, &link, RSP_NEVER_NS);
    while (status == RSP_OK) {
        rsp_buf_clear(&in);
        status = rsp_link_recv(link, &in, 4096, RSP_NEVER_NS);
        if (status == RSP_OK)
            status = rsp_link_send(link, rsp_buf_bytes(&in), RSP_NEVER_NS);
    }
    _exit(0);
}

static void start_link(server *s) {
    rsp_address address = {.kind = RSP_ADDRESS_TCP, .host = "127.0.0.1"};
    rsp_listener *listener = NULL;
    rsp_error error = {0};
    if (rsp_listener_open(&listener, &address, NULL, &error) != RSP_OK) {
        (void)fprintf(stderr, "%s\n", error.msg);
        exit(3);
    }
    s->name = "echo by rsp_link";
    s->pid = fork();
    if (s->pid == 0)
        echo_link(listener);
    s->fd = connect_port(rsp_listener_port(listener));
    rsp_listener_close(listener);
}

/* The link starts the stub and finds it listening; then this program takes its place as the client. */
static void start_stub(server *s, char **words, int num) {
    rsp_address address = {.kind = RSP_ADDRESS_EXEC, .argv = (const char *const *)words, .argc = (size_t)num};
    rsp_error error = {0};
    if (rsp_link_open(&s->link, &address, NULL, &error) != RSP_OK) {
        (void)fprintf(stderr, "%s\n", error.msg);
        exit(3);
    }
    rsp_link_shut(s->link);
    s->name = "stub, m of 4 bytes";
    s->fd = connect_port(rsp_link_port(s->link));
}

/* --- the client --- */

static void say(int fd, const char *text) {
    size_t len = strlen(text);
    if (write(fd, text, len) != (ssize_t)len)
        die("write");
}

/* Reads to the second digit behind a '#'. */
static void hear(int fd) {
    char chunk[4096];
    int behind = -1;
    while (behind < 2) {
        ssize_t n = read(fd, chunk, sizeof chunk);
        if (n <= 0)
            die("read");
        for (ssize_t i = 0; i < n; i++)
            behind = behind >= 0 ? behind + 1 : chunk[i] == '#' ? 0 : -1;
    }
}

static void run_block(server *s, size_t num) {
    rsp_clock clock = rsp_clock_monotonic();
    for (size_t i = 0; i < num; i++) {
        uint64_t start = rsp_clock_now(&clock);
        say(s->fd, "$m0,4#fd");
        hear(s->fd);
        s->samples[s->num_samples++] = rsp_clock_now(&clock) - start;
    }
}

static int by_time(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static double percentile_us(const server *s, size_t percent) {
    size_t at = (s->num_samples - 1) * percent / 100;
    return (double)s->samples[at] / 1000.0;
}

static void report(server *servers, size_t num) {
    (void)printf("%-20s %9s %9s %9s %9s\n", "server", "p50 us", "p90 us", "p99 us", "ratio p50");
    for (size_t i = 0; i < num; i++)
        qsort(servers[i].samples, servers[i].num_samples, sizeof *servers[i].samples, by_time);
    for (size_t i = 0; i < num; i++)
        (void)printf("%-20s %9.2f %9.2f %9.2f %9.3f\n", servers[i].name, percentile_us(&servers[i], 50),
                     percentile_us(&servers[i], 90), percentile_us(&servers[i], 99),
                     percentile_us(&servers[i], 50) / percentile_us(&servers[0], 50));
}

int main(int argc, char **argv) {
    server servers[MAX_SERVERS] = {0};
    size_t blocks = DEFAULT_BLOCKS;
    int first = 1;
    if (argc > 2 && strcmp(argv[1], "-n") == 0) {
        blocks = (size_t)strtoul(argv[2], NULL, 10) / BLOCK + 1;
        first = 3;
    }
    size_t num = argc > first ? 3 : 2;
    (void)signal(SIGPIPE, SIG_IGN);
    start_bare(&servers[0]);
    start_link(&servers[1]);
    if (num == 3) {
        start_stub(&servers[2], argv + first, argc - first);
        say(servers[2].fd, "$QStartNoAckMode#b0");
        hear(servers[2].fd);
        say(servers[2].fd, "+");
    }
    for (size_t i = 0; i < num; i++) {
        servers[i].samples = calloc((blocks + 1) * BLOCK, sizeof *servers[i].samples);
        if (!servers[i].samples)
            die("calloc");
        run_block(&servers[i], BLOCK); /* to warm up */
        servers[i].num_samples = 0;
    }
    for (size_t b = 0; b < blocks; b++)
        for (size_t i = 0; i < num; i++)
            run_block(&servers[i], BLOCK);
    report(servers, num);
    for (size_t i = 0; i < num; i++) {
        (void)close(servers[i].fd);
        rsp_link_close(servers[i].link);
        if (servers[i].pid > 0 && kill(servers[i].pid, SIGKILL) == 0)
            (void)waitpid(servers[i].pid, NULL, 0);
        free(servers[i].samples);
    }
    return 0;
}
