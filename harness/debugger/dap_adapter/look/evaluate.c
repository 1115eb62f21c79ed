/* Without a frame the innermost one of the thread that stopped is meant: that is what a console shows.
 * Source: DAP specification, Evaluate, SetExpression, Completions, DataBreakpointInfo.
 * See evaluate.h. */
/* SPDX-License-Identifier: MIT */
#include "look/evaluate.h"

#include "look/console.h"
#include "look/program_call.h"
#include "look/register_scope.h"
#include "look/variables.h"
#include "serve/text.h"

#include <ctype.h>
#include <inttypes.h>

static rsp_status find_innermost(adapter_call *call, view_place *out) {
    view_thread *thread = NULL;
    rsp_status status = view_begin(call, &out->state);
    if (status == RSP_OK) {
        rsp_ptid stopped = rsp_client_stop_thread(adapter_client(call->adapter));
        status = view_find_thread(call, out->state, adapter_thread_id(call->adapter, stopped), &thread);
    }
    if (status != RSP_OK)
        return status;
    int64_t id = view_frame_id(out->state, thread, 0);
    out->item = id != 0 ? view_find(out->state, id) : NULL;
    if (!out->item)
        return RSP_NO_MEMORY;
    return view_failed(call, view_frame_of(out->item, &out->frame), "reading the stack");
}

static rsp_status find_place(adapter_call *call, view_place *out) {
    return call_value(call, "frameId") ? view_place_find(call, out) : find_innermost(call, out);
}

/* --- evaluating -------------------------------------------------------------------------------------------
 */

/* "$eflags": registers that the language does not know. */
static rsp_status evaluate_register(adapter_call *call, const view_place *place, rsp_bytes source) {
    rsp_buf text = {0};
    rsp_bytes name = rsp_bytes_from(source, 1);
    rsp_status status = source.len > 1 && source.ptr[0] == '$' && place->item->frame == 0
                            ? view_register_text(place->item->thread, name, &text)
                            : RSP_NOT_FOUND;
    if (status == RSP_OK) {
        call_set(call, "result", adapter_text(rsp_buf_bytes(&text)));
        call_set(call, "variablesReference", json_integer(0));
    }
    rsp_buf_free(&text);
    return status;
}

static rsp_status tell(adapter_call *call, const view_place *place, const rsp_value *value) {
    view_scratch scratch;
    rsp_value shown = *value;
    if (value->type.kind == RSP_DEBUG_VOID && value->home == RSP_VALUE_COMPUTED) {
        call_set(call, "result", json_string("(void)"));
        call_set(call, "variablesReference", json_integer(0));
        return RSP_OK;
    }
    view_scratch_begin(&scratch, place->item->thread);
    rsp_status status = rsp_values_show(&scratch.stack, &shown, 1, view_wants_hex(call));
    if (status == RSP_OK && !shown.readable)
        status = call_fail(call, RSP_FAULT, "%s", shown.text);
    else if (status == RSP_OK) {
        call_set(call, "result", adapter_text(rsp_bytes_str(shown.text)));
        status = view_describe(call, place->state, place->item->thread, place->item->frame, &scratch, value,
                               call->body, NULL);
        if (status == RSP_OK && value->home == RSP_VALUE_COMPUTED)
            call_set(call, "presentationHint", json_pack("{s:[s]}", "attributes", "readOnly"));
    }
    view_scratch_end(&scratch);
    return status == RSP_FAULT ? status : view_failed(call, status, "reading the value");
}

static rsp_status evaluate(adapter_call *call, const view_place *place, rsp_bytes source, rsp_value *out) {
    rsp_error error = {0};
    rsp_status status = rsp_evaluate(&place->item->thread->stack, place->frame, source, out, &error);
    if (status == RSP_OK || status == RSP_CANCELLED)
        return status;
    return call_fail(call, status, "%s", error.msg[0] ? error.msg : rsp_status_text(status));
}

/* What means nothing to the language may be a call. */
static rsp_status evaluate_or_call(adapter_call *call, const view_place *place, rsp_bytes source,
                                   rsp_value *out) {
    rsp_call_text text;
    rsp_status status = evaluate(call, place, source, out);
    if (status == RSP_OK || status == RSP_CANCELLED || !rsp_call_parse(&text, source))
        return status;
    rsp_status called = view_call_function(call, place->state, place->item->thread, place->frame, &text, out);
    return called == RSP_NOT_FOUND ? status : called;
}

