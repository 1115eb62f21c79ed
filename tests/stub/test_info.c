/* Queries about host, process, symbols, thread-local storage and the monitor.
 * Source: GDB manual, General Query Packets; LLDB gdb-remote extensions.
 * The monitor is the outside world: it starts, signals and feeds processes. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ask.h"

#include "core/hex.h"
#include <inttypes.h>

static int setup(void **state) {
    return ask_setup(state, "/bin/sleeper");
}

static bool reply_holds(rsp_bytes reply, const char *text) {
    return rsp_bytes_search(reply, rsp_bytes_str(text)) < reply.len;
}

static void host_and_process_are_described(void **state) {
    ask *a = *state;
    rsp_bytes host = ask_for(a, "qHostInfo");
    assert_true(rsp_bytes_starts(host, RSP_LIT("triple:726973637636342d")));
    assert_true(reply_holds(host, "endian:little;ptrsize:8;"));
    rsp_bytes process = ask_for(a, "qProcessInfo");
    assert_true(rsp_bytes_starts(process, RSP_LIT("pid:2a1;parent-pid:0;")));
    assert_true(reply_holds(process, "ostype:linux;"));
    assert_reply(a, "qWatchpointSupportInfo:", "num:4;");
    assert_reply(a, "qOffsets", "Text=0;Data=0;Bss=0");
}

static void processes_are_listed_for_lldb(void **state) {
    ask *a = *state;
    assert_error_reply(ask_for(a, "qsProcessInfo"));
    assert_true(rsp_bytes_starts(ask_for(a, "qfProcessInfo"), RSP_LIT("pid:673;ppid:0;uid:0;")));
    assert_error_reply(ask_for(a, "qsProcessInfo"));
    assert_true(rsp_bytes_starts(ask_for(a, "qfProcessInfo:name:736c656570;name_match:starts_with;"),
                                 RSP_LIT("pid:673;")));
    assert_error_reply(ask_for(a, "qfProcessInfo:name:736c656570;"));
    assert_error_reply(ask_for(a, "qfProcessInfo:name:6;"));
    assert_error_reply(ask_for(a, "qfProcessInfo:pid:99999999999999999999;"));
    assert_true(rsp_bytes_starts(ask_for(a, "qfProcessInfo:pid:673;unknown:1;"), RSP_LIT("pid:673;")));
    assert_error_reply(ask_for(a, "qProcessInfoPID:0"));
    assert_error_reply(ask_for(a, "qUserName:1"));
    assert_reply(a, "qGroupName:0", "726f6f74");
    assert_true(reply_holds(ask_for(a, "jSignalsInfo"), "\"signo\":30,\"name\":\"SIGUSR1\""));
}

static void symbols_are_never_wanted(void **state) {
    ask *a = *state;
    assert_reply(a, "qSymbol::", "OK");
    assert_reply(a, "qSymbol:1234:6d61696e", "OK");
    assert_reply(a, "qSymbol::6d61696e", "OK");
    assert_error_reply(ask_for(a, "qSymbol:zz:6d61696e"));
    assert_error_reply(ask_for(a, "qSymbol:12:6d6"));
    assert_error_reply(ask_for(a, "qSymbol:12:zz"));
    assert_error_reply(ask_for(a, "qSymbol"));
}

static void tls_address_is_the_thread_pointer_and_the_offset(void **state) {
    ask *a = *state;
    assert_reply(a, "P4=0010000000000000", "OK");
    assert_reply(a, "qGetTLSAddr:2a1,20,0", "1020");
    assert_error_reply(ask_for(a, "qGetTLSAddr:7fff,20,0"));
    static const char *const bad[] = {"qGetTLSAddr:", "qGetTLSAddr:2a1", "qGetTLSAddr:2a1,20",
                                      "qGetTLSAddr:x,20,0", "qGetTLSAddr:2a1,20,zz"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_error_reply(ask_for(a, "%s", bad[i]));
}

/* The text a monitor command prints; "OK" when it prints none. Valid until the next. */
static const char *monitor(ask *a, const char *command) {
    static rsp_buf text;
    rsp_buf request = {0};
    rsp_buf_str(&request, "qRcmd,");
    rsp_hex_append(&request, rsp_bytes_str(command));
    rsp_bytes reply = ask_bytes(a, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    rsp_buf_free(&text);
    if (rsp_bytes_equal(reply, RSP_LIT("OK")))
        return "OK";
    assert_ok(rsp_hex_decode(&text, reply));
    return rsp_buf_cstr(&text);
}

static void monitor_shows_the_machine(void **state) {
    ask *a = *state;
    assert_non_null(strstr(monitor(a, "help"), "spawn PROGRAM"));
    assert_non_null(strstr(monitor(a, "processes"), "673\tparent 0\ttraced\t1 threads\t/bin/sleeper"));
    assert_non_null(strstr(monitor(a, "threads"), "673.673\tsleeper\tpc 0x"));
    assert_non_null(strstr(monitor(a, "files"), "/bin/hello"));
    assert_string_equal(monitor(a, "time"), "0 ns of virtual time\n");
    assert_string_equal(monitor(a, "insns"), "0 instructions\n");
    assert_string_equal(monitor(a, "  seed "), "seed 1\n");
    assert_true(strncmp(monitor(a, "hash"), "course ", 7) == 0);
    assert_non_null(strstr(monitor(a, "nonsense"), "unknown command"));
    assert_non_null(strstr(monitor(a, ""), "unknown command"));
    assert_error_reply(ask_for(a, "qRcmd,6"));
    assert_error_reply(ask_for(a, "qRcmd,zz"));
    assert_error_reply(ask_for(a, "qRcmd,%s", /* 65 words */
                               "612061206120612061206120612061206120612061206120612061206120612061206120"
                               "612061206120612061206120612061206120612061206120612061206120612061206120"
                               "612061206120612061206120612061206120612061206120612061206120612061206120"
                               "6120612061206120612061206120612061206120612061206120"));
    static const char *const usages[] = {"spawn",      "kill",        "kill x", "kill 99999999999",
                                         "signal 673", "signal 673 X"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(usages); i++)
        assert_true(strncmp(monitor(a, usages[i]), "usage: ", 7) == 0);
    assert_string_equal(monitor(a, "kill 4000"), "no process 4000\n");
    assert_non_null(strstr(monitor(a, "spawn /bin/nosuch"), "/bin/nosuch: "));
}

static void spawned_process_is_attached_to_and_let_go(void **state) {
    ask *a = *state;
    (void)ask_for(a, "qSupported:multiprocess+");
    assert_reply(a, "!", "OK");
    assert_string_equal(monitor(a, "spawn /bin/spin one two"), "process 674\n");
    assert_reply(a, "qAttached:2a1", "0");
    assert_reply(a, "Tp2a2.2a2", "E03");
    assert_true(rsp_bytes_starts(ask_for(a, "vAttach;2a2"), RSP_LIT("T")));
    assert_reply(a, "qAttached:2a2", "1");
    assert_reply(a, "Tp2a2.2a2", "OK");
    assert_error_reply(ask_for(a, "vAttach;2a2"));
    assert_error_reply(ask_for(a, "vAttach;7fff"));
    assert_reply(a, "D;2a2", "OK");
    assert_non_null(strstr(monitor(a, "processes"), "674\tparent 0\tfree"));
    assert_string_equal(monitor(a, "signal 674 SIGTERM"), "sent SIGTERM to process 674\n");
    assert_reply(a, "vKill;2a1", "OK");
}

static void killed_from_outside_is_reported(void **state) {
    ask *a = *state;
    assert_string_equal(monitor(a, "kill 673"), "sent SIGKILL to process 673\n");
    assert_bytes_lit(ask_resume(a, "c"), "X09");
}

static void signal_from_outside_stops(void **state) {
    ask *a = *state;
    assert_string_equal(monitor(a, "signal 673 USR1"), "sent SIGUSR1 to process 673\n");
    assert_true(rsp_bytes_starts(ask_resume(a, "c"), RSP_LIT("T1e")));
}

static void input_is_fed_by_lines(void **state) {
    (void)state;
    ask a;
    ask_init(&a, "/bin/echo-input");
    ask_start(&a);
    assert_string_equal(monitor(&a, "input  two  words"), "OK");
    assert_string_equal(monitor(&a, "input"), "OK");
    assert_string_equal(monitor(&a, "eof"), "OK");
    assert_bytes_lit(ask_resume(&a, "c"), "W02");
    assert_bytes_lit(rsp_buf_bytes(&a.console), "two  words\n\n");
    ask_end(&a);
}

static void without_a_process_the_host_is_still_there(void **state) {
    (void)state;
    ask a;
    ask_init(&a, "");
    a.path.len = 0;
    ask_start(&a);
    assert_true(rsp_bytes_starts(ask_for(&a, "qHostInfo"), RSP_LIT("triple:")));
    assert_error_reply(ask_for(&a, "qProcessInfo"));
    assert_error_reply(ask_for(&a, "qOffsets"));
    assert_error_reply(ask_for(&a, "qGetTLSAddr:1,0,0"));
    assert_string_equal(monitor(&a, "processes"), "OK");
    (void)monitor(&a, "time"); /* frees the text of the last one */
    ask_end(&a);
}

static void forget_text(void) {
    ask a;
    ask_init(&a, "");
    a.path.len = 0;
    ask_start(&a);
    (void)monitor(&a, "processes");
    ask_end(&a);
}

static int end_of_group(void **state) {
    (void)state;
    forget_text();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(host_and_process_are_described, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(processes_are_listed_for_lldb, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(symbols_are_never_wanted, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(tls_address_is_the_thread_pointer_and_the_offset, setup,
                                        ask_teardown),
        cmocka_unit_test_setup_teardown(monitor_shows_the_machine, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(spawned_process_is_attached_to_and_let_go, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(killed_from_outside_is_reported, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(signal_from_outside_stops, setup, ask_teardown),
        cmocka_unit_test(input_is_fed_by_lines),
        cmocka_unit_test(without_a_process_the_host_is_still_there),
    };
    return cmocka_run_group_tests(tests, NULL, end_of_group);
}
