/* The pace of a stub: means and maxima of its times, old ones forgotten, and waits that are multiples of
 * them. A stub that has answered within a millisecond so far is not waited for as long as one on a slow line.
 * See pace.h. */
/* SPDX-License-Identifier: MIT */
#include "play/pace.h"

#define MIN_PATIENCE_NS (4 * RSP_NS_PER_MS)
#define MIN_FIRST_PROBE_NS RSP_NS_PER_MS
#define MIN_PAUSE_NS (20 * RSP_NS_PER_US)
#define MIN_ENOUGH_NS (50 * RSP_NS_PER_MS)
#define MIN_RUN_NS (4 * RSP_NS_PER_MS)

static uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

void pace_note_answer(pace *p, pace_answer answer, uint64_t latency_ns) {
    p->slowest_ns -= p->slowest_ns / 64;
    p->longest_ns -= p->longest_ns / 1024;
    if (answer == PACE_UNTIMED)
        return;
    p->longest_ns = larger(p->longest_ns, latency_ns);
    if (answer == PACE_FIRST)
        return;
    p->slowest_ns = larger(p->slowest_ns, latency_ns);
    p->usual_ns = p->usual_ns - p->usual_ns / 32 + latency_ns / 32;
}

void pace_note_stop(pace *p, uint64_t spent_ns, bool interrupted) {
    p->stop_ns -= p->stop_ns / 16;
    if (!interrupted)
        p->stop_ns = larger(p->stop_ns, spent_ns);
}

uint64_t pace_enough_ns(const pace *p, uint64_t most_ns) {
    return smaller(larger(larger(2 * p->longest_ns, 16 * p->slowest_ns), MIN_ENOUGH_NS), most_ns);
}

uint64_t pace_patience_ns(const pace *p, uint64_t most_ns) {
    return smaller(larger(8 * p->slowest_ns, MIN_PATIENCE_NS), most_ns);
}

uint64_t pace_first_probe_ns(const pace *p, uint64_t most_ns) {
    return smaller(larger(32 * p->usual_ns, MIN_FIRST_PROBE_NS), most_ns);
}

uint64_t pace_pause_ns(const pace *p, uint64_t most_ns) {
    return smaller(larger(p->usual_ns, MIN_PAUSE_NS), most_ns);
}

uint64_t pace_run_ns(const pace *p, uint64_t most_ns) {
    return smaller(larger(4 * p->stop_ns, MIN_RUN_NS), most_ns);
}
