/* Requests that no editor should send: of a wrong shape, about what is not there, beyond every limit; and
 * content that is no message at all. Each is refused with a reason, and the next request is served. The
 * program is "shapes" of tests/debugger/debuggee, at `look`. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "editor_world.h"

#include "core/limits.h"

static void begin(editor_world *w) {
    editor_init(w, "shapes");
    editor_start(w, ",'supportsVariableType':true");
    editor_run_to(w, "look");
}

/* It still knows where the program stands. */
static void expect_alive(editor_world *w) {
    assert_text(
        editor_do(w, "evaluate", "{'expression':'value + 1','frameId':%lld}", (long long)editor_frame(w, 0)),
        "result", "43");
    assert_int_equal(editor_count(w, "terminated"), 0);
}

typedef struct refusal_row {
    const char *command;
    const char *arguments;
    const char *why;
} refusal_row;

static void expect_refusals(editor_world *w, const refusal_row *rows, size_t num) {
    for (size_t i = 0; i < num; i++) {
        const char *why =
            editor_refusal(w, rows[i].command, rows[i].arguments ? "%s" : NULL, rows[i].arguments);
        if (!strstr(why, rows[i].why))
            fail_msg("%s %s: '%s', not '%s'", rows[i].command, rows[i].arguments ? rows[i].arguments : "",
                     why, rows[i].why);
    }
}

/* Members that are missing or of another type; the stub hears nothing of them. */
static const refusal_row shape_rows[] = {
    {"evaluate", NULL, "expression"},
    {"evaluate", "{}", "expression"},
    {"evaluate", "{'expression':7}", "expression"},
    {"evaluate", "{'expression':null}", "expression"},
    {"evaluate", "{'expression':'1','frameId':'x'}", "frameId"},
    {"evaluate", "{'expression':'1','frameId':1.5}", "frameId"},
    {"variables", "{'variablesReference':'1'}", "variablesReference"},
    {"variables", "{'variablesReference':1,'filter':'other'}", "filter"},
    {"stackTrace", "{'threadId':[1]}", "threadId"},
    {"setBreakpoints", "{'source':'a.c'}", "source"},
    {"setBreakpoints", "{'source':{'path':'a.c'},'breakpoints':{}}", "breakpoints"},
    {"setBreakpoints", "{'source':{'path':'a.c'},'breakpoints':[{'line':'1'}]}", "line"},
    {"setBreakpoints", "{'source':{'path':'a.c'},'breakpoints':[7]}", "breakpoints"},
    {"setBreakpoints", "{'source':{}}", "source: neither path nor name"},
    {"setFunctionBreakpoints", "{'breakpoints':[{'name':null}]}", "name"},
    {"setDataBreakpoints", "{'breakpoints':[{'dataId':'x','accessType':'all'}]}", "accessType"},
    {"readMemory", "{'memoryReference':4096,'count':4}", "memoryReference"},
    {"readMemory", "{'memoryReference':'0x1000'}", "count"},
    {"writeMemory", "{'memoryReference':'0x1000','data':7}", "data"},
    {"disassemble", "{'memoryReference':'0x1000','instructionCount':'4'}", "instructionCount"},
    {"next", "{'threadId':true}", "threadId"},
    {"goto", "{'threadId':1}", "targetId"},
    {"frobnicate", "{}", "frobnicate"},
};

static void wrong_shapes_are_refused_without_a_packet(void **state) {
    (void)state;
    editor_world w;
    begin(&w);
    (void)editor_sent(&w, "");
    expect_refusals(&w, shape_rows, RSP_ARRAY_LEN(shape_rows));
    assert_int_equal(editor_sent(&w, ""), 0);
    expect_alive(&w);
    editor_end(&w);
}

