/* A library counts once it is known to be what its file says; that is asked when the loader has changed its
 * list, so that nothing here costs a packet.
 * See handler.h. */
/* SPDX-License-Identifier: MIT */
#include "serve/adapter_object.h"

#include "serve/text.h"

#include <inttypes.h>
#include <stdio.h>

rsp_modules *adapter_modules(adapter *a) {
    return adapter_debuggee(a) ? &a->program.modules : NULL;
}

rsp_debuggee *adapter_debuggee_at(adapter *a, uint64_t address) {
    rsp_debuggee *program = adapter_debuggee(a);
    rsp_debuggee *found = program ? rsp_modules_debuggee_at(&a->program.modules, address) : NULL;
    return found ? found : program;
}

rsp_debuggee *adapter_next_debuggee(adapter *a, size_t *at) {
    const rsp_modules *modules = adapter_modules(a);
    while (modules && *at < modules->num) {
        const rsp_module *module = modules->items[(*at)++];
        if (module->is_loaded && module->opened.debuggee)
            return module->opened.debuggee;
    }
    return NULL;
}

void adapter_modules_stale(adapter *a) {
    if (a->program.loader.place == 0)
        rsp_modules_stale(&a->program.modules);
}

static const char *symbols_of(const rsp_module *module) {
    if (!module->opened.tried)
        return "not needed yet";
    if (module->opened.trouble || !module->opened.file)
        return module->opened.trouble ? module->opened.trouble : "no file";
    return rsp_debug_file_facts(module->opened.file)->has_debug ? "debug information"
                                                                : "no debug information";
}

json_t *adapter_module_json(const rsp_module *module) {
    const char *slash = strrchr(module->path, '/');
    const rsp_debug_facts *facts = module->opened.file ? rsp_debug_file_facts(module->opened.file) : NULL;
    json_t *o = json_pack("{s:I, s:o, s:o, s:o}", "id", (json_int_t)module->number, "name",
                          adapter_text(rsp_bytes_str(slash ? slash + 1 : module->path)), "path",
                          adapter_text(rsp_bytes_str(module->path)), "symbolStatus",
                          adapter_text(rsp_bytes_str(symbols_of(module))));
    if (o && facts) {
        char range[48];
        (void)snprintf(range, sizeof range, "0x%" PRIx64 "-0x%" PRIx64, module->bias + facts->low,
                       module->bias + facts->high);
        (void)json_object_set_new(o, "addressRange", json_string(range));
        if (facts->separate)
            (void)json_object_set_new(o, "symbolFilePath", adapter_text(rsp_bytes_str(facts->separate)));
    }
    return o;
}
