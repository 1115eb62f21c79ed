/* Faults of processes: killing, detaching, attaching, starting anew; and of a connection that is lost.
 * What becomes of a process stands in front of the target's operations.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "faults/row.h"
#include "faults/target.h"

#include "live_threads.h"
#include "run_state.h"
#include "send.h"
#include "stop_queue.h"
#include "stop_table.h"

#include <inttypes.h>

static bool next_process(const rsp_stub *s, int64_t after, int64_t *pid) {
    return s->opt.ops->process_next(s->opt.target, after, pid);
}

static bool is_first(const rsp_stub *s, int64_t pid) {
    int64_t first;
    return next_process(s, 0, &first) && first == pid;
}

static bool is_ours(const rsp_stub *s, int64_t pid) {
    rsp_ptid first;
    return pid > 0 && stub_first_thread(s, pid, &first);
}

static rsp_status kill_nothing(void *t, int64_t pid) {
    rsp_stub *s = t;
    return stub_serving(s, stub_on_kill) ? RSP_UNSUPPORTED : STUB_REAL(s, kill, pid);
}

static bool stays(const rsp_stub *s, int64_t pid) {
    return stub_fault(s, RSP_FAULT_DET_STAYS_STOPPED) ||
           (stub_fault(s, RSP_FAULT_FORK_CHILD_DETACHED_STOPPED) && !is_first(s, pid));
}

static rsp_status detach_wrongly(void *t, int64_t pid, bool stay_stopped, int signal) {
    rsp_stub *s = t;
    if (stub_fault(s, RSP_FAULT_DET_SIGNAL_LOST))
        signal = 0;
    if (stub_fault(s, RSP_FAULT_DET_STOPPED_RUNS))
        stay_stopped = false;
    return STUB_REAL(s, detach, pid, stay_stopped || stays(s, pid), signal);
}

/* What nobody asks for in a request stays in memory. */
static rsp_status leave_point(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind) {
    rsp_stub *s = t;
    return s->faults.serving ? STUB_REAL(s, remove_point, pid, type, addr, kind) : RSP_OK;
}

static rsp_status launch_at_random(void *t, const rsp_target_launch *launch, int64_t *out_pid,
                                   rsp_error *error) {
    rsp_stub *s = t;
    rsp_target_launch how = *launch;
    how.randomize = how.randomize || s->faults.life.num_launches > 0;
    s->faults.life.num_launches++;
    return STUB_REAL(s, launch, &how, out_pid, error);
}

static void randomization_once(stub_service *t) {
    t->s->faults.life.num_launches = 0;
    stub_serve(t);
}

static void kill_each(stub_service *t) {
    int64_t pid;
    while (next_process(t->s, 0, &pid)) {
        rsp_buf_clear(t->reply);
        stub_serve_args(t, "%" PRIx64, pid);
        if (stub_refused(t))
            return;
    }
}

/* k and D end the session although it is an extended one. */
static void ends_extended(stub_service *t) {
    bool extended = stub_agreed(t->s, STUB_AGREED_EXTENDED);
    stub_agree(t->s, STUB_AGREED_EXTENDED, false);
    stub_serve(t);
    if (stub_refused(t))
        stub_agree(t->s, STUB_AGREED_EXTENDED, extended);
}

static void goes_deaf(stub_service *t) {
    stub_serve(t);
    t->s->faults.link.deaf = true;
}

static void malformed_is_all(stub_service *t) {
    int64_t pid;
    bool good = rsp_pid_parse(&pid, t->args) == RSP_OK && pid > 0;
    if (good)
        stub_serve(t);
    else
        kill_each(t);
    if (!good)
        stub_answer(t, "OK");
}

