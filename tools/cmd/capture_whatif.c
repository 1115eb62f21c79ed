/* stubborn capture what-if: what batched packets, and conditions in the stub, would have saved in recorded
 * sessions. The figures are those of rsp_whatif, added up over all conversations. Assumptions are printed
 * with them. */
/* SPDX-License-Identifier: MIT */
#include "cli/output.h"
#include "cmd/capture_input.h"
#include "trace/exchange.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdlib.h>

static void *begin_whatif(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    const capture_whatif *sum = ctx;
    rsp_whatif *w = calloc(1, sizeof *w);
    if (!w || !rsp_transcript_observe(transcript, rsp_whatif_observe, w)) {
        free(w);
        return NULL;
    }
    w->packet_size = sum->packet_size;
    w->exchanges.midstream = !conversation->from_start;
    return w;
}

static void end_whatif(void *ctx, void *observer, const rsp_transcript *transcript,
                       const rsp_conversation *conversation) {
    capture_whatif *sum = ctx;
    rsp_whatif *w = observer;
    (void)transcript;
    (void)conversation;
    if (!w) {
        sum->total.status = RSP_NO_MEMORY;
        return;
    }
    rsp_whatif_merge(&sum->total, w);
    rsp_whatif_free(w);
    free(w);
}

void capture_collect_whatif(rsp_conversations_options *options, capture_whatif *whatif) {
    options->begin = begin_whatif;
    options->end = end_whatif;
    options->ctx = whatif;
}

static void append_saving(rsp_buf *out, const char *name, const rsp_saving *s, uint64_t rtt_ns) {
    rsp_buf_printf(out, "  %-16s ", name);
    if (s->packets == 0) {
        rsp_buf_str(out, "nothing to batch\n");
        return;
    }
    rsp_report_counted(out, s->packets, "packet becomes ", "packets become ");
    rsp_capture_append_range(out, s->best, s->worst, rsp_report_count);
    if (rsp_saving_most(s) == 0) {
        rsp_buf_str(out, ": saves nothing\n");
        return;
    }
    rsp_buf_str(out, ": saves ");
    rsp_capture_append_range(out, rsp_saving_least(s), rsp_saving_most(s), rsp_report_count);
    rsp_buf_str(out, rsp_saving_most(s) == 1 ? " round trip" : " round trips");
    if (rtt_ns > 0) {
        rsp_buf_str(out, " (");
        rsp_capture_append_range(out, rsp_saving_least(s) * rtt_ns, rsp_saving_most(s) * rtt_ns,
                                 rsp_time_append);
        rsp_buf_str(out, ")");
    }
    rsp_buf_push(out, '\n');
}

static void append_saving_json(rsp_buf *out, const char *key, const rsp_saving *s, uint64_t rtt_ns) {
    unsigned long long least = rsp_saving_least(s);
    unsigned long long most = rsp_saving_most(s);
    rsp_buf_printf(out,
                   "  \"%s\": {\"packets\": %llu, \"best_packets\": %llu, \"worst_packets\": %llu, "
                   "\"saved_least\": %llu, \"saved_most\": %llu, \"saved_least_ns\": %llu, "
                   "\"saved_most_ns\": %llu},\n",
                   key, (unsigned long long)s->packets, (unsigned long long)s->best,
                   (unsigned long long)s->worst, least, most, least * (unsigned long long)rtt_ns,
                   most * (unsigned long long)rtt_ns);
}

static void append_hidden(rsp_buf *out, const rsp_hidden_saving *h, uint64_t rtt_ns) {
    rsp_buf_printf(out, "  %-16s ", "conditions");
    if (h->most_stops == 0) {
        rsp_buf_str(out, "no stop was passed over\n");
        return;
    }
    rsp_buf_printf(out, "%llu to ", (unsigned long long)h->least_stops);
    rsp_report_count(out, h->most_stops);
    rsp_buf_printf(out, " stops at %llu breakpoint%s were passed over: in the stub, saves ",
                   (unsigned long long)h->breakpoints, h->breakpoints == 1 ? "" : "s");
    rsp_report_count(out, h->least_trips);
    rsp_buf_str(out, " to ");
    rsp_report_count(out, h->most_trips);
    rsp_buf_str(out, " round trips");
    if (rtt_ns > 0) {
        rsp_buf_str(out, " (");
        rsp_time_append(out, h->least_trips * rtt_ns);
        rsp_buf_str(out, " to ");
        rsp_time_append(out, h->most_trips * rtt_ns);
        rsp_buf_str(out, ")");
    }
    rsp_buf_push(out, '\n');
}

static void append_csv_row(rsp_buf *out, const char *what, const uint64_t *values, size_t num) {
    rsp_buf_str(out, what);
    for (size_t i = 0; i < num; i++)
        rsp_buf_printf(out, ",%llu", (unsigned long long)values[i]);
    rsp_buf_push(out, '\n');
}

