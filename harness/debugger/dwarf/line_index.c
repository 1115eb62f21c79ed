/* A list that is sorted once. Two names with one hash cost a look at a table too many, and nothing else.
 * Reading a unit's files reads its lines as well, which libdw keeps.
 * See line_index.h. */
/* SPDX-License-Identifier: MIT */
#include "line_index.h"

#include "core/mem.h"
#include "die.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t hash_of(rsp_bytes path) {
    uint64_t hash = 0;
    size_t first = path.len;
    while (first > 0 && path.ptr[first - 1] != '/')
        first--;
    for (size_t i = first; i < path.len; i++)
        hash = rsp_hash(hash, path.ptr[i]);
    return hash;
}

static rsp_status add(struct line_index *index, line_index_entry entry) {
    if (index->num == index->cap) {
        const size_t cap = index->cap ? 2 * index->cap : 256;
        line_index_entry *more = rsp_mem_realloc(NULL, index->entries, cap * sizeof *more);
        if (!more)
            return RSP_NO_MEMORY;
        index->entries = more;
        index->cap = cap;
    }
    index->entries[index->num++] = entry;
    return RSP_OK;
}

static int by_name(const void *left, const void *right) {
    const line_index_entry *a = left;
    const line_index_entry *b = right;
    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    return a->unit < b->unit ? -1 : a->unit > b->unit;
}

rsp_status line_index_make(const rsp_debug_file *file) {
    struct line_index *index = file->lines;
    Dwarf_Die unit;
    die_units units = {0};
    rsp_status status = RSP_OK;
    if (index->built)
        return RSP_OK;
    index->num = 0;
    while (status == RSP_OK && die_next_unit(file, &units, &unit)) {
        Dwarf_Files *files = NULL;
        size_t num = 0;
        if (dwarf_getsrcfiles(&unit, &files, &num) != 0)
            continue;
        for (size_t i = 0; i < num && status == RSP_OK; i++) {
            const char *path = dwarf_filesrc(files, i, NULL, NULL);
            if (path)
                status = add(index, (line_index_entry){.name = hash_of(rsp_bytes_str(path)),
                                                       .unit = die_offset(&unit)});
        }
    }
    if (index->num > 0)
        qsort(index->entries, index->num, sizeof *index->entries, by_name);
    index->built = status == RSP_OK;
    return status;
}

