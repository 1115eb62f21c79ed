/* Times are those of the log: when bytes were handed to the link, and when a message was complete.
 * A wait that was interrupted is no failure of the adapter.
 * See bencher.h. */
/* SPDX-License-Identifier: MIT */
#include "bencher.h"

#include <assert.h>
#include <stdio.h>

static void say(bencher *b, rsp_dap_bench_outcome outcome, const char *fmt, va_list ap) {
    if (b->out->outcome != RSP_DAP_BENCH_DONE)
        return;
    b->out->outcome = outcome;
    (void)vsnprintf(b->out->reason, sizeof b->out->reason, fmt, ap);
}

bool bencher_fail(bencher *b, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    if (b->visit && rsp_dap_visit_cancelled(b->visit))
        b->status = RSP_CANCELLED;
    else
        say(b, RSP_DAP_BENCH_FAILED, fmt, ap);
    va_end(ap);
    return false;
}

bool bencher_skip(bencher *b, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    say(b, RSP_DAP_BENCH_SKIPPED, fmt, ap);
    va_end(ap);
    return false;
}

bool bencher_note(bencher *b, rsp_dap_part part, uint64_t ns) {
    assert((unsigned)part <= RSP_DAP_PART_COUNT);
    if (part == RSP_DAP_PART_COUNT)
        return true;
    b->status = rsp_latencies_add(&b->parts[part], ns);
    return b->status == RSP_OK;
}

const rsp_dap_entry *bencher_entry(const bencher *b, size_t at) {
    assert(at < rsp_dap_visit_session(b->visit)->log.num);
    return &rsp_dap_visit_session(b->visit)->log.entries[at];
}

int64_t bencher_send(bencher *b, const char *command, json_t *arguments, uint64_t *out_sent_ns) {
    const size_t at = rsp_dap_visit_session(b->visit)->log.num;
    const int64_t seq = rsp_dap_visit_send(b->visit, command, arguments);
    if (seq == 0)
        (void)bencher_fail(b, "%s", rsp_dap_visit_trouble(b->visit));
    else if (out_sent_ns)
        *out_sent_ns = bencher_entry(b, at)->time_ns;
    b->out->requests += seq != 0;
    return seq;
}

const rsp_dap_entry *bencher_answer(bencher *b, int64_t seq, uint64_t within_ns) {
    const size_t at = seq ? rsp_dap_visit_response(b->visit, seq, within_ns) : SIZE_MAX;
    if (at == SIZE_MAX)
        (void)bencher_fail(b, "%s", rsp_dap_visit_trouble(b->visit));
    return at == SIZE_MAX ? NULL : bencher_entry(b, at);
}

const rsp_dap_entry *bencher_ask(bencher *b, const char *command, json_t *arguments, rsp_dap_part part) {
    uint64_t sent_ns = 0;
    const int64_t seq = bencher_send(b, command, arguments, &sent_ns);
    const rsp_dap_entry *e = bencher_answer(b, seq, b->patience_ns);
    if (!e)
        return NULL;
    if (!e->message.success) {
        (void)bencher_fail(b, "%s was refused: %.120s", command, e->message.text);
        return NULL;
    }
    return bencher_note(b, part, e->time_ns - sent_ns) ? e : NULL;
}

const rsp_dap_entry *bencher_stop(bencher *b, uint64_t within_ns, int64_t *out_thread) {
    const size_t at = rsp_dap_visit_event(b->visit, "stopped", within_ns);
    if (at == SIZE_MAX) {
        (void)bencher_fail(b, "%s", rsp_dap_visit_trouble(b->visit));
        return NULL;
    }
    const rsp_dap_entry *e = bencher_entry(b, at);
    const json_t *thread = json_object_get(e->message.body, "threadId");
    if (json_is_integer(thread))
        *out_thread = (int64_t)json_integer_value(thread);
    return e;
}

int64_t bencher_frame(bencher *b, int64_t thread) {
    json_t *arguments =
        json_pack("{s:I, s:i, s:i}", "threadId", (json_int_t)thread, "startFrame", 0, "levels", 1);
    const rsp_dap_entry *e = bencher_ask(b, "stackTrace", arguments, RSP_DAP_PART_COUNT);
    const json_t *frame =
        e ? json_object_get(json_array_get(json_object_get(e->message.body, "stackFrames"), 0), "id") : NULL;
    if (e && !json_is_integer(frame))
        (void)bencher_fail(b, "there is no frame at the stop");
    return json_is_integer(frame) ? (int64_t)json_integer_value(frame) : 0;
}
