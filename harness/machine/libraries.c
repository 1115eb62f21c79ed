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

static uint64_t hash_of(const rsp_process *p) {
    const space *s = p->space;
    uint64_t hash = 0;
    const char *before = "";
    for (size_t i = 0; i < s->num_regions; i++) {
        const region *r = &s->regions[i];
        if (!is_library(p, r) || strcmp(r->name, before) == 0)
            continue;
        before = r->name;
        hash = rsp_hash(hash, r->start);
        for (const char *name = r->name; *name; name++)
            hash = rsp_hash(hash, (uint8_t)*name);
    }
    return hash;
}

static bool wanted(const rsp_process *p) {
    return p->traced && (p->reports & RSP_REPORT_LIBRARIES);
}

void libraries_note(rsp_process *p) {
    if (wanted(p))
        p->libraries = hash_of(p);
}

void libraries_changed(rsp_thread *t) {
    rsp_process *p = t->process;
    if (!wanted(p))
        return;
    uint64_t now = hash_of(p);
    if (now != p->libraries)
        t->libraries_due = true;
    p->libraries = now;
}
