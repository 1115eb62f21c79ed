/* The compiler: one function goes down nodes and node types side by side and fills the structs of spec.h.
 * Where a member is, and what is to be put there, the node types say.
 * Trees are as deep as YAML may be nested, which is bounded. */
/* SPDX-License-Identifier: MIT */
#include "language/compile.h"

#include "language/pattern.h"
#include "language/syntax.h"

#include "core/arena.h"
#include "core/limits.h"
#include <assert.h>

/* --- scalars --- */

static template_kind template_of(scalar_kind kind) {
    return kind == SCALAR_PAYLOAD ? TEMPLATE_PAYLOAD : kind == SCALAR_BYTES ? TEMPLATE_BYTES : TEMPLATE_REGEX;
}

rsp_status scalar_parse(rsp_source *source, rsp_node *node, scalar_kind kind, expr_error *error) {
    rsp_arena *arena = &source->compiled;
    parsed_scalar *out = rsp_arena_alloc(arena, sizeof *out);
    *error = (expr_error){0};
    if (!out)
        return arena->status;
    rsp_status status;
    if (kind == SCALAR_EXPR)
        status = expr_parse(&out->e, node->text, arena, error);
    else if (kind == SCALAR_VALUE)
        status = value_text_parse(&out->value, node->text, node->quoted, arena, error);
    else
        status = template_parse(&out->text, template_of(kind), node->text, arena, error);
    if (status == RSP_OK)
        node->parsed = out;
    return status;
}

/* A pattern that is always the same is compiled here, and kept. */
static rsp_status try_pattern(rsp_source *source, rsp_node *node, rsp_buf *text, expr_error *error) {
    automaton *pattern = NULL;
    rsp_status status =
        rsp_pattern_compile(&pattern, error->message, sizeof error->message, text, source->arena.mem);
    source_pattern *kept = NULL;
    if (status == RSP_OK && template_is_fixed(node->parsed->text))
        kept = rsp_arena_alloc(&source->compiled, sizeof *kept);
    if (!kept) {
        rsp_automaton_free(pattern);
        return status;
    }
    *kept = (source_pattern){.pattern = pattern, .next = source->patterns};
    source->patterns = kept;
    ((parsed_scalar *)(uintptr_t)node->parsed)->pattern = pattern;
    return status;
}

rsp_status scalar_try(rsp_source *source, rsp_node *node, scalar_kind kind, const expr_env *env,
                      expr_error *error) {
    value v = {0};
    if (kind == SCALAR_EXPR)
        return expr_evaluate(node->parsed->e, env, &v, error);
    if (kind == SCALAR_VALUE)
        return value_text_evaluate(&node->parsed->value, env, &v, error);
    rsp_buf buf = {.mem = source->arena.mem, .limit = RSP_LIMIT_VALUE_BYTES};
    rsp_status status = template_write(node->parsed->text, env, &buf, error);
    if (status == RSP_OK && kind == SCALAR_REGEX)
        status = try_pattern(source, node, &buf, error);
    rsp_buf_free(&buf);
    return status;
}

/* --- structs --- */

static const written *compile(rsp_arena *arena, const rsp_node *node, const node_type *of);

/* What a scalar's struct has behind `written`. */
static void fill_scalar(written *out, const rsp_node *node, scalar_kind kind) {
    const parsed_scalar *parsed = node_is_null(node) ? NULL : node->parsed;
    bool ok = false;
    switch (kind) {
    case SCALAR_PAYLOAD:
        ((payload_spec *)out)->text = parsed ? parsed->text : NULL;
        break;
    case SCALAR_BYTES:
        ((bytes_spec *)out)->text = parsed ? parsed->text : NULL;
        break;
    case SCALAR_REGEX:
        ((regex_spec *)out)->text = parsed ? parsed->text : NULL;
        ((regex_spec *)out)->pattern = parsed ? parsed->pattern : NULL;
        break;
    case SCALAR_EXPR:
        ((expr_spec *)out)->e = parsed ? parsed->e : NULL;
        break;
    case SCALAR_VALUE:
        ((value_spec *)out)->text = parsed ? parsed->value : (value_text){0};
        break;
    case SCALAR_INT:
        (void)node_u64(node, &((number_spec *)out)->number);
        break;
    case SCALAR_BOOL:
        ((boolean_spec *)out)->yes = node_bool(node, &ok);
        break;
    case SCALAR_TIME:
        (void)node_time(node, &((duration_spec *)out)->ns);
        break;
    case SCALAR_NONE:
    case SCALAR_TEXT:
    case SCALAR_NAME:
    case SCALAR_WORD:
    case SCALAR_REQUIREMENT:
    case SCALAR_RULE:
    case SCALAR_MANNER:
    case SCALAR_SCENARIO:
        break;
    }
}

