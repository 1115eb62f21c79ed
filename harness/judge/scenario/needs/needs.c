/* Needs and conditions: whether a scenario or a step can be run against this stub, and if not, why.
 * Some are known before the stub is opened, the rest after the handshake.
 * A need that is not met skips; it is never a failure. */
/* SPDX-License-Identifier: MIT */
#include "needs/needs.h"

#include "connect/leaving.h"
#include "needs/asked.h"
#include "play/evaluate.h"
#include "play/facts.h"
#include "play/scratch.h"
#include "play/stub_target.h"

#include "codec/feature.h"
#include "core/arena.h"

typedef bool need_fn(play *p, const name_spec *item, bool wanted, const char **out_reason);

static bool need_feature(play *p, const name_spec *item, bool wanted, const char **out_reason) {
    bool has = rsp_feature_offered(rsp_buf_bytes(&p->opening.supported), item->text);
    if (has == wanted)
        return true;
    *out_reason =
        rsp_arena_printf(&p->room.arena, wanted ? "%s is not announced" : "%s is announced", spec_text(item));
    return false;
}

static bool need_arch(play *p, const name_spec *item, bool wanted, const char **out_reason) {
    (void)wanted;
    target_ask(p);
    *out_reason = rsp_arena_printf(&p->room.arena, "the architecture is %s",
                                   *p->stub->layout.arch ? p->stub->layout.arch : "not known");
    return rsp_bytes_equal(item->text, rsp_bytes_str(p->stub->layout.arch));
}

static bool need_fact(play *p, const name_spec *item, bool wanted, const char **out_reason) {
    value v = {0};
    if (fact_lookup(p, item->text, &v) == wanted)
        return true;
    *out_reason =
        rsp_arena_printf(&p->room.arena, wanted ? "%s is not known" : "%s is known", spec_text(item));
    if (wanted && p->lacks.unlearned)
        *out_reason = p->lacks.unlearned;
    return false;
}

/* What nobody learned holds back no scenario that is for stubs without it. */
static bool need_manners(play *p, const manners_spec *list, bool wanted, const char **out_reason) {
    for (size_t i = 0; list && i < list->num; i++) {
        rsp_habit has = rsp_manners_has(p->stub->manners, list->items[i]->text);
        if ((has == RSP_HABIT_YES) == wanted)
            continue;
        const char *text = has == RSP_HABIT_UNKNOWN ? "whether the stub has the manner '%s' is not known"
                           : wanted                 ? "the stub has not the manner '%s'"
                                                    : "the stub has the manner '%s'";
        *out_reason = rsp_arena_printf(&p->room.arena, text, spec_text(list->items[i]));
        return false;
    }
    return true;
}

static bool need_quirk(play *p, const name_spec *item, bool wanted, const char **out_reason) {
    bool has = false;
    for (unsigned q = 0; q < RSP_QUIRK_COUNT; q++)
        has = has || (rsp_profile_has(p->profile, (rsp_quirk)q) &&
                      rsp_bytes_equal(item->text, rsp_bytes_str(rsp_quirk_name((rsp_quirk)q))));
    *out_reason =
        rsp_arena_printf(&p->room.arena, wanted ? "the stub is not %s" : "the stub is %s", spec_text(item));
    return has == wanted;
}

/* Every item of a list must hold. */
static bool all(play *p, const names_spec *list, need_fn *check, bool wanted, const char **out_reason) {
    for (size_t i = 0; list && i < list->num; i++) {
        if (!check(p, list->items[i], wanted, out_reason))
            return false;
    }
    return true;
}

/* One of them must. */
static bool any(play *p, const names_spec *list, need_fn *check, const char **out_reason) {
    bool one = !list;
    for (size_t i = 0; list && i < list->num; i++)
        one = check(p, list->items[i], true, out_reason) || one;
    return one;
}

