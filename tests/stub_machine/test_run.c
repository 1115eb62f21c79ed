/* Run control over the real machine and its programs: stops, steps, forks, threads, signals, output, ends.
 * Ids count up from 0x2a1, so that the replies can be written down.
 * Needs the programs of corpora/debuggees built for RISC-V. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "stub_script.h"

#include "corpora/programs.h"
#include "stub_machine/machine_target.h"

typedef struct bench {
    stub_script stub_script;
    rsp_machine_target *target;
} bench;

static rsp_machine_target *new_target(bool terminal) {
    rsp_machine_options options = rsp_machine_options_default();
    options.first_pid = 0x2a1;
    options.files = rsp_programs;
    options.num_files = rsp_num_programs;
    options.terminal = terminal;
    rsp_machine_target *target = rsp_machine_target_new(&options);
    assert_non_null(target);
    return target;
}

/* A stub over a fresh target that holds `program` at its entry, or nothing. */
static void start_on(bench *b, rsp_machine_target *target, const char *program) {
    const rsp_bytes argv[] = {rsp_bytes_str(program)};
    *b = (bench){.target = target};
    script_init(&b->stub_script);
    b->stub_script.options.ops = rsp_machine_target_ops();
    b->stub_script.options.target = b->target;
    b->stub_script.options.argv = argv;
    b->stub_script.options.argc = program ? 1 : 0;
    script_start(&b->stub_script);
    b->stub_script.options.argv = NULL;
}

static void start(bench *b, const char *program) {
    start_on(b, new_target(false), program);
}

static void stop(bench *b) {
    script_end(&b->stub_script);
    rsp_machine_target_free(b->target);
}

static void a_program_prints_and_ends(void **state) {
    (void)state;
    bench b;
    start(&b, "/bin/hello");
    SCRIPT(&b.stub_script, SCRIPT_ALL, "> ?", "< T05thread:p2a1.2a1;*", "> vCont;s:p2a1.2a1", "wait",
           "< T05thread:p2a1.2a1;core:0;reason:trace;*", "> vCont;c", "wait", "< O68656c6c6f2c20776f726c640a",
           "< W00;process:2a1", "> ?", "< W00;process:2a1", "> vCont;c", "< E03");
    stop(&b);
}

static void a_fork_is_followed_both_ways(void **state) {
    (void)state;
    bench b;
    start(&b, "/bin/fork-exit");
    SCRIPT(&b.stub_script, SCRIPT_ALL, "> vCont;c", "wait", "< T05fork:p2a2.2a2;thread:p2a1.2a1;*",
           "> Tp2a2.2a2", "< OK", "> vCont;c:p2a2.-1", "wait", "< W03;process:2a2", "> vCont;c", "wait",
           "< T14thread:p2a1.2a1;*", "> vCont;c", "wait", "< O6368696c64206578697465642077697468*",
           "< W05;process:2a1");
    stop(&b);
    start(&b, "/bin/fork-exit");
    SCRIPT(&b.stub_script, SCRIPT_ALL, "> vCont;c", "wait", "< T05fork:*", "> D;2a1", "< OK", "> Hgp2a2.0",
           "< OK", "> vCont;c", "wait", "< W03;process:2a2");
    stop(&b);
}

static void an_unfollowed_child_runs_by_itself(void **state) {
    (void)state;
    bench b;
    start(&b, "/bin/fork-exit");
    SCRIPT(&b.stub_script, "> QPassSignals:14", "< OK", "> c", "wait",
           "< O6368696c6420657869746564207769746820330a", "< W05");
    stop(&b);
}

static void two_processes_run_in_non_stop(void **state) {
    (void)state;
    bench b;
    start(&b, "/bin/fork-exit");
    SCRIPT(&b.stub_script, SCRIPT_ALL, "> QPassSignals:14", "< OK", "> vCont;c", "wait", "< T05fork:*",
           "> QNonStop:1", "< OK", "> vCont;c", "< OK", "wait", "% Stop:W03;process:2a2", "% Stdio:O*",
           "> vStopped", "< W05;process:2a1", "> vStdio", "< OK", "> vStopped", "< OK", "> ?", "< OK");
    stop(&b);
}

