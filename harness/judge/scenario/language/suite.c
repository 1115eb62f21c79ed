/* A suite: files are parsed, checked against the syntax, their texts and names looked at, then listed.
 * A document with errors is left out, and all its errors are told.
 * `cases:` is expanded here: one scenario per row. */
/* SPDX-License-Identifier: MIT */
#include "scenario/scenario.h"

#include "language/check.h"
#include "language/compile.h"
#include "language/suite.h"
#include "language/syntax.h"

#include "core/arena.h"
#include "core/hash.h"
#include "core/limits.h"
#include "core/mem.h"
#include <stdio.h>
#include <stdlib.h>

struct rsp_suite {
    const rsp_mem *mem;
    const rsp_catalogue *catalogue;
    rsp_arena arena;
    rsp_diagnostics diagnostics;
    rsp_source *sources;
    rsp_source **last_source;
    size_t num_files;
    rsp_scenario *items;
    size_t num;
    size_t cap;
    const char **names; /* open addressing by hash; each points to a scenario's name */
    size_t *slots;      /* index into items, parallel to names */
    size_t num_slots;
};

rsp_suite *rsp_suite_new(const rsp_suite_options *options) {
    const rsp_mem *mem = options ? options->mem : NULL;
    rsp_suite *suite = rsp_mem_calloc(mem, 1, sizeof *suite);
    if (!suite)
        return NULL;
    suite->mem = mem;
    suite->catalogue = options ? options->catalogue : NULL;
    suite->arena.mem = mem;
    suite->diagnostics.arena.mem = mem;
    suite->last_source = &suite->sources;
    return suite;
}

void rsp_suite_free(rsp_suite *suite) {
    if (!suite)
        return;
    for (rsp_source *s = suite->sources; s;) {
        rsp_source *next = s->next;
        source_free(s);
        s = next;
    }
    rsp_diagnostics_free(&suite->diagnostics);
    rsp_arena_free(&suite->arena);
    rsp_mem_free(suite->mem, suite->items);
    rsp_mem_free(suite->mem, (void *)suite->names);
    rsp_mem_free(suite->mem, suite->slots);
    rsp_mem_free(suite->mem, suite);
}

/* The slot of the name, or the free one where it belongs. */
static size_t find_slot(const rsp_suite *suite, const char *name) {
    size_t at = rsp_fnv_bytes(RSP_FNV, rsp_bytes_str(name)) & (suite->num_slots - 1);
    while (suite->names[at] && strcmp(suite->names[at], name) != 0)
        at = (at + 1) & (suite->num_slots - 1);
    return at;
}

static rsp_status grow_slots(rsp_suite *suite) {
    if (suite->num * 2 < suite->num_slots)
        return RSP_OK;
    size_t num = suite->num_slots ? suite->num_slots * 2 : 256;
    const char **names = rsp_mem_calloc(suite->mem, num, sizeof *names);
    size_t *slots = rsp_mem_calloc(suite->mem, num, sizeof *slots);
    if (!names || !slots) {
        rsp_mem_free(suite->mem, (void *)names);
        rsp_mem_free(suite->mem, slots);
        return RSP_NO_MEMORY;
    }
    rsp_mem_free(suite->mem, (void *)suite->names);
    rsp_mem_free(suite->mem, suite->slots);
    suite->names = names;
    suite->slots = slots;
    suite->num_slots = num;
    for (size_t i = 0; i < suite->num; i++) {
        size_t at = find_slot(suite, suite->items[i].name);
        suite->names[at] = suite->items[i].name;
        suite->slots[at] = i;
    }
    return RSP_OK;
}

const rsp_scenario *rsp_suite_find(const rsp_suite *suite, const char *name) {
    if (suite->num_slots == 0)
        return NULL;
    size_t at = find_slot(suite, name);
    return suite->names[at] ? &suite->items[suite->slots[at]] : NULL;
}

/* Texts of a list, which may be NULL. */
static const char *const *text_list(rsp_suite *suite, const written *const *items, size_t num,
                                    size_t *out_num) {
    const char **list = num > 0 ? rsp_arena_alloc(&suite->arena, num * sizeof *list) : NULL;
    *out_num = list ? num : 0;
    for (size_t i = 0; i < *out_num; i++)
        list[i] = spec_text(items[i]);
    return list;
}

static rsp_level scenario_level(const rsp_suite *suite, const rsp_scenario *s, const level_spec *level) {
    if (level)
        return spec_level(level);
    rsp_level highest = suite->catalogue && s->num_covers > 0 ? RSP_LEVEL_MAY : RSP_LEVEL_MUST;
    for (size_t i = 0; suite->catalogue && i < s->num_covers; i++) {
        const rsp_requirement *r = rsp_catalogue_find(suite->catalogue, rsp_bytes_str(s->covers[i]));
        if (r && r->level < highest)
            highest = r->level;
    }
    return highest;
}

/* An error at the scenario's name. */
static rsp_status refuse(rsp_suite *suite, const rsp_source *source, const scenario_spec *spec,
                         rsp_status status, const char *fmt, ...) RSP_PRINTF(5, 6);

static rsp_status refuse(rsp_suite *suite, const rsp_source *source, const scenario_spec *spec,
                         rsp_status status, const char *fmt, ...) {
    const spec_location at = spec->scenario->at;
    const rsp_location place = {.path = source->path,
                                .line = at.line,
                                .column = at.column,
                                .width = (uint32_t)spec->scenario->text.len};
    char text[240];
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return rsp_diagnose(&suite->diagnostics, RSP_SEVERITY_ERROR, status, &place, source->text, "", "%s",
                        text);
}

