/* Reads from a scenario's steps how its client leaves: without a word, by D or by k.
 * Where steps that need not be played decide that, nothing is known.
 * See leaving.h. */
/* SPDX-License-Identifier: MIT */
#include "connect/leaving.h"

#include "language/script.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* A bit of stub_knowledge.ends_with_client each, but for the first two. */
typedef enum leaving { LEAVES_NEVER, LEAVES_UNCLEAR, LEAVES_SILENTLY, LEAVES_BY_D, LEAVES_BY_K } leaving;

/* Under way through the steps. */
typedef struct reading {
    leaving how;
    bool comes_again;
    bool unclear;
} reading;

static void take_request(reading *r, const payload_spec *request) {
    const rsp_packet_id id = request ? rsp_packet_identify(request->w.text) : RSP_PACKET_UNKNOWN;
    if (id == RSP_PACKET_DETACH)
        r->how = LEAVES_BY_D;
    else if (rsp_packet_effect(id) & RSP_EFFECT_ENDS)
        r->how = LEAVES_BY_K;
    r->unclear = r->unclear || id == RSP_PACKET_EXTENDED;
}

static void take_steps(reading *r, const steps_spec *steps) {
    for (size_t i = 0; steps && i < steps->num && !r->comes_again; i++) {
        const step_spec *step = steps->items[i];
        const reading before = *r;
        if (step->action == STEP_KEY_send)
            take_request(r, step->send->alone ? step->send->alone : step->send->payload);
        r->comes_again = step->action == STEP_KEY_reconnect;
        if (!r->comes_again)
            take_steps(r, step->steps);
        if (step->when && (r->how != before.how || r->comes_again))
            r->unclear = true;
    }
}

static leaving leaving_of(const play *p) {
    const connect_spec *c = p->script.spec->connect;
    reading r = {.how = LEAVES_SILENTLY, .unclear = c && spec_says(c->extended, false)};
    take_steps(&r, p->script.spec->setup);
    take_steps(&r, p->script.spec->steps);
    return !r.comes_again ? LEAVES_NEVER : r.unclear ? LEAVES_UNCLEAR : r.how;
}

void leaving_note(play *p) {
    const leaving how = leaving_of(p);
    if (how > LEAVES_UNCLEAR)
        p->stub->ends_with_client |= 1u << how;
}

bool leaving_is_the_end(const play *p) {
    return p->stub->ends_with_client != 0 && (p->stub->ends_with_client >> leaving_of(p) & 1u) != 0;
}
