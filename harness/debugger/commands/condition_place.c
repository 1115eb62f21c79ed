/* Of several libraries that have the place, the first one in the loader's order is taken, as for a symbol.
 * A library that cannot be read here is passed over.
 * See condition_place.h. */
/* SPDX-License-Identifier: MIT */
#include "commands/condition_place.h"

static bool has_libraries(const rsp_modules *modules) {
    for (size_t i = 0; i < modules->num; i++)
        if (!modules->items[i]->is_program && modules->items[i]->is_loaded)
            return true;
    return false;
}

static rsp_status take_library(condition_place *out, const rsp_modules *modules, const rsp_module *module,
                               rsp_arena *arena, rsp_error *error) {
    rsp_error why = {0};
    out->debuggee = rsp_arena_alloc(arena, sizeof *out->debuggee);
    out->library = module->path;
    out->module = module;
    if (!out->debuggee)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for a library");
    rsp_status status =
        rsp_debuggee_library(out->debuggee, modules->debuggee, module->opened.file, module->bias, &why);
    return status == RSP_OK ? RSP_OK : rsp_fail(error, status, "%s: %s", module->path, why.msg);
}

/* RSP_NOT_FOUND with what was looked through. */
rsp_status condition_place_in_libraries(condition_place *out, rsp_modules *modules, rsp_arena *arena,
                                        const char *text, rsp_error *error) {
    size_t num_known = 0;
    size_t num_unknown = 0;
    for (size_t i = 0; i < modules->num; i++) {
        rsp_module *module = modules->items[i];
        uint64_t address = 0;
        size_t num = 0;
        if (module->is_program || !module->is_loaded)
            continue;
        const rsp_debug_file *file = rsp_module_file(modules, module);
        bool known = file && rsp_debug_file_facts(file)->has_debug;
        num_known += known;
        num_unknown += !known;
        if (known && rsp_debug_place_find(file, text, &address, 1, &num, NULL) == RSP_OK && num > 0)
            return take_library(out, modules, module, arena, error);
    }
    return rsp_fail(error, RSP_NOT_FOUND,
                    "%s: not in the program, nor in its libraries with debug information (%zu of %zu); "
                    "--pending waits for one that is loaded later",
                    text, num_known, num_known + num_unknown);
}

rsp_status condition_place_find(condition_place *out, condition_loader *loader, rsp_arena *arena,
                                const char *text, uint64_t timeout_ns, rsp_error *error) {
    rsp_modules *modules = loader->modules;
    const rsp_debug_facts *facts = rsp_debug_file_facts(modules->debuggee->file);
    uint64_t address = 0;
    size_t num = 0;
    *out = (condition_place){.debuggee = modules->debuggee};
    rsp_status status = rsp_debug_place_find(modules->debuggee->file, text, &address, 1, &num, error);
    if (status != RSP_NOT_FOUND || !facts->loader)
        return status;
    const rsp_error in_program = error ? *error : (rsp_error){0};
    status = condition_loader_list(loader, timeout_ns, error);
    if (status == RSP_OK && !has_libraries(modules) && error)
        *error = in_program;
    if (status == RSP_OK)
        status = has_libraries(modules) ? condition_place_in_libraries(out, modules, arena, text, error)
                                        : RSP_NOT_FOUND;
    return status;
}
