/* Checks a scenario beyond its node type: expressions parse and their names have values, ids are known.
 * Names come from facts, symbols, captures, loops and cases; order of steps is not considered.
 * Texts are evaluated dry, so the caret stands at the byte that is wrong. */
/* SPDX-License-Identifier: MIT */
#include "language/check.h"

#include "language/compile.h"
#include "language/fact.h"
#include "language/syntax.h"

#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include "core/mem.h"
#include "manners/manners.h"
#include <rsp/rule.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct scan {
    rsp_source *source;
    const rsp_catalogue *catalogue;
    rsp_diagnostics *diagnostics;
    rsp_arena arena; /* results of dry evaluation; and the names */
    const char **names;
    size_t num_names;
    size_t cap_names;
    rsp_status status;
} scan;

static void note_status(scan *s, rsp_status status) {
    s->status = s->status == RSP_OK ? status : s->status;
}

static void add_name(scan *s, const char *name) {
    for (size_t i = 0; i < s->num_names; i++) {
        if (strcmp(s->names[i], name) == 0)
            return;
    }
    if (s->num_names == s->cap_names) {
        size_t cap = s->cap_names ? s->cap_names * 2 : 64;
        const char **names = rsp_mem_realloc(s->arena.mem, (void *)s->names, cap * sizeof *names);
        if (!names) {
            note_status(s, RSP_NO_MEMORY);
            return;
        }
        s->names = names;
        s->cap_names = cap;
    }
    s->names[s->num_names++] = name;
}

static void add_keys(scan *s, const rsp_node *map) {
    for (const rsp_node *n = map && map->kind == NODE_MAP ? map->first : NULL; n; n = n->next)
        add_name(s, node_key(n));
}

static void add_rows(scan *s, const rsp_node *list) {
    for (const rsp_node *n = list && list->kind == NODE_SEQ ? list->first : NULL; n; n = n->next)
        add_keys(s, n);
}

static void add_items(scan *s, const rsp_node *node) {
    if (!node)
        return;
    if (node->kind == NODE_SCALAR && node->text.len > 0)
        add_name(s, node_str(node));
    for (const rsp_node *n = node->kind == NODE_SEQ ? node->first : NULL; n; n = n->next)
        add_items(s, n);
}

static void take_names(void *ctx, rsp_node *node, const node_type *of, const field *f) {
    scan *s = ctx;
    (void)of;
    switch (f ? f->gives : GIVES_NOTHING) {
    case GIVES_NOTHING:
        break;
    case GIVES_ITEMS:
        add_items(s, node);
        break;
    case GIVES_KEYS:
        add_keys(s, node);
        break;
    case GIVES_ROWS:
        add_rows(s, node);
        break;
    case GIVES_SCRATCH:
        add_name(s, "scratch");
        break;
    }
}

/* Every name that gets a value somewhere. */
static void collect_names(scan *s, rsp_node *root) {
    for (size_t i = 0; i < FACT_COUNT; i++)
        add_name(s, fact_table[i].name);
    node_type_walk(root, &syntax_scenario, take_names, s);
    add_name(s, "i"); /* of repeat and for-each without `as` */
    add_name(s, "item");
}

static bool lookup_dry(void *ctx, rsp_bytes name, value *out) {
    const scan *s = ctx;
    *out = (value){0};
    static const char *const parts[] = {"", ".size", ".bias"};
    for (size_t i = 0; i < s->num_names; i++) {
        rsp_bytes rest = name;
        if (!rsp_take_text(&rest, rsp_bytes_str(s->names[i])))
            continue;
        for (size_t j = 0; j < RSP_ARRAY_LEN(parts); j++) {
            if (rsp_bytes_equal(rest, rsp_bytes_str(parts[j])))
                return true;
        }
    }
    return false;
}

static const char *any_path(void *ctx, const char *program) {
    (void)ctx;
    return program;
}

static const char *next_name(const void *ctx, size_t i) {
    const scan *s = ctx;
    return i < s->num_names ? s->names[i] : NULL;
}

/* A byte of a scalar's text in the file, where the scalar is written as it is meant. */
static rsp_location inner_location(const scan *s, const rsp_node *node, const expr_error *error) {
    rsp_location location = node_location(s->source, node);
    rsp_bytes line = s->source->text;
    for (uint32_t i = 1; i < node->line; i++)
        (void)rsp_bytes_split(&line, '\n');
    line = rsp_bytes_from(rsp_bytes_split(&line, '\n'), node->offset_column - 1);
    if (!rsp_bytes_starts(line, rsp_bytes_sub(node->text, 0, error->offset + 1)))
        return location;
    location.column = node->offset_column + (uint32_t)error->offset;
    location.width = (uint32_t)error->width;
    return location;
}

