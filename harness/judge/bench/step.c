/* One function for each action of a workload. What a stub does not support is noted and left out: the rest is
 * still worth measuring.
 * See step.h. */
/* SPDX-License-Identifier: MIT */
#include "step.h"

#include "account.h"
#include "core/limits.h"
#include "core/mem.h"
#include "core/rng.h"
#include "loaded.h"
#include "motion.h"
#include "object.h"
#include "outcome.h"
#include "place.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

static rsp_status switch_sites(bench *b, const rsp_workload_step *step) {
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < step->num_names && status == RSP_OK; i++) {
        uint64_t address;
        status = place_find(b, step->names[i], &address);
        if (status == RSP_OK)
            status = motion_switch(b, address, step->action == RSP_WORKLOAD_ENABLE);
    }
    return status;
}

static rsp_status apply(bench *b, const rsp_workload_step *step) {
    (void)step;
    return b->way->hold ? RSP_OK : motion_flush(b, RSP_BENCH_PHASE_TOGGLE);
}

static rsp_status continue_to(bench *b, const rsp_workload_step *step) {
    uint64_t address;
    rsp_status status = place_find(b, step->symbol, &address);
    return status == RSP_OK ? motion_run_to(b, step->symbol, address) : status;
}

static rsp_status continue_when(bench *b, const rsp_workload_step *step) {
    return b->options->run_to_condition
               ? b->options->run_to_condition(b, step)
               : bench_skip(b, "built without the debugger (RSP_DEBUGGER), which decides conditions");
}

static rsp_status single_steps(bench *b, const rsp_workload_step *step) {
    uint64_t num = rsp_workload_number(step->count, b->options->sweep);
    rsp_status status = RSP_OK;
    for (uint64_t i = 0; i < num && status == RSP_OK; i++)
        status = motion_step_off(b, RSP_BENCH_PHASE_STEP);
    return status;
}

static rsp_status leave(bench *b, const rsp_workload_step *step) {
    uint64_t address = 0;
    rsp_status status = place_find(b, step->symbol, &address);
    return status == RSP_OK ? motion_leave(b, step->symbol, address, place_size(b, step->symbol)) : status;
}

/* --- looking -------------------------------------------------------------------------------------------- */

static rsp_status add_read(bench *b, size_t num, uint64_t addr, uint64_t size) {
    if (num == b->cap_reads) {
        size_t cap = b->cap_reads ? b->cap_reads * 2 : 64;
        rsp_read *grown = rsp_mem_realloc(b->options->mem, b->reads, cap * sizeof *grown);
        if (!grown)
            return RSP_NO_MEMORY;
        b->reads = grown;
        b->cap_reads = cap;
    }
    b->reads[num] = (rsp_read){.addr = addr, .len = (size_t)size, .out = b->scratch};
    return RSP_OK;
}

/* Calls for each piece of memory that the step names, until one fails. */
static rsp_status each_range(bench *b, const rsp_workload_step *step,
                             rsp_status (*visit)(bench *b, size_t index, uint64_t addr, uint64_t size),
                             size_t *out_num) {
    rsp_status status = RSP_OK;
    *out_num = 0;
    for (size_t i = 0; i < step->num_ranges && status == RSP_OK; i++) {
        const rsp_workload_range *r = &step->ranges[i];
        const uint64_t count = rsp_workload_number(r->count, b->options->sweep);
        const uint64_t size = rsp_workload_number(r->size, b->options->sweep);
        uint64_t address = 0;
        if (size > RSP_LIMIT_WORK_RANGE_BYTES)
            return bench_fail(b, "%llu bytes of %s at once are more than %d", (unsigned long long)size,
                              r->symbol, (int)RSP_LIMIT_WORK_RANGE_BYTES);
        status = place_find(b, r->symbol, &address);
        for (uint64_t n = 0; n < count && status == RSP_OK; n++)
            status = visit(b, (*out_num)++, address + r->offset + n * (r->stride ? r->stride : size), size);
    }
    return status;
}

static rsp_status read_memory(bench *b, const rsp_workload_step *step) {
    size_t num = 0;
    rsp_status status = each_range(b, step, add_read, &num);
    if (status != RSP_OK)
        return status;
    account_begin(b, RSP_BENCH_PHASE_READ);
    status = rsp_read_memory_vectorized(b->client, 0, b->reads, num);
    account_end(b);
    if (status != RSP_OK)
        return bench_client_failed(b, status, "reading memory");
    for (size_t i = 0; i < num; i++) {
        if (b->reads[i].status != RSP_OK)
            return bench_fail(b, "%zu bytes at 0x%llx could not be read: %s", b->reads[i].len,
                              (unsigned long long)b->reads[i].addr, rsp_status_text(b->reads[i].status));
        account_memory(b, b->reads[i].len);
    }
    return RSP_OK;
}

