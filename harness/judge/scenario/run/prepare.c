/* Prepares a play: opens the stub, shakes hands, measures facts, looks at needs.
 * A need that is not met skips the scenario; trouble on the way is a failure.
 * What was asked only to know the stub leaves no trace in the scenario's conversation. */
/* SPDX-License-Identifier: MIT */
#include "run/prepare.h"

#include "connect/handshake.h"
#include "connect/kept.h"
#include "connect/sharing.h"
#include "connect/stub_link.h"
#include "needs/asked.h"
#include "needs/guest_visit.h"
#include "needs/handshake_cache.h"
#include "needs/needs.h"
#include "needs/places.h"
#include "play/evaluate.h"
#include "play/facts.h"
#include "play/failure.h"
#include "play/names.h"

static bool name_values(play *p, const value_entry *entries, size_t num) {
    for (size_t i = 0; i < num; i++) {
        value v = {0};
        if (!play_value(p, entries[i].is, &v) || !play_name(p, entries[i].name, v))
            return false;
    }
    return true;
}

bool prepare_names(play *p) {
    const case_row_spec *row = p->script.scenario->row;
    const free_exprs_spec *set = p->script.spec->set;
    return (!row || name_values(p, row->entries, row->num_entries)) &&
           (!set || name_values(p, set->entries, set->num_entries));
}

static void remember(rsp_runner *r, const play *p) {
    if (p->opening.supported.len == 0)
        return;
    rsp_buf_clear(&r->supported);
    rsp_buf_append(&r->supported, rsp_buf_bytes(&p->opening.supported));
    value v = {0};
    if (fact_lookup((void *)(uintptr_t)p, RSP_LIT("packet_size"), &v))
        r->packet_size = v.number;
}

/* STEP_FAILED if the connection was lost over it. */
static step_end learn_facts(play *p) {
    facts_measure(p);
    places_learn(p);
    return rsp_session_state(p->t.session) == RSP_OK ? STEP_OK : STEP_FAILED;
}

/* The guest comes before facts: symbols are where it is. */
static void visit(rsp_runner *r, play *p) {
    if (r->visit == GUEST_BEGINS)
        r->stub.guest = guest_visit_begin(p, &r->guest, &r->guest_left) ? &r->guest : NULL;
    else if (r->visit == GUEST_ENDS)
        (void)guest_visit_end(p, &r->guest, &r->guest_left);
    else
        guest_visit_enter(p);
}

/* The facts and needs of a connection on which hands were shaken. */
static step_end prepare_facts(play *p, bool *out_met, const char **out_reason) {
    step_end end = learn_facts(p);
    if (end != STEP_STOP && client_end_is_over(&p->t))
        return play_too_slow(p, "the replies before the first step");
    if (end == STEP_FAILED && p->failed.failure.verdict == RSP_VERDICT_PASS)
        return play_fail_status(p, &p->script.spec->w, rsp_session_state(p->t.session),
                                "the replies before the first step");
    if (end == STEP_OK)
        kept_remember_registers(p); /* needs may ask by a write */
    if (end == STEP_OK)
        *out_met = needs_met(p, p->script.spec->needs, out_reason);
    return p->failed.failure.verdict == RSP_VERDICT_PASS ? end : STEP_FAILED;
}

/* From the open link to the first step. */
static step_end prepare(rsp_runner *r, play *p) {
    const connect_spec *connect = p->script.spec->connect;
    const bool shaken = wants_handshake(connect);
    const char *reason = NULL;
    bool met = true;
    p->load.asked = false;
    if (client_end_start(&p->t) != RSP_OK)
        return play_fail(p, &p->script.spec->w, RSP_VERDICT_ERROR, "out of memory");
    if (p->provider->slowest_start_ns)
        patience_learn_start(&r->patience, p->provider->slowest_start_ns(p->provider->ctx));
    step_end end = play_handshake(p, connect);
    if (!r->probing)
        handshake_cache_add(p);
    if (end != STEP_OK)
        return end;
    remember(r, p);
    if (shaken)
        visit(r, p);
    if (shaken)
        end = prepare_facts(p, &met, &reason);
    else if (client_end_is_over(&p->t))
        end = play_too_slow(p, "the replies before the first step");
    if (end != STEP_OK)
        return end;
    if (!shaken)
        kept_remember_registers(p);
    if (met)
        kept_remember_memory(p);
    if (met && !prepare_names(p))
        return STEP_FAILED;
    if (met && shaken)
        met = needs_proven(p, p->script.spec->needs, &reason);
    if (met && shaken && p->failed.failure.verdict == RSP_VERDICT_PASS)
        needs_ask_ahead(p);
    if (p->failed.failure.verdict != RSP_VERDICT_PASS)
        return STEP_FAILED;
    p->skipping.why = met ? p->skipping.why : reason;
    return met ? STEP_OK : STEP_SKIP;
}

