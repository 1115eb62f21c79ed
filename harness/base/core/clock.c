/* The monotonic clock of the system, the virtual clock, and a time in words.
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

void rsp_time_append(rsp_buf *out, uint64_t ns) {
    static const struct {
        uint64_t unit;
        const char *name;
    } units[] = {{3600 * RSP_NS_PER_S, "h"}, {60 * RSP_NS_PER_S, "min"}, {RSP_NS_PER_S, "s"},
                 {RSP_NS_PER_MS, "ms"},      {RSP_NS_PER_US, "us"},      {1, "ns"}};
    size_t i = 0;
    while (i + 1 < RSP_ARRAY_LEN(units) && ns < units[i].unit * (i < 2 ? 10 : 1)) /* "500 s", "12 min" */
        i++;
    double value = (double)ns / (double)units[i].unit;
    rsp_buf_printf(out, value >= 100 ? "%.0f %s" : "%.3g %s", value, units[i].name);
}
