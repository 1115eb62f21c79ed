/* Resuming in all-stop: vCont, c, s, C, S, stop replies of every kind, `?`, no-resumed, output.
 * The log says what the target was asked to do.
 * Source: GDB manual, Packets (vCont, c, s); Stop Reply Packets. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "stub_script.h"

static int setup(void **state) {
    stub_script *t = test_malloc(sizeof(*t));
    script_init(t);
    fake_add(t->fake, 2, 3);
    *state = t;
    return 0;
}

static int teardown(void **state) {
    script_end(*state);
    test_free(*state);
    return 0;
}

static void actions_are_listed(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> vCont?", "< vCont;c;C;s;S;t;r");
}

static void leftmost_match_counts(void **state) {
    const struct {
        const char *request;
        const char *log;
    } cases[] = {
        {"> vCont;c", "log c1.1 c1.2 c2.3 "},
        {"> vCont;s:p1.2", "log s1.2 "},
        {"> vCont;s:p1.2;c:p1.2;c", "log c1.1 s1.2 c2.3 "},
        {"> vCont;c;s:p1.2", "log c1.1 c1.2 c2.3 "},
        {"> vCont;c:p1.2;s:p1.2", "log c1.2 "},
        {"> vCont;c:p1.-1", "log c1.1 c1.2 "},
        {"> vCont;c:p1", "log c1.1 c1.2 "},
        {"> vCont;c:p-1.-1", "log c1.1 c1.2 c2.3 "},
        {"> vCont;c:-1", "log c1.1 c1.2 c2.3 "},
        {"> vCont;t:p1.1;c", "log c1.2 c2.3 "},
        {"> vCont;s:p1.1;c:p2.-1;t:p-1.-1", "log s1.1 c2.3 "},
        {"> vCont;s:p2.3;c:p1.-1;s", "log c1.1 c1.2 s2.3 "},
        {"> vCont;C0f:p1.2", "log c1.2/f "},
        {"> vCont;S0f:p1.2", "log s1.2/f "},
        {"> vCont;C00:p1.1", "log c1.1 "},
        {"> vCont;r1010,1020:p1.1", "log r1.1 "},
        {"> vCont;c:p1.9;s:p1.1", "log s1.1 "},
        {"> vCont;c:0", "log c1.1 "},
        {"> vCont;c:p2.0", "log c2.3 "},
        {"> vCont;c:p0.0", "log c1.1 "},
        {"> c", "log c1.1 c1.2 c2.3 "},
        {"> s", "log s1.1 c1.2 c2.3 "},
        {"> C0f", "log c1.1/f c1.2 c2.3 "},
        {"> S0f", "log s1.1/f c1.2 c2.3 "},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        stub_script t;
        script_init(&t);
        fake_add(t.fake, 2, 3);
        script_start(&t);
        SCRIPT(&t, SCRIPT_ALL, cases[i].request, cases[i].log);
        script_end(&t);
    }
}

static void bad_lists_resume_nothing(void **state) {
    stub_script *t = *state;
    script_start(t);
    const char *requests[] = {
        "> vCont",          "> vCont;",        "> vCont;;",       "> vCont;q",          "> vCont;c;",
        "> vCont;c:",       "> vCont;c:zz",    "> vCont;c:p.1",   "> vCont;c:p1.1;q:2", "> vCont;Cff:p1.1",
        "> vCont;c:p-1.3",  "> vCont;c:p1.9",  "> vCont;c:p9.-1", "> vCont;C",          "> vCont;C1",
        "> vCont;r1,:p1.1", "> vCont;c:p1.1,", "> vCont;r5:p1.1", "> vCont;s:p9.1",     "> vCont;r:p1.1",
    };
    SCRIPT(t, SCRIPT_ALL);
    for (size_t i = 0; i < RSP_ARRAY_LEN(requests); i++)
        SCRIPT(t, requests[i], "< E*", "log ");
    SCRIPT(t, "> vContX", "< ", "> vCont:c", "< ", "> Cff", "< E16", "> C", "< E16", "> C0", "< E16",
           "> C0f;", "< E16", "> C0fx", "< E16", "> C0f;zz", "< E16", "> S", "< E16", "log ", "> qC",
           "< QCp1.1");
}

static void old_resumes_follow_hc(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> Hgp1.1", "< OK", "> Hcp1.2", "< OK", "> s", "log s1.2 ", "run",
           "< T05thread:p1.2;*", "> qC", "< QCp1.2");
    SCRIPT(t, "> Hcp2.-1", "< OK", "> c", "log c2.3 ", "e BREAK_SOFTWARE 2.3", "run",
           "< T05swbreak:;thread:p2.3;*");
    SCRIPT(t, "> Hcp1.-1", "< OK", "> s", "log s1.1 c1.2 ", "run", "< T05thread:p1.1;*", "> Hc-1", "< OK",
           "> c", "log c1.1 c1.2 c2.3 ", "e SILENT 1.2", "e BREAK_SOFTWARE 1.1", "run", "< T05*", "> Hcp1.2",
           "< E03");
}

static void address_sets_the_pc(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> s2000", "run", "< T05thread:1;*");
    assert_int_equal(t->fake->threads[1].regs[FAKE_PC], 0x2004);
    SCRIPT(t, "> C0f;3000", "e BREAK_SOFTWARE 1.1", "run", "< T05thread:1;*");
    assert_int_equal(t->fake->threads[1].regs[FAKE_PC], 0x3000);
    SCRIPT(t, "> c11112222333344445", "< E16", "> S05;4000", "run", "< T05*");
    assert_int_equal(t->fake->threads[1].regs[FAKE_PC], 0x4004);
}

static void a_selected_thread_that_is_gone_is_an_error(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> Hcp1.2", "< OK", "> vCont;c", "e SILENT 1.2", "e BREAK_SOFTWARE 1.1", "run",
           "< T05*", "> c", "< E03", "> s", "< E03");
}

static void a_target_that_refuses_is_an_error(void **state) {
    stub_script *t = *state;
    script_start(t);
    t->fake->refuses_resume = true;
    SCRIPT(t, "> vCont;c", "< E01", "> c", "< E01", "> qC", "< QC1", "> QNonStop:1", "< OK", "> vCont;c",
           "< E01");
}

static void one_stop_reply_holds_all(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> vCont;c", "e BREAK_SOFTWARE 2.3", "run",
           "< T05swbreak:;thread:p2.3;core:0;reason:breakpoint;20:3010*;02:0203*;08:0803*;", "run", "run");
    for (int tid = 1; tid <= 3; tid++)
        assert_false(t->fake->threads[tid].running);
    SCRIPT(t, "> qC", "< QCp2.3", "> ?", "< T05swbreak:;thread:p2.3;*", "> ?", "< T05swbreak:;thread:p2.3;*");
}

static void reasons_have_their_keys(void **state) {
    const struct {
        const char *event;
        const char *reply;
    } cases[] = {
        {"e STEPPED 1.1", "< T05thread:p1.1;core:0;reason:trace;20:*"},
        {"e BREAK_SOFTWARE 1.1", "< T05swbreak:;thread:p1.1;core:0;reason:breakpoint;20:*"},
        {"e BREAK_HARDWARE 1.1", "< T05hwbreak:;thread:p1.1;core:0;reason:breakpoint;20:*"},
        {"e WATCH_WRITE 1.1 2abc", "< T05watch:2abc;thread:p1.1;core:0;reason:watchpoint;20:*"},
        {"e WATCH_READ 1.1 2abc", "< T05rwatch:2abc;thread:p1.1;core:0;reason:watchpoint;20:*"},
        {"e WATCH_ACCESS 1.1 2abc", "< T05awatch:2abc;thread:p1.1;core:0;reason:watchpoint;20:*"},
        {"e SIGNALLED 1.1 b", "< T0bthread:p1.1;core:0;reason:signal;20:*"},
        {"e FORKED 1.1 a1.a1", "< T05fork:pa1.a1;thread:p1.1;core:0;reason:fork;20:*"},
        {"e VFORKED 1.1 a1.a1", "< T05vfork:pa1.a1;thread:p1.1;core:0;reason:vfork;20:*"},
        {"e VFORK_DONE 1.1", "< T05vforkdone:;thread:p1.1;core:0;reason:vforkdone;20:*"},
        {"e EXECED 1.1 /bin/x", "< T05exec:2f62696e2f78;thread:p1.1;core:0;reason:exec;20:*"},
        {"e CLONED 1.1 1.7", "< T05clone:p1.7;thread:p1.1;core:0;20:*"},
        {"e THREAD_CREATED 1.7", "< T05create:;thread:p1.7;core:0;20:*"},
        {"e THREAD_EXITED 1.2 2a", "< w2a;p1.2"},
        {"e SYSCALL_ENTRY 1.1 5d", "< T05syscall_entry:5d;thread:p1.1;core:0;20:*"},
        {"e SYSCALL_RETURN 1.1 5d", "< T05syscall_return:5d;thread:p1.1;core:0;20:*"},
        {"e LIBRARIES 1.1", "< T05library:;thread:p1.1;core:0;20:*"},
        {"e PROCESS_EXITED 1 3", "< W03;process:1"},
        {"e PROCESS_EXITED 1 ff", "< Wff;process:1"},
        {"e PROCESS_KILLED 1 b", "< X0b;process:1"},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        stub_script t;
        script_init(&t);
        fake_add(t.fake, 2, 3);
        script_start(&t);
        SCRIPT(&t, SCRIPT_ALL, "> QCatchSyscalls:1", "< OK", "> QThreadEvents:1", "< OK", "> vCont;c",
               cases[i].event, "run", cases[i].reply, "run");
        script_end(&t);
    }
}

/* The reason is left out where the path does not fit into a packet. */
static void a_path_too_long_leaves_the_thread(void **state) {
    enum { PACKET_BYTES = 256, PATH_BYTES = 200 };
    char line[PATH_BYTES + 32] = "e EXECED 1.2 /";
    stub_script t;
    (void)state;
    script_init(&t);
    t.options.packet_bytes = PACKET_BYTES;
    script_start(&t);
    memset(line + strlen(line), 'p', PATH_BYTES);
    SCRIPT(&t, "> qSupported:multiprocess+;exec-events+", "< *", "> vCont;c", line, "run",
           "< T05thread:p1.2;");
    script_end(&t);
}

