/* The session is made anew when its log has grown large: answers of ten thousand variables are kept in it.
 * What an adapter lacks is found out before anything is measured.
 * See dap_bench/bench.h. */
/* SPDX-License-Identifier: MIT */
#include "dap_bench/bench.h"

#include "after_stop.h"
#include "behind.h"

#include <assert.h>

enum { LOG_BYTES = 96 * 1024 * 1024, LOG_ENTRIES = 20 * 1000 };
#define LONGEST_NS (3600 * RSP_NS_PER_S)

static rsp_dap_bench_options with_defaults(const rsp_dap_bench_options *given) {
    rsp_dap_bench_options o = *given;
    o.repeat = o.repeat ? o.repeat : 20;
    o.behind = o.behind ? o.behind : 10;
    return o;
}

/* --- the session --- */

static bool is_pause(const bencher *b) {
    return strcmp(b->row->command, "pause") == 0;
}

/* A program that is to be paused must not stop by itself. */
static bool take_breakpoints_out(bencher *b) {
    json_t *source = (json_t *)(uintptr_t)rsp_dap_visit_value(b->visit, "source");
    json_t *arguments = json_pack("{s:{s:O}, s:[]}", "source", "path", source, "breakpoints");
    return bencher_ask(b, "setBreakpoints", arguments, RSP_DAP_PART_COUNT) != NULL;
}

static bool suits(bencher *b) {
    if (b->row->cancelled && !rsp_dap_visit_can(b->visit, "supportsCancelRequest"))
        return bencher_skip(b, "the adapter does not announce supportsCancelRequest");
    if (b->row->obstacle == RSP_DAP_OBSTACLE_EVALUATE && !rsp_dap_visit_value(b->visit, "slow"))
        return bencher_skip(b, "the profile has no fact 'slow'");
    return true;
}

static bool open_session(bencher *b, int64_t *thread) {
    rsp_error error = {0};
    json_t *launch = json_pack("{s:[s, s]}", "args", "loop", "deep");
    const rsp_dap_visit_options options = {.target = b->options->target,
                                           .start = RSP_DAP_START_STOPPED,
                                           .at = "deep",
                                           .launch = launch,
                                           .longest_ns = LONGEST_NS};
    const rsp_status status = rsp_dap_visit_open(&b->visit, &options, &error);
    json_decref(launch);
    if (status == RSP_UNEXPECTED || status == RSP_DIED)
        return bencher_fail(b, "%s", error.msg);
    if (status == RSP_UNSUPPORTED)
        return bencher_skip(b, "%s", error.msg);
    if (status != RSP_OK) {
        b->status = status;
        if (b->error)
            *b->error = error;
        return false;
    }
    *thread = (int64_t)json_integer_value(rsp_dap_visit_value(b->visit, "thread"));
    b->patience_ns = rsp_dap_visit_timeout(b->visit);
    return suits(b) && (!is_pause(b) || take_breakpoints_out(b));
}

static void close_session(bencher *b) {
    rsp_dap_visit_close(b->visit);
    b->visit = NULL;
}

static bool keep_session_small(bencher *b, int64_t *thread) {
    const rsp_dap_log *log = &rsp_dap_visit_session(b->visit)->log;
    if (log->num_bytes < LOG_BYTES && log->num < LOG_ENTRIES)
        return true;
    close_session(b);
    return open_session(b, thread);
}

/* --- the work --- */

/* A request whose response is an error, or one that the adapter has answered before. */
static bool ask_once(bencher *b) {
    uint64_t sent_ns = 0;
    const int64_t seq = bencher_send(b, b->row->command, NULL, &sent_ns);
    const rsp_dap_entry *e = bencher_answer(b, seq, b->patience_ns);
    return e && bencher_note(b, RSP_DAP_PART_WHOLE, e->time_ns - sent_ns);
}

static bool work_once(bencher *b, int64_t *thread) {
    if (b->options->work == RSP_DAP_WORK_UNKNOWN || b->options->work == RSP_DAP_WORK_THREADS)
        return ask_once(b);
    return b->options->work == RSP_DAP_WORK_AFTER_STOP ? after_stop_once(b, thread) : behind_once(b, thread);
}

static uint64_t packets_of(const bencher *b) {
    return b->options->packets ? b->options->packets(b->options->ctx) : 0;
}

/* Requests and packets of the way to the stop do not count. */
static bool measure_once(bencher *b, int64_t *thread) {
    if (!keep_session_small(b, thread))
        return false;
    const uint64_t requests = b->out->requests;
    const uint64_t packets = packets_of(b);
    if (!work_once(b, thread))
        return false;
    b->out->packets += packets_of(b) - packets;
    b->out->operations += b->out->requests > requests;
    return true;
}

static void measure(bencher *b) {
    int64_t thread = 0;
    bool good = open_session(b, &thread);
    b->out->requests = 0;
    for (uint64_t i = 0; good && i < b->options->repeat; i++)
        good = measure_once(b, &thread);
    close_session(b);
}

static rsp_status summarise(bencher *b) {
    for (unsigned i = 0; i < RSP_DAP_PART_COUNT && b->status == RSP_OK; i++) {
        const bool paced = i == RSP_DAP_PART_WHOLE;
        b->status = rsp_latencies_summarise(&b->out->parts[i], &b->parts[i], paced ? b->options->pace_ns : 0);
    }
    if (b->status == RSP_LIMIT)
        return rsp_fail(b->error, RSP_USAGE, "the pace is too fast for operations that take so long");
    return b->status;
}

rsp_status rsp_dap_bench_run(rsp_dap_bench_result *out, const rsp_dap_bench_options *options,
                             rsp_error *error) {
    assert(options->target && rsp_dap_work_get(options->work));
    const rsp_dap_bench_options all = with_defaults(options);
    bencher b = {.options = &all, .row = rsp_dap_work_get(all.work), .out = out, .error = error};
    *out = (rsp_dap_bench_result){.has_packets = all.packets != NULL};
    measure(&b);
    if (b.status == RSP_OK)
        b.status = summarise(&b);
    for (unsigned i = 0; i < RSP_DAP_PART_COUNT; i++)
        rsp_latencies_free(&b.parts[i]);
    if (b.status != RSP_OK && error && error->status == RSP_OK)
        error->status = b.status;
    return b.status;
}