void prepare_records(rsp_runner *r) {
    rsp_rules_reset(r->rules);
    rsp_transcript_reset(r->transcript);
}

static void disable_rules(play *p) {
    const rules_spec *off = p->script.spec->rules_off;
    const uint64_t allowed = allowances_rules(p->t.allowed);
    for (int id = 0; id < RSP_RULE_COUNT; id++) {
        if (allowed >> id & 1U)
            rsp_rules_enable(p->t.rules, (rsp_rule_id)id, false);
    }
    for (int id = 0; off && spec_is_word(&off->w, RULES_ALL) && id < RSP_RULE_COUNT; id++)
        rsp_rules_enable(p->t.rules, (rsp_rule_id)id, false);
    for (size_t i = 0; off && i < off->num; i++)
        rsp_rules_enable(p->t.rules, rsp_rule_find(off->items[i]->text), false);
}

/* Handshake, facts and proofs on a connection that is only for them. */
static step_end prove(play *p, const char **out_reason) {
    step_end end = learn_facts(p);
    if (end == STEP_OK && !prepare_names(p))
        end = STEP_FAILED;
    return end == STEP_OK && !needs_proven(p, p->script.spec->needs, out_reason) ? STEP_SKIP : end;
}

/* All that a scenario with a handshake asks before its steps. */
static step_end ask_all(play *p, const char **out_reason) {
    const needs_spec *needs = p->script.spec->needs;
    step_end end = learn_facts(p);
    if (end != STEP_OK)
        return end;
    if (!needs_known(p, needs, out_reason) || (needs && !needs_answered(p, needs, out_reason)))
        return STEP_SKIP;
    if (!prepare_names(p))
        return STEP_FAILED;
    if (!needs_proven(p, needs, out_reason))
        return STEP_SKIP;
    needs_ask_ahead(p);
    return STEP_OK;
}

/* What is asked before a scenario's process is started: of one that begins without a handshake its proofs. */
static step_end ask(play *p) {
    const char *reason = NULL;
    if (client_end_start(&p->t) != RSP_OK)
        return play_fail(p, &p->script.spec->w, RSP_VERDICT_ERROR, "out of memory");
    step_end end = play_handshake(p, NULL);
    if (end == STEP_OK)
        guest_visit_enter(p);
    if (end == STEP_OK && !wants_handshake(p->script.spec->connect))
        end = prove(p, &reason);
    else if (end == STEP_OK)
        end = ask_all(p, &reason);
    if (end != STEP_STOP && p->failed.failure.verdict != RSP_VERDICT_PASS)
        end = STEP_FAILED;
    p->skipping.why = end == STEP_SKIP && !p->skipping.why ? reason : p->skipping.why;
    return end;
}

/* Asks a process that serves other plays, too. *out_end: STEP_OK, or STEP_SKIP if it is sure that a fresh one
 * would say the same. */
static rsp_status ask_others(rsp_runner *r, play *p, step_end *out_end, rsp_error *error) {
    const play_process own = p->process;
    const struct answer *before = r->stub.answers;
    scope_entry *names = p->names.entries;
    p->process = (play_process){.shared = true};
    rsp_status status = stub_open(p, error);
    if (status != RSP_OK)
        return status;
    *out_end = ask(p);
    const bool unsure = p->lacks.unlearned || asked_disproved(&r->stub, before);
    const bool failed = *out_end == STEP_FAILED;
    const bool doubted = failed || (unsure && *out_end == STEP_SKIP && p->process.used);
    p->process.found.well = !doubted;
    stub_close(p);
    prepare_records(r);
    p->names.entries = names;
    p->process = own;
    if (failed)
        r->stub.answers = (struct answer *)(uintptr_t)before;
    if (doubted) {
        asked_forget_refusals(&r->stub, before);
        p->failed.failure = (failure){0};
        p->skipping.why = NULL;
        *out_end = STEP_OK;
    }
    return *out_end == STEP_STOP ? RSP_CANCELLED : RSP_OK;
}