/* Nothing the client did not ask for. */
static void unnegotiated_reasons_are_left_out(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> c", "e BREAK_SOFTWARE 1.1", "run", "< T05thread:1;core:0;*", "> c", "e BREAK_HARDWARE 1.1",
           "run", "< T05thread:1;core:0;*");
    SCRIPT(t, "> c", "e EXECED 1.1 /x", "e BREAK_SOFTWARE 1.1", "run", "< T05thread:1;*", "> c",
           "e SYSCALL_ENTRY 1.1 5d", "run", "< T05thread:1;*");
    SCRIPT(t, "> QCatchSyscalls:0", "< OK", "> ?", "< T05thread:1;*", "> QCatchSyscalls:1", "< OK", "> ?",
           "< T05syscall_entry:5d;*", "drop", "> ?", "< T05thread:1;*", "> c", "e VFORK_DONE 1.1",
           "e PROCESS_EXITED 1 0", "run", "< W00");
    assert_int_equal(t->fake->events, RSP_TARGET_REPORT_EXEC);
    SCRIPT(t, "> qSupported:fork-events+;vfork-events+", "< *");
    assert_int_equal(t->fake->events, RSP_TARGET_REPORT_EXEC);
    SCRIPT(t, SCRIPT_ALL);
    assert_int_equal(t->fake->events,
                     RSP_TARGET_REPORT_EXEC | RSP_TARGET_REPORT_FORK | RSP_TARGET_REPORT_VFORK);
}

