/* YAML as a tree of nodes: from libyaml's events, without recursion.
 * Positions are kept for every value and key; limits are checked as events come.
 * yaml_parser_load is avoided: it is quadratic on nesting and accepts duplicate keys and cycles. */
/* SPDX-License-Identifier: MIT */
#include "language/node.h"

#include "language/automaton.h"

#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include "core/mem.h"
#include "core/suggest.h"
#include <assert.h>
#include <stdio.h>
#include <yaml.h>

typedef struct builder {
    rsp_source *source;
    rsp_diagnostics *diagnostics;
    rsp_node *stack[RSP_LIMIT_YAML_DEPTH + 1];
    rsp_node *tail[RSP_LIMIT_YAML_DEPTH + 1]; /* last child of each */
    rsp_node *last_document;
    size_t depth;
    size_t num_nodes;
    bool have_key; /* the next node is the value of `key` */
    rsp_bytes key;
    yaml_mark_t key_mark;
    rsp_status status;
} builder;

static rsp_status fail_mark(builder *b, rsp_status status, yaml_mark_t mark, const char *hint,
                            const char *text) {
    rsp_location location = {.path = b->source->path,
                             .line = (uint32_t)mark.line + 1,
                             .column = (uint32_t)mark.column + 1,
                             .width = 1};
    return b->status = rsp_diagnose(b->diagnostics, RSP_SEVERITY_ERROR, status, &location, b->source->text,
                                    hint, "%s", text);
}

static rsp_node *new_node(builder *b, node_kind kind, const yaml_event_t *event) {
    if (++b->num_nodes > RSP_LIMIT_YAML_NODES) {
        (void)fail_mark(b, RSP_LIMIT, event->start_mark, "", "too many values in one file");
        return NULL;
    }
    rsp_node *node = rsp_arena_alloc(&b->source->arena, sizeof *node);
    if (!node) {
        b->status = RSP_NO_MEMORY;
        return NULL;
    }
    node->kind = kind;
    node->line = (uint32_t)event->start_mark.line + 1;
    node->column = (uint32_t)event->start_mark.column + 1;
    node->offset_column = node->column;
    node->last_line = (uint32_t)event->end_mark.line + 1;
    bool one_line = event->start_mark.line == event->end_mark.line;
    node->width = one_line && event->end_mark.column > event->start_mark.column
                      ? (uint32_t)(event->end_mark.column - event->start_mark.column)
                      : 1;
    return node;
}

/* Hangs a node below the collection under construction, or makes it a document. */
static void attach(builder *b, rsp_node *node) {
    if (b->depth == 0) {
        if (b->last_document)
            b->last_document->next = node;
        else
            b->source->documents = node;
        b->last_document = node;
        b->source->num_documents++;
        return;
    }
    rsp_node *parent = b->stack[b->depth];
    node->parent = parent;
    if (parent->kind == NODE_MAP) {
        node->key = b->key;
        node->key_line = (uint32_t)b->key_mark.line + 1;
        node->key_column = (uint32_t)b->key_mark.column + 1;
        b->have_key = false;
    }
    if (b->tail[b->depth])
        b->tail[b->depth]->next = node;
    else
        parent->first = node;
    b->tail[b->depth] = node;
    parent->num++;
}

static bool expects_key(const builder *b) {
    return b->depth > 0 && b->stack[b->depth]->kind == NODE_MAP && !b->have_key;
}

static void take_key(builder *b, const yaml_event_t *event) {
    rsp_bytes key = rsp_bytes_make(event->data.scalar.value, event->data.scalar.length);
    if (b->stack[b->depth]->num >= RSP_LIMIT_YAML_KEYS) {
        (void)fail_mark(b, RSP_LIMIT, event->start_mark, "", "too many keys in one map");
        return;
    }
    for (const rsp_node *n = b->stack[b->depth]->first; n; n = n->next) {
        if (!rsp_bytes_equal(n->key, key))
            continue;
        char text[120];
        (void)snprintf(text, sizeof text, "duplicate key '%.60s', first in line %u", (const char *)key.ptr,
                       (unsigned)n->key_line);
        (void)fail_mark(b, RSP_DUPLICATE, event->start_mark, "", text);
        return;
    }
    b->key = rsp_arena_bytes(&b->source->arena, key);
    b->key_mark = event->start_mark;
    b->have_key = true;
    if (key.len > 0 && b->key.len == 0)
        b->status = RSP_NO_MEMORY;
}

