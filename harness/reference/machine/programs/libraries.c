/* Libraries come and go with mappings, which is what a debugger of a system without a list of its own sees.
 * Their names and addresses are compared as one hash.
 * A dynamic linker maps a library piece by piece: the first executable piece counts. */
/* SPDX-License-Identifier: MIT */
#include "libraries.h"

#include "region.h"

#include "core/hash_table.h"
#include <string.h>

static bool is_library(const rsp_process *p, const region *r) {
    return (r->perms & RSP_PERM_X) && r->name && r->name[0] == '/' &&
           strcmp(r->name, p->image.file->path) != 0;
}

bool rsp_process_next_library(const rsp_process *process, rsp_region *library) {
    const space *s = process->space;
    for (size_t i = library->mapped ? space_region_index(s, library->start) + 1 : 0; i < s->num_regions;
         i++) {
        const region *r = &s->regions[i];
        if (!is_library(process, r) || rsp_bytes_equal(rsp_bytes_str(r->name), library->name))
            continue;
        rsp_process_region(process, library, r->start);
        return true;
    }
    return false;
}

static uint64_t hash_of(const rsp_process *p) {
    rsp_region library = {.mapped = false};
    uint64_t hash = 0;
    while (rsp_process_next_library(p, &library)) {
        hash = rsp_hash(hash, library.start);
        for (size_t i = 0; i < library.name.len; i++)
            hash = rsp_hash(hash, library.name.ptr[i]);
    }
    return hash;
}

static bool wanted(const rsp_process *p) {
    return p->watch.traced && (p->watch.reports & RSP_REPORT_LIBRARIES);
}

void libraries_note(rsp_process *p) {
    if (wanted(p))
        p->watch.libraries = hash_of(p);
}

void libraries_changed(rsp_thread *t) {
    rsp_process *p = t->process;
    if (!wanted(p))
        return;
    uint64_t now = hash_of(p);
    if (now != p->watch.libraries)
        t->libraries_due = true;
    p->watch.libraries = now;
}