/* Ids that nobody has given, in every request that takes one. */
static const refusal_row id_rows[] = {
    {"stackTrace", "{'threadId':4711}", "there is no thread 4711"},
    {"stackTrace", "{'threadId':-1}", "there is no thread -1"},
    {"stackTrace", "{'threadId':0}", "there is no thread 0"},
    {"stackTrace", "{'threadId':9223372036854775807}", "there is no thread 9223372036854775807"},
    {"scopes", "{'frameId':4711}", "there is no frame 4711"},
    {"scopes", "{'frameId':-9223372036854775808}", "there is no frame -9223372036854775808"},
    {"evaluate", "{'expression':'1','frameId':99999}", "there is no frame 99999"},
    {"variables", "{'variablesReference':0}", "there is no"},
    {"variables", "{'variablesReference':99999}", "there is no"},
    {"variables", "{'variablesReference':-1}", "there is no"},
    {"setVariable", "{'variablesReference':99999,'name':'a','value':'1'}", "there is no"},
    {"next", "{'threadId':4711}", "there is no thread 4711"},
    {"continue", "{'threadId':4711,'singleThread':true}", "there is no thread 4711"},
    {"goto", "{'threadId':4711,'targetId':1}", "goto: there is no thread 4711"},
    {"stepInTargets", "{'frameId':4711}", "there is no frame 4711"},
    {"exceptionInfo", "{'threadId':4711}", "this thread did not stop at an exception"},
    {"source", "{'sourceReference':7}", "there is no such source"},
};

static void what_nobody_has_given_is_not_there(void **state) {
    (void)state;
    editor_world w;
    begin(&w);
    expect_refusals(&w, id_rows, RSP_ARRAY_LEN(id_rows));
    expect_alive(&w);
    editor_end(&w);
}

/* Numbers at the ends of their range. */
static const refusal_row range_rows[] = {
    {"stackTrace", "{'threadId':%THREAD,'startFrame':-1}", "cannot be negative"},
    {"stackTrace", "{'threadId':%THREAD,'levels':-9223372036854775808}", "cannot be negative"},
    {"modules", "{'startModule':-1}", "cannot be negative"},
    {"readMemory", "{'memoryReference':'0x1000','count':-1}", "count cannot be negative"},
    {"readMemory", "{'memoryReference':'','count':4}", "is no memory reference"},
    {"readMemory", "{'memoryReference':'0x','count':4}", "is no memory reference"},
    {"readMemory", "{'memoryReference':'-4','count':4}", "is no memory reference"},
    {"readMemory", "{'memoryReference':'0x10000000000000000','count':4}", "is no memory reference"},
    {"writeMemory", "{'memoryReference':'0x1000','data':'A'}", "the data is no base64"},
    {"writeMemory", "{'memoryReference':'0x8','data':'AAAA'}", "writing memory"},
    {"disassemble", "{'memoryReference':'0x1000','instructionCount':-1}", "instructions are listed"},
    {"disassemble", "{'memoryReference':'0x1000','instructionCount':9223372036854775807}",
     "instructions are listed"},
    {"disassemble",
     "{'memoryReference':'0x1000','instructionCount':1,'instructionOffset':-9223372036854775808}",
     "instructions are listed"},
    {"goto", "{'threadId':%THREAD,'targetId':4711}", "goto: there is no target 4711"},
    {"gotoTargets", "{'source':{'path':'shapes.c'},'line':0}", "gotoTargets: "},
    {"gotoTargets", "{'source':{'path':'shapes.c'},'line':-5}", "gotoTargets: "},
    {"gotoTargets", "{'source':{'path':'shapes.c'},'line':4294967297}", "gotoTargets: "}, /* not line 1 */
    {"gotoTargets", "{'source':{'path':'other.c'},'line':1}", "gotoTargets: "},
};

static void numbers_out_of_range_are_refused(void **state) {
    (void)state;
    editor_world w;
    begin(&w);
    for (size_t i = 0; i < RSP_ARRAY_LEN(range_rows); i++) {
        const refusal_row *row = &range_rows[i];
        char arguments[256];
        const char *thread = strstr(row->arguments, "%THREAD");
        if (thread)
            (void)snprintf(arguments, sizeof arguments, "%.*s%lld%s", (int)(thread - row->arguments),
                           row->arguments, (long long)editor_thread(&w), thread + strlen("%THREAD"));
        else
            (void)snprintf(arguments, sizeof arguments, "%s", row->arguments);
        expect_refusals(&w, &(const refusal_row){row->command, arguments, row->why}, 1);
    }
    expect_alive(&w);
    editor_end(&w);
}

