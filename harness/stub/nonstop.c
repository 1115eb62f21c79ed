/* The notifications Stop and Stdio, their queues, and the packets that drain them; `?`; QNonStop.
 * One notification of each kind is outstanding at a time. The rest waits for vStopped and vStdio.
 * Source: GDB manual, Notification Packets; Remote Non-Stop; LLDB gdb-remote extensions (vStdio). */
/* SPDX-License-Identifier: MIT */
#include "nonstop.h"

#include "errors.h"
#include "faults/hooks.h"
#include "handlers.h"
#include "ids.h"
#include "run_control.h"
#include "running.h"
#include "send.h"
#include "stop.h"
#include "stop_queue.h"
#include "stop_table.h"

#include <rsp/limits.h>

/* Takes the first event off the queue; its text goes to `out`. */
void stub_deliver(rsp_stub *s, rsp_buf *out) {
    struct stub_run *run = s->run;
    stub_stop *stop = run->first;
    stub_stop_text(s, stop, out);
    stub_queue_remove(s, stop);
    bool end = stub_stop_is_end(stop);
    run->delivered = end ? NULL : stop;
    if (end)
        stub_stop_release(s, stop);
}

/* A stop without a reason of its own, to be announced. Only defects make such. */
static void queue_plain(rsp_stub *s, rsp_ptid thread) {
    stub_stop *stop = stub_stop_set(s, thread);
    if (!stop)
        return;
    stop->kind = STUB_STOP_PLAIN;
    stop->state = STUB_STOP_UNKNOWN;
    stub_queue_push(s, stop);
    stub_announce_later(s);
}

void stub_announce(rsp_stub *s) {
    struct stub_run *run = s->run;
    bool allowed = stub_non_stop(s) || stub_fault(s, RSP_FAULT_NONSTOP_NOTIFIES_IN_ALLSTOP) ||
                   stub_fault(s, RSP_FAULT_NONSTOP_HALTS_TOLD);
    if (!allowed || !run->first)
        return;
    rsp_buf text;
    rsp_buf_init(&text, s->opt.mem, s->opt.packet_bytes);
    bool wrongly = stub_fault_announce(s, &text);
    if (wrongly ||
        (run->stop_notice == STUB_NOTICE_OPEN && !stub_fault(s, RSP_FAULT_NONSTOP_SECOND_NOTIFICATION))) {
        rsp_buf_free(&text);
        return;
    }
    if (stub_fault(s, RSP_FAULT_NONSTOP_POP_MISSING)) {
        stub_stop_text(s, run->first, &text);
    } else {
        stub_deliver(s, &text);
    }
    run->stop_notice = STUB_NOTICE_OPEN;
    if (stub_fault(s, RSP_FAULT_NONSTOP_RAW_PERCENT))
        rsp_buf_str(&text, "load:50%;");
    if (text.status == RSP_OK)
        stub_notify(s, "Stop", rsp_buf_bytes(&text));
    else
        run->no_memory = true;
    rsp_buf_free(&text);
}

void stub_announce_later(rsp_stub *s) {
    if (s->run->stop_notice == STUB_NOTICE_IDLE)
        s->run->stop_notice = STUB_NOTICE_DUE;
    stub_fault_announce_later(s);
}

void stub_settle(rsp_stub *s) {
    if (s->run->stop_notice == STUB_NOTICE_DUE) {
        s->run->stop_notice = STUB_NOTICE_IDLE;
        stub_announce(s);
    }
    stub_fault_settle(s);
    if (stub_non_stop(s))
        stub_flush_output(s);
}

/* The stop that was delivered last is known to the client now. */
void stub_acknowledge(rsp_stub *s) {
    if (s->run->delivered && !stub_stop_waits(s->run->delivered))
        stub_queue_told(s, s->run->delivered);
    s->run->delivered = NULL;
}

