/* Faults of tracing: definitions changed as text, frames that show live data, hits that stop or are lost.
 * Operations in front of the target's change where tracepoints stand, and what becomes of a hit.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/row.h"
#include "faults/target.h"

#include "breakpoint_table.h"
#include "trace.h"

#include "codec/breakpoint.h"

/* As if no frame were selected. */
static void live(stub_service *t) {
    bool selected = t->s->trace->frame_selected;
    t->s->trace->frame_selected = false;
    stub_serve(t);
    t->s->trace->frame_selected = selected;
}

static void gaps_live(stub_service *t) {
    stub_serve(t);
    if (!t->s->trace->frame_selected || !stub_refused_access(t))
        return;
    rsp_buf_clear(t->reply);
    live(t);
}

static void search_from_start(stub_service *t) {
    t->s->trace->frame_selected = false;
    stub_serve(t);
}

static void selection_lost(stub_service *t) {
    stub_serve(t);
    if (stub_replies(t, RSP_LIT("F-1")))
        t->s->trace->frame_selected = false;
}

static void join_late(stub_service *t) {
    bool running = t->s->trace->running;
    t->s->trace->running = false;
    stub_serve(t);
    t->s->trace->running = running;
}

/* z0 takes the target's breakpoint out, whoever needs it. */
static void take_out(stub_service *t) {
    rsp_breakpoint bp = {.addr = 0};
    int64_t pid = 0;
    bool good = rsp_breakpoint_parse(&bp, t->s->request, NULL) == RSP_OK && bp.type == RSP_BREAK_SOFTWARE;
    stub_serve(t);
    if (good && STUB_REAL(t->s, process_next, 0, &pid))
        (void)STUB_REAL(t->s, remove_point, pid, RSP_BREAKPOINT_SOFTWARE, bp.addr, bp.kind);
}

static void init_runs_on(stub_service *t) {
    bool running = t->s->trace->running;
    stub_serve(t);
    t->s->trace->running = running;
}

/* The pieces of the first tracepoint go on where the last upload was. */
static void upload_goes_on(stub_service *t) {
    const stub_trace_text *before = t->s->trace->sent_text;
    stub_serve(t);
    if (before)
        t->s->trace->sent_text = before;
}

/* The file of a trace without its variables, or without its frames. */
static void save_less(stub_service *t) {
    struct stub_trace *trace = t->s->trace;
    stub_trace_variable *first = trace->table.first_variable;
    stub_trace_buffer buffer = trace->buffer;
    if (stub_fault(t->s, RSP_FAULT_TRACE_SAVE_WITHOUT_VARIABLES))
        trace->table.first_variable = NULL;
    if (stub_fault(t->s, RSP_FAULT_TRACE_SAVE_WITHOUT_FRAMES))
        trace->buffer.bytes.len = trace->buffer.start;
    stub_serve(t);
    trace->table.first_variable = first;
    trace->buffer = buffer;
}

/* The threads of what is let go stay in while-stepping. */
static void let_go_stepping(stub_service *t) {
    rsp_buf *stepping = &t->s->trace->stepping;
    rsp_buf held = {.mem = t->s->opt.mem};
    rsp_buf_append(&held, rsp_buf_bytes(stepping));
    stub_serve(t);
    rsp_buf_clear(stepping);
    rsp_buf_append(stepping, rsp_buf_bytes(&held));
    rsp_buf_free(&held);
}

static rsp_status forget_parked(void *t, const rsp_target_resume *actions, size_t num) {
    rsp_stub *s = t;
    rsp_buf_clear(&s->trace->parked);
    return STUB_REAL(s, resume, actions, num);
}

static void leave_untraced(rsp_stub *s, int64_t pid) {
    for (const stub_tracepoint *p = s->trace->table.first; p; p = p->next)
        (void)STUB_REAL(s, remove_point, pid, RSP_BREAKPOINT_SOFTWARE, p->addr, 4);
}

