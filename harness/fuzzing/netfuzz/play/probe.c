/* The states of probes, and what moves them from one to the next.
 * A '-' refuses the last probe; its repetition is another probe.
 * See probe.h. */
/* SPDX-License-Identifier: MIT */
#include "play/probe.h"

#include <assert.h>
#include <rsp/packets.h>

void probe_set(probe *p, rsp_packet_id packet, const char *mark) {
    rsp_buf_clear(&p->payload);
    rsp_buf_append(&p->payload, rsp_packet_name(packet));
    p->mark = mark;
    p->packet = packet;
}

void probing_note_sent(probing *p, uint64_t entry) {
    assert(p->sent < MAX_PROBES && p->answered == 0);
    p->entries[p->sent++] = entry;
    p->state = PROBE_OUT;
    p->heard = false;
}

void probing_note_nak(probing *p) {
    if (probing_is_open(p))
        p->state = PROBE_REFUSED;
}

void probing_note_packet(probing *p) {
    p->heard = true;
}

void probing_note_answer(probing *p) {
    assert(probing_is_open(p));
    p->answered++;
    if (p->answered == p->sent)
        p->state = PROBE_ANSWERED;
    else if (p->state != PROBE_REFUSED)
        p->state = PROBE_PARTLY;
}

bool probing_has_entry(const probing *p, uint64_t entry) {
    for (unsigned i = 0; i < p->sent; i++)
        if (p->entries[i] == entry)
            return true;
    return false;
}

void probing_validate(const probing *p) {
    assert(p->sent <= MAX_PROBES && p->answered <= p->sent);
    assert((p->state == PROBE_NONE) == (p->sent == 0));
    assert((p->state == PROBE_ANSWERED) == (p->sent > 0 && p->answered == p->sent));
    assert(p->state != PROBE_OUT || p->answered == 0);
    assert(p->state != PROBE_PARTLY || p->answered > 0);
    (void)p;
}
