/* Events of processes and threads: forks, execs, signals, system calls, exits; attaching and killing.
 * Programs are the bundled debuggees; addresses come from their symbols.
 * Source: the contracts of machine/machine.h, process.h and thread.h. */
/* SPDX-License-Identifier: MIT */
#include "core/limits.h"
#include "machine_test.h"

#include <rsp/clock.h>

enum {
    SIG_TRAP = 5,
    SIG_KILL = 9,
    SIG_USR1 = 10,
    SIG_SEGV = 11,
    SIG_ALRM = 14,
    SIG_TERM = 15,
    SIG_STOP = 19,
    SIG_CONT = 18,
    CALL_WRITE = 64,
    CALL_EXIT_GROUP = 94,
    CALL_NANOSLEEP = 101,
    CALL_SETITIMER = 103,
    CALL_GETPID = 172,
};

static rsp_process *child_of(rig *r) {
    rsp_process *child = rsp_machine_process(r->m, r->ran.event.child_pid);
    assert_non_null(child);
    assert_int_equal(rsp_process_parent_pid(child), r->ran.event.pid);
    return child;
}

/* To the reported fork of fork-exit, with a breakpoint that both processes meet only in the child. */
static rsp_process *fork_reported(rig *r) {
    *r = rig_new("/bin/fork-exit");
    rsp_process_set_reports(r->p, RSP_REPORT_FORK);
    break_at(r->p, rig_symbol(r, "child_work"));
    go(r->t);
    (void)expect(r, RSP_MACHINE_FORK);
    return child_of(r);
}

static void a_reported_fork_holds_both_and_copies_breakpoints(void **state) {
    (void)state;
    rig r;
    rsp_process *child = fork_reported(&r);
    rsp_thread *t = rsp_machine_thread(r.m, r.ran.event.child_tid);
    uint64_t child_work = rig_symbol(&r, "child_work");
    assert_true(rsp_thread_is_held(r.t) && rsp_thread_is_held(t));
    assert_true(rsp_process_is_traced(child));
    assert_true(rsp_thread_process(t) == child);
    assert_int_equal(reg_of(t, RSP_REG_PC), reg_of(r.t, RSP_REG_PC));
    assert_int_equal(reg_of(t, RSP_REG_A0), 0);
    assert_int_equal(reg_of(r.t, RSP_REG_A0), rsp_process_pid(child));
    assert_true(rsp_process_has_breakpoint(child, child_work));
    assert_ok(rsp_process_remove(child, RSP_STOP_BREAK_SW, child_work, 4));
    assert_true(rsp_process_has_breakpoint(r.p, child_work));
    uint64_t pc = reg_of(t, RSP_REG_PC);
    go(r.t);
    (void)next_event(&r); /* the parent waits for the held child */
    assert_int_equal(r.ran.ended, RSP_RAN_IDLE);
    assert_int_equal(reg_of(t, RSP_REG_PC), pc);
    go(t);
    assert_int_equal(expect(&r, RSP_MACHINE_EXIT)->code, 3);
    assert_true(r.ran.event.pid != rsp_process_pid(r.p));
    assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code, 17); /* SIGCHLD, as under ptrace */
    go(r.t);
    expect_exit(&r, 5);
    assert_bytes_lit(rsp_buf_bytes(&r.output), "child exited with 3\n");
    rig_free(&r);
}

static void a_detached_child_runs_to_its_end(void **state) {
    (void)state;
    rig r;
    rsp_process *child = fork_reported(&r);
    rsp_process_detach(child);
    assert_int_equal(rsp_process_num_breakpoints(child), 0);
    rsp_process_pass_signals(r.p, UINT64_MAX);
    go(r.t);
    expect_exit(&r, 5);
    rig_free(&r);
}

static void a_detached_parent_leaves_the_child_under_control(void **state) {
    (void)state;
    rig r;
    rsp_process *child = fork_reported(&r);
    rsp_process_detach(r.p);
    go_all(child);
    assert_int_equal(expect(&r, RSP_MACHINE_BREAK_SW)->pid, rsp_process_pid(child));
    go_all(child);
    assert_int_equal(expect(&r, RSP_MACHINE_EXIT)->code, 3);
    (void)next_event(&r);
    assert_int_equal(r.ran.ended, RSP_RAN_IDLE);
    assert_int_equal(rsp_machine_num_processes(r.m), 0);
    rig_free(&r);
}

static void an_unreported_child_is_undisturbed(void **state) {
    (void)state;
    rig r = rig_new("/bin/child-calls-function");
    rsp_process_pass_signals(r.p, UINT64_MAX);
    break_at(r.p, rig_symbol(&r, "child_only"));
    assert_ok(rsp_process_insert(r.p, RSP_STOP_BREAK_HW, rig_symbol(&r, "child_only") + 4, 4));
    assert_ok(rsp_process_insert(r.p, RSP_STOP_WATCH_ACCESS, rig_symbol(&r, "calls"), 4));
    go(r.t);
    expect_exit(&r, 0);
    rig_free(&r);
}

static void vfork_exec_and_vfork_done_come_in_order(void **state) {
    (void)state;
    rig r = rig_new("/bin/vfork-exec");
    rsp_process_pass_signals(r.p, UINT64_MAX);
    uint64_t after = rig_symbol(&r, "after_vfork");
    rsp_process_set_reports(r.p, RSP_REPORT_VFORK | RSP_REPORT_VFORK_DONE | RSP_REPORT_EXEC);
    break_at(r.p, after);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_VFORK);
    rsp_process *child = child_of(&r);
    assert_true(rsp_process_has_breakpoint(child, after)); /* memory is shared */
    go(r.t);
    assert_int_equal(rsp_thread_get_state(r.t), RSP_THREAD_VFORK);
    (void)next_event(&r);
    assert_int_equal(r.ran.ended, RSP_RAN_IDLE);
    go_all(child);
    const rsp_machine_event *event = expect(&r, RSP_MACHINE_EXEC);
    assert_bytes_lit(event->bytes, "/bin/hello");
    assert_string_equal(rsp_process_path(child), "/bin/hello");
    assert_int_equal(rsp_process_num_breakpoints(child), 0);
    assert_true(rsp_process_has_breakpoint(r.p, after));
    event = expect(&r, RSP_MACHINE_VFORK_DONE);
    assert_int_equal(event->tid, rsp_thread_tid(r.t));
    assert_int_equal(event->child_pid, rsp_process_pid(child));
    go_all(child);
    assert_int_equal(expect(&r, RSP_MACHINE_EXIT)->code, 4);
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_BREAK_SW)->address, after);
    go(r.t);
    expect_exit(&r, 0);
    assert_bytes_lit(rsp_buf_bytes(&r.output), "hello, world\nchild exited with 4\n");
    rig_free(&r);
}

