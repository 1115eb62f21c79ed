/* What a step makes of a stub that answers wrongly where a scenario asks by itself: lists without an end,
 * objects in parts that do not fit, registers that are not there, parts of a reply that it does not have.
 * Each row is what the stub answers, the steps, and what must come of them. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "played.h"

#include "core/limits.h"

enum { MOST_ANSWERS = 5 };

typedef struct hostile_row {
    fake_answer answers[MOST_ANSWERS + 1];
    const char *rest;
    rsp_verdict verdict;
    const char *message;
} hostile_row;

static void expect_rows(const hostile_row *rows, size_t num) {
    for (size_t i = 0; i < num; i++) {
        fake_stub stub = {.answers = rows[i].answers};
        expect_run_of(&stub, rows[i].rest, rows[i].verdict, rows[i].message);
    }
}

/* --- lists of threads --- */

#define COUNTED "steps: [{threads: {count: 2}}]"

static const hostile_row thread_rows[] = {
    {{{"qfThreadInfo", "m1"}, {"qsThreadInfo", "m2"}},
     COUNTED,
     RSP_VERDICT_FAIL,
     "expected the end of the thread list, got more and more"},
    {{{"qfThreadInfo", "m1,2"}, {"qsThreadInfo", "l"}}, COUNTED, RSP_VERDICT_PASS, ""},
    {{{"qfThreadInfo", "m1,,2"}, {"qsThreadInfo", "l"}},
     COUNTED,
     RSP_VERDICT_FAIL,
     "expected a list of thread-ids"},
    {{{"qfThreadInfo", "m1,2,"}, {"qsThreadInfo", "l"}}, COUNTED, RSP_VERDICT_FAIL, "thread-id-syntax"},
    {{{"qfThreadInfo", "mp1.1,p1.zz"}}, COUNTED, RSP_VERDICT_FAIL, "expected a list of thread-ids"},
    {{{"qfThreadInfo", "m1"}, {"qsThreadInfo", "OK"}}, COUNTED, RSP_VERDICT_FAIL, "got another reply"},
    {{{"qfThreadInfo", "1,2"}}, COUNTED, RSP_VERDICT_FAIL, "expected a list of thread-ids"},
    {{{"qfThreadInfo", "E01"}}, COUNTED, RSP_VERDICT_FAIL, "expected a list of thread-ids"},
    {{{"qfThreadInfo", "m10000000000000001"}}, COUNTED, RSP_VERDICT_FAIL, "expected a list of thread-ids"},
    {{{"qfThreadInfo", "l"}}, "steps: [{threads: {count: 0}}]", RSP_VERDICT_PASS, ""},
    {{{"qfThreadInfo", "m"}, {"qsThreadInfo", "l"}},
     "steps: [{threads: {count: 0}}]",
     RSP_VERDICT_FAIL,
     "more-has-data: a thread list that is empty and not at its end"},
    {{{"qfThreadInfo", "m1"}, {"qsThreadInfo", NULL}}, COUNTED, RSP_VERDICT_HANG, "it did not come"},
};

static void lists_of_threads_end_or_are_left(void **state) {
    (void)state;
    expect_rows(thread_rows, RSP_ARRAY_LEN(thread_rows));
}

/* A reply with more ids than a list may have: nothing grows beyond its limit. */
static void list_of_threads_beyond_the_limit_is_refused(void **state) {
    (void)state;
    rsp_buf reply = {0};
    rsp_buf_push(&reply, 'm');
    for (size_t i = 0; i <= RSP_LIMIT_VALUE_ITEMS; i++)
        rsp_buf_str(&reply, i ? ",1" : "1");
    const hostile_row row = {{{"qfThreadInfo", rsp_buf_cstr(&reply)}},
                             COUNTED,
                             RSP_VERDICT_FAIL,
                             "expected the end of the thread list, got more and more"};
    expect_rows(&row, 1);
    rsp_buf_free(&reply);
}

/* --- objects --- */

#define READ_ALL "steps: [{xfer: {object: auxv, window: 4, into: whole}, expect: {exact: abcdef}}]"

