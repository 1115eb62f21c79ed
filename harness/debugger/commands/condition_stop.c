/* What a condition looks at is evaluated here once more, over the registers and memory of the stopped thread.
 * A value that cannot be read says so in its place.
 * See condition_stop.h. */
/* SPDX-License-Identifier: MIT */
#include "commands/condition_stop.h"

#include "debuggee/evaluate.h"
#include "dwarf/debug_frame.h"
#include "dwarf/debug_piece.h"
#include "dwarf/debug_value.h"
#include "dwarf/debug_variable.h"

enum { MAX_VALUES = 64, MAX_CALLERS = 64 };

static const char *kept(condition_run *run, rsp_buf *text) {
    const char *copy = rsp_arena_str(&run->arena, rsp_buf_cstr(text));
    rsp_buf_free(text);
    return copy;
}

static const char *show_value(condition_run *run, const rsp_debug_thread *thread,
                              const rsp_source_value *value) {
    rsp_buf text = {0};
    uint64_t number = 0;
    rsp_status status =
        rsp_evaluate_translated(&number, thread, run->shown->file, value->text, &run->arena, NULL);
    if (status == RSP_OK && value->is_address)
        status = rsp_debug_value_append(&text, run->shown->file, &value->type, thread, number);
    else if (status == RSP_OK)
        rsp_debug_number_append(&text, run->shown->file, &value->type, thread, number);
    if (status == RSP_OK)
        return kept(run, &text);
    rsp_buf_free(&text);
    return "(not readable)";
}

static const char *show_type(condition_run *run, const rsp_source_value *value) {
    rsp_buf text = {0};
    if (value->ref.entry == 0)
        return value->type.name ? value->type.name : "number";
    rsp_debug_type_append(&text, run->shown->file, value->ref);
    return kept(run, &text);
}

static rsp_condition_value *add_value(rsp_condition_stop *out) {
    return out->num_values < MAX_VALUES ? &out->values[out->num_values++] : NULL;
}

static void show_uses(condition_run *run, const rsp_source_condition *condition,
                      const rsp_debug_thread *thread, rsp_condition_stop *out) {
    for (size_t i = 0; i < condition->num_uses; i++) {
        const rsp_source_value *use = &condition->uses[i];
        rsp_condition_value *value = add_value(out);
        if (!value)
            return;
        value->source =
            rsp_arena_printf(&run->arena, "%.*s", (int)use->source.len, (const char *)use->source.ptr);
        value->type = show_type(run, use);
        value->value = show_value(run, thread, use);
    }
}

/* A variable where the debug information says that it lives. */
static const char *show_variable(condition_run *run, const rsp_debug_thread *thread,
                                 const rsp_debug_variable *variable, uint64_t address) {
    rsp_error why = {0};
    rsp_buf text = {0};
    if (rsp_debug_variable_append(&text, run->shown->file, variable, address, thread, &why) == RSP_OK)
        return kept(run, &text);
    rsp_buf_free(&text);
    return rsp_arena_printf(&run->arena, "(%s)", why.msg);
}

/* The condition's own values come first. */
static bool is_shown(const rsp_condition_stop *stop, const char *name) {
    for (size_t i = 0; i < stop->num_values; i++)
        if (strcmp(stop->values[i].source, name) == 0)
            return true;
    return false;
}

static void show_locals(condition_run *run, const rsp_debug_place *place, const rsp_debug_thread *thread,
                        rsp_condition_stop *out) {
    rsp_debug_variable variables[MAX_VALUES];
    size_t num = rsp_debug_variables_at(run->shown->file, place->address, variables, MAX_VALUES);
    for (size_t i = 0; i < num; i++) {
        const rsp_source_value typed = {.ref = variables[i].type};
        bool wanted = rsp_debug_place_has(place, &variables[i]) && !is_shown(out, variables[i].name);
        rsp_condition_value *value = wanted ? add_value(out) : NULL;
        if (!value)
            continue;
        value->source = rsp_arena_str(&run->arena, variables[i].name);
        value->type = typed.ref.entry ? show_type(run, &typed) : "void";
        value->value = show_variable(run, thread, &variables[i], place->address);
    }
}

/* The functions that called this one, each by the tables of its own file. */
static void show_callers(condition_run *run, rsp_debug_thread *thread, rsp_condition_stop *out) {
    rsp_debug_machine machine = rsp_debug_file_facts(run->file)->machine;
    const rsp_debug_file *file = run->shown->file;
    rsp_debug_frame frame;
    rsp_debug_frame next;
    out->callers = rsp_arena_alloc(&run->arena, MAX_CALLERS * sizeof *out->callers);
    if (!out->callers || rsp_debug_frame_first(file, thread, &frame) != RSP_OK)
        return;
    while (out->num_callers < MAX_CALLERS &&
           rsp_debug_frame_caller(file, machine, thread, &frame, &next) == RSP_OK) {
        rsp_buf text = {0};
        rsp_module *module = NULL;
        rsp_debug_place place = {0};
        if (rsp_modules_at(&run->modules, rsp_debug_frame_address(&next, 0), &module) != RSP_OK)
            return;
        file = module ? rsp_module_file(&run->modules, module) : NULL;
        thread->bias = module ? module->bias : 0;
        if (file)
            place = rsp_debug_place_at(file, rsp_debug_frame_address(&next, thread->bias));
        if (place.has_line || place.function)
            rsp_debug_place_append(&text, &place);
        else
            rsp_buf_printf(&text, "0x%llx", (unsigned long long)next.pc);
        out->callers[out->num_callers++] = kept(run, &text);
        frame = next;
    }
}

/* Why a condition has no value; NULL: it has one. */
static const char *trouble_of(rsp_status outcome) {
    if (outcome == RSP_OK)
        return NULL;
    return outcome == RSP_RANGE ? "division by zero" : rsp_status_text(outcome);
}

void condition_stop_keep(condition_run *run, const condition_place *place, const rsp_debuggee_site *site,
                         const rsp_conditional_stop *stop) {
    run->shown = place->debuggee;
    rsp_modules_stale(&run->modules);
    rsp_buf name = {0};
    rsp_ptid id = rsp_client_stop_thread(run->client);
    rsp_condition_stop *out = &run->stops[run->report.num_stops++];
    rsp_ptid_append(&name, id, rsp_client_is_multiprocess(run->client));
    *out = (rsp_condition_stop){.thread = kept(run, &name),
                                .path = site->place.has_line ? site->place.line.path : NULL,
                                .line = site->place.line.line,
                                .function = site->place.function,
                                .address = stop->pc,
                                .trouble = trouble_of(stop->outcome)};
    rsp_debuggee_thread reader = {.debuggee = place->debuggee, .id = id};
    rsp_debug_thread thread = rsp_debuggee_reader(&reader);
    out->values = rsp_arena_alloc(&run->arena, MAX_VALUES * sizeof *out->values);
    if (!out->values)
        return;
    show_uses(run, &site->condition, &thread, out);
    if (run->args->shown.locals)
        show_locals(run, &site->place, &thread, out);
    if (run->args->shown.stack)
        show_callers(run, &thread, out);
}