static void a_vfork_child_that_nobody_follows_passes_breakpoints(void **state) {
    (void)state;
    rig r = rig_new("/bin/vfork-exec");
    rsp_process_pass_signals(r.p, UINT64_MAX);
    rsp_process_set_reports(r.p, RSP_REPORT_VFORK_DONE);
    uint64_t execve = rig_symbol(&r, "execve");
    break_at(r.p, execve);
    break_at(r.p, rig_symbol(&r, "after_vfork"));
    go(r.t);
    (void)expect(&r, RSP_MACHINE_VFORK_DONE);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    assert_int_equal(reg_of(r.t, RSP_REG_PC), rig_symbol(&r, "after_vfork"));
    go(r.t);
    expect_exit(&r, 0);
    rig_free(&r);
}

/* gdb's dance: breakpoints are taken out of the shared memory through the child, which is then let go. */
static void a_detached_vfork_child_leaves_the_parents_breakpoints_alone(void **state) {
    (void)state;
    rig r = rig_new("/bin/vfork-exec");
    rsp_process_pass_signals(r.p, UINT64_MAX);
    rsp_process_set_reports(r.p, RSP_REPORT_VFORK | RSP_REPORT_VFORK_DONE);
    uint64_t after = rig_symbol(&r, "after_vfork");
    break_at(r.p, after);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_VFORK);
    rsp_process *child = child_of(&r);
    assert_ok(rsp_process_remove(child, RSP_STOP_BREAK_SW, after, 4));
    assert_false(rsp_process_has_breakpoint(r.p, after));
    break_at(r.p, after);
    rsp_process_detach(child);
    assert_true(rsp_process_has_breakpoint(r.p, after));
    go(r.t);
    (void)expect(&r, RSP_MACHINE_VFORK_DONE);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    rig_free(&r);
}

static void exec_replaces_everything_but_the_id(void **state) {
    (void)state;
    rig r = rig_new("/bin/exec-other");
    rsp_process_set_reports(r.p, RSP_REPORT_EXEC);
    uint64_t before_exec = rig_symbol(&r, "before_exec");
    break_at(r.p, before_exec);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    /* in the new program it would be hit at once */
    assert_ok(rsp_process_insert(r.p, RSP_STOP_BREAK_HW, symbol("/bin/print-args", "rt_start"), 4));
    uint32_t pid = rsp_process_pid(r.p);
    uint64_t entry = rsp_process_entry(r.p);
    go(r.t);
    assert_bytes_lit(expect(&r, RSP_MACHINE_EXEC)->bytes, "/bin/print-args");
    assert_int_equal(rsp_process_pid(r.p), pid);
    assert_int_equal(r.ran.event.tid, pid);
    assert_int_equal(rsp_process_num_breakpoints(r.p), 0);
    assert_int_equal(reg_of(r.t, RSP_REG_PC), rsp_process_entry(r.p));
    assert_int_equal(rsp_process_entry(r.p), symbol("/bin/print-args", "_start"));
    assert_true(entry != 0);
    assert_string_equal(rsp_thread_name(r.t), "print-args");
    assert_string_equal(rsp_process_arg(r.p, 0), "print-args");
    assert_string_equal(rsp_process_arg(r.p, 2), "two words");
    assert_null(rsp_process_arg(r.p, 3));
    go(r.t);
    expect_exit(&r, 3);
    assert_bytes_lit(rsp_buf_bytes(&r.output),
                     "about to exec\narg print-args\narg one\narg two words\nenv COLOR=blue\ncwd /\n");
    rig_free(&r);
}

static void exec_by_another_thread_leaves_one_with_the_process_id(void **state) {
    (void)state;
    rig r = rig_new("/bin/exec-from-thread");
    rsp_process_set_reports(r.p, RSP_REPORT_EXEC | RSP_REPORT_THREAD_EXIT);
    uint64_t other = rig_symbol(&r, "other_thread");
    break_at(r.p, other);
    go(r.t);
    uint32_t tid = expect(&r, RSP_MACHINE_BREAK_SW)->tid;
    assert_int_equal(rsp_process_num_threads(r.p), 3);
    assert_true(tid != rsp_process_pid(r.p));
    go(rsp_machine_thread(r.m, tid));
    assert_int_equal(expect(&r, RSP_MACHINE_EXEC)->tid, rsp_process_pid(r.p));
    assert_int_equal(rsp_process_num_threads(r.p), 1);
    assert_null(rsp_machine_thread(r.m, tid));
    rsp_thread *t = rsp_machine_thread(r.m, rsp_process_pid(r.p));
    assert_true(t == rsp_process_next_thread(r.p, NULL));
    go(t);
    expect_exit(&r, 6);
    rig_free(&r);
}

static void four_threads_hit_a_breakpoint_twenty_times(void **state) {
    (void)state;
    rig r = rig_new("/bin/threads4");
    break_at(r.p, rig_symbol(&r, "work"));
    go(r.t);
    unsigned hits[4] = {0};
    for (unsigned i = 0; i < 20; i++) {
        rsp_thread *t = rsp_machine_thread(r.m, expect(&r, RSP_MACHINE_BREAK_SW)->tid);
        const char *name = rsp_thread_name(t);
        assert_int_equal(strncmp(name, "worker-", 7), 0);
        hits[name[7] - '0']++;
        go(t);
    }
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(hits[i], 5);
    expect_exit(&r, 0);
    rig_free(&r);
}

