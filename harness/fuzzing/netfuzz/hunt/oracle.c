/* The first other symptom is kept because it may be the real cause of the wanted one.
 * After the wanted rule was broken nothing else counts.
 * See oracle.h. */
/* SPDX-License-Identifier: MIT */
#include "hunt/oracle.h"

#include <assert.h>

void oracle_init(oracle *o, const rsp_mem *mem) {
    *o = (oracle){.state = ORACLE_FUZZING};
    rsp_buf_init(&o->culprit, mem, 0);
}

void oracle_free(oracle *o) {
    rsp_buf_free(&o->culprit);
}

void oracle_seek(oracle *o, const candidate *want) {
    o->state = ORACLE_SEEKING;
    o->want = want;
}

void oracle_stop(oracle *o) {
    o->state = ORACLE_FUZZING;
    o->want = NULL;
}

void oracle_forget(oracle *o) {
    o->have_instead = false;
}

static void note_culprit(oracle *o, rsp_bytes request) {
    rsp_buf_clear(&o->culprit);
    rsp_buf_append(&o->culprit, request);
}

static void note_instead(oracle *o, const candidate *seen) {
    if (o->have_instead)
        return;
    o->instead = *seen;
    o->have_instead = true;
}

void oracle_note_violation(oracle *o, const rsp_violation *v, rsp_packet_id packet, rsp_bytes request) {
    assert(oracle_is_seeking(o));
    if (o->state == ORACLE_CAUGHT)
        return;
    if (o->want->kind == RSP_FINDING_RULE && o->want->rule == v->rule && o->want->packet == packet) {
        note_culprit(o, request);
        o->state = ORACLE_CAUGHT;
        return;
    }
    const candidate seen = candidate_of_rule(v, packet);
    note_instead(o, &seen);
}

void oracle_note_end(oracle *o, const candidate *seen, bool wanted, rsp_bytes request) {
    assert(oracle_is_seeking(o));
    if (wanted)
        note_culprit(o, request);
    else
        note_instead(o, seen);
}

void oracle_validate(const oracle *o) {
    assert((o->want != NULL) == oracle_is_seeking(o));
    (void)o;
}