/* Bytes without a pattern: a stub that sends runs as such would be measured by zeros. */
static rsp_status write_range(bench *b, size_t index, uint64_t addr, uint64_t size) {
    rsp_rng rng = {0};
    rsp_rng_seed(&rng, 1);
    (void)index;
    for (uint64_t i = 0; i < size; i++)
        b->scratch[i] = (uint8_t)rsp_rng_below(&rng, 256);
    account_begin(b, RSP_BENCH_PHASE_WRITE);
    rsp_status status =
        rsp_client_write_memory(b->client, addr, rsp_bytes_make(b->scratch, (size_t)size), NULL);
    account_end(b);
    account_memory(b, size);
    return status == RSP_OK ? RSP_OK : bench_client_failed(b, status, "writing memory");
}

static rsp_status write_memory(bench *b, const rsp_workload_step *step) {
    size_t num = 0;
    return each_range(b, step, write_range, &num);
}

/* What a stub lacks is noted: the rest of the workload is still worth measuring. */
static rsp_status looked(bench *b, rsp_status status, const char *what) {
    if (status != RSP_UNSUPPORTED && status != RSP_REFUSED)
        return status == RSP_OK ? RSP_OK : bench_client_failed(b, status, what);
    bench_note(b, "%s: not supported, left out", what);
    return RSP_OK;
}

static rsp_status read_registers(bench *b, const rsp_workload_step *step) {
    (void)step;
    rsp_bytes hex;
    account_begin(b, RSP_BENCH_PHASE_REGISTERS);
    rsp_status status = rsp_client_read_registers(b->client, (rsp_ptid){0}, &hex);
    account_end(b);
    return looked(b, status, "reading registers (g)");
}

static rsp_status list_threads(bench *b, const rsp_workload_step *step) {
    (void)step;
    size_t num;
    account_begin(b, RSP_BENCH_PHASE_THREADS);
    rsp_status status = rsp_client_threads(b->client, b->threads, RSP_LIMIT_THREAD_LIST, &num);
    account_end(b);
    return looked(b, status, "listing threads (qfThreadInfo)");
}

static rsp_status read_object(bench *b, const rsp_workload_step *step) {
    char what[120];
    rsp_buf out = {.mem = b->options->mem};
    account_begin(b, RSP_BENCH_PHASE_DESCRIBE);
    rsp_status status = object_read(b, step->symbol, step->text, &out);
    account_end(b);
    rsp_buf_free(&out);
    (void)snprintf(what, sizeof what, "%s:%.40s:read:%.40s", rsp_packet_text(RSP_PACKET_QXFER), step->symbol,
                   step->text);
    return looked(b, status, what);
}

static rsp_status handshake(bench *b, const rsp_workload_step *step) {
    (void)step;
    account_begin(b, RSP_BENCH_PHASE_CONNECT);
    rsp_status status = rsp_client_connect(b->client);
    account_end(b);
    if (status != RSP_OK)
        return bench_client_failed(b, status, "connecting");
    return rsp_client_has_program(b->client) ? loaded_enter(b)
                                             : bench_skip(b, "the stub has no program: nothing to debug");
}

rsp_status bench_step(bench *b, const rsp_workload_step *step) {
    static rsp_status (*const actions[])(bench * b, const rsp_workload_step *step) = {
        [RSP_WORKLOAD_CONTINUE_TO] = continue_to,
        [RSP_WORKLOAD_CONTINUE_WHEN] = continue_when,
        [RSP_WORKLOAD_STEP] = single_steps,
        [RSP_WORKLOAD_LEAVE] = leave,
        [RSP_WORKLOAD_READ] = read_memory,
        [RSP_WORKLOAD_WRITE] = write_memory,
        [RSP_WORKLOAD_DISABLE] = switch_sites,
        [RSP_WORKLOAD_ENABLE] = switch_sites,
        [RSP_WORKLOAD_APPLY] = apply,
        [RSP_WORKLOAD_REGISTERS] = read_registers,
        [RSP_WORKLOAD_THREADS] = list_threads,
        [RSP_WORKLOAD_OBJECT] = read_object,
        [RSP_WORKLOAD_HANDSHAKE] = handshake,
    };
    return actions[step->action](b, step);
}
