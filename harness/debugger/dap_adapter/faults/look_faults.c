/* Faults of what is shown: stacks, variables, expressions, memory, instructions.
 * Those that need a right answer ask the handler for it and change what it gave.
 * See fault.h. */
/* SPDX-License-Identifier: MIT */
#include "faults/fault.h"

#include "core/mem.h"

static json_t *list_of(const json_t *message, const char *name) {
    return json_object_get(json_object_get(message, "body"), name);
}

/* --- the current frame, asked for as an editor would --- */

/* Serves another command in the middle of a call. Its body, a new reference. */
static json_t *ask(adapter_call *call, const char *command, json_t *arguments) {
    const adapter_command *row = adapter_find_command(call->adapter, command);
    adapter_call inner = {.adapter = call->adapter,
                          .command = row,
                          .seq = call->seq,
                          .arguments = arguments,
                          .body = json_object()};
    if (row)
        (void)!row->serve(&inner);
    rsp_buf_free(&inner.text);
    json_decref(arguments);
    return inner.body;
}

static json_int_t current_frame(adapter_call *call) {
    json_t *threads = ask(call, "threads", json_object());
    const json_t *thread = json_object_get(json_array_get(json_object_get(threads, "threads"), 0), "id");
    json_t *stack = ask(call, "stackTrace",
                        json_pack("{s:O?, s:i}", "threadId", (json_t *)(uintptr_t)thread, "levels", 1));
    const json_int_t id =
        json_integer_value(json_object_get(json_array_get(json_object_get(stack, "stackFrames"), 0), "id"));
    json_decref(threads);
    json_decref(stack);
    return id;
}

/* A frame that is not known is the current one. */
static rsp_status any_frame(adapter_call *call) {
    rsp_status status = call->command->serve(call);
    if (status == RSP_OK || status == RSP_CANCELLED || !call_value(call, "frameId"))
        return status;
    json_t *arguments = json_deep_copy(call->arguments);
    const json_t *given = call->arguments;
    (void)json_object_set_new(arguments, "frameId", json_integer(current_frame(call)));
    call->arguments = arguments;
    call->message[0] = '\0';
    rsp_buf_clear(&call->text);
    status = call->command->serve(call);
    call->arguments = given;
    json_decref(arguments);
    return status;
}

static adapter_handler *frames_resolve_anew(adapter *a, const adapter_command *command,
                                            adapter_handler *serve) {
    (void)a;
    return strcmp(command->name, "scopes") == 0 || strcmp(command->name, "evaluate") == 0 ? any_frame : serve;
}

/* A reference that is not known is that of the present locals. */
static rsp_status any_reference(adapter_call *call) {
    rsp_status status = call->command->serve(call);
    if (status == RSP_OK || status == RSP_CANCELLED)
        return status;
    json_t *scopes = ask(call, "scopes", json_pack("{s:I}", "frameId", current_frame(call)));
    const json_t *reference =
        json_object_get(json_array_get(json_object_get(scopes, "scopes"), 0), "variablesReference");
    json_t *body =
        ask(call, "variables", json_pack("{s:O?}", "variablesReference", (json_t *)(uintptr_t)reference));
    (void)json_object_update(call->body, body);
    json_decref(body);
    json_decref(scopes);
    return RSP_OK;
}

/* --- stacks --- */

/* A request for 0 items is remembered, and its answer has none. */
static bool note_zero(adapter *a, const json_t *message, const char *command, const char *argument) {
    const json_t *wanted = json_object_get(json_object_get(message, "arguments"), argument);
    if (fault_is_request(message, command))
        fault_state_of(a)->on = wanted && json_integer_value(wanted) == 0;
    return true;
}

static bool none_for_zero(adapter *a, json_t *message, const char *command, const char *list) {
    if (fault_is_response(message, command) && fault_state_of(a)->on)
        fault_shorten(list_of(message, list), 0);
    return true;
}

static bool note_levels(adapter *a, json_t *message) {
    return note_zero(a, message, "stackTrace", "levels");
}

static bool no_frames(adapter *a, json_t *message) {
    return none_for_zero(a, message, "stackTrace", "stackFrames");
}

static rsp_status fail_beyond_end(adapter_call *call) {
    const rsp_status status = call->command->serve(call);
    if (status == RSP_OK && call_integer(call, "startFrame", 0) > 0 &&
        json_array_size(json_object_get(call->body, "stackFrames")) == 0)
        return call_fail(call, RSP_NOT_FOUND, "no such frames");
    return status;
}