/* Where "a = b" is cut; `len`: it is no assignment. */
static size_t assignment(rsp_bytes source) {
    bool in_text = false;
    for (size_t i = 0; i < source.len; i++) {
        uint8_t c = source.ptr[i];
        if (c == '\\')
            i++;
        else if (c == '"' || c == '\'')
            in_text = !in_text;
        else if (c == '=' && !in_text) {
            bool compares = (i + 1 < source.len && source.ptr[i + 1] == '=') ||
                            (i > 0 && strchr("=!<>", source.ptr[i - 1]));
            return compares ? source.len : i;
        }
    }
    return source.len;
}

/* "$a2": a register by the name that the stub gives it. RSP_NOT_FOUND: it is something else. */
static rsp_status assign_register(adapter_call *call, const view_place *place, rsp_bytes target,
                                  const char *text) {
    rsp_buf shown = {0};
    rsp_buf name = {0};
    while (target.len > 0 && isspace(target.ptr[target.len - 1]))
        target.len--;
    rsp_buf_append(&name, rsp_bytes_from(target, 1));
    rsp_status status = target.len > 1 && target.ptr[0] == '$'
                            ? view_register_text(place->item->thread, rsp_buf_bytes(&name), &shown)
                            : RSP_NOT_FOUND;
    if (status == RSP_OK)
        status = view_set_register(call, place->state, place->item, rsp_buf_cstr(&name), text);
    rsp_buf_free(&shown);
    rsp_buf_free(&name);
    return status;
}

static rsp_status assign(adapter_call *call, const view_place *place, rsp_bytes target, const char *text) {
    rsp_value value;
    while (isspace((unsigned char)*text))
        text++;
    rsp_status status = assign_register(call, place, target, text);
    if (status != RSP_NOT_FOUND)
        return status;
    status = evaluate(call, place, target, &value);
    return status == RSP_OK
               ? view_set_value(call, place->state, place->item->thread, place->item->frame, &value, text)
               : status;
}

rsp_status view_evaluate(adapter_call *call) {
    view_place place = {0};
    rsp_value value;
    const char *context = call_text(call, "context");
    const char *text = call_text(call, "expression");
    rsp_bytes source = rsp_bytes_str(text);
    bool console = context && strcmp(context, "repl") == 0;
    bool done = false;
    rsp_status status = console ? view_console_command(call, text, &done) : RSP_OK;
    if (status != RSP_OK || done)
        return status;
    if (!adapter_is_stopped(call->adapter))
        return call_refuse(call, "notStopped", "the program runs: pause it first");
    status = find_place(call, &place);
    if (status != RSP_OK)
        return status;
    size_t cut = console ? assignment(source) : source.len;
    if (cut < source.len) {
        status = assign(call, &place, rsp_bytes_sub(source, 0, cut), text + cut + 1);
        if (status == RSP_OK)
            call_set(call, "result", json_incref(json_object_get(call->body, "value")));
        return status;
    }
    status = evaluate_register(call, &place, source);
    if (status != RSP_NOT_FOUND)
        return view_failed(call, status, "reading a register");
    status = evaluate_or_call(call, &place, source, &value);
    return status == RSP_OK ? tell(call, &place, &value) : status;
}

rsp_status view_set_expression(adapter_call *call) {
    view_place place = {0};
    rsp_status status = find_place(call, &place);
    return status == RSP_OK
               ? assign(call, &place, rsp_bytes_str(call_text(call, "expression")), call_text(call, "value"))
               : status;
}

/* --- completing -------------------------------------------------------------------------------------------
 */

enum { COMPLETIONS_MAX = 200, CANDIDATES_MAX = 1024 };

static bool is_word(uint8_t c) {
    return isalnum(c) || c == '_';
}

static void offer(json_t *targets, const char *name, const char *type, rsp_bytes word, size_t start) {
    if (!name || !rsp_bytes_starts(rsp_bytes_str(name), word) || json_array_size(targets) >= COMPLETIONS_MAX)
        return;
    (void)json_array_append_new(targets, json_pack("{s:o, s:s, s:I, s:I}", "label",
                                                   adapter_text(rsp_bytes_str(name)), "type", type, "start",
                                                   (json_int_t)start, "length", (json_int_t)word.len));
}