static rsp_status add(rsp_suite *suite, const rsp_source *source, const rsp_scenario *scenario) {
    const scenario_spec *spec = scenario->script->spec;
    const rsp_scenario *twin = rsp_suite_find(suite, scenario->name);
    if (twin)
        return refuse(suite, source, spec, RSP_DUPLICATE, "scenario '%s' is already in %s:%u", scenario->name,
                      twin->path, (unsigned)twin->line);
    if (suite->num >= RSP_LIMIT_SCENARIOS)
        return refuse(suite, source, spec, RSP_LIMIT, "too many scenarios");
    if (suite->num == suite->cap) {
        size_t cap = suite->cap ? suite->cap * 2 : 64;
        rsp_scenario *items = rsp_mem_realloc(suite->mem, suite->items, cap * sizeof *items);
        if (!items)
            return RSP_NO_MEMORY;
        suite->items = items;
        suite->cap = cap;
    }
    rsp_status status = grow_slots(suite);
    if (status != RSP_OK)
        return status;
    size_t at = find_slot(suite, scenario->name);
    suite->names[at] = scenario->name;
    suite->slots[at] = suite->num;
    suite->items[suite->num++] = *scenario;
    return RSP_OK;
}

/* The label of a row: its `case`, else its place in the list. */
static const char *case_name(rsp_suite *suite, const char *name, const case_row_spec *row, size_t number) {
    const value_spec *label = case_label(row);
    if (!label)
        return rsp_arena_printf(&suite->arena, "%s.%zu", name, number);
    char *text = (char *)(uintptr_t)rsp_arena_printf(&suite->arena, "%s.%s", name, spec_text(&label->w));
    for (char *p = text; *p; p++) {
        if (*p <= ' ' || *p > '~')
            *p = '-';
    }
    return text;
}

/* The first program of `needs`, "" for any. */
static const char *first_program(const scenario_spec *spec) {
    const names_spec *programs = spec->needs ? spec->needs->program : NULL;
    return programs && programs->num > 0 ? spec_text(programs->items[0]) : "";
}

static rsp_scenario describe(rsp_suite *suite, const rsp_source *source, const rsp_node *root,
                             const script *compiled) {
    const scenario_spec *spec = compiled->spec;
    const char *name = spec_text(spec->scenario);
    rsp_scenario s = {
        .name = name,
        .area = rsp_arena_printf(&suite->arena, "%.*s", (int)strcspn(name, "/"), name),
        .title = spec_text(spec->title),
        .path = source->path,
        .line = root->line,
        .last_line = root->last_line,
        .play = spec->role && spec->role->word == ROLE_STUB ? RSP_PLAY_STUB : RSP_PLAY_CLIENT,
        .program = first_program(spec),
        .script = compiled,
    };
    s.covers = text_list(suite, spec->covers->items, spec->covers->num, &s.num_covers);
    if (spec->tags)
        s.tags = text_list(suite, spec->tags->items, spec->tags->num, &s.num_tags);
    s.level = scenario_level(suite, &s, spec->level);
    return s;
}

static rsp_status add_document(rsp_suite *suite, const rsp_source *source, const rsp_node *root,
                               const script *compiled) {
    const cases_spec *cases = compiled->spec->cases;
    rsp_scenario s = describe(suite, source, root, compiled);
    const char *name = s.name;
    rsp_status status = suite->arena.status;
    if (!cases)
        return status == RSP_OK ? add(suite, source, &s) : status;
    for (size_t i = 0; i < cases->num && status == RSP_OK; i++) {
        s.row = cases->items[i];
        s.name = case_name(suite, name, s.row, i + 1);
        status = suite->arena.status == RSP_OK ? add(suite, source, &s) : suite->arena.status;
    }
    return status;
}

rsp_status rsp_suite_load_memory(rsp_suite *suite, const char *name, rsp_bytes yaml) {
    rsp_status status = RSP_OK;
    rsp_source *source = source_parse(name, yaml, suite->mem, &suite->diagnostics, &status);
    if (!source)
        return status;
    *suite->last_source = source;
    suite->last_source = &source->next;
    suite->num_files++;
    for (rsp_node *root = source->documents; root; root = root->next) {
        if (node_is_null(root) && root->kind == NODE_SCALAR)
            continue; /* an empty document, as behind a closing --- */
        rsp_status checked = check_scenario(source, root, suite->catalogue, &suite->diagnostics);
        const script *compiled = NULL;
        if (checked == RSP_OK)
            checked = script_compile(&compiled, source, root);
        if (checked == RSP_OK)
            checked = check_script(source, compiled, &suite->diagnostics);
        if (checked == RSP_OK)
            checked = add_document(suite, source, root, compiled);
        status = status == RSP_OK ? checked : status;
    }
    return status;
}

const rsp_diagnostics *rsp_suite_diagnostics(const rsp_suite *suite) {
    return &suite->diagnostics;
}

rsp_diagnostics *suite_diagnostics(rsp_suite *suite) {
    return &suite->diagnostics;
}

const rsp_mem *suite_mem(const rsp_suite *suite) {
    return suite->mem;
}

size_t rsp_suite_num_files(const rsp_suite *suite) {
    return suite->num_files;
}

size_t rsp_suite_count(const rsp_suite *suite) {
    return suite->num;
}

const rsp_scenario *rsp_suite_get(const rsp_suite *suite, size_t i) {
    return i < suite->num ? &suite->items[i] : NULL;
}

void rsp_scenario_schema(rsp_buf *out) {
    node_type_schema(out, &syntax_scenario, "scenario.schema.json", "A Stubborn scenario");
}
