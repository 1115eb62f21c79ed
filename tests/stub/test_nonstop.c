/* Non-stop: %Stop and its queue, `?`, the switch in both directions, t, vCtrlC, %Stdio.
 * Also the transcript of lldb-server's non-stop session with two processes.
 * Source: GDB manual, Remote Non-Stop; Notification Packets. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "stub_script.h"

static int setup(void **state) {
    stub_script *t = test_malloc(sizeof(*t));
    script_init(t);
    fake_add(t->fake, 1, 3);
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> QNonStop:1", "< OK");
    *state = t;
    return 0;
}

static int teardown(void **state) {
    script_end(*state);
    test_free(*state);
    return 0;
}

static void one_announcement_and_the_rest_in_order(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCont;c", "< OK", "e BREAK_SOFTWARE 1.2", "e BREAK_HARDWARE 1.1", "e SIGNALLED 1.3 b", "run",
           "% Stop:T05swbreak:;thread:p1.2;*", "> qC", "< QCp1.1", "run", "> vStopped",
           "< T05hwbreak:;thread:p1.1;*", "> vStopped", "< T0bthread:p1.3;*", "> vStopped", "< OK",
           "> vStopped", "< OK", "run");
}

static void an_event_in_mid_sequence_is_appended(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCont;c", "< OK", "e BREAK_SOFTWARE 1.2", "run", "% Stop:T05*p1.2*", "e BREAK_SOFTWARE 1.1",
           "run", "> vStopped", "< T05*p1.1*", "e BREAK_SOFTWARE 1.3", "run", "> vStopped", "< T05*p1.3*",
           "> vStopped", "< OK");
}

static void a_later_stop_is_announced_anew(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCont;c", "< OK", "e BREAK_SOFTWARE 1.2", "run", "% Stop:T05*p1.2*", "> vStopped", "< OK",
           "e BREAK_SOFTWARE 1.1", "run", "% Stop:T05*p1.1*", "> vStopped", "< OK");
}

static void other_threads_run_on(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCont;c", "< OK", "log c1.1 c1.2 c1.3 ", "e BREAK_SOFTWARE 1.2", "run", "% Stop:T05*");
    assert_true(t->fake->threads[1].running);
    assert_false(t->fake->threads[2].running);
}

static void a_thread_runs_until_its_stop_is_acknowledged(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCont;c:p1.2", "< OK", "e BREAK_SOFTWARE 1.2", "run", "% Stop:T05*", "log c1.2 ",
           "> vCont;c:p1.2", "< OK", "log ", "> vCont;t:p1.2", "< OK", "> vStopped", "< OK", "> vCont;c:p1.2",
           "< OK", "log c1.2 ", "> vCont;c:p1.2", "< OK", "log ");
}

static void t_stops_each_thread_with_signal_0(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCont;c", "< OK", "> vCont;t:p1.2", "< OK", "% Stop:T00thread:p1.2;*", "> vStopped", "< OK",
           "> vCont;t:p1.2", "< OK", "> vCont;t", "< OK", "% Stop:T00thread:p1.1;*", "> vStopped",
           "< T00thread:p1.3;*", "> vStopped", "< OK", "> vCont;t", "< OK");
}

static void question_starts_over(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> ?", "< T00thread:p1.1;*", "> vStopped", "< T00thread:p1.2;*", "> vStopped",
           "< T00thread:p1.3;*", "> vStopped", "< OK");
    SCRIPT(t, "> vCont;c", "< OK", "> ?", "< OK", "e BREAK_SOFTWARE 1.3", "e BREAK_SOFTWARE 1.1", "run",
           "% Stop:T05*p1.3*", "> ?", "< T05*p1.1*", "> vStopped", "< T05*p1.3*", "> vStopped", "< OK",
           "> vStopped", "< OK", "> ?", "< T05*p1.1*", "e BREAK_SOFTWARE 1.2", "run", "> vStopped",
           "< T05*p1.3*", "> vStopped", "< T05*p1.2*", "> vStopped", "< OK");
    SCRIPT(t, "> ?", "< T05*p1.1*", "> vCont;c:p1.2", "< OK", "> vStopped", "< T05*p1.3*", "> vStopped",
           "< OK");
}

/* Stops that `?` tells again are known: their threads can be resumed, and leave the queue from any place in
 * it. */