static void tell_expression(scan *s, const rsp_node *node, rsp_status status, const expr_error *error) {
    if (status == RSP_NO_MEMORY) {
        note_status(s, status);
        return;
    }
    rsp_location location = inner_location(s, node, error);
    char hint[80] = "";
    rsp_bytes word = rsp_bytes_sub(node->text, error->offset, error->width);
    bool call = error->unknown_name && strncmp(error->message, "no function", 11) == 0;
    if (error->unknown_name)
        suggest(hint, word, call ? expr_function_name : next_name, call ? NULL : s);
    if (error->unknown_name && !call && !hint[0])
        (void)snprintf(hint, sizeof hint, "symbols of the program are named in needs: {symbols: [...]}");
    note_status(s, status == RSP_NOT_FOUND ? RSP_SCHEMA : status);
    (void)rsp_diagnose(s->diagnostics, RSP_SEVERITY_ERROR, RSP_SCHEMA, &location, s->source->text, hint, "%s",
                       error->message);
}

static void tell(scan *s, const rsp_node *node, const char *hint, const char *message) {
    note_status(s, node_error(s->diagnostics, s->source, node, RSP_SCHEMA, hint, "%s", message));
}

/* "$x" where a text is due is these two bytes, and never the value that is called so: `not: {exact: $x}`
 * could not fail. */
static bool is_bare_value(scan *s, rsp_bytes text) {
    value unused;
    return rsp_take_byte(&text, '$') && text.len > 0 && lookup_dry(s, text, &unused);
}

static void tell_bare_value(scan *s, const rsp_node *node) {
    char hint[80];
    (void)snprintf(hint, sizeof hint, "did you mean '${%.50s}'?", node_str(node) + 1);
    tell(s, node, hint, "a text is taken as it is written, and the name in it is no value");
}

/* Parses a text, and evaluates it without values. */
static void check_text(scan *s, rsp_node *node, scalar_kind kind) {
    const expr_env env = {
        .lookup = lookup_dry, .program_path = any_path, .ctx = s, .arena = &s->arena, .dry = true};
    expr_error error = {0};
    rsp_status status = scalar_parse(s->source, node, kind, &error);
    if (status == RSP_OK)
        status = scalar_try(s->source, node, kind, &env, &error);
    if (status != RSP_OK)
        tell_expression(s, node, status, &error);
    else if (kind == SCALAR_PAYLOAD && is_bare_value(s, node->text))
        tell_bare_value(s, node);
}

static const char *next_requirement(const void *ctx, size_t i) {
    const rsp_requirement *r = rsp_catalogue_get(ctx, i);
    return r ? r->id : NULL;
}

static const char *next_rule(const void *ctx, size_t i) {
    (void)ctx;
    const rsp_rule *rule = rsp_rule_get((rsp_rule_id)i);
    return rule ? rule->id : NULL;
}

/* "MMR-011" or "MMR-RFC-001": capital words and a number of three digits. Nothing else that selects scenarios
 * looks so. */
static bool is_requirement(rsp_bytes text) {
    size_t words = 0;
    bool ok = true;
    while (ok && text.len > 3) {
        rsp_bytes word = rsp_bytes_split(&text, '-');
        for (size_t i = 0; i < word.len; i++)
            ok = ok && word.ptr[i] >= 'A' && word.ptr[i] <= 'Z';
        ok = ok && word.len > 0;
        words++;
    }
    for (size_t i = 0; i < text.len; i++)
        ok = ok && text.ptr[i] >= '0' && text.ptr[i] <= '9';
    return ok && text.len == 3 && (words == 1 || words == 2);
}

/* A name that is none of those that `next` gives: with the nearest of them. */
static void tell_unknown(scan *s, const rsp_node *node, const char *what, candidate_fn *next,
                         const void *ctx) {
    char hint[80];
    char message[120];
    suggest(hint, node->text, next, ctx);
    (void)snprintf(message, sizeof message, "unknown %s '%.60s'", what, node_str(node));
    tell(s, node, hint, message);
}

static void check_requirement(scan *s, const rsp_node *node) {
    if (!s->catalogue && !is_requirement(node->text))
        tell(s, node, "like MMR-011", "this is no requirement's id");
    if (s->catalogue && !rsp_catalogue_find(s->catalogue, node->text))
        tell_unknown(s, node, "requirement", next_requirement, s->catalogue);
}

static void check_rule(scan *s, const rsp_node *node) {
    if (rsp_rule_find(node->text) == RSP_RULE_COUNT)
        tell_unknown(s, node, "rule", next_rule, NULL);
}

static const char *next_manner(const void *ctx, size_t i) {
    (void)ctx;
    return rsp_manners_key(i);
}

static void check_manner(scan *s, const rsp_node *node) {
    if (!rsp_manner_exists(node->text))
        tell_unknown(s, node, "manner", next_manner, NULL);
}

static const char *next_capture(const void *ctx, size_t i) {
    (void)ctx;
    return syntax_captures[i];
}