/* Of the structs that hold more than `written`. */
static const size_t sizes[] = {
    [SCALAR_PAYLOAD] = sizeof(payload_spec), [SCALAR_BYTES] = sizeof(bytes_spec),
    [SCALAR_REGEX] = sizeof(regex_spec),     [SCALAR_EXPR] = sizeof(expr_spec),
    [SCALAR_VALUE] = sizeof(value_spec),     [SCALAR_INT] = sizeof(number_spec),
    [SCALAR_BOOL] = sizeof(boolean_spec),    [SCALAR_TIME] = sizeof(duration_spec),
};

static size_t scalar_size(scalar_kind kind) {
    return (size_t)kind < RSP_ARRAY_LEN(sizes) && sizes[kind] > 0 ? sizes[kind] : sizeof(written);
}

static void write_head(written *out, const rsp_node *node, const node_type *of) {
    unsigned word = 0;
    *out = (written){
        .at = {.line = node->line, .column = node->column}, .quoted = node->quoted, .node_type = of};
    if (node->kind != NODE_SCALAR) {
        out->form = node->kind == NODE_SEQ ? FORM_LIST : FORM_MAP;
        return;
    }
    out->text = node->text;
    out->form = FORM_SCALAR;
    if (node_is_null(node) && of->null_ok)
        out->form = FORM_NULL;
    else if (node_type_word(of, node, &word))
        out->form = FORM_WORD;
    out->word = word;
}

/* Puts a pointer or a pair into the struct that begins with `out`. */
static void put(written *out, size_t offset, const void *what, size_t size) {
    memcpy((char *)out + offset, what, size);
}

static void put_pointer(written *out, size_t offset, const void *pointer) {
    put(out, offset, &pointer, sizeof pointer);
}

static void compile_scalar(rsp_arena *arena, written *out, const rsp_node *node, const node_type *of) {
    if (of->scalar_at == SCALAR_IN_PLACE) {
        assert(of->size == scalar_size(of->scalar));
        fill_scalar(out, node, of->scalar);
    } else if (of->scalar_at > 0 && out->form == FORM_SCALAR) {
        written *scalar = rsp_arena_alloc(arena, scalar_size(of->scalar));
        if (!scalar)
            return;
        *scalar = *out;
        fill_scalar(scalar, node, of->scalar);
        put_pointer(out, of->scalar_at, scalar);
    }
}

/* `node` is a list, or the one item of it. */
static void compile_items(rsp_arena *arena, written *out, const rsp_node *node, const node_type *of) {
    const bool list = node->kind == NODE_SEQ;
    const size_t num = list ? node->num : 1;
    const void **items = rsp_arena_alloc(arena, (num + 1) * sizeof *items);
    spec_items made = {.items = items};
    const rsp_node *n = list ? node->first : node;
    for (; items && n; n = list ? n->next : NULL)
        items[made.num++] = compile(arena, n, of->item);
    put(out, of->items_at, &made, sizeof made);
}

static void compile_entries(rsp_arena *arena, written *out, const rsp_node *node, const node_type *of) {
    spec_entry *entries = rsp_arena_alloc(arena, (node->num + 1) * sizeof *entries);
    spec_entries made = {.entries = entries};
    for (const rsp_node *n = entries ? node->first : NULL; n; n = n->next)
        entries[made.num++] = (spec_entry){.name = node_key(n), .is = compile(arena, n, of->values)};
    put(out, of->entries_at, &made, sizeof made);
}

