/* Replies that are almost what a scenario wants: stops key by key, registers that come along or not,
 * documents that are damaged or too deep, batches whose counts lie. Each row is one reply of the fake stub;
 * NULL passes, else it is part of the message. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "played.h"

#include "core/limits.h"

typedef struct match_row {
    const char *reply;
    const char *matcher;
    const char *why;
} match_row;

/* The fake stub answers `request` so. */
static void expect_match(const char *request, const match_row *row) {
    const fake_answer answers[] = {{request, row->reply}, {NULL, NULL}};
    fake_stub stub = {.answers = answers};
    rsp_buf yaml = {0};
    rsp_run run = {0};
    rsp_buf_printf(&yaml, HEAD "rules-off: all\nsteps:\n  - send: '%s'\n    expect: %s\n", request,
                   row->matcher);
    const rsp_result r = run_yaml(rsp_buf_cstr(&yaml), &stub, NULL, &run);
    if (r.verdict != (row->why ? RSP_VERDICT_FAIL : RSP_VERDICT_PASS) ||
        !strstr(r.message ? r.message : "", row->why ? row->why : ""))
        fail_msg("'%.200s' as %s is %s: %s", row->reply, row->matcher, rsp_verdict_name(r.verdict),
                 r.message);
    rsp_buf_free(&yaml);
    rsp_run_free(&run);
    fake_free(&stub);
}

static const match_row stop_rows[] = {
    {"T", "stop", "expected a stop reply, got another reply"},
    {"T0", "stop", "expected a well-formed stop reply"},
    {"T05thread", "stop", "expected a well-formed stop reply"},
    {"T05thread:", "{stop: {thread: 1}}", "expected thread 0x1, got none"},
    {"S05junk", "stop", "S wants two digits and no more"},
    {"Wxx", "stop", "expected a stop reply, got another reply"},
    {"", "stop", "got the empty reply"},
    {"E01", "stop", "got an error"},
    {"m1", "stop", "got another reply"},
    {"N", "stop", NULL},
    {"w0;p1.2", "{stop: {kind: w, status: 0}}", NULL},
    {"T05", "{stop: {thread: 1}}", "expected thread 0x1, got none"},
    {"T05thread:-1;", "{stop: {thread: 1}}", "expected thread 0x1, got -1"},
    {"T05thread:1;", "{stop: {thread: p1.1}}", NULL},
    {"T05fork:p3.3;", "{stop: {child: p3.4}}", "expected child p3.4, got p3.3"},
    {"T05fork:p3.3;", "{stop: {child: p3.3}}", NULL},
    {"T05exec:2f;", "{stop: {child: p3.3}}", "expected child p3.3, got none"},
    {"T05exec:2f62;", "{stop: {path: /c}}", "expected another path, got '/b'"},
    {"T05exec:2f1b5b324a;", "{stop: {path: /c}}", "got '/\\x1b[2J'"}, /* shown, not obeyed */
    {"T05exec:2f6;", "{stop: {path: /b}}", "expected the path of an exec, got none"},
    {"T05fork:p3.3;", "{stop: {path: /b}}", "expected the path of an exec, got none"},
    {"T05syscall_entry:40;", "{stop: {number: 65}}", "expected the system call to be 0x41, got 0x40"},
    {"T05syscall_return:41;", "{stop: {number: 65}}", NULL},
    {"T05thread:1;", "{stop: {number: 65}}", "expected a system call's number, got none"},
    {"T05rwatch:1004;", "{stop: {reason: [watch, awatch]}}", "to be one of several, got rwatch"},
    {"T05swbreak:;", "{stop: {address: 4}}", "expected a data address, got none"},
    {"S05", "{stop: {status: 0}}", "expected an exit status, got a S reply without one"},
    {"X05", "{stop: {status: 0}}", "expected an exit status, got a X reply without one"},
    {"X05;process:2a", "{stop: {process: 0x2b}}", "expected process 2b, got 2a"},
    {"X05", "{stop: {process: 0x2b}}", "expected a process, got none"},
    {"T05thread:1;core:3;", "{stop: {has: [thread, core], lacks: [swbreak, cor, core3]}}", NULL},
    {"W05", "{stop: {has: process}}", "expected the key process, got none"},
    {"Tfethread:1;", "{stop: {signal: 5}}", "got 254 (an unknown signal)"},
};

