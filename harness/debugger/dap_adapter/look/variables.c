/* A page is made, shown and told, and only those of its values that have parts are kept.
 * A part has the same id each time that it is asked for.
 * Source: DAP specification, Variables, SetVariable. See variables.h. */
/* SPDX-License-Identifier: MIT */
#include "look/variables.h"

#include "look/register_scope.h"
#include "serve/text.h"

#include "core/hex.h"
#include <inttypes.h>

bool view_wants_hex(const adapter_call *call) {
    return json_is_true(json_object_get(call_value(call, "format"), "hex"));
}

/* --- one value --------------------------------------------------------------------------------------------
 */

static bool may_have_parts(const rsp_value *value) {
    return !value->trouble &&
           (value->type.kind == RSP_DEBUG_POINTER || value->type.kind == RSP_DEBUG_STRUCTURE ||
            value->type.kind == RSP_DEBUG_ARRAY);
}

static void set_type(const adapter_call *call, const rsp_value *value, json_t *o) {
    rsp_buf type = {0};
    if (!adapter_editor_can(call->adapter, "supportsVariableType"))
        return;
    rsp_value_type_append(&type, value);
    (void)json_object_set_new(o, "type", adapter_text(rsp_buf_bytes(&type)));
    rsp_buf_free(&type);
}

static void set_counts(json_t *o, uint64_t named, uint64_t indexed) {
    uint64_t most = indexed < INT32_MAX ? indexed : INT32_MAX; /* editors ask for pages of them */
    if (named > 0)
        (void)json_object_set_new(o, "namedVariables", json_integer((json_int_t)named));
    if (indexed > 0)
        (void)json_object_set_new(o, "indexedVariables", json_integer((json_int_t)most));
}

static void set_memory(const adapter_call *call, const view_scratch *scratch, const rsp_value *value,
                       json_t *o) {
    uint64_t address = 0;
    if (adapter_editor_can(call->adapter, "supportsMemoryReferences") &&
        rsp_value_memory(&scratch->stack, value, &address))
        (void)json_object_set_new(o, "memoryReference", view_address(address));
}

/* One for a value with parts; NULL without memory. */
static view_item *make_item(view_state *state, view_thread *thread, size_t frame, const rsp_value *value) {
    const rsp_value *kept = view_keep(state, value);
    return kept ? view_add(state, LOOK_VALUE, thread, frame, kept) : NULL;
}

rsp_status view_describe(adapter_call *call, view_state *state, view_thread *thread, size_t frame,
                         const view_scratch *scratch, const rsp_value *value, json_t *o, view_item **known) {
    uint64_t named = 0;
    uint64_t indexed = 0;
    view_item *item = known ? *known : NULL;
    rsp_status status = RSP_OK;
    set_type(call, value, o);
    if (may_have_parts(value))
        status = rsp_value_count(&scratch->stack, value, &named, &indexed);
    if (status != RSP_OK)
        return status;
    bool has_parts = named > 0 || indexed > 0;
    if (has_parts && !item)
        item = make_item(state, thread, frame, value);
    if (has_parts && !item)
        return RSP_NO_MEMORY;
    set_counts(o, named, indexed);
    (void)json_object_set_new(o, "variablesReference",
                              json_integer(has_parts && item ? (json_int_t)item->id : 0));
    set_memory(call, scratch, value, o);
    if (known)
        *known = item;
    return RSP_OK;
}

static bool is_own_expression(const rsp_value *value) {
    return value->expression && value->role != RSP_VALUE_BASE && value->role != RSP_VALUE_ANONYMOUS &&
           value->role != RSP_VALUE_HIDDEN;
}

static json_t *hint_of(const rsp_value *value) {
    json_t *hint = json_object();
    if (value->role == RSP_VALUE_BASE)
        (void)json_object_set_new(hint, "kind", json_string("baseClass"));
    if (value->home == RSP_VALUE_COMPUTED || value->home == RSP_VALUE_IN_PIECES || value->trouble)
        (void)json_object_set_new(hint, "attributes", json_pack("[s]", "readOnly"));
    if (json_object_size(hint) > 0)
        return hint;
    json_decref(hint);
    return NULL;
}

