/* vCont, c, s, C and S: requests to resume become lists of actions.
 * The old letters are lists of at most two: the thread of Hc, and all others.
 * Source: GDB manual, Packets (vCont, c, s, C, S). */
/* SPDX-License-Identifier: MIT */
#include "actions.h"
#include "errors.h"
#include "handlers.h"
#include "ids.h"
#include "resume.h"
#include "stop_table.h"
#include "thread_registers.h"
#include <rsp/payload.h>

static stub_reply_kind refuse(rsp_stub *s, rsp_buf *reply, rsp_status status) {
    if (status == RSP_NOT_FOUND)
        return stub_error(s, reply, STUB_E_THREAD, "no such thread");
    if (status == RSP_LIMIT || status == RSP_NO_MEMORY)
        return stub_error(s, reply, STUB_E_LIMIT, "too many actions");
    return stub_error(s, reply, STUB_E_SYNTAX, "malformed action");
}

stub_reply_kind stub_on_vcont(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    stub_action_list list = {0};
    (void)args;
    rsp_status status = stub_parse_actions(s, &list);
    return status == RSP_OK ? stub_resume_list(s, &list, reply) : refuse(s, reply, status);
}

stub_reply_kind stub_on_vcont_query(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)s;
    unsigned set = RSP_VCONT_CONTINUE | RSP_VCONT_CONTINUE_SIGNAL | RSP_VCONT_STEP | RSP_VCONT_STEP_SIGNAL |
                   RSP_VCONT_RANGE | RSP_VCONT_STOP;
    (void)args;
    rsp_vcont_reply_build(reply, set);
    return STUB_REPLY_SEND;
}

/* The thread that a step, a signal or an address is for, and the pattern of those that go on with it. */
static rsp_status resume_thread(rsp_stub *s, rsp_ptid *out_thread, rsp_ptid *out_wide) {
    rsp_ptid chosen = s->resume;
    rsp_ptid thread = {0, 0};
    if (chosen.tid > 0) {
        *out_wide = chosen;
        return stub_resolve_thread(s, chosen, out_thread);
    }
    bool one_process = chosen.pid > 0;
    rsp_status status = stub_resolve_thread(s, (rsp_ptid){one_process ? chosen.pid : 0, 0}, &thread);
    *out_thread = thread;
    *out_wide = (rsp_ptid){one_process ? chosen.pid : RSP_ID_ALL, RSP_ID_ALL};
    return status;
}

/* c and s with the old way of naming a thread, as a list of at most two actions. */
static stub_reply_kind resume_simple(rsp_stub *s, char op, uint8_t signal, rsp_bytes address,
                                     rsp_buf *reply) {
    rsp_vcont_action what = {.op = op, .signal = signal, .has_id = true};
    rsp_vcont_action rest = {.op = 'c', .has_id = true};
    stub_action_list list = {0};
    uint64_t pc = 0;
    if ((address.len && rsp_hex_u64(&pc, address) != RSP_OK) || stub_check_signal(s, &what) != RSP_OK)
        return stub_error(s, reply, STUB_E_SYNTAX, "malformed address or signal");
    rsp_status status = resume_thread(s, &what.id, &rest.id);
    if (status == RSP_OK)
        status = stub_room_for_actions(s, &list, 2);
    if (status == RSP_OK)
        status = stub_add_action(s, &list, &what);
    if (status == RSP_OK && rest.id.tid == RSP_ID_ALL)
        status = stub_add_action(s, &list, &rest);
    if (status != RSP_OK)
        return refuse(s, reply, status);
    if (address.len && !stub_thread_runs(s, what.id) && !stub_set_thread_pc(s, what.id, pc))
        return stub_error(s, reply, STUB_E_GENERAL, "the address could not be set");
    return stub_resume_list(s, &list, reply);
}

/* "sig" or "sig;addr" */
static stub_reply_kind resume_signal(rsp_stub *s, char op, rsp_bytes args, rsp_buf *reply) {
    uint64_t signal = 0;
    rsp_bytes digits = rsp_bytes_sub(args, 0, 2);
    rsp_bytes address = rsp_bytes_from(args, 2);
    bool good = digits.len == 2 && rsp_hex_u64(&signal, digits) == RSP_OK;
    if (good && address.len)
        good = rsp_take_byte(&address, ';') && address.len > 0;
    return good ? resume_simple(s, op, (uint8_t)signal, address, reply)
                : stub_error(s, reply, STUB_E_SYNTAX, "malformed signal");
}

stub_reply_kind stub_on_continue_(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return resume_simple(s, 'c', 0, args, reply);
}

stub_reply_kind stub_on_step(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return resume_simple(s, 's', 0, args, reply);
}

stub_reply_kind stub_on_continue_signal(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return resume_signal(s, 'C', args, reply);
}

stub_reply_kind stub_on_step_signal(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    return resume_signal(s, 'S', args, reply);
}
