/* The passive rules of debug adapters: each has a session that breaks it and is told by that one alone.
 * A session is a text: a line for each message, "> " ours and "< " the adapter's, "! " bytes that are none.
 * See dap/rule.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "dap/rule.h"
#include "dap/shape.h"

/* What every session begins with. */
#define BEGIN                                                                                         \
    "> {\"seq\":1,\"type\":\"request\",\"command\":\"initialize\",\"arguments\":{}}\n"                \
    "< "                                                                                              \
    "{\"seq\":1,\"type\":\"response\",\"request_seq\":1,\"success\":true,\"command\":\"initialize\"," \
    "\"body\":{}}\n"
#define THREADS "> {\"seq\":2,\"type\":\"request\",\"command\":\"threads\"}\n"
#define ANSWER(seq, rest) "< {\"seq\":" #seq ",\"type\":\"response\",\"request_seq\":2," rest "}\n"
#define EVENT(seq, name, body) \
    "< {\"seq\":" #seq ",\"type\":\"event\",\"event\":\"" name "\",\"body\":" body "}\n"
#define GOOD ANSWER(2, "\"success\":true,\"command\":\"threads\",\"body\":{\"threads\":[]}")

static const struct {
    const char *rule; /* "": none is broken */
    const char *session;
    rsp_dap_ending ending;
} cases[] = {
    {"", BEGIN THREADS GOOD, {.orderly = true}},
    {"", BEGIN THREADS, {.orderly = false}},
    {"no-stray-bytes", BEGIN "! log\n", {0}},
    {"header-well-formed",
     BEGIN "! content-length: 36\r\n\r\n"
           "{\"seq\":2,\"type\":\"event\",\"event\":\"x\"}\n",
     {0}},
    {"content-is-an-object", BEGIN "< [1]\n", {0}},
    {"last-frame-whole", BEGIN, {.orderly = true, .inside = true}},
    {"seq-counts-up", BEGIN EVENT(3, "x", "{}"), {0}},
    {"seq-counts-up", BEGIN "< {\"type\":\"event\",\"event\":\"x\"}\n", {0}},
    {"message-form", BEGIN "< {\"seq\":2,\"type\":\"evnt\"}\n", {0}},
    {"message-form", BEGIN "< {\"seq\":2,\"type\":\"event\"}\n", {0}},
    {"message-form", BEGIN "< {\"seq\":2,\"type\":\"response\",\"success\":true,\"command\":\"x\"}\n", {0}},
    {"",
     BEGIN "> {\"type\":\"request\",\"command\":\"x\"}\n"
           "< {\"seq\":2,\"type\":\"response\",\"success\":true,\"command\":\"x\"}\n",
     {0}},
    {"message-form", BEGIN THREADS ANSWER(2, "\"success\":\"true\",\"command\":\"threads\""), {0}},
    {"body-follows-schema",
     BEGIN THREADS ANSWER(2, "\"success\":true,\"command\":\"threads\",\"body\":{}"),
     {0}},
    {"process-event-schema", BEGIN EVENT(2, "process", "{\"name\":\"a\",\"startMethod\":\"b\"}"), {0}},
    {"terminal-only-if-announced",
     BEGIN "< {\"seq\":2,\"type\":\"request\",\"command\":\"runInTerminal\",\"arguments\":"
           "{\"args\":[],\"cwd\":\"/\"}}\n",
     {0}},
    {"one-response-per-request", BEGIN THREADS, {.orderly = true}},
    {"one-response-per-request",
     BEGIN THREADS GOOD ANSWER(3, "\"success\":true,\"command\":\"threads\",\"body\":{\"threads\":[]}"),
     {0}},
    {"one-response-per-request",
     BEGIN "< {\"seq\":2,\"type\":\"response\",\"request_seq\":9,\"success\":true,\"command\":\"next\"}\n",
     {0}},
    {"response-names-its-command", BEGIN THREADS ANSWER(2, "\"success\":true,\"command\":\"next\""), {0}},
    {"error-has-a-message", BEGIN THREADS ANSWER(2, "\"success\":false,\"command\":\"threads\""), {0}},
    {"cancelled-spelled",
     BEGIN THREADS ANSWER(2, "\"success\":false,\"command\":\"threads\",\"message\":\"canceled\""),
     {0}},
    {"initialize-answered-first", EVENT(1, "output", "{\"output\":\"hi\"}"), {0}},
    {"initialized-once", BEGIN EVENT(2, "initialized", "{}") EVENT(3, "initialized", "{}"), {0}},
    {"event-needs-capability",
     BEGIN EVENT(2, "memory", "{\"memoryReference\":\"1\",\"offset\":0,\"count\":1}"),
     {0}},
    {"attribute-needs-capability",
     BEGIN "> {\"seq\":2,\"type\":\"request\",\"command\":\"evaluate\"}\n" ANSWER(
         2, "\"success\":true,\"command\":\"evaluate\",\"body\":"
            "{\"result\":\"1\",\"variablesReference\":0,\"type\":\"int\"}"),
     {0}},
    {"styling-needs-capability",
     BEGIN "> {\"seq\":2,\"type\":\"request\",\"command\":\"variables\"}\n" ANSWER(
         2, "\"success\":true,\"command\":\"variables\",\"body\":{\"variables\":"
            "[{\"name\":\"k\",\"value\":\"\\u001b[1m5\\u001b[0m\",\"variablesReference\":0}]}"),
     {0}},
    {"styling-needs-capability", BEGIN EVENT(2, "output", "{\"output\":\"\\u001b[31mno\"}"), {0}},
    {"", BEGIN EVENT(2, "output", "{\"output\":\"\\u001b[31mno\",\"category\":\"stdout\"}"), {0}},
    {"terminated-once", BEGIN EVENT(2, "terminated", "{}") EVENT(3, "terminated", "{}"), {0}},
    {"terminated-once", BEGIN EVENT(2, "terminated", "{}") EVENT(3, "exited", "{\"exitCode\":0}"), {0}},
    {"output-before-terminated",
     BEGIN EVENT(2, "terminated", "{}") EVENT(3, "output", "{\"output\":\"x\",\"category\":\"stdout\"}"),
     {0}},
    {"no-stop-after-terminated",
     BEGIN EVENT(2, "terminated", "{}") EVENT(3, "stopped", "{\"reason\":\"step\"}"),
     {0}},
    {"total-frames-fits",
     BEGIN "> {\"seq\":2,\"type\":\"request\",\"command\":\"stackTrace\"}\n" ANSWER(
         2, "\"success\":true,\"command\":\"stackTrace\",\"body\":{\"totalFrames\":0,\"stackFrames\":"
            "[{\"id\":1,\"name\":\"m\",\"line\":1,\"column\":1}]}"),
     {0}},
    {"ends-without-signal", BEGIN, {.orderly = true, .end = {.kind = RSP_END_SIGNALED, .text = "SIGABRT"}}},
    {"", BEGIN, {.orderly = true, .end = {.kind = RSP_END_EXITED}}},
};