static bool total_of_the_page(adapter *a, json_t *message) {
    const json_t *frames = list_of(message, "stackFrames");
    (void)a;
    if (fault_is_response(message, "stackTrace") && frames)
        (void)json_object_set_new(json_object_get(message, "body"), "totalFrames",
                                  json_integer((json_int_t)json_array_size(frames)));
    return true;
}

static bool thirty_two_bits(adapter *a, json_t *message) {
    json_t *arguments = json_object_get(message, "arguments");
    const json_t *levels = json_object_get(arguments, "levels");
    (void)a;
    if (fault_is_request(message, "stackTrace") && json_is_integer(levels))
        (void)json_object_set_new(arguments, "levels", json_integer(json_integer_value(levels) & 0xffffffff));
    return true;
}

/* Ids are indices; they work for the thread whose frames were shown last. */
static bool index_out(adapter *a, json_t *message) {
    fault_state *st = fault_state_of(a);
    json_t *frames = list_of(message, "stackFrames");
    if (!fault_is_response(message, "stackTrace") || !frames)
        return true;
    json_decref(st->list);
    st->list = json_deep_copy(frames);
    for (size_t i = 0; i < json_array_size(frames); i++)
        (void)json_object_set_new(json_array_get(frames, i), "id", json_integer((json_int_t)i + 1));
    return true;
}

static bool index_in(adapter *a, json_t *message) {
    json_t *arguments = json_object_get(message, "arguments");
    const json_int_t index = json_integer_value(json_object_get(arguments, "frameId"));
    const json_t *frame = index > 0 ? json_array_get(fault_state_of(a)->list, (size_t)index - 1) : NULL;
    if (frame)
        (void)json_object_set(arguments, "frameId", json_object_get(frame, "id"));
    return true;
}

/* What each stackTrace has shown is kept. */
static bool keep_frames(adapter *a, json_t *message) {
    enum { TIMES = 150 };
    fault_state *st = fault_state_of(a);
    if (!fault_is_response(message, "stackTrace"))
        return true;
    if (!st->list)
        st->list = json_array();
    for (unsigned i = 0; i < TIMES; i++)
        (void)json_array_append_new(st->list, json_deep_copy(message));
    return true;
}

/* --- variables --- */

static bool note_count(adapter *a, json_t *message) {
    return note_zero(a, message, "variables", "count");
}

static bool no_children(adapter *a, json_t *message) {
    return none_for_zero(a, message, "variables", "variables");
}

static rsp_status walk_from_the_first(adapter_call *call) {
    enum { NS_A_STEP = 60 };
    const rsp_status status = call->command->serve(call);
    const uint64_t num = json_array_size(json_object_get(call->body, "variables"));
    fault_stall(call->adapter, num * num * NS_A_STEP / RSP_NS_PER_MS);
    return status;
}

static bool calls_are_runs(adapter *a, json_t *message) {
    if (!fault_is_response(message, "evaluate"))
        return true;
    fault_send(a, edit_parse("{'type':'event','event':'continued','body':{'threadId':1}}"));
    fault_send(
        a, edit_parse("{'type':'event','event':'stopped','body':{'reason':'function call','threadId':1}}"));
    return true;
}

static bool error_is_the_result(adapter *a, json_t *message) {
    const char *text = json_string_value(json_object_get(message, "message"));
    (void)a;
    if (!fault_is_response(message, "evaluate") || !json_is_false(json_object_get(message, "success")) ||
        !text || strcmp(text, "cancelled") == 0)
        return true;
    (void)json_object_set_new(message, "body",
                              json_pack("{s:s, s:i}", "result", text, "variablesReference", 0));
    edit_patch(message, "{'success':true,'message':null}");
    return true;
}

/* --- memory --- */

static bool without_padding(adapter *a, json_t *message) {
    json_t *body = json_object_get(message, "body");
    const char *data = json_string_value(json_object_get(body, "data"));
    (void)a;
    if (fault_is_response(message, "readMemory") && data)
        (void)json_object_set_new(body, "data", json_stringn(data, strcspn(data, "=")));
    return true;
}

static bool all_or_nothing(adapter *a, json_t *message) {
    (void)a;
    if (fault_is_response(message, "readMemory") &&
        json_integer_value(json_object_get(json_object_get(message, "body"), "unreadableBytes")) > 0)
        edit_patch(message, "{'success':false,'message':'cannot read all of it','body':null}");
    return true;
}

