/* How long a whole scenario may take: four times what its steps may wait, each counted as one answer.
 * A loop counts as sixteen turns, whatever it is written for: most answers come at once.
 * The limit ends a scenario whose stub answers every request and never lets it finish. */
/* SPDX-License-Identifier: MIT */
#include "play/play.h"

#include <rsp/limits.h>

enum {
    FACTOR = 4,
    LOOP_TURNS = 16,
    ANSWERS_BEFORE = 8, /* of the handshake and the facts */
};

static uint64_t bounded(uint64_t ns) {
    const uint64_t most = (uint64_t)RSP_LIMIT_WAIT_S * RSP_NS_PER_S;
    return ns < most ? ns : most;
}

/* Times that the step names, `wait: 20ms` for one; 0 for none. */
static uint64_t named_time(const rsp_node *step) {
    static const char *const keys[] = {"timeout", "wait", "quiet", "closed"};
    uint64_t longest = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(keys); i++) {
        const rsp_node *node = node_get(step, keys[i]);
        uint64_t ns = 0;
        if (node && node->kind == NODE_SCALAR && node_time(node, &ns) && ns > longest)
            longest = ns;
    }
    uint64_t ns = 0;
    const rsp_node *never = node_get(node_get(step, "never"), "for");
    return never && node_time(never, &ns) && ns > longest ? ns : longest;
}

static uint64_t turns(const rsp_node *step) {
    static const char *const loops[] = {"repeat",   "for-each", "prefixes", "fuzz",
                                        "pipeline", "drain",    "until"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(loops); i++) {
        if (node_get(step, loops[i]))
            return LOOP_TURNS;
    }
    return 1;
}

static uint64_t of_steps(const rsp_node *steps, uint64_t timeout_ns) {
    uint64_t sum = 0;
    for (const rsp_node *n = steps ? steps->first : NULL; n; n = n->next) {
        uint64_t named = named_time(n);
        uint64_t once =
            bounded((named > timeout_ns ? named : timeout_ns) + of_steps(node_get(n, "steps"), timeout_ns));
        sum = bounded(sum + turns(n) * once);
    }
    return sum;
}

uint64_t deadline_default(const rsp_node *scenario, uint64_t timeout_ns) {
    static const char *const lists[] = {"setup", "steps", "teardown"};
    uint64_t sum = bounded(ANSWERS_BEFORE * bounded(timeout_ns));
    for (size_t i = 0; i < RSP_ARRAY_LEN(lists); i++)
        sum = bounded(sum + of_steps(node_get(scenario, lists[i]), timeout_ns));
    return bounded(FACTOR * sum);
}
