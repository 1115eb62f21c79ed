/* Checks trees against node types, in document order, without recursion.
 * A node learns its node type from its parent, so every node is looked at once and every error is found.
 * What a scalar must look like beyond its kind is the caller's check. */
/* SPDX-License-Identifier: MIT */
#include "language/node_type.h"

#include "core/limits.h"
#include <ctype.h>
#include <stdio.h>

typedef struct checker {
    const rsp_source *source;
    const scalar_check *scalars;
    rsp_diagnostics *diagnostics;
    rsp_status status;
} checker;

static const char *scalar_name(scalar_kind kind) {
    static const char *const names[] = {
#define SCALAR_NAME(name, text) text,
        SCALAR_LIST(SCALAR_NAME)
#undef SCALAR_NAME
    };
    return (size_t)kind < RSP_ARRAY_LEN(names) ? names[kind] : "?";
}

const field *node_type_field(const node_type *of, const char *name) {
    for (size_t i = 0; of->fields && i < of->num_fields; i++) {
        const char *own = of->fields[i].name;
        if (own[0] == name[0] && strcmp(own, name) == 0)
            return &of->fields[i];
    }
    return NULL;
}

static void wrong(checker *c, const rsp_node *node, const char *hint, const char *fmt, ...) RSP_PRINTF(4, 5);

static void wrong(checker *c, const rsp_node *node, const char *hint, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    node_error_first(&c->status, c->diagnostics, c->source, node_location(c->source, node), hint, fmt, ap);
    va_end(ap);
}

static void wrong_key(checker *c, const rsp_node *node, const char *hint, const char *fmt, ...)
    RSP_PRINTF(4, 5);

static void wrong_key(checker *c, const rsp_node *node, const char *hint, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    node_error_first(&c->status, c->diagnostics, c->source, node_key_location(c->source, node), hint, fmt,
                     ap);
    va_end(ap);
}

static const char *next_field(const void *ctx, size_t i) {
    const node_type *s = ctx;
    return i < s->num_fields ? s->fields[i].name : NULL;
}

static const char *next_word(const void *ctx, size_t i) {
    const char *const *words = ctx;
    return words[i];
}

/* "a text, a list or a map", for "wants ..." */
static void describe(char out[160], const node_type *s) {
    const char *parts[4];
    size_t num = 0;
    if (s->scalar != SCALAR_NONE)
        parts[num++] = scalar_name(s->scalar);
    if (s->item)
        parts[num++] = "a list";
    if (s->fields || s->values)
        parts[num++] = "a map";
    if (num == 0)
        parts[num++] = "nothing";
    size_t used = 0;
    out[0] = 0;
    for (size_t i = 0; i < num && used < 150; i++) {
        const char *glue = i == 0 ? "" : i + 1 == num ? " or " : ", ";
        int n = snprintf(out + used, 160 - used, "%s%s", glue, parts[i]);
        used += n > 0 ? (size_t)n : 0;
    }
}

bool node_type_word(const node_type *of, const rsp_node *node, unsigned *out) {
    for (*out = 0; of->words && of->words[*out]; (*out)++) {
        if (node_is(node, of->words[*out]))
            return true;
    }
    return false;
}

static void list_words(char out[160], const char *const *words) {
    size_t used = 0;
    out[0] = 0;
    for (size_t i = 0; words[i] && used < 140; i++) {
        int n = snprintf(out + used, 160 - used, "%s%s", i ? ", " : "", words[i]);
        used += n > 0 ? (size_t)n : 0;
    }
}

static bool is_name(rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++) {
        if (!isalnum(text.ptr[i]) && !strchr("_-.+:", text.ptr[i]))
            return false;
    }
    return text.len > 0;
}

static bool is_scenario_name(rsp_bytes text) {
    size_t slashes = 0;
    for (size_t i = 0; i < text.len; i++) {
        slashes += text.ptr[i] == '/';
        if (!islower(text.ptr[i]) && !isdigit(text.ptr[i]) && text.ptr[i] != '-' && text.ptr[i] != '/')
            return false;
    }
    return slashes == 1 && text.ptr[0] != '/' && text.ptr[text.len - 1] != '/' && text.len <= 100;
}

