/* The bias is the same for all of the program, and does not change while it lives.
 * The stub's register numbers are asked for by name, once each: stubs number them as they like.
 * See debuggee.h. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

#include "client/client_object.h"
#include "client/client_thread.h"
#include "condition/condition.h"
#include "same_program.h"

enum { AT_BASE = 7, AT_ENTRY = 9, PAIR_BYTES = 16 };

static uint64_t number_at(rsp_bytes bytes, size_t at) {
    uint64_t value = 0;
    for (size_t i = 8; i-- > 0;)
        value = value << 8 | bytes.ptr[at + i];
    return value;
}

static rsp_status read_vector(rsp_debuggee *d, uint64_t *out_entry, rsp_error *error) {
    rsp_buf auxv = {0};
    rsp_status status = rsp_client_read_object(d->client, RSP_LIT("auxv"), RSP_LIT(""), &auxv, error);
    for (size_t at = 0; status == RSP_OK && at + PAIR_BYTES <= auxv.len; at += PAIR_BYTES) {
        const uint64_t key = number_at(rsp_buf_bytes(&auxv), at);
        const uint64_t value = number_at(rsp_buf_bytes(&auxv), at + 8);
        if (key == AT_ENTRY && *out_entry == 0)
            *out_entry = value;
        if (key == AT_BASE && d->loader_bias == 0)
            d->loader_bias = value;
    }
    rsp_buf_free(&auxv);
    return status;
}

static rsp_status learn_bias(rsp_debuggee *d, uint64_t entry, rsp_error *error) {
    uint64_t there = 0;
    rsp_status status = read_vector(d, &there, error);
    d->bias = there - entry;
    if (status == RSP_UNSUPPORTED || status == RSP_REFUSED || (status == RSP_OK && there == 0))
        return rsp_fail(error, RSP_UNSUPPORTED,
                        "the loader places the program, and the stub does not tell where (qXfer:auxv:read)");
    return status == RSP_OK || (error && error->status == status)
               ? status
               : rsp_fail(error, status, "reading the auxiliary vector: %s", rsp_status_text(status));
}

/* A program that lies where its file says can have a loader that does not. Whether somebody tells does not
 * matter then. */
static rsp_status learn_loader(rsp_debuggee *d) {
    uint64_t there = 0;
    (void)!read_vector(d, &there, NULL);
    return rsp_session_state(rsp_client_session(d->client));
}

rsp_status rsp_debuggee_learn(rsp_debuggee *out, rsp_client *client, rsp_conditionals *breakpoints,
                              const rsp_debug_file *file, rsp_error *error) {
    const rsp_debug_facts *facts = rsp_debug_file_facts(file);
    *out = (rsp_debuggee){.client = client, .breakpoints = breakpoints, .file = file};
    rsp_status status = RSP_OK;
    if (facts->relocated)
        status = learn_bias(out, facts->entry, error);
    else if (facts->loader)
        status = learn_loader(out);
    return status == RSP_OK ? same_program_check(out, error) : status;
}

rsp_status rsp_debuggee_library(rsp_debuggee *out, const rsp_debuggee *program, const rsp_debug_file *file,
                                uint64_t bias, rsp_error *error) {
    *out = *program;
    out->file = file;
    out->bias = bias;
    return same_program_check(out, error);
}

rsp_status rsp_debuggee_register(rsp_debuggee *d, uint32_t number, uint64_t *out) {
    const char *name = rsp_debug_register_name(rsp_debug_file_facts(d->file)->machine, number);
    if (!name)
        return RSP_NOT_FOUND;
    if (!d->registers[number].asked)
        d->registers[number].status =
            rsp_conditionals_register(d->breakpoints, rsp_bytes_str(name), &d->registers[number].number);
    d->registers[number].asked = true;
    *out = d->registers[number].number;
    return d->registers[number].status;
}

static rsp_status read_register(void *ctx, uint32_t number, uint64_t *out_value) {
    const rsp_debuggee_thread *t = ctx;
    uint8_t bytes[8] = {0};
    size_t len = 0;
    uint64_t wire = 0;
    rsp_client *client = t->debuggee->client;
    if (number >= RSP_CONDITION_THREAD_ID)
        return rsp_client_thread_question(client, t->id, number, out_value);
    rsp_status status = rsp_debuggee_register(t->debuggee, number, &wire);
    rsp_ptid last = rsp_client_stop_thread(client);
    bool stopped = last.pid == t->id.pid && last.tid == t->id.tid;
    if (status != RSP_OK)
        return status;
    if (!stopped || rsp_client_stop_register(client, wire, bytes, sizeof bytes, &len) != RSP_OK)
        status = rsp_client_read_register(client, t->id, wire, bytes, sizeof bytes, &len);
    if (status == RSP_OK)
        *out_value = number_at(rsp_bytes_make(bytes, sizeof bytes), 0);
    if (status == RSP_OK && number == rsp_debug_register_pc(rsp_debug_file_facts(t->debuggee->file)->machine))
        *out_value = rsp_conditionals_site_of(t->debuggee->breakpoints, *out_value);
    return status;
}

static rsp_status read_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    const rsp_debuggee_thread *t = ctx;
    rsp_read one = {.addr = address, .len = len, .out = dst};
    int64_t pid = rsp_client_is_multiprocess(t->debuggee->client) ? t->id.pid : 0;
    rsp_status status = rsp_read_memory_vectorized(t->debuggee->client, pid, &one, 1);
    return status == RSP_OK ? one.status : status;
}

rsp_debug_thread rsp_debuggee_reader(rsp_debuggee_thread *thread) {
    return (rsp_debug_thread){.ctx = thread,
                              .read_register = read_register,
                              .read_memory = read_memory,
                              .bias = thread->debuggee->bias};
}
