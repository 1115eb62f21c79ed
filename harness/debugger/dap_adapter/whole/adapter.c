/* The adapter as a whole: its rooms' tables together, and the loop.
 * A round serves one request, or waits for the program, or for the editor.
 * See dap_adapter/adapter.h. */
/* SPDX-License-Identifier: MIT */
#include "control/control.h"
#ifdef RSP_FAULTS
#include "faults/faults.h"
#endif

#include "core/mem.h"
#include "link/wait_any.h"

static const adapter_command *const tables[] = {adapter_control_commands, adapter_look_commands, NULL};

static const adapter_hooks no_hooks;

static const adapter_hooks *find_hooks(const char *fault) {
    if (!fault)
        return &no_hooks;
#ifdef RSP_FAULTS
    return adapter_fault_hooks(fault);
#else
    return NULL;
#endif
}

static const adapter_duties duties = {
    .after_request = control_after_request,
    .attend_program = control_attend_program,
    .wants_wait_left = control_wants_wait_left,
    .halt = control_halt,
    .run_alone = control_run_alone,
};

rsp_dap_adapter *rsp_dap_adapter_new(rsp_link *editor, const rsp_dap_adapter_options *options) {
    const adapter_hooks *hooks = find_hooks(options->fault);
    adapter *a = hooks ? rsp_mem_calloc(options->mem, 1, sizeof *a) : NULL;
    if (!a)
        return NULL;
    a->options = *options;
    if (!a->options.timeout_ns)
        a->options.timeout_ns = 5 * RSP_NS_PER_S;
    if (!a->options.terminal_ns)
        a->options.terminal_ns = 10 * RSP_NS_PER_S;
    if (!a->options.patience_ns)
        a->options.patience_ns = 200 * RSP_NS_PER_MS;
    a->editor.link = editor;
    a->hooks = hooks;
    a->tables = tables;
    a->serving.resume_by_ns = RSP_NEVER_NS;
    a->client_arguments = json_object();
    a->beside = (rsp_link_beside){.attend = adapter_attend, .ctx = a};
    a->duties = &duties;
    if (!a->client_arguments || !control_new(a)) {
        rsp_dap_adapter_free(a);
        return NULL;
    }
    return a;
}

void rsp_dap_adapter_free(rsp_dap_adapter *a) {
    if (!a)
        return;
    control_free(a);
    adapter_queue_free(&a->serving.queue, a->options.mem);
    while (a->editor.questions) {
        adapter_question *question = a->editor.questions;
        a->editor.questions = question->next;
        rsp_mem_free(a->options.mem, question);
    }
    rsp_dap_reader_free(&a->editor.reader);
    rsp_buf_free(&a->editor.piece);
    rsp_buf_free(&a->editor.out);
    rsp_arena_free(&a->at_stop.arena);
    rsp_mem_free(a->options.mem, a->at_stop.threads);
    rsp_mem_free(a->options.mem, a->hook_state);
    json_decref(a->client_arguments);
    rsp_mem_free(a->options.mem, a);
}

/* Nothing to do: the editor speaks next, or the program prints. */
static void rest(adapter *a) {
    unsigned ready = 0;
    if (adapter_attend(a) != RSP_OK || a->phase == PHASE_OVER || adapter_next(a))
        return;
    rsp_status status = rsp_link_wait_any(a->beside.links, a->beside.num, &ready, RSP_NEVER_NS);
    if (status == RSP_CANCELLED)
        adapter_end(a, status, "interrupted");
    else if (status != RSP_OK)
        adapter_receive(a, RSP_NEVER_NS);
}

rsp_status rsp_dap_adapter_run(rsp_dap_adapter *a) {
    while (a->phase != PHASE_OVER) {
        if (a->serving.queue.num > 1 && !adapter_queue_is_full(&a->serving.queue))
            adapter_receive(a, 0); /* a cancel that has come spares the next one its beginning */
        adapter_request *request = adapter_next(a);
        if (request)
            adapter_serve(a, request);
        if (a->motion == MOTION_RUNS)
            control_run(a); /* only a look at it where requests wait */
        else if (request)
            continue;
        else
            rest(a);
    }
    if (a->hooks->end)
        a->hooks->end(a);
    control_leave(a);
    adapter_end_requests(a);
    return a->ended;
}

const char *rsp_dap_adapter_trouble(const rsp_dap_adapter *a) {
    return a->trouble;
}
