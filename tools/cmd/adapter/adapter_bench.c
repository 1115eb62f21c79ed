/* stubborn adapter bench: each work of each adapter at each distance between editor, adapter and stub.
 * Adapters take turns at the same work, so that one that is measured while the machine is busy has company.
 * Exit status: 0; 1 a work failed; 2 usage; 3 no adapter, or nothing was measured. */
/* SPDX-License-Identifier: MIT */
#include "cmd/adapter/adapter_bench.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cmd/adapter/adapter_wire.h"
#include "cmd/run/run_end.h"
#include "dap_bench/bench.h"
#include "link/shape.h"
#include "reports/adapter/adapter_bench_report.h"

#include "core/suggest.h"
#include <stdio.h>

enum { MOST_ADAPTERS = 16, MOST_DISTANCES = 16 };

/* One adapter: its profile, and how it is started. */
typedef struct contender {
    adapter_end end;
    rsp_dap_profile *profile;
    const char *name;
    const char *address;
    const char *program_folder; /* as the profile's debuggees want */
    const char *source_folder;
    uint64_t editor_rtt_ns; /* of the measurement under way; so below */
    adapter_wire *wire;     /* NULL: its stub, if there is one, is its own business */
} contender;

typedef struct bencher {
    adapter_job *job;
    contender contenders[MOST_ADAPTERS];
    size_t num_contenders;
    bool wanted[RSP_DAP_WORK_COUNT];
    uint64_t editor_rtts[MOST_DISTANCES];
    size_t num_editor_rtts;
    uint64_t stub_rtts[MOST_DISTANCES];
    size_t num_stub_rtts;
    rsp_adapter_bench_report report;
    size_t num_done;
    bool failed;
} bencher;

/* --- what is wanted --- */

static int take_work(bencher *b, const char *word) {
    const rsp_dap_work work = rsp_dap_work_find(word);
    rsp_suggestion nearest = {.word = rsp_bytes_str(word)};
    if (work != RSP_DAP_WORK_COUNT) {
        b->wanted[work] = true;
        return EXIT_FINE;
    }
    for (unsigned i = 0; i < RSP_DAP_WORK_COUNT; i++)
        rsp_suggest_offer(&nearest, rsp_dap_work_get((rsp_dap_work)i)->name);
    return command_usage(b->job->self, "--work %s: there is no such work%s%s%s", word,
                         nearest.best ? "; did you mean '" : "", nearest.best ? nearest.best : "",
                         nearest.best ? "'?" : "");
}

static int take_distance(const command *self, uint64_t *list, size_t *num, const char *word,
                         const char *option) {
    uint64_t ns = 0;
    if (strcmp(word, "0") != 0 && option_duration(&ns, word) != RSP_OK)
        return command_usage(self, "%s %s: expected times such as 0,20ms", option, word);
    if (*num == MOST_DISTANCES)
        return command_usage(self, "%s: more than %d times", option, (int)MOST_DISTANCES);
    list[(*num)++] = ns;
    return EXIT_FINE;
}

static int take_editor_rtt(bencher *b, const char *word) {
    return take_distance(b->job->self, b->editor_rtts, &b->num_editor_rtts, word, "--editor-rtt");
}

static int take_stub_rtt(bencher *b, const char *word) {
    return take_distance(b->job->self, b->stub_rtts, &b->num_stub_rtts, word, "--stub-rtt");
}

static int take_words(bencher *b, const option_list *list, int (*take)(bencher *b, const char *word)) {
    int code = EXIT_FINE;
    for (size_t i = 0; i < list->num && code == EXIT_FINE; i++) {
        rsp_bytes rest = rsp_bytes_str(list->items[i]);
        while (rest.ptr && code == EXIT_FINE) {
            const rsp_bytes word = rsp_bytes_split(&rest, ',');
            const char *text =
                rsp_arena_printf(&b->job->arena, "%.*s", (int)word.len, (const char *)word.ptr);
            code = text ? take(b, text) : EXIT_UNREACHABLE;
        }
    }
    return code;
}

static int take_plan(bencher *b) {
    const adapter_bench_args *a = &b->job->args.bench;
    int code = take_words(b, &a->works, take_work);
    if (code == EXIT_FINE)
        code = take_words(b, &a->editor_rtts, take_editor_rtt);
    if (code == EXIT_FINE)
        code = take_words(b, &a->stub_rtts, take_stub_rtt);
    for (unsigned i = 0; a->works.num == 0 && i < RSP_DAP_WORK_COUNT; i++)
        b->wanted[i] = true;
    b->num_editor_rtts += b->num_editor_rtts == 0; /* 0 ms */
    b->num_stub_rtts += b->num_stub_rtts == 0;
    return code;
}

/* --- the adapters --- */