/* A hit that is told as a stop, or one of another thread than the first that is lost; a child that has none.
 */
static bool on_event(void *ctx, const rsp_target_event *event) {
    rsp_stub *s = ctx;
    rsp_target_event told = *event;
    bool hit = stub_trace_hit(s, event);
    if (event->kind == RSP_TARGET_TRACE_STEPPED && stub_fault(s, RSP_FAULT_TRACE_STEPS_OF_ONE) &&
        s->trace->stepping.len > sizeof(stub_trace_thread))
        rsp_buf_truncate(&s->trace->stepping, sizeof(stub_trace_thread));
    if (hit && stub_fault(s, RSP_FAULT_TRACE_HIT_STOPS))
        told.signal = RSP_SIGNAL_TRAP;
    if (hit && stub_fault(s, RSP_FAULT_TRACE_FIRST_THREAD) && event->thread.tid != event->thread.pid &&
        !stub_breakpoint_find(s, event->thread.pid, RSP_BREAKPOINT_SOFTWARE, event->address, 0))
        return false;
    bool kept = s->faults.sink(s->faults.sink_ctx, &told);
    if (event->kind == RSP_TARGET_FORKED && stub_fault(s, RSP_FAULT_TRACE_FIRST_PROCESS))
        leave_untraced(s, event->child.pid);
    return kept;
}

static rsp_run_state run(void *t, uint64_t budget, rsp_target_sink *sink, void *ctx) {
    rsp_stub *s = t;
    s->faults.sink = sink;
    s->faults.sink_ctx = ctx;
    return STUB_REAL(s, run, budget, on_event, s);
}

#define POINT "%x:%x:%?:%x:%x"
#define MORE "%x:%x:"
#define EACH_SEARCH(id, function)                                                                            \
    CALL(id, QT_FRAME_PC, function), CALL(id, QT_FRAME_POINT, function), CALL(id, QT_FRAME_RANGE, function), \
        CALL(id, QT_FRAME_OUTSIDE, function)

