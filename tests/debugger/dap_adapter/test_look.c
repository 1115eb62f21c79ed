/* What is shown of a program that stands: threads, values, registers and instructions, as an editor is told.
 * The program is "shapes" of tests/debugger/debuggee, at `look`.
 * See look/evaluate.h, look/register_scope.h, look/disassemble.h, look/threads.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "code/line_calls.h"
#include "editor_world.h"
#include <inttypes.h>

enum { MAIN = 23 }; /* its frame, as seen from `look` */

static void begin(editor_world *w) {
    editor_init(w, "shapes");
    editor_start(w, ",'supportsVariableType':true");
    editor_run_to(w, "look");
}

/* --- threads --- */

static void threads_have_their_names(void **state) {
    (void)state;
    for (int by_one = 0; by_one < 2; by_one++) {
        editor_world w;
        editor_init(&w, "threads4");
        if (by_one) {
            w.lies[0] = (editor_lie){"qXfer:threads", "E00"};
            w.lies[1] = (editor_lie){"qThreadExtraInfo", "776f726b6572"};
        }
        editor_start(&w, "");
        editor_run_to(&w, "work");
        const json_t *threads = json_object_get(editor_do(&w, "threads", NULL), "threads");
        assert_true(json_array_size(threads) > 1);
        assert_text(threads, "0.name", by_one ? "worker" : "threads4");
        const size_t asked = editor_sent(&w, "qThreadExtraInfo");
        assert_int_equal(asked, by_one ? json_array_size(threads) : 0);
        (void)editor_do(&w, "threads", NULL); /* they are known now */
        assert_int_equal(editor_sent(&w, "qThreadExtraInfo"), 0);
        editor_end(&w);
    }
}

/* Of the scope with this name. */
static long long scope(editor_world *w, int64_t frame, const char *name) {
    const json_t *scopes =
        json_object_get(editor_do(w, "scopes", "{'frameId':%lld}", (long long)frame), "scopes");
    for (size_t i = 0; i < json_array_size(scopes); i++) {
        const json_t *one = json_array_get(scopes, i);
        if (strcmp(editor_text(one, "name"), name) == 0)
            return json_integer_value(json_object_get(one, "variablesReference"));
    }
    fail_msg("no scope %s", name);
    return 0;
}

static const json_t *variable(editor_world *w, long long reference, const char *name) {
    const json_t *all =
        json_object_get(editor_do(w, "variables", "{'variablesReference':%lld}", reference), "variables");
    for (size_t i = 0; i < json_array_size(all); i++)
        if (strcmp(editor_text(json_array_get(all, i), "name"), name) == 0)
            return json_array_get(all, i);
    return NULL;
}

/* --- values --- */

static const json_t *evaluate(editor_world *w, int64_t frame, const char *source) {
    return editor_do(w, "evaluate", "{'expression':'%s','frameId':%lld,'context':'repl'}", source,
                     (long long)frame);
}

static void value_that_cannot_be_read_is_an_error_that_says_why(void **state) {
    editor_world w;
    (void)state;
    begin(&w);
    const int64_t frame = editor_frame(&w, MAIN);
    assert_text(evaluate(&w, frame, "item.count"), "result", "21");
    const char *why =
        editor_refusal(&w, "evaluate", "{'expression':'lost->count','frameId':%lld}", (long long)frame);
    assert_string_equal(why, "<not readable at 0x18>");
    editor_end(&w);
}

/* What it could mean, and why not: the last reason is told, and no other. */
static void refusal_has_one_reason(void **state) {
    editor_world w;
    (void)state;
    begin(&w);
    const char *why = editor_refusal(&w, "evaluate", "{'expression':'look(1, 2)','context':'repl'}");
    assert_null(strstr(why, "look(1"));
    assert_non_null(strstr(why, "it takes 1 arguments, not 2"));
    assert_int_equal(strstr(why, "it takes") - why < 24, true);
    editor_end(&w);
}

static void assignment_gives_the_new_value(void **state) {
    editor_world w;
    (void)state;
    begin(&w);
    const int64_t frame = editor_frame(&w, MAIN);
    assert_text(evaluate(&w, frame, "item.count = 77"), "result", "77");
    assert_text(evaluate(&w, frame, "item.count"), "result", "77");
    const json_t *set = editor_do(&w, "setExpression",
                                  "{'expression':'item.count','value':'5','frameId':%lld}", (long long)frame);
    assert_text(set, "value", "5");
    assert_text(evaluate(&w, frame, "item.count"), "result", "5");
    editor_end(&w);
}

