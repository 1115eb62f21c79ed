/* The test takes the adapter's rounds itself, so that it can look between them.
 * Time passes where the adapter waits, and with the program.
 * See editor_world.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "editor_world.h"

#include "control/control.h"
#include "core/file.h"
#include "dwarf/debug_file.h"
#include "link/peer.h"
#include <stdio.h>

enum { MOST_ROUNDS = 20000, SLICE_INSNS = 3000 };

/* --- the stub --- */

static rsp_peer_state state_of(const ask *a, rsp_status status) {
    assert_ok(status);
    if (rsp_stub_finished(a->stub))
        return RSP_PEER_CLOSED;
    return rsp_stub_busy(a->stub) ? RSP_PEER_BUSY : RSP_PEER_IDLE;
}

static rsp_status stub_connect(void *ctx, rsp_buf *out) {
    const editor_world *w = ctx;
    (void)out;
    rsp_stub_connect(w->ask.stub);
    return RSP_OK;
}

static const editor_lie *find_lie(const editor_world *w, rsp_bytes request) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(w->lies); i++)
        if (w->lies[i].request && rsp_bytes_starts(request, rsp_bytes_str(w->lies[i].request)))
            return &w->lies[i];
    return NULL;
}

/* What came in one piece is taken apart: each request is lied to, or goes to the stub as it is. */
static rsp_peer_state stub_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    editor_world *w = ctx;
    rsp_peer_state state = state_of(&w->ask, RSP_OK);
    while (in.len > 0) {
        rsp_event event;
        const size_t used = rsp_deframe(&w->requests, in, &event);
        rsp_buf_append(&w->partial, rsp_bytes_sub(in, 0, used));
        in = rsp_bytes_from(in, used);
        if (event.kind == RSP_EVENT_NONE)
            continue;
        const bool packet = event.kind == RSP_EVENT_PACKET;
        const editor_lie *lie = packet ? find_lie(w, event.payload) : NULL;
        if (packet) {
            rsp_buf_append(&w->sent, event.payload);
            rsp_buf_push(&w->sent, '\n');
        }
        if (lie && !lie->reply)
            state = RSP_PEER_CLOSED;
        else if (lie && strcmp(lie->reply, EDITOR_NOISE) == 0)
            w->noisy = true;
        else if (lie && strcmp(lie->reply, EDITOR_SILENCE) != 0)
            rsp_frame_packet(out, rsp_bytes_str(lie->reply));
        else if (!lie)
            state = state_of(&w->ask, rsp_stub_input(w->ask.stub, rsp_buf_bytes(&w->partial), out));
        rsp_buf_clear(&w->partial);
    }
    return w->noisy ? RSP_PEER_BUSY : state;
}

static rsp_peer_state stub_run(void *ctx, uint64_t budget, rsp_buf *out) {
    editor_world *w = ctx;
    const unsigned signals = w->num_signals;
    if (w->noisy) {
        rsp_buf_push(out, '+');
        return RSP_PEER_BUSY;
    }
    if (signals > w->num_taken) { /* the reference stub takes an interrupt for it */
        w->num_taken = signals;
        return state_of(&w->ask, rsp_stub_input(w->ask.stub, RSP_LIT("\003"), out));
    }
    return state_of(&w->ask, rsp_stub_run(w->ask.stub, budget, out));
}

static rsp_status open_target(void *ctx, rsp_dap_opened *out, const rsp_dap_start *start, rsp_error *error) {
    editor_world *w = ctx;
    const rsp_peer peer = {.connect = stub_connect, .input = stub_input, .run = stub_run, .ctx = w};
    const rsp_peer_options options = {.rtt_ns = w->rtt_ns, .slice_budget = SLICE_INSNS, .clock = &w->clock};
    *out = (rsp_dap_opened){.ctx = w, .owned = true, .local = w->local, .name = w->path};
    out->attach = start->pid;
    assert_ok(rsp_debug_file_read(&out->file, w->ask.program, w->path, error));
    assert_ok(rsp_link_open_peer(&out->link, &peer, &options));
    return RSP_OK;
}