/* For conditions, packets are stops, and those that remain are those that were not passed over. */
static void print_csv(rsp_buf *out, const capture_whatif *sum, uint64_t rtt_ns) {
    const rsp_saving *savings[] = {&sum->total.reads, &sum->total.points};
    const char *const names[] = {rsp_packet_text(RSP_PACKET_MULTI_MEM_READ),
                                 rsp_packet_text(RSP_PACKET_MULTI_BREAKPOINT)};
    const rsp_hidden_saving *h = &sum->total.hidden;
    rsp_buf_str(
        out, "what,packets,best_packets,worst_packets,saved_least,saved_most,saved_least_ns,saved_most_ns\n");
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++) {
        const rsp_saving *s = savings[i];
        uint64_t values[] = {s->packets,
                             s->best,
                             s->worst,
                             rsp_saving_least(s),
                             rsp_saving_most(s),
                             rsp_saving_least(s) * rtt_ns,
                             rsp_saving_most(s) * rtt_ns};
        append_csv_row(out, names[i], values, RSP_ARRAY_LEN(values));
    }
    uint64_t values[] = {h->most_trips,
                         0,
                         h->most_trips - h->least_trips,
                         h->least_trips,
                         h->most_trips,
                         h->least_trips * rtt_ns,
                         h->most_trips * rtt_ns};
    append_csv_row(out, "conditions", values, RSP_ARRAY_LEN(values));
}

static void append_hidden_json(rsp_buf *out, const rsp_hidden_saving *h, uint64_t rtt_ns) {
    unsigned long long least = h->least_trips;
    unsigned long long most = h->most_trips;
    rsp_buf_printf(out,
                   "  \"conditions\": {\"breakpoints\": %llu, \"stops_least\": %llu, \"stops_most\": %llu, "
                   "\"saved_least\": %llu, \"saved_most\": %llu, \"saved_least_ns\": %llu, "
                   "\"saved_most_ns\": %llu},\n",
                   (unsigned long long)h->breakpoints, (unsigned long long)h->least_stops,
                   (unsigned long long)h->most_stops, least, most, least * (unsigned long long)rtt_ns,
                   most * (unsigned long long)rtt_ns);
}

/* What is written. */
typedef struct savings {
    const capture_whatif *sum;
    const rsp_metrics *metrics;
    uint64_t rtt_ns;
} savings;

static void append_json(rsp_buf *out, const savings *s) {
    rsp_buf_str(out, "{\n");
    append_saving_json(out, rsp_packet_text(RSP_PACKET_MULTI_MEM_READ), &s->sum->total.reads, s->rtt_ns);
    append_saving_json(out, rsp_packet_text(RSP_PACKET_MULTI_BREAKPOINT), &s->sum->total.points, s->rtt_ns);
    append_hidden_json(out, &s->sum->total.hidden, s->rtt_ns);
    rsp_buf_printf(out, "  \"stops\": %llu,\n  \"round_trips\": %llu,\n  \"rtt_ns\": %llu\n}\n",
                   (unsigned long long)s->sum->total.stops, (unsigned long long)s->metrics->round_trips,
                   (unsigned long long)s->rtt_ns);
}

static void append_text(rsp_buf *out, const savings *s) {
    const capture_whatif *sum = s->sum;
    const rsp_metrics *metrics = s->metrics;
    rsp_report_counted(out, metrics->round_trips, "round trip", "round trips");
    rsp_buf_str(out, ", ");
    rsp_report_counted(out, sum->total.stops, "resume", "resumes");
    if (s->rtt_ns > 0) {
        rsp_buf_str(out, ", ");
        rsp_time_append(out, s->rtt_ns);
        rsp_buf_str(out, " each: ");
        rsp_time_append(out, s->rtt_ns * metrics->round_trips);
    }
    rsp_buf_str(out, "\n\n");
    append_saving(out, rsp_packet_text(RSP_PACKET_MULTI_MEM_READ), &sum->total.reads, s->rtt_ns);
    append_saving(out, rsp_packet_text(RSP_PACKET_MULTI_BREAKPOINT), &sum->total.points, s->rtt_ns);
    append_hidden(out, &sum->total.hidden, s->rtt_ns);
    rsp_buf_str(out, "\nassuming\n");
    rsp_bytes lines = rsp_bytes_str(rsp_whatif_assumptions());
    while (lines.len > 0) {
        rsp_bytes line = rsp_bytes_split(&lines, '\n');
        rsp_buf_printf(out, "  %.*s\n", (int)line.len, (const char *)line.ptr);
    }
    if (sum->total.status != RSP_OK)
        rsp_buf_printf(out, "\nincomplete: %s\n", rsp_status_text(sum->total.status));
}

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    const savings *s = report;
    (void)style;
    if (rsp_bytes_equal(format, RSP_LIT("csv")))
        print_csv(out, s->sum, s->rtt_ns);
    else if (rsp_bytes_equal(format, RSP_LIT("json")))
        append_json(out, s);
    else
        append_text(out, s);
    return out->status;
}

int capture_what_if(const command *self, const capture_args *args, const option_list *paths) {
    rsp_capture_file *files = calloc(paths->num, sizeof *files);
    capture_whatif sum = {.packet_size = args->packet_size};
    rsp_conversations_options options = {.stub_port = (uint16_t)args->port};
    capture_collect_whatif(&options, &sum);
    rsp_conversations *conversations = rsp_conversations_new(&options);
    int code = EXIT_FINE;
    if (!conversations || !files) {
        code = command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    } else if (capture_read_all(self, files, paths, conversations, &code)) {
        rsp_error error = {0};
        savings found = {&sum, &rsp_conversations_totals(conversations)->analysis.metrics, args->rtt_ns};
        if (output_write(&args->outputs, "text", render, &found, false, &error) != RSP_OK)
            code = command_fail(self, &error);
    }
    rsp_conversations_free(conversations);
    free(files);
    return code;
}