static void threads_are_listed_in_order_of_creation(void **state) {
    (void)state;
    rig r = rig_with("/bin/threads4", "spin",
                     &(rsp_machine_options){.files = rsp_programs, .num_files = rsp_num_programs});
    go(r.t);
    rsp_machine_run(r.m, &r.ran, &(rsp_machine_run_limits){.budget_insns = 100000});
    rsp_process_hold(r.p);
    assert_int_equal(rsp_process_num_threads(r.p), 5);
    uint32_t last = 0;
    unsigned num = 0;
    for (rsp_thread *t = rsp_process_next_thread(r.p, NULL); t; t = rsp_process_next_thread(r.p, t)) {
        assert_true(rsp_thread_tid(t) > last);
        assert_true(rsp_thread_is_held(t));
        last = rsp_thread_tid(t);
        num++;
    }
    assert_int_equal(num, 5);
    assert_int_equal(rsp_thread_get_state(r.t), RSP_THREAD_FUTEX);
    /* one of them alone runs, the others stand still */
    rsp_thread *only = rsp_machine_thread(r.m, last);
    uint64_t counts = rig_symbol(&r, "counts");
    uint64_t before[4], index = (uint64_t)rsp_thread_name(only)[7] - '0';
    for (uint64_t i = 0; i < 4; i++)
        before[i] = word_at(r.p, counts + 8 * i, 8);
    go(only);
    rsp_machine_run(r.m, &r.ran, &(rsp_machine_run_limits){.budget_insns = 5000});
    for (uint64_t i = 0; i < 4; i++)
        assert_true((word_at(r.p, counts + 8 * i, 8) != before[i]) == (i == index));
    rig_free(&r);
}

static void thread_births_and_deaths_are_reported_on_request(void **state) {
    (void)state;
    rig r = rig_new("/bin/thread-create");
    rsp_process_set_reports(r.p, RSP_REPORT_THREAD_CREATE | RSP_REPORT_THREAD_EXIT);
    go(r.t);
    for (unsigned i = 0; i < 3; i++) {
        uint32_t tid = expect(&r, RSP_MACHINE_THREAD_CREATE)->tid;
        rsp_thread *t = rsp_machine_thread(r.m, tid);
        assert_true(rsp_thread_is_held(t));
        assert_false(rsp_thread_is_held(r.t)); /* the creator runs on */
        go(t);
        assert_int_equal(expect(&r, RSP_MACHINE_THREAD_EXIT)->tid, tid);
        assert_null(rsp_machine_thread(r.m, tid));
    }
    expect_exit(&r, 0);
    rig_free(&r);
    r = rig_new("/bin/thread-exit");
    rsp_process_set_reports(r.p, RSP_REPORT_CLONE | RSP_REPORT_THREAD_EXIT);
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_CLONE)->tid, rsp_thread_tid(r.t));
    assert_true(rsp_thread_is_held(r.t));
    go_all(r.p);
    assert_int_equal(expect(&r, RSP_MACHINE_THREAD_EXIT)->code, 9);
    expect_exit(&r, 0);
    rig_free(&r);
}

static void a_signal_stops_and_the_resume_decides(void **state) {
    (void)state;
    rig r = rig_new("/bin/signals");
    uint64_t count = rig_symbol(&r, "usr1_count");
    go(r.t);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code, SIG_USR1);
        uint8_t info[RSP_SIGINFO_BYTES];
        assert_ok(rsp_thread_siginfo(r.t, info));
        assert_int_equal(info[0], SIG_USR1);
        assert_int_equal((int8_t)info[8], -6); /* SI_TKILL */
        assert_ok(rsp_thread_set_siginfo(r.t, info));
        assert_int_equal(rsp_process_pid(r.p), (uint32_t)(info[16] | info[17] << 8));
        /* every other one is delivered */
        assert_ok(rsp_thread_resume(r.t, &(rsp_resume){.signal = i % 2 ? 0 : SIG_USR1}));
        assert_int_equal(rsp_thread_siginfo(r.t, info), RSP_NOT_FOUND);
    }
    assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code,
                     12); /* ignored by the program, reported all the same */
    assert_int_equal(word_at(r.p, count, 4), 3);
    assert_int_equal(rsp_thread_resume(r.t, &(rsp_resume){.signal = 65}), RSP_RANGE);
    assert_ok(rsp_thread_resume(r.t, &(rsp_resume){.signal = 12}));
    (void)expect(&r, RSP_MACHINE_SIGNAL);
    assert_ok(rsp_thread_resume(r.t, &(rsp_resume){.signal = SIG_KILL}));
    assert_int_equal(expect(&r, RSP_MACHINE_KILLED)->code, SIG_KILL);
    rig_free(&r);
}

static void go_with_information_of(rig *r, int named, int sent) {
    uint8_t info[RSP_SIGINFO_BYTES] = {0};
    assert_ok(rsp_thread_siginfo(r->t, info));
    info[0] = (uint8_t)named;
    info[1] = (uint8_t)(named >> 8);
    assert_ok(rsp_thread_set_siginfo(r->t, info));
    assert_ok(rsp_thread_resume(r->t, &(rsp_resume){.signal = sent}));
}

/* What was written goes with the signal it names, and decides nothing by itself. */
static void written_information_goes_with_its_signal(void **state) {
    (void)state;
    rig r = rig_new("/bin/signals");
    go(r.t);
    (void)expect(&r, RSP_MACHINE_SIGNAL);
    go_with_information_of(&r, 0x101, SIG_USR1);
    (void)expect(&r, RSP_MACHINE_SIGNAL);
    assert_int_equal(word_at(r.p, rig_symbol(&r, "usr1_count"), 4), 1);
    go_with_information_of(&r, SIG_TERM, SIG_TERM);
    assert_int_equal(expect(&r, RSP_MACHINE_KILLED)->code, SIG_TERM);
    rig_free(&r);
}

/* A debugger has a function that it calls return to a breakpoint on the stack. */
static void a_passed_fault_stops_where_a_breakpoint_is(void **state) {
    (void)state;
    rig r = rig_new("/bin/signals");
    uint64_t sp = reg_of(r.t, RSP_REG_SP);
    rsp_process_pass_signals(r.p, UINT64_C(1) << (SIG_SEGV - 1));
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            break_at(r.p, sp);
        else
            assert_ok(rsp_process_remove(r.p, RSP_STOP_BREAK_SW, sp, 4));
        assert_ok(rsp_thread_set_reg(r.t, RSP_REG_PC, sp));
        go(r.t);
        assert_int_equal(expect(&r, i == 0 ? RSP_MACHINE_SIGNAL : RSP_MACHINE_KILLED)->code, SIG_SEGV);
    }
    rig_free(&r);
}