/* Memory at both ends of the address space: what is not there is told as unreadable, and nothing wraps. */
static void memory_at_the_ends_is_unreadable(void **state) {
    (void)state;
    editor_world w;
    begin(&w);
    const json_t *body = editor_do(&w, "readMemory", "{'memoryReference':'0xffffffffffffffff','count':16}");
    assert_text(body, "address", "0xffffffffffffffff");
    assert_text(body, "unreadableBytes", "16");
    assert_text(body, "data", "");
    body = editor_do(&w, "readMemory", "{'memoryReference':'0','count':0}");
    assert_text(body, "data", "");
    assert_text(body, "unreadableBytes", "");
    body = editor_do(&w, "readMemory", "{'memoryReference':'0x10','offset':-16,'count':4}");
    assert_text(body, "address", "0x0");
    assert_text(body, "unreadableBytes", "4");
    body = editor_do(&w, "writeMemory", "{'memoryReference':'0x1000','data':''}");
    assert_text(body, "bytesWritten", "0");
    expect_alive(&w);
    editor_end(&w);
}

/* As many instructions as were asked for, always: what is not in memory is told as invalid. */
static void instructions_at_the_ends_are_invalid(void **state) {
    (void)state;
    static const struct {
        const char *reference;
        int offset;
        const char *first; /* address of the first */
    } rows[] = {
        {"0", 0, "0x0"}, {"0", 5, ""}, {"0xfffffffffffffff0", 0, "0xfffffffffffffff0"}, {"0", -3, ""}};
    editor_world w;
    begin(&w);
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const json_t *body = editor_do(&w, "disassemble",
                                       "{'memoryReference':'%s','instructionOffset':%d,'instructionCount':8}",
                                       rows[i].reference, rows[i].offset);
        const json_t *list = json_object_get(body, "instructions");
        assert_int_equal(json_array_size(list), 8);
        for (size_t k = 0; k < 8; k++)
            assert_string_equal(editor_text(json_array_get(list, k), "presentationHint"), "invalid");
        if (*rows[i].first)
            assert_text(list, "0.address", rows[i].first);
    }
    const json_t *none = editor_do(&w, "disassemble", "{'memoryReference':'0x1000','instructionCount':0}");
    assert_int_equal(json_array_size(json_object_get(none, "instructions")), 0);
    expect_alive(&w);
    editor_end(&w);
}

/* --- breakpoints --- */

static void breakpoints_that_mean_nothing_say_why(void **state) {
    (void)state;
    static const struct {
        const char *breakpoint;
        const char *why;
    } rows[] = {
        {"{'line':0}", "there is no line 0"},
        {"{'line':-1}", "there is no line -1"},
        {"{'line':9223372036854775807}", "there is no line 9223372036854775807"},
        {"{'line':4294967328}", "there is no line 4294967328"}, /* 32 and 2 to the 32nd */
        {"{'line':32,'condition':'value >'}", ""},
        {"{'line':32,'condition':'ghost == 1'}", "ghost"},
        {"{'line':32,'hitCondition':'often'}", "the hit condition is neither a number nor an operator"},
        {"{'line':32,'hitCondition':'=>3'}", "the hit condition is neither a number nor an operator"},
        {"{'line':32,'hitCondition':'%%0'}", "the hit condition is neither a number nor an operator"},
        {"{'line':100000}", "no code at or after line 100000 of 'shapes.c'"},
    };
    editor_world w;
    begin(&w);
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        char text[256];
        (void)snprintf(text, sizeof text, "%s", rows[i].breakpoint);
        for (char *two = strstr(text, "%%"); two; two = strstr(two, "%%"))
            memmove(two, two + 1, strlen(two));
        const json_t *body =
            editor_do(&w, "setBreakpoints", "{'source':{'path':'shapes.c'},'breakpoints':[%s]}", text);
        assert_text(body, "breakpoints.0.verified", "false");
        if (!strstr(editor_text(body, "breakpoints.0.message"), rows[i].why))
            fail_msg("%s: '%s'", text, editor_text(body, "breakpoints.0.message"));
    }
    expect_alive(&w);
    editor_end(&w);
}

