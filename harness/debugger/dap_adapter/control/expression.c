/* Translated by the debug information, evaluated on this host.
 * Registers are asked for by the stub's numbers, if the stop did not bring them.
 * See expression.h. */
/* SPDX-License-Identifier: MIT */
#include "control/expression.h"

#include "client/client_thread.h"
#include "condition/condition.h"
#include "dwarf/debug_value.h"
#include "dwarf/source_condition.h"

static rsp_status find_register(void *ctx, rsp_bytes name, uint64_t *out) {
    adapter *a = ctx;
    return rsp_conditionals_register(a->program.breakpoints, name, out);
}

static rsp_status read_register(void *ctx, uint64_t number, uint64_t *out) {
    adapter *a = ctx;
    uint8_t bytes[8] = {0};
    size_t len = 0;
    rsp_client *client = a->program.client;
    const rsp_ptid thread = rsp_client_stop_thread(client);
    if (number >= RSP_CONDITION_THREAD_ID)
        return rsp_client_thread_question(client, thread, number, out);
    rsp_status status = rsp_client_stop_register(client, number, bytes, sizeof bytes, &len);
    if (status != RSP_OK)
        status = rsp_client_read_register(client, thread, number, bytes, sizeof bytes, &len);
    *out = 0;
    for (size_t i = sizeof bytes; i-- > 0;)
        *out = *out << 8 | bytes[i];
    return status;
}

static rsp_status read_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    adapter *a = ctx;
    return rsp_client_read_memory(a->program.client, address, dst, len, NULL);
}

static rsp_status parse(adapter *a, rsp_arena *arena, rsp_bytes text, const rsp_condition **out) {
    const rsp_condition_names names = {.ctx = a, .find_register = find_register};
    return rsp_condition_parse(out, arena, text, &names, NULL);
}

static rsp_status run(adapter *a, const rsp_condition *condition, uint64_t *out) {
    const rsp_condition_host host = {.ctx = a, .read_register = read_register, .read_memory = read_memory};
    return rsp_condition_eval(out, condition, &host, NULL);
}

rsp_status control_decide(adapter *a, const char *condition, uint64_t *out) {
    rsp_arena arena = {.mem = a->options.mem};
    const rsp_condition *parsed = NULL;
    rsp_status status = parse(a, &arena, rsp_bytes_str(condition), &parsed);
    if (status == RSP_OK)
        status = run(a, parsed, out);
    rsp_arena_free(&arena);
    return status;
}

struct control_expression {
    const rsp_condition *value; /* NULL: it has none */
    const char *why;
    rsp_debug_type type;
    bool is_address;
};

static rsp_status translate(adapter *a, rsp_arena *arena, rsp_bytes source, const rsp_source_place *place,
                            control_expression *out, rsp_error *error) {
    rsp_source_condition found;
    rsp_status status = rsp_source_expression_compile(&found, arena, source, place, error);
    if (status != RSP_OK)
        return status;
    out->type = found.value.type;
    out->is_address = found.value.is_address;
    status = parse(a, arena, found.value.text, &out->value);
    return status == RSP_OK ? RSP_OK : rsp_fail(error, status, "%s", rsp_status_text(status));
}

const control_expression *control_translate(adapter *a, rsp_arena *arena, rsp_bytes source, uint64_t pc,
                                            uint32_t inner) {
    const rsp_debuggee *d = adapter_debuggee_at(a, pc);
    control_expression *out = rsp_arena_alloc(arena, sizeof *out);
    rsp_error error = {0};
    if (!out)
        return NULL;
    *out = (control_expression){.why = "nothing is known of the program's source"};
    if (!d)
        return out;
    const rsp_source_place place = {
        .file = d->file, .address = pc - d->bias, .bias = d->bias, .inner = inner};
    if (translate(a, arena, source, &place, out, &error) == RSP_OK)
        return out;
    *out = (control_expression){.why = rsp_arena_str(arena, error.msg)};
    return out->why ? out : NULL;
}

void control_append_value(adapter *a, const control_expression *expression, uint64_t pc, rsp_buf *out) {
    rsp_debuggee *d = adapter_debuggee_at(a, pc);
    rsp_debuggee_thread stopped = {.debuggee = d, .id = rsp_client_stop_thread(a->program.client)};
    uint64_t number = 0;
    if (!expression->value || !d) {
        rsp_buf_printf(out, "(%s)", expression->why);
        return;
    }
    const rsp_debug_thread thread = rsp_debuggee_reader(&stopped);
    rsp_status status = run(a, expression->value, &number);
    if (status == RSP_OK && expression->is_address)
        status = rsp_debug_value_append(out, d->file, &expression->type, &thread, number);
    else if (status == RSP_OK)
        rsp_debug_number_append(out, d->file, &expression->type, &thread, number);
    if (status != RSP_OK)
        rsp_buf_printf(out, "(%s)", rsp_status_text(status));
}
