/* A list that is sorted once. Two names with one hash cost a look at a table too many, and nothing else.
 * Reading a unit's files reads its lines as well, which libdw keeps.
 * See line_index.h. */
/* SPDX-License-Identifier: MIT */
#include "line_index.h"

#include "core/hash_table.h"
#include "core/mem.h"
#include "die.h"

#include <stdlib.h>

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

void line_index_free(struct line_index *index) {
    if (index)
        rsp_mem_free(NULL, index->entries);
    rsp_mem_free(NULL, index);
}