static void a_resumed_thread_leaves_the_queue(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> ?", "< T00thread:p1.1;*", "> vCont;c:p1.2", "< OK", "e BREAK_SOFTWARE 1.2", "run",
           "> vStopped", "< T00thread:p1.3;*", "> vStopped", "< T05*p1.2*", "> vStopped", "< OK");
    SCRIPT(t, "> ?", "< T00thread:p1.1;*", "> vCont;c:p1.3", "< OK", "e BREAK_SOFTWARE 1.3", "run",
           "> vStopped", "< T05*p1.2*", "> vStopped", "< T05*p1.3*", "> vStopped", "< OK");
    SCRIPT(t, "> ?", "< T00thread:p1.1;*", "> vCont;c:p1.2;c:p1.3", "< OK", "e BREAK_SOFTWARE 1.3",
           "e BREAK_SOFTWARE 1.2", "run", "> vStopped", "< T05*p1.3*", "> vStopped", "< T05*p1.2*",
           "> vStopped", "< OK");
}

static void question_keeps_ends_nobody_was_told_of(void **state) {
    stub_script *t = *state;
    fake_add(t->fake, 2, 8);
    fake_add(t->fake, 4, 9);
    SCRIPT(t, "> vCont;c", "< OK", "e BREAK_SOFTWARE 1.3", "e PROCESS_EXITED 2 1", "e PROCESS_EXITED 4 2",
           "run", "% Stop:T05*p1.3*", "> ?", "< T05*p1.3*", "> vStopped", "< W01;process:2", "> vStopped",
           "< W02;process:4", "> vStopped", "< OK");
}

static void ends_share_the_queue(void **state) {
    stub_script *t = *state;
    fake_add(t->fake, 2, 8);
    SCRIPT(t, "> vCont;c", "< OK", "e PROCESS_EXITED 2 0", "run", "% Stop:W00;process:2", "> vStopped",
           "< OK", "> T1", "< OK", "e PROCESS_KILLED 1 9", "run", "% Stop:X09;process:1", "> qC", "< E03",
           "> vStopped", "< OK", "> ?", "< OK");
}

static void stops_of_a_killed_process_are_dropped(void **state) {
    stub_script *t = *state;
    fake_add(t->fake, 2, 8);
    fake_add(t->fake, 2, 9);
    SCRIPT(t, "> vCont;c", "< OK", "e BREAK_SOFTWARE 2.8", "e BREAK_SOFTWARE 2.9", "e BREAK_SOFTWARE 1.1",
           "run", "% Stop:T05*p2.8*", "> vKill;2", "< OK", "> vStopped", "< T05*p1.1*", "> vStopped", "< OK");
    fake_add(t->fake, 5, 10);
    fake_add(t->fake, 5, 11);
    SCRIPT(t, "> vCont;c:p5.-1", "< OK", "e BREAK_SOFTWARE 5.a", "e THREAD_EXITED 5.b 0", "run",
           "% Stop:T05*p5.a*", "> D;5", "< OK", "> vStopped", "< OK");
}

static void the_queue_goes_on_when_its_end_is_dropped(void **state) {
    stub_script *t = *state;
    fake_add(t->fake, 2, 8);
    SCRIPT(t, "> vCont;c", "< OK", "e BREAK_SOFTWARE 1.1", "e BREAK_SOFTWARE 1.2", "e BREAK_SOFTWARE 2.8",
           "run", "% Stop:T05*p1.1*", "> vKill;2", "< OK", "e BREAK_SOFTWARE 1.3", "run", "> vStopped",
           "< T05*p1.2*", "> vStopped", "< T05*p1.3*", "> vStopped", "< OK");
}

static void leaving_holds_all_and_announces_nothing(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCont;c", "< OK", "e BREAK_SOFTWARE 1.2", "e BREAK_SOFTWARE 1.3", "run", "% Stop:T05*p1.2*",
           "> QNonStop:0", "< OK", "run", "> vStopped", "< OK");
    for (int tid = 1; tid <= 3; tid++)
        assert_false(t->fake->threads[tid].running);
    SCRIPT(t, "> ?", "< T05*p1.3*", "> ?", "< T05*p1.3*", "log c1.1 c1.2 c1.3 ", "> vCont;c",
           "log c1.1 c1.2 c1.3 ", "e BREAK_SOFTWARE 1.1", "run", "< T05*p1.1*");
}