static void a_second_event_waits_for_the_next_resume(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> vCont;c", "e BREAK_SOFTWARE 1.1", "E BREAK_SOFTWARE 1.2", "E SIGNALLED 2.3 f",
           "run", "< T05swbreak:;thread:p1.1;*", "log c1.1 c1.2 c2.3 ");
    SCRIPT(t, "> vCont;s:p1.1", "log s1.1 ", "run", "< T05thread:p1.1;*");
    SCRIPT(t, "> vCont;c", "< T05swbreak:;thread:p1.2;*", "log ", "> ?", "< T05swbreak:;thread:p1.2;*");
    SCRIPT(t, "> vCont;c", "< T0fthread:p2.3;*", "> vCont;c", "log c1.1 c1.2 c2.3 ");
}

static void an_event_is_stale_once_the_pc_was_moved(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> vCont;c", "e BREAK_SOFTWARE 1.1", "E BREAK_SOFTWARE 1.2", "run", "< T05*p1.1*");
    t->fake->threads[2].regs[FAKE_PC] = 0x4000;
    SCRIPT(t, "log c1.1 c1.2 c2.3 ", "> vCont;c", "log c1.1 c1.2 c2.3 ");
}

static void an_end_waits_too(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> vCont;c", "e BREAK_SOFTWARE 1.1", "E PROCESS_EXITED 2 5", "run", "< T05*",
           "> vCont;s:p1.1", "< W05;process:2", "> ?", "< T05swbreak:;thread:p1.1;*", "> vCont;s:p1.1", "run",
           "< T05thread:p1.1;*");
}

