/* Round trips over loopback TCP: a bare echo server, an echo through our own link, and a stub, side by side.
 * Blocks of round trips take turns, so that what else the machine does hits all of them; medians are
 * compared. Usage: bench_echo [-n ROUNDS] [STUB WORD... with {port} in one of them] */
/* SPDX-License-Identifier: MIT */
#include "ping_pong.h"

#include "link/address.h"
#include "link/listener.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const char request[] = "$m0,4#fd";

enum { BLOCK = 200, DEFAULT_BLOCKS = 100, MAX_SERVERS = 3 };

typedef struct server {
    const char *name;
    ping_pong ping;
    pid_t pid;
    rsp_link *link; /* keeps a spawned stub alive */
} server;

/* --- the servers --- */

static _Noreturn void echo_bare(int listener) {
    char chunk[4096];
    int fd = accept(listener, NULL, NULL);
    if (fd < 0)
        _exit(1);
    ping_no_delay(fd);
    for (ssize_t n = read(fd, chunk, sizeof chunk); n > 0; n = read(fd, chunk, sizeof chunk))
        if (write(fd, chunk, (size_t)n) != n)
            break;
    _exit(0);
}

static void start_bare(server *s) {
    uint16_t port;
    int listener = ping_listen(&port);
    s->name = "bare echo";
    s->pid = fork();
    if (s->pid == 0)
        echo_bare(listener);
    s->ping.fd = ping_connect(port);
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
    s->ping.fd = ping_connect(rsp_listener_port(listener));
    rsp_listener_close(listener);
}

/* The link starts the stub and finds it listening; then this program takes its place as the client. */
static void start_stub(server *s, char **words, int num) {
    rsp_address address = {.kind = RSP_ADDRESS_EXEC, .argv = (const char *const *)words, .argc = (size_t)num};
    rsp_error error = {0};
    if (rsp_link_open_address(&s->link, &address, NULL, &error) != RSP_OK) {
        (void)fprintf(stderr, "%s\n", error.msg);
        exit(3);
    }
    rsp_link_shut(s->link);
    s->name = "stub, m of 4 bytes";
    s->ping.fd = ping_connect(rsp_link_port(s->link));
}

static void report(server *servers, size_t num) {
    (void)printf("%-20s %9s %9s %9s %9s\n", "server", "p50 us", "p90 us", "p99 us", "ratio p50");
    for (size_t i = 0; i < num; i++)
        ping_sort(&servers[i].ping);
    for (size_t i = 0; i < num; i++)
        (void)printf("%-20s %9.2f %9.2f %9.2f %9.3f\n", servers[i].name,
                     ping_percentile_us(&servers[i].ping, 50), ping_percentile_us(&servers[i].ping, 90),
                     ping_percentile_us(&servers[i].ping, 99),
                     ping_percentile_us(&servers[i].ping, 50) / ping_percentile_us(&servers[0].ping, 50));
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
        ping_say(&servers[2].ping, "$QStartNoAckMode#b0");
        ping_hear(&servers[2].ping);
        ping_say(&servers[2].ping, "+");
    }
    for (size_t i = 0; i < num; i++) {
        ping_begin(&servers[i].ping, (blocks + 1) * BLOCK);
        ping_block(&servers[i].ping, request, BLOCK); /* to warm up */
        servers[i].ping.num_samples = 0;
    }
    for (size_t b = 0; b < blocks; b++)
        for (size_t i = 0; i < num; i++)
            ping_block(&servers[i].ping, request, BLOCK);
    report(servers, num);
    for (size_t i = 0; i < num; i++) {
        ping_end(&servers[i].ping);
        rsp_link_close(servers[i].link);
        if (servers[i].pid > 0 && kill(servers[i].pid, SIGKILL) == 0)
            (void)waitpid(servers[i].pid, NULL, 0);
    }
    return 0;
}