static void take_scalar(builder *b, const yaml_event_t *event) {
    if (expects_key(b)) {
        take_key(b, event);
        return;
    }
    rsp_node *node = new_node(b, NODE_SCALAR, event);
    if (!node)
        return;
    yaml_scalar_style_t style = event->data.scalar.style;
    node->quoted = style != YAML_PLAIN_SCALAR_STYLE;
    node->double_quoted = style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    bool quotes = style == YAML_DOUBLE_QUOTED_SCALAR_STYLE || style == YAML_SINGLE_QUOTED_SCALAR_STYLE;
    node->offset_column += quotes ? 1 : 0;
    rsp_bytes text = rsp_bytes_make(event->data.scalar.value, event->data.scalar.length);
    node->text = rsp_arena_bytes(&b->source->arena, text);
    if (text.len > 0 && node->text.len == 0)
        b->status = RSP_NO_MEMORY;
    else
        attach(b, node);
}

static void take_start(builder *b, node_kind kind, const yaml_event_t *event) {
    if (expects_key(b)) {
        (void)fail_mark(b, RSP_SYNTAX, event->start_mark, "quote a text that starts with '{' or '['",
                        "a list or a map can't be a key");
        return;
    }
    if (b->depth == RSP_LIMIT_YAML_DEPTH) {
        (void)fail_mark(b, RSP_LIMIT, event->start_mark, "", "nested too deeply");
        return;
    }
    rsp_node *node = new_node(b, kind, event);
    if (!node)
        return;
    attach(b, node);
    b->depth++;
    b->stack[b->depth] = node;
    b->tail[b->depth] = NULL;
}

static void take_end(builder *b, const yaml_event_t *event) {
    assert(b->depth > 0);
    uint32_t line = (uint32_t)event->end_mark.line + 1;
    /* the end of a block collection is seen at the start of what follows it */
    if (event->end_mark.column == 0 && line > 1)
        line--;
    b->stack[b->depth]->last_line = line;
    b->depth--;
}

static bool has_anchor_or_tag(const yaml_event_t *event) {
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return event->data.scalar.anchor || event->data.scalar.tag;
    case YAML_SEQUENCE_START_EVENT:
        return event->data.sequence_start.anchor || event->data.sequence_start.tag;
    case YAML_MAPPING_START_EVENT:
        return event->data.mapping_start.anchor || event->data.mapping_start.tag;
    case YAML_ALIAS_EVENT:
        return true;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        break;
    }
    return false;
}

static void take_event(builder *b, const yaml_event_t *event) {
    if (has_anchor_or_tag(event)) {
        (void)fail_mark(b, RSP_SYNTAX, event->start_mark, "quote a text that starts with '&', '*' or '!'",
                        "anchors, aliases and tags are not part of the language");
        return;
    }
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        take_scalar(b, event);
        break;
    case YAML_SEQUENCE_START_EVENT:
        take_start(b, NODE_SEQ, event);
        break;
    case YAML_MAPPING_START_EVENT:
        take_start(b, NODE_MAP, event);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        take_end(b, event);
        break;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
    case YAML_ALIAS_EVENT:
        break;
    }
}

/* Line and column of a byte, for the reader's errors, which have none. */
static yaml_mark_t mark_of_byte(rsp_bytes text, size_t offset) {
    yaml_mark_t mark = {.index = offset};
    for (size_t i = 0; i < offset && i < text.len; i++) {
        mark.column++;
        if (text.ptr[i] == '\n') {
            mark.line++;
            mark.column = 0;
        }
    }
    return mark;
}

