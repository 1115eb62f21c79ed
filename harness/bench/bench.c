/* A run from opening the stub to its end: setup, operations with their account, summary.
 * What is not between account_begin and account_end costs nothing: setup, looking symbols up, starting stubs.
 * Failures end the run and are its result; only a stub that can not be had is an error. */
/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include "link/shape.h"
#include <rsp/limits.h>
#include <rsp/packet_table.h>
#include <rsp/transcript.h>
#include <stdio.h>

#define DEFAULT_TIMEOUT_NS (10 * RSP_NS_PER_S)
enum { IN_FLIGHT = 8, TRANSCRIPT_BYTES = 4 * 1024 * 1024, TRANSCRIPT_ENTRIES = 8192 };

/* --- tables --------------------------------------------------------------------------------------------- */

static const way_row ways[] = {
    [RSP_BENCH_NONE] = {.off = RSP_USE_BATCHED, .in_flight = 1},
    [RSP_BENCH_PIPELINED] = {.off = RSP_USE_BATCHED, .in_flight = IN_FLIGHT},
    [RSP_BENCH_RFC] = {.dialect = RSP_DIALECT_RFC,
                       .off = RSP_USE_BIT(RSP_USE_MULTI_BREAK_LLDB),
                       .in_flight = 1,
                       .setting = {"multimem=rfc", "x=gdb", "offer-multibreakpoint=on"}},
    [RSP_BENCH_LLDB] = {.dialect = RSP_DIALECT_LLDB,
                        .off = RSP_USE_BIT(RSP_USE_MULTI_BREAK_RFC),
                        .in_flight = 1,
                        .setting = {"multimem=lldb", "x=lldb", "offer-jmultibreakpoint=on"}},
    [RSP_BENCH_HELD] = {.in_flight = IN_FLIGHT, .hold = true},
    [RSP_BENCH_HOST] = {.in_flight = IN_FLIGHT, .hold = true, .conditions = true},
    [RSP_BENCH_STUB] = {.in_flight = IN_FLIGHT, .hold = true, .conditions = true},
    [RSP_BENCH_INFERIOR] = {.in_flight = IN_FLIGHT, .hold = true, .conditions = true},
    [RSP_BENCH_BEST] = {.in_flight = IN_FLIGHT, .hold = true, .conditions = true},
};

static const struct {
    const char *name;
    const char *meaning;
} way_texts[] = {
#define WAY_TEXT(id, name, meaning) {name, meaning},
    RSP_BENCH_WAY_LIST(WAY_TEXT)
#undef WAY_TEXT
};

static const struct {
    const char *name;
    const char *title;
} phase_texts[] = {
#define PHASE_TEXT(id, name, title) {name, title},
    RSP_BENCH_PHASE_LIST(PHASE_TEXT)
#undef PHASE_TEXT
};

const char *rsp_bench_way_name(rsp_bench_way way) {
    return (size_t)way < RSP_ARRAY_LEN(way_texts) ? way_texts[way].name : "?";
}

const char *rsp_bench_way_meaning(rsp_bench_way way) {
    return (size_t)way < RSP_ARRAY_LEN(way_texts) ? way_texts[way].meaning : "?";
}

const char *rsp_bench_phase_name(rsp_bench_phase phase) {
    return (size_t)phase < RSP_ARRAY_LEN(phase_texts) ? phase_texts[phase].name : "?";
}

const char *rsp_bench_phase_title(rsp_bench_phase phase) {
    return (size_t)phase < RSP_ARRAY_LEN(phase_texts) ? phase_texts[phase].title : "?";
}

bool rsp_bench_way_fits(rsp_bench_way way, const rsp_workload *w) {
    if (ways[way].conditions || w->conditions)
        return ways[way].conditions && w->conditions;
    if (way == RSP_BENCH_HELD)
        return w->num_sites > 0;
    return w->batches || way == RSP_BENCH_NONE;
}

/* --- how a run ends ------------------------------------------------------------------------------------- */