static void a_register_is_set_by_its_name(void **state) {
    editor_world w;
    (void)state;
    begin(&w);
    const int64_t frame = editor_frame(&w, 0);
    const json_t *set = editor_do(&w, "setExpression", "{'expression':'$a2','value':'0x5a','frameId':%lld}",
                                  (long long)frame);
    assert_text(set, "value", "0x000000000000005a");
    assert_text(evaluate(&w, frame, "$a2"), "result", "0x000000000000005a");
    assert_text(evaluate(&w, frame, "$a2 = 7"), "result", "0x0000000000000007");
    const char *why = editor_refusal(&w, "setExpression", "{'expression':'$a2','value':'1','frameId':%lld}",
                                     (long long)editor_frame(&w, MAIN));
    assert_non_null(strstr(why, "innermost"));
    editor_end(&w);
}

static const json_t *complete(editor_world *w, int64_t frame, const char *text) {
    const json_t *body = editor_do(w, "completions", "{'text':'%s','column':%zu,'frameId':%lld}", text,
                                   strlen(text) + 1, (long long)frame);
    return json_object_get(body, "targets");
}

static void members_are_offered_of_what_stands_before(void **state) {
    editor_world w;
    (void)state;
    begin(&w);
    const int64_t frame = editor_frame(&w, MAIN);
    assert_text(complete(&w, frame, "item.corn"), "0.label", "corners");
    assert_text(complete(&w, frame, "1 + item.next->labe"), "0.label", "label");
    assert_text(complete(&w, frame, "item.corners[1].x"), "0.label", "x");
    assert_text(complete(&w, frame, "(item.rat"), "0.label", "ratio");
    assert_int_equal(json_array_size(complete(&w, frame, "item.nosuch")), 0);
    editor_end(&w);
}

static void functions_that_a_line_calls_are_told_with_it(void **state) {
    editor_world w;
    (void)state;
    editor_init(&w, "placed");
    editor_start(&w, "");
    editor_run_to(&w, "main");
    const json_t *body = editor_do(&w, "stepInTargets", "{'frameId':%lld}", (long long)editor_frame(&w, 0));
    assert_int_equal(json_array_size(json_object_get(body, "targets")), 1);
    assert_text(body, "targets.0.label", "placed");
    assert_text(body, "targets.0.line", "14");
    editor_end(&w);
}

/* Code of a test, as it is read of a thread. */
typedef struct test_code {
    uint64_t address;
    uint32_t words[16];
} test_code;

static rsp_status read_test_code(void *ctx, uint64_t address, uint8_t *dst, size_t len) {
    const test_code *code = ctx;
    for (size_t i = 0; i < len; i++) {
        const size_t at = (size_t)(address - code->address) + i;
        assert_true(at < sizeof code->words);
        dst[i] = (uint8_t)(code->words[at / 4] >> at % 4 * 8);
    }
    return RSP_OK;
}

static void function_that_a_line_calls_twice_is_told_once(void **state) {
    static const char *const names[] = {"deep", "look", "look", "deep"};
    machine_call calls[LINE_CALLS_MAX];
    size_t num = 0;
    editor_world w;
    (void)state;
    begin(&w);
    test_code code = {.address = ask_symbol(&w.ask, "look")};
    const rsp_debug_thread thread = {.ctx = &code, .read_memory = read_test_code};
    for (size_t i = 0; i < RSP_ARRAY_LEN(code.words); i++) {
        const uint64_t from = code.address + 4 * i;
        const uint32_t by = i < 4 ? (uint32_t)(ask_symbol(&w.ask, names[i]) - from) : 0;
        code.words[i] = i >= 4 ? 0x13 /* nop */
                               : 0xef /* jal ra */ | (by & 0x7fe) << 20 | (by & 0x800) << 9 | (by & 0xff000) |
                                     (by & 0x100000) << 11;
    }
    assert_ok(line_calls_find(adapter_modules(w.adapter), &thread, code.address, calls, &num));
    assert_int_equal(num, 2);
    assert_int_equal(calls[0].target, ask_symbol(&w.ask, "deep"));
    assert_int_equal(calls[1].target, ask_symbol(&w.ask, "look"));
    editor_end(&w);
}