void stub_on_stopped(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    struct stub_run *run = s->run;
    (void)args;
    stub_acknowledge(s);
    bool asked = run->stop_notice == STUB_NOTICE_OPEN || stub_fault(s, RSP_FAULT_NONSTOP_ASKED_AND_ANNOUNCED);
    bool more = stub_non_stop(s) && asked && run->first;
    if (run->stop_notice != STUB_NOTICE_OPEN && stub_fault(s, RSP_FAULT_NONSTOP_IDLE_CLOSES))
        stub_finish(s);
    if (stub_fault(s, RSP_FAULT_NONSTOP_DRAINS_IN_ALLSTOP) && run->first)
        more = true;
    if (more && stub_fault(s, RSP_FAULT_NONSTOP_LAST_DROPPED) && run->num_queued == 1) {
        stub_queue_clear(s);
        more = false;
    }
    stub_fault_drain(s, more);
    if (more) {
        if (stub_fault(s, RSP_FAULT_NONSTOP_PREFIX_REPEATED))
            rsp_buf_str(reply, "Stop:");
        stub_deliver(s, reply);
        return;
    }
    if (!stub_fault(s, RSP_FAULT_NONSTOP_STAYS_PENDING))
        run->stop_notice = STUB_NOTICE_IDLE;
    if (run->first)
        stub_announce_later(s);
    if (!stub_fault(s, RSP_FAULT_NONSTOP_EMPTY_AT_END))
        stub_ok(reply);
}

/* Empties the queue but for the ends, which nobody can find out otherwise; returns them in order. */
static stub_stop *set_ends_aside(rsp_stub *s) {
    stub_stop *ends = NULL;
    stub_stop **tail = &ends;
    while (s->run->first) {
        stub_stop *stop = s->run->first;
        stub_queue_remove(s, stop);
        if (stub_stop_is_end(stop)) {
            *tail = stop;
            tail = &stop->sibling;
        }
    }
    return ends;
}

/* The record of a thread that is held; a thread held without an event gets one now. */
static stub_stop *stop_of(rsp_stub *s, rsp_ptid thread) {
    stub_stop *stop = stub_stop_find(s, thread);
    if (stop || stub_fault(s, RSP_FAULT_NONSTOP_ONLY_UNREPORTED))
        return stop && (stub_stop_untold(stop) || !stub_fault(s, RSP_FAULT_NONSTOP_ONLY_UNREPORTED)) ? stop
                                                                                                     : NULL;
    stop = stub_stop_set(s, thread);
    if (!stop) {
        s->run->no_memory = true;
        return NULL;
    }
    stop->kind = STUB_STOP_PLAIN;
    stub_thread_pc(s, thread, &stop->pc);
    return stop;
}

/* Puts every stopped thread into a new sequence, and behind them the ends that nobody has been told of. */
static void restart_sequence(rsp_stub *s) {
    rsp_ptid thread = {0, 0};
    s->run->delivered = NULL;
    if (stub_fault(s, RSP_FAULT_NONSTOP_OLD_QUEUE_KEPT) && s->run->first)
        return;
    stub_stop *ends = set_ends_aside(s);
    while (stub_next_thread(s, &thread)) {
        if (stub_fault(s, RSP_FAULT_NONSTOP_QUESTION_HALTS))
            s->opt.ops->hold(s->opt.target, thread);
        bool runs = s->opt.ops->thread_running(s->opt.target, thread);
        stub_stop *stop = runs ? NULL : stop_of(s, thread);
        if (stop)
            stub_queue_push(s, stop);
    }
    while (ends) {
        stub_stop *next = ends->sibling;
        ends->sibling = NULL;
        stub_queue_push(s, ends);
        ends = next;
    }
}

static void reason_nonstop(rsp_stub *s, rsp_buf *reply) {
    restart_sequence(s);
    bool more = s->run->first != NULL && !stub_fault(s, RSP_FAULT_NONSTOP_ASKED_AND_ANNOUNCED);
    s->run->stop_notice = more ? STUB_NOTICE_OPEN : STUB_NOTICE_IDLE;
    if (s->run->first)
        stub_deliver(s, reply);
    else if (stub_fault(s, RSP_FAULT_NONSTOP_RUNNING_IS_EXITED))
        rsp_buf_str(reply, "W00");
    else
        stub_ok(reply);
}