static void running_refused(stub_service *t) {
    rsp_ptid thread = {0, 0};
    bool runs = false;
    if (rsp_pid_parse(&thread.pid, t->args) == RSP_OK)
        while (!runs && t->s->opt.ops->thread_next(t->s->opt.target, thread.pid, thread.tid, &thread.tid))
            runs = stub_thread_runs(t->s, thread);
    if (runs)
        stub_error(t->s, t->reply, STUB_E_SYNTAX, "the process is running");
    else
        stub_serve(t);
}

static void kills_all(stub_service *t) {
    stub_serve(t);
    if (!stub_replies(t, RSP_LIT("OK")))
        return;
    kill_each(t);
    stub_answer(t, "OK");
}

/* What threads of the process had stopped for is announced once more. */
static void stops_stay(stub_service *t) {
    stub_stop kept[8];
    size_t num = 0;
    int64_t pid;
    bool good = rsp_pid_parse(&pid, t->args) == RSP_OK;
    for (const stub_stop *stop = t->s->run->first; good && stop && num < RSP_ARRAY_LEN(kept);
         stop = stop->next)
        if (stop->thread.pid == pid && !stub_stop_is_end(stop))
            kept[num++] = *stop;
    stub_serve(t);
    for (size_t i = 0; i < num; i++) {
        stub_stop *stop = stub_stop_set(t->s, kept[i].thread);
        if (!stop)
            return;
        stop->kind = kept[i].kind;
        stop->signal = kept[i].signal;
        stop->state = STUB_STOP_UNKNOWN;
        stub_queue_push(t->s, stop);
    }
}

static void orphan_stuck(stub_service *t) {
    stub_serve(t);
    if (stub_replies(t, RSP_LIT("OK")))
        t->s->faults.run.orphans_stuck = stub_has_process(t->s);
}

static void exit_too(stub_service *t) {
    stub_serve(t);
    if (stub_replies(t, RSP_LIT("OK")))
        stub_send(t->s, RSP_LIT("X09"));
}

static bool names_all(const stub_service *t) {
    return t->args.len == 0 && t->s->request.ptr[t->s->request.len - 1] != ';';
}

static void detaches_one(stub_service *t) {
    int64_t pid;
    if (names_all(t) && next_process(t->s, 0, &pid))
        stub_serve_args(t, "%" PRIx64, pid);
    else
        stub_serve(t);
}

static bool frees_all(const rsp_stub *s, int64_t pid) {
    bool ours = is_ours(s, pid);
    return (!ours && stub_fault(s, RSP_FAULT_MP_DETACHES_CURRENT)) ||
           (ours && stub_fault(s, RSP_FAULT_MP_DETACHES_ALL)) ||
           (is_first(s, pid) && stub_fault(s, RSP_FAULT_FORK_PARENT_FREES_CHILD));
}

static void detaches_more(stub_service *t) {
    int64_t pid;
    if (!names_all(t) && rsp_pid_parse(&pid, t->args) == RSP_OK && frees_all(t->s, pid)) {
        rsp_buf_append(stub_new_request(t), rsp_packet_name(t->id));
        stub_bend(t);
    }
    stub_serve(t);
}

static void nothing_closes(stub_service *t) {
    if (!stub_has_process(t->s))
        stub_finish(t->s);
    stub_serve(t);
}

/* In non-stop, too, attaching is answered by a stop. */
static void attach_stop_reply(stub_service *t) {
    stub_serve(t);
    if (!stub_non_stop(t->s) || !stub_replies(t, RSP_LIT("OK")))
        return;
    stub_queue_clear(t->s);
    t->s->run->stop_notice = STUB_NOTICE_IDLE;
    rsp_buf_clear(t->reply);
    stub_stop_reply(t->s, t->s->general, t->reply);
}

static void restart_without(stub_service *t) {
    bool extended = stub_agreed(t->s, STUB_AGREED_EXTENDED);
    stub_agree(t->s, STUB_AGREED_EXTENDED, true);
    stub_serve(t);
    stub_agree(t->s, STUB_AGREED_EXTENDED, extended);
}