static bool signal_program(void *ctx, const rsp_dap_opened *target, int64_t process) {
    editor_world *w = ctx;
    (void)target;
    (void)process;
    w->num_signals++;
    return true;
}

/* --- the editor --- */

static editor_world *world_of(rsp_link *link) {
    return (editor_world *)(void *)((char *)link - offsetof(editor_world, editor));
}

static rsp_status take_bytes(rsp_link *link, rsp_bytes data, uint64_t deadline_ns) {
    editor_world *w = world_of(link);
    rsp_dap_frame frame;
    (void)deadline_ns;
    link->stats.bytes_out += data.len;
    assert_ok(rsp_dap_reader_feed(&w->reader, data));
    while (rsp_dap_reader_next(&w->reader, &frame)) {
        json_t *message = json_loadb((const char *)frame.content.ptr, frame.content.len, 0, NULL);
        assert_non_null(message);
        assert_int_equal(json_array_append_new(w->said, message), 0);
    }
    return RSP_OK;
}

static rsp_status give_bytes(rsp_link *link, rsp_buf *out, size_t max, uint64_t deadline_ns) {
    editor_world *w = world_of(link);
    const bool held = w->interrupts && w->adapter->motion != MOTION_RUNS && !w->adapter->serving.active;
    const rsp_bytes piece = rsp_bytes_sub(rsp_buf_bytes(&w->out), 0, held ? 0 : max);
    rsp_buf_append(out, piece);
    rsp_buf_consume(&w->out, piece.len);
    if (piece.len > 0)
        return out->status;
    assert_true(deadline_ns != RSP_NEVER_NS);
    w->clock.now_ns = deadline_ns > w->clock.now_ns ? deadline_ns : w->clock.now_ns;
    return RSP_TIMEOUT;
}

static void wait_until(rsp_link *link, uint64_t until_ns) {
    editor_world *w = world_of(link);
    w->clock.now_ns = until_ns > w->clock.now_ns ? until_ns : w->clock.now_ns;
}

static void do_nothing(rsp_link *link) {
    (void)link;
}

static void describe(const rsp_link *link, rsp_buf *out) {
    (void)link;
    rsp_buf_str(out, "a test's editor");
}

static const rsp_link_ops editor_ops = {
    .send = take_bytes,
    .recv = give_bytes,
    .shut = do_nothing,
    .close = do_nothing,
    .wait = wait_until,
    .describe = describe,
};

/* One round of rsp_dap_adapter_run, which would wait for an editor that has nothing to say. */
static void take_round(editor_world *w) {
    adapter *a = w->adapter;
    adapter_receive(a, 0);
    adapter_request *request = a->phase == PHASE_OVER ? NULL : adapter_next(a);
    if (request)
        adapter_serve(a, request);
    if (a->motion == MOTION_RUNS && a->phase != PHASE_OVER)
        control_run(a);
}

void editor_say_content(editor_world *w, const char *content) {
    rsp_dap_frame_append(&w->out, rsp_bytes_str(content));
}

int64_t editor_say(editor_world *w, const char *command, const char *arguments, ...) {
    rsp_buf content = {0};
    va_list ap;
    rsp_buf_printf(&content, "{'seq':%lld,'type':'request','command':'%s'", (long long)++w->seq, command);
    if (arguments) {
        rsp_buf_str(&content, ",'arguments':");
        va_start(ap, arguments);
        rsp_buf_printf_v(&content, arguments, ap);
        va_end(ap);
    }
    rsp_buf_push(&content, '}');
    for (size_t i = 0; i < content.len; i++)
        content.ptr[i] = content.ptr[i] == '\'' ? '"' : content.ptr[i];
    rsp_dap_frame_append(&w->out, rsp_buf_bytes(&content));
    rsp_buf_free(&content);
    return w->seq;
}

