/* Playing the stub: a scripted debugger connects through the in-process link and is judged.
 * The debugger is a list of what it sends; each reply of ours releases the next.
 * Covers serve, acknowledgments, raw replies, notifications, and what must never be sent. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "link/peer.h"
#include "scenario/runner.h"
#include <rsp/frame.h>
#include <stdio.h>

/* A debugger that sends these wire bytes one after the other, each when something came back for the last. */
typedef struct debugger {
    const char *const *sends;
    size_t next;
    rsp_buf got;
    size_t answered; /* packets received when the last was sent */
    bool repeats;    /* sends its last packet again on '-' */
} debugger;

static size_t count_packets(const debugger *d) {
    size_t num = 0;
    for (size_t i = 0; i < d->got.len; i++)
        num += d->got.ptr[i] == '#';
    return num;
}

static rsp_peer_state speak(debugger *d, rsp_buf *out) {
    if (d->sends[d->next])
        rsp_buf_str(out, d->sends[d->next++]);
    d->answered = count_packets(d);
    return RSP_PEER_IDLE;
}

static rsp_status on_connect(void *ctx, rsp_buf *out) {
    (void)speak(ctx, out);
    return RSP_OK;
}

static rsp_peer_state on_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    debugger *d = ctx;
    rsp_buf_append(&d->got, in);
    if (d->repeats && in.len > 0 && in.ptr[0] == '-' && d->next > 0)
        rsp_buf_str(out, d->sends[d->next - 1]);
    return count_packets(d) > d->answered ? speak(d, out) : RSP_PEER_IDLE;
}

static rsp_status open_debugger(void *ctx, rsp_link **out_link, const rsp_stub_request *request,
                                rsp_error *error) {
    (void)error;
    assert_int_equal(request->play, RSP_PLAY_STUB);
    const rsp_peer peer = {.connect = on_connect, .input = on_input, .ctx = ctx};
    return rsp_link_open_peer(out_link, &peer, NULL);
}

typedef struct row {
    const char *name;
    const char *sends[8];
    const char *rest;
    rsp_verdict verdict;
    const char *message;
    const char *got; /* what the debugger has seen, or part of it */
    bool repeats;
} row;