/* A view that was given up leaves no mark on that of another thread of the process. */
static void view_of_another_thread_is_read_after_one_that_was_given_up(void **state) {
    editor_world w;
    (void)state;
    editor_init(&w, "threads4");
    w.rtt_ns = RSP_NS_PER_S;
    editor_start(&w, "");
    editor_run_to(&w, "work");
    const long long stopped = editor_thread(&w);
    const json_t *threads = json_object_get(editor_do(&w, "threads", NULL), "threads");
    assert_true(stopped > 0);
    long long other = strtoll(editor_text(threads, "0.id"), NULL, 10);
    other = other == stopped ? strtoll(editor_text(threads, "1.id"), NULL, 10) : other;
    const long long globals = scope(&w, editor_frame(&w, 0), "Globals");
    const int64_t view = editor_say(&w, "variables", "{'variablesReference':%lld}", globals);
    editor_interrupts(&w);
    (void)editor_say(&w, "cancel", "{'requestId':%lld}", (long long)view);
    assert_text(editor_answer(&w, view), "message", "cancelled");
    w.interrupts = false;
    const json_t *body = editor_do(&w, "stackTrace", "{'threadId':%lld}", other);
    assert_true(json_array_size(json_object_get(body, "stackFrames")) > 1);
    editor_end(&w);
}

static void program_is_told_as_a_module(void **state) {
    editor_world w;
    (void)state;
    begin(&w);
    const json_t *body = editor_do(&w, "modules", "{}");
    assert_text(body, "totalModules", "1");
    assert_text(body, "modules.0.name", "shapes");
    assert_text(body, "modules.0.path", "/bin/shapes");
    assert_text(body, "modules.0.symbolStatus", "debug information");
    assert_null(json_object_get(json_array_get(json_object_get(body, "modules"), 0), "symbolFilePath"));
    editor_end(&w);
}

static void console_passes_commands_to_the_stub(void **state) {
    editor_world w;
    (void)state;
    begin(&w);
    const json_t *answer = editor_do(&w, "evaluate", "{'expression':'monitor help','context':'repl'}");
    assert_non_null(strstr(editor_text(answer, "result"), "help"));
    editor_end(&w);
}

/* Lines and columns are counted as the editor does. */
static void frames_have_their_places(void **state) {
    editor_world w;
    (void)state;
    editor_init(&w, "shapes");
    editor_start(&w, ",'linesStartAt1':false,'columnsStartAt1':false");
    editor_run_to(&w, "look");
    const json_t *frames = json_object_get(
        editor_do(&w, "stackTrace", "{'threadId':%lld}", (long long)editor_thread(&w)), "stackFrames");
    assert_text(frames, "0.name", "look");
    assert_text(frames, "0.line", "40");
    assert_true(strtol(editor_text(frames, "0.column"), NULL, 10) > 0);
    assert_text(frames, "0.presentationHint", "");
    editor_end(&w);
}

/* All variables of a scope, each once. */
static void variables_of_a_scope_are_all_told(void **state) {
    editor_world w;
    (void)state;
    begin(&w);
    const json_t *scopes = editor_do(&w, "scopes", "{'frameId':%lld}", (long long)editor_frame(&w, MAIN));
    const json_t *variables = json_object_get(editor_do(&w, "variables", "{'variablesReference':%s}",
                                                        editor_text(scopes, "scopes.0.variablesReference")),
                                              "variables");
    assert_text(variables, "0.name", "second");
    assert_text(variables, "1.name", "item");
    assert_text(variables, "2.name", "function");
    editor_end(&w);
}

/* --- memory --- */

/* More than one piece of 64 KiB is read to its end. */
static void memory_of_many_pieces_is_read_whole(void **state) {
    enum { BYTES = 200000 };
    editor_world w;
    (void)state;
    begin(&w);
    const json_t *sp = editor_do(&w, "evaluate", "{'expression':'(long)$sp','frameId':%lld}",
                                 (long long)editor_frame(&w, 0));
    const uint64_t from = strtoull(editor_text(sp, "result"), NULL, 0) - BYTES;
    const json_t *read =
        editor_do(&w, "readMemory", "{'memoryReference':'0x%" PRIx64 "','count':%d}", from, BYTES);
    assert_text(read, "unreadableBytes", "");
    assert_int_equal(strlen(editor_text(read, "data")), (BYTES + 2) / 3 * 4);
    editor_end(&w);
}

/* --- what is watched --- */

static const json_t *watched(editor_world *w, int64_t frame, const char *source) {
    return editor_do(w, "dataBreakpointInfo", "{'name':'%s','frameId':%lld}", source, (long long)frame);
}

