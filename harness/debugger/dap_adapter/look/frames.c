/* A page is answered without unwinding what is above it.
 * The total is then a guess that one more frame is there.
 * Source: DAP specification, StackTrace, Scopes. See frames.h. */
/* SPDX-License-Identifier: MIT */
#include "look/frames.h"

#include "core/file.h"
#include "look/state.h"
#include "serve/text.h"

#include <inttypes.h>

json_t *view_source(const char *path) {
    const char *slash = strrchr(path, '/');
    json_t *source = json_pack("{s:o, s:o}", "name", adapter_text(rsp_bytes_str(slash ? slash + 1 : path)),
                               "path", adapter_text(rsp_bytes_str(path)));
    if (source && path[0] == '/' && !rsp_path_is_file(path))
        (void)json_object_set_new(source, "presentationHint", json_string("deemphasize"));
    return source;
}

/* "main", "memcpy+0x12" where only a symbol tells, or the address. */
static json_t *frame_name(const rsp_stack_frame *frame, const json_t *format) {
    rsp_buf text = {0};
    bool with_module = json_is_true(json_object_get(format, "module"));
    bool with_line = json_is_true(json_object_get(format, "line"));
    const char *slash = frame->module ? strrchr(frame->module->path, '/') : NULL;
    if (with_module && frame->module)
        rsp_buf_printf(&text, "%s!", slash ? slash + 1 : frame->module->path);
    if (frame->function)
        rsp_buf_str(&text, frame->function);
    else
        rsp_buf_printf(&text, "0x%" PRIx64, frame->pc);
    if (frame->function && frame->into > 0)
        rsp_buf_printf(&text, "+0x%" PRIx64, frame->into);
    if (with_line && frame->line > 0)
        rsp_buf_printf(&text, ":%u", (unsigned)frame->line);
    json_t *name = adapter_text(rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    return name;
}

static json_t *frame_json(const adapter_call *call, view_state *state, view_thread *thread, size_t index) {
    adapter *a = call->adapter;
    const rsp_stack_frame *frame = &thread->stack.frames[index];
    int64_t id = view_frame_id(state, thread, index);
    json_t *o = json_pack(
        "{s:I, s:o, s:I, s:I, s:o}", "id", (json_int_t)id, "name",
        frame_name(frame, call_value(call, "format")), "line",
        (json_int_t)(frame->line > 0 ? adapter_line_out(a, frame->line) : 0), "column",
        (json_int_t)(frame->line > 0 ? adapter_column_out(a, frame->column > 0 ? frame->column : 1) : 0),
        "instructionPointerReference", view_address(frame->pc));
    if (!o || id == 0) {
        json_decref(o);
        return NULL;
    }
    if (frame->path)
        (void)json_object_set_new(o, "source", view_source(frame->path));
    else
        (void)json_object_set_new(o, "presentationHint", json_string("subtle"));
    if (frame->module)
        (void)json_object_set_new(o, "moduleId", json_integer((json_int_t)frame->module->number));
    return o;
}

/* False: a number that no stack has. */
static bool read_page(const adapter_call *call, size_t *out_first, size_t *out_levels) {
    int64_t first = call_integer(call, "startFrame", 0);
    int64_t levels = call_integer(call, "levels", 0);
    if (first < 0 || levels < 0)
        return false;
    *out_first = (uint64_t)first > SIZE_MAX / 4 ? SIZE_MAX / 4 : (size_t)first;
    *out_levels = levels == 0 || (uint64_t)levels > SIZE_MAX / 4 ? SIZE_MAX / 4 : (size_t)levels;
    return true;
}

rsp_status view_stack_trace(adapter_call *call) {
    view_state *state = NULL;
    view_thread *thread = NULL;
    size_t first = 0;
    size_t levels = 0;
    json_t *frames = json_array();
    call_set(call, "stackFrames", frames);
    if (!read_page(call, &first, &levels))
        return call_fail(call, RSP_RANGE, "startFrame and levels cannot be negative");
    rsp_status status = view_begin(call, &state);
    if (status == RSP_OK)
        status = view_find_thread(call, state, call_integer(call, "threadId", 0), &thread);
    if (status != RSP_OK)
        return status;
    status = rsp_stack_unwind(&thread->stack, first + levels);
    if (status != RSP_OK)
        return view_failed(call, status, "reading the stack");
    for (size_t i = first; i < thread->stack.num && i - first < levels; i++)
        if (json_array_append_new(frames, frame_json(call, state, thread, i)) != 0)
            return RSP_NO_MEMORY;
    size_t total = thread->stack.num + (thread->stack.complete ? 0 : 1);
    thread->total = total > thread->total ? total : thread->total;
    call_set(call, "totalFrames", json_integer((json_int_t)thread->total));
    return RSP_OK;
}

/* --- scopes -----------------------------------------------------------------------------------------------
 */

static json_t *scope_json(view_item *frame, view_state *state, size_t index, view_kind kind, const char *name,
                          const char *hint, bool expensive) {
    enum { SCOPES = 3 };
    if (!frame->parts) {
        frame->parts = rsp_arena_alloc(state->arena, SCOPES * sizeof(view_item *));
        frame->num_parts = frame->parts ? SCOPES : 0;
    }
    if (index >= frame->num_parts)
        return NULL;
    if (!frame->parts[index])
        frame->parts[index] = view_add(state, kind, frame->thread, frame->frame, NULL);
    if (!frame->parts[index])
        return NULL;
    json_t *o = json_pack("{s:s, s:I, s:b}", "name", name, "variablesReference",
                          (json_int_t)frame->parts[index]->id, "expensive", (int)expensive);
    if (hint)
        (void)json_object_set_new(o, "presentationHint", json_string(hint));
    return o;
}

rsp_status view_scopes(adapter_call *call) {
    view_place at = {0};
    json_t *scopes = json_array();
    call_set(call, "scopes", scopes);
    rsp_status status = view_place_find(call, &at);
    if (status != RSP_OK)
        return status;
    const rsp_stack_frame *frame = at.frame;
    json_t *locals =
        frame->has_debug ? scope_json(at.item, at.state, 0, LOOK_LOCALS, "Locals", "locals", false) : NULL;
    if (locals && frame->path)
        (void)json_object_set_new(locals, "source", view_source(frame->path));
    if (locals)
        (void)json_array_append_new(scopes, locals);
    if (frame->has_debug)
        (void)json_array_append_new(scopes,
                                    scope_json(at.item, at.state, 1, LOOK_GLOBALS, "Globals", NULL, false));
    (void)json_array_append_new(
        scopes, scope_json(at.item, at.state, 2, LOOK_REGISTERS, "Registers", "registers", false));
    return RSP_OK;
}