static void stops_are_compared_key_by_key(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(stop_rows); i++)
        expect_match("resumed", &stop_rows[i]);
}

/* A stub whose description has pc of 4 bytes and of that the p below. */
#define PC_XML                                                             \
    "l<target><architecture>riscv:rv32</architecture><feature name=\"x\">" \
    "<reg name=\"pc\" bitsize=\"32\" type=\"code_ptr\"/></feature></target>"
#define AT_1000 "{stop: {registers: {pc: 0x1000}}}"

static const struct {
    match_row row;
    const char *by_p; /* what p and g say, which is asked where the stop does not */
} register_rows[] = {
    {{"T0500:00100000;", AT_1000, NULL}, "ffffffff"},
    {{"T0500:04100000;", AT_1000, "expected pc to be 0x1000, got 0x1004"}, "00100000"},
    {{"T0500:xxxxxxxx;", AT_1000, NULL}, "00100000"}, /* known not to be known: asked */
    {{"T0500:xxxxxxxx;", AT_1000, "expected pc to be 0x1000, got 0x1004"}, "04100000"},
    {{"T05thread:1;", AT_1000, NULL}, "00100000"},
    {{"T05thread:1;", AT_1000, "expected the register's value, got another reply"}, "E01"},
    {{"T05thread:1;", "{stop: {registers: {ghost: 0}}}", "the target description has no register ghost"},
     "00100000"},
    {{"W00", AT_1000, NULL}, "00100000"},
};

static void registers_of_a_stop_are_its_own_or_asked_for(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(register_rows); i++) {
        const match_row *row = &register_rows[i].row;
        const fake_answer answers[] = {{"resumed", row->reply},
                                       {"p0", register_rows[i].by_p},
                                       {"g", register_rows[i].by_p},
                                       {"qSupported*", "PacketSize=400;qXfer:features:read+"},
                                       {"qXfer:features:read:target.xml:0,*", PC_XML},
                                       {NULL, NULL}};
        fake_stub stub = {.answers = answers};
        rsp_buf yaml = {0};
        rsp_buf_printf(&yaml, "rules-off: all\nsteps:\n  - send: resumed\n    expect: %s\n", row->matcher);
        rsp_run run = {0};
        rsp_buf whole = {0};
        rsp_buf_printf(&whole, HEAD "%s", rsp_buf_cstr(&yaml));
        const rsp_result r = run_yaml(rsp_buf_cstr(&whole), &stub, NULL, &run);
        const bool good = row->why ? r.verdict == RSP_VERDICT_FAIL || r.verdict == RSP_VERDICT_ERROR
                                   : r.verdict == RSP_VERDICT_PASS;
        if (!good || (row->why && !strstr(r.message, row->why)))
            fail_msg("row %zu: %s: %s", i, rsp_verdict_name(r.verdict), r.message);
        rsp_run_free(&run);
        rsp_buf_free(&whole);
        rsp_buf_free(&yaml);
        fake_free(&stub);
    }
}

static const match_row document_rows[] = {
    {"<a/>\\x00", "{xml: yes}", "expected XML alone, and a NUL stands behind '<a/>'"},
    {"<a>\\x00</a>", "{xml: yes}", "expected well-formed XML"},
    {"", "{xml: yes}", "expected well-formed XML"},
    {"<a/><b/>", "{xml: yes}", "expected well-formed XML"},
    {"<?xml version=\"1.0\" encoding=\"x-none\"?><a/>", "{xml: yes}", "expected well-formed XML"},
    {"<!DOCTYPE a SYSTEM \"gdb.dtd\"><a/>", "{xml: {root: a}}", NULL}, /* as GDB's own have it */
    {"<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", "{xml: yes}",
     "it declares entities"},
    {"<x:a xmlns:x='y'><x:b/></x:a>", "{xml: {count: {b: 1, a: 1}}}", NULL},
    {"<a><bb/><b/></a>", "{xml: {count: {b: 1}}}", NULL},
    {"<a><b c='1' cc='2'/></a>", "{xml: {count: {'b@cc': 1, 'b@c=2': 0, 'b@c=1': 1, 'b@d': 0}}}", NULL},
    {"<a><b/></a>", "{xml: {count: {b: {from: 2, to: 9}}}}", "the number of b from 0x2 to 0x9, got 0x1"},
    {"nul", "{json: yes}", "expected JSON"},
    {"", "{json: yes}", "expected JSON"},
    {"{} {}", "{json: yes}", "expected JSON"},
    {"{\"a\":1,\"a\":2}", "{json: yes}", "expected JSON"}, /* which of the two is nobody's to say */
    {"[1,2]", "{json: {/0: 1, /1: 2, /2: {type: missing}}}", NULL},
    {"[1,2]", "{json: {/0x: {type: missing}, /1/0: {type: missing}}}", NULL},
    {"7", "{json: {/: 7}}", NULL},
    {"{\"a\":true}", "{json: {/a: {type: boolean}}}", NULL},
    {"{\"a\":1.5}", "{json: {/a: {type: number}}}", NULL},
    {"{\"a\":1.5}", "{json: {/a: {type: string}}}", "expected /a to be string, got number"},
    {"{\"a\":{}}", "{json: {/a: {count: 0, type: object}}}", NULL},
    {"{\"a\":[1]}", "{json: {/a: {count: {from: 2, to: 3}}}}", "expected /a from 0x2 to 0x3, got 0x1"},
    {"{\"b\":1}", "{json: {/a: {count: 0}}}", "expected /a, got none"},
    {"{\"a\":\"xyz\"}", "{json: {/a: {regex: '^y'}}}", "expected /a to match ^y"},
};