static void passed_signals_do_not_stop(void **state) {
    (void)state;
    rig r = rig_new("/bin/signals");
    rsp_process_pass_signals(r.p, UINT64_C(1) << (SIG_USR1 - 1));
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code, 12);
    rsp_process_pass_signals(r.p, UINT64_MAX);
    go(r.t);
    expect_exit(&r, 0);
    rig_free(&r);
}

static void a_step_into_a_handler_ends_at_its_first_instruction(void **state) {
    (void)state;
    rig r = rig_new("/bin/signals");
    go(r.t);
    (void)expect(&r, RSP_MACHINE_SIGNAL);
    uint64_t pc = reg_of(r.t, RSP_REG_PC);
    assert_ok(rsp_thread_resume(r.t, &(rsp_resume){.kind = RSP_RESUME_STEP, .signal = SIG_USR1}));
    (void)expect(&r, RSP_MACHINE_STEP);
    assert_int_equal(reg_of(r.t, RSP_REG_PC), rig_symbol(&r, "on_signal"));
    assert_int_equal(reg_of(r.t, RSP_REG_A0), SIG_USR1);
    rsp_process_pass_signals(r.p, UINT64_MAX);
    break_at(r.p, pc); /* where the handler returns to, by way of the trampoline */
    go(r.t);
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    rig_free(&r);
}

static void a_fault_tells_its_address_and_can_be_repaired(void **state) {
    (void)state;
    rig r = rig_new("/bin/segv");
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code, SIG_SEGV);
    uint8_t info[RSP_SIGINFO_BYTES];
    assert_ok(rsp_thread_siginfo(r.t, info));
    assert_int_equal(info[8], 1);   /* SEGV_MAPERR */
    assert_int_equal(info[16], 16); /* si_addr */
    uint64_t pc = reg_of(r.t, RSP_REG_PC);
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code, SIG_SEGV);
    assert_int_equal(reg_of(r.t, RSP_REG_PC), pc);
    for (unsigned reg = 5; reg < 32; reg++)
        if (reg_of(r.t, reg) == 16)
            assert_ok(rsp_thread_set_reg(r.t, reg, rig_symbol(&r, "harmless")));
    go(r.t);
    expect_exit(&r, 0);
    assert_bytes_lit(rsp_buf_bytes(&r.output), "still alive\n");
    rig_free(&r);
}

static void a_fatal_signal_that_is_delivered_kills(void **state) {
    (void)state;
    rig r = rig_new("/bin/segv");
    go(r.t);
    (void)expect(&r, RSP_MACHINE_SIGNAL);
    assert_ok(rsp_thread_resume(r.t, &(rsp_resume){.signal = SIG_SEGV}));
    assert_int_equal(expect(&r, RSP_MACHINE_KILLED)->code, SIG_SEGV);
    assert_int_equal(rsp_machine_num_processes(r.m), 0);
    rig_free(&r);
}

static void two_threads_trap_and_can_be_moved_on(void **state) {
    (void)state;
    rig r = rig_new("/bin/two-threads-trap");
    go(r.t);
    uint32_t tids[2];
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code, SIG_TRAP);
        tids[i] = r.ran.event.tid;
        rsp_thread *t = rsp_machine_thread(r.m, tids[i]);
        assert_int_equal(word_at(r.p, reg_of(t, RSP_REG_PC), 4), 0x00100073); /* at the ebreak */
    }
    assert_true(tids[0] != tids[1]);
    for (unsigned i = 0; i < 2; i++) {
        rsp_thread *t = rsp_machine_thread(r.m, tids[i]);
        assert_ok(rsp_thread_set_reg(t, RSP_REG_PC, reg_of(t, RSP_REG_PC) + 4));
        go(t);
    }
    expect_exit(&r, 0);
    rig_free(&r);
}

static void system_calls_stop_at_entry_and_return(void **state) {
    (void)state;
    rig r = rig_new("/bin/syscalls");
    const uint32_t numbers[] = {CALL_GETPID, CALL_NANOSLEEP, RSP_LIMIT_MACHINE_SYSCALLS};
    rsp_process_catch_syscalls(r.p, numbers, RSP_ARRAY_LEN(numbers), false);
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_SYSCALL_ENTRY)->code, CALL_GETPID);
    uint64_t pc = reg_of(r.t, RSP_REG_PC);
    assert_int_equal(word_at(r.p, pc, 4), 0x73);
    assert_int_equal(reg_of(r.t, RSP_REG_A7), CALL_GETPID);
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_SYSCALL_RETURN)->code, CALL_GETPID);
    assert_int_equal(reg_of(r.t, RSP_REG_PC), pc + 4);
    assert_int_equal(reg_of(r.t, RSP_REG_A0), rsp_process_pid(r.p));
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_SYSCALL_ENTRY)->code, CALL_NANOSLEEP);
    uint64_t now = rsp_machine_now_ns(r.m);
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_SYSCALL_RETURN)->code, CALL_NANOSLEEP);
    assert_true(rsp_machine_now_ns(r.m) >= now + 1000000);
    rsp_process_catch_syscalls(r.p, NULL, 0, true);
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_SYSCALL_ENTRY)->code, CALL_EXIT_GROUP);
    go(r.t);
    expect_exit(&r, 0);
    rig_free(&r);
}

static void a_step_over_a_system_call_is_one_step(void **state) {
    (void)state;
    rig r = rig_new("/bin/syscalls");
    const uint32_t numbers[] = {CALL_NANOSLEEP};
    rsp_process_catch_syscalls(r.p, numbers, 1, false);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_SYSCALL_ENTRY);
    rsp_process_catch_syscalls(r.p, NULL, 0, false);
    uint64_t pc = reg_of(r.t, RSP_REG_PC);
    step(r.t);
    (void)expect(&r, RSP_MACHINE_STEP);
    assert_int_equal(reg_of(r.t, RSP_REG_PC), pc + 4);
    assert_int_equal(reg_of(r.t, RSP_REG_A0), 0);
    rig_free(&r);
}

