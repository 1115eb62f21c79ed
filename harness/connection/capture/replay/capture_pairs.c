/* Two passes over the first side: those that find their port, then those that take what is left.
 * Quadratic, for the few conversations that a report is about.
 * See capture_pairs.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/capture_pairs.h"

#include <stdbool.h>

static bool is_taken(const rsp_capture_pair *pairs, size_t num, size_t second) {
    for (size_t i = 0; i < num; i++)
        if (pairs[i].side[1] == second)
            return true;
    return false;
}

/* The first of the second side that nobody has, with this port when there is one. */
static size_t find_free(const rsp_capture_pair *pairs, size_t num_pairs, const uint16_t *ports, size_t num,
                        const uint16_t *port) {
    for (size_t i = 0; i < num; i++)
        if ((!port || ports[i] == *port) && !is_taken(pairs, num_pairs, i))
            return i;
    return RSP_CAPTURE_NO_PARTNER;
}

size_t rsp_capture_pair_up(rsp_capture_pair *out, const uint16_t *const ports[2], const size_t num[2]) {
    size_t made = num[0];
    for (size_t i = 0; i < num[0]; i++)
        out[i] = (rsp_capture_pair){{i, RSP_CAPTURE_NO_PARTNER}};
    for (size_t i = 0; i < num[0]; i++)
        out[i].side[1] = find_free(out, num[0], ports[1], num[1], &ports[0][i]);
    for (size_t i = 0; i < num[0]; i++)
        if (out[i].side[1] == RSP_CAPTURE_NO_PARTNER)
            out[i].side[1] = find_free(out, num[0], ports[1], num[1], NULL);
    for (size_t i = 0; i < num[1]; i++)
        if (!is_taken(out, num[0], i))
            out[made++] = (rsp_capture_pair){{RSP_CAPTURE_NO_PARTNER, i}};
    return made;
}