static void damaged_documents_are_no_documents(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(document_rows); i++)
        expect_match("document", &document_rows[i]);
}

static void fill(rsp_buf *out, const char *open, const char *middle, const char *close, size_t times) {
    rsp_buf_clear(out);
    for (size_t i = 0; i < times; i++)
        rsp_buf_str(out, open);
    rsp_buf_str(out, middle);
    for (size_t i = 0; i < times; i++)
        rsp_buf_str(out, close);
}

/* At the limit and one beyond it. */
static void depth_of_documents_is_bounded(void **state) {
    (void)state;
    static const struct {
        const char *open, *middle, *close, *matcher;
        size_t limit;
        const char *why;
    } rows[] = {
        {"<a>", "", "</a>", "{xml: yes}", RSP_LIMIT_XML_DEPTH, "nested too deeply"},
        {"[", "", "]", "{json: yes}", RSP_LIMIT_JSON_DEPTH, "expected JSON: "},
        {"{\"a\":", "1", "}", "{json: yes}", RSP_LIMIT_JSON_DEPTH, "expected JSON: "},
    };
    rsp_buf reply = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        fill(&reply, rows[i].open, rows[i].middle, rows[i].close, rows[i].limit);
        const match_row fits = {rsp_buf_cstr(&reply), rows[i].matcher, NULL};
        expect_match("document", &fits);
        fill(&reply, rows[i].open, rows[i].middle, rows[i].close, rows[i].limit + 1);
        const match_row beyond = {rsp_buf_cstr(&reply), rows[i].matcher, rows[i].why};
        expect_match("document", &beyond);
    }
    rsp_buf_free(&reply);
}

/* Two ranges of 4 and 2 bytes. */
#define TWO_RANGES "MultiMemRead:ranges:1000,4,2000,2;"
#define BOTH "{multimem: ['01 02 03 04', '05 06']}"

static const match_row memory_rows[] = {
    {"4,2;\\x01\\x02\\x03\\x04\\x05\\x06", BOTH, NULL},
    {"4,2;\\x01\\x02\\x03\\x04\\x05\\x07", BOTH, "range 1: expected 06 in byte 1, got 07"},
    {"4,1;\\x01\\x02\\x03\\x04\\x05", BOTH, "range 1: expected 2 bytes, got 1"},
    {"4,0;\\x01\\x02\\x03\\x04", "{multimem: ['01 02 03 04', '']}", NULL},
    {"4,1;\\x01\\x02\\x03\\x04\\x05", "{multimem: [any, '']}", "range 1: expected no bytes, got 1"},
    {"4;\\x01\\x02\\x03\\x04", BOTH, "expected a well-formed reply"},
    {"4,2,1;\\x01\\x02\\x03\\x04\\x05\\x06\\x07", BOTH, "expected a well-formed reply"},
    {"5,2;\\x01\\x02\\x03\\x04\\x05\\x06\\x07", BOTH,
     "expected a well-formed reply"},                                        /* more than asked for */
    {"4,2;\\x01\\x02\\x03\\x04\\x05", BOTH, "expected a well-formed reply"}, /* data are missing */
    {"4,2;\\x01\\x02\\x03\\x04\\x05\\x06\\x07", BOTH, "expected a well-formed reply"}, /* data are left */
    {"ffffffffffffffff,2;", BOTH, "expected a well-formed reply"},
    {"4,2", BOTH, "expected a well-formed reply"},
    {"", BOTH, "expected a reply with content, got the empty reply"},
    {"E01", BOTH, "expected no error, got one"},
    {"4,2;\\x01\\x02\\x03\\x04\\x05\\x06", "{multimem: [any]}", "2 ranges were asked for, 1 are expected"},
};