static void offer_values(json_t *targets, const rsp_value *values, size_t num, const char *type,
                         rsp_bytes word, size_t start) {
    for (size_t i = 0; i < num; i++)
        if (values[i].role == RSP_VALUE_PLAIN)
            offer(targets, values[i].name, type, word, start);
}

/* Members of what stands before the last '.' or '->'. */
static rsp_status offer_members(const view_place *place, rsp_bytes around, rsp_bytes word, size_t start,
                                view_scratch *scratch, json_t *targets) {
    rsp_value value;
    rsp_error ignored = {0};
    size_t num = 0;
    rsp_value *parts = rsp_arena_alloc(&scratch->arena, CANDIDATES_MAX * sizeof *parts);
    rsp_status status = rsp_evaluate(&scratch->stack, place->frame, around, &value, &ignored);
    if (status != RSP_OK || !parts)
        return status == RSP_CANCELLED ? status : RSP_OK;
    status = rsp_value_parts(&scratch->stack, &value, 0, parts, CANDIDATES_MAX, &num);
    if (value.type.kind != RSP_DEBUG_ARRAY)
        offer_values(targets, parts, num, "property", word, start);
    return status;
}

static rsp_status offer_names(const view_place *place, rsp_bytes word, size_t start, view_scratch *scratch,
                              json_t *targets) {
    rsp_status status = RSP_OK;
    rsp_value *values = rsp_arena_alloc(&scratch->arena, CANDIDATES_MAX * sizeof *values);
    for (int globals = 0; globals < 2 && values && status == RSP_OK; globals++) {
        size_t num = 0;
        status =
            rsp_values_of_frame(&scratch->stack, place->frame, globals == 1, 0, values, CANDIDATES_MAX, &num);
        offer_values(targets, values, num, "variable", word, start);
    }
    return status;
}

rsp_status view_completions(adapter_call *call) {
    view_place place = {0};
    view_scratch scratch;
    rsp_bytes text = rsp_bytes_str(call_text(call, "text"));
    int64_t column = adapter_column_in(call->adapter, call_integer(call, "column", 1));
    json_t *targets = json_array();
    call_set(call, "targets", targets);
    rsp_status status = find_place(call, &place);
    if (status != RSP_OK)
        return status;
    size_t end = column < 1 ? 0 : (size_t)column - 1 < text.len ? (size_t)column - 1 : text.len;
    size_t start = end;
    while (start > 0 && is_word(text.ptr[start - 1]))
        start--;
    rsp_bytes word = rsp_bytes_sub(text, start, end - start);
    bool dot = start > 0 && text.ptr[start - 1] == '.';
    bool arrow = start > 1 && text.ptr[start - 1] == '>' && text.ptr[start - 2] == '-';
    size_t around = start - (dot ? 1 : arrow ? 2 : 0);
    size_t from = around;
    while (from > 0 && (is_word(text.ptr[from - 1]) || strchr(".[]>-", text.ptr[from - 1])))
        from--;
    view_scratch_begin(&scratch, place.item->thread);
    if (dot || arrow)
        status =
            offer_members(&place, rsp_bytes_sub(text, from, around - from), word, start, &scratch, targets);
    else
        status = offer_names(&place, word, start, &scratch, targets);
    if (status == RSP_OK && start == 0 && !dot && !arrow)
        view_console_offer(targets, word);
    view_scratch_end(&scratch);
    return view_failed(call, status, "reading names");
}

/* --- watching ---------------------------------------------------------------------------------------------
 */

/* The function in whose frame the address is: what a data id says of it. Nothing for other memory. */
static rsp_status append_frame(rsp_buf *out, view_thread *thread, uint64_t address, int64_t stop) {
    enum { RED_ZONE = 128 };
    rsp_stack *stack = &thread->stack;
    const uint32_t sp = rsp_debug_register_sp(rsp_debug_file_facts(stack->stopped->debuggee->file)->machine);
    rsp_status status = RSP_OK;
    for (size_t i = 0; status == RSP_OK; i++) {
        status = rsp_stack_unwind(stack, i + 2);
        if (status != RSP_OK || i + 1 >= stack->num)
            break;
        const rsp_debug_frame *own = stack->frames[i].registers;
        const rsp_debug_frame *caller = stack->frames[i + 1].registers;
        if (own == caller || !(own->known & caller->known & UINT64_C(1) << sp))
            continue;
        if (address < own->registers[sp] - RED_ZONE)
            break;
        if (address >= caller->registers[sp])
            continue;
        rsp_buf_printf(out, "@0x%" PRIx64 "/0x%" PRIx64 "/%" PRId64 "#%" PRId64, caller->pc,
                       caller->registers[sp], stack->thread.tid, stop);
        break;
    }
    return status;
}