/* The stop that is the process's state now. One that waits to be reported is told here, and then stays the
 * answer. */
static void reason_allstop(rsp_stub *s, rsp_buf *reply) {
    struct stub_run *run = s->run;
    rsp_ptid thread = run->reported;
    bool lives = thread.tid > 0 && s->opt.ops->thread_alive(s->opt.target, thread);
    if (!lives && run->first && !stub_stop_is_end(run->first)) {
        stub_stop *pending = run->first;
        stub_queue_told(s, pending);
        thread = pending->thread;
    } else if (!lives && !stub_first_thread(s, 0, &thread)) {
        if (run->last_end.thread.pid)
            stub_stop_text(s, &run->last_end, reply);
        else
            rsp_buf_str(reply, "W00");
        return;
    }
    run->reported = thread;
    if (s->general.tid == 0)
        s->general = thread;
    stub_stop_reply(s, thread, reply);
    if (stub_fault(s, RSP_FAULT_STOP_QUESTION_CONSUMES))
        stub_stop_forget(s, thread);
}

void stub_on_stop_reason(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    if (stub_fault(s, RSP_FAULT_STOP_QUESTION_OK))
        stub_ok(reply);
    else if (stub_non_stop(s))
        reason_nonstop(s, reply);
    else
        reason_allstop(s, reply);
}

/* A fault: the threads of one process are held, and those of others run on. */
static void hold_selected(rsp_stub *s) {
    rsp_ptid thread = {0, 0};
    while (stub_next_thread(s, &thread))
        if (thread.pid == s->general.pid && s->opt.ops->thread_running(s->opt.target, thread))
            s->opt.ops->hold(s->opt.target, thread);
}

/* Threads that the switch stops, and stops nobody has been told of, are found by `?` and the next resume. */
static void enter_allstop(rsp_stub *s) {
    struct stub_run *run = s->run;
    stub_acknowledge(s);
    run->stop_notice = STUB_NOTICE_IDLE;
    run->output_notice = STUB_NOTICE_IDLE;
    run->reported = (rsp_ptid){0, 0};
    stub_enter(s, STUB_RUN_HALTED);
    if (stub_fault(s, RSP_FAULT_NONSTOP_LEAVING_RUNS_ON))
        return;
    rsp_ptid thread;
    if (stub_fault(s, RSP_FAULT_NONSTOP_HALTS_TOLD) && stub_find_running(s, &thread))
        queue_plain(s, thread);
    if (stub_fault(s, RSP_FAULT_NONSTOP_LEAVING_ONE_PROCESS))
        hold_selected(s);
    else
        stub_hold_all(s);
}

static void enter_nonstop(rsp_stub *s) {
    stub_enter(s, STUB_RUN_NONSTOP);
    s->run->reported = (rsp_ptid){0, 0};
    if (stub_fault(s, RSP_FAULT_NONSTOP_ENTERING_RESUMES)) {
        rsp_ptid thread = {0, 0};
        while (stub_next_thread(s, &thread)) {
            const rsp_target_resume how = {.thread = thread, .kind = RSP_TARGET_RESUME_CONTINUE};
            if (s->opt.ops->resume(s->opt.target, &how, 1) == RSP_OK)
                s->run->busy = true;
        }
    }
}

void stub_on_non_stop(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    bool on = rsp_bytes_equal(args, RSP_LIT("1"));
    bool off = rsp_bytes_equal(args, RSP_LIT("0"));
    if (stub_fault(s, RSP_FAULT_NONSTOP_JUNK_LEAVES))
        off = !on;
    if (!on && !off) {
        stub_error(s, reply, STUB_E_SYNTAX, "mode must be 0 or 1");
        return;
    }
    if (stub_fault(s, RSP_FAULT_NONSTOP_AGAIN_CLEARS) && on && stub_non_stop(s))
        stub_queue_clear(s);
    if (stub_fault(s, RSP_FAULT_NONSTOP_MODE_UNCHANGED)) {
        stub_ok(reply);
        return;
    }
    if (on && !stub_non_stop(s))
        enter_nonstop(s);
    if (off && stub_non_stop(s))
        enter_allstop(s);
    stub_ok(reply);
}

