/* Needs and conditions: whether a scenario or a step can be run against this stub, and if not, why.
 * Some are known before the stub is opened, the rest after the handshake.
 * A need that is not met skips; it is never a failure. */
/* SPDX-License-Identifier: MIT */
#include "play/play.h"

#include <rsp/feature.h>
#include <stdio.h>

typedef bool need_fn(play *p, const rsp_node *item, bool wanted, const char **out_reason);

static bool need_feature(play *p, const rsp_node *item, bool wanted, const char **out_reason) {
    rsp_feature f;
    bool has = rsp_feature_find(&f, rsp_buf_bytes(&p->supported), item->text) &&
               (f.kind == RSP_FEATURE_YES || f.kind == RSP_FEATURE_VALUE);
    if (has == wanted)
        return true;
    *out_reason =
        rsp_arena_printf(&p->arena, wanted ? "%s is not announced" : "%s is announced", node_str(item));
    return false;
}

static bool need_answer(play *p, const rsp_node *item, bool wanted, const char **out_reason) {
    bool served = asked_served(p, item, out_reason);
    if (p->failure.verdict != RSP_VERDICT_PASS)
        return false;
    if (served && !wanted)
        *out_reason = rsp_arena_printf(&p->arena, "%s is supported", node_str(item));
    return served == wanted;
}

static bool need_arch(play *p, const rsp_node *item, bool wanted, const char **out_reason) {
    (void)wanted;
    facts_probe_target(p);
    *out_reason =
        rsp_arena_printf(&p->arena, "the architecture is %s", *p->stub->arch ? p->stub->arch : "not known");
    return node_is(item, p->stub->arch);
}

static bool need_fact(play *p, const rsp_node *item, bool wanted, const char **out_reason) {
    value v = {0};
    if (fact_lookup(p, item->text, &v) == wanted)
        return true;
    *out_reason = rsp_arena_printf(&p->arena, wanted ? "%s is not known" : "%s is known", node_str(item));
    return false;
}

static bool need_stub(play *p, const rsp_node *item, bool wanted, const char **out_reason) {
    const char *name = p->profile ? p->profile->name : "";
    *out_reason = wanted ? "for other stubs" : "not for this stub";
    return node_is(item, name) == wanted;
}

static bool need_quirk(play *p, const rsp_node *item, bool wanted, const char **out_reason) {
    bool has = false;
    for (unsigned q = 0; q < RSP_QUIRK_COUNT; q++)
        has =
            has || (rsp_profile_has(p->profile, (rsp_quirk)q) && node_is(item, rsp_quirk_name((rsp_quirk)q)));
    *out_reason =
        rsp_arena_printf(&p->arena, wanted ? "the stub is not %s" : "the stub is %s", node_str(item));
    return has == wanted;
}

/* Every item of a list must hold, or any one of them. */
static bool each(play *p, const rsp_node *node, need_fn *check, bool wanted, bool any,
                 const char **out_reason) {
    if (!node)
        return true;
    if (node->kind == NODE_SCALAR)
        return check(p, node, wanted, out_reason);
    bool one = false;
    for (const rsp_node *n = node->first; n; n = n->next) {
        bool ok = check(p, n, wanted, out_reason);
        if (!ok && !any)
            return false;
        one = one || ok;
    }
    return one || !any;
}

static bool need_dialect(play *p, const rsp_node *map, const char **out_reason) {
    for (const rsp_node *n = map ? map->first : NULL; n; n = n->next) {
        const value *v =
            scope_get(&p->names, rsp_bytes_str(rsp_arena_printf(&p->arena, "dialect.%s", node_key(n))));
        if (v && rsp_bytes_equal(v->bytes, n->text))
            continue;
        *out_reason = rsp_arena_printf(&p->arena, "the stub does not speak the %s form of %s", node_str(n),
                                       node_key(n));
        return false;
    }
    return true;
}

static bool need_multiprocess(play *p, const rsp_node *node, const char **out_reason) {
    bool ok = false;
    if (!node)
        return true;
    bool wanted = node_bool(node, &ok);
    value v = {0};
    (void)fact_lookup(p, RSP_LIT("multiprocess"), &v);
    *out_reason = wanted ? "multiprocess is not supported" : "multiprocess is negotiated";
    return (v.number != 0) == wanted;
}

