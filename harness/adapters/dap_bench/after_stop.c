/* The whole begins with the stopped event: until then there is nothing to ask.
 * breakpointLocations is left out where the adapter does not announce it, as editors do.
 * See after_stop.h. */
/* SPDX-License-Identifier: MIT */
#include "after_stop.h"

static json_t *stack_page(int64_t thread, int from, int levels) {
    return json_pack("{s:I, s:i, s:i}", "threadId", (json_int_t)thread, "startFrame", from, "levels", levels);
}

static const json_t *first(const rsp_dap_entry *e, const char *list) {
    return json_array_get(json_object_get(e->message.body, list), 0);
}

/* The frame, kept: the log may move when it grows. NULL: it has failed. */
static json_t *top_frame(bencher *b, int64_t thread) {
    const rsp_dap_entry *e = bencher_ask(b, "stackTrace", stack_page(thread, 0, 1), RSP_DAP_PART_TOP);
    const json_t *frame = e ? first(e, "stackFrames") : NULL;
    if (e && !frame)
        (void)bencher_fail(b, "there is no frame at the stop");
    return frame ? json_deep_copy(frame) : NULL;
}

static bool ask_locations(bencher *b, const json_t *frame) {
    json_t *source = json_object_get(frame, "source");
    json_t *line = json_object_get(frame, "line");
    if (!source || !line || !rsp_dap_visit_can(b->visit, "supportsBreakpointLocationsRequest"))
        return true;
    json_t *arguments = json_pack("{s:O, s:O}", "source", source, "line", line);
    return bencher_ask(b, "breakpointLocations", arguments, RSP_DAP_PART_LOCATIONS) != NULL;
}

/* Scopes of the frame and variables of the first of them. NULL: it has failed. */
static const rsp_dap_entry *ask_variables(bencher *b, const json_t *frame) {
    json_t *arguments = json_pack("{s:O}", "frameId", json_object_get(frame, "id"));
    const rsp_dap_entry *e = bencher_ask(b, "scopes", arguments, RSP_DAP_PART_SCOPES);
    json_t *reference = e ? json_object_get(first(e, "scopes"), "variablesReference") : NULL;
    if (e && !reference)
        (void)bencher_fail(b, "the frame has no scope");
    if (!reference)
        return NULL;
    return bencher_ask(b, "variables", json_pack("{s:O}", "variablesReference", reference),
                       RSP_DAP_PART_VARIABLES);
}

static const rsp_dap_entry *ask_all(bencher *b, int64_t thread) {
    json_t *frame = bencher_ask(b, "threads", NULL, RSP_DAP_PART_THREADS) ? top_frame(b, thread) : NULL;
    const rsp_dap_entry *last = NULL;
    if (frame && ask_locations(b, frame) &&
        bencher_ask(b, "stackTrace", stack_page(thread, 1, 19), RSP_DAP_PART_STACK))
        last = ask_variables(b, frame);
    json_decref(frame);
    return last;
}

bool after_stop_once(bencher *b, int64_t *thread) {
    json_t *arguments = json_pack("{s:I}", "threadId", (json_int_t)*thread);
    if (!bencher_ask(b, "continue", arguments, RSP_DAP_PART_COUNT))
        return false;
    const rsp_dap_entry *stopped = bencher_stop(b, b->patience_ns, thread);
    if (!stopped)
        return false;
    const uint64_t stopped_ns = stopped->time_ns;
    const rsp_dap_entry *last = ask_all(b, *thread);
    return last && bencher_note(b, RSP_DAP_PART_WHOLE, last->time_ns - stopped_ns);
}
