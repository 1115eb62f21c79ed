/* Dialogues as scenarios, text against text. That such scenarios are valid and run is tested with the program
 * (cli/capture-to-scenario.t) and with real stubs (interop/capture.py).
 * See capture/scenario_writer.h. */
/* SPDX-License-Identifier: MIT */
#include "dialogue_script.h"

#include "capture/scenario_writer.h"
#include "core/limits.h"
#include <stdio.h>
#include <stdlib.h>

/* The steps only. */
static void assert_steps(const char *const *lines, size_t num, bool contents, const char *steps) {
    rsp_dialogue d = {0};
    rsp_buf out = {0};
    rsp_scenario_written written;
    dialogue_script(&d, lines, num);
    assert_ok(rsp_scenario_write(&out, &written, &d, &(rsp_scenario_writer_options){.contents = contents}));
    const char *at = strstr(rsp_buf_cstr(&out), "steps:\n");
    assert_non_null(at);
    assert_string_equal(at + 7, steps);
    rsp_buf_free(&out);
    rsp_dialogue_free(&d);
}

static void ids_are_captured_and_used(void **state) {
    (void)state;
    static const char *const lines[] = {
        "> ?",
        "< T05thread:p1a.1b;swbreak:;",
        "> qC",
        "< QCp1a.1b",
        "> vCont;s:p1a.1b;c:p1a.-1",
        "< T05thread:p1a.1c;",
        "> qfThreadInfo",
        "< mp1a.1b,p1a.1d",
    };
    assert_steps(lines, RSP_ARRAY_LEN(lines), false,
                 "  - send: '?'\n"
                 "    expect: { stop: { kind: T, signal: 5, reason: swbreak } }\n"
                 "    capture: { t1: thread }\n"
                 "  - send: 'qC'\n"
                 "    expect: { regex: '^QCp0*${pid($t1)}\\.0*${tid($t1)}$' }\n"
                 "  - send: 'vCont;s:${$t1};c:p${pid($t1)}.-1'\n"
                 "    expect: { stop: { kind: T, signal: 5 } }\n"
                 "    capture: { t2: thread }\n"
                 "  - send: 'qfThreadInfo'\n"
                 "    expect: { regex: '^mp0*${pid($t1)}\\.0*${tid($t1)},p0*${pid($t1)}\\.([0-9a-f]+)$' }\n"
                 "    capture: { t3: 1 }\n");
}

/* An id that nobody has told is sent as it was. */
static void ids_of_nobody_stay_as_recorded(void **state) {
    (void)state;
    static const char *const lines[] = {
        "> Hgp7.8", "< OK", "> T1f", "< OK", "> vFile:close:5", "< F0", "> vCont;c:p7.8;s:9", "< W00"};
    assert_steps(lines, RSP_ARRAY_LEN(lines), false,
                 "  - send: 'Hgp7.8'\n    expect: OK\n"
                 "  - send: 'T1f'\n    expect: OK\n"
                 "  - send: 'vFile:close:5'\n    expect: { exact: 'F0' }\n"
                 "  - send: 'vCont;c:p7.8;s:9'\n    expect: { stop: { kind: W, status: 0 } }\n");
}

/* A pattern captures nine groups; ids beyond them match any. */
static void ids_beyond_the_groups_of_a_pattern_match_any(void **state) {
    (void)state;
    static const char *const lines[] = {"> qfThreadInfo", "< m1,2,3,4,5,6,7,8,9,a,b"};
#define ID "([0-9a-f]+),"
    assert_steps(lines, RSP_ARRAY_LEN(lines), false,
                 "  - send: 'qfThreadInfo'\n"
                 "    expect: { regex: '^m" ID ID ID ID ID ID ID ID ID "[0-9a-f]+,[0-9a-f]+$' }\n"
                 "    capture: { t1: 1, t2: 2, t3: 3, t4: 4, t5: 5, t6: 6, t7: 7, t8: 8, t9: 9 }\n");
#undef ID
}

/* A process id in a path is the word that is all digits; a descriptor is an id of its own. */
static void ids_in_paths_are_named(void **state) {
    (void)state;
    static const char *const lines[] = {
        "> qC",
        "< QCp4d2.4d2",
        "> vFile:open:2f70726f632f313233342f6d617073,0,0", /* /proc/1234/maps */
        "< F5",
        "> vFile:pread:5,10,0",
        "< F0;",
        "> vFile:open:2f70726f632f3939392f6d617073,0,0", /* /proc/999/maps: nobody's */
        "< F-1,2",
    };
    assert_steps(lines, RSP_ARRAY_LEN(lines), false,
                 "  - send: 'qC'\n"
                 "    expect: { regex: '^QC(p[0-9a-f]+\\.[0-9a-f]+)$' }\n"
                 "    capture: { t1: 1 }\n"
                 "  - set: { file: '/proc/${pid($t1):dec}/maps' }\n"
                 "  - send: 'vFile:open:${hex($file)},0,0'\n"
                 "    expect: { regex: '^F([0-9a-f]+)$' }\n"
                 "    capture: { f2: 1 }\n"
                 "  - send: 'vFile:pread:${num($f2)},10,0'\n"
                 "    expect: { exact: 'F0;' }\n"
                 "  - send: 'vFile:open:2f70726f632f3939392f6d617073,0,0'\n"
                 "    expect: { exact: 'F-1,2' }\n");
}