static void output_arrives_in_order_and_holds_nobody(void **state) {
    (void)state;
    rig r = rig_new("/bin/prints-twice");
    go(r.t);
    rsp_machine_run(r.m, &r.ran, &(rsp_machine_run_limits){.budget_insns = 100000});
    assert_int_equal(r.ran.event.kind, RSP_MACHINE_OUTPUT);
    assert_int_equal(r.ran.event.code, 1);
    assert_bytes_lit(r.ran.event.bytes, "first\n");
    assert_false(rsp_thread_is_held(r.t));
    expect_exit(&r, 0);
    assert_bytes_lit(rsp_buf_bytes(&r.output), "second\nthird\n");
    rig_free(&r);
}

static void a_sleeper_held_in_its_sleep_goes_on_sleeping(void **state) {
    (void)state;
    rig r = rig_new("/bin/sleeper");
    go(r.t);
    rsp_machine_run(r.m, &r.ran, &(rsp_machine_run_limits){.budget_insns = 100000, .until_ns = 50000000});
    assert_int_equal(r.ran.ended, RSP_RAN_ASLEEP);
    assert_true(r.ran.wakeup_ns >= 100000000);
    assert_int_equal(rsp_machine_now_ns(r.m), 50000000);
    assert_ok(rsp_thread_hold(r.t));
    assert_int_equal(word_at(r.p, reg_of(r.t, RSP_REG_PC), 4), 0x73);
    assert_int_equal(rsp_thread_get_state(r.t), RSP_THREAD_SLEEPING);
    rsp_machine_run(r.m, &r.ran, &(rsp_machine_run_limits){.budget_insns = 100000});
    assert_int_equal(r.ran.ended, RSP_RAN_IDLE);
    break_at(r.p, rig_symbol(&r, "woke"));
    go(r.t);
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    assert_int_equal(rsp_machine_now_ns(r.m) / 1000000, 100);
    rig_free(&r);
}

/* Time does not jump to it while the debugger looks at the process. */
static void an_alarm_of_a_held_process_is_not_awaited(void **state) {
    (void)state;
    rsp_bytes file = load_file(ALARMS_PROGRAM);
    const rsp_machine_file files[] = {{.path = "/bin/program", .bytes = file}};
    rsp_machine_options options = {.files = files, .num_files = 1};
    rig r = rig_with("/bin/program", NULL, &options);
    const uint32_t numbers[] = {CALL_SETITIMER};
    rsp_process_catch_syscalls(r.p, numbers, 1, false);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_SYSCALL_ENTRY);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_SYSCALL_RETURN);
    uint64_t then = rsp_machine_now_ns(r.m);
    (void)next_event(&r);
    assert_int_equal(r.ran.ended, RSP_RAN_IDLE);
    assert_int_equal(rsp_machine_now_ns(r.m), then);
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code, SIG_ALRM);
    assert_true(rsp_machine_now_ns(r.m) >= 1000000);
    rig_free(&r);
    free((void *)(uintptr_t)file.ptr);
}

/* As a debugger does to call a function of the program: pc elsewhere and back again. */
static void a_waiting_thread_can_be_sent_elsewhere(void **state) {
    (void)state;
    rig r = rig_new("/bin/sleeper");
    go(r.t);
    rsp_machine_run(r.m, &r.ran, &(rsp_machine_run_limits){.budget_insns = 100000, .until_ns = 50000000});
    assert_ok(rsp_thread_hold(r.t));
    uint64_t saved[RSP_NUM_REGS];
    memcpy(saved, rsp_thread_regs(r.t), sizeof saved);
    uint64_t woke = rig_symbol(&r, "woke"), entry = rsp_process_entry(r.p);
    break_at(r.p, entry);
    assert_ok(rsp_thread_set_reg(r.t, RSP_REG_PC, woke));
    assert_ok(rsp_thread_set_reg(r.t, 1, entry));
    assert_int_equal(rsp_thread_get_state(r.t), RSP_THREAD_RUNNABLE);
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_BREAK_SW)->address, entry);
    assert_int_equal(word_at(r.p, rig_symbol(&r, "wakeups"), 8), 1);
    for (unsigned reg = 0; reg < RSP_NUM_REGS; reg++)
        assert_ok(rsp_thread_set_reg(r.t, reg, saved[reg]));
    break_at(r.p, woke);
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_BREAK_SW)->address, woke);
    rig_free(&r);
}

static void attach_holds_and_detach_frees(void **state) {
    (void)state;
    rsp_machine_options options = program_options();
    rig r = {.path = "/bin/spin", .m = rsp_machine_new(&options)};
    assert_ok(rsp_machine_launch(r.m, &r.p, &(rsp_launch){.path = r.path, .untraced = true}, NULL));
    r.t = rsp_process_next_thread(r.p, NULL);
    const rsp_machine_run_limits limits = {.budget_insns = 20000};
    rsp_machine_run(r.m, &r.ran, &limits);
    assert_int_equal(r.ran.ended, RSP_RAN_BUDGET);
    assert_int_equal(rsp_thread_hold(r.t), RSP_REFUSED);
    assert_ok(rsp_process_attach(r.p));
    assert_int_equal(rsp_process_attach(r.p), RSP_DUPLICATE);
    assert_true(rsp_thread_is_held(r.t));
    uint64_t pc = reg_of(r.t, RSP_REG_PC);
    break_at(r.p, pc);
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_BREAK_SW)->address, pc);
    rsp_process_detach(r.p);
    assert_int_equal(rsp_process_num_breakpoints(r.p), 0);
    rsp_machine_run(r.m, &r.ran, &limits);
    assert_int_equal(r.ran.ended, RSP_RAN_BUDGET);
    assert_ok(rsp_process_attach(r.p));
    rig_free(&r);
}