static void two_traps_in_non_stop(void **state) {
    (void)state;
    bench b;
    start(&b, "/bin/two-threads-trap");
    SCRIPT(&b.stub_script, SCRIPT_ALL, "> QNonStop:1", "< OK", "> vCont;c", "< OK", "wait",
           "% Stop:T05swbreak:;thread:p2a1.2a*", "run", "run", "> vStopped", "< T05swbreak:;thread:p2a1.2a*",
           "> vStopped", "< OK", "> ?", "< T05*p2a1.2a1*", "> vStopped", "< T05*p2a1.2a2*", "> vStopped",
           "< OK");
    stop(&b);
}

static void vfork_and_exec_are_reported(void **state) {
    (void)state;
    bench b;
    start(&b, "/bin/vfork-exec");
    SCRIPT(&b.stub_script, SCRIPT_ALL, "> vCont;c", "wait", "< T05vfork:p2a2.2a2;thread:p2a1.2a1;*",
           "> vCont;c:p2a2.-1", "wait", "< T05exec:2f62696e2f68656c6c6f;thread:p2a2.2a2;*",
           "> vCont;c:p2a1.-1", "wait", "< T05vforkdone:;thread:p2a1.2a1;*", "> vCont;c:p2a2.-1", "wait",
           "< O68656c6c6f*", "< W04;process:2a2");
    stop(&b);
}

static void an_event_nobody_asks_for_any_more_is_a_plain_trap(void **state) {
    (void)state;
    bench b;
    start(&b, "/bin/vfork-exec");
    SCRIPT(&b.stub_script, SCRIPT_ALL, "> vCont;c", "wait", "< T05vfork:p2a2.2a2;thread:p2a1.2a1;*", "> ?",
           "< T05vfork:p2a2.2a2;*reason:vfork;*", "> qSupported:multiprocess+", "< PacketSize=*", "> ?",
           "< T05thread:p2a1.2a1;core:0;20:*");
    stop(&b);
}

static void threads_are_announced_on_request(void **state) {
    (void)state;
    bench b;
    start(&b, "/bin/thread-exit");
    SCRIPT(&b.stub_script, SCRIPT_ALL, "> QThreadEvents:1", "< OK", "> vCont;c", "wait",
           "< T05create:;thread:p2a1.2a2;*", "> vCont;c", "wait", "< w9;p2a1.2a2", "> Tp2a1.2a2", "< E03",
           "> QThreadEvents:0", "< OK", "> vCont;c", "wait", "< O*", "< W00;process:2a1");
    stop(&b);
    start(&b, "/bin/thread-exit");
    SCRIPT(&b.stub_script, SCRIPT_ALL, "> QThreadOptions;1:p2a1.2a1", "< OK", "> vCont;c", "wait",
           "< T05clone:p2a1.2a2;thread:p2a1.2a1;*", "> vCont;c:p2a1.2a2", "wait", "< N");
    stop(&b);
}

static void an_interrupt_stops_a_program_that_spins(void **state) {
    (void)state;
    bench b;
    start(&b, "/bin/spin");
    SCRIPT(&b.stub_script, "> c", "run", "run", "! \3", "< T02thread:2a1;*", "> ?", "< T02thread:2a1;*",
           "> vCont;s:2a1", "wait", "< T05thread:2a1;*", "> k");
    assert_true(rsp_stub_finished(b.stub_script.stub));
    stop(&b);
}

