/* Before libraries are unmapped the loader passes by as well: breakpoints in those that have come by dlopen
 * are taken out then, for a stub cannot do that afterwards. Those that stay are put back at the next pass.
 * See libraries.h. */
/* SPDX-License-Identifier: MIT */
#include "control/libraries.h"

#include "control/breakpoint.h"
#include "dwarf/debug_probe.h"
#include "dwarf/debug_symbol.h"

/* Asks for the list, and takes each library for what it is. */
static rsp_status read_list(adapter *a) {
    rsp_modules *modules = &a->program.modules;
    rsp_modules_stale(modules);
    rsp_status status = rsp_modules_list(modules);
    return status == RSP_OK ? rsp_modules_check(modules) : status;
}

rsp_status libraries_begin(adapter *a) {
    adapter_program *p = &a->program;
    if (!adapter_debuggee(a))
        return RSP_OK;
    rsp_status status = rsp_modules_init(&p->modules, &p->debuggee, adapter_program_name(a), NULL);
    if (status == RSP_OK)
        status = rsp_loader_begin(&p->loader, &p->modules);
    if (status == RSP_OK && p->loader.is_settled)
        status = read_list(a);
    return status;
}

/* What a program has from its start stays: only what has come by dlopen can go. Which that is nobody tells in
 * a process that was attached to. */
static void note_early(adapter *a) {
    const rsp_modules *modules = &a->program.modules;
    for (size_t i = 0; i < modules->num; i++)
        modules->items[i]->is_early = modules->items[i]->is_loaded;
}

/* LLDB's stub announces this, and no forks: it lets children go with what it has written into their parent.
 */
static bool keeps_children_from_us(const adapter *a) {
    const rsp_bytes features = rsp_client_features(a->program.client);
    return rsp_bytes_search(features, RSP_LIT("QThreadSuffixSupported+")) < features.len &&
           rsp_bytes_search(features, RSP_LIT("fork-events+")) == features.len;
}

static bool is_late(const adapter *a, uint64_t address) {
    const rsp_module *module = rsp_modules_known_at(&a->program.modules, address);
    return module && !module->is_early;
}

static bool lies_in_late_library(const adapter *a, const breakpoint *b) {
    for (size_t i = 0; i < b->num_addresses && b->kind != BREAK_DATA; i++)
        if (is_late(a, b->addresses[i]))
            return true;
    return false;
}

uint64_t libraries_place(const adapter *a) {
    const rsp_loader *loader = &a->program.loader;
    if (loader->place == 0 || !loader->is_settled || !keeps_children_from_us(a))
        return loader->place;
    for (const breakpoint *b = a->control->breakpoints.first; b; b = b->next)
        if (b->awaited || lies_in_late_library(a, b))
            return loader->place;
    return 0;
}

void libraries_reload(adapter *a) {
    if (!adapter_modules(a))
        return;
    a->control->libraries.due = true;
    libraries_update(a);
}

void libraries_look(adapter *a) {
    const rsp_loader *loader = &a->program.loader;
    if (loader->place == 0 || !loader->is_settled || libraries_place(a))
        return;
    libraries_reload(a);
}

static void add_leap(control_libraries *known, uint64_t address) {
    for (size_t i = 0; i < known->num_leaps; i++)
        if (known->leaps[i] == address)
            return;
    if (known->num_leaps < CONTROL_LEAPS)
        known->leaps[known->num_leaps++] = address;
}