void editor_interrupts(editor_world *w) {
    adapter_receive(w->adapter, 0);
    w->interrupts = true;
}

static const json_t *find_answer(const editor_world *w, int64_t seq) {
    for (size_t i = 0; i < json_array_size(w->said); i++) {
        const json_t *message = json_array_get(w->said, i);
        if (json_integer_value(json_object_get(message, "request_seq")) == seq)
            return message;
    }
    return NULL;
}

const json_t *editor_answer(editor_world *w, int64_t seq) {
    for (int i = 0; i < MOST_ROUNDS && !find_answer(w, seq); i++)
        take_round(w);
    assert_non_null(find_answer(w, seq));
    return find_answer(w, seq);
}

/* The same as editor_say with a list. */
static int64_t say_list(editor_world *w, const char *command, const char *arguments, va_list ap) {
    rsp_buf text = {0};
    if (arguments)
        rsp_buf_printf_v(&text, arguments, ap);
    const int64_t seq =
        arguments ? editor_say(w, command, "%s", rsp_buf_cstr(&text)) : editor_say(w, command, NULL);
    rsp_buf_free(&text);
    return seq;
}

const json_t *editor_do(editor_world *w, const char *command, const char *arguments, ...) {
    va_list ap;
    va_start(ap, arguments);
    const json_t *answer = editor_answer(w, say_list(w, command, arguments, ap));
    va_end(ap);
    if (!json_is_true(json_object_get(answer, "success")))
        fail_msg("%s: %s", command, editor_text(answer, "message"));
    return json_object_get(answer, "body");
}

const char *editor_refusal(editor_world *w, const char *command, const char *arguments, ...) {
    va_list ap;
    va_start(ap, arguments);
    const json_t *answer = editor_answer(w, say_list(w, command, arguments, ap));
    va_end(ap);
    if (!json_is_false(json_object_get(answer, "success")))
        fail_msg("%s: %s", command, json_dumps(answer, 0));
    return json_string_value(json_object_get(answer, "message"));
}

/* --- events --- */

static const json_t *find_event(const editor_world *w, const char *name, size_t number) {
    for (size_t i = 0; i < json_array_size(w->said); i++) {
        const json_t *message = json_array_get(w->said, i);
        const char *event = json_string_value(json_object_get(message, "event"));
        if (event && strcmp(event, name) == 0 && number-- == 0)
            return message;
    }
    return NULL;
}

size_t editor_count(const editor_world *w, const char *name) {
    size_t num = 0;
    while (find_event(w, name, num))
        num++;
    return num;
}

const json_t *editor_last(const editor_world *w, const char *name) {
    const size_t num = editor_count(w, name);
    assert_true(num > 0);
    return json_object_get(find_event(w, name, num - 1), "body");
}

const json_t *editor_event(editor_world *w, const char *name) {
    const size_t num = editor_count(w, name);
    for (int i = 0; i < MOST_ROUNDS && editor_count(w, name) == num; i++)
        take_round(w);
    if (editor_count(w, name) == num)
        fail_msg("no event %s came", name);
    return editor_last(w, name);
}

/* --- the session --- */

void editor_init(editor_world *w, const char *program) {
    *w = (editor_world){.clock = {.now_ns = RSP_NS_PER_S}, .said = json_array()};
    (void)snprintf(w->path, sizeof w->path, "/bin/%s", program);
    ask_init(&w->ask, w->path);
    w->ask.path = rsp_bytes_str(w->path);
    if (w->ask.program.len > 0)
        return;
    char host[512];
    (void)snprintf(host, sizeof host, EDITOR_PROGRAMS "/%s", program);
    assert_ok(rsp_file_read(&w->image, host, NULL));
    w->program = (rsp_machine_file){.path = w->path, .bytes = rsp_buf_bytes(&w->image)};
    w->ask.program = w->program.bytes;
    w->ask.machine.files = &w->program;
    w->ask.machine.num_files = 1;
}