static void add(rsp_dap_log *log, rsp_dap_rules *rules, rsp_bytes line) {
    rsp_dap_reader reader = {.at = 0};
    rsp_dap_frame frame;
    rsp_buf bytes = {0};
    const rsp_bytes text = rsp_bytes_from(line, 2);
    if (line.ptr[0] == '!')
        rsp_buf_append(&bytes, text);
    else
        rsp_dap_frame_append(&bytes, text);
    assert_ok(rsp_dap_reader_feed(&reader, rsp_buf_bytes(&bytes)));
    while (rsp_dap_reader_next(&reader, &frame)) {
        assert_non_null(rsp_dap_log_add(log, line.ptr[0] == '>', 0, &frame));
        rsp_dap_rules_see(rules, log, log->num - 1);
    }
    rsp_buf_free(&bytes);
    rsp_dap_reader_free(&reader);
}

/* Lines of a "! " message go on until the next one that begins so. */
static void play(rsp_dap_log *log, rsp_dap_rules *rules, const char *session) {
    rsp_bytes rest = rsp_bytes_str(session);
    while (rest.len > 0) {
        size_t end = 0;
        for (; end < rest.len; end++)
            if (rest.ptr[end] == '\n' && (end + 1 == rest.len || rest.ptr[end + 2] == ' '))
                break;
        const bool raw = rest.ptr[0] == '!' && rsp_bytes_search(rest, RSP_LIT("length")) > end;
        add(log, rules, rsp_bytes_sub(rest, 0, end + (raw ? 1 : 0)));
        rest = rsp_bytes_from(rest, end + 1);
    }
}

static void rule_that_is_broken_is_told_alone(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_dap_rules *rules = rsp_dap_rules_new();
        rsp_dap_log log = {0};
        size_t num = 0;
        play(&log, rules, cases[i].session);
        rsp_dap_rules_end(rules, &log, &cases[i].ending);
        const rsp_dap_violation *found = rsp_dap_rules_violations(rules, &num);
        if (num != (*cases[i].rule ? 1 : 0))
            for (size_t k = 0; k < num; k++)
                print_error("case %zu (%s): %s: %s\n", i, cases[i].rule, rsp_dap_rule_get(found[k].rule)->id,
                            found[k].text);
        assert_int_equal(num, *cases[i].rule ? 1 : 0);
        if (num > 0) {
            assert_string_equal(rsp_dap_rule_get(found->rule)->id, cases[i].rule);
            assert_true(rsp_dap_rules_exercised(rules, found->rule));
            assert_true(found->text[0]);
        }
        rsp_dap_rules_free(rules);
        rsp_dap_log_free(&log);
    }
}