static void compile_conditions(rsp_arena *arena, written *out, const rsp_node *node, const node_type *of) {
    spec_condition *conditions = rsp_arena_alloc(arena, (node->num + 1) * sizeof *conditions);
    spec_conditions made = {.conditions = conditions};
    for (const rsp_node *n = conditions ? node->first : NULL; n; n = n->next) {
        const field *f = node_type_field(of, node_key(n));
        if (f)
            conditions[made.num++] =
                (spec_condition){.key = (unsigned)(f - of->fields), .is = compile(arena, n, f->node_type)};
    }
    put(out, of->conditions_at, &made, sizeof made);
}

/* Each key has its member; a step's action is noted besides. */
static void compile_members(rsp_arena *arena, written *out, const rsp_node *node, const node_type *of) {
    const rsp_node *action = of->is_step ? syntax_action(node) : NULL;
    uint8_t *keys = rsp_arena_alloc(arena, node->num + 1);
    for (const rsp_node *n = keys ? node->first : NULL; n; n = n->next) {
        const field *f = node_type_field(of, node_key(n));
        const written *member = f ? compile(arena, n, f->node_type) : NULL;
        if (!member)
            continue;
        put_pointer(out, f->offset, member);
        keys[out->num_keys++] = (uint8_t)(f - of->fields);
        if (n == action) {
            ((step_spec *)out)->action = (step_key)(f - of->fields);
            ((step_spec *)out)->what = member;
        }
    }
    out->keys = keys;
}

static const written *compile(rsp_arena *arena, const rsp_node *node, const node_type *of) {
    unsigned word;
    assert(of->size >= sizeof(written));
    written *out = rsp_arena_alloc(arena, of->size);
    if (!out)
        return NULL;
    write_head(out, node, of);
    bool own_word = out->form == FORM_WORD && !(of->item && node_type_word(of->item, node, &word));
    if (node->kind == NODE_SEQ || (of->one_is_list && !own_word))
        compile_items(arena, out, node, of);
    else if (node->kind == NODE_SCALAR)
        compile_scalar(arena, out, node, of);
    else if (of->values)
        compile_entries(arena, out, node, of);
    else if (of->conditions_at > 0)
        compile_conditions(arena, out, node, of);
    else
        compile_members(arena, out, node, of);
    return out;
}

const void *spec_compile(rsp_source *source, rsp_node *node, const node_type *of) {
    const written *made = compile(&source->compiled, node, of);
    return source->compiled.status == RSP_OK ? made : NULL;
}

/* --- what is in it --- */

bool spec_number(const written *w, uint64_t *out) {
    return text_u64(w->text, out);
}

static const written *member_at(const written *of, const field *f) {
    const void *member;
    memcpy(&member, (const char *)of + f->offset, sizeof member);
    return member;
}

static bool item_at(const written *of, size_t i, spec_child *out) {
    spec_items list;
    memcpy(&list, (const char *)of + of->node_type->items_at, sizeof list);
    if (i < list.num)
        *out = (spec_child){.key = "", .is = list.items[i]};
    return i < list.num;
}

static bool entry_at(const written *of, size_t i, spec_child *out) {
    spec_entries map;
    memcpy(&map, (const char *)of + of->node_type->entries_at, sizeof map);
    if (i < map.num)
        *out = (spec_child){.key = map.entries[i].name, .is = map.entries[i].is};
    return i < map.num;
}

static bool condition_at(const written *of, size_t i, spec_child *out) {
    spec_conditions list;
    memcpy(&list, (const char *)of + of->node_type->conditions_at, sizeof list);
    if (i >= list.num)
        return false;
    const field *f = &of->node_type->fields[list.conditions[i].key];
    *out = (spec_child){.key = f->name, .field = f, .is = list.conditions[i].is};
    return true;
}

bool spec_child_at(const written *of, size_t i, spec_child *out) {
    const node_type *s = of->node_type;
    if (!s || (of->form != FORM_LIST && of->form != FORM_MAP))
        return false;
    if (of->form == FORM_LIST || s->one_is_list)
        return item_at(of, i, out);
    if (s->values)
        return entry_at(of, i, out);
    if (s->conditions_at > 0)
        return condition_at(of, i, out);
    if (i >= of->num_keys)
        return false;
    const field *f = &s->fields[of->keys[i]];
    *out = (spec_child){.key = f->name, .field = f, .is = member_at(of, f)};
    return true;
}