static json_t *variable_json(const rsp_value *value) {
    json_t *o = json_pack("{s:o, s:o}", "name", adapter_text(rsp_bytes_str(value->name)), "value",
                          adapter_text(rsp_bytes_str(value->text)));
    json_t *hint = hint_of(value);
    if (o && is_own_expression(value))
        (void)json_object_set_new(o, "evaluateName", adapter_text(rsp_bytes_str(value->expression)));
    if (o && hint)
        (void)json_object_set(o, "presentationHint", hint);
    json_decref(hint);
    return o;
}

/* --- pages ------------------------------------------------------------------------------------------------
 */

/* Which of an item's parts are asked for. */
typedef struct part_page {
    uint64_t first;
    size_t count;
    bool named;
    bool indexed;
} part_page;

static bool read_page(const adapter_call *call, part_page *out) {
    int64_t start = call_integer(call, "start", 0);
    int64_t count = call_integer(call, "count", 0);
    const char *filter = call_text(call, "filter");
    *out = (part_page){.named = !filter || strcmp(filter, "indexed") != 0,
                       .indexed = !filter || strcmp(filter, "named") != 0};
    if (start < 0 || count < 0)
        return false;
    out->first = (uint64_t)start;
    out->count = count == 0 || count > LOOK_PARTS_MAX ? LOOK_PARTS_MAX : (size_t)count;
    return true;
}

/* A scope's or value's parts, not shown yet. */
static rsp_status make_parts(view_item *item, const view_scratch *scratch, const rsp_stack_frame *frame,
                             const part_page *page, rsp_value *out, size_t *out_num) {
    uint64_t named = 0;
    uint64_t indexed = 0;
    uint64_t first = page->first;
    size_t cap = page->count;
    *out_num = 0;
    if (item->kind == LOOK_LOCALS || item->kind == LOOK_GLOBALS)
        return page->named && first < SIZE_MAX
                   ? rsp_values_of_frame(&scratch->stack, frame, item->kind == LOOK_GLOBALS, (size_t)first,
                                         out, cap, out_num)
                   : RSP_OK;
    rsp_status status = rsp_value_count(&scratch->stack, item->value, &named, &indexed);
    if (status != RSP_OK || (named > 0 && !page->named) || (indexed > 0 && !page->indexed))
        return status;
    return first < named + indexed ? rsp_value_parts(&scratch->stack, item->value, first, out, cap, out_num)
                                   : RSP_OK;
}

/* How many values there can be at most. */
static rsp_status count_parts(const view_item *item, const view_scratch *scratch, const part_page *page,
                              size_t *out) {
    enum { SCOPE_MAX = 1024 };
    uint64_t named = 0;
    uint64_t indexed = 0;
    *out = page->count < SCOPE_MAX ? page->count : SCOPE_MAX;
    if (item->kind != LOOK_VALUE)
        return RSP_OK;
    rsp_status status = rsp_value_count(&scratch->stack, item->value, &named, &indexed);
    uint64_t all = named + indexed;
    uint64_t left = page->first < all ? all - page->first : 0;
    *out = left < page->count ? (size_t)left : page->count;
    return status;
}

/* The item's part with that number; made room for. NULL: it has no id yet. */
static view_item **place_of(view_state *state, view_item *item, uint64_t number) {
    if (number >= LOOK_PARTS_MAX)
        return NULL;
    if (number >= item->num_parts) {
        size_t num = (size_t)number + 1 < 16 ? 16 : 2 * ((size_t)number + 1);
        view_item **more = rsp_arena_alloc(state->arena, num * sizeof(view_item *));
        if (!more)
            return NULL;
        if (item->num_parts > 0)
            memcpy(more, item->parts, item->num_parts * sizeof(view_item *));
        item->parts = more;
        item->num_parts = num;
    }
    return &item->parts[number];
}

