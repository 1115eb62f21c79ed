/* The program between a resume and its stop: the wait is left for requests and taken up again.
 * Stops are told with their reasons; what the program prints is passed on as it comes.
 * See control.h. */
/* SPDX-License-Identifier: MIT */
#include "control/breakpoint.h"
#include "control/jump.h"
#include "control/libraries.h"
#include "control/stop.h"

#include "codec/signals.h"
#include "core/mem.h"
#include "dwarf/debug_file.h"
#include "link/link_control.h"

/* Stops on the way to a signal of our own, at the end of a session. */
enum { LAST_STOPS = 16 };

control *control_new(adapter *a) {
    a->control = rsp_mem_calloc(a->options.mem, 1, sizeof *a->control);
    if (a->control)
        a->control->filters = FILTER_FATAL;
    return a->control;
}

void control_free(adapter *a) {
    if (!a->control)
        return;
    control_close(a);
    breakpoints_free(a);
    control_printed_free(a);
    rsp_mem_free(a->options.mem, a->control->told);
    json_decref(a->control->arguments);
    rsp_mem_free(a->options.mem, a->control);
    a->control = NULL;
}

/* --- stops --- */

void control_tell_end(adapter *a, int64_t code) {
    control *c = a->control;
    control_take_last_words(a);
    a->motion = MOTION_NONE;
    if (c->stage == STAGE_ENDED)
        return;
    c->stage = STAGE_ENDED;
    if (code >= 0)
        adapter_event(a, "exited", json_pack("{s:I}", "exitCode", (json_int_t)code));
    adapter_event(a, "terminated", NULL);
}