static void killing_ends_without_an_event_and_a_signal_with_one(void **state) {
    (void)state;
    rig r = rig_new("/bin/spin");
    uint32_t pid = rsp_process_pid(r.p);
    rsp_process_kill(r.p);
    assert_null(rsp_machine_process(r.m, pid));
    (void)next_event(&r);
    assert_int_equal(r.ran.ended, RSP_RAN_IDLE);
    assert_ok(rsp_machine_launch(r.m, &r.p, &(rsp_launch){.path = r.path}, NULL));
    pid = rsp_process_pid(r.p);
    assert_ok(rsp_machine_signal(r.m, pid, 0, SIG_KILL)); /* it is held, and dies all the same */
    assert_int_equal(expect(&r, RSP_MACHINE_KILLED)->code, SIG_KILL);
    assert_int_equal(r.ran.event.pid, pid);
    assert_int_equal(rsp_machine_signal(r.m, pid, 0, SIG_KILL), RSP_NOT_FOUND);
    assert_ok(rsp_machine_launch(r.m, &r.p, &(rsp_launch){.path = r.path}, NULL));
    pid = rsp_process_pid(r.p);
    assert_int_equal(rsp_machine_signal(r.m, pid, pid + 1, SIG_USR1), RSP_NOT_FOUND);
    assert_int_equal(rsp_machine_signal(r.m, pid, 0, 0), RSP_RANGE);
    assert_int_equal(rsp_machine_signal(r.m, pid, 0, 65), RSP_RANGE);
    assert_ok(rsp_machine_signal(r.m, pid, pid, 64));
    go(rsp_process_next_thread(r.p, NULL));
    assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code, 64);
    rig_free(&r);
}

/* Killing the parent at a fork leaves the child controllable. */
static void killing_a_parent_orphans_its_children(void **state) {
    (void)state;
    rig r;
    rsp_process *child = fork_reported(&r);
    rsp_process_kill(r.p);
    assert_int_equal(rsp_process_parent_pid(child), 1);
    go_all(child);
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    rsp_process_kill(child);
    assert_int_equal(rsp_machine_num_processes(r.m), 0);
    rig_free(&r);
    r = rig_new("/bin/vfork-exec");
    rsp_process_set_reports(r.p, RSP_REPORT_VFORK);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_VFORK);
    child = child_of(&r);
    rsp_process_kill(r.p); /* the child keeps the shared memory */
    go_all(child);
    assert_int_equal(expect(&r, RSP_MACHINE_EXIT)->code, 4);
    rig_free(&r);
}

static void a_stopped_process_waits_for_its_continuation(void **state) {
    (void)state;
    rsp_machine_options options = program_options();
    rig r = {.path = "/bin/spin", .m = rsp_machine_new(&options)};
    assert_ok(rsp_machine_launch(r.m, &r.p, &(rsp_launch){.path = r.path, .untraced = true}, NULL));
    uint32_t pid = rsp_process_pid(r.p);
    const rsp_machine_run_limits limits = {.budget_insns = 20000};
    assert_ok(rsp_machine_signal(r.m, pid, 0, SIG_STOP));
    rsp_machine_run(r.m, &r.ran, &limits);
    assert_int_equal(r.ran.ended, RSP_RAN_IDLE);
    assert_int_equal(rsp_thread_get_state(rsp_process_next_thread(r.p, NULL)), RSP_THREAD_STOPPED);
    assert_ok(rsp_machine_signal(r.m, pid, 0, SIG_CONT));
    rsp_machine_run(r.m, &r.ran, &limits);
    assert_int_equal(r.ran.ended, RSP_RAN_BUDGET);
    rig_free(&r);
}

static void go_with(rsp_thread *t, int signal) {
    assert_ok(rsp_thread_resume(t, &(rsp_resume){.signal = signal}));
}

/* As with ptrace: reported like any signal; what is resumed runs on, and takes no signal there. */
static void a_job_stop_is_told_to_the_debugger_who_ends_it(void **state) {
    (void)state;
    const rsp_machine_run_limits limits = {.budget_insns = 20000};
    rig r = rig_new("/bin/spin");
    uint8_t info[RSP_SIGINFO_BYTES];
    for (int i = 0; i < 2; i++) {
        go_with(r.t, SIG_STOP);
        assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code, SIG_STOP);
        assert_true(rsp_thread_is_held(r.t));
        assert_int_equal(rsp_thread_get_state(r.t), RSP_THREAD_STOPPED);
        assert_int_equal(rsp_thread_siginfo(r.t, info), RSP_NOT_FOUND);
        go_with(r.t, i == 0 ? SIG_STOP : SIG_KILL);
        rsp_machine_run(r.m, &r.ran, &limits);
        assert_int_equal(r.ran.ended, RSP_RAN_BUDGET);
        assert_ok(rsp_thread_hold(r.t));
    }
    rsp_process_detach(r.p); /* nothing has continued the process */
    rsp_machine_run(r.m, &r.ran, &limits);
    assert_int_equal(r.ran.ended, RSP_RAN_IDLE);
    assert_ok(rsp_machine_signal(r.m, rsp_process_pid(r.p), 0, SIG_CONT));
    rsp_machine_run(r.m, &r.ran, &limits);
    assert_int_equal(r.ran.ended, RSP_RAN_BUDGET);
    assert_ok(rsp_process_attach(r.p));
    go(r.t);
    rsp_process_pass_signals(r.p, UINT64_C(1) << (SIG_STOP - 1)); /* nobody would be told, so it goes on */
    assert_ok(rsp_machine_signal(r.m, rsp_process_pid(r.p), 0, SIG_STOP));
    rsp_machine_run(r.m, &r.ran, &limits);
    assert_int_equal(r.ran.ended, RSP_RAN_BUDGET);
    rig_free(&r);
}

/* threads4 with its four workers in count(), and everybody held. */
static rig workers_held(rsp_thread **out_worker) {
    rsp_machine_options options = program_options();
    rig r = rig_with("/bin/threads4", "spin", &options);
    go_to(&r, "settled");
    rsp_process_hold(r.p);
    *out_worker = rsp_process_next_thread(r.p, r.t);
    return r;
}