/* Asks for the proofs of a scenario that begins without a handshake, on a connection with one. */
static rsp_status prove_before(rsp_runner *r, play *p, step_end *out_end, rsp_error *error) {
    const needs_spec *needs = p->script.spec->needs;
    *out_end = STEP_OK;
    if (wants_handshake(p->script.spec->connect) || !needs || !needs->works || asked_before(p, needs->works))
        return RSP_OK;
    scope_entry *names = p->names.entries;
    rsp_status status = stub_open(p, error);
    if (status != RSP_OK)
        return status;
    *out_end = ask(p);
    if (*out_end == STEP_SKIP)
        prepare_records(r); /* who asked first does not pay for it */
    if (*out_end != STEP_OK)
        return RSP_OK;
    p->process.found.well = true;
    stub_close(p);
    prepare_records(r);
    p->names.entries = names;
    return RSP_OK;
}

/* Where asking costs no start, whatever would be asked on the scenario's own connection is asked before it.
 */
static bool wants_asking(const play *p) {
    const needs_spec *needs = p->script.spec->needs;
    if (needs && (needs_ask(needs) || (needs->works && !wants_handshake(p->script.spec->connect))))
        return true;
    return sharing_of(p) == SHARING_PROCESS &&
           ((needs && (needs->works || needs->facts)) || p->script.scenario->script->num_asked_ahead > 0);
}

/* A process is started for a scenario that needs a fresh one only when what can be asked of others speaks for
 * it. */
static rsp_status ask_before(rsp_runner *r, play *p, step_end *out_end, rsp_error *error) {
    const bool asks = wants_asking(p);
    *out_end = STEP_OK;
    const bool own = !(p->process.shared || p->process.last) || sharing_wants_fresh(p);
    if (asks && own && !r->probing && sharing_of(p) != SHARING_NONE) {
        rsp_status status = ask_others(r, p, out_end, error);
        if (status != RSP_OK || *out_end != STEP_OK)
            return status;
    }
    return prove_before(r, p, out_end, error);
}

static rsp_status open_once(rsp_runner *r, play *p, step_end *out_end, rsp_error *error) {
    rsp_status status = stub_open(p, error);
    if (status != RSP_OK)
        return status;
    disable_rules(p);
    kept_begin(p);
    *out_end = prepare(r, p);
    return RSP_OK;
}

bool prepare_another_client(rsp_runner *r, play *p) {
    rsp_error ignored = {0};
    kept_line *k = p->stub->kept;
    step_end end = STEP_FAILED;
    rsp_status status = stub_open(p, &ignored);
    if (status == RSP_UNSUPPORTED || status == RSP_NOT_FOUND)
        return true; /* what the scenario asks for is not there: another one will tell */
    if (status == RSP_OK && client_end_start(&p->t) == RSP_OK)
        end = play_handshake(p, NULL);
    k->state = end == STEP_OK || end == STEP_SKIP ? KEPT_NONE : KEPT_GONE;
    stub_close(p);
    p->failed.failure = (failure){0};
    p->skipping.why = NULL;
    prepare_records(r);
    return k->state == KEPT_NONE;
}

/* Opens and prepares; again when needs were asked on the connection, for that leaves traces: the account of a
 * scenario must not depend on which one came first. */
rsp_status prepare_play(rsp_runner *r, play *p, step_end *out_end, rsp_error *error) {
    const struct answer *before = r->stub.answers;
    rsp_status status = ask_before(r, p, out_end, error);
    if (status != RSP_OK || *out_end != STEP_OK)
        return status;
    scope_entry *names = p->names.entries;
    status = open_once(r, p, out_end, error);
    if (status != RSP_OK || *out_end != STEP_OK || before == r->stub.answers ||
        rsp_profile_has(p->profile, RSP_QUIRK_NO_RESTART) || p->stub->kept->state == KEPT_OPEN)
        return status;
    p->process.found.well = true;
    stub_close(p);
    prepare_records(r);
    p->skipping.why = NULL;
    p->names.entries = names; /* facts of a process that is gone */
    return open_once(r, p, out_end, error);
}