static rsp_status open_adapter(void *ctx, rsp_link **out_link, rsp_error *error) {
    contender *c = ctx;
    const rsp_link_options options = {.stop = interrupt_flag()};
    const rsp_shape shape = rsp_shape_rtt(c->editor_rtt_ns);
    rsp_status status = rsp_link_open(out_link, c->address, &options, error);
    if (status == RSP_OK && c->editor_rtt_ns > 0) {
        status = rsp_link_open_shaped(out_link, *out_link, &shape, NULL);
        if (status != RSP_OK)
            rsp_link_close(*out_link);
    }
    return status;
}

static const char *program_of(void *ctx, const char *name) {
    contender *c = ctx;
    return c->end.target.program(c->end.target.ctx, name);
}

static const char *source_of(void *ctx, const char *name) {
    contender *c = ctx;
    return c->end.target.source(c->end.target.ctx, name);
}

static const char *mark_of(void *ctx) {
    contender *c = ctx;
    return c->end.target.mark(c->end.target.ctx);
}

/* The profile that the job has loaded becomes the contender's. */
static int add_contender(bencher *b, const char *profile) {
    adapter_job *job = b->job;
    if (b->num_contenders == MOST_ADAPTERS)
        return command_usage(job->self, "more than %d adapters", (int)MOST_ADAPTERS);
    job->args.profile = profile;
    const int code = adapter_job_load_profile(job);
    if (code != EXIT_FINE)
        return code;
    contender *c = &b->contenders[b->num_contenders++];
    c->profile = job->profile;
    c->address = job->command;
    c->program_folder = job->program_folder;
    c->source_folder = job->source_folder;
    c->name = *c->profile->name ? c->profile->name : c->address;
    c->end = (adapter_end){.job = job};
    adapter_end_open(&c->end);
    job->profile = NULL;
    return EXIT_FINE;
}

static int add_contenders(bencher *b, const option_list *profiles) {
    int code = profiles->num == 0 ? add_contender(b, b->job->args.profile) : EXIT_FINE;
    if (profiles->num > 0 && (b->job->args.profile || b->job->args.adapter))
        return command_usage(b->job->self, "bench: adapters are named either by operands or by options");
    for (size_t i = 0; i < profiles->num && code == EXIT_FINE; i++)
        code = add_contender(b, profiles->items[i]);
    return code;
}

/* --- the wire --- */

static void append_replaced(rsp_buf *out, const char *text, const char *what, const char *with) {
    const char *at = strstr(text, what);
    for (; at; text = at + strlen(what), at = strstr(text, what)) {
        rsp_buf_append(out, rsp_bytes_make(text, (size_t)(at - text)));
        rsp_buf_shell_word(out, with);
    }
    rsp_buf_str(out, text);
}

/* RSP_UNSUPPORTED: the adapter's stub cannot be moved away. */
static rsp_status open_wire(contender *c, uint64_t rtt_ns, rsp_error *error) {
    rsp_buf stub = {0};
    const char *program = program_of(c, "sample");
    if (!*c->profile->wire)
        return rtt_ns == 0 ? RSP_OK
                           : rsp_fail(error, RSP_UNSUPPORTED,
                                      "the profile has no wire: the stub is the adapter's own");
    append_replaced(&stub, c->profile->wire, "{program}", program ? program : "");
    rsp_status status =
        stub.status == RSP_OK ? adapter_wire_open(&c->wire, rsp_buf_cstr(&stub), rtt_ns, error) : stub.status;
    rsp_buf_free(&stub);
    if (status == RSP_OK &&
        json_object_set_new(c->profile->facts, "stub-port", json_integer(adapter_wire_port(c->wire))) != 0)
        status = RSP_NO_MEMORY;
    return status;
}

static uint64_t packets_of(void *ctx) {
    const contender *c = ctx;
    return adapter_wire_packets(c->wire);
}

/* --- measuring --- */

static rsp_status measure(bencher *b, contender *c, rsp_adapter_bench_row *row, rsp_error *error) {
    const adapter_bench_args *a = &b->job->args.bench;
    rsp_dap_target target = c->end.target;
    target.open = open_adapter;
    target.program = program_of;
    target.source = source_of;
    target.mark = mark_of;
    target.ctx = c;
    c->editor_rtt_ns = row->editor_rtt_ns;
    const rsp_dap_bench_options options = {.target = &target,
                                           .work = row->work,
                                           .repeat = a->repeat,
                                           .behind = (unsigned)a->behind,
                                           .pace_ns = a->pace_ns,
                                           .packets = c->wire ? packets_of : NULL,
                                           .ctx = c};
    rsp_status status = rsp_dap_bench_run(&row->result, &options, error);
    if (status == RSP_OK && c->wire && row->result.outcome == RSP_DAP_BENCH_FAILED &&
        *adapter_wire_trouble(c->wire))
        (void)snprintf(row->result.reason, sizeof row->result.reason, "the stub: %s",
                       adapter_wire_trouble(c->wire));
    return status;
}