/* Two variables of one scope have different names: a part is found by its name. */
static rsp_status tell(adapter_call *call, view_state *state, view_item *item, const view_scratch *scratch,
                       const rsp_value *values, size_t num, uint64_t first, json_t *out) {
    enum { A_BREATH = 256 }; /* values: less than a millisecond */
    for (size_t i = 0; i < num; i++) {
        rsp_status status = i % A_BREATH == A_BREATH - 1 ? adapter_breathe(call->adapter) : RSP_OK;
        if (status != RSP_OK)
            return status;
        json_t *o = variable_json(&values[i]);
        view_item **place = may_have_parts(&values[i]) ? place_of(state, item, first + i) : NULL;
        view_item *made = place ? *place : NULL;
        if (!o || json_array_append_new(out, o) != 0)
            return RSP_NO_MEMORY;
        status = view_describe(call, state, item->thread, item->frame, scratch, &values[i], o, &made);
        if (status != RSP_OK)
            return status;
        if (place)
            *place = made;
    }
    return RSP_OK;
}

static rsp_status tell_page(adapter_call *call, view_state *state, view_item *item, view_scratch *scratch,
                            const part_page *page, json_t *out) {
    const rsp_stack_frame *frame = NULL;
    rsp_value *values = NULL;
    size_t num = 0;
    rsp_status status = view_frame_of(item, &frame);
    if (status != RSP_OK)
        return status;
    view_scratch_begin(scratch, item->thread); /* with the stack as far as it is known now */
    status = count_parts(item, scratch, page, &num);
    if (status == RSP_OK && num > 0) {
        values = rsp_arena_alloc(&scratch->arena, num * sizeof *values);
        const part_page bounded = {
            .first = page->first, .count = num, .named = page->named, .indexed = page->indexed};
        status = values ? make_parts(item, scratch, frame, &bounded, values, &num) : RSP_NO_MEMORY;
    }
    if (status == RSP_OK)
        status = rsp_values_show(&scratch->stack, values, num, view_wants_hex(call));
    return status == RSP_OK ? tell(call, state, item, scratch, values, num, page->first, out) : status;
}

/* The item that the editor means by a reference. */
static rsp_status find_item(adapter_call *call, int64_t id, view_state **out_state, view_item **out) {
    rsp_status status = view_begin(call, out_state);
    if (status != RSP_OK)
        return status;
    *out = view_find(*out_state, id);
    if (!*out || (*out)->kind == LOOK_FRAME)
        return view_unknown(call, *out_state, "variablesReference", id);
    return RSP_OK;
}

static bool is_registers(const view_item *item) {
    return item->kind == LOOK_REGISTERS || item->kind == LOOK_OTHER_REGISTERS;
}

rsp_status view_variables(adapter_call *call) {
    view_state *state = NULL;
    view_item *item = NULL;
    view_scratch scratch = {0};
    part_page page;
    json_t *out = json_array();
    call_set(call, "variables", out);
    rsp_status status = find_item(call, call_integer(call, "variablesReference", 0), &state, &item);
    if (status != RSP_OK)
        return status;
    if (!read_page(call, &page))
        return call_fail(call, RSP_RANGE, "start and count cannot be negative");
    if (is_registers(item))
        status = page.named ? view_tell_registers(call, state, item, page.first, page.count, out) : RSP_OK;
    else
        status = tell_page(call, state, item, &scratch, &page, out);
    view_scratch_end(&scratch);
    return view_failed(call, status, "reading variables");
}

/* --- setting ----------------------------------------------------------------------------------------------
 */

