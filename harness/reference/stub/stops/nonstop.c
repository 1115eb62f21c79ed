/* The notifications Stop and Stdio, their queues, and the packets that drain them; `?`; QNonStop.
 * One notification of each kind is outstanding at a time. The rest waits for vStopped and vStdio.
 * Source: GDB manual, Notification Packets; Remote Non-Stop; LLDB gdb-remote extensions (vStdio). */
/* SPDX-License-Identifier: MIT */
#include "nonstop.h"

#include "errors.h"
#include "faults/hooks.h"
#include "handlers.h"
#include "live_threads.h"
#include "run_control.h"
#include "send.h"
#include "stop.h"
#include "stop_queue.h"
#include "stop_table.h"
#include "thread_registers.h"

#include "core/limits.h"

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

void stub_announce(rsp_stub *s) {
    struct stub_run *run = s->run;
    if (stub_fault_announce(s) || !stub_non_stop(s) || !run->first || run->stop_notice == STUB_NOTICE_OPEN)
        return;
    rsp_buf text;
    rsp_buf_init(&text, s->opt.mem, s->opt.packet_bytes);
    stub_deliver(s, &text);
    run->stop_notice = STUB_NOTICE_OPEN;
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

stub_reply_kind stub_on_stopped(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    struct stub_run *run = s->run;
    (void)args;
    stub_acknowledge(s);
    if (stub_non_stop(s) && run->stop_notice == STUB_NOTICE_OPEN && run->first) {
        stub_deliver(s, reply);
        return STUB_REPLY_SEND;
    }
    run->stop_notice = STUB_NOTICE_IDLE;
    if (run->first)
        stub_announce_later(s);
    return stub_ok(reply);
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
    if (stop)
        return stop;
    stop = stub_stop_set(s, thread);
    if (!stop)
        return NULL;
    stop->kind = STUB_STOP_PLAIN;
    stub_thread_pc(s, thread, &stop->pc);
    return stop;
}

/* Puts every stopped thread into a new sequence, and behind them the ends that nobody has been told of. */
static void restart_sequence(rsp_stub *s) {
    rsp_ptid thread = {0, 0};
    s->run->delivered = NULL;
    stub_stop *ends = set_ends_aside(s);
    while (stub_next_thread(s, &thread)) {
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

static stub_reply_kind reason_nonstop(rsp_stub *s, rsp_buf *reply) {
    restart_sequence(s);
    s->run->stop_notice = s->run->first ? STUB_NOTICE_OPEN : STUB_NOTICE_IDLE;
    if (s->run->first)
        stub_deliver(s, reply);
    else
        stub_ok(reply);
    return STUB_REPLY_SEND;
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
}

stub_reply_kind stub_on_stop_reason(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    if (stub_non_stop(s))
        reason_nonstop(s, reply);
    else
        reason_allstop(s, reply);
    return STUB_REPLY_SEND;
}

/* Threads that the switch stops, and stops nobody has been told of, are found by `?` and the next resume. */
static void enter_allstop(rsp_stub *s) {
    struct stub_run *run = s->run;
    stub_acknowledge(s);
    run->stop_notice = STUB_NOTICE_IDLE;
    run->output_notice = STUB_NOTICE_IDLE;
    run->reported = (rsp_ptid){0, 0};
    stub_enter(s, STUB_RUN_HALTED);
    stub_hold_all(s);
}

stub_reply_kind stub_on_non_stop(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    bool on = rsp_bytes_equal(args, RSP_LIT("1"));
    bool off = rsp_bytes_equal(args, RSP_LIT("0"));
    if (!on && !off)
        return stub_error(s, reply, STUB_E_SYNTAX, "mode must be 0 or 1");
    if (on && !stub_non_stop(s))
        stub_enter(s, STUB_RUN_NONSTOP);
    if (off && stub_non_stop(s))
        enter_allstop(s);
    return stub_ok(reply);
}

stub_reply_kind stub_on_ctrl_c(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    if (!stub_non_stop(s))
        return stub_error(s, reply, STUB_E_GENERAL, "vCtrlC needs non-stop mode");
    stub_interrupt(s);
    return stub_ok(reply);
}

/* "O" and as many bytes as a packet holds; false when there is no output left. */
static bool take_output(rsp_stub *s, rsp_buf *out) {
    rsp_buf *waiting = &s->run->output;
    rsp_bytes chunk = rsp_bytes_sub(rsp_buf_bytes(waiting), 0, (s->opt.packet_bytes - 1) / 2);
    if (chunk.len == 0)
        return false;
    rsp_buf_push(out, 'O');
    rsp_hex_append(out, chunk);
    rsp_buf_consume(waiting, chunk.len);
    return true;
}

static void announce_output(rsp_stub *s) {
    rsp_buf text;
    rsp_buf_init(&text, s->opt.mem, s->opt.packet_bytes);
    if (take_output(s, &text) && text.status == RSP_OK) {
        s->run->output_notice = STUB_NOTICE_OPEN;
        stub_notify(s, "Stdio", rsp_buf_bytes(&text));
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
}

stub_reply_kind stub_on_stdio(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    if (stub_non_stop(s) && s->run->output_notice == STUB_NOTICE_OPEN && take_output(s, reply))
        return STUB_REPLY_SEND;
    s->run->output_notice = STUB_NOTICE_IDLE;
    return stub_ok(reply);
}