/* "0xADDRESS/SIZE", and more behind it. */
static uint64_t size_of(const json_t *info) {
    const char *slash = strchr(editor_text(info, "dataId"), '/');
    assert_non_null(slash);
    return strtoul(slash + 1, NULL, 10);
}

static void bytes_of_what_is_watched_are_counted(void **state) {
    editor_world w;
    (void)state;
    begin(&w);
    const int64_t frame = editor_frame(&w, MAIN);
    assert_int_equal(size_of(watched(&w, frame, "item.count")), 4);
    assert_non_null(strstr(editor_text(watched(&w, frame, "item.count"), "description"), "(4 bytes at 0x"));
    assert_int_equal(size_of(watched(&w, frame, "letter")), 1);
    assert_non_null(strstr(editor_text(watched(&w, frame, "letter"), "description"), "(1 byte at 0x"));
    assert_int_equal(size_of(watched(&w, frame, "item.flag")), 1);  /* bits 0 to 2 */
    assert_int_equal(size_of(watched(&w, frame, "item.small")), 1); /* bits 3 to 7 */
    const json_t *refused = watched(&w, frame, "1 + 2");
    assert_true(json_is_null(json_object_get(refused, "dataId")));
    assert_text(refused, "description", "it is not in memory");
    editor_end(&w);
}

/* --- registers --- */

static void registers_are_those_of_the_frame(void **state) {
    editor_world w;
    (void)state;
    begin(&w);
    const long long inner = scope(&w, editor_frame(&w, 0), "Registers");
    const long long outer = scope(&w, editor_frame(&w, MAIN), "Registers");
    assert_non_null(strstr(editor_text(variable(&w, inner, "pc"), "value"), " <look+"));
    assert_non_null(strstr(editor_text(variable(&w, outer, "pc"), "value"), " <main+"));
    char sp[64];
    (void)snprintf(sp, sizeof sp, "%s", editor_text(variable(&w, inner, "sp"), "value"));
    assert_true(strtoull(editor_text(variable(&w, outer, "sp"), "value"), NULL, 16) > strtoull(sp, NULL, 16));
    assert_text(variable(&w, outer, "t0"), "value", "<not known in this frame>");
    assert_non_null(strstr(editor_text(variable(&w, inner, "t0"), "value"), "0x"));
    assert_null(variable(&w, inner, "Other registers") ? NULL : "the general ones are not all");
    editor_end(&w);
}

static void register_is_set_to_the_number_of_an_expression(void **state) {
    editor_world w;
    (void)state;
    begin(&w);
    const long long reference = scope(&w, editor_frame(&w, 0), "Registers");
    const json_t *set =
        editor_do(&w, "setVariable", "{'variablesReference':%lld,'name':'t0','value':'2 + 3'}", reference);
    assert_text(set, "value", "0x0000000000000005");
    assert_text(editor_do(&w, "evaluate", "{'expression':'$t0'}"), "result", "0x0000000000000005");
    editor_end(&w);
}

/* Where no source is known an editor shows the frame as one of minor interest. */
static void frame_without_a_source_is_subtle(void **state) {
    editor_world w;
    (void)state;
    begin(&w);
    (void)editor_do(&w, "setVariable", "{'variablesReference':%lld,'name':'pc','value':'16'}",
                    scope(&w, editor_frame(&w, 0), "Registers"));
    const json_t *frames = json_object_get(
        editor_do(&w, "stackTrace", "{'threadId':%lld}", (long long)editor_thread(&w)), "stackFrames");
    assert_null(json_object_get(json_array_get(frames, 0), "source"));
    assert_text(frames, "0.presentationHint", "subtle");
    editor_end(&w);
}

/* A description without a register that is not a general one has no group of others. */
static void group_of_others_is_there_where_there_are_others(void **state) {
    static const char *const target =
        "l<target><architecture>riscv:rv64</architecture><feature name=\"org.gnu.gdb.riscv.cpu\">"
        "<reg name=\"zero\" bitsize=\"64\"/><reg name=\"ra\" bitsize=\"64\"/><reg name=\"sp\" "
        "bitsize=\"64\"/><reg name=\"pc\" bitsize=\"64\" regnum=\"32\"/></feature></target>";
    editor_world w;
    (void)state;
    editor_init(&w, "shapes");
    w.lies[0] = (editor_lie){"qXfer:features:read:target.xml", target};
    editor_start(&w, "");
    const long long reference = scope(&w, editor_frame(&w, 0), "Registers");
    assert_non_null(variable(&w, reference, "ra"));
    assert_null(variable(&w, reference, "Other registers"));
    editor_end(&w);
}

