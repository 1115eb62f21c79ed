/* One request after the other over loopback TCP, and how long each round trip took: what benchmarks of
 * latency share. Trouble with a socket ends the program, with what it was about. Used by bench_echo.c and
 * bench_proxy.c. */
/* SPDX-License-Identifier: MIT */
#ifndef BENCH_PING_PONG_H
#define BENCH_PING_PONG_H

#include <stddef.h>
#include <stdint.h>

/* A connection and its samples, in nanoseconds. */
typedef struct ping_pong {
    int fd;
    uint64_t *samples; /* owned */
    size_t num_samples;
} ping_pong;

/* Says what failed and why (errno); exit status 3. */
_Noreturn void ping_die(const char *what);

void ping_no_delay(int fd);

/* A socket on a free port of loopback, and which it is. */
int ping_listen(uint16_t *out_port);
int ping_connect(uint16_t port);

/* Room for `num` samples. */
void ping_begin(ping_pong *p, size_t num);
void ping_end(ping_pong *p);

void ping_say(const ping_pong *p, const char *text);
void ping_hear(const ping_pong *p); /* to the second digit behind a '#' */

/* `num` round trips, each a sample. */
void ping_block(ping_pong *p, const char *request, size_t num);

/* Sorts the samples; then the percentile in microseconds. */
void ping_sort(ping_pong *p);
double ping_percentile_us(const ping_pong *p, size_t percent);

#endif