void stub_on_ctrl_c(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    if (!stub_non_stop(s)) {
        stub_error(s, reply, STUB_E_GENERAL, "vCtrlC needs non-stop mode");
        return;
    }
    rsp_ptid thread;
    if (!stub_fault(s, RSP_FAULT_INT_CTRL_C_IGNORED))
        stub_interrupt(s);
    if (stub_fault(s, RSP_FAULT_INT_CTRL_C_INVENTS) && stub_first_thread(s, 0, &thread))
        queue_plain(s, thread);
    stub_ok(reply);
}

/* "O" and as many bytes as a packet holds; false when there is no output left. */
static bool take_output(rsp_stub *s, rsp_buf *out) {
    rsp_buf *waiting = &s->run->output;
    rsp_bytes chunk = rsp_bytes_sub(rsp_buf_bytes(waiting), 0, (s->opt.packet_bytes - 1) / 2);
    if (chunk.len == 0)
        return false;
    rsp_buf_push(out, 'O');
    if (stub_fault(s, RSP_FAULT_STOP_OUTPUT_RAW))
        rsp_buf_append(out, chunk);
    else
        rsp_hex_append(out, chunk);
    rsp_buf_consume(waiting, chunk.len);
    return true;
}

static void announce_output(rsp_stub *s) {
    rsp_buf text;
    rsp_buf_init(&text, s->opt.mem, s->opt.packet_bytes);
    if (take_output(s, &text) && text.status == RSP_OK) {
        s->run->output_notice = STUB_NOTICE_OPEN;
        stub_notify(s, stub_fault(s, RSP_FAULT_NONSTOP_OUTPUT_IN_STOPS) ? "Stop" : "Stdio",
                    rsp_buf_bytes(&text));
    }
    s->run->no_memory = s->run->no_memory || text.status != RSP_OK;
    rsp_buf_free(&text);
}

void stub_send_output(rsp_stub *s) {
    rsp_buf text;
    rsp_buf_init(&text, s->opt.mem, s->opt.packet_bytes);
    while (text.status == RSP_OK && take_output(s, &text)) {
        stub_send(s, rsp_buf_bytes(&text));
        rsp_buf_clear(&text);
    }
    s->run->no_memory = s->run->no_memory || text.status != RSP_OK;
    rsp_buf_free(&text);
}

/* Non-stop: announces output unless an announcement is outstanding. All-stop: O packets, which are legal only
 * while a stop reply is owed. */
void stub_flush_output(rsp_stub *s) {
    if (s->run->output.len == 0)
        return;
    if (stub_non_stop(s) && s->run->output_notice != STUB_NOTICE_OPEN)
        announce_output(s);
    else if (stub_awaited(s))
        stub_send_output(s);
}

/* Kept until the run ends or something stops, so that a line printed in pieces goes out in one packet. What
 * nobody fetches is kept up to a limit; beyond it the newest is lost. */
void stub_output(rsp_stub *s, rsp_bytes text) {
    rsp_buf *waiting = &s->run->output;
    size_t room = RSP_LIMIT_STUB_OUTPUT_BYTES - waiting->len;
    rsp_buf_append(waiting, rsp_bytes_sub(text, 0, room));
    if (waiting->status != RSP_OK) {
        waiting->status = RSP_OK;
        s->run->no_memory = true;
    }
    if (stub_non_stop(s) && stub_fault(s, RSP_FAULT_STOP_OUTPUT_IN_NONSTOP))
        stub_send_output(s);
}

void stub_on_stdio(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    if (stub_fault(s, RSP_FAULT_NONSTOP_ONE_QUEUE) && s->run->delivered) {
        stub_stop_text(s, s->run->delivered, reply);
        return;
    }
    (void)args;
    if (stub_non_stop(s) && s->run->output_notice == STUB_NOTICE_OPEN && take_output(s, reply))
        return;
    s->run->output_notice = STUB_NOTICE_IDLE;
    stub_ok(reply);
}
