/* All libraries are told with their files, as far as these are here.
 * Nothing is opened for it that no frame needs.
 * Source: DAP specification, Modules, LoadedSources, Source, ExceptionInfo. See modules.h. */
/* SPDX-License-Identifier: MIT */
#include "look/modules.h"

#include "codec/signals.h"
#include "core/file.h"
#include "dwarf/debug_source.h"
#include "look/frames.h"
#include "look/state.h"
#include "serve/text.h"

#include <inttypes.h>
#include <stdio.h>

enum { SOURCES_MAX = 65536, SOURCE_BYTES_MAX = 16 * 1024 * 1024 };

/* --- libraries --------------------------------------------------------------------------------------------
 */

static const char *symbols_of(const rsp_module *module) {
    if (!module->opened)
        return "not needed yet";
    if (!module->file)
        return module->trouble ? module->trouble : "no file";
    return rsp_debug_file_facts(module->file)->has_debug ? "debug information" : "no debug information";
}

static json_t *module_json(const rsp_module *module) {
    const char *slash = strrchr(module->path, '/');
    const rsp_debug_facts *facts = module->file ? rsp_debug_file_facts(module->file) : NULL;
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

rsp_status view_modules(adapter_call *call) {
    view_state *state = NULL;
    int64_t first = call_integer(call, "startModule", 0);
    int64_t count = call_integer(call, "moduleCount", 0);
    int64_t number = 0;
    json_t *list = json_array();
    call_set(call, "modules", list);
    if (first < 0 || count < 0)
        return call_fail(call, RSP_RANGE, "startModule and moduleCount cannot be negative");
    rsp_status status = view_begin(call, &state);
    if (status != RSP_OK)
        return status;
    status = rsp_modules_list(&state->program->modules);
    for (size_t i = 0; status == RSP_OK && i < state->program->modules.num; i++) {
        const rsp_module *module = state->program->modules.items[i];
        if (!module->is_loaded)
            continue;
        if (number >= first && (count == 0 || number - first < count))
            (void)json_array_append_new(list, module_json(module));
        number++;
    }
    call_set(call, "totalModules", json_integer(number));
    return view_failed(call, status, "reading the list of libraries");
}

/* --- sources ----------------------------------------------------------------------------------------------
 */

/* Those of one file, each once. */
typedef struct source_list {
    json_t *sources;
    json_t *seen;
} source_list;

static bool add_source(void *ctx, const char *path) {
    source_list *list = ctx;
    json_t *text = adapter_text(rsp_bytes_str(path));
    const char *key = text ? json_string_value(text) : NULL;
    if (key && !json_object_get(list->seen, key)) {
        (void)json_object_set_new(list->seen, key, json_true());
        (void)json_array_append_new(list->sources, view_source(path));
    }
    json_decref(text);
    return json_array_size(list->sources) < SOURCES_MAX;
}

rsp_status view_loaded_sources(adapter_call *call) {
    const rsp_debug_file *file = adapter_file(call->adapter);
    source_list list = {.sources = json_array(), .seen = json_object()};
    call_set(call, "sources", list.sources);
    if (file && list.seen)
        rsp_debug_sources(file, add_source, &list);
    json_decref(list.seen);
    return RSP_OK;
}

/* Whether the program was made of this file. */
typedef struct source_wanted {
    const char *path;
    bool found;
} source_wanted;

static bool is_wanted(void *ctx, const char *path) {
    source_wanted *wanted = ctx;
    wanted->found = strcmp(path, wanted->path) == 0;
    return !wanted->found;
}

rsp_status view_source_text(adapter_call *call) {
    const char *path = json_string_value(json_object_get(call_value(call, "source"), "path"));
    source_wanted wanted = {.path = path};
    rsp_buf text = {0};
    const rsp_debug_file *file = adapter_file(call->adapter);
    rsp_error error = {0};
    if (!path)
        return call_fail(call, RSP_NOT_FOUND, "there is no such source: sources are named by their path");
    if (file)
        rsp_debug_sources(file, is_wanted, &wanted);
    if (!wanted.found || !rsp_path_is_file(path))
        return call_fail(call, RSP_NOT_FOUND, "'%.200s' is no source of the program, or is not here", path);
    rsp_buf_init(&text, NULL, SOURCE_BYTES_MAX);
    rsp_status status = rsp_file_read(&text, path, &error);
    if (status == RSP_OK)
        call_set(call, "content", adapter_text(rsp_buf_bytes(&text)));
    rsp_buf_free(&text);
    return status == RSP_OK ? status : call_fail(call, status, "%s", error.msg);
}

/* --- exceptions -------------------------------------------------------------------------------------------
 */

static bool is_exception(const rsp_stop_reply *stop) {
    return stop && (stop->kind == RSP_STOP_SIGNAL || stop->kind == RSP_STOP_THREAD) && stop->signal != 0 &&
           stop->signal != RSP_SIGNAL_TRAP && stop->signal != RSP_SIGNAL_INT;
}

rsp_status view_exception_info(adapter_call *call) {
    const rsp_stop_reply *stop = adapter_stop(call->adapter);
    int64_t stopped = adapter_thread_id(call->adapter, rsp_client_stop_thread(adapter_client(call->adapter)));
    if (call_integer(call, "threadId", 0) != stopped || !is_exception(stop))
        return call_fail(call, RSP_NOT_FOUND, "this thread did not stop at an exception");
    const char *name = rsp_signal_name(stop->signal);
    rsp_buf text = {0};
    rsp_buf_printf(&text, "the program got signal %s", name ? name : "");
    if (!name)
        rsp_buf_printf(&text, "%u", (unsigned)stop->signal);
    call_set(call, "exceptionId", json_string(name ? name : "signal"));
    call_set(call, "description", adapter_text(rsp_buf_bytes(&text)));
    call_set(call, "breakMode", json_string("always"));
    rsp_buf_free(&text);
    return RSP_OK;
}