/* --- instructions --- */

static const json_t *disassemble(editor_world *w, uint64_t address, int offset, int count) {
    const json_t *body = editor_do(w, "disassemble",
                                   "{'memoryReference':'0x%" PRIx64
                                   "','instructionOffset':%d,'instructionCount':%d,'resolveSymbols':true}",
                                   address, offset, count);
    assert_int_equal(json_array_size(json_object_get(body, "instructions")), count);
    return json_object_get(body, "instructions");
}

/* Those before an address are the ones that lead there, also beyond the start of its function. */
static void instructions_before_an_address_lead_to_it(void **state) {
    editor_world w;
    (void)state;
    begin(&w);
    const uint64_t start = ask_symbol(&w.ask, "look");
    const uint64_t at = start + 16;
    const json_t *near = disassemble(&w, at, -2, 3);
    assert_int_equal(strtoull(editor_text(near, "0.address"), NULL, 16), at - 8);
    assert_int_equal(strtoull(editor_text(near, "2.address"), NULL, 16), at);
    assert_text(near, "0.symbol", "");
    const json_t *far = disassemble(&w, at, -7, 8);
    assert_int_equal(strtoull(editor_text(far, "0.address"), NULL, 16), at - 28);
    assert_text(far, "3.symbol", "look");
    assert_int_equal(strtoull(editor_text(far, "3.address"), NULL, 16), start);
    for (size_t i = 0; i < 8; i++) {
        const json_t *one = json_array_get(far, i);
        assert_text(one, "presentationHint", "");
        assert_int_equal(strlen(editor_text(one, "instructionBytes")), 11);
    }
    editor_end(&w);
}

/* Where no memory is, entries say so, and there are as many as asked for. */
static void instructions_without_memory_are_told_as_that(void **state) {
    editor_world w;
    (void)state;
    begin(&w);
    const json_t *none = disassemble(&w, 16, 0, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(strtoull(editor_text(json_array_get(none, i), "address"), NULL, 16), 16 + i);
        assert_text(json_array_get(none, i), "presentationHint", "invalid");
    }
    editor_end(&w);
}

/* Before an address behind the end of memory there is no instruction, though further before there are some.
 */
static void instructions_do_not_lead_over_a_gap(void **state) {
    editor_world w;
    uint8_t byte;
    (void)state;
    begin(&w);
    const long long reference = scope(&w, editor_frame(&w, 0), "Registers");
    uint64_t end = strtoull(editor_text(variable(&w, reference, "sp"), "value"), NULL, 16) & ~UINT64_C(0xfff);
    while (rsp_client_read_memory(adapter_client(w.adapter), end, &byte, 1, NULL) == RSP_OK)
        end += 0x1000;
    const json_t *list = disassemble(&w, end + 4, -2, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(strtoull(editor_text(json_array_get(list, i), "address"), NULL, 16), end + 2 + i);
        assert_text(json_array_get(list, i), "presentationHint", "invalid");
    }
    editor_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_have_their_names),
        cmocka_unit_test(value_that_cannot_be_read_is_an_error_that_says_why),
        cmocka_unit_test(refusal_has_one_reason),
        cmocka_unit_test(functions_that_a_line_calls_are_told_with_it),
        cmocka_unit_test(function_that_a_line_calls_twice_is_told_once),
        cmocka_unit_test(view_of_another_thread_is_read_after_one_that_was_given_up),
        cmocka_unit_test(program_is_told_as_a_module),
        cmocka_unit_test(console_passes_commands_to_the_stub),
        cmocka_unit_test(frames_have_their_places),
        cmocka_unit_test(frame_without_a_source_is_subtle),
        cmocka_unit_test(variables_of_a_scope_are_all_told),
        cmocka_unit_test(memory_of_many_pieces_is_read_whole),
        cmocka_unit_test(assignment_gives_the_new_value),
        cmocka_unit_test(a_register_is_set_by_its_name),
        cmocka_unit_test(members_are_offered_of_what_stands_before),
        cmocka_unit_test(bytes_of_what_is_watched_are_counted),
        cmocka_unit_test(registers_are_those_of_the_frame),
        cmocka_unit_test(register_is_set_to_the_number_of_an_expression),
        cmocka_unit_test(group_of_others_is_there_where_there_are_others),
        cmocka_unit_test(instructions_before_an_address_lead_to_it),
        cmocka_unit_test(instructions_without_memory_are_told_as_that),
        cmocka_unit_test(instructions_do_not_lead_over_a_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
