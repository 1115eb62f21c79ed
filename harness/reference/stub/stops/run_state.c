/* The state of running: made, freed, emptied for the next client, and its transitions.
 * Who changes the parts is told in the header.
 * Source: GDB manual, All-Stop Mode; Remote Non-Stop. */
/* SPDX-License-Identifier: MIT */
#include "run_state.h"

#include "stop_queue.h"
#include "stop_table.h"

#include "core/limits.h"
#include "core/mem.h"
#include <assert.h>

rsp_status stub_run_new(rsp_stub *s) {
    s->run = rsp_mem_calloc(s->opt.mem, 1, sizeof(*s->run));
    if (!s->run)
        return RSP_NO_MEMORY;
    s->run->stops.mem = s->opt.mem;
    rsp_buf_init(&s->run->backlog, s->opt.mem, s->opt.packet_bytes * 2);
    rsp_buf_init(&s->run->output, s->opt.mem, RSP_LIMIT_STUB_OUTPUT_BYTES);
    rsp_buf_init(&s->run->awaited, s->opt.mem, RSP_LIMIT_STUB_TEXT_BYTES);
    rsp_buf_init(&s->run->old_pids, s->opt.mem, RSP_LIMIT_STUB_TEXT_BYTES);
    rsp_buf_init(&s->run->actions, s->opt.mem, 0);
    rsp_buf_init(&s->run->resumes, s->opt.mem, 0);
    rsp_buf_init(&s->run->registers, s->opt.mem, 0);
    return RSP_OK;
}

void stub_run_free(rsp_stub *s) {
    if (!s->run)
        return;
    stub_stop_free_all(s);
    rsp_buf_free(&s->run->backlog);
    rsp_buf_free(&s->run->output);
    rsp_buf_free(&s->run->awaited);
    rsp_buf_free(&s->run->old_pids);
    rsp_buf_free(&s->run->actions);
    rsp_buf_free(&s->run->resumes);
    rsp_buf_free(&s->run->registers);
    rsp_mem_free(s->opt.mem, s->run);
    s->run = NULL;
}

/* Which states may follow one another: a row is the state before. */
static bool may_follow(stub_run_state before, stub_run_state next) {
    static const bool legal[][STUB_RUN_UNATTENDED + 1] = {
        [STUB_RUN_HALTED] = {[STUB_RUN_INTERRUPTED] = true,
                             [STUB_RUN_AWAITED] = true,
                             [STUB_RUN_NONSTOP] = true,
                             [STUB_RUN_UNATTENDED] = true},
        [STUB_RUN_INTERRUPTED] =
            {[STUB_RUN_HALTED] = true, [STUB_RUN_AWAITED] = true, [STUB_RUN_NONSTOP] = true},
        [STUB_RUN_AWAITED] = {[STUB_RUN_HALTED] = true, [STUB_RUN_CALLING] = true},
        [STUB_RUN_CALLING] = {[STUB_RUN_HALTED] = true, [STUB_RUN_AWAITED] = true},
        [STUB_RUN_NONSTOP] = {[STUB_RUN_HALTED] = true, [STUB_RUN_NONSTOP_ON] = true},
        [STUB_RUN_NONSTOP_ON] = {[STUB_RUN_HALTED] = true, [STUB_RUN_NONSTOP] = true},
        [STUB_RUN_UNATTENDED] = {[STUB_RUN_HALTED] = true},
    };
    return before == next || legal[before][next];
}

void stub_enter(rsp_stub *s, stub_run_state next) {
    bool legal = s->opt.fault != RSP_FAULT_NONE || may_follow(s->run->state, next);
    assert(legal);
    (void)legal;
    s->run->state = next;
}

void stub_run_connect(rsp_stub *s) {
    struct stub_run *run = s->run;
    stub_queue_clear(s);
    stub_acknowledge(s);
    stub_enter(s, STUB_RUN_HALTED);
    run->stop_notice = STUB_NOTICE_IDLE;
    run->output_notice = STUB_NOTICE_IDLE;
    run->no_memory = false;
    run->last_end = (stub_stop){0};
    run->listing = false;
    run->listed = (rsp_ptid){0, 0};
    rsp_buf_clear(&run->awaited);
    rsp_buf_clear(&run->backlog);
    rsp_buf_clear(&run->output);
}
