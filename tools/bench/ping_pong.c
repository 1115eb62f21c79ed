/* Blocking sockets, one write and as many reads as the reply needs.
 * The clock is read right before the request and right behind the reply.
 * See ping_pong.h. */
/* SPDX-License-Identifier: MIT */
#include "ping_pong.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <rsp/clock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

_Noreturn void ping_die(const char *what) {
    perror(what);
    exit(3);
}

static struct sockaddr_in loopback(uint16_t port) {
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_port = htons(port)};
}

void ping_no_delay(int fd) {
    int on = 1;
    if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0)
        ping_die("TCP_NODELAY");
}

int ping_listen(uint16_t *out_port) {
    struct sockaddr_in at = loopback(0);
    socklen_t len = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&at, sizeof at) != 0 || listen(fd, 1) != 0 ||
        getsockname(fd, (struct sockaddr *)&at, &len) != 0)
        ping_die("listen");
    *out_port = ntohs(at.sin_port);
    return fd;
}

int ping_connect(uint16_t port) {
    struct sockaddr_in to = loopback(port);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&to, sizeof to) != 0)
        ping_die("connect");
    ping_no_delay(fd);
    return fd;
}

void ping_begin(ping_pong *p, size_t num) {
    p->num_samples = 0;
    p->samples = calloc(num, sizeof *p->samples);
    if (!p->samples)
        ping_die("calloc");
}

void ping_end(ping_pong *p) {
    (void)close(p->fd);
    free(p->samples);
}

void ping_say(const ping_pong *p, const char *text) {
    size_t len = strlen(text);
    if (write(p->fd, text, len) != (ssize_t)len)
        ping_die("write");
}

void ping_hear(const ping_pong *p) {
    char chunk[4096];
    int behind = -1;
    while (behind < 2) {
        ssize_t n = read(p->fd, chunk, sizeof chunk);
        if (n <= 0)
            ping_die("read");
        for (ssize_t i = 0; i < n; i++)
            behind = behind >= 0 ? behind + 1 : chunk[i] == '#' ? 0 : -1;
    }
}

void ping_block(ping_pong *p, const char *request, size_t num) {
    rsp_clock clock = rsp_clock_monotonic();
    for (size_t i = 0; i < num; i++) {
        uint64_t start = rsp_clock_now(&clock);
        ping_say(p, request);
        ping_hear(p);
        p->samples[p->num_samples++] = rsp_clock_now(&clock) - start;
    }
}

static int by_time(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void ping_sort(ping_pong *p) {
    qsort(p->samples, p->num_samples, sizeof *p->samples, by_time);
}

double ping_percentile_us(const ping_pong *p, size_t percent) {
    size_t at = (p->num_samples - 1) * percent / 100;
    return (double)p->samples[at] / 1000.0;
}
