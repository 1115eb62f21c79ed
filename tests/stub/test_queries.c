/* qSupported, thread selection and listing, settings, LLDB's switches and thread queries.
 * Replies to the letter, on the scripted target.
 * Source: GDB manual, General Query Packets; LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "stub_script.h"

#include "codec/feature.h"
#include "core/hex.h"
#include <rsp/packets.h>

static int setup(void **state) {
    stub_script *t = test_malloc(sizeof(*t));
    script_init(t);
    *state = t;
    return 0;
}

static int teardown(void **state) {
    script_end(*state);
    test_free(*state);
    return 0;
}

static void features_replace_each_other(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> qSupported", "< PacketSize=20000;*", "> qC", "< QC1");
    SCRIPT(t, "> qSupported:multiprocess+;foo+", "< PacketSize=20000;*", "> qC", "< QCp1.1");
    SCRIPT(t, "> qSupported:foo+;multiprocess+", "< PacketSize=20000;*", "> qC", "< QCp1.1");
    SCRIPT(t, "> qSupported:foo+;bar-;baz=1,2;swbreak+", "< PacketSize=20000;*", "> qC", "< QC1");
    SCRIPT(t, "> qSupported:multiprocess+;multiprocess-", "< *", "> qC", "< QC1");
    SCRIPT(t, "> qSupportedX", "< ", "> qSupported;x", "< ");
}

/* The longest list is some 900 bytes: what fits is listed, whole, and the size comes first. */
static void list_that_is_too_long_ends_behind_a_feature(void **state) {
    stub_script *t = *state;
    t->options.packet_bytes = 256;
    script_start(t);
    SCRIPT(
        t, "> qSupported",
        "< "
        "PacketSize=100;multiprocess+;swbreak+;hwbreak+;fork-events+;vfork-events+;exec-events+;no-resumed+;"
        "error-message+;ConditionalBreakpoints+;BreakpointCommands+;MultiBreakpoint+;MultiMemRead+;"
        "QCatchSyscalls+;QDisableRandomization+;QEnvironmentHexEncoded+");
}

static void list_is_well_formed_and_independent_of_the_client(void **state) {
    stub_script *t = *state;
    rsp_buf first = {0};
    rsp_buf second = {0};
    script_start(t);
    rsp_stub_features(t->stub, &first);
    SCRIPT(t, "> qSupported:multiprocess+;swbreak+;QThreadEvents+", "< *");
    rsp_stub_features(t->stub, &second);
    assert_bytes(rsp_buf_bytes(&first), rsp_buf_bytes(&second));
    assert_ok(rsp_feature_check(rsp_buf_bytes(&first), NULL));
    const char *expected[] = {"QNonStop",      "QStartNoAckMode", "multiprocess",  "swbreak",
                              "hwbreak",       "fork-events",     "vfork-events",  "exec-events",
                              "no-resumed",    "vContSupported",  "QThreadEvents", "QPassSignals",
                              "binary-upload", "MultiMemRead"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(expected); i++)
        assert_true(rsp_feature_yes(rsp_buf_bytes(&first), rsp_bytes_str(expected[i])));
    rsp_feature options;
    assert_true(rsp_feature_find(&options, rsp_buf_bytes(&first), RSP_LIT("QThreadOptions")));
    assert_bytes_lit(options.value, "3");
    rsp_buf_free(&first);
    rsp_buf_free(&second);
}

/* What is withheld is neither announced nor answered. */
static void withheld_packets_are_unknown(void **state) {
    stub_script *t = *state;
    t->options.offer_non_stop = false;
    t->options.offer_no_ack = false;
    t->options.offer_multiprocess = false;
    t->options.offer_multimem = false;
    script_start(t);
    rsp_buf list = {0};
    rsp_stub_features(t->stub, &list);
    const char *withheld[] = {"QNonStop", "QStartNoAckMode", "multiprocess", "fork-events", "MultiMemRead"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(withheld); i++)
        assert_false(rsp_feature_yes(rsp_buf_bytes(&list), rsp_bytes_str(withheld[i])));
    rsp_buf_free(&list);
    SCRIPT(t, "> QNonStop:1", "< ", "> QStartNoAckMode", "< ", "> vStopped", "< ",
           "> MultiMemRead:ranges:1000,4;", "< ");
    SCRIPT(t, "> qSupported:multiprocess+;fork-events+;single-inf-arg+", "< *single-inf-arg+*", "> qC",
           "< QC1");
}

