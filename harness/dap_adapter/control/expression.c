/* Translated by the debug information, evaluated on this host.
 * Registers are asked for by the stub's numbers.
 * See expression.h. */
/* SPDX-License-Identifier: MIT */
#include "control/expression.h"

#include "client/client_thread.h"
#include "client/condition.h"
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
    const rsp_ptid thread = rsp_client_stop_thread(a->program.client);
    if (number >= RSP_CONDITION_THREAD_ID)
        return rsp_client_thread_question(a->program.client, thread, number, out);
    rsp_status status =
        rsp_client_read_register(a->program.client, thread, number, bytes, sizeof bytes, &len);
    *out = 0;
    for (size_t i = sizeof bytes; i-- > 0;)
        *out = *out << 8 | bytes[i];
    return status;
}

static rsp_status read_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    adapter *a = ctx;
    return rsp_client_read_memory(a->program.client, address, dst, len, NULL);
}

static rsp_status evaluate(adapter *a, rsp_arena *arena, rsp_bytes text, uint64_t *out) {
    const rsp_condition *condition = NULL;
    const rsp_condition_names names = {.ctx = a, .find_register = find_register};
    const rsp_condition_host host = {.ctx = a, .read_register = read_register, .read_memory = read_memory};
    rsp_status status = rsp_condition_parse(&condition, arena, text, &names, NULL);
    return status == RSP_OK ? rsp_condition_eval(out, condition, &host, NULL) : status;
}

rsp_status control_decide(adapter *a, const char *condition, uint64_t *out) {
    rsp_arena arena = {.mem = a->options.mem};
    rsp_status status = evaluate(a, &arena, rsp_bytes_str(condition), out);
    rsp_arena_free(&arena);
    return status;
}

static rsp_status append(adapter *a, rsp_arena *arena, rsp_bytes source, uint64_t pc, uint32_t inner,
                         rsp_buf *out, rsp_error *error) {
    rsp_debuggee *d = adapter_debuggee_at(a, pc);
    rsp_source_condition value;
    uint64_t number = 0;
    if (!d)
        return rsp_fail(error, RSP_UNSUPPORTED, "nothing is known of the program's source");
    const rsp_source_place place = {
        .file = d->file, .address = pc - d->bias, .bias = d->bias, .inner = inner};
    rsp_debuggee_thread stopped = {.debuggee = d, .id = rsp_client_stop_thread(a->program.client)};
    const rsp_debug_thread thread = rsp_debuggee_reader(&stopped);
    rsp_status status = rsp_source_expression_compile(&value, arena, source, &place, error);
    if (status != RSP_OK)
        return status;
    status = evaluate(a, arena, value.value.text, &number);
    if (status == RSP_OK && value.value.is_address)
        status = rsp_debug_value_append(out, d->file, &value.value.type, &thread, number);
    else if (status == RSP_OK)
        rsp_debug_number_append(out, d->file, &value.value.type, &thread, number);
    return status == RSP_OK ? RSP_OK : rsp_fail(error, status, "%s", rsp_status_text(status));
}

void control_append_value(adapter *a, rsp_bytes source, uint64_t pc, uint32_t inner, rsp_buf *out) {
    rsp_arena arena = {.mem = a->options.mem};
    rsp_error error = {0};
    if (append(a, &arena, source, pc, inner, out, &error) != RSP_OK)
        rsp_buf_printf(out, "(%s)", error.msg);
    rsp_arena_free(&arena);
}