static void restart_ok(stub_service *t) {
    stub_serve(t);
    if (t->kind != STUB_REPLY_NONE)
        return;
    t->kind = STUB_REPLY_SEND;
    stub_answer(t, "OK");
}

static void detach_on_error_ignored(stub_service *t) {
    stub_parting parting = t->s->parting;
    stub_serve(t);
    t->s->parting = parting;
}

static const stub_fault_row rows[] = {
    INSTEAD(EXT_MODE_UNKNOWN, EXTENDED, "", ""),
    TARGET(KILL_RUNS_ON, .kill = kill_nothing),
    CALL(KILL_ENDS_EXTENDED, KILL, ends_extended),
    CALL(KILL_GOES_DEAF, KILL, goes_deaf),
    REQUEST(KILL_DECIMAL_PID, VKILL, "%x", "%t1"),
    CALL(KILL_MALFORMED_IS_ALL, VKILL, malformed_is_all),
    CALL(KILL_RUNNING_REFUSED, VKILL, running_refused),
    REPLY_TO(KILL_ANY_PID_OK, VKILL, "%x", "E%*", "OK"),
    CALL(MP_KILLS_ALL, VKILL, kills_all),
    CALL(NONSTOP_STALE_AFTER_KILL, VKILL, stops_stay),
    CALL(FORK_ORPHAN_STUCK, VKILL, orphan_stuck),
    CALL(KILL_EXIT_TOO, VKILL, exit_too),
    TARGET(DET_SIGNAL_LOST, .detach = detach_wrongly),
    TARGET(DET_STOPPED_RUNS, .detach = detach_wrongly),
    TARGET(DET_STAYS_STOPPED, .detach = detach_wrongly),
    TARGET(FORK_CHILD_DETACHED_STOPPED, .detach = detach_wrongly),
    TARGET(DET_TRAPS_LEFT, .remove_point = leave_point),
    INSTEAD(MP_WANTS_P, DETACH, "%?%*", "E01"),
    CALL(MP_DETACHES_ONE, DETACH, detaches_one),
    CALL(MP_DETACHES_CURRENT, DETACH, detaches_more),
    CALL(MP_DETACHES_ALL, DETACH, detaches_more),
    CALL(FORK_PARENT_FREES_CHILD, DETACH, detaches_more),
    CALL(DET_NOTHING_CLOSES, DETACH, nothing_closes),
    CALL(DET_ENDS_EXTENDED, DETACH, ends_extended),
    REQUEST(EXT_DECIMAL_ATTACH, VATTACH, "%x", "%t1"),
    REPLY(EXT_ATTACH_ANYTHING, VATTACH, "E01", "OK"),
    REPLY(EXT_ATTACH_ANYTHING, VATTACH, "E.the process could not%*", "OK"),
    CALL(NONSTOP_ATTACH_STOP_REPLY, VATTACH, attach_stop_reply),
    CALL(EXT_RESTART_WITHOUT, RESTART, restart_without),
    CALL(EXT_RESTART_OK, RESTART, restart_ok),
    CALL(EXT_RANDOMIZATION_ONCE, QDISABLE_RANDOMIZATION, randomization_once),
    CALL(EXT_RANDOMIZATION_ONCE, QSET_DISABLE_ASLR, randomization_once),
    TARGET(EXT_RANDOMIZATION_ONCE, .launch = launch_at_random),
    REQUEST(MP_ATTACHED_OF_CURRENT, QATTACHED, "%*", ""),
    REPLY(EXT_ATTACHED_INVERTED, QATTACHED, "0", "1"),
    REPLY(EXT_ATTACHED_INVERTED, QATTACHED, "1", "0"),
    CALL(LLDB_DETACH_ON_ERROR_IGNORED, QSET_DETACH_ON_ERROR, detach_on_error_ignored),
};
STUB_FAULT_TABLE(stub_process_faults, rows);