/* libyaml tells what it wanted ("did not find expected key") and where. */
static void fail_parser(builder *b, const yaml_parser_t *parser) {
    if (parser->error == YAML_MEMORY_ERROR) {
        b->status = RSP_NO_MEMORY;
        return;
    }
    yaml_mark_t mark = parser->problem_mark;
    const char *problem = parser->problem ? parser->problem : "not YAML";
    if (parser->error == YAML_READER_ERROR) {
        mark = mark_of_byte(b->source->text, parser->problem_offset);
        char text[120];
        (void)snprintf(text, sizeof text, "%s (byte %zu of the file)", problem, parser->problem_offset);
        (void)fail_mark(b, RSP_SYNTAX, mark, "files are UTF-8 text; write other bytes as \\xNN", text);
        return;
    }
    const char *hint = strstr(problem, "mapping values") ? "quote a text that holds ': '" : "";
    (void)fail_mark(b, RSP_SYNTAX, mark, hint, problem);
}

static void parse_events(builder *b, yaml_parser_t *parser) {
    bool done = false;
    while (!done && b->status == RSP_OK) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event)) {
            fail_parser(b, parser);
            return;
        }
        done = event.type == YAML_STREAM_END_EVENT;
        take_event(b, &event);
        yaml_event_delete(&event);
    }
}

rsp_source *source_parse(const char *path, rsp_bytes yaml, const rsp_mem *mem, rsp_diagnostics *diagnostics,
                         rsp_status *out_status) {
    *out_status = RSP_NO_MEMORY;
    rsp_source *source = rsp_mem_calloc(mem, 1, sizeof *source);
    if (!source)
        return NULL;
    source->arena.mem = mem;
    source->compiled = (rsp_arena){.mem = mem, .limit = RSP_LIMIT_SCENARIO_BYTES};
    source->path = rsp_arena_str(&source->arena, path);
    source->text = rsp_arena_bytes(&source->arena, yaml);
    builder b = {.source = source, .diagnostics = diagnostics};
    yaml_parser_t parser;
    if (source->arena.status != RSP_OK || !yaml_parser_initialize(&parser)) {
        source_free(source);
        return NULL;
    }
    if (yaml.len > RSP_LIMIT_YAML_BYTES) {
        (void)fail_mark(&b, RSP_LIMIT, (yaml_mark_t){0}, "", "file is too large");
    } else {
        yaml_parser_set_input_string(&parser, source->text.ptr, source->text.len);
        yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
        parse_events(&b, &parser);
    }
    yaml_parser_delete(&parser);
    *out_status = b.status;
    if (b.status == RSP_NO_MEMORY) {
        source_free(source);
        return NULL;
    }
    /* a document that was cut by an error is not usable */
    if (b.status != RSP_OK && b.depth > 0 && source->num_documents > 0) {
        rsp_node **link = &source->documents;
        while (*link && (*link)->next)
            link = &(*link)->next;
        *link = NULL;
        source->num_documents--;
    }
    return source;
}

void source_free(rsp_source *source) {
    if (!source)
        return;
    const rsp_mem *mem = source->arena.mem;
    for (const source_pattern *p = source->patterns; p; p = p->next)
        rsp_automaton_free(p->pattern);
    rsp_arena_free(&source->compiled);
    rsp_arena_free(&source->arena);
    rsp_mem_free(mem, source);
}

rsp_node *node_get(const rsp_node *map, const char *key) {
    if (!map || map->kind != NODE_MAP)
        return NULL;
    for (rsp_node *n = map->first; n; n = n->next) {
        if (node_key_is(n, key))
            return n;
    }
    return NULL;
}

bool node_is_null(const rsp_node *node) {
    return node->kind == NODE_SCALAR && !node->quoted &&
           (node->text.len == 0 || node_is(node, "~") || node_is(node, "null"));
}