static void undelivered_stops_answer_the_next_resume(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCont;c", "< OK", "e BREAK_SOFTWARE 1.2", "e BREAK_SOFTWARE 1.3", "run", "% Stop:T05*p1.2*",
           "> QNonStop:0", "< OK", "> vCont;c", "< T05*p1.3*");
    SCRIPT(t, "> vCont;c", "e BREAK_SOFTWARE 1.1", "E BREAK_SOFTWARE 1.2", "run", "< T05*p1.1*",
           "> QNonStop:1", "< OK", "run", "> vCont;c:p1.1", "< OK", "% Stop:T05*p1.2*", "> vStopped", "< OK");
}

static void other_values_of_the_mode_are_errors(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> QNonStop:2", "< E16", "> QNonStop:", "< E16", "> QNonStop:x", "< E16", "> vCont;c", "< OK",
           "e BREAK_SOFTWARE 1.1", "e BREAK_SOFTWARE 1.2", "run", "% Stop:T05*", "> QNonStop:1", "< OK",
           "> vStopped", "< T05*p1.2*", "> vStopped", "< OK");
}

static void ctrl_c_stops_one_thread(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCtrlC", "< OK", "> vCont;c", "< OK", "> vCtrlC", "< OK", "% Stop:T02thread:p1.1;*",
           "> vStopped", "< OK", "! \3", "% Stop:T02thread:p1.2;*", "> vStopped", "< OK");
}

static void the_next_client_inherits_no_queue(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCont;c", "< OK", "e BREAK_SOFTWARE 1.2", "e BREAK_SOFTWARE 1.3", "run", "% Stop:T05*p1.2*",
           "drop", "run", "> vStopped", "< OK", "> ?", "< T00thread:1;*", "> QNonStop:1", "< OK", "> ?",
           "< T00thread:1*", "> vStopped", "< T05thread:2*", "> vStopped", "< T05thread:3*", "> vStopped",
           "< OK");
}

static void the_next_client_is_not_told_what_the_last_one_resumed(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCont;c", "< OK", "drop", SCRIPT_ALL, "> QNonStop:1", "< OK", "run", "> vCont;t", "< OK",
           "run");
}

/* The packet table says which requests resume; no other list may disagree. */
static void an_undelivered_end_answers_every_resume(void **state) {
    static const char *const resumes[] = {"> c", "> s", "> C05", "> S05", "> vCont;c", "> vCont;C05"};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(resumes); i++) {
        stub_script t;
        script_init(&t);
        script_start(&t);
        SCRIPT(&t, SCRIPT_ALL, "> QNonStop:1", "< OK", "> vCont;c", "< OK", "e BREAK_SOFTWARE 1.1",
               "E PROCESS_EXITED 1 0", "run", "% Stop:T05*", "> QNonStop:0", "< OK", resumes[i],
               "< W00;process:1");
        script_end(&t);
    }
}

static void no_resumed_is_announced(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCont;c:p1.2", "< OK", "e SILENT 1.2", "run", "% Stop:N", "> vStopped", "< OK", "run",
           "> vCont;c:p1.3", "< OK", "e BREAK_SOFTWARE 1.3", "run", "% Stop:T05*", "run", "> vStopped",
           "< OK", "run");
}

/* A request holds the last thread that ran. Whoever runs the stub only while it is busy hears of that, too.
 */
static void no_resumed_is_owed_until_it_is_told(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCont;c:p1.2", "< OK", "run");
    assert_false(rsp_stub_busy(t->stub));
    SCRIPT(t, "> vCont;t:p1.2", "< OK", "% Stop:T00*", "> vStopped", "< OK");
    assert_true(rsp_stub_busy(t->stub));
    SCRIPT(t, "run", "% Stop:N", "> vStopped", "< OK");
    assert_false(rsp_stub_busy(t->stub));
}