static const row rows[] = {
    {.name = "a request is received and answered",
     .sends = {"$g#67"},
     .rest = "steps: [{receive: g, reply: '0011'}]",
     .got = "+$0011#c2"},
    {.name = "others are served first, unknown ones get the empty reply",
     .sends = {"$qSupported:a+#fd", "$qUnknown#61", "$g#67"},
     .rest = "serve: [{receive: {starts: qSupported}, reply: 'PacketSize=100'}]\nsteps: [{receive: g, reply: "
             "OK}]",
     .got = "+$PacketSize=100#c1+$#00+$OK#9a"},
    {.name = "a request that never comes",
     .sends = {"$qC#b4"},
     .rest = "steps: [{receive: g}]",
     .verdict = RSP_VERDICT_FAIL,
     .message = "expected the request from the debugger within 2000 ms, but it did not come"},
    {.name = "a refused request is repeated",
     .sends = {"$g#67"},
     .rest = "steps: [{receive: g, ack: '-', capture: {first: payload}}, {receive: {same-as: $first}, reply: "
             "OK}]",
     .repeats = true,
     .got = "-+$OK#9a"},
    {.name = "a damaged request is refused by itself",
     .sends = {"$g#00$g#67"},
     .rest = "steps: [{receive: g, reply: OK}]",
     .got = "-+$OK#9a"},
    {.name = "a raw reply goes out as it stands",
     .sends = {"$g#67"},
     .rest = "steps: [{receive: g, reply-raw: '$xx#00'}]",
     .got = "+$xx#00"},
    {.name = "'-' of the debugger brings the last packet again",
     .sends = {"$g#67", "-$m1,1#fb"},
     .rest = "steps: [{receive: g, reply: OK}, {receive: {starts: m}, reply: '00'}]",
     .got = "+$OK#9a$OK#9a+$00#60"},
    {.name = "a notification is sent",
     .sends = {"$g#67"},
     .rest = "steps: [{receive: g, reply: OK}, {notify: 'Stop:T05thread:1;'}]",
     .got = "%Stop:T05thread:1;#b7"},
    {.name = "after QStartNoAckMode nothing is acknowledged",
     .sends = {"$QStartNoAckMode#b0", "+$g#67"},
     .rest = "serve: [{receive: QStartNoAckMode, reply: OK}]\nsteps: [{receive: g, reply: OK}]",
     .got = "+$OK#9a$OK#9a"},
    {.name = "what must not be sent is sent",
     .sends = {"$qC#b4", "$G00#a7"},
     .rest = "steps: [{never: {receive: {starts: G}, for: 100ms}}]",
     .verdict = RSP_VERDICT_FAIL,
     .message = "expected another request of the debugger"},
    {.name = "what must not be sent is not sent",
     .sends = {"$qC#b4"},
     .rest = "steps: [{never: {receive: {starts: G}, for: 100ms}}]"},
    {.name = "an interrupt is received",
     .sends = {"$c#63", "\x03"},
     .rest = "serve: [{receive: c, reply: O00}]\nsteps: [{receive-interrupt: }, {reply: T02thread:1;}]",
     .got = "$T02thread:1;"},
    {.name = "acknowledgments by hand",
     .sends = {"$g#67", "+"},
     .rest = "steps: [{acks: manual}, {receive: g}, {reply: OK}, {receive-ack: '+'}, {quiet: 10ms}]",
     .got = "$OK#9a"},
    {.name = "something comes where nothing must come",
     .sends = {"$g#67"},
     .rest = "steps: [{quiet: 10ms}]",
     .verdict = RSP_VERDICT_FAIL,
     .message = "expected silence of the debugger"},
    {.name = "a request that need not come",
     .sends = {"$qC#b4"},
     .rest = "steps: [{receive: g, optional: yes}]",
     .verdict = RSP_VERDICT_SKIP,
     .message = ""},
    {.name = "requests that are served do not prolong the wait",
     .sends = {"$qC#b4", "$qC#b4", "$qC#b4"},
     .rest = "timeout: 20ms\nsteps: [{receive: g}]",
     .verdict = RSP_VERDICT_FAIL,
     .message = "within 20 ms, but it did not come",
     .got = "+$#00+$#00+$#00"},
    {.name = "the first row of serve that fits answers",
     .sends = {"$m1,1#fb", "$g#67"},
     .rest = "serve: [{receive: {starts: m}, reply: '00'}, {receive: any, reply: E01}]\nsteps: [{receive: g, "
             "reply: "
             "OK}]",
     .got = "+$00#60+$OK#9a"},
    {.name = "a captured request is used in its answer",
     .sends = {"$m10,1#2b", "$g#67"},
     .rest =
         "serve: [{receive: {regex: '^m([0-9a-f]+)'}, capture: {a: 1}, reply: '${a}'}]\nsteps: [{receive: g, "
         "reply: OK}]",
     .got = "+$10#61"},
    {.name = "what the author wrote is escaped",
     .sends = {"$g#67"},
     .rest = "steps: [{receive: g, reply: '#$}*'}]",
     .got = "+$}\x03}\x04}]}\n#"},
    {.name = "an interrupt that never comes",
     .sends = {"$c#63"},
     .rest = "steps: [{receive-interrupt: }]",
     .verdict = RSP_VERDICT_FAIL,
     .message = "expected an interrupt from the debugger within 2000 ms"},
    {.name = "the wrong acknowledgment",
     .sends = {"$g#67", "-"},
     .rest = "steps: [{acks: manual}, {receive: g}, {reply: OK}, {receive-ack: '+'}]",
     .verdict = RSP_VERDICT_FAIL,
     .message = "the debugger sent -"},
    {.name = "a packet where an acknowledgment is due",
     .sends = {"$g#67", "$qC#b4"},
     .rest = "steps: [{acks: manual}, {receive: g}, {reply: OK}, {receive-ack: '+'}]",
     .verdict = RSP_VERDICT_FAIL,
     .message = "the debugger sent something else"},
    {.name = "no acknowledgment is wanted, and none comes",
     .sends = {"$g#67"},
     .rest = "steps: [{acks: manual}, {receive: g}, {reply: OK}, {receive-ack: none}]"},
    {.name = "a debugger of which nothing more comes may live or not",
     .sends = {"$g#67"},
     .rest = "steps: [{receive: g, reply: OK}, {lives: }]",
     .verdict = RSP_VERDICT_SKIP,
     .message = ""},
    {.name = "another request shows that the debugger lives",
     .sends = {"$g#67", "$qC#b4"},
     .rest = "steps: [{receive: g, reply: OK}, {lives: }]",
     .got = "+$OK#9a+$#00"},
    {.name = "steps of the other role are errors",
     .sends = {"$g#67"},
     .rest = "steps: [{second-client: }]",
     .verdict = RSP_VERDICT_ERROR,
     .message = "'second-client' is for role: client"},
    {.name = "names, checks and loops work as on the other side",
     .sends = {"$m1000,4#8e", "$m1000,4#8e"},
     .rest = "steps: [{repeat: 2, steps: [{receive: {regex: '^m([0-9a-f]+),'}, capture: {a: 1}, reply: "
             "'${a}'}]}, "
             "{check: {equal: [$a, 0x1000]}}]",
     .got = "$1000#c1"},
};

/* What is wrong with a text of this file is printed. */
static rsp_status load_shown(rsp_suite *suite, const char *name, rsp_bytes yaml) {
    const rsp_status status = rsp_suite_load_memory(suite, name, yaml);
    rsp_buf text = {0};
    rsp_diagnostics_render(&text, rsp_suite_diagnostics(suite));
    if (status != RSP_OK)
        print_error("%s\n", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return status;
}

static void play_row(const row *r) {
    debugger d = {.sends = r->sends, .repeats = r->repeats};
    const rsp_stub_provider provider = {.open = open_debugger, .ctx = &d};
    rsp_suite *suite = rsp_suite_new(NULL);
    rsp_run run = {0};
    rsp_buf yaml = {0};
    rsp_buf_printf(&yaml, "scenario: a/b\ntitle: t\ncovers: [ACK-010]\nrole: stub\n%s\n", r->rest);
    assert_ok(load_shown(suite, "host.yaml", rsp_buf_bytes(&yaml)));
    rsp_runner *runner = rsp_runner_new(&provider, NULL);
    assert_ok(rsp_runner_run(runner, rsp_suite_get(suite, 0), &run, NULL));
    const rsp_result *result = &run.results[0];
    bool ok = result->verdict == r->verdict && (!r->message || strstr(result->message, r->message)) &&
              (!r->got || rsp_bytes_search(rsp_buf_bytes(&d.got), rsp_bytes_str(r->got)) < d.got.len);
    if (!ok)
        print_error("%s: %s: %s\ngot %s\n%s", r->name, rsp_verdict_name(result->verdict), result->message,
                    rsp_buf_cstr(&d.got), result->shown.window);
    assert_true(ok);
    rsp_runner_free(runner);
    rsp_run_free(&run);
    rsp_suite_free(suite);
    rsp_buf_free(&yaml);
    rsp_buf_free(&d.got);
}

static void played_stub_judges_the_debugger(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        play_row(&rows[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(played_stub_judges_the_debugger)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