void control_lose_program(adapter *a, rsp_status status) {
    const rsp_error *why = rsp_conditionals_error(a->program.breakpoints);
    rsp_buf text = {0};
    a->control->under_way = false;
    rsp_buf_printf(&text, "stubborn: the stub is lost: %s\n",
                   why->msg[0] ? why->msg : rsp_status_text(status));
    adapter_output(a, "important", rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    control_tell_end(a, -1);
}

/* --- the run --- */

void control_keep_signal(adapter *a, uint8_t signal) {
    a->control->signal.number = signal;
    a->control->signal.thread = signal ? rsp_client_stop_thread(a->program.client) : (rsp_ptid){0};
}

/* Whether the thread that is to get a signal stays where it is. */
static bool stays(const control *c, rsp_ptid thread) {
    return thread.tid > 0 && c->move.thread.tid > 0 && !c->move.others &&
           !rsp_ptid_equal(c->move.thread, thread);
}

/* What is held goes out with the resume. */
static void prepare(adapter *a) {
    control *c = a->control;
    adapter_forget_stop(a);
    libraries_update(a);
    breakpoints_update(a);
    if (control_goes_back(&c->move))
        control_keep_signal(a, 0);
    c->move.signal = 0;
    c->move.signal_to = (rsp_ptid){0};
    if (c->signal.number && c->move.action != RSP_MOVE_RANGE && !stays(c, c->signal.thread)) {
        c->move.signal = c->signal.number;
        c->move.signal_to = c->signal.thread;
        control_keep_signal(a, 0);
    }
}

/* Nothing was resumed, so nothing was delivered. */
static void take_back_signal(control *c) {
    if (!c->move.signal)
        return;
    c->signal.number = c->move.signal;
    c->signal.thread = c->move.signal_to;
}

/* The leader of a process has its number. */
static int64_t process_of(const adapter *a) {
    const adapter_program *p = &a->program;
    const rsp_ptid leader = rsp_client_stop_thread(p->client);
    if (p->target.attach > 0)
        return p->target.attach;
    return leader.pid > 0 ? leader.pid : leader.tid;
}

void control_send_interrupt(adapter *a) {
    control *c = a->control;
    const rsp_dap_opener *opener = &a->options.opener;
    if (!c->under_way || c->pause.way != INTERRUPT_NONE)
        return;
    if (c->pause.best == INTERRUPT_BY_SIGNAL &&
        opener->signal(opener->ctx, &a->program.target, process_of(a)))
        c->pause.way = INTERRUPT_BY_SIGNAL;
    else if (rsp_client_interrupt(a->program.client) == RSP_OK)
        c->pause.way = INTERRUPT_BY_STUB;
}

/* One that was not heard is sent once more; but of a signal, only one is ever pending. */
void control_interrupt_again(control *c) {
    if (c->pause.unheard && c->pause.way == INTERRUPT_BY_STUB)
        c->pause.way = INTERRUPT_NONE;
    c->pause.unheard = false;
}

void control_tell_unheard(adapter *a) {
    rsp_buf text = {0};
    a->control->pause.unheard = true;
    rsp_buf_str(&text, "stubborn: the program cannot be paused: ");
    control_append_unheard(a, &text);
    rsp_buf_push(&text, '\n');
    adapter_output(a, "important", rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

void control_append_unheard(const adapter *a, rsp_buf *out) {
    rsp_buf_printf(out, "the stub did not stop it within %.3g s of an interrupt (0x03).",
                   (double)a->options.timeout_ns / (double)RSP_NS_PER_S);
    rsp_buf_str(out, " gdbserver makes SIGINT of it, which does not stop a program that blocks SIGINT.");
    if (a->control->attached)
        rsp_buf_str(
            out, " gdbserver sends SIGINT to the process group of a process that it is attached to, and the "
                 "process need not lead one; start the program by `setsid`, or attach by `pid` alone");
}

bool control_wants_wait_left(adapter *a) {
    const control *c = a->control;
    if (!rsp_conditionals_travels(a->program.breakpoints))
        return false;
    if (a->serving.glances) { /* the first time the program is looked at */
        a->serving.glances = false;
        return false;
    }
    return (c->pause.asked && c->pause.way == INTERRUPT_NONE) || adapter_next(a) != NULL;
}

static rsp_status wait_for_stop(adapter *a, uint64_t timeout_ns, rsp_conditional_stop *out) {
    control *c = a->control;
    if (c->under_way)
        return rsp_conditionals_wait(a->program.breakpoints, timeout_ns, out);
    prepare(a);
    c->under_way = true;
    return rsp_conditionals_run(a->program.breakpoints, &c->move, timeout_ns, out);
}

static void take_result(adapter *a, rsp_status status, const rsp_conditional_stop *stop) {
    bool on = false;
    if (status == RSP_OK) {
        control_take_stop(a, stop, &on);
        if (a->motion != MOTION_RUNS && a->hooks->runs)
            a->hooks->runs(a, false);
    } else if (status == RSP_REFUSED && breakpoints_refused(a)) {
        a->control->under_way = false; /* nothing runs: once more, without them */
        take_back_signal(a->control);
    } else if (a->control->backwards && (status == RSP_REFUSED || status == RSP_UNSUPPORTED)) {
        a->control->under_way = false;
        control_tell_refused(a);
    } else if (status != RSP_CANCELLED && status != RSP_TIMEOUT) {
        control_lose_program(a, status);
    }
}

void control_run(adapter *a) {
    control *c = a->control;
    rsp_conditional_stop stop = {0};
    if (c->pause.asked)
        control_send_interrupt(a);
    a->serving.glances = c->under_way && adapter_next(a);
    a->wait = WAIT_STOP;
    const bool pausing = c->pause.asked && c->pause.way != INTERRUPT_NONE && !c->pause.unheard;
    rsp_status status = wait_for_stop(a, pausing ? a->options.timeout_ns : RSP_NEVER_NS, &stop);
    a->wait = WAIT_REPLY;
    a->serving.glances = false;
    if (pausing && status == RSP_TIMEOUT)
        control_tell_unheard(a);
    take_result(a, status, &stop);
}

bool control_halt(adapter *a, rsp_buf *out_why) {
    control *c = a->control;
    rsp_conditional_stop stop = {0};
    if (!c->under_way)
        return true; /* between two moves */
    control_interrupt_again(c);
    control_send_interrupt(a);
    rsp_status status = rsp_conditionals_wait(a->program.breakpoints, a->options.timeout_ns, &stop);
    c->pause.unheard = status == RSP_TIMEOUT;
    if (c->pause.unheard)
        control_append_unheard(a, out_why);
    if (status == RSP_TIMEOUT || status == RSP_CANCELLED)
        return false;
    take_result(a, status, &stop);
    return true;
}

/* --- behind a reply --- */

static void resume(adapter *a) {
    a->serving.resume_by_ns = RSP_NEVER_NS;
    if (a->hooks->runs)
        a->hooks->runs(a, true);
    a->motion = MOTION_RUNS;
}

/* Without debug information all works but names and lines: a user who does not know why is told. */
static void tell_what_lacks(adapter *a) {
    const rsp_debug_file *file = adapter_file(a);
    rsp_buf text = {.mem = a->options.mem};
    if (file && !rsp_debug_file_facts(file)->has_debug)
        rsp_buf_printf(&text,
                       "stubborn: %s has no debug information: no lines, no variables. Compile it with -g\n",
                       adapter_program_name(a));
    adapter_output(a, "important", rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

static void tell_process(adapter *a) {
    const adapter_program *p = &a->program;
    const int64_t pid = process_of(a);
    json_t *body = json_pack("{s:s, s:s, s:b}", "name", adapter_program_name(a), "startMethod",
                             a->control->attached ? "attach" : "launch", "isLocalProcess", 1);
    if (p->target.local && pid > 0)
        (void)json_object_set_new(body, "systemProcessId", json_integer((json_int_t)pid));
    adapter_event(a, "process", body);
}

static void begin(adapter *a) {
    control *c = a->control;
    c->stage = STAGE_STARTED;
    adapter_reply(a, c->start_handle, RSP_OK, NULL, NULL);
    c->start_handle = 0;
    tell_process(a);
    tell_what_lacks(a);
    libraries_tell(a);
    c->move = (rsp_move){0};
    c->resume_due = !c->stop_on_entry;
    if (c->stop_on_entry)
        control_tell_stop(a, "entry", NULL, NULL);
    else
        control_tell_threads(a); /* so that there is one while it runs */
}

/* The stub's end is noticed by whoever asks it next; an answer that is late must not be the next one's. */
static void check_stub(adapter *a) {
    if (a->motion == MOTION_NONE)
        return;
    const rsp_status state = rsp_session_state(a->program.session);
    const bool late = a->serving.timed_out && a->motion == MOTION_STANDS;
    a->serving.timed_out = a->serving.timed_out && !late;
    if (state != RSP_OK)
        control_lose_program(a, state);
    else if (late && rsp_client_resync(a->program.client) != RSP_OK)
        control_lose_program(a, RSP_TIMEOUT);
}

void control_after_request(adapter *a) {
    control *c = a->control;
    if (c->stage == STAGE_OPENED) {
        c->stage = STAGE_CONFIGURING;
        breakpoints_bind_all(a);
        if (control_can_go_back(a)) /* initialize came before the stub was known */
            adapter_event(a, "capabilities", json_pack("{s:{s:b}}", "capabilities", "supportsStepBack", 1));
        adapter_event(a, "initialized", NULL);
    }
    if (c->stage == STAGE_CONFIGURED)
        begin(a);
    if (c->stage != STAGE_OPENED)
        check_stub(a);
    control_tell_jump(a);
    if (c->resume_due && a->motion == MOTION_STANDS) {
        c->resume_due = false;
        resume(a);
    }
    if (a->serving.queue.num ==
        0) /* a jump, or a step that was refused: no resume waits for views any more */
        a->serving.resume_by_ns = RSP_NEVER_NS;
}

/* --- leaving --- */

void control_reset(adapter *a) {
    control *c = a->control;
    control_close(a);
    breakpoints_forget_frames(a);
    step_end(a, &c->plan);
    c->move = (rsp_move){0};
    control_keep_signal(a, 0);
    c->resume_due = c->under_way = c->pause.asked = c->backwards = false;
    c->libraries = (control_libraries){0};
    c->pause.way = INTERRUPT_NONE;
    c->pause.unheard = false;
    for (size_t i = 0; i < CONTROL_STREAMS; i++) {
        rsp_buf_clear(&c->printed[i].text);
        c->printed[i].ended = false;
    }
}

/* The program has stopped, or ended, while the session does. */
static void note_last_stop(adapter *a, const rsp_stop_reply *stop) {
    control *c = a->control;
    c->under_way = false;
    if (stop && (stop->kind == RSP_STOP_EXITED || stop->kind == RSP_STOP_TERMINATED))
        a->motion = MOTION_NONE;
    else
        a->motion = MOTION_STANDS;
    if (stop && control_is_interrupt(c, stop))
        c->pause.way = INTERRUPT_NONE;
    else if (stop && stop->signal != RSP_SIGNAL_TRAP)
        control_keep_signal(a, stop->signal);
}

/* A signal of ours that has not been taken would end a program that is let go: it runs until it has come. */
static void take_signal_back(adapter *a) {
    control *c = a->control;
    const rsp_stop_reply *stop = NULL;
    for (int i = 0; i < LAST_STOPS && c->pause.way == INTERRUPT_BY_SIGNAL && a->motion == MOTION_STANDS;
         i++) {
        const rsp_move move = {.signal = c->signal.number, .signal_to = c->signal.thread};
        control_keep_signal(a, 0);
        if (rsp_client_run(a->program.client, &move, a->options.timeout_ns, &stop) != RSP_OK)
            return;
        note_last_stop(a, stop);
    }
}

void control_leave(adapter *a) {
    control *c = a->control;
    adapter_program *p = &a->program;
    const rsp_stop_reply *stop = NULL;
    const bool kill = c->leaving == LEAVE_KILL || (c->leaving == LEAVE_BY_START && !c->attached);
    a->leaving = true;
    if (a->motion == MOTION_RUNS && c->under_way) {
        control_send_interrupt(a);
        if (rsp_client_wait_stop(p->client, a->options.timeout_ns, &stop) == RSP_OK)
            note_last_stop(a, stop);
    }
    if (a->motion != MOTION_NONE) {
        if (!kill) {
            (void)!rsp_conditionals_remove_all(p->breakpoints); /* code in the program must not stay */
            take_signal_back(a);
        }
        rsp_status status = kill ? rsp_client_kill(p->client, 0) : rsp_client_detach(p->client, 0);
        if (status != RSP_OK && kill)
            rsp_link_shut(p->link);
        else if (!kill && status == RSP_OK)
            rsp_link_leave(p->link); /* the stub that was started for it is no reason to end it */
    }
    a->motion = MOTION_NONE;
    a->leaving = false;
}