static void output_has_its_own_queue(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCont;c", "< OK", "e OUTPUT one", "e OUTPUT two", "e BREAK_SOFTWARE 1.1", "run",
           "% Stdio:O6f6e6574776f", "% Stop:T05*", "e OUTPUT x", "run", "> vStdio", "< O78", "> vStopped",
           "< OK", "> vStdio", "< OK", "> vStdio", "< OK", "e OUTPUT y", "run", "% Stdio:O79", "> vStdio",
           "< OK");
}

static void attaching_announces_each_thread(void **state) {
    stub_script *t = *state;
    t->fake->attachable = 0x99;
    SCRIPT(t, "> vAttach;99", "< OK", "% Stop:T00thread:p99.99;*", "> vStopped", "< T00thread:p99.9a;*",
           "> vStopped", "< OK", "> qAttached:99", "< 1", "> qAttached:1", "< 0");
}

static void running_a_program_answers_its_stop(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vRun;2f78", "< T05thread:p70.70;*", "> vKill;1", "< OK", "log kill1 ", "> Tp70.70", "< OK");
}

static void an_action_for_an_unknown_thread_does_nothing(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> vCont;c:p1.9", "< OK", "> vCont;t:p1.9", "< OK", "> vCont;c:p1.9;c:p1.1", "< OK",
           "log c1.1 ");
}

/* Numbers of processes and threads as in the published transcript, its SIGCHLD and SIGSTOP too. */
static void transcript_of_two_processes(void **state) {
    stub_script *t = *state;
    script_end(t);
    script_init(t);
    t->options.native_signals = true;
    fake_add(t->fake, 0x2cf, 0x2cf);
    script_start(t);
    SCRIPT(t, "> vKill;1", "< OK", SCRIPT_ALL, "> vCont;c", "e FORKED 2cf.2cf 2d0.2d0", "run",
           "< T05fork:p2d0.2d0;thread:p2cf.2cf;*", "> QNonStop:1", "< OK", "> vCont;c", "< OK",
           "e SIGNALLED 2cf.2cf 11", "e SIGNALLED 2d0.2d0 11", "run",
           "% Stop:T13thread:p2cf.2cf;*reason:signal;*", "> vStopped",
           "< T13thread:p2d0.2d0;*reason:signal;*", "> vStopped", "< OK", "> vCont;c", "< OK",
           "e PROCESS_EXITED 2d0 0", "e SIGNALLED 2cf.2cf 14", "run", "% Stop:W00;process:2d0", "> vStopped",
           "< T11thread:p2cf.2cf;*", "> vStopped", "< OK", "> vCont;c", "< OK", "e PROCESS_EXITED 2cf 0",
           "run", "% Stop:W00;process:2cf", "> vStopped", "< OK");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(one_announcement_and_the_rest_in_order),
        TEST(an_event_in_mid_sequence_is_appended),
        TEST(a_later_stop_is_announced_anew),
        TEST(other_threads_run_on),
        TEST(a_thread_runs_until_its_stop_is_acknowledged),
        TEST(t_stops_each_thread_with_signal_0),
        TEST(question_starts_over),
        TEST(a_resumed_thread_leaves_the_queue),
        TEST(question_keeps_ends_nobody_was_told_of),
        TEST(ends_share_the_queue),
        TEST(stops_of_a_killed_process_are_dropped),
        TEST(the_queue_goes_on_when_its_end_is_dropped),
        TEST(leaving_holds_all_and_announces_nothing),
        TEST(undelivered_stops_answer_the_next_resume),
        TEST(other_values_of_the_mode_are_errors),
        TEST(ctrl_c_stops_one_thread),
        TEST(the_next_client_inherits_no_queue),
        TEST(the_next_client_is_not_told_what_the_last_one_resumed),
        cmocka_unit_test(an_undelivered_end_answers_every_resume),
        TEST(no_resumed_is_announced),
        TEST(no_resumed_is_owed_until_it_is_told),
        TEST(output_has_its_own_queue),
        TEST(attaching_announces_each_thread),
        TEST(running_a_program_answers_its_stop),
        TEST(an_action_for_an_unknown_thread_does_nothing),
        TEST(transcript_of_two_processes),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