static const stub_fault_row rows[] = {
    INSTEAD(TRACE_STATUS_EMPTY, TQ_STATUS, "", ""),
    CALL(TRACE_REGISTERS_LIVE, READ_REGISTERS, live),
    CALL(TRACE_REGISTERS_LIVE, READ_REGISTER, live),
    REPLY(TRACE_MALFORMED_OK, QT_DP, "E16", "OK"),
    TARGET(TRACE_HIT_STOPS, .run = run),
    INSTEAD(TRACE_ACTIONS_REPLACED, QT_DP_MORE, MORE "M%*-", "OK"),
    REQUEST(TRACE_CONDITION_DROPPED, QT_DP, POINT ":X%*", "%1:%2:%3:%4:%5"),
    REQUEST(TRACE_PASS_COUNT_IGNORED, QT_DP, POINT "%*", "%1:%2:%3:%4:0%6"),
    REQUEST(TRACE_STEPS_IGNORED, QT_DP, POINT "%*", "%1:%2:%3:0:%5%6"),
    REQUEST(TRACE_ENABLED_ANYWAY, QT_DP, "%x:%x:D:%*", "%1:%2:E:%3"),
    INSTEAD(TRACE_DISABLE_IGNORED, QT_DISABLE, "%*", "OK"),
    REQUEST(TRACE_MASK_IGNORED, QT_DP_MORE, MORE "R%h", "%1:%2:Rffffffffffffffff"),
    REQUEST(TRACE_BASE_IGNORED, QT_DP_MORE, MORE "M%x,%x,%x%*", "%1:%2:M-1,%4,%5%6"),
    CALL(TRACE_GAPS_LIVE, READ_MEMORY, gaps_live),
    CALL(TRACE_FRAME_WRITTEN, WRITE_MEMORY, live),
    CALL(TRACE_FRAME_WRITTEN, WRITE_BINARY, live),
    CALL(TRACE_VALUE_LIVE, TQ_V, live),
    REPLY(TRACE_NAME_PLAIN, TQ_FV, "%x:%x:%?:%h", "%1:%2:%3:%p4"),
    REPLY(TRACE_NAME_PLAIN, TQ_SV, "%x:%x:%?:%h", "%1:%2:%3:%p4"),
    REPLY(TRACE_ACTIONS_UNSENT, TQ_SP, "A%*", "l"),
    CALL(TRACE_UPLOAD_GOES_ON, TQ_FP, upload_goes_on),
    REPLY(TRACE_KIND_LOST, TQ_SV, "%x:%x:1:%h", "%1:%2:0:%3"),
    INSTEAD(TRACE_SOURCE_UNSENT, QT_DPSRC, "%*", "OK"),
    REPLY(TRACE_HITS_DECIMAL, TQ_P, "V%x:%x", "V%d1:%d2"),
    EACH_SEARCH(TRACE_SEARCH_FROM_START, search_from_start),
    INSTEAD(TRACE_SIZE_IGNORED, QT_BUFFER_SIZE, "%*", "OK"),
    INSTEAD(TRACE_CIRCULAR_IGNORED, QT_BUFFER_CIRCULAR, "%*", "OK"),
    INSTEAD(TRACE_READ_ONLY_IGNORED, QT_RO, "%*", "OK"),
    REPLY(TRACE_STOP_TEXT_PLAIN, TQ_STATUS, "T0;tstop:%h:%*", "T0;tstop:%p1:%2"),
    INSTEAD(TRACE_NOTES_LOST, QT_NOTES, "%*", "OK"),
    REPLY_PLACES(TRACE_INFO_WITHOUT_VARIABLES, QXFER_TRACEFRAME_INFO_READ, "<tvar id=\"%*\"/>", ""),
    INSTEAD(TRACE_DISCONNECTED_IGNORED, QT_DISCONNECTED, "%*", "OK"),
    REPLY(TRACE_RAW_HEADLESS, TQ_BUFFER, "%b%b%b%b%b%b%*", "%7"),
    INSTEAD(TRACE_SAVE_NOTHING, QT_SAVE, "%*", "OK"),
    CALL(TRACE_SAVE_WITHOUT_VARIABLES, QT_SAVE, save_less),
    CALL(TRACE_SAVE_WITHOUT_FRAMES, QT_SAVE, save_less),
    CALL(TRACE_STEPS_OUTLIVE_DETACH, DETACH, let_go_stepping),
    INSTEAD(TRACE_INIT_KEEPS, QT_INIT, "", "OK"),
    CALL(TRACE_INIT_RUNS_ON, QT_INIT, init_runs_on),
    INSTEAD(TRACE_MARKERS_ERROR, TQ_FSTM, "", "E01"),
    REPLY(TRACE_ERROR_IS_STOP, TQ_STATUS, "T0;terror:%*:%x;%*", "T0;tstop::0;%3"),
    CALL(TRACE_BREAKPOINT_TAKES, REMOVE_BREAKPOINT, take_out),
    TARGET(TRACE_BREAKPOINT_TAKES, .remove_point = NULL),
    TARGET(TRACE_SECOND_HIT, .resume = forget_parked),
    TARGET(TRACE_FIRST_PROCESS, .run = run),
    TARGET(TRACE_STEPS_OF_ONE, .run = run),
    TARGET(TRACE_FIRST_THREAD, .run = run),
    CALL(TRACE_JOINS_LATE, QT_DP, join_late),
    CALL(TRACE_JOINS_LATE, QT_DP_MORE, join_late),
    EACH_SEARCH(TRACE_SELECTION_LOST, selection_lost),
    CALL(TRACE_SELECTION_LOST, QT_FRAME, selection_lost),
};
STUB_FAULT_TABLE(stub_trace_faults, rows);