/* One that is wrong does not take the others with it, and the order is the editor's. */
static void one_wrong_breakpoint_is_alone(void **state) {
    (void)state;
    editor_world w;
    begin(&w);
    const json_t *body =
        editor_do(&w, "setFunctionBreakpoints",
                  "{'breakpoints':[{'name':'deep'},{'name':''},{'name':'ghost'},{'name':'look'}]}");
    assert_text(body, "breakpoints.0.verified", "true");
    assert_text(body, "breakpoints.1.verified", "false");
    assert_text(body, "breakpoints.2.verified", "false");
    assert_text(body, "breakpoints.3.verified", "true");
    body = editor_do(&w, "setDataBreakpoints", "{'breakpoints':[{'dataId':'no data id'},{'dataId':''}]}");
    assert_text(body, "breakpoints.0.message", "this is no data id of dataBreakpointInfo");
    assert_text(body, "breakpoints.1.message", "this is no data id of dataBreakpointInfo");
    body = editor_do(&w, "setInstructionBreakpoints",
                     "{'breakpoints':[{'instructionReference':'here'},{'instructionReference':'0x%llx'}]}",
                     (unsigned long long)ask_symbol(&w.ask, "deep"));
    assert_text(body, "breakpoints.0.verified", "false");
    assert_text(body, "breakpoints.1.verified", "true");
    editor_end(&w);
}

/* A hit is counted where the condition about hits is asked, from the first one on. */
static void hits_are_counted_as_the_condition_says(void **state) {
    (void)state;
    static const struct {
        const char *condition;
        int stops; /* of 21 calls */
        const char *first;
    } rows[] = {{"21", 1, "0"},   {"== 3", 1, "18"}, {"%10", 2, "11"},
                {"> 19", 2, "1"}, {"<= 2", 2, "20"}, {"22", 0, ""}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        editor_world w;
        editor_init(&w, "shapes");
        editor_start(&w, "");
        (void)editor_do(&w, "setFunctionBreakpoints", "{'breakpoints':[{'name':'deep','hitCondition':'%s'}]}",
                        rows[i].condition);
        int stops = 0;
        while (editor_count(&w, "exited") == 0) {
            const size_t before = editor_count(&w, "stopped");
            (void)editor_do(&w, "continue", "{'threadId':%lld}", (long long)editor_thread(&w));
            while (editor_count(&w, "stopped") == before && editor_count(&w, "exited") == 0)
                (void)editor_do(&w, "loadedSources", NULL);
            if (editor_count(&w, "stopped") == before)
                break;
            if (stops++ == 0)
                assert_text(editor_do(&w, "evaluate", "{'expression':'n','frameId':%lld}",
                                      (long long)editor_frame(&w, 0)),
                            "result", rows[i].first);
        }
        assert_int_equal(stops, rows[i].stops);
        editor_end(&w);
    }
}

/* --- log points --- */

/* Sets a log point at `deep`, runs to the end, and gives what was told for its hits, one after the other. */
static void run_with_log(editor_world *w, const char *message, rsp_buf *out) {
    editor_init(w, "shapes");
    editor_start(w, "");
    (void)editor_do(w, "setFunctionBreakpoints", "{'breakpoints':[{'name':'deep','logMessage':'%s'}]}",
                    message);
    (void)editor_do(w, "continue", "{'threadId':%lld}", (long long)editor_thread(w));
    while (editor_count(w, "exited") == 0)
        (void)editor_do(w, "loadedSources", NULL);
    for (size_t i = 0; i < json_array_size(w->said); i++) {
        const json_t *one = json_array_get(w->said, i);
        if (strcmp(editor_text(one, "event"), "output") == 0 &&
            strcmp(editor_text(one, "body.category"), "console") == 0)
            rsp_buf_str(out, editor_text(one, "body.output"));
    }
}