static const hostile_row object_rows[] = {
    {{{"qXfer:auxv:read::0,4", "mabcd"}, {"qXfer:auxv:read::4,4", "lef"}}, READ_ALL, RSP_VERDICT_PASS, ""},
    {{{"qXfer:auxv:read::0,4", "mabc"}, {"qXfer:auxv:read::3,4", "mdef"}, {"qXfer:auxv:read::6,4", "l"}},
     READ_ALL,
     RSP_VERDICT_PASS,
     ""},
    {{{"qXfer:auxv:read::0,4", "mabcd"}, {"qXfer:auxv:read::4,4", "m"}},
     READ_ALL,
     RSP_VERDICT_FAIL,
     "expected data after m, got none"},
    {{{"qXfer:auxv:read::0,4", "labcdef"}},
     READ_ALL,
     RSP_VERDICT_FAIL,
     "expected at most as many bytes of the object as asked for, got more"},
    {{{"qXfer:auxv:read::0,4", "mabcd"}, {"qXfer:auxv:read::4,4", "E01"}},
     READ_ALL,
     RSP_VERDICT_FAIL,
     "that begins with m or l, got another reply"},
    {{{"qXfer:auxv:read::0,4", "mabcd"}, {"qXfer:auxv:read::4,4", ""}},
     READ_ALL,
     RSP_VERDICT_FAIL,
     "expected a part of the object, got the empty reply"},
    {{{"qXfer:auxv:read::0,4", "mabcd"}, {"qXfer:auxv:read::4,4", "lgh"}},
     READ_ALL,
     RSP_VERDICT_FAIL,
     "the object: expected the reply 'abcdef'"},
    {{{"qXfer:auxv:read::*", "mabcd"}},
     READ_ALL,
     RSP_VERDICT_FAIL,
     "expected the object to go on, got its beginning at each offset"},
};

static void parts_of_an_object_are_put_together_or_refused(void **state) {
    (void)state;
    expect_rows(object_rows, RSP_ARRAY_LEN(object_rows));
}

/* --- registers --- */

#define TWO_REGISTERS                                                                              \
    {                                                                                              \
        "qXfer:features:read:target.xml:0,*",                                                      \
            "l<target><architecture>riscv:rv32</architecture><feature name=\"x\">"                 \
            "<reg name=\"pc\" bitsize=\"32\" type=\"code_ptr\"/><reg name=\"a0\" bitsize=\"16\"/>" \
            "</feature></target>"                                                                  \
    }
#define DESCRIBED {"qSupported*", "PacketSize=400;qXfer:features:read+"}, TWO_REGISTERS
#define READ_A0 "steps: [{get-register: {name: a0, into: v}}, {check: {equal: [$v, 0x2211]}}]"
#define WRITE_A0 "steps: [{set-register: {name: a0, value: 0x2211}}]"

static const hostile_row register_rows[] = {
    {{DESCRIBED, {"p0", "00100000"}, {"p1", "1122"}}, READ_A0, RSP_VERDICT_PASS, ""},
    {{DESCRIBED, {"p0", "00100000"}, {"p1", ""}, {"g", "001000001122"}}, READ_A0, RSP_VERDICT_PASS, ""},
    {{DESCRIBED, {"p0", "00100000"}, {"p1", "E01"}, {"g", "001000001122"}}, READ_A0, RSP_VERDICT_PASS, ""},
    {{DESCRIBED, {"p0", "00100000"}, {"p1", "11"}, {"g", "001000001122"}},
     READ_A0,
     RSP_VERDICT_PASS,
     ""}, /* half of it */
    {{DESCRIBED, {"p0", "00100000"}, {"p1", "xxxx"}, {"g", "00100000xxxx"}},
     READ_A0,
     RSP_VERDICT_FAIL,
     "expected the register's value, got another reply"},
    {{DESCRIBED, {"p0", "00100000"}, {"p1", ""}, {"g", "00100000"}}, /* a0 is not in it */
     READ_A0,
     RSP_VERDICT_FAIL,
     "expected the register's value, got another reply"},
    {{DESCRIBED, {"p0", "00100000"}, {"p1", ""}, {"g", "0010000011"}},
     READ_A0,
     RSP_VERDICT_FAIL,
     "expected the register's value, got another reply"},
    {{DESCRIBED, {"p0", "00100000"}, {"p1", ""}, {"g", NULL}}, READ_A0, RSP_VERDICT_HANG, "it did not come"},
    {{DESCRIBED},
     "steps: [{get-register: ghost}]",
     RSP_VERDICT_ERROR,
     "the target description has no register ghost"},
    {{DESCRIBED, {"p*", "0000"}, {"P1=1122", "OK"}}, WRITE_A0, RSP_VERDICT_PASS, ""},
    {{DESCRIBED, {"p*", "0000"}, {"P1=1122", "E01"}},
     WRITE_A0,
     RSP_VERDICT_FAIL,
     "expected OK for the write to the register"},
    {{DESCRIBED, {"p*", ""}, {"g", "00100000ffff"}, {"G001000001122", "OK"}}, WRITE_A0, RSP_VERDICT_PASS, ""},
};

