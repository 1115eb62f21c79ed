/* Processes: attach, kill, detach, launch, restart, extended mode, forks, a lost link.
 * With the transcript of lldb-server's all-stop session with a fork.
 * Source: GDB manual, Packets (D, k, R, vAttach, vKill, vRun); Remote Multi-process. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "stub_script.h"

static int setup(void **state) {
    stub_script *t = test_malloc(sizeof(*t));
    script_init(t);
    fake_add(t->fake, 2, 3);
    t->fake->attachable = 0x1f;
    *state = t;
    return 0;
}

static int teardown(void **state) {
    script_end(*state);
    test_free(*state);
    return 0;
}

static void killing_one_leaves_the_others(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> Hgp2.3", "< OK", "> vKill;2", "< OK", "log kill2 ", "> g", "< E*", "> qC",
           "< E03", "> Hgp1.1", "< OK", "> qC", "< QCp1.1", "> vKill;2", "< E03", "> vKill;", "< E16",
           "> vKill;zz", "< E16", "> vKill;p1", "< E16", "> vKill", "< E16", "log ");
    assert_false(rsp_stub_finished(t->stub));
    SCRIPT(t, "> vKill;1", "< OK");
    assert_true(rsp_stub_finished(t->stub));
}

static void k_kills_all_and_ends_the_session(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> k", "log kill1 kill2 ");
    assert_true(rsp_stub_finished(t->stub));
}

static void k_in_extended_mode_leaves_the_stub(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> !", "< OK", "> k", "> ?", "< X09", "> vRun;2f78", "< T05thread:70;*",
           "> QThreadSuffixSupported", "< OK", "> k", "< X09", "> k");
    assert_false(rsp_stub_finished(t->stub));
}

static void detaching_one_leaves_the_others(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> D;1", "< OK", "log detach1 ", "> Tp1.1", "< E03", "> Tp2.3", "< OK", "> D;9",
           "< E03", "> D;", "< E16", "> D;p2", "< E16", "> Dx", "< ",
           "> qSupportsDetachAndStayStopped:", "< OK", "> D1", "< OK", "log park2 ");
    assert_true(rsp_stub_finished(t->stub));
}

static void plain_d_detaches_all(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> !", "< OK", "> D", "< OK", "log detach1 detach2 ", "> D", "< E03", "> ?", "< W00", "> D1;1",
           "< E03");
    assert_false(rsp_stub_finished(t->stub));
}

static void detach_passes_the_signal_that_waits(void **state) {
    const struct {
        const char *signals;
        const char *stop;
        const char *log;
    } cases[] = {
        {NULL, "e SIGNALLED 1.1 1e", "log detach1 /1e "},
        {NULL, "e SIGNALLED 1.1 2", "log detach1 "},
        {NULL, "e SIGNALLED 1.1 5", "log detach1 "},
        {NULL, "e BREAK_SOFTWARE 1.1", "log detach1 "},
        {"> QProgramSignals:2", "e SIGNALLED 1.1 2", "log detach1 /2 "},
        {"> QProgramSignals:", "e SIGNALLED 1.1 1e", "log detach1 "},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        stub_script t;
        script_init(&t);
        script_start(&t);
        if (cases[i].signals)
            SCRIPT(&t, cases[i].signals, "< OK");
        SCRIPT(&t, "> c", "log c1.1 c1.2 ", cases[i].stop, "run", "< T*", "> D", "< OK", cases[i].log);
        script_end(&t);
    }
}

static void attaching_stops_the_process(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> vAttach;1f", "< T00thread:p1f.1f;*", "> qC", "< QCp1f.1f", "> qAttached:1f",
           "< 1", "> qAttached:1", "< 0", "> qAttached", "< 1", "> qAttached:99", "< E03", "> qAttached:zz",
           "< E16", "> vAttach;31", "< E01", "> vAttach;", "< E16", "> vAttach;0", "< E16", "> vAttach;1f",
           "< E01");
}

static void programs_are_started(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> !", "< OK", "> qExecAndArgs", "< U", "> vRun;", "< E01", "> vRun", "< E01",
           "> vRun;2f62;612062;;63", "< T05thread:70;*");
    assert_string_equal(rsp_buf_cstr(&t->fake->launched), "/b|a b||c|-");
    SCRIPT(t, "> qExecAndArgs", "< S;2f62;615c20622027272063;", "> vRun;", "< T05thread:71;*");
    assert_string_equal(rsp_buf_cstr(&t->fake->launched), "/b|a b||c|-");
    SCRIPT(t, "> vRun;;78", "< T05thread:72;*");
    assert_string_equal(rsp_buf_cstr(&t->fake->launched), "/b|x|-");
    SCRIPT(t, "> vRun;2f6d697373696e67", "< E01", "> vRun;zz", "< E16", "> vRun;2f6", "< E16", "> vRun;2f00",
           "< E16", "> vRun;2f;4", "< E16", "> vRun;", "< T05thread:73;*");
    assert_string_equal(rsp_buf_cstr(&t->fake->launched), "/b|x|-");
    SCRIPT(t, "> qSupported:single-inf-arg+", "< *single-inf-arg+*",
           "> vRun;2f62;612022622063222027642765205c66", "< T05*");
    assert_string_equal(rsp_buf_cstr(&t->fake->launched), "/b|a|b c|de|f|-");
}

static void environment_and_directory_are_for_the_next_start(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> QEnvironmentHexEncoded:413d31", "< OK", "> QEnvironmentHexEncoded:423d32", "< OK",
           "> QEnvironmentHexEncoded:413d33", "< OK", "> QEnvironment:C=4", "< OK", "> QEnvironmentUnset:42",
           "< OK", "> QSetWorkingDir:2f746d70", "< OK", "> qGetWorkingDir", "< 2f746d70",
           "> QDisableRandomization:0", "< OK", "> QSetSTDOUT:2f6f", "< OK", "> QSetSTDIN:2f69", "< OK",
           "> QSetSTDERR:2f65", "< OK", "> vRun;2f62", "< T05*");
    assert_string_equal(rsp_buf_cstr(&t->fake->launched), "/b|A=3|C=4|/tmpR/o");
    SCRIPT(t, "> QEnvironmentReset", "< OK", "> QSetWorkingDir:", "< OK", "> qGetWorkingDir", "< 2f",
           "> QSetDisableASLR:1", "< OK", "> QSetSTDOUT:", "< OK", "> vRun;", "< T05*");
    assert_string_equal(rsp_buf_cstr(&t->fake->launched), "/b|-");
    SCRIPT(t, "> QEnvironmentHexEncoded:41", "< E16", "> QEnvironmentHexEncoded:4", "< E16",
           "> QEnvironmentHexEncoded:3d41", "< E16", "> QEnvironmentHexEncoded:413d00", "< E16",
           "> QEnvironmentUnset:", "< E16", "> QEnvironmentUnset:zz", "< E16", "> QSetWorkingDir:zz", "< E16",
           "> QSetWorkingDir:00", "< E16", "> QDisableRandomization:2", "< E16", "> QStartupWithShell:2",
           "< E16", "> QStartupWithShell:1", "< OK", "> QStartupWithShell:", "< E16");
}

static void the_environment_is_bounded(void **state) {
    stub_script *t = *state;
    rsp_buf line = {0};
    script_start(t);
    for (int i = 0; i < 4; i++) {
        rsp_buf_clear(&line);
        rsp_buf_printf(&line, "> QEnvironment:V%d=", i);
        while (line.len < 43000)
            rsp_buf_push(&line, 'x');
        SCRIPT(t, rsp_buf_cstr(&line), i < 3 ? "< OK" : "< E0c");
    }
    rsp_buf_free(&line);
}

static void lldb_starts_programs_in_two_steps(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> A4,0,2f62,2,1,78", "< OK", "> qLaunchSuccess", "< OK", "> ?", "< T05thread:70;*");
    assert_string_equal(rsp_buf_cstr(&t->fake->launched), "/b|x|-");
    SCRIPT(t, "> A16,0,2f6d697373696e67", "< OK", "> qLaunchSuccess", "< Eno such program");
    SCRIPT(t, "> A", "< E16", "> A4", "< E16", "> A4,1,2f62", "< E16", "> A4,0,2f", "< E16", "> A4,0,2f62x",
           "< E16", "> A4,0", "< E16", "> A2,0,zz", "< E16", "> Ax", "< ");
}

static void restart_needs_extended_mode(void **state) {
    stub_script *t = *state;
    const rsp_bytes argv[] = {RSP_LIT("/p"), RSP_LIT("q")};
    t->options.argv = argv;
    t->options.argc = 2;
    script_start(t);
    SCRIPT(t, "> Hg70", "< OK", "> R00", "< ", "log ", "> !", "< OK", "> R00", "log kill1 kill2 kill70 ",
           "> ?", "< T05thread:71;*");
    assert_string_equal(rsp_buf_cstr(&t->fake->launched), "/p|q|-");
    t->options.argv = NULL;
}

static void a_program_that_cannot_start_gives_no_stub(void **state) {
    stub_script *t = *state;
    const rsp_bytes argv[] = {RSP_LIT("/missing")};
    rsp_error error = {0};
    t->options.argv = argv;
    t->options.argc = 1;
    assert_null(rsp_stub_new(&t->options, &error));
    assert_int_equal(error.status, RSP_NOT_FOUND);
    t->options.argc = 0;
    rsp_target_ops ops = fake_target_ops;
    t->options.ops = &ops;
    ops.run = NULL;
    assert_null(rsp_stub_new(&t->options, NULL));
    ops.register_set = NULL;
    assert_null(rsp_stub_new(&t->options, NULL));
    ops.process_next = NULL;
    assert_null(rsp_stub_new(&t->options, NULL));
    t->options.ops = NULL;
    assert_null(rsp_stub_new(&t->options, NULL));
}

static void a_lost_link_keeps_detaches_or_kills(void **state) {
    const struct {
        const char *request;
        bool detach;
        const char *log;
    } cases[] = {
        {NULL, false, "log "},
        {NULL, true, "log detach1 "},
        {"> QSetDetachOnError:1", false, "log detach1 "},
        {"> QSetDetachOnError:0", true, "log kill1 "},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        stub_script t;
        script_init(&t);
        t.options.detach_on_disconnect = cases[i].detach;
        script_start(&t);
        SCRIPT(&t, "> QSetDetachOnError:2", "< E16");
        if (cases[i].request)
            SCRIPT(&t, cases[i].request, "< OK");
        SCRIPT(&t, "> Z0,1000,4", "< OK", "> c", "log c1.1 c1.2 ", "drop", cases[i].log, "run");
        script_end(&t);
    }
}

static void the_child_of_a_fork_waits(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> c", "e FORKED 1.1 a1.a1", "run", "< T05fork:pa1.a1;thread:p1.1;*", "> Tpa1.a1",
           "< OK", "> Hgpa1.a1", "< OK", "log c1.1 c1.2 c2.3 ", "> vCont;c:p1.-1", "log c1.1 c1.2 ",
           "e BREAK_SOFTWARE 1.1", "run", "< T05*", "> D;a1", "< OK", "log detacha1 ", "> qfThreadInfo",
           "< mp1.1,p1.2,p2.3");
}

/* The published transcript: threads in one process. Numbers as there. */
static void transcript_of_threads(void **state) {
    stub_script *t = *state;
    script_end(t);
    script_init(t);
    t->options.native_signals = true;
    fake_add(t->fake, 0x2491, 0x2491);
    fake_add(t->fake, 0x2491, 0x24ac);
    fake_add(t->fake, 0x2491, 0x24ad);
    script_start(t);
    SCRIPT(t, "> vKill;1", "< OK", "> c", "e OUTPUT Hello", "e SIGNALLED 2491.24ac 11", "run",
           "< O48656c6c6f", "< T13thread:24ac;*reason:signal;*", "> qfThreadInfo", "< m2491,24ac,24ad",
           "> qsThreadInfo", "< l", "> Hc24ad", "< OK", "> c", "e SIGNALLED 2491.24ad 11", "run",
           "< T13thread:24ad;*reason:signal;*", "> vCont;c:24ac;c:24ad;c", "e PROCESS_EXITED 2491 0", "run",
           "< W00");
}