static void end_with(bench *b, rsp_bench_outcome outcome, const char *fmt, va_list ap) {
    b->out->outcome = outcome;
    (void)vsnprintf(b->out->reason, sizeof b->out->reason, fmt, ap);
}

rsp_status bench_fail(bench *b, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    end_with(b, RSP_BENCH_FAILED, fmt, ap);
    va_end(ap);
    return RSP_UNEXPECTED;
}

rsp_status bench_skip(bench *b, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    end_with(b, RSP_BENCH_SKIPPED, fmt, ap);
    va_end(ap);
    return RSP_UNSUPPORTED;
}

rsp_status bench_client_failed(bench *b, rsp_status status, const char *doing) {
    if (status == RSP_CANCELLED || status == RSP_NO_MEMORY)
        return status;
    const rsp_error *why = b->client ? rsp_client_error(b->client) : NULL;
    rsp_link_end end = rsp_link_ended(b->inner);
    bool told = why && why->status == status && why->msg[0];
    char when[48] = "";
    if (b->measuring)
        (void)snprintf(when, sizeof when, ", operation %llu", (unsigned long long)b->out->num_operations + 1);
    return bench_fail(b, "%s%s: %s%s%s", doing, when, told ? why->msg : rsp_status_text(status),
                      status == RSP_DIED ? ", " : "", status == RSP_DIED ? end.text : "");
}

void bench_note(bench *b, const char *fmt, ...) {
    if (b->out->note[0])
        return;
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(b->out->note, sizeof b->out->note, fmt, ap);
    va_end(ap);
}

/* --- the account ---------------------------------------------------------------------------------------- */

static void observe(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    rsp_pairing pairing;
    bench *b = ctx;
    rsp_status status = rsp_exchanges_feed(&b->exchanges, transcript, entry, &pairing);
    if (status != RSP_OK && b->exchanges.status == RSP_OK)
        b->exchanges.status = status;
}

void account_begin(bench *b, rsp_bench_phase phase) {
    b->phase = phase;
    b->before = b->exchanges.metrics;
    b->before_ns = rsp_session_now(b->session);
}

static void add_cost(rsp_bench_cost *sum, const rsp_metrics *before, const rsp_metrics *after, uint64_t ns) {
    sum->round_trips += after->round_trips - before->round_trips;
    sum->packets_out += after->packets_to_stub - before->packets_to_stub;
    sum->packets_in += after->packets_from_stub - before->packets_from_stub;
    sum->bytes_out += after->bytes_to_stub - before->bytes_to_stub;
    sum->bytes_in += after->bytes_from_stub - before->bytes_from_stub;
    sum->ns += ns;
}

void account_end(bench *b) {
    if (!b->measuring)
        return;
    uint64_t ns = rsp_session_now(b->session) - b->before_ns;
    add_cost(&b->out->phases[b->phase], &b->before, &b->exchanges.metrics, ns);
    add_cost(&b->out->total, &b->before, &b->exchanges.metrics, ns);
}

/* --- the connection ------------------------------------------------------------------------------------- */

/* "$NAME" becomes the sweep's value. */
static const char *const *arguments_of(bench *b) {
    const rsp_workload *w = b->workload;
    const char **out = rsp_arena_alloc(&b->arena, (w->num_arguments + 1) * sizeof *out);
    for (size_t i = 0; out && i < w->num_arguments; i++) {
        out[i] = w->arguments[i];
        if (out[i][0] == '$')
            out[i] = rsp_arena_printf(&b->arena, "%llu", (unsigned long long)b->options->sweep);
    }
    return out;
}