void editor_connect(editor_world *w) {
    const rsp_deframer_options requests = {.direction = RSP_TO_STUB};
    ask_start(&w->ask);
    rsp_deframer_init(&w->requests, &requests);
    w->editor = (rsp_link){.ops = &editor_ops, .clock = rsp_clock_virtual(&w->clock), .is_virtual = true};
    const rsp_dap_adapter_options options = {
        .opener = {.open = open_target, .signal = signal_program, .ctx = w}};
    w->adapter = rsp_dap_adapter_new(&w->editor, &options);
    assert_non_null(w->adapter);
}

int64_t editor_launch(editor_world *w, const char *arguments) {
    editor_connect(w);
    (void)editor_do(w, "initialize", "{'adapterID':'test'%s}", arguments);
    return editor_say(w, "launch", "{'program':'%s','stopOnEntry':true}", w->path);
}

void editor_start(editor_world *w, const char *arguments) {
    const int64_t launch = editor_launch(w, arguments);
    (void)editor_event(w, "initialized");
    (void)editor_say(w, "configurationDone", NULL);
    (void)editor_event(w, "stopped");
    assert_true(json_is_true(json_object_get(editor_answer(w, launch), "success")));
    rsp_buf_clear(&w->sent);
}

void editor_end(editor_world *w) {
    rsp_dap_adapter_free(w->adapter);
    rsp_dap_reader_free(&w->reader);
    rsp_deframer_free(&w->requests);
    json_decref(w->said);
    rsp_buf_free(&w->partial);
    rsp_buf_free(&w->sent);
    rsp_buf_free(&w->out);
    rsp_buf_free(&w->image);
    ask_end(&w->ask);
}

int64_t editor_thread(editor_world *w) {
    return json_integer_value(json_object_get(editor_last(w, "stopped"), "threadId"));
}

int64_t editor_frame(editor_world *w, size_t number) {
    const json_t *body = editor_do(w, "stackTrace", "{'threadId':%lld}", (long long)editor_thread(w));
    const json_t *frame = json_array_get(json_object_get(body, "stackFrames"), number);
    assert_non_null(frame);
    return json_integer_value(json_object_get(frame, "id"));
}

void editor_run_to(editor_world *w, const char *function) {
    (void)editor_do(w, "setFunctionBreakpoints", "{'breakpoints':[{'name':'%s'}]}", function);
    (void)editor_say(w, "continue", "{'threadId':%lld}", (long long)editor_thread(w));
    assert_text(editor_event(w, "stopped"), "reason", "breakpoint");
    (void)editor_do(w, "setFunctionBreakpoints", "{'breakpoints':[]}");
    rsp_buf_clear(&w->sent);
}

size_t editor_sent(editor_world *w, const char *prefix) {
    size_t num = 0;
    rsp_bytes rest = rsp_buf_bytes(&w->sent);
    while (rest.len > 0)
        num += rsp_bytes_starts(rsp_bytes_split(&rest, '\n'), rsp_bytes_str(prefix));
    rsp_buf_clear(&w->sent);
    return num;
}

const char *editor_text(const json_t *json, const char *path) {
    static char number[32];
    rsp_bytes rest = rsp_bytes_str(path);
    while (rest.len > 0 && json) {
        const rsp_bytes word = rsp_bytes_split(&rest, '.');
        char key[64];
        (void)snprintf(key, sizeof key, "%.*s", (int)word.len, (const char *)word.ptr);
        json =
            json_is_array(json) ? json_array_get(json, strtoul(key, NULL, 10)) : json_object_get(json, key);
    }
    if (json_is_integer(json)) {
        (void)snprintf(number, sizeof number, "%lld", (long long)json_integer_value(json));
        return number;
    }
    return json_is_string(json)  ? json_string_value(json)
           : json_is_true(json)  ? "true"
           : json_is_false(json) ? "false"
                                 : "";
}