static void a_job_stop_is_that_of_each_thread(void **state) {
    (void)state;
    rsp_thread *worker;
    rig r = workers_held(&worker);
    go_with(worker, SIG_STOP);
    go(r.t);
    for (int i = 0; i < 2; i++) /* those that run */
        assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code, SIG_STOP);
    assert_true(rsp_thread_is_held(r.t) && rsp_thread_is_held(worker));
    rsp_thread *next = rsp_process_next_thread(r.p, worker);
    go(next); /* it was held when the process stopped */
    assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code, SIG_STOP);
    assert_int_equal(r.ran.event.tid, rsp_thread_tid(next));
    rig_free(&r);
    r = workers_held(&worker);
    go_with(worker, SIG_STOP);
    go_all(r.p);
    assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->tid, rsp_thread_tid(worker));
    rsp_process_hold(r.p); /* all-stop: for the others this stop is that of the signal, too */
    go_all(r.p);
    rsp_machine_run(r.m, &r.ran, &(rsp_machine_run_limits){.budget_insns = 200000});
    assert_int_equal(r.ran.ended, RSP_RAN_BUDGET);
    rig_free(&r);
}

/* Held before its turn, a thread keeps the signal that it was resumed with. */
static void signals_wait_for_the_turn_of_their_thread(void **state) {
    (void)state;
    rig r = rig_new("/bin/signals");
    go_to(&r, "raise_one"); /* before any is raised, with a handler for SIGUSR1 */
    uint64_t handler = rig_symbol(&r, "on_signal");
    break_at(r.p, handler);
    go_with(r.t, SIG_USR1);
    for (int i = 0; i < 3; i++) {
        assert_ok(rsp_thread_hold(r.t));
        go(r.t);
    }
    assert_int_equal(expect(&r, RSP_MACHINE_BREAK_SW)->address, handler);
    assert_int_equal(reg_of(r.t, RSP_REG_A0), SIG_USR1);
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code, SIG_USR1); /* the first that the program raises */
    assert_ok(rsp_thread_give_signal(r.t, SIG_USR1));
    go_with(r.t, SIG_KILL);
    assert_int_equal(expect(&r, RSP_MACHINE_KILLED)->code, SIG_KILL);
    rig_free(&r);
}

/* A second signal that is pending is told though its thread waits in a system call. */
static void a_waiting_thread_tells_of_each_pending_signal(void **state) {
    (void)state;
    rig r = rig_new("/bin/echo-input");
    go(r.t);
    (void)next_event(&r);
    assert_int_equal(r.ran.ended, RSP_RAN_IDLE);
    assert_ok(rsp_machine_signal(r.m, rsp_process_pid(r.p), 0, SIG_USR1));
    assert_ok(rsp_machine_signal(r.m, rsp_process_pid(r.p), 0, SIG_USR1 + 2));
    assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code, SIG_USR1);
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_SIGNAL)->code, SIG_USR1 + 2);
    rig_free(&r);
}

/* As kernel_clone of Linux chooses the event: by CLONE_VFORK, then by the exit signal. */
static void processes_by_clone_are_what_ptrace_calls_them(void **state) {
    (void)state;
    rsp_bytes file = load_file(CLONES_PROGRAM);
    const rsp_machine_file files[] = {{.path = "/bin/clones", .bytes = file}};
    rsp_machine_options options = {.files = files, .num_files = 1};
    rig r = rig_with("/bin/clones", NULL, &options);
    rsp_process_pass_signals(r.p, UINT64_MAX);
    rsp_process_set_reports(r.p,
                            RSP_REPORT_FORK | RSP_REPORT_VFORK | RSP_REPORT_CLONE | RSP_REPORT_THREAD_CREATE);
    go(r.t);
    for (int i = 0; i < 2; i++) {
        (void)expect(&r, i == 0 ? RSP_MACHINE_FORK : RSP_MACHINE_VFORK);
        rsp_process *child = child_of(&r);
        assert_true(rsp_process_is_traced(child));
        go(r.t);
        go_all(child);
        assert_int_equal(expect(&r, RSP_MACHINE_EXIT)->code, 1 << i);
    }
    expect_exit(&r, 15); /* the others ran untraced */
    rig_free(&r);
    free((void *)(uintptr_t)file.ptr);
}

/* The program checks itself; its timer, an hour away, is not reached by stopping. */
static void locks_of_the_dead_are_released(void **state) {
    (void)state;
    rsp_bytes file = load_file(LOCKS_PROGRAM);
    const rsp_machine_file files[] = {{.path = "/bin/locks", .bytes = file}};
    rsp_machine_options options = {.files = files, .num_files = 1};
    rig r = rig_with("/bin/locks", NULL, &options);
    uint64_t armed = symbol_of(file, "armed");
    assert_ok(rsp_process_insert(r.p, RSP_STOP_BREAK_SW, armed, 4));
    go(r.t);
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    (void)next_event(&r);
    assert_int_equal(r.ran.ended, RSP_RAN_IDLE);
    assert_true(rsp_machine_now_ns(r.m) < RSP_NS_PER_S);
    rsp_process_pass_signals(r.p, UINT64_MAX);
    go(r.t);
    expect_exit(&r, 0);
    rig_free(&r);
    free((void *)(uintptr_t)file.ptr);
}

/* Perms of the region that holds sp. */
static uint8_t stack_perms(const char *path) {
    rsp_bytes file = load_file(path);
    const rsp_machine_file files[] = {{.path = "/bin/program", .bytes = file}};
    rsp_machine_options options = {.files = files, .num_files = 1};
    rig r = rig_with("/bin/program", NULL, &options);
    rsp_region stack;
    rsp_process_region(r.p, &stack, reg_of(r.t, RSP_REG_SP));
    rig_free(&r);
    free((void *)(uintptr_t)file.ptr);
    return stack.perms;
}

static void the_stack_is_executable_where_the_program_says_so(void **state) {
    (void)state;
    assert_int_equal(stack_perms(NESTED_PROGRAM), RSP_PERM_R | RSP_PERM_W | RSP_PERM_X);
    assert_int_equal(stack_perms(CLONES_PROGRAM), RSP_PERM_R | RSP_PERM_W);
}