static rsp_status open_link(bench *b) {
    const rsp_bench_options *o = b->options;
    rsp_stub_request request = {
        .program = b->workload->program,
        .arguments = arguments_of(b),
        .num_arguments = b->workload->num_arguments,
        .options = b->way->setting,
        .num_options = o->settable && b->way->setting[0] ? RSP_ARRAY_LEN(b->way->setting) : 0,
        .rtt_ns = o->rtt_ns,
        .seed = o->seed,
    };
    rsp_error error = {0};
    if (b->arena.status != RSP_OK)
        return b->arena.status;
    rsp_status status = b->provider->open(b->provider->ctx, &b->inner, &request, &error);
    if (status == RSP_UNSUPPORTED || status == RSP_NOT_FOUND)
        return bench_skip(b, "%s", error.msg);
    if (status != RSP_OK) {
        if (b->error)
            *b->error = error;
        return status;
    }
    b->link = b->inner;
    b->out->virtual_time = rsp_link_is_virtual(b->inner);
    if (b->out->virtual_time || o->rtt_ns == 0)
        return RSP_OK;
    rsp_shape shape = rsp_shape_rtt(o->rtt_ns);
    return rsp_link_open_shaped(&b->link, b->inner, &shape, o->mem);
}

static rsp_status open_session(bench *b) {
    const rsp_bench_options *o = b->options;
    rsp_transcript_reset(b->transcript);
    rsp_exchanges_reset(&b->exchanges);
    rsp_session_options session = {
        .timeout_ns = (o->timeout_ns ? o->timeout_ns : DEFAULT_TIMEOUT_NS) + 2 * o->rtt_ns,
        .max_in_flight = b->way->in_flight,
        .no_ack = rsp_profile_has(o->profile, RSP_QUIRK_NO_ACK_ONLY),
        .collect_console = true,
        .transcript = b->transcript,
        .mem = o->mem,
    };
    /* A stub whose form can not be chosen is asked for it: a wrong guess would be answered by nonsense. */
    rsp_client_options client = {
        .dialect = o->settable ? b->way->dialect : RSP_DIALECT_AUTO, .off = b->way->off, .mem = o->mem};
    if (o->acks)
        client.off |= RSP_USE_BIT(RSP_USE_NO_ACK);
    b->session = rsp_session_new(b->link, &session);
    b->client = b->session ? rsp_client_new(b->session, &client) : NULL;
    b->have_bias = false;
    b->at = 0;
    return b->client ? RSP_OK : RSP_NO_MEMORY;
}

static void close_connection(bench *b) {
    /* A stub that nobody started for us has its program still: the next client wants a fresh one. */
    bool shared = b->client && !rsp_link_is_ours(b->inner);
    if (shared && rsp_client_has_program(b->client) && !rsp_client_is_running(b->client) &&
        !rsp_profile_has(b->options->profile, RSP_QUIRK_NO_KILL))
        (void)!rsp_client_kill(b->client, 0);
    rsp_client_free(b->client);
    rsp_session_free(b->session);
    if (b->inner && b->provider->last_words) {
        rsp_buf words = {.mem = b->options->mem};
        b->provider->last_words(b->provider->ctx, b->inner, &words);
        rsp_buf_free(&words);
    }
    rsp_link_close(b->link ? b->link : b->inner);
    b->client = NULL;
    b->session = NULL;
    b->link = b->inner = NULL;
}

/* --- what the way needs --------------------------------------------------------------------------------- */

static bool reads_many(const rsp_workload *w) {
    for (size_t i = 0; i < w->steps.num; i++) {
        const rsp_workload_step *s = &w->steps.items[i];
        if (s->action == RSP_WORKLOAD_READ &&
            (s->num_ranges > 1 || s->ranges[0].count.swept || s->ranges[0].count.number > 1))
            return true;
    }
    return false;
}

static bool has(const bench *b, rsp_client_use use) {
    rsp_client_support support = rsp_client_supports(b->client, use);
    return support == RSP_SUPPORT_YES || support == RSP_SUPPORT_UNKNOWN;
}

