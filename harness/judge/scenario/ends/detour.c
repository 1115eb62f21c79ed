/* A packet that has never been answered is known to be silent after two waits, after one where the stub
 * leaves unknown packets without a reply, and to be deadly when nothing else was odd where it ended the stub.
 * See detour.h. */
/* SPDX-License-Identifier: MIT */
#include "ends/detour.h"

#include "trace/cause.h"
#include <rsp/packet_ids.h>

enum { SILENCES = 2 };

void detour_begin(detour *d, const char *const *covers, size_t num) {
    d->covers = covers;
    d->num_covers = num;
}

void detour_learn(detour *d, const rsp_symptom *symptom) {
    const bool gone = symptom->came == RSP_CAME_DIED || symptom->came == RSP_CAME_CLOSED;
    if (symptom->packet == RSP_PACKET_UNKNOWN || symptom->oddity != RSP_ODDITY_PLAIN ||
        symptom->suspect != RSP_ODDITY_PLAIN || symptom->beside & RSP_BESIDE_OTHERS)
        return;
    d->deadly[symptom->packet] = d->deadly[symptom->packet] || gone;
    d->silent[symptom->packet] = d->silent[symptom->packet] || symptom->came == RSP_CAME_SILENCE;
}

static bool is_about(const detour *d, const rsp_packet_row *row) {
    for (size_t i = 0; i < d->num_covers; i++) {
        const rsp_bytes id = rsp_bytes_str(d->covers[i]);
        if (rsp_requirements_share(rsp_bytes_str(row->requirements), id) ||
            rsp_requirements_share(rsp_bytes_str(row->reply_requirements), id))
            return true;
    }
    return false;
}

/* A program that runs on is not silence. */
static bool is_silent(const patience *p, const rsp_manners *manners, rsp_packet_id id) {
    const unsigned enough = patience_unknowns_silent(p, manners) ? 1 : SILENCES;
    return !rsp_packet_runs(id) && p->silent[id] >= enough;
}

const char *detour_known(const detour *d, const patience *p, const rsp_manners *manners, rsp_bytes payload) {
    const rsp_packet_row *row = rsp_packet_lookup(payload, NULL);
    if (!p || !p->on || !row || p->answered[row->id] || manners->replies.packets[row->id] == RSP_HABIT_YES)
        return NULL;
    if (d->silent[row->id] && is_silent(p, manners, row->id))
        return rsp_came_phrase(RSP_CAME_SILENCE);
    return d->deadly[row->id] ? rsp_came_phrase(RSP_CAME_DIED) : NULL;
}

const char *detour_reason(const detour *d, const patience *p, const rsp_manners *manners, rsp_bytes payload) {
    const char *known = detour_known(d, p, manners, payload);
    return known && !is_about(d, rsp_packet_lookup(payload, NULL)) ? known : NULL;
}
