/* A guest does on any target what some programs of ours do on a system, but it never ends and prints nothing.
 * A scenario that begins without a handshake can not be prepared for, so that it meets what is there.
 * See guest_program.h. */
/* SPDX-License-Identifier: MIT */
#include "play/guest_program.h"

bool guest_serves(const play *p, const char *program, const char **out_why) {
    const connect_spec *connect = p->script.spec->connect;
    const needs_spec *needs = p->script.spec->needs;
    *out_why = NULL;
    if (!p->stub->guest || p->mode.probing || !rsp_guest_entry(program) ||
        (needs && needs->program && needs->arguments))
        return false;
    if (needs && !spec_says(needs->guest, true))
        *out_why = "the guest was not started by the stub";
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