static void names_of_scenarios_have_an_area_and_a_word(void **state) {
    (void)state;
    static const char *const good[] = {"area/name", "a/b", "a-1/b-2"};
    static const char *const bad[] = {"", "area", "/name", "area/", "a/b/c", "A/b", "a/b c", "a//b", "/"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(good); i++)
        assert_true(rsp_scenario_name_is_valid(rsp_bytes_str(good[i])));
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_false(rsp_scenario_name_is_valid(rsp_bytes_str(bad[i])));
}

static void texts_are_quoted_for_both_languages(void **state) {
    (void)state;
    static const char *const lines[] = {
        "> X1000,4:it's}\x03\x01\\",
        "< OK",
        "> qRcmd,00",
        "< E.it's",
        "> m0,1",
        "< E01",
        "> qOdd",
        "< a}\x04z",
        "> qNone",
        "< ",
    };
    assert_steps(lines, RSP_ARRAY_LEN(lines), true,
                 "  - send: 'X1000,4:it''s#\\x01\\\\'\n"
                 "    expect: OK\n"
                 "  - send: 'qRcmd,00'\n"
                 "    expect: error\n"
                 "  - send: 'm0,1'\n"
                 "    expect: { error: 0x01 }\n"
                 "  - send: 'qOdd'\n"
                 "    expect: { exact: 'a\\$z' }\n"
                 "  - send: 'qNone'\n"
                 "    expect: empty\n");
}

static void addresses_in_symbols_are_written_by_name(void **state) {
    (void)state;
    static const char *const lines[] = {"> Z0,1000,4", "< OK", "> m1004,4", "< 00", "> m1008,4", "< 00"};
    static const rsp_scenario_symbol symbols[] = {{.name = "work", .address = 0x1000, .size = 8}};
    rsp_dialogue d = {0};
    rsp_buf out = {0};
    rsp_scenario_written written;
    dialogue_script(&d, lines, RSP_ARRAY_LEN(lines));
    assert_ok(rsp_scenario_write(
        &out, &written, &d,
        &(rsp_scenario_writer_options){.program = "hello", .symbols = symbols, .num_symbols = 1}));
    const char *text = rsp_buf_cstr(&out);
    assert_non_null(strstr(text, "needs: { program: hello, symbols: [work] }\n"));
    assert_non_null(strstr(text, "'Z0,${$work},4'"));
    assert_non_null(strstr(text, "'m${$work + 4},4'"));
    assert_non_null(strstr(text, "'m1008,4'"));
    rsp_buf_free(&out);
    rsp_dialogue_free(&d);
}

static void features_are_wanted_again(void **state) {
    (void)state;
    static const char *const lines[] = {
        "> qSupported",
        "< PacketSize=1000;QNonStop+;gone-;odd\"name+;qXfer:auxv:read+",
        "> qSupported",
        "< nothing of the kind",
    };
    assert_steps(lines, RSP_ARRAY_LEN(lines), false,
                 "  - send: 'qSupported'\n"
                 "    expect: { features: { has: ['PacketSize', 'QNonStop', 'qXfer:auxv:read'] } }\n"
                 "  - send: 'qSupported'\n"
                 "    expect: any\n");
}

static void session_without_acks_connects_without_them(void **state) {
    (void)state;
    static const char *const lines[2][4] = {{"> QStartNoAckMode", "< OK", "> qC", "< QC1"},
                                            {"> QStartNoAckMode", "< ", "> qC", "< QC1"}};
    for (int refused = 0; refused < 2; refused++) {
        rsp_dialogue d = {0};
        rsp_buf out = {0};
        rsp_scenario_written written;
        dialogue_script(&d, lines[refused], RSP_ARRAY_LEN(lines[refused]));
        assert_ok(rsp_scenario_write(&out, &written, &d, &(rsp_scenario_writer_options){0}));
        assert_int_equal(strstr(rsp_buf_cstr(&out), "no-ack: yes") != NULL, !refused);
        assert_int_equal(strstr(rsp_buf_cstr(&out), "send: 'QStartNoAckMode'") != NULL, refused);
        rsp_buf_free(&out);
        rsp_dialogue_free(&d);
    }
}