static void registers_are_read_and_written_by_what_there_is(void **state) {
    (void)state;
    expect_rows(register_rows, RSP_ARRAY_LEN(register_rows));
}

/* A block without the register can not be written to: the G that would be sent changes nothing, whatever the
 * stub says to it. */
static void register_beyond_the_block_is_not_written(void **state) {
    (void)state;
    const hostile_row row = {{DESCRIBED, {"p*", ""}, {"g", "00100000"}, {"G*", "OK"}},
                             WRITE_A0,
                             RSP_VERDICT_FAIL,
                             "expected the register in the block that g gives, got a shorter one"};
    expect_rows(&row, 1);
}

/* --- captures --- */

static const struct {
    const char *reply;
    const char *part;
    const char *value; /* NULL: the reply does not have it */
} part_rows[] = {
    {"T05thread:p1.2;", "thread", "p1.2"},
    {"T05thread:p1.2;", "pid", "1"},
    {"QCp1.2", "tid", "2"},
    {"QCp1.zz", "tid", NULL},
    {"QC", "thread", NULL},
    {"T05", "thread", NULL},
    {"OK", "thread", NULL},
    {"W03", "status", "3"},
    {"T05thread:1;", "status", NULL},
    {"W03;process:2a", "process", "2a"},
    {"W03", "process", NULL},
    {"T05fork:p3.3;thread:p1.1;", "child", "p3.3"},
    {"T05vfork:p3.3;thread:p1.1;", "child", "p3.3"},
    {"T05exec:2f62;thread:p1.1;", "child", NULL},
    {"T05exec:2f62;thread:p1.1;", "stop-path", "/b"},
    {"T05exec:2f6;thread:p1.1;", "stop-path", NULL},
    {"T05fork:p3.3;thread:p1.1;", "stop-path", NULL},
    {"T05watch:1004;", "address", "1004"},
    {"T05thread:1;", "address", NULL},
    {"T05thread:1;", "reason", "none"},
    {"S0b", "signal", "b"},
    {"X0b", "signal", "b"},
    {"OK", "signal", NULL},
    {"4142", "hex", "AB"},
    {"414", "hex", NULL},
    {"xy", "hex", NULL},
    {"1f", "number", "1f"},
    {"", "number", NULL},
    {"1g", "number", NULL},
    {"10000000000000000", "number", NULL},
    {"E.no such thing", "text", "no such thing"},
    {"O4142", "text", "AB"},
    {"Oxy", "text", NULL},
    {"m1,2", "threads", "=list(1, 2)"},
    {"l", "threads", NULL},
    {"m1,x", "threads", NULL},
    {"{\\\"a\\\":[1,{\\\"b\\\":\\\"x\\\"}]}", "/a/1/b", "x"},
    {"{\\\"a\\\":[1,{\\\"b\\\":\\\"x\\\"}]}", "/a/2", NULL},
    {"{\\\"a\\\":[1,{\\\"b\\\":\\\"x\\\"}]}", "/a/-1", NULL},
    {"{\\\"a\\\":[1,{\\\"b\\\":\\\"x\\\"}]}", "/a/b", NULL},
    {"{\\\"a\\\":", "/a", NULL},
    {"anything", "length", "8"},
};

static void parts_of_a_reply_are_there_or_said_to_be_missing(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(part_rows); i++) {
        rsp_buf yaml = {0};
        char missing[64];
        (void)snprintf(missing, sizeof missing, "the reply has no %s", part_rows[i].part);
        rsp_buf_printf(&yaml,
                       "rules-off: all\nsteps:\n  - send: \"echo:%s\"\n    expect: any\n"
                       "    capture: {v: %s}\n",
                       part_rows[i].reply, part_rows[i].part);
        if (part_rows[i].value)
            rsp_buf_printf(&yaml, "  - check: {equal: [$v, '%s']}\n", part_rows[i].value);
        expect_run(rsp_buf_cstr(&yaml), part_rows[i].value ? RSP_VERDICT_PASS : RSP_VERDICT_FAIL,
                   part_rows[i].value ? "" : missing);
        rsp_buf_free(&yaml);
    }
}

