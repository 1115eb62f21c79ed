/* The program between a resume and its stop: the wait is left for requests and taken up again.
 * Stops are told with their reasons; what the program prints is passed on as it comes.
 * See control.h. */
/* SPDX-License-Identifier: MIT */
#include "control/control.h"

#include "serve/text.h"

#include "codec/signals.h"
#include "core/mem.h"

control *control_new(adapter *a) {
    a->control = rsp_mem_calloc(a->options.mem, 1, sizeof *a->control);
    return a->control;
}

void control_free(adapter *a) {
    if (!a->control)
        return;
    control_close(a);
    rsp_buf_free(&a->control->console);
    rsp_mem_free(a->options.mem, a->control);
    a->control = NULL;
}

/* --- what the program prints --- */

static void drain_console(adapter *a) {
    rsp_bytes text = a->program.session ? rsp_session_console(a->program.session) : (rsp_bytes){0};
    control *c = a->control;
    if (text.len == 0)
        return;
    rsp_buf_append(&c->console, text);
    rsp_session_clear_console(a->program.session);
    size_t rest = adapter_text_rest(rsp_buf_bytes(&c->console));
    adapter_output(a, "stdout", rsp_bytes_sub(rsp_buf_bytes(&c->console), 0, c->console.len - rest));
    rsp_buf_consume(&c->console, c->console.len - rest);
}

void control_attend_program(adapter *a) {
    drain_console(a);
}

/* --- stops --- */

void control_tell_end(adapter *a, int64_t code) {
    control *c = a->control;
    control_attend_program(a);
    a->motion = MOTION_NONE;
    if (c->stage == STAGE_ENDED)
        return;
    c->stage = STAGE_ENDED;
    if (code >= 0)
        adapter_event(a, "exited", json_pack("{s:I}", "exitCode", (json_int_t)code));
    adapter_event(a, "terminated", NULL);
}

static void tell_stop(adapter *a, const char *reason) {
    rsp_ptid thread = rsp_client_stop_thread(a->program.client);
    adapter_event(a, "stopped",
                  json_pack("{s:s, s:I, s:b}", "reason", reason, "threadId",
                            (json_int_t)adapter_thread_id(a, thread), "allThreadsStopped", 1));
}

static void take_stop(adapter *a, const rsp_conditional_stop *stop) {
    control *c = a->control;
    const rsp_stop_reply *reply = stop->stop;
    c->under_way = c->interrupted = false;
    a->motion = MOTION_STANDS;
    adapter_forget_stop(a);
    control_attend_program(a);
    if (reply && reply->kind == RSP_STOP_EXITED) {
        control_tell_end(a, (int64_t)reply->status);
    } else if (reply && reply->kind == RSP_STOP_TERMINATED) {
        control_tell_end(a, 128 + reply->signal);
    } else {
        bool paused = c->pause_asked && reply && reply->signal == RSP_SIGNAL_INT;
        tell_stop(a, stop->breakpoint ? "breakpoint" : paused ? "pause" : "exception");
    }
    c->pause_asked = false;
}

static void lose_program(adapter *a, rsp_status status) {
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

static void resume(adapter *a) {
    adapter_forget_stop(a);
    a->resume_by_ns = RSP_NEVER_NS;
    if (a->hooks->runs)
        a->hooks->runs(a, true);
    a->motion = MOTION_RUNS;
}

static void interrupt(adapter *a) {
    control *c = a->control;
    if (!c->under_way || c->interrupted)
        return;
    c->interrupted = rsp_client_interrupt(a->program.client) == RSP_OK;
}

bool control_wants_wait_left(adapter *a) {
    const control *c = a->control;
    if (!rsp_conditionals_travels(a->program.breakpoints))
        return false;
    return (c->pause_asked && !c->interrupted) || adapter_next(a) != NULL;
}

void control_run(adapter *a) {
    control *c = a->control;
    rsp_conditional_stop stop;
    rsp_status status;
    if (c->pause_asked && c->under_way)
        interrupt(a);
    a->waits_for_stop = true;
    if (c->under_way) {
        status = rsp_conditionals_wait(a->program.breakpoints, RSP_NEVER_NS, &stop);
    } else {
        c->under_way = true;
        status = rsp_conditionals_run(a->program.breakpoints, &c->move, RSP_NEVER_NS, &stop);
    }
    a->waits_for_stop = false;
    if (status == RSP_OK) {
        if (a->hooks->runs)
            a->hooks->runs(a, false);
        take_stop(a, &stop);
    } else if (status != RSP_CANCELLED && status != RSP_TIMEOUT) {
        lose_program(a, status);
    }
}

bool control_halt(adapter *a) {
    (void)a;
    return false;
}

/* --- behind a reply --- */

static void begin(adapter *a) {
    control *c = a->control;
    c->stage = STAGE_STARTED;
    adapter_reply(a, c->start_handle, RSP_OK, NULL, NULL);
    c->start_handle = 0;
    adapter_event(a, "process",
                  json_pack("{s:s, s:s, s:b}", "name",
                            a->program.target.name ? a->program.target.name : "program", "startMethod",
                            c->attached ? "attach" : "launch", "isLocalProcess", 1));
    if (c->stop_on_entry)
        tell_stop(a, "entry");
    else
        c->resume_due = true;
    c->move = (rsp_move){0};
}

void control_after_request(adapter *a) {
    control *c = a->control;
    if (c->stage == STAGE_OPENED) {
        c->stage = STAGE_CONFIGURING;
        adapter_event(a, "initialized", NULL);
    }
    if (c->stage == STAGE_CONFIGURED)
        begin(a);
    if (c->resume_due && a->motion == MOTION_STANDS) {
        c->resume_due = false;
        resume(a);
    }
}

/* --- leaving --- */

void control_leave(adapter *a) {
    control *c = a->control;
    adapter_program *p = &a->program;
    const rsp_stop_reply *stop = NULL;
    const bool kill = c->leaving == LEAVE_KILL || (c->leaving == LEAVE_BY_START && !c->attached);
    a->leaving = true;
    if (a->motion == MOTION_RUNS && c->under_way) {
        interrupt(a);
        if (rsp_client_wait_stop(p->client, a->options.timeout_ns, &stop) == RSP_OK)
            a->motion = MOTION_STANDS;
        if (stop && (stop->kind == RSP_STOP_EXITED || stop->kind == RSP_STOP_TERMINATED))
            a->motion = MOTION_NONE;
    }
    if (a->motion != MOTION_NONE) {
        rsp_status status = kill ? rsp_client_kill(p->client, 0) : rsp_client_detach(p->client, 0);
        if (status != RSP_OK && kill)
            rsp_link_shut(p->link);
    }
    a->motion = MOTION_NONE;
    a->leaving = false;
}