static bool need_answer(play *p, const payload_spec *item, bool wanted, const char **out_reason) {
    bool served = asked_served(p, item, out_reason);
    if (p->failed.failure.verdict != RSP_VERDICT_PASS)
        return false;
    if (served && !wanted)
        *out_reason = rsp_arena_printf(&p->room.arena, "%s is supported", spec_text(&item->w));
    return served == wanted;
}

static bool all_answers(play *p, const payloads_spec *list, bool wanted, const char **out_reason) {
    for (size_t i = 0; list && i < list->num; i++) {
        if (!need_answer(p, list->items[i], wanted, out_reason))
            return false;
    }
    return true;
}

static bool any_answer(play *p, const payloads_spec *list, const char **out_reason) {
    bool one = !list;
    for (size_t i = 0; list && i < list->num; i++)
        one = need_answer(p, list->items[i], true, out_reason) || one;
    return one;
}

static bool need_dialect(play *p, const dialects_spec *wanted, const char **out_reason) {
    for (size_t i = 0; wanted && i < wanted->num_entries; i++) {
        const name_entry *entry = &wanted->entries[i];
        const value *v =
            scope_get(&p->names, rsp_bytes_str(rsp_arena_printf(&p->room.arena, "dialect.%s", entry->name)));
        if (v && rsp_bytes_equal(v->bytes, entry->is->text))
            continue;
        *out_reason = rsp_arena_printf(&p->room.arena, "the stub does not speak the %s form of %s",
                                       spec_text(entry->is), entry->name);
        return false;
    }
    return true;
}

static bool need_multiprocess(play *p, const boolean_spec *wanted, const char **out_reason) {
    if (!wanted)
        return true;
    value v = {0};
    (void)fact_lookup(p, RSP_LIT("multiprocess"), &v);
    *out_reason = wanted->yes ? "multiprocess is not supported" : "multiprocess is negotiated";
    return (v.number != 0) == wanted->yes;
}

static bool need_mode(play *p, const mode_word_spec *mode, const char **out_reason) {
    const bool without = allows(p->t.allowed, ALLOW_NO_ACKS) || allows(p->t.allowed, ALLOW_LATE_ACKS);
    if (mode && mode->word == MODE_ACK && without) {
        *out_reason = "the stub does not acknowledge as it must (ACK-001)";
        return false;
    }
    *out_reason = client_end_is_no_ack(&p->t) ? "only with acknowledgments" : "no-ack mode is not supported";
    return !mode || (mode->word == MODE_NO_ACK) == client_end_is_no_ack(&p->t);
}

static bool need_endian(play *p, const endian_word_spec *endian, const char **out_reason) {
    if (!endian)
        return true;
    target_ask(p);
    *out_reason = rsp_arena_printf(&p->room.arena, "the byte order is not %s", spec_text(endian));
    return (endian->word == ENDIAN_BIG) == p->stub->layout.big_endian;
}

/* `equal`, `differ`: lists of values. */
static bool need_equal(play *p, const value_list_spec *list, bool wanted, const char **out_reason) {
    value first = {0};
    bool equal = true;
    for (size_t i = 0; list && i < list->num; i++) {
        value v = {0};
        if (!play_value(p, list->items[i], &v))
            return false;
        if (i == 0)
            first = v;
        equal = equal && value_equal(&first, &v);
    }
    *out_reason = "a condition does not hold";
    return !list || equal == wanted;
}

bool needs_announced(play *p, const condition_spec *needs, const char **out_reason) {
    *out_reason = "";
    return !needs || needs->endian ||
           (all(p, needs->feature, need_feature, true, out_reason) &&
            all(p, needs->not_feature, need_feature, false, out_reason));
}

/* What is known of the stub before it is opened. */
static bool met_by_profile(play *p, const condition_spec *c, const char **out_reason) {
    return all(p, c->quirk, need_quirk, true, out_reason) &&
           all(p, c->not_quirk, need_quirk, false, out_reason) &&
           need_manners(p, c->manner, true, out_reason) && need_manners(p, c->not_manner, false, out_reason);
}