#define ANNOUNCED                                                                \
    "> "                                                                         \
    "{\"seq\":1,\"type\":\"request\",\"command\":\"initialize\",\"arguments\":{" \
    "\"supportsProgressReporting\":true,"                                        \
    "\"supportsMemoryEvent\":true,\"supportsRunInTerminalRequest\":true}}\n"     \
    "< {\"seq\":1,\"type\":\"response\",\"request_seq\":1,\"success\":true,\"command\":\"initialize\"}\n"

static const struct {
    const char *problem; /* of the only broken rule; "": none */
    const char *session;
} announced[] = {
    {"", ANNOUNCED EVENT(2, "progressStart", "{\"progressId\":\"p\",\"title\":\"t\"}")
             EVENT(3, "progressEnd", "{\"progressId\":\"p\"}")},
    {"progressEnd of 'p', which has not begun", ANNOUNCED EVENT(2, "progressEnd", "{\"progressId\":\"p\"}")},
    {"a second progressStart of 'p'",
     ANNOUNCED EVENT(2, "progressStart", "{\"progressId\":\"p\",\"title\":\"t\"}")
         EVENT(3, "progressStart", "{\"progressId\":\"p\",\"title\":\"t\"}")},
    {"", ANNOUNCED EVENT(2, "memory", "{\"memoryReference\":\"1\",\"offset\":0,\"count\":1}")},
    {"seq 2, request 'runInTerminal': arguments.cwd is missing", ANNOUNCED
     "< {\"seq\":2,\"type\":\"request\",\"command\":\"runInTerminal\",\"arguments\":{\"args\":[]}}\n"},
};

static void rule_knows_what_the_client_announced(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(announced); i++) {
        rsp_dap_rules *rules = rsp_dap_rules_new();
        rsp_dap_log log = {0};
        size_t num = 0;
        play(&log, rules, announced[i].session);
        const rsp_dap_violation *found = rsp_dap_rules_violations(rules, &num);
        assert_string_equal(num > 0 ? found->text : "", announced[i].problem);
        rsp_dap_rules_free(rules);
        rsp_dap_log_free(&log);
    }
}

/* What a violation of the schema says, and the bytes that it shows. */
static const struct {
    const char *rule;
    const char *session;
    const char *texts; /* of all that are broken */
    const char *near;  /* are among the bytes of the first */
} members[] = {
    {"seq-counts-up", BEGIN "< {\"seq\":\"2\",\"type\":\"event\",\"event\":\"x\"}\n",
     "event 'x': seq is \"2\", no integer from 1; ", "{\"seq\":\"2\",\"type\""},
    {"message-form", BEGIN "< {\"seq\":2,\"type\":\"event\",\"event\":\"\"}\n",
     "seq 2, event: event is \"\", no name; ", "\"event\":\"\""},
    {"message-form", BEGIN "< {\"seq\":2,\"type\":\"evnt\",\"event\":\"x\"}\n",
     "seq 2, message: type is \"evnt\", none of request|response|event; ", "\"type\":\"evnt\""},
    {"message-form",
     BEGIN THREADS ANSWER(2, "\"success\":1,\"command\":\"threads\",\"body\":{\"threads\":[]}"),
     "seq 2, response to 'threads': success is 1, no boolean; ", "\"success\":1"},
    {"message-form", BEGIN THREADS ANSWER(2, "\"success\":false,\"message\":5,\"command\":\"threads\""),
     "seq 2, response to 'threads': message is 5, no string; "
     "response to 'threads': success is false and message is no text; ",
     "\"message\":5"},
    {"error-has-a-message", BEGIN THREADS ANSWER(2, "\"success\":false,\"command\":\"threads\""),
     "response to 'threads': success is false and message is missing; ", ""},
    {"body-follows-schema",
     BEGIN EVENT(2, "output", "{\"output\":\"x\",\"source\":\"main.c\",\"line\":\"1\"}")
         EVENT(3, "output", "{\"output\":\"y\",\"source\":\"main.c\"}"),
     "seq 2, event 'output': body.source is \"main.c\", no object; "
     "seq 2, event 'output': body.line is \"1\", no integer up to 2^53-1; ",
     "\"source\":\"main.c\""},
    {"body-follows-schema",
     BEGIN THREADS ANSWER(2, "\"success\":true,\"command\":\"threads\",\"body\":{\"threads\":"
                             "[{\"id\":1},{\"id\":2},{\"id\":\"3\"}]}"),
     "seq 2, response to 'threads': body.threads[0].name is missing; "
     "seq 2, response to 'threads': body.threads[2].id is \"3\", no integer; ",
     "[{\"id\":1},{\"id\":2}"},
};