/* Of the first kind that a file has. All that is before the jump is stepped through. */
static void find_leaps(control_libraries *known, const rsp_debuggee *d) {
    static const char *const names[][4] = {{"__longjmp", "____longjmp_chk"},
                                           {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"}};
    uint64_t found[CONTROL_LEAPS];
    size_t num = rsp_debug_probe_find(d->file, "libc", "longjmp_target", found, CONTROL_LEAPS);
    for (size_t kind = 0; num == 0 && kind < RSP_ARRAY_LEN(names); kind++)
        for (size_t i = 0; i < RSP_ARRAY_LEN(names[kind]) && names[kind][i]; i++)
            num += rsp_debug_symbol_named(d->file, names[kind][i], &found[num]);
    for (size_t i = 0; i < num; i++)
        add_leap(known, found[i] + d->bias);
}

static control_libraries *find_exits(adapter *a) {
    control_libraries *known = &a->control->libraries;
    uint64_t address = 0;
    size_t at = 0;
    if (known->exits_known)
        return known;
    known->exits_known = true;
    known->handlers = 0;
    known->num_leaps = 0;
    for (const rsp_debuggee *d; (d = adapter_next_debuggee(a, &at));) {
        if (known->handlers == 0 && rsp_debug_symbol_named(d->file, "__cxa_begin_catch", &address))
            known->handlers = address + d->bias;
        if (d->bias != d->loader_bias || d->loader_bias == 0) /* which has a longjmp of its own */
            find_leaps(known, d);
    }
    return known;
}

uint64_t libraries_handlers(adapter *a) {
    return find_exits(a)->handlers;
}

size_t libraries_leaps(adapter *a, const uint64_t **out) {
    const control_libraries *known = find_exits(a);
    *out = known->leaps;
    return known->num_leaps;
}

bool libraries_is_leap(adapter *a, uint64_t pc) {
    const control_libraries *known = find_exits(a);
    for (size_t i = 0; i < known->num_leaps; i++)
        if (known->leaps[i] == pc)
            return true;
    return false;
}

void libraries_leave_exit(adapter *a, uint64_t address) {
    control_libraries *known = &a->control->libraries;
    breakpoints *all = &a->control->breakpoints;
    if (!known->exits_known || (known->handlers != address && !libraries_is_leap(a, address)))
        return;
    known->handlers = known->handlers == address ? 0 : known->handlers;
    for (size_t i = 0; i < known->num_leaps; i++)
        if (known->leaps[i] == address)
            known->leaps[i--] = known->leaps[--known->num_leaps];
    for (size_t i = 0; i < all->num_steps; i++)
        if (all->steps[i] == address && address != a->control->plan.wait.target)
            all->steps[i--] = all->steps[--all->num_steps];
}

void libraries_update(adapter *a) {
    control *c = a->control;
    const adapter_wait wait = a->wait;
    if (!c->libraries.due)
        return;
    a->wait = WAIT_LOOK;
    rsp_status status = read_list(a);
    a->wait = wait;
    if (status != RSP_OK)
        return;
    c->libraries.exits_known = false;
    c->libraries.due = false;
    if (!a->program.loader.is_settled && !c->attached)
        note_early(a);
    a->program.loader.is_settled = true;
    libraries_tell(a);
    breakpoints_bind_all(a);
}

bool libraries_arrived(adapter *a, uint64_t pc) {
    control *c = a->control;
    rsp_loader *loader = &a->program.loader;
    rsp_loader_news news = RSP_LOADER_BUSY;
    if (loader->place == 0 || pc != loader->place)
        return false;
    rsp_status status = rsp_loader_arrived(loader, &news);
    c->libraries.leaving = status == RSP_OK && news == RSP_LOADER_LEAVING && !c->backwards;
    if (status != RSP_OK || news == RSP_LOADER_SETTLED || c->backwards)
        c->libraries.due = true;
    libraries_update(a);
    return true;
}

bool libraries_leave(const adapter *a, uint64_t address) {
    return a->control->libraries.leaving && is_late(a, address);
}

void libraries_tell(adapter *a) {
    rsp_modules *modules = adapter_modules(a);
    if (a->control->stage != STAGE_STARTED)
        return;
    for (size_t i = 0; modules && i < modules->num; i++) {
        rsp_module *module = modules->items[i];
        if (module->told == module->is_loaded)
            continue;
        module->told = module->is_loaded;
        adapter_event(a, "module",
                      json_pack("{s:s, s:o}", "reason", module->is_loaded ? "new" : "removed", "module",
                                adapter_module_json(module)));
    }
}

void libraries_executed(adapter *a) {
    adapter_program *p = &a->program;
    rsp_debuggee learned;
    breakpoints_forget_frames(a);
    if (!adapter_debuggee(a))
        return;
    for (size_t i = 1; i < p->modules.num; i++)
        p->modules.items[i]->is_loaded = false;
    libraries_tell(a);
    p->loader = (rsp_loader){0};
    a->control->libraries = (control_libraries){0};
    if (rsp_debuggee_learn(&learned, p->client, p->breakpoints, p->debuggee.file, NULL) == RSP_OK) {
        p->debuggee = learned;
        p->modules.items[0]->bias = learned.bias;
        (void)!rsp_loader_begin(&p->loader, &p->modules);
    } else {
        p->debuggee.client = NULL; /* the file is another program's */
    }
    breakpoints_bind_all(a);
}
