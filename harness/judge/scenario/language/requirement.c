/* The requirement catalogue: a list of maps, checked and compiled by its node type, looked up by id.
 * Ids are unique; the table is sorted once for lookup and kept in file order for listing.
 * Texts stay in the arena of the parsed file. */
/* SPDX-License-Identifier: MIT */
#include "scenario/requirement.h"

#include "core/mem.h"
#include "language/compile.h"
#include "language/syntax.h"

#include <stdlib.h>

struct rsp_catalogue {
    const rsp_mem *mem;
    rsp_source *source;
    rsp_requirement *items;
    const rsp_requirement **sorted;
    size_t num;
};

static rsp_requirement requirement_of(const requirement_row_spec *row) {
    return (rsp_requirement){
        .id = spec_text(row->id),
        .level = spec_level(row->level),
        .side = row->role->word == SIDE_CLIENT ? RSP_SIDE_CLIENT : RSP_SIDE_STUB,
        .applies = spec_text(row->applies),
        .text = spec_text(row->text),
        .source = spec_text(row->source),
        .check = spec_text(row->check),
        .mutant = spec_text(row->mutant),
        .line = row->w.at.line,
    };
}

static int compare_ids(const void *a, const void *b) {
    const rsp_requirement *const *x = a;
    const rsp_requirement *const *y = b;
    return strcmp((*x)->id, (*y)->id);
}

static rsp_status index_ids(rsp_catalogue *catalogue, rsp_diagnostics *diagnostics) {
    for (size_t i = 0; i < catalogue->num; i++)
        catalogue->sorted[i] = &catalogue->items[i];
    if (catalogue->num > 0)
        qsort(catalogue->sorted, catalogue->num, sizeof(void *), compare_ids);
    rsp_status status = RSP_OK;
    for (size_t i = 1; i < catalogue->num; i++) {
        const rsp_requirement *r = catalogue->sorted[i];
        if (strcmp(r->id, catalogue->sorted[i - 1]->id) != 0)
            continue;
        rsp_location location = {.path = catalogue->source->path, .line = r->line, .column = 1, .width = 1};
        status = rsp_diagnose(diagnostics, RSP_SEVERITY_ERROR, RSP_DUPLICATE, &location,
                              catalogue->source->text, "", "requirement %s is there twice", r->id);
    }
    return status;
}

static rsp_status build(rsp_catalogue *catalogue, rsp_diagnostics *diagnostics) {
    rsp_node *root = catalogue->source->documents;
    if (!root)
        return RSP_OK;
    rsp_status status = node_type_check(catalogue->source, root, &syntax_catalogue, NULL, diagnostics);
    if (status != RSP_OK)
        return status;
    const catalogue_spec *spec = spec_compile(catalogue->source, root, &syntax_catalogue);
    if (!spec)
        return catalogue->source->compiled.status;
    catalogue->items = rsp_mem_calloc(catalogue->mem, spec->num + 1, sizeof *catalogue->items);
    catalogue->sorted = rsp_mem_calloc(catalogue->mem, spec->num + 1, sizeof(void *));
    if (!catalogue->items || !catalogue->sorted)
        return RSP_NO_MEMORY;
    for (size_t i = 0; i < spec->num; i++)
        catalogue->items[catalogue->num++] = requirement_of(spec->items[i]);
    return index_ids(catalogue, diagnostics);
}

rsp_catalogue *rsp_catalogue_load_memory(const char *name, rsp_bytes yaml, const rsp_mem *mem,
                                         rsp_diagnostics *diagnostics) {
    rsp_catalogue *catalogue = rsp_mem_calloc(mem, 1, sizeof *catalogue);
    if (!catalogue)
        return NULL;
    catalogue->mem = mem;
    rsp_status status = RSP_OK;
    catalogue->source = source_parse(name, yaml, mem, diagnostics, &status);
    if (catalogue->source && status == RSP_OK)
        status = build(catalogue, diagnostics);
    if (status == RSP_OK)
        return catalogue;
    rsp_catalogue_free(catalogue);
    return NULL;
}

void rsp_catalogue_free(rsp_catalogue *catalogue) {
    if (!catalogue)
        return;
    source_free(catalogue->source);
    rsp_mem_free(catalogue->mem, catalogue->items);
    rsp_mem_free(catalogue->mem, catalogue->sorted);
    rsp_mem_free(catalogue->mem, catalogue);
}

size_t rsp_catalogue_count(const rsp_catalogue *catalogue) {
    return catalogue->num;
}

const rsp_requirement *rsp_catalogue_get(const rsp_catalogue *catalogue, size_t i) {
    return i < catalogue->num ? &catalogue->items[i] : NULL;
}

const rsp_requirement *rsp_catalogue_find(const rsp_catalogue *catalogue, rsp_bytes id) {
    size_t low = 0;
    size_t high = catalogue->num;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = rsp_bytes_compare(rsp_bytes_str(catalogue->sorted[middle]->id), id);
        if (order == 0)
            return catalogue->sorted[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}
