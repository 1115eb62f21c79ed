/* Each request replaces all breakpoints of its kind, or of one source. One that was there before, at the same
 * place, keeps its id and its hits.
 * Source: DAP specification, SetBreakpoints and its like. */
/* SPDX-License-Identifier: MIT */
#include "control/breakpoint_requests.h"

#include "control/breakpoint.h"
#include "control/code_places.h"

static const char *text_of(const json_t *item, const char *name) {
    const char *text = json_string_value(json_object_get(item, name));
    return text && text[0] ? text : NULL;
}

static int64_t number_of(const json_t *item, const char *name) {
    return (int64_t)json_integer_value(json_object_get(item, name));
}

static bool same_text(const char *a, const char *b) {
    return (!a && !b) || (a && b && strcmp(a, b) == 0);
}

/* What is asked for, before it is a breakpoint. */
typedef struct wanted {
    breakpoint_kind kind;
    const char *place;
    int64_t line;
    int64_t column;
    uint64_t offset;
    uint8_t access;
    const json_t *item;
} wanted;

/* One at the same place that is not taken yet. */
static breakpoint *find_before(adapter *a, const wanted *w) {
    for (breakpoint *b = a->control->breakpoints.first; b; b = b->next)
        if (!b->kept && b->kind == w->kind && same_text(b->place, w->place) && b->line == w->line &&
            b->column == w->column && b->offset == w->offset && b->access == w->access)
            return b;
    return NULL;
}

static const char *keep(rsp_arena *arena, const char *text) {
    return text ? rsp_arena_str(arena, text) : NULL;
}

static breakpoint *take(adapter *a, const wanted *w) {
    breakpoint *b = find_before(a, w);
    const char *condition = text_of(w->item, "condition");
    const char *hit = text_of(w->item, "hitCondition");
    const char *log = text_of(w->item, "logMessage");
    if (b && same_text(b->condition, condition) && same_text(b->hit_condition, hit) &&
        same_text(b->log, log)) {
        b->kept = true;
        return b;
    }
    if (!b)
        b = breakpoint_add(a, w->kind);
    if (!b)
        return NULL;
    rsp_arena before = b->arena;
    b->arena = (rsp_arena){.mem = a->options.mem};
    b->kept = true;
    b->place = rsp_arena_str(&b->arena, w->place);
    b->line = w->line;
    b->column = w->column;
    b->offset = w->offset;
    b->access = w->access;
    b->condition = keep(&b->arena, condition);
    b->hit_condition = keep(&b->arena, hit);
    b->log = keep(&b->arena, log);
    b->hits = 0;
    b->verified = false;
    rsp_arena_free(&before);
    return b;
}

/* Takes one of a list in; it is answered in the list's order. */
static rsp_status take_one(adapter_call *call, json_t *answers, const wanted *w) {
    adapter *a = call->adapter;
    breakpoint *b = take(a, w);
    if (!b)
        return RSP_NO_MEMORY;
    if (!b->verified)
        breakpoint_bind(a, b);
    if (!b->verified && !b->awaited && b->condition && b->why[0]) {
        rsp_buf text = {.mem = a->options.mem};
        rsp_buf_printf(&text, "the condition '%s': %s\n", b->condition, b->why);
        adapter_output(a, "console", rsp_buf_bytes(&text));
        rsp_buf_free(&text);
    }
    (void)json_array_append_new(answers, breakpoint_json(a, b));
    return RSP_OK;
}

static rsp_status check_number(adapter_call *call, const json_t *list) {
    if (json_array_size(list) > RSP_LIMIT_DAP_BREAKPOINTS)
        return call_fail(call, RSP_LIMIT, "%s: more than %d breakpoints", call->command->name,
                         RSP_LIMIT_DAP_BREAKPOINTS);
    return RSP_OK;
}

static rsp_status finish(adapter_call *call, json_t *answers, const wanted *w, rsp_status status) {
    if (status == RSP_OK)
        breakpoints_drop_others(call->adapter, w->kind, w->kind == BREAK_SOURCE ? w->place : NULL);
    call_set(call, "breakpoints", answers);
    return status;
}

/* Reads what is particular to a kind from an item. */
typedef void item_reader(const adapter *a, wanted *w);

static rsp_status take_items(adapter_call *call, json_t *answers, wanted *w, item_reader *read) {
    const json_t *list = call_value(call, "breakpoints");
    rsp_status status = check_number(call, list);
    for (size_t i = 0; status == RSP_OK && i < json_array_size(list); i++) {
        w->item = json_array_get(list, i);
        read(call->adapter, w);
        status = take_one(call, answers, w);
    }
    return status;
}

/* Old clients give `lines` alone. */
static rsp_status take_lines(adapter_call *call, json_t *answers, wanted *w) {
    const json_t *lines = call_value(call, "lines");
    rsp_status status = check_number(call, lines);
    for (size_t i = 0; status == RSP_OK && i < json_array_size(lines); i++) {
        w->line = adapter_line_in(call->adapter, (int64_t)json_integer_value(json_array_get(lines, i)));
        status = take_one(call, answers, w);
    }
    return status;
}

