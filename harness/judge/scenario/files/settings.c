/* Settings: read from YAML as a map of free names to scalars or lists of them, kept in the arena of the file.
 * An empty file has none.
 * See scenario/settings.h. */
/* SPDX-License-Identifier: MIT */
#include "scenario/settings.h"

#include "language/node_type.h"

#include "core/arena.h"

static const node_type value_node_type = {.scalar = SCALAR_TEXT};
static const node_type values_node_type = {.scalar = SCALAR_TEXT, .item = &value_node_type};
static const node_type settings_node_type = {.name = "settings", .values = &values_node_type};

struct rsp_settings {
    rsp_source *source;
    rsp_setting *items;
    size_t num;
};

static size_t count_values(const rsp_node *root) {
    size_t num = 0;
    for (const rsp_node *n = root ? root->first : NULL; n; n = n->next)
        num += n->kind == NODE_SEQ ? n->num : 1;
    return num;
}

static void add_value(rsp_settings *s, const rsp_node *key, const rsp_node *value) {
    s->items[s->num++] = (rsp_setting){
        .key = node_key(key),
        .value = node_str(value),
        .key_at = node_key_location(s->source, key),
        .value_at = node_location(s->source, value),
    };
}

static rsp_status fill(rsp_settings *s) {
    const rsp_node *root = s->source->documents;
    const size_t num = count_values(root);
    s->items = rsp_arena_alloc(&s->source->arena, (num + 1) * sizeof *s->items);
    if (!s->items)
        return RSP_NO_MEMORY;
    for (const rsp_node *n = root ? root->first : NULL; n; n = n->next) {
        if (n->kind != NODE_SEQ)
            add_value(s, n, n);
        for (const rsp_node *item = n->kind == NODE_SEQ ? n->first : NULL; item; item = item->next)
            add_value(s, n, item);
    }
    return RSP_OK;
}

rsp_settings *rsp_settings_load_memory(const char *name, rsp_bytes yaml, const rsp_mem *mem,
                                       rsp_diagnostics *diagnostics) {
    rsp_status status = RSP_OK;
    rsp_source *source = source_parse(name, yaml, mem, diagnostics, &status);
    if (!source)
        return NULL;
    if (status == RSP_OK && source->num_documents > 0)
        status = node_type_check_document(source, &settings_node_type, "settings", diagnostics);
    rsp_settings *s = status == RSP_OK ? rsp_arena_alloc(&source->arena, sizeof *s) : NULL;
    if (s) {
        s->source = source;
        if (fill(s) == RSP_OK)
            return s;
    }
    source_free(source);
    return NULL;
}

void rsp_settings_free(rsp_settings *settings) {
    if (settings)
        source_free(settings->source);
}

const rsp_setting *rsp_settings_get(const rsp_settings *settings, size_t i) {
    return i < settings->num ? &settings->items[i] : NULL;
}

void rsp_settings_refuse(const rsp_settings *settings, const rsp_location *at, rsp_diagnostics *diagnostics,
                         const char *hint, const char *message) {
    (void)rsp_diagnose(diagnostics, RSP_SEVERITY_ERROR, RSP_SCHEMA, at, settings->source->text, hint, "%s",
                       message);
}