/* A stub that somebody else has started must live on. */
static bool need_fresh(play *p, const boolean_spec *fresh, const char **out_reason) {
    rsp_bytes elf;
    bool ours = p->provider->image && p->provider->image(p->provider->ctx, p->ours.program, &elf) == RSP_OK;
    *out_reason = "the stub was not started for this scenario, which would end its program";
    return !fresh || !fresh->yes || ours || rsp_link_pid(p->t.link) > 0;
}

/* What was negotiated, and what the stub is. */
static bool met_by_stub(play *p, const condition_spec *c, const char **out_reason) {
    return all(p, c->feature, need_feature, true, out_reason) &&
           all(p, c->not_feature, need_feature, false, out_reason) &&
           any(p, c->arch, need_arch, out_reason) && need_multiprocess(p, c->multiprocess, out_reason) &&
           need_fresh(p, c->fresh, out_reason) && need_mode(p, c->mode, out_reason) &&
           need_dialect(p, c->dialect, out_reason);
}

/* Memory of a program that nobody knows is left as it is. */
static bool need_writable(play *p, const memory_word_spec *memory, const char **out_reason) {
    *out_reason = "writes memory of a program that is not ours: --allow-writes";
    return !memory || !p->script.scenario->script->writes_memory || scratch_may_write(p);
}

/* Names that have a value, or none. */
static bool met_by_names(play *p, const condition_spec *c, const char **out_reason) {
    return (!c->memory || need_fact(p, c->memory, true, out_reason)) &&
           need_writable(p, c->memory, out_reason) && all(p, c->symbols, need_fact, true, out_reason) &&
           all(p, c->facts, need_fact, true, out_reason) && all(p, c->defined, need_fact, true, out_reason) &&
           all(p, c->undefined, need_fact, false, out_reason);
}

bool needs_known(play *p, const condition_spec *needs, const char **out_reason) {
    return !needs ||
           (need_endian(p, needs->endian, out_reason) && any(p, needs->arch, need_arch, out_reason) &&
            need_fresh(p, needs->fresh, out_reason) && met_by_names(p, needs, out_reason));
}

bool needs_ask(const condition_spec *needs) {
    return needs && (needs->answers || needs->any_answer || needs->no_answer);
}

bool needs_answered(play *p, const condition_spec *needs, const char **out_reason) {
    return all_answers(p, needs->answers, true, out_reason) && any_answer(p, needs->any_answer, out_reason) &&
           all_answers(p, needs->no_answer, false, out_reason);
}

bool needs_met(play *p, const condition_spec *needs, const char **out_reason) {
    *out_reason = "";
    if (!needs)
        return true;
    return need_endian(p, needs->endian, out_reason) && met_by_profile(p, needs, out_reason) &&
           met_by_stub(p, needs, out_reason) && met_by_names(p, needs, out_reason) &&
           needs_answered(p, needs, out_reason) && need_equal(p, needs->equal, true, out_reason) &&
           need_equal(p, needs->differ, false, out_reason);
}

bool needs_proven(play *p, const condition_spec *needs, const char **out_reason) {
    *out_reason = "";
    return !needs || !needs->works || asked_works(p, needs->works, out_reason);
}

void needs_ask_ahead(play *p) {
    const script *s = p->script.scenario->script;
    for (size_t i = 0; i < s->num_asked_ahead && client_end_may_go_on(&p->t) == RSP_OK; i++) {
        const char *unused = "";
        (void)asked_served(p, s->asked_ahead[i], &unused);
    }
}

step_end needs_before_open(play *p, const char **out_reason) {
    const condition_spec *needs = p->script.spec->needs;
    if (needs && !met_by_profile(p, needs, out_reason))
        return STEP_SKIP;
    if (p->script.scenario->play == RSP_PLAY_STUB || !leaving_is_the_end(p))
        return STEP_OK;
    *out_reason = SERVES_ONE;
    return STEP_SKIP;
}