/* Groups are those of the last pattern that matched, and of no earlier one. */
static void groups_are_those_of_the_last_match(void **state) {
    (void)state;
    static const struct {
        const char *pattern;
        unsigned group;
        const char *value;
    } rows[] = {
        {"^(a)(x)?", 1, "a"}, {"^(a)(x)?", 2, NULL}, {"^a", 0, "a"},
        {"^a", 1, NULL},      {"^(a)", 9, NULL},     {"^(a|b)(b*)c", 2, ""},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_buf yaml = {0};
        rsp_buf_printf(&yaml,
                       "rules-off: all\nsteps:\n  - send: 'echo:%s'\n    expect: {regex: '%s'}\n"
                       "    capture: {v: %u}\n",
                       i == 5 ? "ac" : "abc", rows[i].pattern, rows[i].group);
        if (rows[i].value)
            rsp_buf_printf(&yaml, "  - check: {equal: [$v, '%s']}\n", rows[i].value);
        expect_run(rsp_buf_cstr(&yaml), rows[i].value ? RSP_VERDICT_PASS : RSP_VERDICT_FAIL,
                   rows[i].value ? "" : "the reply has no");
        rsp_buf_free(&yaml);
    }
}

/* --- what is announced, and the handshake --- */

static const hostile_row handshake_rows[] = {
    {{{"qSupported*", ""}}, "steps: [{send: qC, expect: QC1}]", RSP_VERDICT_PASS, ""},
    {{{"qSupported*", "E01"}}, "steps: [{send: qC, expect: QC1}]", RSP_VERDICT_PASS, ""},
    {{{"qSupported*", "PacketSize=;;=;+;-;?"}}, "steps: [{send: qC, expect: QC1}]", RSP_VERDICT_PASS, ""},
    {{{"qSupported*", "PacketSize=ffffffffffffffffff"}},
     "steps: [{send: qC, expect: QC1}]",
     RSP_VERDICT_PASS,
     ""},
    {{{"qSupported*", "PacketSize=14"}},
     "steps: [{send: 'qThreadExtraInfo,1:1', expect: error-or-empty}]",
     RSP_VERDICT_PASS,
     ""},
    {{{"qSupported*", "PacketSize=14"}},
     "steps: [{send: 'qThreadExtraInfo,1:12', expect: error-or-empty}]",
     RSP_VERDICT_SKIP,
     "a request of 21 bytes is longer than PacketSize=14"},
    {{{"Hg*", "E01"}}, "steps: [{send: qC, expect: QC1}]", RSP_VERDICT_PASS, ""},
    {{{"QStartNoAckMode", "E01"}},
     "connect: {no-ack: yes}\nsteps: [{check: {equal: [$no_ack, 0]}}, {send: qC, expect: QC1}]",
     RSP_VERDICT_PASS,
     ""},
    {{{"QStartNoAckMode", ""}},
     "needs: {mode: no-ack}\nsteps: [{send: qC, expect: QC1}]",
     RSP_VERDICT_SKIP,
     "no-ack"},
    {{{"!", "E01"}},
     "connect: {extended: yes}\nsteps: [{send: qC, expect: QC1}]",
     RSP_VERDICT_SKIP,
     "extended"},
    {{{"!", NULL}}, "connect: {extended: yes}\nsteps: [{send: qC, expect: QC1}]", RSP_VERDICT_HANG, "!"},
    {{{"QNonStop:1", "OK"}},
     "connect: {non-stop: yes}\nsteps: [{send: qC, expect: QC1}]",
     RSP_VERDICT_PASS,
     ""},
};

/* --- breakpoints --- */

#define HAS_POINTS "needs: {answers: 'z0,1000,4'}\nsteps: [{send: qC, expect: QC1}]"

/* z of a breakpoint that is not there is refused: by that alone nobody knows whether there can be one. */
static const hostile_row point_rows[] = {
    {{{"z0,1000,4", "OK"}, {"Z0,1000,4", ""}}, HAS_POINTS, RSP_VERDICT_PASS, ""}, /* it is not asked for */
    {{{"z0,1000,4", ""}}, HAS_POINTS, RSP_VERDICT_SKIP, "z0,1000,4 is not supported"},
    {{{"z0,1000,4", "E01"}, {"Z0,1000,4", ""}}, HAS_POINTS, RSP_VERDICT_SKIP, "Z0,1000,4 is not supported"},
    {{{"z0,1000,4", "E01"}, {"Z0,1000,4", "OK"}}, HAS_POINTS, RSP_VERDICT_PASS, ""},
    {{{"z0,1000,4", "E01"}, {"Z0,1000,4", "E02"}}, HAS_POINTS, RSP_VERDICT_PASS, ""},
    {{{"z0,1000,4", "E01"}, {"Z0,1000,4", NULL}}, HAS_POINTS, RSP_VERDICT_HANG, "the reply to Z0,1000,4"},
};