static void a_bare_target_announces_less(void **state) {
    stub_script *t = *state;
    rsp_target_ops ops = fake_target_ops;
    ops.set_events = NULL;
    ops.set_thread_options = NULL;
    ops.set_pass_signals = NULL;
    ops.set_catch_syscalls = NULL;
    ops.launch = NULL;
    ops.attach = NULL;
    ops.detach = NULL;
    ops.kill = NULL;
    ops.thread_name = NULL;
    ops.thread_state = NULL;
    t->options.ops = &ops;
    script_start(t);
    SCRIPT(t, "> QThreadEvents:1", "< ", "> QThreadOptions;0", "< ", "> QPassSignals:1", "< ",
           "> QCatchSyscalls:1", "< ", "> vRun;", "< ", "> vAttach;1", "< ", "> D", "< ", "> vKill;1", "< ",
           "> qThreadExtraInfo,1", "< ");
    SCRIPT(t, "> QThreadSuffixSupported", "< OK", "> vCont;s:1", "run", "< T05thread:1;core:0;reason:trace;*",
           "> jThreadsInfo", "< [{\"tid\":1,\"signal\":5*");
    SCRIPT(t, "> k", "< ");
    rsp_stub_free(t->stub);
    t->stub = NULL;
}

static void threads_are_selected(void **state) {
    stub_script *t = *state;
    fake_add(t->fake, 2, 3);
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> Hg0", "< OK", "> qC", "< QCp1.1", "> Hgp1.2", "< OK", "> qC", "< QCp1.2");
    SCRIPT(t, "> Hgp1.7", "< E03", "> qC", "< QCp1.2", "> Hgp1.3", "< E03", "> Hgp2.0", "< OK", "> qC",
           "< QCp2.3");
    SCRIPT(t, "> Hgp1.-1", "< OK", "> qC", "< QCp1.1", "> Hgp0.0", "< OK", "> qC", "< QCp1.1", "> Hgp-1.3",
           "< E*");
    SCRIPT(t, "> Hg-1", "< E03", "> Hgp9.-1", "< E03", "> Hg", "< E16", "> H", "< E16", "> Hgzz", "< E16");
    SCRIPT(t, "> Hx1", "< ", "> Hg2", "< OK", "> qC", "< QCp1.2", "> Hg3", "< E03");
    SCRIPT(t, "> Hc-1", "< OK", "> Hc0", "< OK", "> Hcp2.-1", "< OK", "> Hcp9.-1", "< E03", "> Hcp9.0",
           "< E03", "> Hcp2.3", "< OK", "> Hcp2.0", "< OK", "> Hcp2.9", "< E03", "> qC", "< QCp1.2");
    SCRIPT(t, "> T1", "< OK", "> Tp2.3", "< OK", "> Tp1.3", "< E03", "> Tp-1.1", "< E*", "> Tzz", "< E16",
           "> T", "< E16");
}

static void memory_outlives_the_selected_thread(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> QNonStop:1", "< OK", "> Hgp1.2", "< OK", "> vCont;c:p1.2", "< OK",
           "e SILENT 1.2", "run", "% Stop:N", "> M1000,1:5a", "< OK", "> m1000,1", "< 5a", "> g", "< E03");
}

static void plain_ids_find_other_processes(void **state) {
    stub_script *t = *state;
    fake_add(t->fake, 2, 3);
    script_start(t);
    SCRIPT(t, "> T3", "< OK", "> Hg3", "< OK", "> qC", "< QC3", "> Hg1", "< OK", "> qC", "< QC1", "> Hgp2.3",
           "< OK", "> qC", "< QC3");
}

static void listing_holds_each_thread_once(void **state) {
    stub_script *t = *state;
    fake_add(t->fake, 2, 3);
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> qfThreadInfo", "< mp1.1,p1.2,p2.3", "> qfThreadInfo", "< mp1.1,p1.2,p2.3",
           "> qsThreadInfo", "< l", "> qsThreadInfo", "< l");
}

static void listing_comes_in_packets_that_fit(void **state) {
    stub_script *t = *state;
    for (int64_t tid = 3; tid <= 300; tid++)
        fake_add(t->fake, 1, tid);
    t->options.packet_bytes = 256;
    script_start(t);
    size_t seen = 0;
    for (int i = 0; i < 100; i++) {
        rsp_buf reply = {0};
        rsp_bytes request = i == 0 ? RSP_LIT("$qfThreadInfo#bb") : RSP_LIT("$qsThreadInfo#c8");
        assert_ok(rsp_stub_input(t->stub, request, &reply));
        rsp_bytes payload = rsp_bytes_sub(rsp_buf_bytes(&reply), 2, reply.len - 5);
        bool last = payload.ptr[0] == 'l';
        assert_true(last ? payload.len == 1 : payload.len <= 256);
        rsp_bytes ids = rsp_bytes_from(payload, 1);
        while (!last && ids.len) {
            uint64_t id = 0;
            assert_ok(rsp_hex_u64(&id, rsp_bytes_split(&ids, ',')));
            assert_int_equal(id, ++seen);
        }
        rsp_buf_free(&reply);
        if (last)
            break;
    }
    assert_int_equal(seen, 300);
}

