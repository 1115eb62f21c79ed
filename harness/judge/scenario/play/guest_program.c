/* A guest does on any target what some programs of ours do on a system, but it never ends and prints nothing.
 * A scenario that begins without a handshake can not be prepared for, so that it meets what is there.
 * See guest_program.h. */
/* SPDX-License-Identifier: MIT */
#include "play/guest_program.h"

#include "codec/feature.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* A bare machine goes to its vectors, and may never come back. An operating system has processes, whose
 * auxiliary vector it tells; of other handlers the profile tells. */
static bool traps_are_told(const play *p) {
    const rsp_manners *m = p->stub->manners;
    if (m->runs.traps != RSP_HABIT_UNKNOWN)
        return m->runs.traps == RSP_HABIT_YES;
    return m->replies.supported && rsp_feature_yes(rsp_bytes_str(m->replies.supported),
                                                   rsp_packet_feature(RSP_PACKET_QXFER_AUXV_READ));
}

static bool has_entry(const play *p, const char *program) {
    const char *entry = rsp_guest_entry(program);
    return entry && rsp_guest_find(p->stub->guest->guest, entry);
}

bool guest_serves(const play *p, const char *program, const char **out_why) {
    const connect_spec *connect = p->script.spec->connect;
    const needs_spec *needs = p->script.spec->needs;
    *out_why = NULL;
    if (!p->stub->guest || p->mode.probing || !has_entry(p, program) ||
        (needs && needs->program && needs->arguments))
        return false;
    if (needs && !spec_says(needs->guest, true))
        *out_why = "the guest was not started by the stub";
    else if (rsp_guest_traps(program) && !traps_are_told(p))
        *out_why = "nothing says that the target has a handler which reports such an instruction";
    else if (p->script.scenario->script->awaits_end)
        *out_why = "the guest neither ends nor prints";
    else if (connect && !spec_says(connect->handshake, true))
        *out_why = "the guest can not be entered before a handshake";
    return !*out_why;
}

bool guest_is_wanted(const play *p) {
    const needs_spec *needs = p->script.spec->needs;
    const bool runs = needs && needs->runs && needs->runs->word != RUNS_WEBASSEMBLY;
    return needs && (needs->program || runs || needs->memory || needs->symbols || needs->manner);
}

const char *guest_part(const play *p) {
    const needs_spec *needs = p->script.spec->needs;
    if (*p->ours.program)
        return p->ours.program;
    return needs && needs->runs ? RSP_PROGRAM_ENDLESS : RSP_PROGRAM_DEFAULT;
}

bool guest_symbol(const play *p, const char *name, rsp_symbol *out) {
    *out = (rsp_symbol){.bias = 0};
    return p->ours.guest == GUEST_IN && rsp_guest_symbol_at(p->stub->guest, name, &out->address, &out->size);
}
