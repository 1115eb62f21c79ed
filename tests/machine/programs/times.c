/* Clocks and sleeping: order, errors, absolute sleeps, zero sleeps.
 * Values themselves differ and are not printed.
 * A sleep takes at least its time. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static long now(long clock) {
    struct timespec t = {0, 0};
    syscall(113, clock, (long)&t, 0L, 0L, 0L, 0L);
    return t.tv_sec * 1000000000 + t.tv_nsec;
}

int main(void) {
    long before = now(1);
    sleep_ms(20);
    long after = now(1);
    print_line("slept long enough", after - before >= 20000000);
    struct timespec t = {after / 1000000000, after % 1000000000 + 0};
    t.tv_sec += 1;
    print_line("absolute", syscall(115, 1L, 1L, (long)&t, 0L, 0L, 0L));
    print_line("until then", now(1) >= after + 1000000000);
    t.tv_sec = 0;
    print_line("past", syscall(115, 1L, 1L, (long)&t, 0L, 0L, 0L));
    struct timespec bad = {1, 1000000000}, negative = {-1, 0}, zero = {0, 0};
    print_line("bad", nanosleep(&bad, NULL));
    print_line("negative", nanosleep(&negative, NULL));
    print_line("zero", nanosleep(&zero, NULL));
    print_line("realtime is later", now(0) > 1600000000L * 1000000000);
    print_line("bad clock", syscall(113, 99L, (long)&t, 0L, 0L, 0L, 0L));
    print_line("resolution", syscall(114, 1L, (long)&t, 0L, 0L, 0L, 0L));
    print_line("nanosecond", t.tv_sec == 0 && t.tv_nsec == 1);
    long pair[2] = {0, 0};
    print_line("gettimeofday", syscall(169, (long)pair, 0L, 0L, 0L, 0L, 0L));
    print_line("same second", pair[0] - now(0) / 1000000000 <= 1);
    print_line("yield", sched_yield());
    return 0;
}