/* The job's profile and folders are those of one contender at a time. */
static void take_turn(contender *c) {
    adapter_job *job = c->end.job;
    job->profile = c->profile;
    job->program_folder = c->program_folder;
    job->source_folder = c->source_folder;
}

static rsp_status run_row(bencher *b, contender *c, rsp_adapter_bench_row *row, rsp_error *error) {
    row->adapter = c->name;
    take_turn(c);
    if (io_is_terminal(2))
        io_say(stderr, "\r\033[K%s %s", c->name, rsp_dap_work_get(row->work)->name);
    rsp_status status = open_wire(c, row->stub_rtt_ns, error);
    if (status == RSP_UNSUPPORTED) {
        row->result.outcome = RSP_DAP_BENCH_SKIPPED;
        (void)snprintf(row->result.reason, sizeof row->result.reason, "%s", error->msg);
        status = RSP_OK;
    } else if (status == RSP_OK) {
        status = measure(b, c, row, error);
    }
    adapter_wire_close(c->wire);
    c->wire = NULL;
    if (status != RSP_OK)
        return status;
    b->failed = b->failed || row->result.outcome == RSP_DAP_BENCH_FAILED;
    b->num_done += row->result.outcome == RSP_DAP_BENCH_DONE;
    return rsp_adapter_bench_report_add(&b->report, row) ? RSP_OK : RSP_LIMIT;
}

static rsp_status run_work(bencher *b, rsp_dap_work work, rsp_error *error) {
    rsp_status status = RSP_OK;
    for (size_t e = 0; e < b->num_editor_rtts; e++)
        for (size_t s = 0; s < b->num_stub_rtts; s++)
            for (size_t c = 0; status == RSP_OK && c < b->num_contenders; c++) {
                rsp_adapter_bench_row row = {
                    .work = work, .editor_rtt_ns = b->editor_rtts[e], .stub_rtt_ns = b->stub_rtts[s]};
                status = run_row(b, &b->contenders[c], &row, error);
            }
    return status;
}

/* --- the report --- */

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    const rsp_adapter_bench_report *r = report;
    if (rsp_bytes_equal(format, RSP_LIT("json")))
        return rsp_adapter_bench_print_json(out, r);
    const rsp_adapter_bench_form form = rsp_bytes_equal(format, RSP_LIT("html")) ? RSP_ADAPTER_BENCH_HTML
                                        : rsp_bytes_equal(format, RSP_LIT("markdown"))
                                            ? RSP_ADAPTER_BENCH_MARKDOWN
                                            : RSP_ADAPTER_BENCH_TERMINAL;
    return rsp_adapter_bench_print(out, r, form, style->colour);
}

static void describe(bencher *b) {
    b->report.version = STUBBORN_VERSION;
    b->report.started_at = run_end_now(&b->report.arena);
    b->report.behind = b->job->args.bench.behind;
    b->report.paced = b->job->args.bench.pace_ns > 0;
}

static int measure_all(bencher *b) {
    rsp_error error = {0};
    rsp_status status = RSP_OK;
    interrupt_catch();
    if (b->job->args.max_time_ns)
        interrupt_after(b->job->args.max_time_ns);
    describe(b);
    for (unsigned work = 0; status == RSP_OK && work < RSP_DAP_WORK_COUNT; work++)
        if (b->wanted[work])
            status = run_work(b, (rsp_dap_work)work, &error);
    if (io_is_terminal(2))
        fputs("\r\033[K", stderr);
    rsp_error trouble = {0};
    /* What was measured is printed whatever ended it. */
    const rsp_status written =
        output_write(&b->job->args.outputs, "term", render, &b->report, b->job->args.verbose, &trouble);
    if (written != RSP_OK)
        return command_fail(b->job->self, &trouble);
    if (status == RSP_CANCELLED)
        fprintf(stderr, "stubborn adapter bench: interrupted; what is above is complete\n");
    else if (status != RSP_OK)
        return command_fail(b->job->self, &error);
    return b->num_done == 0 ? EXIT_UNREACHABLE : b->failed ? EXIT_FINDINGS : EXIT_FINE;
}

int adapter_bench(adapter_job *job, const option_list *profiles) {
    bencher *b = rsp_arena_alloc(&job->arena, sizeof *b);
    if (!b)
        return command_fail(job->self, &(rsp_error){.status = RSP_NO_MEMORY});
    *b = (bencher){.job = job};
    job->args.bench.behind = job->args.bench.behind ? job->args.bench.behind : 10;
    int code = take_plan(b);
    if (code == EXIT_FINE)
        code = add_contenders(b, profiles);
    if (code == EXIT_FINE)
        code = measure_all(b);
    if (b->num_contenders > 0)
        job->profile = NULL; /* it is a contender's */
    for (size_t i = 0; i < b->num_contenders; i++) {
        adapter_end_close(&b->contenders[i].end);
        rsp_dap_profile_free(b->contenders[i].profile);
    }
    rsp_adapter_bench_report_free(&b->report);
    return code;
}