static void check_capture(scan *s, const rsp_node *node) {
    uint64_t group = 0;
    rsp_bytes text = node->text;
    if (node_u64(node, &group) || rsp_bytes_starts(text, RSP_LIT("/")) ||
        rsp_bytes_starts(text, RSP_LIT("register ")))
        return;
    for (size_t i = 0; syntax_captures[i]; i++) {
        if (node_is(node, syntax_captures[i]))
            return;
    }
    char hint[80];
    suggest(hint, text, next_capture, NULL);
    tell(s, node, hint, "nothing of that name can be captured");
}

static void check_scalar_text(void *ctx, rsp_node *node, const node_type *of) {
    scan *s = ctx;
    switch (of->scalar) {
    case SCALAR_PAYLOAD:
    case SCALAR_BYTES:
    case SCALAR_EXPR:
    case SCALAR_VALUE:
    case SCALAR_REGEX:
        check_text(s, node, of->scalar);
        break;
    case SCALAR_REQUIREMENT:
        check_requirement(s, node);
        break;
    case SCALAR_RULE:
        check_rule(s, node);
        break;
    case SCALAR_MANNER:
        check_manner(s, node);
        break;
    case SCALAR_TEXT:
        if (of == &syntax_capture_source)
            check_capture(s, node);
        break;
    case SCALAR_NONE:
    case SCALAR_INT:
    case SCALAR_BOOL:
    case SCALAR_TIME:
    case SCALAR_NAME:
    case SCALAR_WORD:
    case SCALAR_SCENARIO:
        break;
    }
}

static bool has_action(const rsp_node *step, step_key key) {
    const rsp_node *action = step->kind == NODE_MAP ? syntax_action(step) : NULL;
    return action && node_type_field(&syntax_step, node_key(action)) == &syntax_step.fields[key];
}

/* Slips that have the right node type: `expect: ok`, a list of stops without drain. */
static void check_slip(void *ctx, rsp_node *node, const node_type *of, const field *f) {
    scan *s = ctx;
    if (!f || !f->is_reply)
        return;
    if (node_is(node, "ok") || node_is(node, "Ok"))
        tell(s, node, "did you mean 'OK'?", "no reply is spelled like this");
    bool drains = has_action(node->parent, STEP_KEY_drain) || has_action(node->parent, STEP_KEY_send);
    if (node->kind == NODE_SEQ && of->item && !drains)
        tell(s, node, "use one-of, or a pipeline with its own expect", "a list of stops goes with 'drain'");
}

/* --- compiled scenarios --- */

static rsp_location location_of(const rsp_source *source, const written *w) {
    return (rsp_location){
        .path = source->path, .line = w->at.line, .column = w->at.column, .width = (uint32_t)w->text.len};
}

/* Labels of cases become part of names. */
static rsp_status check_labels(const rsp_source *source, const cases_spec *cases,
                               rsp_diagnostics *diagnostics) {
    rsp_status status = RSP_OK;
    for (size_t i = 0; cases && i < cases->num; i++) {
        const value_spec *label = case_label(cases->items[i]);
        for (size_t k = 0; label && k < i; k++) {
            const value_spec *same = case_label(cases->items[k]);
            if (!same || !rsp_bytes_equal(same->w.text, label->w.text))
                continue;
            const rsp_location location = location_of(source, &label->w);
            status = rsp_diagnose(diagnostics, RSP_SEVERITY_ERROR, RSP_SCHEMA, &location, source->text, "",
                                  "another case has this label");
        }
    }
    return status;
}

rsp_status check_script(const rsp_source *source, const script *compiled, rsp_diagnostics *diagnostics) {
    const scenario_spec *spec = compiled->spec;
    rsp_status status = check_labels(source, spec->cases, diagnostics);
    if (status != RSP_OK || !scenario_shows_nothing(spec))
        return status;
    /* negative expectations prove nothing of a stub that refuses everything */
    const rsp_location location = location_of(source, spec->title);
    (void)rsp_diagnose(
        diagnostics, RSP_SEVERITY_WARNING, RSP_SCHEMA, &location, source->text,
        "show that the request works: in a step, or by needs: {works: {send: ..., expect: ...}}",
        "a stub that serves nothing passes this: only errors and emptiness are expected");
    return RSP_OK;
}

/* --- a document --- */

rsp_status check_scenario(rsp_source *source, rsp_node *root, const rsp_catalogue *catalogue,
                          rsp_diagnostics *diagnostics) {
    scan s = {.source = source,
              .catalogue = catalogue,
              .diagnostics = diagnostics,
              .arena = {.mem = source->arena.mem, .limit = RSP_LIMIT_SCENARIO_BYTES}};
    collect_names(&s, root);
    const scalar_check scalars = {.check = check_scalar_text, .ctx = &s};
    note_status(&s, node_type_check(source, root, &syntax_scenario, &scalars, diagnostics));
    node_type_walk(root, &syntax_scenario, check_slip, &s);
    rsp_mem_free(s.arena.mem, (void *)s.names);
    rsp_arena_free(&s.arena);
    return s.status;
}