/* Braces hold an expression; one that is open, empty or means nothing is told as it stands or says why. */
static void log_points_say_what_their_text_says(void **state) {
    (void)state;
    static const struct {
        const char *message;
        const char *first; /* what the output begins with; NULL: only that it has 21 lines */
    } rows[] = {
        {"plain", "plain\nplain\n"},
        {"n is {n}, twice {n * 2}", "n is 20, twice 40\nn is 19, twice 38\n"},
        {"{n", "{n\n{n\n"},
        {"n}", "n}\n"},
        {"{n}{n}", "2020\n"},
        {"{ghost}!", NULL},
        {"{}", NULL},
        {"{it->next->next->count}", NULL}, /* behind the list's end: not readable */
        {"{n / (n - n)}", NULL},
        {"%s%n%d {n}", "%s%n%d 20\n"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        editor_world w;
        rsp_buf out = {0};
        run_with_log(&w, rows[i].message, &out);
        const char *text = rsp_buf_cstr(&out);
        size_t lines = 0;
        for (size_t k = 0; k < out.len; k++)
            lines += out.ptr[k] == '\n';
        if (lines != 21 || (rows[i].first && strncmp(text, rows[i].first, strlen(rows[i].first)) != 0))
            fail_msg("%s: %zu lines: %s", rows[i].message, lines, text);
        assert_int_equal(editor_count(&w, "stopped"), 1); /* at the entry, and no log point stops */
        rsp_buf_free(&out);
        editor_end(&w);
    }
}

/* --- content that is no message --- */

static void content_that_is_no_request_is_passed_by(void **state) {
    (void)state;
    static const char *const contents[] = {
        "",
        "{",
        "[]",
        "null",
        "7",
        "{}",
        "{\"seq\":1}",
        "{\"seq\":1,\"type\":\"event\",\"event\":\"stopped\"}",
        ("{\"seq\":1,\"type\":\"response\",\"request_seq\":4711,\"success\":true,\"command\":"
         "\"runInTerminal\"}"),
        "{\"seq\":1,\"type\":\"request\"}",
        "{\"seq\":1,\"type\":\"request\",\"command\":7}",
        "{\"seq\":\"1\",\"type\":\"request\",\"command\":\"threads\"}",
        "{\"seq\":1,\"type\":7,\"command\":\"threads\"}",
        "\"\\ud800\"",
    };
    editor_world w;
    begin(&w);
    for (size_t i = 0; i < RSP_ARRAY_LEN(contents); i++) {
        editor_say_content(&w, contents[i]);
        expect_alive(&w);
    }
    editor_end(&w);
}

/* At the limit of nesting and one beyond it. */
static void content_that_is_nested_too_deeply_is_passed_by(void **state) {
    (void)state;
    editor_world w;
    begin(&w);
    for (size_t depth = RSP_LIMIT_DAP_DEPTH - 1; depth <= RSP_LIMIT_DAP_DEPTH + 1; depth++) {
        rsp_buf text = {0};
        rsp_buf_str(&text, "{\"seq\":900,\"type\":\"request\",\"command\":\"threads\",\"arguments\":");
        for (size_t i = 0; i < depth; i++)
            rsp_buf_str(&text, "{\"a\":");
        rsp_buf_str(&text, "1");
        for (size_t i = 0; i < depth; i++)
            rsp_buf_push(&text, '}');
        rsp_buf_push(&text, '}');
        editor_say_content(&w, rsp_buf_cstr(&text));
        expect_alive(&w);
        rsp_buf_free(&text);
    }
    editor_end(&w);
}

/* --- before there is a program --- */

static const refusal_row early_rows[] = {
    {"threads", NULL, ""},
    {"stackTrace", "{'threadId':1}", ""},
    {"next", "{'threadId':1}", ""},
    {"evaluate", "{'expression':'1'}", ""},
    {"readMemory", "{'memoryReference':'0','count':1}", ""},
    {"configurationDone", NULL, "launch or attach comes first"},
    {"restart", NULL, "no program was launched"},
    {"attach", "{'pid':-1}", "pid is no process"},
    {"attach", "{'pid':'1x'}", "pid is no process"},
    {"launch", "{'program':7}", "program"},
    {"launch", "{'program':'x','args':[1]}", "item 0 is no string"},
    {"initialize", "{'adapterID':'again'}", "the session has begun already"},
};

static void requests_before_the_program_are_refused(void **state) {
    (void)state;
    editor_world w;
    editor_init(&w, "shapes");
    editor_connect(&w);
    assert_text(editor_do(&w, "initialize", "{'adapterID':'test'}"), "supportsConfigurationDoneRequest",
                "true");
    expect_refusals(&w, early_rows, RSP_ARRAY_LEN(early_rows));
    assert_int_equal(editor_sent(&w, ""), 0);
    editor_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_shapes_are_refused_without_a_packet),
        cmocka_unit_test(what_nobody_has_given_is_not_there),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(memory_at_the_ends_is_unreadable),
        cmocka_unit_test(instructions_at_the_ends_are_invalid),
        cmocka_unit_test(breakpoints_that_mean_nothing_say_why),
        cmocka_unit_test(one_wrong_breakpoint_is_alone),
        cmocka_unit_test(hits_are_counted_as_the_condition_says),
        cmocka_unit_test(log_points_say_what_their_text_says),
        cmocka_unit_test(content_that_is_no_request_is_passed_by),
        cmocka_unit_test(content_that_is_nested_too_deeply_is_passed_by),
        cmocka_unit_test(requests_before_the_program_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