static void violation_of_the_schema_names_the_member_and_shows_its_bytes(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(members); i++) {
        rsp_dap_rules *rules = rsp_dap_rules_new();
        rsp_dap_log log = {0};
        rsp_buf texts = {0};
        size_t num = 0;
        play(&log, rules, members[i].session);
        const rsp_dap_violation *found = rsp_dap_rules_violations(rules, &num);
        for (size_t k = 0; k < num; k++)
            rsp_buf_printf(&texts, "%s; ", found[k].text);
        assert_string_equal(rsp_buf_cstr(&texts), members[i].texts);
        assert_string_equal(rsp_dap_rule_get(found->rule)->id, members[i].rule);
        const rsp_bytes near = rsp_bytes_make(found->near, found->num_near);
        if (*members[i].near)
            assert_true(rsp_bytes_search(near, rsp_bytes_str(members[i].near)) < near.len);
        rsp_buf_free(&texts);
        rsp_dap_rules_free(rules);
        rsp_dap_log_free(&log);
    }
}

/* The log keeps the beginning of a message: what stands far behind it is shown all the same. */
static void bytes_around_a_member_of_a_long_message_are_shown(void **state) {
    (void)state;
    rsp_dap_rules *rules = rsp_dap_rules_new();
    rsp_dap_log log = {0};
    rsp_buf line = {0};
    size_t num = 0;
    rsp_buf_str(&line, BEGIN THREADS "< {\"seq\":2,\"type\":\"response\",\"request_seq\":2,\"success\":true,"
                                     "\"command\":\"threads\",\"body\":{\"threads\":[");
    for (unsigned i = 0; i < 500; i++)
        rsp_buf_printf(&line, "{\"id\":%u,\"name\":\"thread\"},", i);
    rsp_buf_str(&line, "{\"id\":\"here\",\"name\":\"last\"}]}}\n");
    play(&log, rules, rsp_buf_cstr(&line));
    const rsp_dap_violation *found = rsp_dap_rules_violations(rules, &num);
    assert_int_equal(num, 1);
    const rsp_bytes near = rsp_bytes_make(found->near, found->num_near);
    assert_true(rsp_bytes_search(near, RSP_LIT("{\"id\":\"here\",\"name\":\"last\"}")) < near.len);
    rsp_buf_free(&line);
    rsp_dap_rules_free(rules);
    rsp_dap_log_free(&log);
}

/* An adapter that does everything wrong fills no list beyond its end. */
static void violations_are_bounded(void **state) {
    (void)state;
    rsp_dap_rules *rules = rsp_dap_rules_new();
    rsp_dap_log log = {0};
    rsp_buf line = {0};
    size_t num = 0;
    rsp_buf_str(&line, BEGIN
                "< {\"seq\":2,\"type\":\"event\",\"event\":\"capabilities\",\"body\":{\"capabilities\":{");
    const char *shape = rsp_dap_shape_of_type(RSP_LIT("Capabilities"));
    rsp_bytes rest = rsp_bytes_str(shape);
    rsp_dap_field field;
    for (unsigned i = 0; rsp_dap_shape_next(&rest, &field); i++)
        rsp_buf_printf(&line, "%s\"%.*s\":7", i ? "," : "", (int)field.name.len,
                       (const char *)field.name.ptr);
    rsp_buf_str(&line, "}}}\n" EVENT(3, "output",
                                     "{\"output\":1,\"source\":1,\"line\":\"\",\"category\":1,"
                                     "\"group\":1,\"column\":\"\",\"variablesReference\":\"\"}"));
    play(&log, rules, rsp_buf_cstr(&line));
    (void)rsp_dap_rules_violations(rules, &num);
    assert_in_range(num, 40, RSP_DAP_VIOLATIONS_MAX);
    rsp_buf_free(&line);
    rsp_dap_rules_free(rules);
    rsp_dap_log_free(&log);
}

static void rule_is_in_the_table_once(void **state) {
    (void)state;
    for (unsigned i = 0; i < RSP_DAP_RULE_COUNT; i++)
        for (unsigned k = 0; k < i; k++)
            assert_string_not_equal(rsp_dap_rule_get(i)->id, rsp_dap_rule_get(k)->id);
    assert_null(rsp_dap_rule_get(RSP_DAP_RULE_COUNT));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_that_is_broken_is_told_alone),
        cmocka_unit_test(rule_knows_what_the_client_announced),
        cmocka_unit_test(violation_of_the_schema_names_the_member_and_shows_its_bytes),
        cmocka_unit_test(bytes_around_a_member_of_a_long_message_are_shown),
        cmocka_unit_test(violations_are_bounded),
        cmocka_unit_test(rule_is_in_the_table_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