bool node_bool(const rsp_node *node, bool *out_ok) {
    static const char *const yes[] = {"yes", "true", "on"};
    static const char *const no[] = {"no", "false", "off"};
    *out_ok = true;
    for (size_t i = 0; i < RSP_ARRAY_LEN(yes); i++) {
        if (node_is(node, yes[i]))
            return true;
        if (node_is(node, no[i]))
            return false;
    }
    *out_ok = false;
    return false;
}

bool node_time(const rsp_node *node, uint64_t *out_ns) {
    static const struct {
        const char *unit;
        uint64_t ns;
    } units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
    rsp_bytes rest = node->text;
    uint64_t number = 0;
    if (node->kind != NODE_SCALAR || rsp_take_decimal(&number, &rest) != RSP_OK)
        return false;
    while (rest.len > 0 && rest.ptr[0] == ' ')
        rest = rsp_bytes_from(rest, 1);
    for (size_t i = 0; i < RSP_ARRAY_LEN(units); i++) {
        if (!rsp_bytes_equal(rest, rsp_bytes_str(units[i].unit)))
            continue;
        if (number > RSP_LIMIT_WAIT_S * UINT64_C(1000000000) / units[i].ns)
            return false;
        *out_ns = number * units[i].ns;
        return true;
    }
    return false;
}

bool text_u64(rsp_bytes text, uint64_t *out) {
    if (text.len > 2 && text.ptr[0] == '0' && (text.ptr[1] == 'x' || text.ptr[1] == 'X'))
        return rsp_hex_u64(out, rsp_bytes_from(text, 2)) == RSP_OK;
    return rsp_decimal_u64(out, text) == RSP_OK;
}

bool node_u64(const rsp_node *node, uint64_t *out) {
    return node && node->kind == NODE_SCALAR && text_u64(node->text, out);
}

rsp_location node_location(const rsp_source *source, const rsp_node *node) {
    return (rsp_location){
        .path = source->path, .line = node->line, .column = node->column, .width = node->width};
}

rsp_location node_key_location(const rsp_source *source, const rsp_node *node) {
    if (!node->key.ptr)
        return node_location(source, node);
    return (rsp_location){.path = source->path,
                          .line = node->key_line,
                          .column = node->key_column,
                          .width = (uint32_t)node->key.len};
}

static rsp_status error_v(rsp_diagnostics *diagnostics, const rsp_source *source, rsp_location location,
                          rsp_status status, const char *hint, const char *fmt, va_list ap) {
    char text[240];
    (void)vsnprintf(text, sizeof text, fmt, ap);
    return rsp_diagnose(diagnostics, RSP_SEVERITY_ERROR, status, &location, source->text, hint, "%s", text);
}

void node_error_first(rsp_status *status, rsp_diagnostics *diagnostics, const rsp_source *source,
                      rsp_location location, const char *hint, const char *fmt, va_list ap) {
    (void)error_v(diagnostics, source, location, RSP_SCHEMA, hint, fmt, ap);
    *status = *status == RSP_OK ? RSP_SCHEMA : *status;
}

rsp_status node_error(rsp_diagnostics *diagnostics, const rsp_source *source, const rsp_node *node,
                      rsp_status status, const char *hint, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    (void)error_v(diagnostics, source, node_location(source, node), status, hint, fmt, ap);
    va_end(ap);
    return status;
}

void suggest(char out[80], rsp_bytes word, candidate_fn *next, const void *ctx) {
    rsp_suggestion suggestion = {.word = word};
    const char *name;
    for (size_t i = 0; (name = next(ctx, i)); i++)
        rsp_suggest_offer(&suggestion, name);
    out[0] = 0;
    if (suggestion.best)
        (void)snprintf(out, 80, "did you mean '%.50s'?", suggestion.best);
}

const rsp_node *node_following(const rsp_node *n, const rsp_node *root) {
    if (n->first)
        return n->first;
    while (n != root && !n->next)
        n = n->parent;
    return n == root ? NULL : n->next;
}