static void transcript_of_a_fork(void **state) {
    stub_script *t = *state;
    script_end(t);
    script_init(t);
    t->options.native_signals = true;
    fake_add(t->fake, 0x87c, 0x87c);
    script_start(t);
    SCRIPT(t, "> vKill;1", "< OK", SCRIPT_ALL, "> c", "e FORKED 87c.87c 896.896", "run",
           "< T05fork:p896.896;thread:p87c.87c;*", "> qfThreadInfo", "< mp87c.87c,p896.896", "> qsThreadInfo",
           "< l", "> Hcp896.896", "< OK", "> c", "e SIGNALLED 896.896 11", "run", "< T13thread:p896.896;*",
           "> vCont;c:p87c.87c", "e SIGNALLED 87c.87c 11", "run", "< T13thread:p87c.87c;*", "> c",
           "e PROCESS_EXITED 896 0", "run", "< W00;process:896", "> vCont;c", "e SIGNALLED 87c.87c 14", "run",
           "< T11thread:p87c.87c;*", "> vCont;c", "e PROCESS_EXITED 87c 0", "run", "< W00;process:87c");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(killing_one_leaves_the_others),
        TEST(k_kills_all_and_ends_the_session),
        TEST(k_in_extended_mode_leaves_the_stub),
        TEST(detaching_one_leaves_the_others),
        TEST(plain_d_detaches_all),
        TEST(detach_passes_the_signal_that_waits),
        TEST(attaching_stops_the_process),
        TEST(programs_are_started),
        TEST(environment_and_directory_are_for_the_next_start),
        TEST(the_environment_is_bounded),
        TEST(lldb_starts_programs_in_two_steps),
        TEST(restart_needs_extended_mode),
        TEST(a_program_that_cannot_start_gives_no_stub),
        TEST(a_lost_link_keeps_detaches_or_kills),
        TEST(the_child_of_a_fork_waits),
        TEST(transcript_of_threads),
        TEST(transcript_of_a_fork),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
