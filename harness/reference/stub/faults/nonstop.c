/* Faults of non-stop: the sequence of vStopped, `?`, and the way into the mode and out of it.
 * Those of announcements are in announce.c.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "faults/row.h"
#include "faults/target.h"

#include "live_threads.h"
#include "nonstop.h"
#include "run_control.h"
#include "stop_queue.h"
#include "stop_table.h"

/* A stop without a reason of its own, to be announced. */
static void queue_plain(rsp_stub *s, rsp_ptid thread) {
    stub_stop *stop = stub_stop_set(s, thread);
    if (!stop)
        return;
    stop->kind = STUB_STOP_PLAIN;
    stop->state = STUB_STOP_UNKNOWN;
    stub_queue_push(s, stop);
    stub_announce_later(s);
}

static bool is_open(const rsp_stub *s) {
    return s->run->stop_notice == STUB_NOTICE_OPEN;
}

static void resume_cuts_queue(stub_service *t) {
    size_t before = t->s->run->num_queued;
    stub_serve(t);
    if (t->s->run->num_queued < before)
        t->s->faults.run.queue_cut = true;
}

static void queue_made_anew(stub_service *t) {
    t->s->faults.run.queue_cut = false;
    stub_serve(t);
}

static void asked_again(stub_service *t) {
    if (stub_non_stop(t->s) && !is_open(t->s))
        t->s->run->stop_notice = STUB_NOTICE_OPEN;
    stub_serve(t);
}

/* Of the ends that nobody was told of `?` keeps the last. */
static void one_end_kept(stub_service *t) {
    stub_stop *last = NULL;
    for (stub_stop *stop = t->s->run->first; stub_non_stop(t->s) && stop;) {
        stub_stop *next = stop->next;
        if (stub_stop_is_end(stop)) {
            if (last) {
                stub_queue_remove(t->s, last);
                stub_stop_release(t->s, last);
            }
            last = stop;
        }
        stop = next;
    }
    stub_serve(t);
}

/* The stops of a process that was attached to count as told before they are. */
static void attached_is_told(stub_service *t) {
    stub_serve(t);
    for (stub_stop *stop = t->s->run->first; stub_non_stop(t->s) && stop; stop = stop->next)
        if (stop->state == STUB_STOP_QUEUED)
            stop->state = STUB_STOP_REQUEUED;
}

/* The sequence of `?` is none: what it has not told is announced, too. */
static void asked_and_announced(stub_service *t) {
    stub_serve(t);
    if (stub_non_stop(t->s))
        t->s->run->stop_notice = STUB_NOTICE_IDLE;
}

static void idle_closes(stub_service *t) {
    bool idle = !is_open(t->s);
    stub_serve(t);
    if (idle)
        stub_finish(t->s);
}

static void drains_in_allstop(stub_service *t) {
    if (stub_non_stop(t->s) || !t->s->run->first) {
        stub_serve(t);
        return;
    }
    stub_acknowledge(t->s);
    stub_deliver(t->s, t->reply);
}

static void last_dropped(stub_service *t) {
    if (stub_non_stop(t->s) && is_open(t->s) && t->s->run->num_queued == 1) {
        stub_acknowledge(t->s);
        stub_queue_clear(t->s);
    }
    stub_serve(t);
}

static bool at_end(const stub_service *t) {
    return stub_replies(t, RSP_LIT("OK"));
}

static void stays_pending(stub_service *t) {
    stub_notice before = t->s->run->stop_notice;
    stub_serve(t);
    if (at_end(t) && !t->s->run->first)
        t->s->run->stop_notice = before;
}

static void twice_in_sequence(stub_service *t) {
    stub_serve(t);
    t->s->faults.run.draining = !at_end(t);
}

static void question_halts(stub_service *t) {
    if (stub_non_stop(t->s))
        stub_hold_all(t->s);
    stub_serve(t);
}

static void question_consumes(stub_service *t) {
    stub_serve(t);
    if (!stub_non_stop(t->s))
        stub_stop_forget(t->s, t->s->run->reported);
}

/* `?` goes on with the queue as it is. */
static void deliver_old(stub_service *t) {
    struct stub_run *run = t->s->run;
    run->delivered = NULL;
    run->stop_notice = STUB_NOTICE_OPEN;
    stub_deliver(t->s, t->reply);
}

static void old_queue_kept(stub_service *t) {
    if (stub_non_stop(t->s) && t->s->run->first)
        deliver_old(t);
    else
        stub_serve(t);
}

static void only_unreported(stub_service *t) {
    if (!stub_non_stop(t->s)) {
        stub_serve(t);
    } else if (t->s->run->first) {
        deliver_old(t);
    } else {
        t->s->run->delivered = NULL;
        t->s->run->stop_notice = STUB_NOTICE_IDLE;
        stub_answer(t, "OK");
    }
}

static void again_clears(stub_service *t) {
    if (stub_non_stop(t->s) && rsp_bytes_equal(t->args, RSP_LIT("1")))
        stub_queue_clear(t->s);
    stub_serve(t);
}