/* GDB's numbers: 11 is SIGSTOP, 12 SIGTSTP. A thread in a job stop takes no signal. */
static void a_job_stop_is_a_stop_like_any(void **state) {
    (void)state;
    bench b;
    start(&b, "/bin/hello");
    SCRIPT(&b.stub_script, "> C12", "wait", "< T12thread:2a1;*", "> S11", "wait", "< T05thread:2a1;*",
           "> S11;1", "wait", "< T11thread:2a1;*20:01000*", "> C11;10000", "wait", "< T0bthread:2a1;*");
    stop(&b);
}

static void a_signal_is_shown_and_passed(void **state) {
    (void)state;
    bench b;
    start(&b, "/bin/segv");
    SCRIPT(&b.stub_script, SCRIPT_ALL, "> vCont;c", "wait", "< T0bthread:p2a1.2a1;core:0;reason:signal;*",
           "> vCont;C0b", "wait", "< X0b;process:2a1");
    stop(&b);
    start(&b, "/bin/segv");
    b.stub_script.options.native_signals = true;
    SCRIPT(&b.stub_script, "> c", "wait", "< T0b*", "> D", "< OK");
    stop(&b);
}

static void programs_are_started_and_restarted(void **state) {
    (void)state;
    bench b;
    start(&b, NULL);
    SCRIPT(&b.stub_script, "> !", "< OK", "> ?", "< W00", "> vRun;2f62696e2f7072696e742d61726773;612062",
           "< T05thread:2a1;*", "> c", "wait", "< O*612062*", "< W*", "> vRun;2f6e6f6e65", "< E01", "> R0",
           "> ?", "< T05thread:2a2;*", "> D", "< OK", "> vAttach;2a2", "< T00thread:2a2;*", "> qAttached",
           "< 1");
    stop(&b);
    start(&b, NULL); /* print-args, as a shell would find it; then what there is not */
    SCRIPT(&b.stub_script, "> qSupported:error-message+", "< *", "> !", "< OK", "> vRun;7072696e742d61726773",
           "< T05*", "> qXfer:exec-file:read::0,fff", "< l/bin/print-args", "> vRun;782f7072696e742d61726773",
           "< E.no such program: /x/print-args (programs are /bin/NAME)", "> vRun;6e6f236e2465",
           "< E.no such program: /no?n?e (programs are /bin/NAME)", "> A16,0,2f6e6f236e24652a", "< OK",
           "> qLaunchSuccess", "< Eno such program: /no?n?e? (programs are /bin/NAME)");
    stop(&b);
}

static void libraries_stop_the_program_where_that_is_asked_for(void **state) {
    (void)state;
    bench b;
    rsp_machine_target *target = new_target(false);
    rsp_machine_target_report_libraries(target, true);
    start_on(&b, target, "/bin/maps-code");
    SCRIPT(&b.stub_script, "> qXfer:libraries:read::0,fff", "< l<library-list></library-list>", "> c", "wait",
           "< T05library:;thread:2a1;*", "> qXfer:libraries:read::0,fff",
           "< l<library-list><library name=\"/bin/hello\"><segment address=\"0x*", "> ?", "< T05library:;*",
           "> c", "wait", "< T05library:;*", "> qXfer:libraries:read::0,fff",
           "< l<library-list></library-list>", "> c", "wait", "< W00");
    stop(&b);
    start(&b, "/bin/maps-code"); /* as on Linux */
    SCRIPT(&b.stub_script, "> c", "wait", "< W00");
    stop(&b);
}

static void a_step_over_the_call_reports_the_library_first(void **state) {
    (void)state;
    bench b;
    rsp_machine_target *target = new_target(false);
    rsp_machine_target_report_libraries(target, true);
    start_on(&b, target, "/bin/maps-code");
    SCRIPT(&b.stub_script, "> qSupported:vContSupported+", "< *", "> QCatchSyscalls:1;de", "< OK", "> c",
           "wait", "< T05syscall_entry:de;*", "> s", "wait", "< T05syscall_return:de;*", "> s", "wait",
           "< T05library:;*", "> s", "wait", "< T05thread:2a1;*");
    stop(&b);
}

