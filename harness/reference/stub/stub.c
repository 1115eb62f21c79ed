/* The stub as a whole: options, life, one connection after the other, and its two entry points.
 * Everything that a packet does is in its own group's file.
 * Does no I/O. */
/* SPDX-License-Identifier: MIT */
#include "attach_name.h"
#include "breakpoint_table.h"
#include "event_filter.h"
#include "faults/hooks.h"
#include "feature_list.h"
#include "files.h"
#include "handlers.h"
#include "launch.h"
#include "receive.h"
#include "recent_reads.h"
#include "registers.h"
#include "run_control.h"
#include "running.h"
#include "send.h"
#include "trace.h"
#include "validate.h"
#include "xfer.h"

#include "core/limits.h"
#include "core/mem.h"
#include <limits.h>

rsp_stub_options rsp_stub_options_default(void) {
    return (rsp_stub_options){
        .packet_bytes = 0x20000,
        .multimem = RSP_MULTIMEM_LLDB,
        .x_dialect = RSP_X_GDB,
        .offer_multimem = true,
        .offer_multibreak_rfc = true,
        .offer_multibreak_json = true,
        .offer_conditions = true,
        .offer_no_ack = true,
        .offer_non_stop = true,
        .offer_multiprocess = true,
        .trace_buffer_bytes = (size_t)5 * 1024 * 1024,
        .run_length = true,
        .fault = RSP_FAULT_NONE,
    };
}

static rsp_status check_options(const rsp_stub_options *options, rsp_error *error) {
    const rsp_target_ops *ops = options->ops;
    if (!ops)
        return rsp_fail(error, RSP_USAGE, "the stub needs a target");
    if (options->packet_bytes < RSP_LIMIT_STUB_PACKET_BYTES_MIN ||
        options->packet_bytes > RSP_LIMIT_PACKET_BYTES)
        return rsp_fail(error, RSP_USAGE, "packet size must be %d to %d bytes",
                        RSP_LIMIT_STUB_PACKET_BYTES_MIN, RSP_LIMIT_PACKET_BYTES);
    if (options->trace_buffer_bytes > RSP_LIMIT_STUB_TRACE_BYTES)
        return rsp_fail(error, RSP_USAGE, "the trace buffer must be at most %d bytes",
                        RSP_LIMIT_STUB_TRACE_BYTES);
    if (!ops->process_next || !ops->thread_next || !ops->thread_alive || !ops->thread_running)
        return rsp_fail(error, RSP_USAGE, "the target lacks its inventory");
    if (!ops->register_set || !ops->read_registers || !ops->write_registers || !ops->read_memory ||
        !ops->write_memory)
        return rsp_fail(error, RSP_USAGE, "the target lacks registers or memory");
    if (!ops->resume || !ops->hold || !ops->run)
        return rsp_fail(error, RSP_USAGE, "the target lacks execution");
    return RSP_OK;
}

static rsp_status build_parts(rsp_stub *s) {
    rsp_status (*const parts[])(rsp_stub *) = {stub_run_new,   stub_breakpoints_new, stub_xfer_new,
                                               stub_files_new, stub_launch_new,      stub_saved_new,
                                               stub_trace_new};
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++) {
        rsp_status status = parts[i](s);
        if (status != RSP_OK)
            return status;
    }
    return RSP_OK;
}

static rsp_status start_program(rsp_stub *s, rsp_error *error) {
    int64_t pid = 0;
    if (s->opt.argc == 0)
        return RSP_OK;
    rsp_status status = stub_launch_start(s, &pid, error);
    if (status == RSP_OK)
        stub_process_started(s, pid, RSP_SIGNAL_TRAP);
    s->general = (rsp_ptid){0, 0};
    return s->run->no_memory ? rsp_fail(error, RSP_NO_MEMORY, "out of memory") : status;
}