static rsp_status check_batches(bench *b) {
    bool reads = reads_many(b->workload);
    bool breaks = b->workload->num_sites > 0;
    bool can_read = has(b, RSP_USE_MULTI_READ);
    bool can_break = has(b, RSP_USE_MULTI_BREAK_LLDB) || has(b, RSP_USE_MULTI_BREAK_RFC);
    const char *form = b->options->way == RSP_BENCH_RFC    ? rsp_packet_text(RSP_PACKET_MULTI_BREAKPOINT)
                       : b->options->way == RSP_BENCH_LLDB ? rsp_packet_text(RSP_PACKET_JMULTI_BREAKPOINT)
                                                           : "batched breakpoint packet";
    bool helps = (reads && can_read) || (breaks && can_break) || (breaks && b->way->hold);
    if (!helps)
        return bench_skip(b, "the stub does not announce %s%s%s: nothing to batch",
                          reads ? rsp_packet_text(RSP_PACKET_MULTI_MEM_READ) : "",
                          reads && breaks ? " or " : "", breaks ? form : "");
    if (reads && !can_read)
        bench_note(b, "no MultiMemRead: ranges are read one by one");
    if (breaks && !can_break)
        bench_note(b, "no %s: breakpoints are switched one by one", form);
    return RSP_OK;
}

/* MultiMemRead has one name and two forms; which one the stub speaks is known after the first answer. */
static rsp_status check_form(bench *b) {
    rsp_client_dialect form = rsp_client_read_dialect(b->client);
    rsp_client_dialect wanted = b->way->dialect;
    if (wanted == RSP_DIALECT_AUTO || form == RSP_DIALECT_AUTO || form == wanted ||
        !reads_many(b->workload) || !has(b, RSP_USE_MULTI_READ))
        return RSP_OK;
    return bench_skip(b, "the stub speaks MultiMemRead in the other form (--batch %s)",
                      form == RSP_DIALECT_LLDB ? "lldb" : "rfc");
}

static rsp_status check_way(bench *b) {
    switch (b->options->way) {
    case RSP_BENCH_PIPELINED:
        return rsp_session_is_no_ack(b->session)
                   ? RSP_OK
                   : bench_skip(b, "no no-ack mode: with acknowledgments one request is under way at a time");
    case RSP_BENCH_RFC:
    case RSP_BENCH_LLDB:
    case RSP_BENCH_HELD:
        return check_batches(b);
    case RSP_BENCH_STUB:
        return has(b, RSP_USE_CONDITIONS)
                   ? RSP_OK
                   : bench_skip(b, "the stub does not announce ConditionalBreakpoints");
    case RSP_BENCH_NONE:
    case RSP_BENCH_HOST:
    case RSP_BENCH_INFERIOR:
    case RSP_BENCH_BEST:
    case RSP_BENCH_WAY_COUNT:
        break;
    }
    return RSP_OK;
}

/* The first read tries forms out; that belongs to connecting. */
static rsp_status settle_dialects(bench *b) {
    for (size_t i = 0; i < b->workload->steps.num; i++) {
        const rsp_workload_step *s = &b->workload->steps.items[i];
        rsp_status status = s->action == RSP_WORKLOAD_READ ? run_step(b, s) : RSP_OK;
        if (status != RSP_OK || s->action == RSP_WORKLOAD_READ)
            return status == RSP_OK ? check_form(b) : status;
    }
    return RSP_OK;
}

static rsp_status connect_client(bench *b) {
    rsp_status status = rsp_client_connect(b->client);
    if (status != RSP_OK)
        return bench_client_failed(b, status, "connecting");
    if (!rsp_client_has_program(b->client))
        return bench_skip(b, "the stub has no program: nothing to debug");
    return check_way(b);
}

/* --- operations ----------------------------------------------------------------------------------------- */

static rsp_status run_steps(bench *b, rsp_workload_steps steps) {
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < steps.num && status == RSP_OK; i++)
        status = run_step(b, &steps.items[i]);
    return status;
}

static bool shakes_hands(const rsp_workload *w) {
    return w->steps.num > 0 && w->steps.items[0].action == RSP_WORKLOAD_HANDSHAKE;
}