static void extra_info_is_hex(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> qThreadExtraInfo,1", "< 74313a2068656c64", "> qThreadExtraInfo,9", "< E03",
           "> qThreadExtraInfo,", "< E16", "> qThreadExtraInfo,zz", "< E16");
}

static void signal_lists_replace_each_other(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> QPassSignals:1e;f", "< OK");
    assert_true(t->fake->passed[30] && t->fake->passed[15]);
    SCRIPT(t, "> QPassSignals:2", "< OK");
    assert_true(t->fake->passed[2] && !t->fake->passed[30]);
    SCRIPT(t, "> QPassSignals:zz", "< E16", "> QPassSignals:fff", "< OK", "> QPassSignals:", "< OK");
    assert_false(t->fake->passed[2]);
    SCRIPT(t, "> QProgramSignals:5;zz", "< E16", "> QProgramSignals:5", "< OK");
}

static void native_signals_are_those_of_linux(void **state) {
    stub_script *t = *state;
    t->options.native_signals = true;
    script_start(t);
    SCRIPT(t, "> qSupported", "< *native-signals+*", "> QPassSignals:a", "< OK");
    assert_true(t->fake->passed[30]);
    SCRIPT(t, "> vCont;C0a:1", "log c1.1/1e ", "e SIGNALLED 1.1 11", "run",
           "< T13thread:1;core:0;reason:signal;*");
}

static void system_calls_are_caught(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> QCatchSyscalls:1;40;5d", "< OK", "log catch1=1,40,5d ", "> QCatchSyscalls:1", "< OK",
           "log catch1=1 ", "> QCatchSyscalls:0", "< OK", "log catch1=0 ");
    SCRIPT(t, "> QCatchSyscalls:2", "< E16", "> QCatchSyscalls:", "< E16", "> QCatchSyscalls:0;1", "< E16",
           "> QCatchSyscalls:1;zz", "< E16", "log ");
}

static void thread_options_take_the_last_match(void **state) {
    stub_script *t = *state;
    fake_add(t->fake, 2, 3);
    script_start(t);
    SCRIPT(t, SCRIPT_ALL, "> QThreadOptions;0;3:p1.2", "< OK");
    assert_int_equal(t->fake->threads[1].options, 0);
    assert_int_equal(t->fake->threads[2].options, 3);
    SCRIPT(t, "> QThreadOptions;1:p1.2;2", "< OK");
    assert_int_equal(t->fake->threads[2].options, 2);
    SCRIPT(t, "> QThreadOptions;1:p2.-1", "< OK");
    assert_int_equal(t->fake->threads[3].options, 1);
    assert_int_equal(t->fake->threads[1].options, 2);
    SCRIPT(t, "> QThreadOptions", "< E16", "> QThreadOptions;", "< E16", "> QThreadOptions;80", "< E16",
           "> QThreadOptions;1:zz", "< E16", "> QThreadOptions;3;80", "< E16", "> QThreadOptions;zz", "< E16",
           "> QThreadOptions;1x", "< E16", "> QThreadOptions;1:9", "< E16");
    assert_int_equal(t->fake->threads[1].options, 2);
    rsp_buf many = {0};
    rsp_buf_str(&many, "> QThreadOptions");
    for (int i = 0; i < 256; i++)
        rsp_buf_str(&many, ";0");
    SCRIPT(t, rsp_buf_cstr(&many), "< OK");
    rsp_buf_str(&many, ";0");
    SCRIPT(t, rsp_buf_cstr(&many), "< E16");
    rsp_buf_free(&many);
}

static void thread_events_are_switched(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> QThreadEvents:1", "< OK");
    assert_true(t->fake->events & RSP_TARGET_REPORT_THREADS);
    SCRIPT(t, "> QThreadEvents:0", "< OK", "> QThreadEvents:2", "< E16", "> QThreadEvents:", "< E16");
    assert_false(t->fake->events & RSP_TARGET_REPORT_THREADS);
}

static void errors_take_the_form_asked_for(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> T9", "< E03", "> QEnableErrorStrings", "< OK", "> T9", "< E03;6e6f207375636820746872656164");
    SCRIPT(t, "> qSupported:error-message+", "< *", "> T9", "< E.no such thread", "> qSupported", "< *");
    SCRIPT(t, "> T9", "< E03;6e6f207375636820746872656164");
}