/* In non-stop mode a program that was to go on for ever tells its end at any time. */
static void what_fails_when_the_program_has_run_out_is_skipped(void **state) {
    (void)state;
    const char *rest = "rules-off: all\n%ssteps:\n%s  - send: exits\n    expect: OK\n";
    static const struct {
        const char *needs, *before, *message;
        rsp_verdict verdict;
    } rows[] = {
        {"needs: {runs: endlessly}\n", "", "the program has ended", RSP_VERDICT_SKIP},
        {"", "", "expected the reply 'OK'", RSP_VERDICT_FAIL},
        {"needs: {runs: endlessly}\n", "  - send-raw: '\\x03'\n", "expected the reply 'OK'",
         RSP_VERDICT_FAIL},
        {"needs: {runs: endlessly}\n", "  - {send: vCtrlC, expect: any}\n", "expected the reply 'OK'",
         RSP_VERDICT_FAIL},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        char yaml[400];
        (void)snprintf(yaml, sizeof yaml, rest, rows[i].needs, rows[i].before);
        expect_run(yaml, rows[i].verdict, rows[i].message);
    }
}

/* Vita3K dies of reads where no memory is; GDB reads at 0xfffffffc where the stack pointer is 0. */
static void death_by_a_read_that_debuggers_send_is_a_must(void **state) {
    (void)state;
    static const struct {
        const char *rest;
        rsp_level level;
    } rows[] = {
        {"level: should\nsteps: [{send: 'mfffffffc,4', expect: any}]", RSP_LEVEL_MUST},
        {"level: should\nsteps: [{send: 'mfffffffc,7fffffff', expect: any}]", RSP_LEVEL_SHOULD},
        {"level: should\ntags: [hostile]\nsteps: [{send: 'mfffffffc,4', expect: any}]", RSP_LEVEL_SHOULD},
        {"level: should\nsteps: [{send: Qdie, expect: any}]", RSP_LEVEL_SHOULD},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        fake_stub stub = {0};
        rsp_run run = {0};
        rsp_buf yaml = {0};
        rsp_buf_printf(&yaml, HEAD "%s", rows[i].rest);
        const rsp_result result = run_yaml(rsp_buf_cstr(&yaml), &stub, NULL, &run);
        assert_int_equal(result.verdict, RSP_VERDICT_CRASH);
        assert_int_equal(result.level, rows[i].level);
        rsp_buf_free(&yaml);
        rsp_run_free(&run);
        fake_free(&stub);
    }
}

#define HAS_FILES "needs: {answers: 'vFile:setfs:0'}\nsteps: [{send: qC, expect: QC1}]"

static const hostile_row file_rows[] = {
    {{{"vFile:setfs:0", "F0"}}, HAS_FILES, RSP_VERDICT_PASS, ""},
    {{{"vFile:setfs:0", "F-1,2"}}, HAS_FILES, RSP_VERDICT_PASS, ""},
    {{{"vFile:setfs:0", "F-1,58"}}, HAS_FILES, RSP_VERDICT_SKIP, "vFile:setfs:0 is not supported"},
    {{{"vFile:setfs:0", ""}}, HAS_FILES, RSP_VERDICT_SKIP, "vFile:setfs:0 is not supported"},
};

static void file_operation_that_is_not_implemented_is_not_there(void **state) {
    (void)state;
    expect_rows(file_rows, RSP_ARRAY_LEN(file_rows));
}

static void breakpoints_are_there_if_z_or_insert_says_so(void **state) {
    (void)state;
    expect_rows(point_rows, RSP_ARRAY_LEN(point_rows));
}

static void odd_answers_to_the_handshake_end_no_scenario(void **state) {
    (void)state;
    expect_rows(handshake_rows, RSP_ARRAY_LEN(handshake_rows));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_of_threads_end_or_are_left),
        cmocka_unit_test(list_of_threads_beyond_the_limit_is_refused),
        cmocka_unit_test(parts_of_an_object_are_put_together_or_refused),
        cmocka_unit_test(registers_are_read_and_written_by_what_there_is),
        cmocka_unit_test(register_beyond_the_block_is_not_written),
        cmocka_unit_test(parts_of_a_reply_are_there_or_said_to_be_missing),
        cmocka_unit_test(groups_are_those_of_the_last_match),
        cmocka_unit_test(breakpoints_are_there_if_z_or_insert_says_so),
        cmocka_unit_test(death_by_a_read_that_debuggers_send_is_a_must),
        cmocka_unit_test(what_fails_when_the_program_has_run_out_is_skipped),
        cmocka_unit_test(file_operation_that_is_not_implemented_is_not_there),
        cmocka_unit_test(odd_answers_to_the_handshake_end_no_scenario),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