static bool need_mode(play *p, const rsp_node *node, const char **out_reason) {
    *out_reason = talk_is_no_ack(&p->t) ? "only with acknowledgments" : "no-ack mode is not supported";
    return !node || node_is(node, "no-ack") == talk_is_no_ack(&p->t);
}

/* `equal`, `differ`: lists of values. */
static bool need_equal(play *p, const rsp_node *list, bool wanted, const char **out_reason) {
    if (!list)
        return true;
    value first = {0};
    bool equal = true;
    for (const rsp_node *n = list->first; n; n = n->next) {
        value v = {0};
        if (!play_value(p, n, &v))
            return false;
        if (n == list->first)
            first = v;
        equal = equal && value_equal(&first, &v);
    }
    *out_reason = "a condition does not hold";
    return equal == wanted;
}

bool needs_met(play *p, const rsp_node *map, const char **out_reason) {
    *out_reason = "";
    if (!map)
        return true;
    const rsp_node *endian = node_get(map, "endian");
    if (endian || node_get(map, "arch"))
        facts_probe_target(p);
    if (endian && node_is(endian, "big") != p->stub->big_endian) {
        *out_reason = rsp_arena_printf(&p->arena, "the byte order is not %s", node_str(endian));
        return false;
    }
    return each(p, node_get(map, "stub"), need_stub, true, true, out_reason) &&
           each(p, node_get(map, "not-stub"), need_stub, false, false, out_reason) &&
           each(p, node_get(map, "quirk"), need_quirk, true, false, out_reason) &&
           each(p, node_get(map, "not-quirk"), need_quirk, false, false, out_reason) &&
           each(p, node_get(map, "feature"), need_feature, true, false, out_reason) &&
           each(p, node_get(map, "not-feature"), need_feature, false, false, out_reason) &&
           each(p, node_get(map, "arch"), need_arch, true, true, out_reason) &&
           need_multiprocess(p, node_get(map, "multiprocess"), out_reason) &&
           need_mode(p, node_get(map, "mode"), out_reason) &&
           need_dialect(p, node_get(map, "dialect"), out_reason) &&
           each(p, node_get(map, "memory"), need_fact, true, false, out_reason) &&
           each(p, node_get(map, "symbols"), need_fact, true, false, out_reason) &&
           each(p, node_get(map, "facts"), need_fact, true, false, out_reason) &&
           each(p, node_get(map, "defined"), need_fact, true, false, out_reason) &&
           each(p, node_get(map, "undefined"), need_fact, false, false, out_reason) &&
           each(p, node_get(map, "answers"), need_answer, true, false, out_reason) &&
           each(p, node_get(map, "any-answer"), need_answer, true, true, out_reason) &&
           each(p, node_get(map, "no-answer"), need_answer, false, false, out_reason) &&
           need_equal(p, node_get(map, "equal"), true, out_reason) &&
           need_equal(p, node_get(map, "differ"), false, out_reason);
}

bool needs_proven(play *p, const rsp_node *map, const char **out_reason) {
    const rsp_node *works = node_get(map, "works");
    *out_reason = "";
    return !works || asked_works(p, works, out_reason);
}

static void ask_ahead(play *p, const rsp_node *list) {
    const rsp_node *n = list->kind == NODE_SEQ ? list->first : list;
    for (; n; n = list->kind == NODE_SEQ ? n->next : NULL) {
        const char *unused = "";
        bool fixed = n->kind == NODE_SCALAR && rsp_bytes_index(n->text, '$') == n->text.len;
        if (fixed && talk_may_go_on(&p->t) == RSP_OK)
            (void)asked_served(p, n, &unused);
    }
}

void needs_ask_ahead(play *p) {
    const rsp_node *root = p->scenario->node;
    const rsp_node *n = root;
    while (n) {
        if (node_key_is(n, "answers") || node_key_is(n, "no-answer"))
            ask_ahead(p, n);
        n = node_following(n, root);
    }
}

step_end needs_before_open(play *p, const char **out_reason) {
    const rsp_node *map = node_get(p->scenario->node, "needs");
    bool ok = each(p, node_get(map, "stub"), need_stub, true, true, out_reason) &&
              each(p, node_get(map, "not-stub"), need_stub, false, false, out_reason) &&
              each(p, node_get(map, "quirk"), need_quirk, true, false, out_reason) &&
              each(p, node_get(map, "not-quirk"), need_quirk, false, false, out_reason);
    return ok ? STEP_OK : STEP_SKIP;
}