static void a_terminal_ends_lines_as_terminals_do(void **state) {
    (void)state;
    bench b;
    start_on(&b, new_target(true), "/bin/hello");
    SCRIPT(&b.stub_script, "> c", "wait", "< O68656c6c6f2c20776f726c640d0a", "< W00");
    stop(&b);
}

static void a_program_is_waited_for_by_its_name(void **state) {
    (void)state;
    bench b;
    start(&b, NULL);
    SCRIPT(&b.stub_script, "> !", "< OK", "> vAttachWait;7072696e742d61726773", "run", "run", "! \3", "< E01",
           "> qSupported:error-message+", "< PacketSize=*", "> vAttachWait;7072696e742d61726773", "run",
           "! \3", "< E.no such process has begun", "> qSupported:error-message-", "< PacketSize=*",
           "> qRcmd,737061776e202f62696e2f657865632d6f74686572", "< 70726f63657373203637330a",
           "> vAttachWait;7072696e742d61726773", "wait", "< T00thread:2a1;*", "> qXfer:exec-file:read::0,fff",
           "< l/bin/print-args");
    stop(&b);
}

/* It sleeps 100 ms at a time. */
static void sleeping_lasts_as_long_as_the_clock_says(void **state) {
    (void)state;
    bench b;
    rsp_virtual_clock time = {.now_ns = 5 * RSP_NS_PER_S};
    rsp_clock clock = rsp_clock_virtual(&time);
    start(&b, "/bin/sleeper");
    rsp_machine *m = rsp_machine_target_machine(b.target);
    rsp_machine_target_set_clock(b.target, &clock);
    SCRIPT(&b.stub_script, "> c", "run");
    uint64_t wakeup = rsp_machine_target_wakeup_ns(b.target);
    assert_in_range(wakeup, time.now_ns + 100 * RSP_NS_PER_MS, time.now_ns + 101 * RSP_NS_PER_MS);
    assert_true(rsp_machine_now_ns(m) < RSP_NS_PER_MS);
    time.now_ns = wakeup - 1;
    SCRIPT(&b.stub_script, "run");
    assert_int_equal(rsp_machine_target_wakeup_ns(b.target), wakeup);
    time.now_ns = wakeup;
    SCRIPT(&b.stub_script, "run");
    assert_in_range(rsp_machine_target_wakeup_ns(b.target), wakeup + 100 * RSP_NS_PER_MS,
                    wakeup + 101 * RSP_NS_PER_MS);
    rsp_machine_target_set_clock(b.target, NULL);
    SCRIPT(&b.stub_script, "run");
    assert_int_equal(rsp_machine_target_wakeup_ns(b.target), 0);
    assert_true(rsp_machine_now_ns(m) > RSP_NS_PER_S);
    stop(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_prints_and_ends),
        cmocka_unit_test(a_fork_is_followed_both_ways),
        cmocka_unit_test(an_unfollowed_child_runs_by_itself),
        cmocka_unit_test(two_processes_run_in_non_stop),
        cmocka_unit_test(two_traps_in_non_stop),
        cmocka_unit_test(vfork_and_exec_are_reported),
        cmocka_unit_test(an_event_nobody_asks_for_any_more_is_a_plain_trap),
        cmocka_unit_test(threads_are_announced_on_request),
        cmocka_unit_test(an_interrupt_stops_a_program_that_spins),
        cmocka_unit_test(a_job_stop_is_a_stop_like_any),
        cmocka_unit_test(a_signal_is_shown_and_passed),
        cmocka_unit_test(programs_are_started_and_restarted),
        cmocka_unit_test(libraries_stop_the_program_where_that_is_asked_for),
        cmocka_unit_test(a_step_over_the_call_reports_the_library_first),
        cmocka_unit_test(a_terminal_ends_lines_as_terminals_do),
        cmocka_unit_test(a_program_is_waited_for_by_its_name),
        cmocka_unit_test(sleeping_lasts_as_long_as_the_clock_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