static void contents_are_expected_by_length_unless_wanted(void **state) {
    (void)state;
    static const char *const lines[] = {"> m0,4", "< 00112233", "> g", "< 0011xxxx"};
    assert_steps(lines, RSP_ARRAY_LEN(lines), false,
                 "  - send: 'm0,4'\n    expect: { length: 8 }\n"
                 "  - send: 'g'\n    expect: { length: 8 }\n");
    assert_steps(lines, RSP_ARRAY_LEN(lines), true,
                 "  - send: 'm0,4'\n    expect: { exact: '00112233' }\n"
                 "  - send: 'g'\n    expect: { exact: '0011xxxx' }\n");
}

static void what_comes_between_has_steps_of_its_own(void **state) {
    (void)state;
    static const char *const lines[] = {
        "> QNonStop:1", "< OK",    "> vCont;c",    "< OK", "% Stop:T05thread:2;",
        "> vStopped",   "< OK",    "> QNonStop:0", "< OK", "> c",
        "! ",           "< O6869", "< S02",        "> k",
    };
    assert_steps(lines, RSP_ARRAY_LEN(lines), false,
                 "  - send: 'QNonStop:1'\n    expect: OK\n"
                 "  - send: 'vCont;c'\n    expect: OK\n"
                 "  - notification: { Stop: { kind: T, signal: 5 } }\n"
                 "    capture: { t1: thread }\n"
                 "  - send: 'vStopped'\n    expect: OK\n"
                 "  - send: 'QNonStop:0'\n    expect: OK\n"
                 "  - send: 'c'\n"
                 "  - wait: 2ms\n"
                 "  - interrupt:\n"
                 "  - expect: { stop: { kind: S, signal: 2 } }\n"
                 "  - send: 'k'\n");
}

/* A stop with ids of others is no stop of one thread, also where it is announced. */
static void announced_stop_with_ids_of_others_is_any(void **state) {
    (void)state;
    static const char *const lines[] = {
        "> QNonStop:1", "< OK", "> vCont;c", "< OK", "% Stop:T05fork:p5.5;thread:p2.2;",
        "> vStopped",   "< OK"};
    assert_steps(lines, RSP_ARRAY_LEN(lines), false,
                 "  - send: 'QNonStop:1'\n    expect: OK\n"
                 "  - send: 'vCont;c'\n    expect: OK\n"
                 "  - notification: any\n"
                 "  - send: 'vStopped'\n    expect: OK\n");
}

static void ids_beyond_the_limit_stay_as_recorded(void **state) {
    (void)state;
    enum { NUM = RSP_LIMIT_SCENARIO_NAMES + 1 };
    char(*texts)[32] = calloc(NUM, sizeof *texts);
    const char **lines = calloc((size_t)NUM * 2, sizeof *lines);
    assert_true(texts && lines);
    for (size_t i = 0; i < NUM; i++) {
        (void)snprintf(texts[i], sizeof texts[i], "< QC%zx", i + 1);
        lines[2 * i] = "> qC";
        lines[2 * i + 1] = texts[i];
    }
    rsp_dialogue d = {0};
    rsp_buf out = {0};
    rsp_scenario_written written;
    dialogue_script(&d, lines, (size_t)2 * (NUM - 1));
    assert_ok(rsp_scenario_write(&out, &written, &d, &(rsp_scenario_writer_options){0}));
    assert_int_equal(written.captures, RSP_LIMIT_SCENARIO_NAMES);
    rsp_dialogue_free(&d);
    rsp_buf_clear(&out);
    dialogue_script(&d, lines, (size_t)2 * NUM);
    assert_int_equal(rsp_scenario_write(&out, &written, &d, &(rsp_scenario_writer_options){0}), RSP_LIMIT);
    assert_int_equal(written.captures, RSP_LIMIT_SCENARIO_NAMES);
    rsp_dialogue_free(&d);
    rsp_buf_free(&out);
    free(lines);
    free(texts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_captured_and_used),
        cmocka_unit_test(ids_of_nobody_stay_as_recorded),
        cmocka_unit_test(ids_beyond_the_groups_of_a_pattern_match_any),
        cmocka_unit_test(ids_in_paths_are_named),
        cmocka_unit_test(names_of_scenarios_have_an_area_and_a_word),
        cmocka_unit_test(texts_are_quoted_for_both_languages),
        cmocka_unit_test(addresses_in_symbols_are_written_by_name),
        cmocka_unit_test(features_are_wanted_again),
        cmocka_unit_test(session_without_acks_connects_without_them),
        cmocka_unit_test(contents_are_expected_by_length_unless_wanted),
        cmocka_unit_test(what_comes_between_has_steps_of_its_own),
        cmocka_unit_test(announced_stop_with_ids_of_others_is_any),
        cmocka_unit_test(ids_beyond_the_limit_stay_as_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