static void input_is_read_as_it_is_fed(void **state) {
    (void)state;
    rig r = rig_new("/bin/echo-input");
    go(r.t);
    (void)next_event(&r);
    assert_int_equal(r.ran.ended, RSP_RAN_IDLE);
    assert_int_equal(rsp_thread_get_state(r.t), RSP_THREAD_READING);
    assert_ok(rsp_machine_feed_stdin(r.m, RSP_LIT("one\ntwo\nth")));
    (void)next_event(&r);
    assert_ok(rsp_machine_feed_stdin(r.m, RSP_LIT("ree\n")));
    rsp_machine_close_stdin(r.m);
    expect_exit(&r, 3);
    assert_bytes_lit(rsp_buf_bytes(&r.output), "one\ntwo\nthree\n");
    rig_free(&r);
}

static void launch_says_what_is_wrong(void **state) {
    (void)state;
    rsp_machine_options options = program_options();
    rsp_machine *m = rsp_machine_new(&options);
    rsp_process *p = NULL;
    rsp_error error = {0};
    assert_int_equal(rsp_machine_launch(m, &p, &(rsp_launch){.path = "/bin/none"}, &error), RSP_NOT_FOUND);
    assert_string_equal(error.msg, "no such program: /bin/none");
    assert_int_equal(rsp_machine_launch(m, &p, &(rsp_launch){.path = ""}, &error), RSP_NOT_FOUND);
    assert_int_equal(rsp_machine_launch(m, &p, &(rsp_launch){.path = "hello", .cwd = "bin"}, &error),
                     RSP_NOT_FOUND);
    assert_ok(rsp_machine_launch(m, &p, &(rsp_launch){.path = "../bin/./hello", .cwd = "/bin//"}, &error));
    assert_string_equal(rsp_process_path(p), "/bin/hello");
    assert_string_equal(rsp_process_cwd(p), "/bin");
    assert_string_equal(rsp_process_arg(p, 0), "../bin/./hello");
    assert_int_equal(rsp_process_parent_pid(p), 0);
    assert_int_equal(rsp_process_auxv(p).len % 16, 0);
    assert_int_equal(rsp_machine_num_processes(m), 1);
    rsp_machine_free(m);
    const rsp_machine_file twice[] = {rsp_programs[0], rsp_programs[0]};
    assert_null(rsp_machine_new(&(rsp_machine_options){.files = twice, .num_files = 2}));
}

static void randomised_addresses_move_and_fixed_ones_do_not(void **state) {
    (void)state;
    rsp_machine_options options = program_options();
    uint64_t sp[4];
    for (unsigned i = 0; i < 4; i++) {
        options.seed = 1 + i % 2;
        rsp_machine *m = rsp_machine_new(&options);
        rsp_process *p = NULL;
        assert_ok(rsp_machine_launch(m, &p, &(rsp_launch){.path = "/bin/hello", .randomize = i < 2}, NULL));
        sp[i] = reg_of(rsp_process_next_thread(p, NULL), RSP_REG_SP);
        rsp_machine_free(m);
    }
    assert_int_not_equal(sp[0], sp[1]);
    assert_int_not_equal(sp[0], sp[2]);
    assert_int_equal(sp[2], sp[3]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reported_fork_holds_both_and_copies_breakpoints),
        cmocka_unit_test(a_detached_child_runs_to_its_end),
        cmocka_unit_test(a_detached_parent_leaves_the_child_under_control),
        cmocka_unit_test(an_unreported_child_is_undisturbed),
        cmocka_unit_test(vfork_exec_and_vfork_done_come_in_order),
        cmocka_unit_test(a_vfork_child_that_nobody_follows_passes_breakpoints),
        cmocka_unit_test(a_detached_vfork_child_leaves_the_parents_breakpoints_alone),
        cmocka_unit_test(exec_replaces_everything_but_the_id),
        cmocka_unit_test(exec_by_another_thread_leaves_one_with_the_process_id),
        cmocka_unit_test(four_threads_hit_a_breakpoint_twenty_times),
        cmocka_unit_test(threads_are_listed_in_order_of_creation),
        cmocka_unit_test(thread_births_and_deaths_are_reported_on_request),
        cmocka_unit_test(a_signal_stops_and_the_resume_decides),
        cmocka_unit_test(written_information_goes_with_its_signal),
        cmocka_unit_test(a_passed_fault_stops_where_a_breakpoint_is),
        cmocka_unit_test(passed_signals_do_not_stop),
        cmocka_unit_test(a_step_into_a_handler_ends_at_its_first_instruction),
        cmocka_unit_test(a_fault_tells_its_address_and_can_be_repaired),
        cmocka_unit_test(a_fatal_signal_that_is_delivered_kills),
        cmocka_unit_test(two_threads_trap_and_can_be_moved_on),
        cmocka_unit_test(system_calls_stop_at_entry_and_return),
        cmocka_unit_test(a_step_over_a_system_call_is_one_step),
        cmocka_unit_test(output_arrives_in_order_and_holds_nobody),
        cmocka_unit_test(a_sleeper_held_in_its_sleep_goes_on_sleeping),
        cmocka_unit_test(an_alarm_of_a_held_process_is_not_awaited),
        cmocka_unit_test(a_waiting_thread_can_be_sent_elsewhere),
        cmocka_unit_test(attach_holds_and_detach_frees),
        cmocka_unit_test(killing_ends_without_an_event_and_a_signal_with_one),
        cmocka_unit_test(killing_a_parent_orphans_its_children),
        cmocka_unit_test(a_stopped_process_waits_for_its_continuation),
        cmocka_unit_test(a_job_stop_is_told_to_the_debugger_who_ends_it),
        cmocka_unit_test(processes_by_clone_are_what_ptrace_calls_them),
        cmocka_unit_test(locks_of_the_dead_are_released),
        cmocka_unit_test(the_stack_is_executable_where_the_program_says_so),
        cmocka_unit_test(a_job_stop_is_that_of_each_thread),
        cmocka_unit_test(signals_wait_for_the_turn_of_their_thread),
        cmocka_unit_test(a_waiting_thread_tells_of_each_pending_signal),
        cmocka_unit_test(input_is_read_as_it_is_fed),
        cmocka_unit_test(launch_says_what_is_wrong),
        cmocka_unit_test(randomised_addresses_move_and_fixed_ones_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
