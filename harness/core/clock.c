/* The monotonic clock of the system and the virtual clock.
 * The only file of this layer that calls the operating system.
 * Linux, macOS and the BSDs have clock_gettime. */
/* SPDX-License-Identifier: MIT */
#include <rsp/clock.h>

#include <time.h>

static uint64_t monotonic_now(void *ctx) {
    (void)ctx;
    struct timespec ts = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &ts);
    return (uint64_t)ts.tv_sec * RSP_NS_PER_S + (uint64_t)ts.tv_nsec;
}

rsp_clock rsp_clock_monotonic(void) {
    return (rsp_clock){.now_ns = monotonic_now};
}

static uint64_t virtual_now(void *ctx) {
    return ((const rsp_virtual_clock *)ctx)->now_ns;
}

rsp_clock rsp_clock_virtual(rsp_virtual_clock *clock) {
    return (rsp_clock){.now_ns = virtual_now, .ctx = clock};
}