static void read_line(const adapter *a, wanted *w) {
    w->line = adapter_line_in(a, number_of(w->item, "line"));
    w->column = number_of(w->item, "column");
}

rsp_status control_set_breakpoints(adapter_call *call) {
    const json_t *source = call_value(call, "source");
    wanted w = {.kind = BREAK_SOURCE, .place = text_of(source, "path")};
    json_t *answers = json_array();
    rsp_status status;
    if (!w.place)
        w.place = text_of(source, "name");
    if (!w.place)
        status = call_fail(call, RSP_SCHEMA, "arguments: source: neither path nor name");
    else if (call_value(call, "breakpoints"))
        status = take_items(call, answers, &w, read_line);
    else
        status = take_lines(call, answers, &w);
    return finish(call, answers, &w, status);
}

/* Replaces all breakpoints of a kind. */
static rsp_status set_kind(adapter_call *call, breakpoint_kind kind, item_reader *read) {
    wanted w = {.kind = kind};
    json_t *answers = json_array();
    return finish(call, answers, &w, take_items(call, answers, &w, read));
}

static void read_function(const adapter *a, wanted *w) {
    (void)a;
    w->place = json_string_value(json_object_get(w->item, "name"));
}

rsp_status control_set_function_breakpoints(adapter_call *call) {
    return set_kind(call, BREAK_FUNCTION, read_function);
}

static void read_instruction(const adapter *a, wanted *w) {
    (void)a;
    w->place = json_string_value(json_object_get(w->item, "instructionReference"));
    w->offset = (uint64_t)number_of(w->item, "offset");
}

rsp_status control_set_instruction_breakpoints(adapter_call *call) {
    return set_kind(call, BREAK_INSTRUCTION, read_instruction);
}

/* The types of watchpoints, as Z packets number them. */
static uint8_t access_of(const char *text) {
    if (text && strcmp(text, "read") == 0)
        return 3;
    return text && strcmp(text, "readWrite") == 0 ? 4 : 2;
}

static void read_data(const adapter *a, wanted *w) {
    (void)a;
    w->place = json_string_value(json_object_get(w->item, "dataId"));
    w->access = access_of(text_of(w->item, "accessType"));
}

rsp_status control_set_data_breakpoints(adapter_call *call) {
    return set_kind(call, BREAK_DATA, read_data);
}

/* --- signals --- */

static const struct {
    const char *name;
    unsigned filter;
} filters[] = {{"fatal", FILTER_FATAL}, {"signals", FILTER_ALL}};

static unsigned filter_of(const char *name) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(filters); i++)
        if (name && strcmp(filters[i].name, name) == 0)
            return filters[i].filter;
    return 0;
}

static void take_filter(adapter_call *call, json_t *answers, const char *name, unsigned *mask) {
    const unsigned filter = filter_of(name);
    *mask |= filter;
    (void)call;
    (void)json_array_append_new(answers, filter ? json_pack("{s:b}", "verified", 1)
                                                : json_pack("{s:b, s:s}", "verified", 0, "message",
                                                            "there is no filter of this name"));
}

rsp_status control_set_exception_breakpoints(adapter_call *call) {
    const json_t *names = call_value(call, "filters");
    const json_t *options = call_value(call, "filterOptions");
    json_t *answers = json_array();
    unsigned mask = 0;
    for (size_t i = 0; i < json_array_size(names); i++)
        take_filter(call, answers, json_string_value(json_array_get(names, i)), &mask);
    for (size_t i = 0; i < json_array_size(options); i++)
        take_filter(call, answers, text_of(json_array_get(options, i), "filterId"), &mask);
    call->adapter->control->filters = mask;
    call_set(call, "breakpoints", answers);
    return RSP_OK;
}

/* --- places --- */

rsp_status control_breakpoint_locations(adapter_call *call) {
    adapter *a = call->adapter;
    const json_t *source = call_value(call, "source");
    const char *path = text_of(source, "path") ? text_of(source, "path") : text_of(source, "name");
    int64_t line = adapter_line_in(a, call_integer(call, "line", 1));
    const int64_t last =
        call_value(call, "endLine") ? adapter_line_in(a, call_integer(call, "endLine", 1)) : line;
    json_t *answers = json_array();
    code_places found;
    while (path && line <= last && json_array_size(answers) < RSP_LIMIT_DAP_BREAKPOINTS &&
           code_places_of_line(a, path, line, &found, NULL) == RSP_OK && found.line <= last) {
        (void)json_array_append_new(answers,
                                    json_pack("{s:I}", "line", (json_int_t)adapter_line_out(a, found.line)));
        line = (int64_t)found.line + 1;
    }
    call_set(call, "breakpoints", answers);
    return RSP_OK;
}