static rsp_status begin(bench *b) {
    rsp_status status = open_link(b);
    if (status == RSP_OK)
        status = open_session(b);
    if (status == RSP_OK && !shakes_hands(b->workload))
        status = connect_client(b);
    if (status == RSP_OK && !b->workload->fresh)
        status = settle_dialects(b);
    if (status == RSP_OK)
        status = run_steps(b, b->workload->setup);
    return status;
}

/* Latency is what the account says: looking symbols up in between is our own affair. */
static rsp_status operate(bench *b) {
    uint64_t before_ns = b->out->total.ns;
    b->measuring = true;
    rsp_status status = run_steps(b, b->workload->steps);
    if (status == RSP_OK)
        status = run_settle(b);
    b->measuring = false;
    if (status == RSP_OK && shakes_hands(b->workload))
        status = check_way(b);
    if (status == RSP_OK)
        status = check_form(b);
    if (status == RSP_OK) {
        b->out->num_operations++;
        status = rsp_latencies_add(&b->latencies, b->out->total.ns - before_ns);
    }
    return status;
}

static rsp_status run_all(bench *b) {
    uint64_t repeat =
        b->options->repeat ? b->options->repeat : rsp_workload_number(b->workload->repeat, b->options->sweep);
    rsp_status status = b->workload->fresh ? RSP_OK : begin(b);
    for (uint64_t i = 0; i < repeat && status == RSP_OK; i++) {
        if (b->workload->fresh)
            status = begin(b);
        if (status == RSP_OK)
            status = operate(b);
        if (b->workload->fresh)
            close_connection(b);
    }
    close_connection(b);
    return status;
}

static rsp_status summarise(bench *b) {
    uint64_t pace_ns = b->options->pace_ns ? b->options->pace_ns : b->workload->pace_ns;
    rsp_status status = rsp_latencies_summarise(&b->out->latency, &b->latencies, pace_ns);
    if (status == RSP_LIMIT)
        return bench_fail(b,
                          "a pace of %llu ns is too fast for operations of up to %llu ns to be corrected by",
                          (unsigned long long)b->out->latency.interval_ns,
                          (unsigned long long)b->out->latency.measured.max_ns);
    return status;
}

static void free_all(bench *b) {
    const rsp_mem *mem = b->options->mem;
    rsp_transcript_free(b->transcript);
    rsp_exchanges_free(&b->exchanges);
    rsp_latencies_free(&b->latencies);
    rsp_mem_free(mem, b->reads);
    rsp_mem_free(mem, b->scratch);
    rsp_mem_free(mem, b->threads);
    rsp_arena_free(&b->arena);
}

rsp_status rsp_bench_run(rsp_bench_result *out, const rsp_stub_provider *provider,
                         const rsp_bench_options *options, rsp_error *error) {
    const rsp_transcript_options keep = {
        .max_bytes = TRANSCRIPT_BYTES, .max_entries = TRANSCRIPT_ENTRIES, .mem = options->mem};
    bench b = {
        .provider = provider,
        .options = options,
        .workload = options->workload,
        .way = &ways[options->way],
        .out = out,
        .error = error,
        .arena = {.mem = options->mem},
        .latencies = {.mem = options->mem},
        .transcript = rsp_transcript_new(&keep),
        .scratch = rsp_mem_alloc(options->mem, RSP_LIMIT_WORK_RANGE_BYTES),
        .threads = rsp_mem_calloc(options->mem, RSP_LIMIT_THREAD_LIST, sizeof(rsp_ptid)),
    };
    *out = (rsp_bench_result){0};
    b.exchanges.mem = options->mem;
    rsp_status status = RSP_NO_MEMORY;
    if (b.transcript && b.scratch && b.threads && rsp_transcript_observe(b.transcript, observe, &b))
        status = run_all(&b);
    if (status == RSP_OK)
        status = b.exchanges.status == RSP_OK ? summarise(&b) : b.exchanges.status;
    free_all(&b);
    if (out->outcome != RSP_BENCH_DONE)
        return RSP_OK;
    if (status == RSP_OK || (error && error->msg[0]))
        return status;
    return rsp_fail(error, status, "%s", rsp_status_text(status));
}