static bool scalar_fits(const node_type *s, const rsp_node *node) {
    uint64_t number = 0;
    bool ok = true;
    switch (s->scalar) {
    case SCALAR_INT:
        return node_u64(node, &number);
    case SCALAR_BOOL:
        (void)node_bool(node, &ok);
        return ok;
    case SCALAR_TIME:
        return node_time(node, &number);
    case SCALAR_NAME:
        return is_name(node->text);
    case SCALAR_SCENARIO:
        return is_scenario_name(node->text);
    case SCALAR_TEXT:
    case SCALAR_PAYLOAD:
    case SCALAR_BYTES:
    case SCALAR_EXPR:
    case SCALAR_VALUE:
    case SCALAR_REGEX:
    case SCALAR_REQUIREMENT:
    case SCALAR_RULE:
    case SCALAR_MANNER:
        return true;
    case SCALAR_NONE:
    case SCALAR_WORD:
        break;
    }
    return false;
}

/* Says what was written, and what is wanted. */
static void wrong_scalar(checker *c, const rsp_node *node, const node_type *s, bool fits_nowhere) {
    char wants[160];
    describe(wants, s);
    if (fits_nowhere)
        wrong(c, node, "", "'%.60s' where %s is wanted", node_str(node), wants);
    else
        wrong(c, node, "", "'%.60s' is not %s", node_str(node), wants);
}

static void check_scalar(checker *c, rsp_node *node, const node_type *s) {
    unsigned word;
    if (node_is_null(node) && s->null_ok)
        return;
    if (node_type_word(s, node, &word))
        return;
    if (s->scalar == SCALAR_WORD) {
        char hint[80];
        char words[160];
        suggest(hint, node->text, next_word, s->words);
        list_words(words, s->words);
        wrong(c, node, hint, "'%.60s' is none of %s", node_str(node), words);
        return;
    }
    bool nothing = node_is_null(node) && s->scalar != SCALAR_PAYLOAD && s->scalar != SCALAR_TEXT;
    if (s->scalar == SCALAR_NONE || nothing)
        wrong_scalar(c, node, s, true);
    else if (!scalar_fits(s, node))
        wrong_scalar(c, node, s, false);
    else if (c->scalars && c->scalars->check)
        c->scalars->check(c->scalars->ctx, node, s);
}

static bool unknown_key(const rsp_node *node, const node_type *s) {
    for (const rsp_node *n = node->first; n; n = n->next) {
        if (!node_type_field(s, node_key(n)))
            return true;
    }
    return false;
}

/* The field that is this modifier and nothing else. */
static const field *modifier_of(const node_type *s, unsigned modifier) {
    for (size_t i = 0; i < s->num_fields; i++) {
        if (s->fields[i].needs_mod == modifier && !s->fields[i].action)
            return &s->fields[i];
    }
    return NULL;
}

/* A step has exactly one action, and only modifiers that go with it. */
static void check_step(checker *c, const rsp_node *node, const node_type *s) {
    const field *action = NULL;
    const rsp_node *at = NULL;
    for (const rsp_node *n = node->first; n; n = n->next) {
        const field *f = node_type_field(s, node_key(n));
        if (!f || !f->action)
            continue;
        /* `expect` and `reply` stand alone or modify another action */
        bool modifies = f->needs_mod != 0;
        if (!action || (action->needs_mod != 0 && !modifies)) {
            action = f;
            at = n;
        } else if (!modifies) {
            wrong_key(c, n, "write two steps", "'%s' and '%s' in one step", action->name, f->name);
            return;
        }
    }
    if (!action) {
        if (node->first && !unknown_key(node, s))
            wrong_key(c, node->first, "", "this step does nothing: it has no action such as send or expect");
        return;
    }
    for (const rsp_node *n = node->first; n; n = n->next) {
        const field *f = node_type_field(s, node_key(n));
        if (f && n != at && f->needs_mod && !(action->allows & f->needs_mod))
            wrong_key(c, n, "", "'%s' has no meaning beside '%s'", f->name, action->name);
    }
    const field *body = modifier_of(s, MOD_STEPS);
    if ((action->allows & MOD_STEPS) && body && !node_get(node, body->name))
        wrong_key(c, at, "", "'%s' wants '%s'", action->name, body->name);
}