static void counts_of_a_batch_must_be_those_of_its_data(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(memory_rows); i++)
        expect_match(TWO_RANGES, &memory_rows[i]);
}

static const match_row breakpoint_rows[] = {
    {"OK;E01", "{multibreak: [OK, error]}", NULL},
    {"OK;", "{multibreak: [OK, empty]}", NULL},
    {"OK;E.no", "{multibreak: [OK, error]}", NULL},
    {"OK;OK", "{multibreak: [OK, not-OK]}", "expected not-OK as result 1, got 'OK'"},
    {"OK;", "{multibreak: [any, not-OK]}", NULL},
    {"OK;ok", "{multibreak: [OK, any]}", "expected any as result 1, got 'ok'"},
    {"OK", "{multibreak: [OK, OK]}", "expected 2 results, got 1"},
    {"OK;OK;OK", "{multibreak: [OK, OK]}", "expected 2 results, got 3"},
    {"E03", "{multibreak: [error]}", NULL}, /* a list of one */
    {"", "{multibreak: [OK]}", "expected a reply with content, got the empty reply"},
};

static const match_row json_rows[] = {
    {"{\"results\":[\"OK\",\"E01\"]}", "{multibreak: [OK, error]}", NULL},
    {"{\"results\":[\"OK\",1]}", "{multibreak: [OK, any]}", "expected a string as item 1 of 'results'"},
    {"{\"results\":{}}", "{multibreak: [OK]}", "expected an array 'results', got none"},
    {"{\"result\":[\"OK\"]}", "{multibreak: [OK]}", "expected an array 'results', got none"},
    {"OK;OK", "{multibreak: [OK, OK]}", "expected JSON"},
    {"E03", "{multibreak: [error]}", "expected no error, got one"}, /* of the request, no list */
    {"{\"results\":[]}", "{multibreak: [OK]}", "expected 1 results, got 0"},
};

static void results_of_a_batch_are_as_many_as_requests(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(breakpoint_rows); i++)
        expect_match("MultiBreakpoint:Z0,1000,4;z0,1000,4", &breakpoint_rows[i]);
    for (size_t i = 0; i < RSP_ARRAY_LEN(json_rows); i++)
        expect_match("jMultiBreakpoint:[]", &json_rows[i]);
}

/* A client reads numbers: zeros in front of them are a matter of style, data is not. */
static const match_row file_rows[] = {
    {"F-1,2", "F-1,2", NULL},
    {"F-1,02", "F-1,2", NULL},
    {"F-1,20", "F-1,2", "expected the reply 'F-1,2'"},
    {"F1,02", "F-1,2", "expected the reply 'F-1,2'"},
    {"F03", "F3", NULL},
    {"F00", "F0", NULL},
    {"F", "F0", "expected the reply 'F0'"},
    {"F0", "F", "expected the reply 'F'"},
    {"F02;0a", "{bytes: \"'F2;0a'\"}", NULL},
    {"F02;a", "{bytes: \"'F2;0a'\"}", "expected these bytes"},
    {"02", "'2'", "expected the reply '2'"}, /* no result of a file */
};

static void numbers_of_file_results_are_numbers(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(file_rows); i++)
        expect_match("vFile:open:2f,0,0", &file_rows[i]);
    static const match_row memory = {"F02", "{bytes: \"'F2'\"}", "expected these bytes"};
    expect_match("m1000,3", &memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stops_are_compared_key_by_key),
        cmocka_unit_test(registers_of_a_stop_are_its_own_or_asked_for),
        cmocka_unit_test(damaged_documents_are_no_documents),
        cmocka_unit_test(depth_of_documents_is_bounded),
        cmocka_unit_test(counts_of_a_batch_must_be_those_of_its_data),
        cmocka_unit_test(results_of_a_batch_are_as_many_as_requests),
        cmocka_unit_test(numbers_of_file_results_are_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