static void echo_is_the_packet(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> qEcho:123", "< qEcho:123", "> qEcho:*~", "< qEcho:}\n~", "> qEcho", "< qEcho", "> qEcho:}",
           "< E16");
}

static void lldb_lists_threads_in_stop_replies(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> QListThreadsInStopReply", "< OK", "> QThreadSuffixSupported", "< OK", "e BREAK_SOFTWARE 1.2",
           "> c", "run",
           "< T05thread:2;core:0;threads:1,2;thread-pcs:1010,1020;name:t2;reason:breakpoint;20:2010*");
    (void)strcpy(t->fake->threads[2].name, "a;b:c");
    SCRIPT(t, "> ?", "< T05thread:2;*hexname:613b623a63;*");
}

static void long_thread_lists_are_left_out(void **state) {
    stub_script *t = *state;
    for (int64_t tid = 3; tid <= 300; tid++)
        fake_add(t->fake, 1, tid);
    t->options.packet_bytes = 256;
    script_start(t);
    SCRIPT(t, "> QListThreadsInStopReply", "< OK", "> ?", "< T00thread:1;core:0;name:t1;20:*");
    t->options.packet_bytes = 512;
}

static void threads_are_described_in_json(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> c", "e BREAK_SOFTWARE 1.2", "run", "< T05*");
    SCRIPT(t, "> jThreadsInfo", "< [{\"tid\":1,\"name\":\"t1\",\"signal\":0,\"reason\":\"none\",*}]}],*",
           "> jThreadsInfo", "< *\"registers\":{\"32\":\"1010000000000000\",\"2\":\"0201000000000000\",*",
           "> jThreadsInfo", "< *{\"tid\":2,*\"signal\":5,\"reason\":\"breakpoint\",*");
}

static void braces_of_json_are_escaped(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> jThreadExtendedInfo:{\"thread\":2}]", "< {\"tid\":2,\"name\":\"t2\",*}]",
           "> jThreadExtendedInfo:{\"thread\":9}]", "< E03", "> jThreadExtendedInfo:", "< OK",
           "> jThreadExtendedInfo:[[[[", "< E16", "> jThreadExtendedInfo:{\"thread\":\"x\"}]", "< E16",
           "> jThreadExtendedInfo:{\"thread\":0}]", "< E03", "> jThreadExtendedInfo:}", "< E16");
}

static void stop_info_of_each_thread(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> c", "e BREAK_SOFTWARE 1.2", "run", "< T05thread:2;*", "> qThreadStopInfo1",
           "< T00thread:1;*", "> qThreadStopInfo2", "< T05thread:2;*", "> qThreadStopInfo9", "< E03",
           "> qThreadStopInfo", "< E16", "> qThreadStopInfo0", "< E16");
}

static void thread_suffix_names_the_thread(void **state) {
    stub_script *t = *state;
    script_start(t);
    SCRIPT(t, "> p2;thread:2;", "< E*", "> QThreadSuffixSupported", "< OK", "> p2;thread:2;",
           "< 0202000000000000", "> p2", "< 0201000000000000", "> g;thread:2;", "< 0002000000000000*",
           "> p2;thread:9;", "< E*", "> p2;thread:zz;", "< E*", "> p2;thread:2;x", "< E*", "> qC", "< QC1");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(features_replace_each_other),
        TEST(list_that_is_too_long_ends_behind_a_feature),
        TEST(list_is_well_formed_and_independent_of_the_client),
        TEST(withheld_packets_are_unknown),
        TEST(a_bare_target_announces_less),
        TEST(threads_are_selected),
        TEST(memory_outlives_the_selected_thread),
        TEST(plain_ids_find_other_processes),
        TEST(listing_holds_each_thread_once),
        TEST(listing_comes_in_packets_that_fit),
        TEST(extra_info_is_hex),
        TEST(signal_lists_replace_each_other),
        TEST(native_signals_are_those_of_linux),
        TEST(system_calls_are_caught),
        TEST(thread_options_take_the_last_match),
        TEST(thread_events_are_switched),
        TEST(errors_take_the_form_asked_for),
        TEST(echo_is_the_packet),
        TEST(lldb_lists_threads_in_stop_replies),
        TEST(long_thread_lists_are_left_out),
        TEST(threads_are_described_in_json),
        TEST(braces_of_json_are_escaped),
        TEST(stop_info_of_each_thread),
        TEST(thread_suffix_names_the_thread),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