/* The first entry that is not before one with this name. */
static size_t first_of(const struct line_index *index, uint64_t name) {
    size_t low = 0;
    size_t high = index->num;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (index->entries[middle].name < name)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool line_index_next(const rsp_debug_file *file, rsp_bytes path, size_t *at, Dwarf_Die *out) {
    const struct line_index *index = file->lines;
    const uint64_t name = hash_of(path);
    size_t i = *at > 0 ? *at : first_of(index, name);
    const bool found = i < index->num && index->entries[i].name == name;
    const uint64_t unit = found ? index->entries[i].unit : 0;
    while (i < index->num && index->entries[i].name == name && index->entries[i].unit == unit)
        i++;
    *at = i;
    return found && die_at(file, unit, out);
}

/* --- calls --- */

static void calls_free(line_index_calls *calls) {
    rsp_mem_free(NULL, calls->items);
    rsp_mem_free(NULL, calls);
}

static bool add_call(line_index_calls *calls, const rsp_debug_function *f) {
    if (calls->num == calls->cap) {
        const size_t cap = calls->cap ? 2 * calls->cap : 16;
        line_index_call *more = rsp_mem_realloc(NULL, calls->items, cap * sizeof *more);
        if (!more)
            return false;
        calls->items = more;
        calls->cap = cap;
    }
    calls->items[calls->num++] =
        (line_index_call){.path = f->call_path, .line = f->call_line, .address = f->low};
    return true;
}

static bool collect(line_index_calls *calls, const rsp_debug_file *file, Dwarf_Die *unit) {
    die_walk walk;
    bool inside = true;
    bool ok = true;
    die_walk_begin(&walk, unit);
    for (Dwarf_Die *die; ok && (die = die_walk_next(&walk, inside));) {
        inside = die_holds_functions(dwarf_tag(die)) || dwarf_tag(die) == DW_TAG_inlined_subroutine;
        if (dwarf_tag(die) != DW_TAG_inlined_subroutine)
            continue;
        const rsp_debug_function f = debug_function_describe(file, unit, die);
        if (f.low > 0)
            ok = add_call(calls, &f);
    }
    return ok;
}

const line_index_calls *line_index_calls_of(const rsp_debug_file *file, Dwarf_Die *unit) {
    rsp_hash_table *all = &file->lines->calls;
    const uint64_t offset = die_offset(unit);
    const uint64_t hash = rsp_hash(0, offset);
    for (rsp_hash_node *node = rsp_hash_table_first(all, hash); node; node = rsp_hash_table_next(node))
        if (((line_index_calls *)(void *)node)->unit == offset)
            return (line_index_calls *)(void *)node;
    line_index_calls *made = rsp_mem_calloc(NULL, 1, sizeof *made);
    if (!made)
        return NULL;
    made->unit = offset;
    if (!collect(made, file, unit)) {
        calls_free(made);
        return NULL;
    }
    rsp_hash_table_add(all, &made->node, hash);
    return made;
}

/* --- paths --- */

static char *join(const char *folder, const char *path) {
    const size_t size = strlen(folder) + 1 + strlen(path) + 1;
    char *out = rsp_mem_alloc(NULL, size);
    if (out)
        (void)snprintf(out, size, "%s/%s", folder, path);
    return out;
}

/* NULL: nobody tells, or it was replaced by a name that leads nowhere. */
static const char *folder_of(Dwarf_Die *unit) {
    Dwarf_Attribute storage;
    Dwarf_Attribute *attribute = dwarf_attr_integrate(unit, DW_AT_comp_dir, &storage);
    const char *folder = attribute ? dwarf_formstring(attribute) : NULL;
    return folder && folder[0] == '/' ? folder : NULL;
}

const char *line_index_whole_path(const rsp_debug_file *file, Dwarf_Die *unit, const char *path) {
    rsp_hash_table *all = &file->lines->paths;
    if (!path || path[0] == '/' || path[0] == 0 || path[0] == '<')
        return path;
    const uint64_t hash = rsp_hash(die_offset(unit), (uint64_t)(uintptr_t)path);
    for (rsp_hash_node *node = rsp_hash_table_first(all, hash); node; node = rsp_hash_table_next(node))
        if (((line_index_path *)(void *)node)->part == path)
            return ((line_index_path *)(void *)node)->whole;
    const char *folder = folder_of(unit);
    line_index_path *made = folder ? rsp_mem_calloc(NULL, 1, sizeof *made) : NULL;
    char *whole = made ? join(folder, path) : NULL;
    if (!whole) {
        rsp_mem_free(NULL, made);
        return path;
    }
    *made = (line_index_path){.part = path, .whole = whole};
    rsp_hash_table_add(all, &made->node, hash);
    return whole;
}

static void visit_path(void *ctx, rsp_hash_node *node) {
    line_index_path *path = (line_index_path *)(void *)node;
    (void)ctx;
    rsp_mem_free(NULL, path->whole);
    rsp_mem_free(NULL, path);
}

static void visit_calls(void *ctx, rsp_hash_node *node) {
    (void)ctx;
    calls_free((line_index_calls *)(void *)node);
}

void line_index_free(struct line_index *index) {
    if (!index)
        return;
    rsp_hash_table_each(&index->calls, visit_calls, NULL);
    rsp_hash_table_free(&index->calls);
    rsp_hash_table_each(&index->paths, visit_path, NULL);
    rsp_hash_table_free(&index->paths);
    rsp_mem_free(NULL, index->entries);
    rsp_mem_free(NULL, index);
}
