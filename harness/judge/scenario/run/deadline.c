/* How long a whole scenario may take: four times what its steps may wait, each counted as one answer.
 * A loop counts as sixteen turns, whatever it is written for: most answers come at once.
 * The limit ends a scenario whose stub answers every request and never lets it finish. */
/* SPDX-License-Identifier: MIT */
#include "run/deadline.h"

#include "core/limits.h"
#include <rsp/clock.h>

enum {
    FACTOR = 4,
    LOOP_TURNS = 16,
    ANSWERS_BEFORE = 8, /* of the handshake and the facts */
};

static uint64_t bounded(uint64_t ns) {
    const uint64_t most = (uint64_t)RSP_LIMIT_WAIT_S * RSP_NS_PER_S;
    return ns < most ? ns : most;
}

static uint64_t longer(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

/* The time that the action itself names, `wait: 20ms` for one; 0 for none. */
static uint64_t action_time(const step_spec *step) {
    return step->action == STEP_KEY_wait     ? step->wait->ns
           : step->action == STEP_KEY_quiet  ? step->quiet->ns
           : step->action == STEP_KEY_closed ? step->closed->ns
           : step->action == STEP_KEY_never  ? step->never->lasts->ns
                                             : 0;
}

static uint64_t turns(const step_spec *step) {
    static const step_key loops[] = {STEP_KEY_repeat,   STEP_KEY_for_each, STEP_KEY_prefixes, STEP_KEY_fuzz,
                                     STEP_KEY_pipeline, STEP_KEY_drain,    STEP_KEY_until};
    for (size_t i = 0; i < RSP_ARRAY_LEN(loops); i++) {
        if (step->action == loops[i])
            return LOOP_TURNS;
    }
    return 1;
}

static uint64_t of_steps(const steps_spec *steps, uint64_t timeout_ns) {
    uint64_t sum = 0;
    for (size_t i = 0; steps && i < steps->num; i++) {
        const step_spec *step = steps->items[i];
        uint64_t named = longer(action_time(step), step->timeout ? step->timeout->ns : 0);
        uint64_t once = bounded(longer(named, timeout_ns) + of_steps(step->steps, timeout_ns));
        sum = bounded(sum + turns(step) * once);
    }
    return sum;
}

uint64_t deadline_default(const scenario_spec *scenario, uint64_t timeout_ns) {
    const steps_spec *lists[] = {scenario->setup, scenario->steps, scenario->teardown};
    uint64_t sum = bounded(ANSWERS_BEFORE * bounded(timeout_ns));
    for (size_t i = 0; i < RSP_ARRAY_LEN(lists); i++)
        sum = bounded(sum + of_steps(lists[i], timeout_ns));
    return bounded(FACTOR * sum);
}