static void only_stops_are_answered_by_the_state(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> vCont;t", "< T00thread:1;*", "> c", "e BREAK_SOFTWARE 1.2", "run", "< T05thread:2;*",
           "> vCont;t:1", "< T05thread:2;*", "> qC", "< QC2");
}

static void the_last_resumed_thread_may_end(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> vCont;c:2", "e SILENT 1.2", "run", "< E01", "> qC", "< QC1");
    script_end(t);
    script_init(t);
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> vCont;c:p1.2", "e SILENT 1.2", "run", "< N", "> ?", "< T00thread:p1.1;*");
}

static void output_comes_before_the_stop(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> c", "e OUTPUT hi", "e OUTPUT !", "run", "< O686921", "e BREAK_SOFTWARE 1.1", "E OUTPUT late",
           "run", "< T05*", "run", "> c", "< O6c617465", "e OUTPUT x", "e PROCESS_EXITED 1 0", "run", "< O78",
           "< W00");
}

static void question_after_the_end_repeats_it(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> c", "e PROCESS_EXITED 1 3", "e PROCESS_KILLED 2 9", "run", "< W03", "> c", "< X09", "> ?",
           "< X09", "> ?", "< X09", "> c", "< E03", "> vCont;c", "< E03", "> qC", "< E03", "> g", "< E03",
           "> T1", "< E03", "> Hg0", "< E03", "> qfThreadInfo", "< l", "> jThreadsInfo", "< E03",
           "> qAttached", "< E03", "> vCont?", "< vCont*");
}

static void an_interrupt_stops_what_runs(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> Hg1", "< OK", "> vCont;c:2", "! \3", "< T02thread:2;core:0;reason:signal;*", "! \3\3\3",
           "> vCont;c", "< T02thread:2;*", "> vCtrlC", "< E01");
    for (int tid = 1; tid <= 3; tid++)
        assert_false(t->fake->threads[tid].running);
}

static void a_busy_target_is_reported(void **state) {
    stub_script *t = *state;
    t->fake->spins = true;
    script_start(t);
    assert_false(rsp_stub_busy(t->stub));
    SCRIPT(t, "> c");
    assert_true(rsp_stub_busy(t->stub));
    SCRIPT(t, "run");
    assert_true(rsp_stub_busy(t->stub));
    SCRIPT(t, "e BREAK_SOFTWARE 1.1", "run", "< T05*");
    assert_false(rsp_stub_busy(t->stub));
}

static void many_actions_find_their_threads(void **state) {
    stub_script *t = *state;
    rsp_buf request = {0};
    for (int64_t tid = 0x100; tid < 0x200; tid++)
        fake_add(t->fake, 3, tid);
    script_start(t);
    rsp_buf_str(&request, "> vCont");
    for (int64_t tid = 0x1ff; tid >= 0x100; tid--)
        rsp_buf_printf(&request, ";%c:p3.%llx", tid & 1 ? 's' : 'c', (unsigned long long)tid);
    rsp_buf_str(&request, ";t");
    SCRIPT(t, SCRIPT_ALL, rsp_buf_cstr(&request));
    for (int64_t tid = 0x100; tid < 0x200; tid++) {
        assert_true(t->fake->threads[tid].running);
        assert_int_equal(t->fake->threads[tid].how.kind,
                         tid & 1 ? RSP_TARGET_RESUME_STEP : RSP_TARGET_RESUME_CONTINUE);
    }
    assert_false(t->fake->threads[1].running);
    rsp_buf_free(&request);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(actions_are_listed),
        TEST(leftmost_match_counts),
        TEST(bad_lists_resume_nothing),
        TEST(old_resumes_follow_hc),
        TEST(address_sets_the_pc),
        TEST(a_selected_thread_that_is_gone_is_an_error),
        TEST(a_target_that_refuses_is_an_error),
        TEST(one_stop_reply_holds_all),
        TEST(reasons_have_their_keys),
        TEST(a_path_too_long_leaves_the_thread),
        TEST(unnegotiated_reasons_are_left_out),
        TEST(a_second_event_waits_for_the_next_resume),
        TEST(an_event_is_stale_once_the_pc_was_moved),
        TEST(an_end_waits_too),
        TEST(only_stops_are_answered_by_the_state),
        TEST(the_last_resumed_thread_may_end),
        TEST(output_comes_before_the_stop),
        TEST(question_after_the_end_repeats_it),
        TEST(an_interrupt_stops_what_runs),
        TEST(a_busy_target_is_reported),
        TEST(many_actions_find_their_threads),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
