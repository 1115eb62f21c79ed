/* Memory at addresses that the text names is read ahead in one packet; registers come from the stop reply
 * where the stub sent them along. The pc needs no packet at all: it is the site.
 * See value.h. */
/* SPDX-License-Identifier: MIT */
#include "value.h"

#include "client/operation/registers.h"
#include "session_end.h"
#include "thread_question.h"
#include "thread_registers.h"
#include <rsp/client.h>

enum { READ_AHEAD = 16, REGISTERS = 16 };

typedef struct reader {
    rsp_conditionals *set;
    const rsp_conditional *breakpoint;
    rsp_ptid thread;
    rsp_condition_read ahead[READ_AHEAD];
    rsp_read reads[READ_AHEAD];
    uint8_t bytes[READ_AHEAD][8];
    size_t num_ahead;
    struct {
        uint64_t number;
        uint64_t value;
    } registers[REGISTERS];
    size_t num_registers;
    bool named; /* the thread's name was asked for */
    rsp_status name_status;
    uint64_t name[RSP_CONDITION_NAME_WORDS];
} reader;

/* Without P all registers are written to lead the thread on: they are asked for in one piece with the memory.
 */
static void ask_registers(reader *r) {
    if (r->breakpoint->copy.map.code != 0)
        client_registers_ahead(r->set->client, r->thread);
}

static rsp_status read_ahead(reader *r) {
    size_t num = rsp_condition_reads(r->ahead, READ_AHEAD, r->breakpoint->condition);
    r->num_ahead = num < READ_AHEAD ? num : READ_AHEAD;
    for (size_t i = 0; i < r->num_ahead; i++)
        r->reads[i] = (rsp_read){.addr = r->ahead[i].address, .len = r->ahead[i].len, .out = r->bytes[i]};
    if (r->num_ahead == 0)
        return RSP_OK;
    ask_registers(r);
    rsp_status status =
        rsp_read_memory_vectorized(r->set->client, r->breakpoint->site.pid, r->reads, r->num_ahead);
    return ends_session(status) ? status : RSP_OK;
}

/* Whatever a stub answers instead of memory: for the condition it is memory that cannot be read. */
static rsp_status not_there(rsp_status status) {
    return status == RSP_OK || ends_session(status) ? status : RSP_FAULT;
}

static rsp_status read_memory(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    reader *r = ctx;
    for (size_t i = 0; i < r->num_ahead; i++) {
        if (r->ahead[i].address != address || r->ahead[i].len != len)
            continue;
        memcpy(dst, r->bytes[i], len);
        return not_there(r->reads[i].status);
    }
    rsp_read one = {.addr = address, .len = len, .out = dst};
    ask_registers(r);
    rsp_status status = rsp_read_memory_vectorized(r->set->client, r->breakpoint->site.pid, &one, 1);
    return not_there(status == RSP_OK ? one.status : status);
}

static rsp_status answer_question(reader *r, uint64_t number, uint64_t *out_value) {
    if (number == RSP_CONDITION_THREAD_ID) {
        *out_value = (uint64_t)r->thread.tid;
        return RSP_OK;
    }
    if (!r->named)
        r->name_status = thread_question_name(r->set->client, r->thread, r->name);
    r->named = true;
    *out_value = r->name[number - RSP_CONDITION_THREAD_NAME];
    return r->name_status == RSP_OK || ends_session(r->name_status) ? r->name_status : RSP_NOT_FOUND;
}

static rsp_status read_register(void *ctx, uint64_t number, uint64_t *out_value) {
    reader *r = ctx;
    if (number == condition_machine_pc(&r->set->machine)) {
        *out_value = r->breakpoint->site.addr;
        return RSP_OK;
    }
    if (number >= RSP_CONDITION_THREAD_ID)
        return answer_question(r, number, out_value);
    for (size_t i = 0; i < r->num_registers; i++) {
        if (r->registers[i].number != number)
            continue;
        *out_value = r->registers[i].value;
        return RSP_OK;
    }
    rsp_status status = thread_register_read(r->set->client, r->thread, number,
                                             condition_machine_big_endian(&r->set->machine), out_value);
    if (status == RSP_OK && r->num_registers < REGISTERS) {
        r->registers[r->num_registers].number = number;
        r->registers[r->num_registers++].value = *out_value;
    }
    return status == RSP_OK || ends_session(status) ? status : RSP_NOT_FOUND;
}

rsp_status condition_value(rsp_conditionals *set, const rsp_conditional *breakpoint, rsp_ptid thread,
                           rsp_status *out_outcome, uint64_t *out_value) {
    reader r = {.set = set, .breakpoint = breakpoint, .thread = thread};
    rsp_condition_host host = {.ctx = &r,
                               .read_register = read_register,
                               .read_memory = read_memory,
                               .big_endian = condition_machine_big_endian(&set->machine)};
    rsp_status status = read_ahead(&r);
    if (status == RSP_OK)
        status = rsp_condition_eval(out_value, breakpoint->condition, &host, &set->error);
    *out_outcome = status;
    return ends_session(status) ? set_fail(set, status, "evaluating a condition") : RSP_OK;
}
