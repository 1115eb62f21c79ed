/* Time as it is handed to the layers that need it: nanoseconds from an injected source.
 * The monotonic clock is for real links, the virtual one for simulations and tests.
 * Nothing in the toolkit reads the time of day except reports, through the tools. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLOCK_H
#define RSP_CLOCK_H

#include <rsp/bytes.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* Units of time, in nanoseconds. */
#define RSP_NS_PER_US UINT64_C(1000)
#define RSP_NS_PER_MS UINT64_C(1000000)
#define RSP_NS_PER_S UINT64_C(1000000000)
#define RSP_NEVER_NS UINT64_MAX /* a deadline that never passes */

/* A source of time: nanoseconds that never go back, from any zero. Copied by value. */
typedef struct rsp_clock {
    uint64_t (*now_ns)(void *ctx);
    void *ctx; /* not owned */
} rsp_clock;

/* The time now. */
static inline uint64_t rsp_clock_now(const rsp_clock *clock) {
    return clock->now_ns(clock->ctx);
}

/* The system's CLOCK_MONOTONIC. Any thread may use it. */
rsp_clock rsp_clock_monotonic(void);

/* A clock that stands still until it is moved. All-zero starts at 0. */
typedef struct rsp_virtual_clock {
    uint64_t now_ns;
} rsp_virtual_clock;

/* The clock of `clock`, which is not owned and must outlive it. */
rsp_clock rsp_clock_virtual(rsp_virtual_clock *clock);

/* The time `after_ns` from now, at most RSP_NEVER_NS. */
static inline uint64_t rsp_deadline(uint64_t now_ns, uint64_t after_ns) {
    return after_ns >= RSP_NEVER_NS - now_ns ? RSP_NEVER_NS : now_ns + after_ns;
}

/* Appends a duration for people, three digits in a fitting unit: "23 us", "1.25 ms", "40 s", "12 min". */
void rsp_time_append(rsp_buf *out, uint64_t ns);

RSP_END_DECLS

#endif