static rsp_status answer_watch(adapter_call *call, const char *name, uint64_t address, uint64_t bytes,
                               view_state *state, view_thread *thread) {
    rsp_buf text = {0};
    rsp_buf_printf(&text, "0x%" PRIx64 "/%" PRIu64, address, bytes);
    rsp_status status = thread ? append_frame(&text, thread, address, state->first_id) : RSP_OK;
    if (status != RSP_OK) {
        rsp_buf_free(&text);
        return view_failed(call, status, "reading the stack");
    }
    call_set(call, "dataId", adapter_text(rsp_buf_bytes(&text)));
    rsp_buf_clear(&text);
    rsp_buf_printf(&text, "%s (%" PRIu64 " byte%s at 0x%" PRIx64 ")", name, bytes, bytes == 1 ? "" : "s",
                   address);
    call_set(call, "description", adapter_text(rsp_buf_bytes(&text)));
    call_set(call, "accessTypes", json_pack("[s, s, s]", "read", "write", "readWrite"));
    call_set(call, "canPersist", json_false());
    rsp_buf_free(&text);
    return RSP_OK;
}

static rsp_status refuse_watch(adapter_call *call, const char *why) {
    call_set(call, "dataId", json_null());
    call_set(call, "description", json_string(why));
    return RSP_OK;
}

/* A part of something that has an id, or an expression. */
static rsp_status find_watched(adapter_call *call, view_place *place, rsp_value *out) {
    const char *name = call_text(call, "name");
    const rsp_value *value = NULL;
    rsp_status status = RSP_OK;
    if (!call_value(call, "variablesReference"))
        return evaluate(call, place, rsp_bytes_str(name), out);
    status = view_find_named(call, call_integer(call, "variablesReference", 0), name, &value);
    if (status == RSP_OK)
        *out = *value;
    return status;
}

static view_thread *thread_of_watched(const adapter_call *call, const view_place *place) {
    const view_item *item = call_value(call, "variablesReference")
                                ? view_find(place->state, call_integer(call, "variablesReference", 0))
                                : place->item;
    return item ? item->thread : NULL;
}

rsp_status view_data_breakpoint_info(adapter_call *call) {
    enum { WATCHED_MAX = 4096 };
    view_place place = {0};
    rsp_value value;
    uint64_t address = 0;
    const char *name = call_text(call, "name");
    if (call_flag(call, "asAddress", false)) {
        int64_t bytes = call_integer(call, "bytes", 1);
        if (view_parse_address(name, &address) != RSP_OK || bytes < 1 || bytes > WATCHED_MAX)
            return call_fail(call, RSP_SYNTAX, "'%s' is no address, or that many bytes cannot be watched",
                             name);
        return answer_watch(call, name, address, (uint64_t)bytes, NULL, NULL);
    }
    rsp_status status = find_place(call, &place);
    if (status == RSP_OK)
        status = find_watched(call, &place, &value);
    if (status == RSP_CANCELLED || (status != RSP_OK && call_value(call, "variablesReference")))
        return status;
    if (status != RSP_OK)
        return refuse_watch(call, "it means nothing here");
    if (value.trouble || value.home != RSP_VALUE_IN_MEMORY)
        return refuse_watch(call, "it is not in memory");
    uint64_t bytes = call_integer(call, "bytes", 0) > 0 ? (uint64_t)call_integer(call, "bytes", 0)
                     : value.bit_size > 0               ? (value.bit_offset + value.bit_size + 7) / 8
                                                        : value.type.size;
    if (bytes == 0 || bytes > WATCHED_MAX)
        return refuse_watch(call, "it is too large to be watched, or its size is not known");
    return answer_watch(call, name, value.address, bytes, place.state, thread_of_watched(call, &place));
}
