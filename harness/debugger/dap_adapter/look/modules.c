/* All libraries are told with their files, as far as these are here.
 * Sources are those of the program and of all libraries that are known to be loaded.
 * Source: DAP specification, Modules, LoadedSources, Source, ExceptionInfo. See modules.h. */
/* SPDX-License-Identifier: MIT */
#include "look/modules.h"

#include "codec/signals.h"
#include "core/file.h"
#include "dwarf/debug_source.h"
#include "look/frames.h"
#include "look/state.h"
#include "serve/text.h"

enum { SOURCES_MAX = 65536, SOURCE_BYTES_MAX = 16 * 1024 * 1024 };

/* --- libraries --------------------------------------------------------------------------------------------
 */

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
    status = rsp_modules_list(adapter_modules(call->adapter));
    const rsp_modules *modules = adapter_modules(call->adapter);
    for (size_t i = 0; status == RSP_OK && i < modules->num; i++) {
        const rsp_module *module = modules->items[i];
        if (!module->is_loaded)
            continue;
        if (number >= first && (count == 0 || number - first < count))
            (void)json_array_append_new(list, adapter_module_json(module));
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
    source_list list = {.sources = json_array(), .seen = json_object()};
    size_t at = 0;
    call_set(call, "sources", list.sources);
    for (const rsp_debuggee *d; list.seen && (d = adapter_next_debuggee(call->adapter, &at));)
        rsp_debug_sources(d->file, add_source, &list);
    json_decref(list.seen);
    return RSP_OK;
}

/* Whether the program or a library was made of this file. */
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
    size_t at = 0;
    rsp_error error = {0};
    if (!path)
        return call_fail(call, RSP_NOT_FOUND, "there is no such source: sources are named by their path");
    for (const rsp_debuggee *d; !wanted.found && (d = adapter_next_debuggee(call->adapter, &at));)
        rsp_debug_sources(d->file, is_wanted, &wanted);
    if (!wanted.found || !rsp_path_is_file(path))
        return call_fail(call, RSP_NOT_FOUND,
                         "'%.200s' is no source of the program and its libraries, or is not here", path);
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
