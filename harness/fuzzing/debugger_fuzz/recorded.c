/* Requests are compared as they were sent. A debugger that is lied to asks other things
 * in other orders. See recorded.h. Nothing is changed but the place. A resume that was
 * recorded otherwise still ends in a stop, for a debugger would wait for ever. */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/recorded.h"

#include <rsp/packets.h>

static bool is_request(const rsp_dialogue *d, size_t i) {
    return d->turns[i].kind == RSP_TURN_REQUEST && d->turns[i].other != RSP_NO_TURN;
}

static bool fits(const rsp_turn *turn, rsp_bytes request, bool any_resume) {
    return any_resume ? rsp_packet_runs(turn->packet) : rsp_bytes_equal(turn->payload, request);
}

static rsp_bytes look(rsp_recorded *r, rsp_bytes request, bool any_resume) {
    const rsp_dialogue *d = r->dialogue;
    for (size_t n = 0; n < d->num_turns; n++) {
        const size_t i = (r->next + n) % d->num_turns;
        if (!is_request(d, i) || !fits(&d->turns[i], request, any_resume))
            continue;
        r->next = i + 1;
        return d->turns[d->turns[i].other].payload;
    }
    return rsp_bytes_make(NULL, 0);
}

rsp_bytes rsp_recorded_reply(rsp_recorded *r, rsp_bytes request) {
    const rsp_bytes same = look(r, request, false);
    return same.len == 0 && rsp_packet_runs(rsp_packet_identify(request)) ? look(r, request, true) : same;
}