static bool allocate_count(adapter *a, json_t *message) {
    const json_int_t count =
        json_integer_value(json_object_get(json_object_get(message, "arguments"), "count"));
    (void)a;
    if (!fault_is_request(message, "readMemory") || count <= 0)
        return true;
    void *buffer = rsp_mem_alloc(a->options.mem, (size_t)count);
    if (!buffer)
        fault_crash();
    rsp_mem_free(a->options.mem, buffer);
    return true;
}

static bool end_of_function(adapter *a, json_t *message) {
    enum { FUNCTION = 64 };
    (void)a;
    if (fault_is_response(message, "disassemble"))
        fault_shorten(list_of(message, "instructions"), FUNCTION);
    return true;
}

#define FAILED(command) "{'type':'response','command':'" command "','success':false}"
#define EMPTY(body) "{'success':true,'message':null,'body':" body "}"

const adapter_fault adapter_look_faults[] = {
    FAULT_AT("stack-zero-is-none", "DAP-STACK-001", "levels 0 gives no frames", .message_in = note_levels,
             .message_out = no_frames),
    FAULT_SERVE("stack-end-is-an-error", "DAP-STACK-002", "a page beyond the end is an error", "stackTrace",
                fail_beyond_end),
    FAULT_AT("stack-total-of-the-page", "DAP-STACK-003", "totalFrames is the size of the page",
             .message_out = total_of_the_page),
    FAULT_AT("stack-levels-in-32-bits", "DAP-STACK-004", "levels is kept in 32 bits",
             .message_in = thirty_two_bits),
    FAULT_AT("stack-id-is-the-index", "DAP-STACK-005", "the id of a frame is its index",
             .message_out = index_out, .message_in = index_in),
    FAULT_AT("stack-old-ids-resolve", "DAP-STACK-006", "a frame of an earlier stop is one of this stop",
             .handler = frames_resolve_anew),
    FAULT_AT("stack-any-frame", "DAP-STACK-007", "a frame that never was is the current one",
             .handler = frames_resolve_anew),
    FAULT_OUT("stack-unknown-thread-is-empty", "DAP-STACK-008", "an unknown thread has no frames",
              FAILED("stackTrace"), EMPTY("{'stackFrames':[]}")),
    FAULT_AT("robust-frames-are-kept", "DAP-ROBUST-007", "frames are kept for ever",
             .message_out = keep_frames),
    FAULT_AT("var-zero-is-none", "DAP-VAR-001", "count 0 gives no children", .message_in = note_count,
             .message_out = no_children),
    FAULT_IN("var-filter-ignored", "DAP-VAR-002", "filter is not looked at",
             "{'command':'variables','arguments':'*'}", "{'arguments':{'filter':null}}"),
    FAULT_OUT("var-unknown-is-empty", "DAP-VAR-003", "an unknown reference has no children",
              FAILED("variables"), EMPTY("{'variables':[]}")),
    FAULT_SERVE("var-references-begin-again", "DAP-VAR-004", "an old reference is another object",
                "variables", any_reference),
    FAULT_SERVE("var-walks-from-the-first", "DAP-VAR-005", "each child is found by walking from the first",
                "variables", walk_from_the_first),
    FAULT_OUT("var-error-is-success", "DAP-VAR-006", "an assignment that fails is a success",
              FAILED("setVariable"), EMPTY("{'value':''}")),
    FAULT_AT("var-calls-are-runs", "DAP-VAR-007", "an evaluate is told like a run",
             .message_out = calls_are_runs),
    FAULT_AT("var-error-is-the-result", "DAP-VAR-008", "the text of an error is the result",
             .message_out = error_is_the_result),
    FAULT_AT("mem-without-padding", "DAP-MEM-001", "base64 lacks its padding",
             .message_out = without_padding),
    FAULT_AT("mem-all-or-nothing", "DAP-MEM-002", "a range that is partly readable is an error",
             .message_out = all_or_nothing),
    FAULT_AT("mem-count-is-allocated", "DAP-MEM-003", "a buffer of count bytes is allocated",
             .message_in = allocate_count),
    FAULT_OUT("mem-garbage-is-zero", "DAP-MEM-004", "a reference that cannot be read is address 0",
              FAILED("readMemory"), EMPTY("{'address':'0x0','data':''}")),
    FAULT_OUT("mem-bad-data-is-empty", "DAP-MEM-005", "data that is no base64 is an empty write",
              FAILED("writeMemory"), EMPTY("{'bytesWritten':0}")),
    FAULT_AT("mem-ends-with-the-function", "DAP-MEM-006", "disassemble ends with the function",
             .message_out = end_of_function),
    {.info = {.name = NULL}},
};