rsp_status view_set_value(adapter_call *call, view_state *state, view_thread *thread, size_t frame,
                          const rsp_value *value, const char *text) {
    rsp_error error = {0};
    rsp_value shown = *value;
    view_scratch scratch;
    view_item at = {.thread = thread, .frame = frame};
    const rsp_stack_frame *of = NULL;
    rsp_status status = view_frame_of(&at, &of);
    if (status != RSP_OK)
        return view_failed(call, status, "reading the stack");
    bool in_register = value->home == RSP_VALUE_IN_REGISTER && value->expression;
    status = rsp_value_set(&thread->stack, of, value, rsp_bytes_str(text), &error);
    if (status != RSP_OK)
        return status == RSP_CANCELLED ? status : call_fail(call, status, "%s", error.msg);
    view_forget_memory(state);
    status = view_frame_of(&at, &of);
    if (status == RSP_OK && in_register)
        status = rsp_evaluate(&thread->stack, of, rsp_bytes_str(value->expression), &shown, &error);
    view_scratch_begin(&scratch, thread);
    if (status == RSP_OK)
        status = rsp_values_show(&scratch.stack, &shown, 1, view_wants_hex(call));
    if (status == RSP_OK) {
        call_set(call, "value", adapter_text(rsp_bytes_str(shown.text)));
        status = view_describe(call, state, thread, frame, &scratch, &shown, call->body, NULL);
    }
    view_scratch_end(&scratch);
    adapter_data_changed(call->adapter, "variables");
    return view_failed(call, status, "reading the new value");
}

/* The page where a part with that name can be: "[70000]" names its place. */
static part_page page_of(const char *name) {
    part_page page = {.count = LOOK_PARTS_MAX, .named = true, .indexed = true};
    rsp_bytes rest = rsp_bytes_str(name);
    uint64_t number = 0;
    if (rsp_take_byte(&rest, '[') && rsp_take_decimal(&number, &rest) == RSP_OK)
        page = (part_page){.first = number, .count = 1, .named = true, .indexed = true};
    return page;
}

/* Among all parts of the item; the value goes to the stop's arena. RSP_NOT_FOUND. */
static rsp_status find_part(view_state *state, view_item *item, const char *name, const rsp_value **out) {
    const rsp_stack_frame *frame = NULL;
    const part_page page = page_of(name);
    view_scratch scratch;
    rsp_value *values = NULL;
    size_t num = 0;
    rsp_status status = view_frame_of(item, &frame);
    view_scratch_begin(&scratch, item->thread);
    if (status == RSP_OK)
        status = count_parts(item, &scratch, &page, &num);
    if (status == RSP_OK && num > 0) {
        part_page bounded = page;
        bounded.count = num;
        values = rsp_arena_alloc(&scratch.arena, num * sizeof *values);
        status = values ? make_parts(item, &scratch, frame, &bounded, values, &num) : RSP_NO_MEMORY;
    }
    *out = NULL;
    for (size_t i = 0; status == RSP_OK && i < num && !*out; i++)
        if (strcmp(values[i].name, name) == 0)
            *out = view_keep(state, &values[i]);
    view_scratch_end(&scratch);
    return status == RSP_OK && !*out ? RSP_NOT_FOUND : status;
}

rsp_status view_find_named(adapter_call *call, int64_t reference, const char *name, const rsp_value **out) {
    view_state *state = NULL;
    view_item *item = NULL;
    rsp_status status = find_item(call, reference, &state, &item);
    if (status != RSP_OK)
        return status;
    status = is_registers(item) ? RSP_NOT_FOUND : find_part(state, item, name, out);
    if (status == RSP_NOT_FOUND)
        return call_fail(call, status, "there is no variable '%s' here", name);
    return view_failed(call, status, "reading variables");
}

rsp_status view_set_variable(adapter_call *call) {
    view_state *state = NULL;
    view_item *item = NULL;
    const rsp_value *value = NULL;
    const char *name = call_text(call, "name");
    rsp_status status = find_item(call, call_integer(call, "variablesReference", 0), &state, &item);
    if (status != RSP_OK)
        return status;
    if (is_registers(item))
        return view_set_register(call, state, item, name, call_text(call, "value"));
    status = view_find_named(call, item->id, name, &value);
    if (status != RSP_OK || !value)
        return status;
    return view_set_value(call, state, item->thread, item->frame, value, call_text(call, "value"));
}
