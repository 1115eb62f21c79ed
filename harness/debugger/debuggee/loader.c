/* The words for debuggers are the loader's own, and are there as soon as it has begun; the name of the
 * function is a convention that all loaders of the ABI share.
 * See loader.h. */
/* SPDX-License-Identifier: MIT */
#include "loader.h"

#include "loader_list.h"

enum { STATE_CONSISTENT = 0, STATE_DELETE = 2 };

/* What only says that nobody tells. */
static bool is_ignorance(rsp_status status) {
    return status == RSP_UNSUPPORTED || status == RSP_FAULT || status == RSP_REFUSED || status == RSP_LIMIT ||
           status == RSP_MALFORMED || status == RSP_RANGE;
}

/* Takes the loader's words, as far as it has written them. */
static rsp_status read_list(rsp_loader *loader, loader_list *out) {
    const rsp_debuggee *program = loader->modules->debuggee;
    rsp_status status = loader->list ? RSP_OK : loader_list_find(program, &loader->list);
    *out = (loader_list){0};
    if (status == RSP_OK)
        status = loader_list_read(program, loader->list, out);
    return is_ignorance(status) ? RSP_OK : status;
}

/* In the loader's file: it has not begun to run. */
static rsp_status place_by_file(rsp_loader *loader, const char *path) {
    const uint64_t bias = loader->modules->debuggee->loader_bias;
    uint64_t address = 0;
    rsp_module *module = bias ? rsp_modules_add(loader->modules, path, bias) : NULL;
    rsp_status status = module ? rsp_modules_check(loader->modules) : RSP_OK;
    if (status == RSP_OK && module && module->opened.debuggee &&
        rsp_debug_symbol_exported(module->opened.file, "_dl_debug_state", &address))
        loader->place = address + bias;
    return status;
}

rsp_status rsp_loader_begin(rsp_loader *out, rsp_modules *modules) {
    const rsp_debuggee *program = modules->debuggee;
    const rsp_debug_facts *facts = rsp_debug_file_facts(program->file);
    loader_list list;
    *out = (rsp_loader){.modules = modules};
    if (!facts->loader)
        return RSP_OK;
    rsp_status status = read_list(out, &list);
    out->place = list.brk;
    out->is_settled = list.map && list.state == STATE_CONSISTENT;
    if (status != RSP_OK || out->place)
        return status;
    status = place_by_file(out, facts->loader);
    if (out->place == 0) {
        out->place = facts->entry + program->bias;
        out->is_entry = true;
    }
    return status;
}

rsp_status rsp_loader_arrived(rsp_loader *loader, rsp_loader_news *out) {
    loader_list list;
    rsp_status status = read_list(loader, &list);
    *out = list.state == STATE_CONSISTENT || loader->is_entry ? RSP_LOADER_SETTLED
           : list.state == STATE_DELETE                       ? RSP_LOADER_LEAVING
                                                              : RSP_LOADER_BUSY;
    if (list.brk || loader->is_entry)
        loader->place = list.brk;
    loader->is_entry = false;
    return status;
}