rsp_stub *rsp_stub_new(const rsp_stub_options *options, rsp_error *error) {
    if (check_options(options, error) != RSP_OK)
        return NULL;
    rsp_stub *s = rsp_mem_calloc(options->mem, 1, sizeof(*s));
    if (!s) {
        (void)rsp_fail(error, RSP_NO_MEMORY, "out of memory");
        return NULL;
    }
    s->opt = *options;
    /* A request is acknowledged before it is handled, unless it can not be kept. In no-ack mode the link is
     * trusted, and some clients send no checksum at all. */
    const rsp_endpoint_policy policy = {.role = RSP_ENDPOINT_STUB,
                                        .acknowledge = RSP_ACKNOWLEDGE_ACCEPTED,
                                        .max_resent = UINT_MAX,
                                        .max_refused = UINT_MAX,
                                        .trusts_without_acks = true,
                                        .max_packet = options->packet_bytes,
                                        .mem = options->mem};
    rsp_endpoint_init(&s->wire, &policy, NULL);
    stub_fault_new(s);
    rsp_buf_init(&s->reply, options->mem, options->packet_bytes);
    rsp_buf_init(&s->process_filter, options->mem, options->packet_bytes);
    rsp_status status = build_parts(s);
    if (status != RSP_OK) {
        (void)rsp_fail(error, status, "out of memory");
    } else {
        stub_features_init(s);
        status = start_program(s, error);
    }
    if (status != RSP_OK) {
        rsp_stub_free(s);
        return NULL;
    }
    rsp_stub_connect(s);
    return s;
}

/* Safe on a stub that is only half built. */
void rsp_stub_free(rsp_stub *s) {
    if (!s)
        return;
    stub_trace_free(s);
    stub_saved_free(s);
    stub_launch_free(s);
    stub_files_free(s);
    stub_xfer_free(s);
    stub_breakpoints_free(s);
    stub_run_free(s);
    rsp_buf_free(&s->reply);
    rsp_buf_free(&s->process_filter);
    stub_fault_free(s);
    rsp_endpoint_free(&s->wire);
    rsp_mem_free(s->opt.mem, s);
}

void rsp_stub_connect(rsp_stub *s) {
    if (!stub_fault_reconnect(s))
        rsp_endpoint_reset(&s->wire);
    s->session = STUB_SESSION_TALKING;
    s->general = (rsp_ptid){0, 0};
    s->resume = (rsp_ptid){0, 0};
    stub_hold_all(s);
    stub_run_connect(s);
    stub_xfer_connect(s);
    stub_files_connect(s);
    stub_saved_connect(s);
    stub_recent_forget(s, 0);
    stub_trace_connect(s);
    stub_event_filter_connect(s);
    stub_update_events(s);
    stub_fault_connected(s);
    stub_validate(s);
}

static rsp_status end_call(rsp_stub *s) {
    rsp_status status = s->out->status;
    stub_use_output(s, NULL);
    stub_validate(s);
    return s->run->no_memory ? RSP_NO_MEMORY : status;
}

rsp_status rsp_stub_input(rsp_stub *s, rsp_bytes in, rsp_buf *out) {
    stub_validate(s);
    stub_use_output(s, out);
    (void)stub_receive(s, in);
    return end_call(s);
}

/* A client that lets events pile up beyond all measure has to fetch some before the target goes on. Nor does
 * it go on while the client is asked for a File-I/O call. */
static bool may_run(const rsp_stub *s) {
    return s->run->num_queued < RSP_LIMIT_STUB_QUEUED_STOPS && s->run->state != STUB_RUN_CALLING;
}

static void run_target(rsp_stub *s, uint64_t budget_insns) {
    if (stub_waits_for_program(s)) {
        stub_wait_for_program(s, budget_insns);
        return;
    }
    s->run->busy = s->opt.ops->run(s->opt.target, budget_insns, stub_on_event, s) == RSP_RUN_BUSY;
    stub_after_run(s);
}

rsp_status rsp_stub_run(rsp_stub *s, uint64_t budget_insns, rsp_buf *out) {
    stub_validate(s);
    stub_use_output(s, out);
    if (may_run(s)) {
        run_target(s, budget_insns);
        stub_receive_backlog(s);
    }
    return end_call(s);
}

/* That no thread is left running is told by the next run, also when the last one was held by a request. */
static bool owes_no_resumed(const rsp_stub *s) {
    rsp_ptid thread;
    return s->run->state == STUB_RUN_NONSTOP_ON && !stub_find_running(s, &thread);
}

bool rsp_stub_busy(const rsp_stub *s) {
    return (s->run->busy || owes_no_resumed(s)) && may_run(s) && !stub_finished(s);
}

bool rsp_stub_unattended(const rsp_stub *s) {
    return s->run->state == STUB_RUN_UNATTENDED && s->session != STUB_SESSION_FINISHED;
}

bool rsp_stub_finished(const rsp_stub *s) {
    return stub_finished(s);
}
