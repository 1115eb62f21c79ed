/* Faults of processes: killing, detaching, attaching, starting anew; and of a connection that is lost.
 * What becomes of a process stands in front of the target's operations.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "faults/serve.h"
#include "faults/target.h"

#include "ids.h"
#include "run_control.h"
#include "send.h"
#include "stop_queue.h"

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

/* A process id read as decimal, up to the first other character. */
static int64_t decimal_pid(rsp_bytes digits) {
    int64_t pid = 0;
    for (size_t i = 0; i < digits.len && i < 9 && digits.ptr[i] >= '0' && digits.ptr[i] <= '9'; i++)
        pid = pid * 10 + digits.ptr[i] - '0';
    return pid;
}

static void pid_decimal(stub_service *t) {
    int64_t pid;
    if (rsp_pid_parse(&pid, t->args) == RSP_OK && pid > 0)
        stub_serve_args(t, "%" PRIx64, decimal_pid(t->args));
    else
        stub_serve(t);
}

static rsp_status kill_nothing(void *t, int64_t pid) {
    rsp_stub *s = t;
    return stub_serving(s, stub_on_kill) ? RSP_UNSUPPORTED : stub_real(s)->kill(s->faults.target, pid);
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
    return stub_real(s)->detach(s->faults.target, pid, stay_stopped || stays(s, pid), signal);
}

/* What nobody asks for in a request stays in memory. */
static rsp_status leave_point(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind) {
    rsp_stub *s = t;
    return s->faults.serving ? stub_real(s)->remove_point(s->faults.target, pid, type, addr, kind) : RSP_OK;
}

static rsp_status launch_at_random(void *t, const rsp_target_launch *launch, int64_t *out_pid,
                                   rsp_error *error) {
    rsp_stub *s = t;
    rsp_target_launch how = *launch;
    how.randomize = how.randomize || s->faults.life.num_launches > 0;
    s->faults.life.num_launches++;
    return stub_real(s)->launch(s->faults.target, &how, out_pid, error);
}

static void randomization_once(stub_service *t) {
    t->s->faults.life.num_launches = 0;
    stub_serve(t);
}