static void check_map(checker *c, const rsp_node *node, const node_type *s) {
    for (const rsp_node *n = node->first; n; n = n->next) {
        if (node_type_field(s, node_key(n)) || s->values)
            continue;
        char hint[80];
        suggest(hint, n->key, next_field, s);
        wrong_key(c, n, hint, "unknown key '%.60s'", node_key(n));
    }
    for (size_t i = 0; s->fields && i < s->num_fields; i++) {
        if (s->fields[i].required && !node_get(node, s->fields[i].name))
            wrong(c, node, "", "'%s' is missing", s->fields[i].name);
    }
    if (s->is_step)
        check_step(c, node, s);
}

static void check_list(checker *c, const rsp_node *node, const node_type *s, const field *f) {
    if (s->max_items && node->num > s->max_items)
        wrong(c, node, "", "more than %zu items", s->max_items);
    if (f && f->if_empty && node->num == 0)
        wrong(c, node, "", "%s", f->if_empty);
}

/* The node itself; what is below comes later in document order. */
static void check_node(void *ctx, rsp_node *node, const node_type *s, const field *f) {
    checker *c = ctx;
    bool fits = node->kind == NODE_SCALAR || (node->kind == NODE_SEQ && s->item) ||
                (node->kind == NODE_MAP && (s->fields || s->values));
    if (node->kind == NODE_SCALAR) {
        check_scalar(c, node, s);
    } else if (!fits) {
        char wants[160];
        describe(wants, s);
        wrong(c, node, "", "%s where %s is wanted", node->kind == NODE_SEQ ? "a list" : "a map", wants);
    } else if (node->kind == NODE_MAP) {
        check_map(c, node, s);
    } else {
        check_list(c, node, s, f);
    }
}

/* A node on the way down. */
typedef struct level {
    const node_type *of; /* NULL: not known (an error was reported), and nothing below is looked at */
    const field *field;
} level;

static level level_of(const rsp_node *parent, const level *above, const rsp_node *child) {
    if (!above->of)
        return (level){0};
    if (parent->kind == NODE_SEQ)
        return (level){.of = above->of->item};
    const field *f = node_type_field(above->of, node_key(child));
    return (level){.of = f ? f->node_type : above->of->values, .field = f};
}

void node_type_walk(rsp_node *root, const node_type *of, node_type_visit *visit, void *ctx) {
    level levels[RSP_LIMIT_YAML_DEPTH + 2] = {{.of = of}};
    rsp_node *node = root;
    size_t depth = 0;
    while (node) {
        if (levels[depth].of)
            visit(ctx, node, levels[depth].of, levels[depth].field);
        if (node->first) {
            levels[depth + 1] = level_of(node, &levels[depth], node->first);
            depth++;
            node = node->first;
            continue;
        }
        while (node != root && !node->next) {
            node = node->parent;
            depth--;
        }
        if (node == root)
            break;
        node = node->next;
        levels[depth] = level_of(node->parent, &levels[depth - 1], node);
    }
}

rsp_status node_type_check(const rsp_source *source, rsp_node *root, const node_type *of,
                           const scalar_check *scalars, rsp_diagnostics *diagnostics) {
    checker c = {.source = source, .scalars = scalars, .diagnostics = diagnostics};
    node_type_walk(root, of, check_node, &c);
    return c.status;
}

rsp_status node_type_check_document(const rsp_source *source, const node_type *of, const char *what,
                                    rsp_diagnostics *diagnostics) {
    if (source->num_documents == 1)
        return node_type_check(source, source->documents, of, NULL, diagnostics);
    rsp_location location = {.path = source->path, .line = 1, .column = 1, .width = 1};
    return rsp_diagnose(diagnostics, RSP_SEVERITY_ERROR, RSP_SCHEMA, &location, source->text, "",
                        "%s is one document, here are %zu", what, source->num_documents);
}