static void halts_told(stub_service *t) {
    rsp_ptid thread;
    bool told =
        stub_non_stop(t->s) && rsp_bytes_equal(t->args, RSP_LIT("0")) && stub_find_running(t->s, &thread);
    stub_serve(t);
    if (told)
        queue_plain(t->s, thread);
}

static void entering_resumes(stub_service *t) {
    rsp_stub *s = t->s;
    bool entering = !stub_non_stop(s);
    stub_serve(t);
    if (!entering || !stub_non_stop(s))
        return;
    for (rsp_ptid thread = {0, 0}; stub_next_thread(s, &thread);) {
        const rsp_target_resume how = {.thread = thread, .kind = RSP_TARGET_RESUME_CONTINUE};
        if (s->opt.ops->resume(s->opt.target, &how, 1) == RSP_OK)
            s->run->busy = true;
    }
}

/* Leaving the mode holds no thread, or those of one process. */
static void hold_few(void *t, rsp_ptid thread) {
    rsp_stub *s = t;
    bool leaving = stub_serving(s, stub_on_non_stop);
    bool ours = stub_fault(s, RSP_FAULT_NONSTOP_LEAVING_ONE_PROCESS) && thread.pid == s->general.pid;
    if (!leaving || ours)
        STUB_REAL(s, hold, thread);
}

static void ctrl_c_invents(stub_service *t) {
    rsp_ptid thread;
    stub_serve(t);
    if (stub_non_stop(t->s) && stub_first_thread(t->s, 0, &thread))
        queue_plain(t->s, thread);
}

static void one_queue(stub_service *t) {
    if (t->s->run->delivered)
        stub_stop_text(t->s, t->s->run->delivered, t->reply);
    else
        stub_serve(t);
}

static const stub_fault_row rows[] = {
    CALL(NONSTOP_ASKED_AND_ANNOUNCED, VSTOPPED, asked_again),
    CALL(NONSTOP_ASKED_AND_ANNOUNCED, REASON, asked_and_announced),
    CALL(NONSTOP_ATTACHED_IS_TOLD, VATTACH, attached_is_told),
    CALL(NONSTOP_ONE_END_KEPT, REASON, one_end_kept),
    CALL(NONSTOP_IDLE_CLOSES, VSTOPPED, idle_closes),
    CALL(NONSTOP_DRAINS_IN_ALLSTOP, VSTOPPED, drains_in_allstop),
    CALL(NONSTOP_LAST_DROPPED, VSTOPPED, last_dropped),
    CALL(NONSTOP_RESUME_CUTS_QUEUE, VCONT, resume_cuts_queue),
    CALL(NONSTOP_RESUME_CUTS_QUEUE, REASON, queue_made_anew),
    REPLY(NONSTOP_PREFIX_REPEATED, VSTOPPED, "T%*", "Stop:T%1"),
    CALL(NONSTOP_STAYS_PENDING, VSTOPPED, stays_pending),
    REPLY(NONSTOP_EMPTY_AT_END, VSTOPPED, "OK", ""),
    CALL(NONSTOP_TWICE_IN_SEQUENCE, VSTOPPED, twice_in_sequence),
    INSTEAD(STOP_QUESTION_OK, REASON, "", "OK"),
    INSTEAD_WHEN(STOP_NO_PROCESS_SILENT, REASON, WITHOUT_PROCESS, "", STUB_NO_REPLY),
    REPLY(NONSTOP_RUNNING_IS_EXITED, REASON, "OK", "W00"),
    CALL(NONSTOP_QUESTION_HALTS, REASON, question_halts),
    CALL(STOP_QUESTION_CONSUMES, REASON, question_consumes),
    CALL(NONSTOP_OLD_QUEUE_KEPT, REASON, old_queue_kept),
    CALL(NONSTOP_ONLY_UNREPORTED, REASON, only_unreported),
    INSTEAD(NONSTOP_MODE_UNCHANGED, QNON_STOP, "0", "OK"),
    INSTEAD(NONSTOP_MODE_UNCHANGED, QNON_STOP, "1", "OK"),
    CALL(NONSTOP_AGAIN_CLEARS, QNON_STOP, again_clears),
    REQUEST(NONSTOP_JUNK_LEAVES, QNON_STOP, "1", NULL),
    REQUEST(NONSTOP_JUNK_LEAVES, QNON_STOP, "%*", "0"),
    CALL(NONSTOP_HALTS_TOLD, QNON_STOP, halts_told),
    CALL(NONSTOP_ENTERING_RESUMES, QNON_STOP, entering_resumes),
    TARGET(NONSTOP_LEAVING_RUNS_ON, .hold = hold_few),
    TARGET(NONSTOP_LEAVING_ONE_PROCESS, .hold = hold_few),
    INSTEAD_WHEN(INT_CTRL_C_IGNORED, VCTRLC, IN_NONSTOP, "", "OK"),
    CALL(INT_CTRL_C_INVENTS, VCTRLC, ctrl_c_invents),
    CALL(NONSTOP_ONE_QUEUE, VSTDIO, one_queue),
};
STUB_FAULT_TABLE(stub_nonstop_faults, rows);