bool stub_fault_process_ops(const rsp_stub *s, rsp_target_ops *ops) {
    bool detaches = stub_fault(s, RSP_FAULT_DET_SIGNAL_LOST) || stub_fault(s, RSP_FAULT_DET_STOPPED_RUNS) ||
                    stub_fault(s, RSP_FAULT_DET_STAYS_STOPPED) ||
                    stub_fault(s, RSP_FAULT_FORK_CHILD_DETACHED_STOPPED);
    bool kills = stub_fault(s, RSP_FAULT_KILL_RUNS_ON);
    bool starts = stub_fault(s, RSP_FAULT_EXT_RANDOMIZATION_ONCE);
    bool leaves = stub_fault(s, RSP_FAULT_DET_TRAPS_LEFT);
    if (detaches && ops->detach)
        ops->detach = detach_wrongly;
    if (kills && ops->kill)
        ops->kill = kill_nothing;
    if (starts && ops->launch)
        ops->launch = launch_at_random;
    if (leaves && ops->remove_point)
        ops->remove_point = leave_point;
    return detaches || kills || starts || leaves;
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
    bool extended = stub_agreed(t->s, STUB_AGREED_EXTENDED_MODE);
    stub_agree(t->s, STUB_AGREED_EXTENDED_MODE, false);
    stub_serve(t);
    if (stub_refused(t))
        stub_agree(t->s, STUB_AGREED_EXTENDED_MODE, extended);
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

static void any_pid_ok(stub_service *t) {
    int64_t pid;
    bool good = rsp_pid_parse(&pid, t->args) == RSP_OK && pid > 0;
    stub_serve(t);
    if (good)
        stub_answer(t, "OK");
}

static void kills_all(stub_service *t) {
    stub_serve(t);
    if (!stub_replies(t, RSP_LIT("OK")))
        return;
    kill_each(t);
    stub_answer(t, "OK");
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

static void attach_anything(stub_service *t) {
    stub_serve(t);
    if (stub_replies(t, RSP_LIT("E01")) || stub_replies(t, RSP_LIT("E.the process could not")))
        stub_answer(t, "OK");
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
    bool extended = stub_agreed(t->s, STUB_AGREED_EXTENDED_MODE);
    stub_agree(t->s, STUB_AGREED_EXTENDED_MODE, true);
    stub_serve(t);
    stub_agree(t->s, STUB_AGREED_EXTENDED_MODE, extended);
}

static void restart_ok(stub_service *t) {
    stub_serve(t);
    if (t->s->reply_kind != STUB_REPLY_NONE)
        return;
    t->s->reply_kind = STUB_REPLY_SEND;
    stub_answer(t, "OK");
}

static void attached_of_current(stub_service *t) {
    t->args = rsp_bytes_make(NULL, 0);
    stub_serve(t);
}

static void attached_inverted(stub_service *t) {
    stub_serve(t);
    if (t->reply->len == 1)
        t->reply->ptr[0] ^= '0' ^ '1';
}

static void detach_on_error_ignored(stub_service *t) {
    stub_parting parting = t->s->parting;
    stub_serve(t);
    t->s->parting = parting;
}

static const stub_fault_row rows[] = {
    {RSP_FAULT_KILL_ENDS_EXTENDED, stub_on_kill, ends_extended},
    {RSP_FAULT_KILL_GOES_DEAF, stub_on_kill, goes_deaf},
    {RSP_FAULT_KILL_DECIMAL_PID, stub_on_kill_process, pid_decimal},
    {RSP_FAULT_KILL_MALFORMED_IS_ALL, stub_on_kill_process, malformed_is_all},
    {RSP_FAULT_KILL_RUNNING_REFUSED, stub_on_kill_process, running_refused},
    {RSP_FAULT_KILL_ANY_PID_OK, stub_on_kill_process, any_pid_ok},
    {RSP_FAULT_MP_KILLS_ALL, stub_on_kill_process, kills_all},
    {RSP_FAULT_FORK_ORPHAN_STUCK, stub_on_kill_process, orphan_stuck},
    {RSP_FAULT_KILL_EXIT_TOO, stub_on_kill_process, exit_too},
    {RSP_FAULT_MP_DETACHES_ONE, stub_on_detach, detaches_one},
    {RSP_FAULT_MP_DETACHES_CURRENT, stub_on_detach, detaches_more},
    {RSP_FAULT_MP_DETACHES_ALL, stub_on_detach, detaches_more},
    {RSP_FAULT_FORK_PARENT_FREES_CHILD, stub_on_detach, detaches_more},
    {RSP_FAULT_DET_NOTHING_CLOSES, stub_on_detach, nothing_closes},
    {RSP_FAULT_DET_ENDS_EXTENDED, stub_on_detach, ends_extended},
    {RSP_FAULT_EXT_DECIMAL_ATTACH, stub_on_attach, pid_decimal},
    {RSP_FAULT_EXT_ATTACH_ANYTHING, stub_on_attach, attach_anything},
    {RSP_FAULT_NONSTOP_ATTACH_STOP_REPLY, stub_on_attach, attach_stop_reply},
    {RSP_FAULT_EXT_RESTART_WITHOUT, stub_on_restart, restart_without},
    {RSP_FAULT_EXT_RESTART_OK, stub_on_restart, restart_ok},
    {RSP_FAULT_EXT_RANDOMIZATION_ONCE, stub_on_disable_randomization, randomization_once},
    {RSP_FAULT_MP_ATTACHED_OF_CURRENT, stub_on_attached, attached_of_current},
    {RSP_FAULT_EXT_ATTACHED_INVERTED, stub_on_attached, attached_inverted},
    {RSP_FAULT_LLDB_DETACH_ON_ERROR_IGNORED, stub_on_set_detach_on_error, detach_on_error_ignored},
};
STUB_FAULT_TABLE(stub_process_faults, rows);
