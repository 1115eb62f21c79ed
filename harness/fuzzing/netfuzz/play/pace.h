/* How long a stub takes to answer, and its programs to stop by themselves: the measure of all waits.
 * Kept from connection to connection. Waits never exceed the caller's limit.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_PACE_H
#define RSP_NETFUZZ_PACE_H

#include <rsp/clock.h>
#include <stdbool.h>

typedef struct pace {
    uint64_t usual_ns;   /* mean time of an answer */
    uint64_t slowest_ns; /* of recent answers; a stub's first ones do not count */
    uint64_t longest_ns; /* of all answers; forgotten more slowly */
    uint64_t stop_ns;    /* longest recent time after which a program stopped by itself */
} pace;

typedef enum pace_answer {
    PACE_UNTIMED, /* its latency says nothing about the stub */
    PACE_FIRST,   /* one of the stub's first answers, which take longer */
    PACE_TIMED,
} pace_answer;

/* An answer came after `latency_ns`. */
void pace_note_answer(pace *p, pace_answer answer, uint64_t latency_ns);

/* A program stopped after `spent_ns`, by itself or by our interrupt. */
void pace_note_stop(pace *p, uint64_t spent_ns, bool interrupted);

/* By then a stub that answers at all has answered. */
uint64_t pace_enough_ns(const pace *p, uint64_t most_ns);

/* For one answer, before a probe asks whether the stub is alive. */
uint64_t pace_patience_ns(const pace *p, uint64_t most_ns);

/* For the reply to a first probe. It is short: when it is too short it costs only a second probe. */
uint64_t pace_first_probe_ns(const pace *p, uint64_t most_ns);

/* For a message that is a pause. */
uint64_t pace_pause_ns(const pace *p, uint64_t most_ns);

/* For a program to stop by itself, before it is interrupted. */
uint64_t pace_run_ns(const pace *p, uint64_t most_ns);

#endif
